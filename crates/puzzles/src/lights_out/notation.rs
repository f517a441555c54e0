//! The notation of lights and presses, and pictures of lights.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::press::Presses;
use super::{Edges, LightsOut, ParityObstacle, Press};
use crate::notation::{short_row, signs};

/// The word before the rows of a torus.
const TORUS: &str = "torus";
const SIGNS: &str = "a light: `#`, `1` or `*` for on, `.` or `0` for off";
const PRESS: &str = "a cell, written `row,column`, both from 1";

/// Writes the cell of `press` as `row,column`, both from 1.
pub(super) fn write_cell(width: usize, press: Press, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "{},{}", press.cell() / width + 1, press.cell() % width + 1)
}

impl fmt::Display for ParityObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "every press toggles an even number of these cells, but an odd number of them is on:",
        )?;
        Presses(self.cells).try_for_each(|press| {
            f.write_str(" ")?;
            write_cell(self.width, press, f)
        })
    }
}

/// Parses a number without a sign or leading zeros.
fn number(word: &str) -> Option<usize> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
    word.parse().ok().filter(|_| is_plain)
}

/// The width, the height and the lights of `rows`, a part of `text`.
fn read_rows(text: &str, rows: &str) -> Result<(usize, usize, u64), ParseError> {
    let (mut width, mut height, mut cells, mut lights) = (0, 0, 0, 0_u64);
    let lines = rows.lines().filter(|line| !line.trim().is_empty());
    for row in lines.flat_map(|line| line.split('/')).map(str::trim) {
        let start = cells;
        for (sign, here) in signs(row).filter(|(sign, _)| !sign.is_whitespace()) {
            let wrong = |expected: String| Err(ParseError::about(text, here, expected));
            let is_on = match sign {
                '#' | '1' | '*' => true,
                '.' | '0' => false,
                _ => return wrong(SIGNS.to_owned()),
            };
            if height > 0 && cells == start + width {
                return wrong(format!(
                    "the end of the row after {width} lights, like the first row"
                ));
            }
            if cells == LightsOut::MAX_CELLS {
                return wrong(format!("at most {} lights", LightsOut::MAX_CELLS));
            }
            lights |= u64::from(is_on) << cells;
            cells += 1;
        }
        if height == 0 {
            width = cells;
        }
        if cells == start || cells < start + width {
            let expected = match width {
                0 => SIGNS.to_owned(),
                _ => format!("{width} lights in each row, like the first row"),
            };
            return Err(short_row(text, row, expected));
        }
        height += 1;
    }
    if height == 0 {
        return Err(ParseError::at_end(text, "rows of lights, for example `.#. / ### / .#.`"));
    }
    Ok((width, height, lights))
}

impl LightsOut {
    /// Reads an instance: rows of equal length on lines of their own or separated by `/`, with
    /// `#`, `1` or `*` for a light that is on and `.` or `0` for one that is off. Spaces between
    /// lights are ignored. For a torus, the word `torus` comes first.
    ///
    /// # Errors
    ///
    /// Returns the place of an invalid character, of a row whose length differs, or of the first
    /// light after [`LightsOut::MAX_CELLS`].
    ///
    /// ```
    /// use tremaux::puzzles::lights_out::LightsOut;
    /// let error = LightsOut::parse("#.#\n.#").unwrap_err();
    /// let expected = "expected 3 lights in each row, like the first row, \
    ///     found the end of the row";
    /// assert_eq!(error.to_string(), format!("line 2, column 3: {expected}"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let rest = text.trim_start().strip_prefix(TORUS);
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        let edges = if rest.is_some() { Edges::Torus } else { Edges::Plain };
        let (width, height, lights) = read_rows(text, rest.unwrap_or(text))?;
        let puzzle = Self::new(width, height, edges, lights);
        puzzle.ok_or_else(|| ParseError::at_end(text, "a board of 1 to 64 lights"))
    }

    fn write_lights(&self, lights: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..self.cells() {
            if cell > 0 && cell % self.width() == 0 {
                out.write_char('/')?;
            }
            out.write_char(if lights >> cell & 1 == 1 { '#' } else { '.' })?;
        }
        Ok(())
    }
}

/// Writes one line that [`LightsOut::parse`] can read.
impl fmt::Display for LightsOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.edges() == Edges::Torus {
            write!(f, "{TORUS} ")?;
        }
        self.write_lights(self.start(), f)
    }
}

/// A state is its rows, separated by `/`; a press is `row,column`, both from 1.
impl Notation for LightsOut {
    fn write_state(&self, lights: &u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_lights(*lights, out)
    }

    fn parse_state(&self, text: &str) -> Result<u64, ParseError> {
        let (width, height, lights) = read_rows(text, text)?;
        if (width, height) != (self.width(), self.height()) {
            let found = format!("{height} by {width}");
            let expected = format!("{} rows of {} lights", self.height(), self.width());
            return Err(ParseError { found, ..ParseError::at_end(text, expected) });
        }
        Ok(lights)
    }

    fn write_action(&self, _lights: &u64, press: Press, out: &mut dyn fmt::Write) -> fmt::Result {
        write_cell(self.width(), press, out)
    }

    fn action_count(&self) -> u8 {
        self.cells() as u8
    }

    #[inline]
    fn action_number(&self, press: Press) -> u8 {
        press.0
    }

    fn parse_action(&self, _lights: &u64, text: &str) -> Result<Press, ParseError> {
        let word = text.trim();
        let cell = word.split_once(',').and_then(|(row, column)| {
            self.press(number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?)
        });
        cell.ok_or_else(|| {
            let (rows, columns) = (self.height(), self.width());
            let expected = format!("{PRESS}, at most `{rows},{columns}`");
            ParseError::about(text, word, expected)
        })
    }
}

impl Depict for LightsOut {
    fn depict(&self, lights: &u64) -> Picture {
        let cell = |press: Press| {
            let (x, y) = (press.cell() % self.width(), press.cell() / self.width());
            let role = if lights >> press.cell() & 1 == 1 { Role::Piece } else { Role::Ground };
            Shape::Cell { x: x as i32, y: y as i32, role }
        };
        let shapes = Presses(self.all_cells()).map(cell).collect();
        Picture { width: self.width() as u32, height: self.height() as u32, shapes }
    }
}
