//! The kinds of problems whose rules are known here.

mod graph;
mod grid;
mod jugs;
mod lights;
mod nim;
mod pancake;
mod pegs;
mod poker;
mod rivers;
mod stones;
mod sudoku;
mod tile_table;
mod tiles;
mod words;

use std::io::BufRead;

use stones::Goal;

use crate::cost::digits;
use crate::fields::Fields;
use crate::lines::Lines;
use crate::refused::{Accepted, Refused};
use crate::space::Space;
use crate::{game, judge};

/// A kind of problem: its judge, what reads its rules and its start, its name, and its estimates.
macro_rules! kinds {
    ($($judge:ident $new:expr, $name:literal, $heuristics:expr;)*) => {
        /// The kinds of problems whose rules are known, each with the estimates that are known.
        pub fn kinds() -> Vec<(&'static str, &'static [&'static str])> {
            vec![$(($name, $heuristics)),*]
        }

        /// Judges a file about a problem of this kind, whose header has these further fields.
        pub(crate) fn judge(
            kind: &str,
            mut header: Fields,
            lines: &mut Lines<impl BufRead>,
        ) -> Result<Accepted, Refused> {
            match kind {
                $($name => {
                    let (mut rules, start) = $new(&mut header)?;
                    header.finish()?;
                    $judge::judge(kind, &mut rules, start, lines)
                })*
                _ => Err(format!("unknown kind `{kind}`").into()),
            }
        }
    };
}

kinds! {
    judge grid::Grid::new, "grid", grid::Grid::HEURISTICS;
    judge graph::Graph::new, "graph", graph::Graph::HEURISTICS;
    judge tiles::Tiles::new, "tiles", tiles::Tiles::HEURISTICS;
    judge pancake::Pancakes::new, "pancake", pancake::Pancakes::HEURISTICS;
    judge jugs::Jugs::new, "jugs", jugs::Jugs::HEURISTICS;
    judge rivers::River::new, "rivers", rivers::River::HEURISTICS;
    judge words::Words::new, "word-ladder", words::Words::HEURISTICS;
    judge lights::Lights::new, "lights-out", lights::Lights::HEURISTICS;
    judge pegs::Pegs::new, "peg-solitaire", pegs::Pegs::HEURISTICS;
    game |it: &mut Fields| stones::Stones::new(it, Goal::Row(3), false), "tic-tac-toe", &[];
    game stones::Stones::rows, "mnk", &[];
    game |it: &mut Fields| stones::Stones::new(it, Goal::Row(4), true), "connect-four", &[];
    game |it: &mut Fields| stones::Stones::new(it, Goal::Chain, false), "hex", &[];
    game nim::Nim::new, "nim", &[];
    poker |_: &mut Fields| poker::rules(1, &[1], 1), "kuhn-poker", &[];
    poker |_: &mut Fields| poker::rules(2, &[2, 4], 2), "leduc-poker", &[];
    sudoku sudoku::Sudoku::new, "sudoku", &[];
}

/// The words of a list of clauses, which are separated by `;` or lines; `#` begins a comment, and
/// commas count as blanks. Only clauses that begin with `many` may occur more than once.
fn clauses<'a>(text: &'a str, many: &str) -> Result<Vec<Vec<&'a str>>, String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let mut clauses = Vec::<Vec<&str>>::new();
    for part in lines.flat_map(|line| line.split(';')) {
        let words: Vec<&str> = part.split(is_between).filter(|word| !word.is_empty()).collect();
        let Some(head) = words.first() else { continue };
        if *head != many && clauses.iter().any(|other| other[0] == *head) {
            return Err(format!("expected one `{head}`, found two"));
        }
        clauses.push(words);
    }
    Ok(clauses)
}

/// The number up to `most` in a word.
fn number(word: &str, most: u64) -> Result<u64, String> {
    let number = digits(word).filter(|it| *it <= most);
    number.ok_or_else(|| format!("expected a number up to {most}, found `{word}`"))
}

/// The numbers in words: each from `first` once.
fn each_once<'a>(words: impl Iterator<Item = &'a str>, first: usize) -> Option<Box<[u8]>> {
    let numbers: Box<[u8]> = words.map(|it| digits(it)?.try_into().ok()).collect::<Option<_>>()?;
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let is_each = (first..).zip(&sorted).all(|(number, it)| usize::from(*it) == number);
    (is_each && !numbers.is_empty()).then_some(numbers)
}
