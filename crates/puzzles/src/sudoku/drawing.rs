//! Draws boards as text.

use super::Clues;

impl Clues {
    /// The board as text that [`Clues::parse`] can read: one line per row, and lines between
    /// boxes.
    ///
    /// ```
    /// use tremaux::puzzles::sudoku::Clues;
    /// let clues = Clues::parse("1234341221434321")?;
    /// assert_eq!(clues.drawn(), "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n");
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn drawn(&self) -> String {
        let shape = self.shape();
        let (side, columns) = (shape.side(), shape.box_columns());
        let (first, middle) = ("-".repeat(2 * columns), "-".repeat(2 * columns + 1));
        let line: Vec<&str> = (0..side / columns)
            .map(|at| if at == 0 || at + 1 == side / columns { &*first } else { &*middle })
            .collect();
        let mut text = String::with_capacity(2 * self.cells().len() + 4 * side);
        for (row, cells) in self.cells().chunks(side).enumerate() {
            if row > 0 && row.is_multiple_of(shape.box_rows()) {
                text.push_str(&line.join("+"));
                text.push('\n');
            }
            for (column, &digit) in cells.iter().enumerate() {
                if column > 0 {
                    let is_edge = column.is_multiple_of(columns);
                    text.push_str(if is_edge { " | " } else { " " });
                }
                text.push(if digit == 0 { '.' } else { shape.sign(digit) });
            }
            text.push('\n');
        }
        text
    }
}
