//! The sudokus of *SaC*.

use serde::Deserialize;
use tremaux_core::{Heuristic, ParseError};
use tremaux_puzzles::sudoku::{Board, Clues, EmptyCells, RemainingPossibilities, Sudoku};
use tremaux_testkit::reference::{Conventions, Outcome, Rank, graph_search};

use super::textbook_tiles::java_hash_of;
use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::stopped::Stopped;

type Puzzle = Sudoku<9>;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Estimate {
    EmptyCells,
    Possibilities,
}

/// Best-first search by an estimate: closed, open and solutions.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SudokuSearch {
    estimate: Estimate,
    /// The sudoku; if there is none, the means over the fifty of Project Euler 96 are taken.
    clues: Option<String>,
    /// Whether all solutions are wanted instead of one.
    #[serde(default)]
    all: bool,
}

/// Java's hash of the cells of a board with side length `SIDE`.
fn java_hash<const SIDE: usize>(board: &Board<9>) -> i64 {
    let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
    java_hash_of(cells.map(|(row, column)| board.digit(row, column).into()))
}

impl SudokuSearch {
    pub(super) fn run(&self, context: &Context) -> Figures {
        let Some(clues) = &self.clues else { return self.means(context) };
        let outcome = self.search(context, &Clues::parse(clues).expect("a sudoku of the source"));
        let counts = [outcome.closed, outcome.open, outcome.goals];
        Ok(counts.map(|count| Obtained::Count(count as u64)).to_vec())
    }

    fn search(&self, context: &Context, clues: &Clues) -> Outcome<Puzzle> {
        let space = Puzzle::new(clues).expect("at most nine digits");
        let hash = if clues.cells().len() == 16 { java_hash::<4> } else { java_hash::<9> };
        let wanted = if self.all { usize::MAX } else { 1 };
        let sac = context.conventions(Conventions::sac(Rank::H, hash));
        let estimate: &dyn Heuristic<Puzzle, Memo = ()> = match self.estimate {
            Estimate::EmptyCells => &EmptyCells,
            Estimate::Possibilities => &RemainingPossibilities,
        };
        graph_search(&space, &estimate, &Conventions { wanted, ..sac })
    }

    fn means(&self, context: &Context) -> Figures {
        const NEEDS: &str = "the 50 sudokus of Project Euler 96, as `sudoku/euler96.txt` in the \
                             folder named by TREMAUX_DATA";
        let text = context.data("sudoku/euler96.txt", NEEDS)?;
        let all = Clues::parse_all(&text, None).map_err(|_: ParseError| Stopped::Needs(NEEDS))?;
        let mut sums = [0; 3];
        for (at, clues) in all.iter().enumerate() {
            context.check()?;
            context.say(|| format!("sudoku {} of {}", at + 1, all.len()));
            let Outcome { closed, open, goals, .. } = self.search(context, clues);
            sums = [sums[0] + closed, sums[1] + open, sums[2] + goals];
        }
        Ok(sums.map(|sum| Obtained::Real(sum as f64 / all.len() as f64)).to_vec())
    }
}
