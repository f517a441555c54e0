//! The notation of fillings and words, and pictures of fillings.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::rules::Letters;
use super::{Cell, Crossword, Entry, Grid};
use crate::notation::possible_action;

impl Crossword {
    /// The cells of a state, row by row.
    fn cells<'a>(&'a self, letters: &'a Letters) -> impl Iterator<Item = Cell> + 'a {
        (0..letters.len()).map(|cell| self.cell(cell, letters))
    }

    /// A filling as text, one row per line, with spaces between cells.
    pub fn drawn(&self, letters: &Letters) -> String {
        let mut text = String::new();
        let written = self.grid().write(self.cells(letters), '\n', &mut text);
        written.expect("a string takes everything");
        let spaced = |line: &str| {
            let signs: Vec<String> = line.chars().map(String::from).collect();
            signs.join(" ") + "\n"
        };
        text.lines().map(spaced).collect()
    }
}

/// A state is written as its rows, separated by `/`; an action as `12-across=WORD`.
impl Notation for Crossword {
    fn write_state(&self, letters: &Letters, out: &mut dyn fmt::Write) -> fmt::Result {
        self.grid().write(self.cells(letters), '/', out)
    }

    /// Reads a filling, which must have the blocks and given letters of the grid.
    fn parse_state(&self, text: &str) -> Result<Letters, ParseError> {
        let read = Grid::parse(text)?;
        let wrong = |expected: String| ParseError::about(text, text.trim(), expected);
        let (width, height) = (self.grid().width(), self.grid().height());
        if (read.width(), read.height()) != (width, height) {
            return Err(wrong(format!("{height} rows of {width} cells")));
        }
        let mut letters = Letters::from(vec![0; read.cells().len()]);
        for (at, (&cell, &given)) in read.cells().iter().zip(self.grid().cells()).enumerate() {
            let place = || format!("row {}, column {}", at / width + 1, at % width + 1);
            letters[at] = match (cell, given) {
                (Cell::Block, Cell::Block) | (Cell::Empty, Cell::Empty) => 0,
                (Cell::Letter(letter), Cell::Empty | Cell::Letter(_)) => {
                    if given != Cell::Empty && given != cell {
                        return Err(wrong(format!("the given letter in {}", place())));
                    }
                    let number = self.alphabet().iter().position(|&it| it == letter);
                    let no_letter = || wrong(format!("a letter of the word list in {}", place()));
                    number.ok_or_else(no_letter)? as u16 + 1
                }
                (_, Cell::Block) => return Err(wrong(format!("a block in {}", place()))),
                (Cell::Block, _) => return Err(wrong(format!("no block in {}", place()))),
                (_, Cell::Letter(_)) => {
                    return Err(wrong(format!("the given letter in {}", place())));
                }
            };
        }
        Ok(letters)
    }

    fn write_action(
        &self,
        _letters: &Letters,
        entry: Entry,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let slot = usize::from(entry.slot);
        write!(out, "{}=", self.slots()[slot])?;
        let words = self.words_for(slot);
        for &letter in words.into_iter().flat_map(|words| words.word(entry.word as usize)) {
            out.write_char(self.alphabet()[usize::from(letter) - 1])?;
        }
        Ok(())
    }

    fn parse_action(&self, letters: &Letters, text: &str) -> Result<Entry, ParseError> {
        let expected = match self.next_slot(letters) {
            Some(slot) => format!("`{}=` and a matching word", self.slots()[slot]),
            None => "no word: no slot is open".to_owned(),
        };
        possible_action(self, letters, text, expected)
    }
}

impl Depict for Crossword {
    fn depict(&self, letters: &Letters) -> Picture {
        let (width, height) = (self.grid().width(), self.grid().height());
        let mut shapes = Vec::new();
        for (at, cell) in self.cells(letters).enumerate() {
            let (x, y) = ((at % width) as i32, (at / width) as i32);
            let role = if cell == Cell::Block { Role::Wall } else { Role::Ground };
            shapes.push(Shape::Cell { x, y, role });
            if let Cell::Letter(letter) = cell {
                let is_given = self.grid().cells()[at] != Cell::Empty;
                let role = if is_given { Role::Piece } else { Role::Label };
                shapes.push(Shape::Glyph { x, y, text: letter.to_string(), role });
            }
        }
        Picture { width: width as u32, height: height as u32, shapes }
    }
}
