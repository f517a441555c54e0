//! The techniques but chains.

use super::{Cell, Cells, Digits, Hint, Hints, Technique, digits, sees, unit};

/// The names of units in reasons.
const LINES: [[&str; 2]; 2] = [["rows", "columns"], ["columns", "rows"]];

/// All sets of `count` of `items`, in order.
fn combinations<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in items.iter().enumerate() {
        // At most three deep.
        for rest in combinations(&items[at + 1..], count - 1) {
            let mut set = vec![first];
            set.extend(rest);
            all.push(set);
        }
    }
    all
}

impl Hints {
    /// The first step by a technique.
    pub fn find_by(&self, technique: Technique) -> Option<Hint> {
        match technique {
            Technique::HiddenSingle => self.hidden_single(),
            Technique::NakedSingle => self.naked_single(),
            Technique::Pointing => self.intersection(technique, 18..27),
            Technique::BoxLine => self.intersection(technique, 0..18),
            Technique::NakedPair => self.naked(technique, 2),
            Technique::HiddenPair => self.hidden(technique, 2),
            Technique::NakedTriple => self.naked(technique, 3),
            Technique::HiddenTriple => self.hidden(technique, 3),
            Technique::XWing => self.fish(technique, 2),
            Technique::Swordfish => self.fish(technique, 3),
            Technique::XyWing => self.xy_wing(),
            Technique::Colouring => self.colouring(),
            Technique::Chain => self.chain(),
        }
    }

    /// The cells of a unit that can have a digit.
    fn places(&self, cells: &[usize], digit: u8) -> Vec<usize> {
        cells.iter().copied().filter(|&cell| self.can_be(cell, digit)).collect()
    }

    /// Boxes come first: they are seen most easily.
    pub(super) fn hidden_single(&self) -> Option<Hint> {
        (18..27).chain(0..18).map(unit).find_map(|(unit, cells)| {
            let (mut once, mut twice) = (0, 0);
            for &cell in cells {
                if self.cells[cell] == 0 {
                    twice |= once & self.candidates[cell];
                    once |= self.candidates[cell];
                }
            }
            let digit = digits(once & !twice).next()?;
            let cell = cells.iter().copied().find(|&cell| self.can_be(cell, digit))?;
            let reason = format!("the only cell for {digit} in {unit}");
            let (technique, digit) = (Technique::HiddenSingle, Some((cell, digit)));
            let is_other = |&other: &usize| other != cell && self.cells[other] == 0;
            let cells = cells.iter().copied().filter(is_other).collect();
            Some(Hint { technique, digit, excluded: Vec::new(), cells, reason })
        })
    }

    pub(super) fn naked_single(&self) -> Option<Hint> {
        let is_single =
            |&cell: &usize| self.cells[cell] == 0 && self.candidates[cell].is_power_of_two();
        let cell = (0..81).find(is_single)?;
        let digit = Some((cell, self.candidates[cell].trailing_zeros() as u8));
        let (technique, reason) = (Technique::NakedSingle, "its only candidate".to_owned());
        let is_other = |&other: &usize| self.cells[other] != 0 && sees(cell, other);
        let cells = (0..81).filter(is_other).collect();
        Some(Hint { technique, digit, excluded: Vec::new(), cells, reason })
    }

    /// All places of a digit in one unit are in another unit, which has it nowhere else.
    fn intersection(&self, technique: Technique, from: std::ops::Range<usize>) -> Option<Hint> {
        let others = if from.start == 18 { 0..18 } else { 18..27 };
        from.map(unit).find_map(|(one, cells)| {
            (1..=9).find_map(|digit| {
                let places = self.places(cells, digit);
                if places.len() < 2 {
                    return None;
                }
                others.clone().map(unit).find_map(|(other, others)| {
                    if !places.iter().all(|cell| others.contains(cell)) {
                        return None;
                    }
                    let outside = others.iter().copied().filter(|cell| !cells.contains(cell));
                    let reason = || format!("as {one} has {digit} only within {other}");
                    self.excluding(technique, outside.map(|cell| (cell, digit)), &places, reason)
                })
            })
        })
    }

