//! Boards with the cells of a step marked.

use super::{Hint, Hints};
use crate::sudoku::Shape;

/// The line between boxes.
const LINE: &str = "---------+---------+---------";

impl Hints {
    /// The board in eleven lines, with the cells of a step marked: `[5]` is the digit to write,
    /// `(.)` a cell from which it follows, `<.>` one that loses candidates.
    ///
    /// ```
    /// use tremaux::puzzles::sudoku::{Clues, Hints};
    /// let row = format!("123456...{}", ".".repeat(72));
    /// let hints = Hints::new(&Clues::parse(&row)?).expect("a board of 9×9");
    /// let hint = hints.peek().expect("a step");
    /// let text = hints.drawn(&hint);
    /// assert_eq!(text.lines().next(), Some(" 1  2  3 | 4  5  6 |(.)(.)(.)"));
    /// assert_eq!(text.lines().nth(1), Some(" .  .  . | .  .  . |<.><.><.>"));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn drawn(&self, hint: &Hint) -> String {
        let mark = |cell: usize| match hint.digit {
            Some((its_cell, digit)) if its_cell == cell => ('[', Shape::NINE.sign(digit), ']'),
            _ => {
                let sign =
                    if self.cells[cell] == 0 { '.' } else { Shape::NINE.sign(self.cells[cell]) };
                if hint.excluded.iter().any(|&(other, _)| other == cell) {
                    ('<', sign, '>')
                } else if hint.cells.contains(&cell) {
                    ('(', sign, ')')
                } else {
                    (' ', sign, ' ')
                }
            }
        };
        let mut text = String::new();
        for row in 0..9 {
            if row % 3 == 0 && row > 0 {
                text.push_str(LINE);
                text.push('\n');
            }
            for column in 0..9 {
                if column % 3 == 0 && column > 0 {
                    text.push('|');
                }
                let (left, sign, right) = mark(row * 9 + column);
                text.extend([left, sign, right]);
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }
}
