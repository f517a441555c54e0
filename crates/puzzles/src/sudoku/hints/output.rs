//! `--hints` on the command line.

use tremaux_domain::{OptionValues, ReadError, Status, WriteLine};

use super::Hints;
use crate::sudoku::{Clues, Shape, Solver};

/// Writes the steps that solve each board, the board at the end, and the hardest technique.
pub(in crate::sudoku) fn write(
    text: &str,
    _options: &OptionValues<'_>,
    write: &mut WriteLine<'_>,
) -> Result<(), ReadError> {
    let boards = Clues::parse_all(text, Some(Shape::NINE))?;
    for clues in &boards {
        let Some(mut hints) = Hints::new(clues) else { continue };
        if !write(&clues.to_string(), Status::Solved) {
            break;
        }
        let (mut count, mut hardest) = (0, None);
        while let Some(hint) = hints.next() {
            count += 1;
            hardest = hardest.max(Some(hint.technique));
            if !write(&format!("{count}. {hint}\n{}", hints.drawn(&hint)), Status::Solved) {
                return Ok(());
            }
        }
        let (end, status) = match (hints.is_solved(), hints.contradiction()) {
            (true, _) => {
                let cells: String = hints.cells().iter().map(|&it| Shape::NINE.sign(it)).collect();
                let rating = hardest.map_or("none".to_owned(), |hardest| hardest.to_string());
                (format!("{cells}\nSolved; the hardest technique: {rating}"), Status::Solved)
            }
            (false, Some(reason)) => (format!("No solution: {reason}"), Status::NoSolution),
            (false, None) => {
                let (why, status) = match Solver::new(clues).count(2) {
                    0 => ("; the board has no solution", Status::NoSolution),
                    1 => ("", Status::Limit),
                    _ => ("; the board has several solutions", Status::Limit),
                };
                (format!("No technique leads further{why}"), status)
            }
        };
        if !write(&end, status) {
            break;
        }
    }
    Ok(())
}