    /// Some cells of a unit have only as many candidates together.
    fn naked(&self, technique: Technique, count: usize) -> Option<Hint> {
        (0..27).map(unit).find_map(|(unit, cells)| {
            let is_small = |&cell: &usize| {
                self.cells[cell] == 0 && self.candidates[cell].count_ones() as usize <= count
            };
            let small: Vec<usize> = cells.iter().copied().filter(is_small).collect();
            combinations(&small, count).into_iter().find_map(|set| {
                let union = set.iter().fold(0, |all, &cell| all | self.candidates[cell]);
                if union.count_ones() as usize != count {
                    return None;
                }
                let others = cells.iter().copied().filter(|cell| !set.contains(cell));
                let candidates = others.flat_map(|cell| digits(union).map(move |it| (cell, it)));
                let reason = || format!("as {} in {unit} have only {}", Cells(&set), Digits(union));
                self.excluding(technique, candidates, &set, reason)
            })
        })
    }

    /// Some digits of a unit have only as many cells together.
    fn hidden(&self, technique: Technique, count: usize) -> Option<Hint> {
        (0..27).map(unit).find_map(|(unit, cells)| {
            let is_rare = |&digit: &u8| (1..=count).contains(&self.places(cells, digit).len());
            let rare: Vec<u8> = (1..=9).filter(is_rare).collect();
            combinations(&rare, count).into_iter().find_map(|set| {
                let mut places: Vec<usize> =
                    set.iter().flat_map(|&digit| self.places(cells, digit)).collect();
                places.sort_unstable();
                places.dedup();
                if places.len() != count {
                    return None;
                }
                let union = set.iter().fold(0, |all, digit| all | 1 << digit);
                let others = |cell| digits(!union).map(move |digit| (cell, digit));
                let reason =
                    || format!("as {unit} has {} only in {}", Digits(union), Cells(&places));
                let candidates = places.iter().copied().flat_map(others);
                self.excluding(technique, candidates, &places, reason)
            })
        })
    }

    /// The places of a digit in some rows are in as many columns, or the other way round.
    fn fish(&self, technique: Technique, count: usize) -> Option<Hint> {
        let cell = |is_row: bool, line: usize, at: usize| {
            if is_row { line * 9 + at } else { at * 9 + line }
        };
        (1..=9).flat_map(|digit| [(digit, true), (digit, false)]).find_map(|(digit, is_row)| {
            let places = |line: usize| -> u16 {
                (0..9).map(|at| u16::from(self.can_be(cell(is_row, line, at), digit)) << at).sum()
            };
            let is_rare = |&line: &usize| (2..=count as u32).contains(&places(line).count_ones());
            let rare: Vec<usize> = (0..9).filter(is_rare).collect();
            combinations(&rare, count).into_iter().find_map(|lines| {
                let union = lines.iter().fold(0, |all, &line| all | places(line));
                if union.count_ones() as usize != count {
                    return None;
                }
                let crossing: Vec<usize> = (0..9).filter(|at| union >> at & 1 == 1).collect();
                let others = (0..9).filter(|line| !lines.contains(line));
                let candidates = others.flat_map(|line| {
                    crossing.iter().map(move |&at| (cell(is_row, line, at), digit))
                });
                let numbers = |lines: &[usize]| {
                    lines.iter().map(|line| (line + 1).to_string()).collect::<Vec<_>>().join(" ")
                };
                let [along, across] = LINES[usize::from(!is_row)];
                let (one, other) = (numbers(&lines), numbers(&crossing));
                let reason = || format!("as {along} {one} have {digit} only in {across} {other}");
                let cells = lines.iter().flat_map(|&line| (0..9).map(move |at| (line, at)));
                let cells: Vec<usize> = cells
                    .map(|(line, at)| cell(is_row, line, at))
                    .filter(|&cell| self.can_be(cell, digit))
                    .collect();
                self.excluding(technique, candidates, &cells, reason)
            })
        })
    }

