//! Peg solitaire: a peg jumps over another into the hole behind it, which removes the other.

use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{Space, Step};

/// Holes are numbered row by row; positions are bits.
pub(crate) struct Pegs {
    /// The column and row of each hole.
    holes: Vec<(usize, usize)>,
    /// The holes from which, over which and into which pegs jump.
    jumps: Vec<[usize; 3]>,
    /// The pegs at the end; any one peg if this is zero.
    goal: u64,
}

/// The places of holes of rows that are separated by `/`, and the pegs.
fn drawn(text: &str) -> Result<(Vec<(usize, usize)>, u64), String> {
    let (mut holes, mut pegs) = (Vec::new(), 0);
    for (row, line) in text.split('/').enumerate() {
        for (column, letter) in line.chars().enumerate() {
            if holes.len() == 64 || row.max(column) >= 26 {
                return Err("expected at most 64 holes in 26 rows and columns".to_owned());
            }
            match letter {
                'o' => pegs |= 1 << holes.len(),
                '.' => {}
                '#' => continue,
                _ => return Err(format!("expected `o`, `.` or `#`, found `{letter}`")),
            }
            holes.push((column, row));
        }
    }
    Ok((holes, pegs))
}

impl Pegs {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, u64), String> {
        let (holes, start) = drawn(&header.text("pegs")?)?;
        let steps: &[(isize, isize)] = match header.text("lattice")?.as_str() {
            "square" => &[(-1, 0), (1, 0), (0, -1), (0, 1)],
            "triangle" => &[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1)],
            other => return Err(format!("unknown lattice `{other}`")),
        };
        let mut jumps = Vec::new();
        for (from, &(column, row)) in holes.iter().enumerate() {
            for (right, down) in steps {
                let hole = |times: isize| {
                    let column = column.checked_add_signed(right * times)?;
                    let place = (column, row.checked_add_signed(down * times)?);
                    holes.iter().position(|it| *it == place)
                };
                if let (Some(over), Some(to)) = (hole(1), hole(2)) {
                    jumps.push([from, over, to]);
                }
            }
        }
        let mut pegs = Self { holes, jumps, goal: 0 };
        for name in header.texts("goal")? {
            pegs.goal |= 1 << pegs.hole(&name)?;
        }
        Ok((pegs, start))
    }

    /// A letter for the column, and the number of the row from 1.
    fn name(&self, hole: usize) -> String {
        let (column, row) = self.holes[hole];
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn hole(&self, name: &str) -> Result<usize, String> {
        let hole = (0..self.holes.len()).find(|&hole| self.name(hole) == name);
        hole.ok_or_else(|| format!("`{name}` is not a hole"))
    }

    /// The weights of holes, such as `d4=2 c4=-1`; others weigh nothing.
    fn weights(&self, words: &[&str]) -> Result<Vec<i64>, String> {
        let mut weights = vec![0; self.holes.len()];
        for word in words {
            let weight = word.split_once('=');
            let weight = weight.and_then(|(name, it)| Some((name, it.parse::<i32>().ok()?)));
            let (name, weight) = weight.ok_or_else(|| format!("`{word}` is no weight"))?;
            weights[self.hole(name)?] = i64::from(weight);
        }
        Ok(weights)
    }

    /// What the pegs of a position weigh.
    fn weight(weights: &[i64], pegs: u64) -> i64 {
        (0..).zip(weights).filter(|(hole, _)| pegs >> hole & 1 == 1).map(|(_, weight)| weight).sum()
    }

    /// Reads weights that no jump adds to, or of which each jump leaves the parity; returns whether
    /// a position with these pegs cannot come from the start.
    fn excludes(&self, start: u64, text: &str) -> Result<impl Fn(u64) -> bool, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let is_parity = words[0] == "parity";
        if !is_parity && words[0] != "sum" {
            return Err(format!("expected `sum` or `parity`, found `{}`", words[0]));
        }
        let weights = self.weights(&words[1..])?;
        for jump in &self.jumps {
            let [from, over, to] = jump.map(|hole| weights[hole]);
            let is_kept = if is_parity { (from + over + to) % 2 == 0 } else { from + over >= to };
            if !is_kept {
                let [from, _, to] = jump.map(|hole| self.name(hole));
                return Err(format!("the jump {from}-{to} adds to the weights of `{text}`"));
            }
        }
        let start = Self::weight(&weights, start);
        Ok(move |pegs| {
            let there = Self::weight(&weights, pegs);
            if is_parity { (start - there) % 2 != 0 } else { there > start }
        })
    }
}

impl Space for Pegs {
    type State = u64;

    const HEURISTICS: &'static [&'static str] = &["peg-count"];

    fn is_goal(&self, pegs: &u64) -> bool {
        if self.goal == 0 { pegs.count_ones() == 1 } else { *pegs == self.goal }
    }

    fn steps(&self, pegs: &u64, steps: &mut Vec<Step<u64>>) {
        for (action, [from, over, to]) in (0..).zip(&self.jumps) {
            let (before, after) = (1 << from | 1 << over, 1 << to);
            if pegs & (before | after) == before {
                steps.push(Step { action, cost: Cost::whole(1), state: pegs ^ (before | after) });
            }
        }
    }

    fn word(&self, _pegs: &u64, action: u32) -> String {
        let [from, _, to] = self.jumps[action as usize];
        format!("{}-{}", self.name(from), self.name(to))
    }

    fn read(&self, text: &str) -> Result<u64, String> {
        let (holes, pegs) = drawn(text)?;
        (holes == self.holes).then_some(pegs).ok_or_else(|| "it is another board".to_owned())
    }

    /// Each jump removes a peg.
    fn estimate(&self, _heuristic: usize, pegs: &u64) -> Cost {
        Cost::whole(pegs.count_ones().saturating_sub(self.goal.count_ones().max(1)).into())
    }

    /// No jump adds to the sum of weights, or changes its parity: a goal that weighs more, or
    /// differs in parity, is out of reach. Each goal must be.
    fn refutes(&self, start: &u64, name: &str, weights: &[String]) -> Result<(), String> {
        if name != "weights" {
            return Err(format!("pegs have no proof by `{name}`"));
        }
        let read: Result<Vec<_>, String> =
            weights.iter().map(|it| self.excludes(*start, it)).collect();
        let (read, any) = (read?, (0..self.holes.len()).map(|hole| 1 << hole));
        let goals: Vec<u64> = if self.goal == 0 { any.collect() } else { vec![self.goal] };
        match goals.iter().find(|&&goal| !read.iter().any(|excludes| excludes(goal))) {
            None => Ok(()),
            Some(_) => Err("the weights leave a goal within reach".to_owned()),
        }
    }
}
