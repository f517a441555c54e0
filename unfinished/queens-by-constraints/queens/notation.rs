//! The notation of boards and queens, and pictures of boards.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::{Queens, Rows};

impl Queens {
    /// A board as text: one line per row, `Q` for a queen.
    #[must_use]
    pub fn drawn(&self, rows: &Rows) -> String {
        let mut text = String::new();
        for row in 1..=self.size() {
            for (column, &its_row) in rows.iter().enumerate() {
                text.push_str(if column > 0 { " " } else { "" });
                text.push(if its_row == row { 'Q' } else { '.' });
            }
            text.push('\n');
        }
        text
    }
}

/// A state is written as the row of each column, `.` for an empty one; an action as a row.
impl Notation for Queens {
    fn write_state(&self, rows: &Rows, out: &mut dyn fmt::Write) -> fmt::Result {
        for (column, &row) in rows.iter().enumerate() {
            if column > 0 {
                out.write_char(' ')?;
            }
            match row {
                0 => out.write_char('.')?,
                row => write!(out, "{row}")?,
            }
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<Rows, ParseError> {
        let size = self.size();
        let expected = || format!("{size} rows from 1 to {size}, `.` for an empty column");
        let mut rows = Vec::with_capacity(size.into());
        for word in text.split_whitespace() {
            let row = if word == "." { Some(0) } else { word.parse().ok().filter(|&row| row > 0) };
            let row = row.filter(|&row| row <= size && rows.len() < usize::from(size));
            rows.push(row.ok_or_else(|| ParseError::about(text, word, expected()))?);
        }
        if rows.len() < usize::from(size) {
            return Err(ParseError::at_end(text, expected()));
        }
        Ok(rows.into())
    }

    fn write_action(&self, _rows: &Rows, row: u16, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{row}")
    }

    fn parse_action(&self, rows: &Rows, text: &str) -> Result<u16, ParseError> {
        let word = text.trim();
        let row = word.parse().ok().filter(|row| (1..=self.size()).contains(row));
        let column = self.next_column(rows);
        let row = row.filter(|&row| column.is_some_and(|column| self.is_free(rows, column, row)));
        let expected = "a row that no queen attacks in the first empty column";
        row.ok_or_else(|| ParseError::about(text, word, expected))
    }
}

impl Depict for Queens {
    fn depict(&self, rows: &Rows) -> Picture {
        let side = i32::from(self.size());
        let mut shapes = Vec::new();
        for (x, &row) in (0..).zip(rows) {
            for y in 0..side {
                let role = if (x + y) % 2 == 0 { Role::Ground } else { Role::Wall };
                shapes.push(Shape::Cell { x, y, role });
            }
            if row > 0 {
                let (y, text) = (i32::from(row) - 1, "♛".to_owned());
                shapes.push(Shape::Glyph { x, y, text, role: Role::Piece });
            }
        }
        Picture { width: side as u32, height: side as u32, shapes }
    }
}
