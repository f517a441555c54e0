//! `--hints` on the command line, and help with a board solved by hand.

use tremaux_domain::{Advice, AdviceStep, Options, ReadError, Status, WriteLine};

use super::{Cell, Hints};
use crate::sudoku::{Clues, Shape, Solver};

/// Writes the steps that solve each board, the board at the end, and the hardest technique.
pub(in crate::sudoku) fn write(
    text: &str,
    _options: &Options<'_>,
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

/// The digits that each cell can take; for boards of 9×9 also how a person finds the next digit.
pub(in crate::sudoku) fn advice(clues: &Clues) -> Advice {
    let shape = clues.shape();
    let signs = |cell: usize| -> Vec<String> {
        let digits = (1..=shape.side() as u8)
            .filter(|&digit| clues.candidates(cell) >> (digit - 1) & 1 == 1);
        digits.map(|digit| shape.sign(digit).to_string()).collect()
    };
    let cells = clues.cells().iter().enumerate();
    let candidates = cells.map(|(cell, &digit)| if digit == 0 { signs(cell) } else { Vec::new() });
    let contradiction = clues.contradiction().map(|it| it.to_string());
    let mut advice =
        Advice { candidates: candidates.collect(), contradiction, ..Advice::default() };
    let Some(mut hints) = Hints::new(clues) else { return advice };
    for hint in hints.by_ref() {
        let sign = |(cell, digit): (usize, u8)| (cell, shape.sign(digit).to_string());
        let excluded = hint.excluded.iter().copied().map(sign).collect();
        advice.steps.push(AdviceStep {
            text: hint.to_string(),
            cells: hint.cells.clone(),
            excluded,
        });
        if let Some((cell, digit)) = hint.digit {
            advice.action = Some(format!("{}={digit}", Cell(cell)));
            break;
        }
    }
    advice.contradiction = advice.contradiction.or_else(|| hints.contradiction());
    advice
}