    fn xy_wing(&self) -> Option<Hint> {
        let is_pair =
            |&cell: &usize| self.cells[cell] == 0 && self.candidates[cell].count_ones() == 2;
        let pairs: Vec<usize> = (0..81).filter(is_pair).collect();
        pairs.iter().find_map(|&pivot| {
            let wings: Vec<usize> =
                pairs.iter().copied().filter(|&cell| sees(pivot, cell)).collect();
            combinations(&wings, 2).into_iter().find_map(|set| {
                let [a, b, of_pivot] = [set[0], set[1], pivot].map(|cell| self.candidates[cell]);
                let third = a & b & !of_pivot;
                if !third.is_power_of_two() || (a | b) & !third != of_pivot || a == b {
                    return None;
                }
                let digit = third.trailing_zeros() as u8;
                let seen = (0..81).filter(|&cell| set.iter().all(|&wing| sees(wing, cell)));
                let reason = || {
                    let (a, b) = (Cell(set[0]), Cell(set[1]));
                    format!("as one of {a} and {b} is {digit}, whichever {} is", Cell(pivot))
                };
                let cells = [pivot, set[0], set[1]];
                self.excluding(Technique::XyWing, seen.map(|cell| (cell, digit)), &cells, reason)
            })
        })
    }

    /// Units with two places for a digit link them: one has it and the other has not. If a colour
    /// is there twice in a unit, it is wrong; what sees both colours is not the digit.
    fn colouring(&self) -> Option<Hint> {
        (1..=9).find_map(|digit| {
            let links: Vec<[usize; 2]> = (0..27)
                .filter_map(|number| self.places(unit(number).1, digit).try_into().ok())
                .collect();
            let mut colours = [None; 81];
            for start in links.iter().map(|link| link[0]) {
                if colours[start].is_some() {
                    continue;
                }
                colours[start] = Some(false);
                let mut group = vec![start];
                let mut next = 0;
                while next < group.len() {
                    let cell = group[next];
                    next += 1;
                    for link in links.iter().filter(|link| link.contains(&cell)) {
                        let other = if link[0] == cell { link[1] } else { link[0] };
                        if colours[other].is_none() {
                            colours[other] = colours[cell].map(|colour: bool| !colour);
                            group.push(other);
                        }
                    }
                }
                let of = |colour: bool| -> Vec<usize> {
                    group.iter().copied().filter(|&it| colours[it] == Some(colour)).collect()
                };
                let hint = self.coloured(digit, [of(false), of(true)]);
                if hint.is_some() {
                    return hint;
                }
            }
            None
        })
    }

    /// A step that follows from cells of two colours, of which one has a digit in all its cells.
    fn coloured(&self, digit: u8, colours: [Vec<usize>; 2]) -> Option<Hint> {
        let [one, other] = &colours;
        let cells = colours.concat();
        for (wrong, right) in [(one, other), (other, one)] {
            let meet = combinations(wrong, 2).into_iter().find(|pair| sees(pair[0], pair[1]));
            if let Some(pair) = meet {
                let reason = || {
                    let (wrong, right) = (Cells(&pair), Cells(right));
                    format!("as {wrong} see each other, and either they are {digit} or {right}")
                };
                let all = wrong.iter().map(|&cell| (cell, digit));
                return self.excluding(Technique::Colouring, all, &cells, reason);
            }
        }
        let sees_both =
            |&cell: &usize| colours.iter().all(|colour| colour.iter().any(|&it| sees(it, cell)));
        let reason = || {
            let (one, other) = (Cells(one), Cells(other));
            format!("as it sees both colours: {digit} is either in {one} or in {other}")
        };
        let seen = (0..81).filter(sees_both).map(|cell| (cell, digit));
        self.excluding(Technique::Colouring, seen, &cells, reason)
    }
}
