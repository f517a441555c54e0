//! The notation of banks and crossings, and pictures of rivers.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::crowd::Crowd;
use super::{Bank, River};
use crate::notation::possible_action;

/// The word for the boat, which no kind may have as its name.
pub(super) const BOAT: &str = "boat";

impl River {
    /// Writes `crowd` as `missionary*2` and so on, separated by `between`.
    fn write_crowd(
        &self,
        crowd: Crowd,
        between: &str,
        out: &mut dyn fmt::Write,
    ) -> Result<bool, fmt::Error> {
        for (at, (kind, count)) in crowd.iter().enumerate() {
            let name = &self.names[kind];
            let between = if at == 0 { "" } else { between };
            match count {
                1 => write!(out, "{between}{name}")?,
                _ => write!(out, "{between}{name}*{count}")?,
            }
        }
        Ok(!crowd.is_empty())
    }

    /// Reads what [`River::write_crowd`] writes for one kind; nothing if there are fewer.
    fn read_some(&self, word: &str, left: Crowd) -> Option<Crowd> {
        let (name, count) = word.split_once('*').unwrap_or((word, "1"));
        let kind = self.names.iter().position(|other| **other == *name)?;
        let count = count.parse::<u32>().ok().filter(|count| (1..=left.of(kind)).contains(count));
        Some(Crowd::default().with(kind, count?))
    }
}

/// A state is written as both banks: `missionary*2 boat | missionary cannibal*3`; a crossing as
/// those in the boat: `>missionary+cannibal`, and `<missionary` for the way back.
impl Notation for River {
    fn write_state(&self, bank: &Bank, out: &mut dyn fmt::Write) -> fmt::Result {
        let far = self.all().without(bank.near);
        let is_there = self.write_crowd(bank.near, " ", out)?;
        if bank.has_boat {
            out.write_str(if is_there { " " } else { "" })?;
            out.write_str(BOAT)?;
        }
        out.write_str(" |")?;
        out.write_str(if far.is_empty() { "" } else { " " })?;
        self.write_crowd(far, " ", out)?;
        if bank.has_boat { Ok(()) } else { write!(out, " {BOAT}") }
    }

    fn parse_state(&self, text: &str) -> Result<Bank, ParseError> {
        let mut left = self.all();
        let (mut near, mut boats, mut is_near) = (Crowd::default(), [0; 2], true);
        for word in text.split_whitespace() {
            match word {
                "|" if is_near => is_near = false,
                BOAT if boats == [0; 2] => boats[usize::from(is_near)] += 1,
                _ => {
                    let some = self.read_some(word, left);
                    let expected = "a passenger, each once, `boat` or `|`";
                    let some = some.ok_or_else(|| ParseError::about(text, word, expected))?;
                    left = left.without(some);
                    if is_near {
                        near = near.and(some);
                    }
                }
            }
        }
        let bank = Bank { near, has_boat: boats[1] == 1 };
        let is_allowed = self.allows(near) && self.allows(self.all().without(near));
        if is_near || boats == [0; 2] || !left.is_empty() || !is_allowed {
            let expected = "both banks with all passengers and the boat, and no rule broken";
            return Err(ParseError::at_end(text, expected));
        }
        Ok(bank)
    }

    fn write_action(&self, bank: &Bank, load: Crowd, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char(if bank.has_boat { '>' } else { '<' })?;
        self.write_crowd(load, "+", out).map(|_| ())
    }

    fn parse_action(&self, bank: &Bank, text: &str) -> Result<Crowd, ParseError> {
        let expected = "passengers who may cross now, for example `>missionary+cannibal` or \
                        `<cannibal*2`";
        possible_action(self, bank, text, expected)
    }
}

impl Depict for River {
    fn depict(&self, bank: &Bank) -> Picture {
        let width = 7;
        let rows = self.names.len() as i32 + 1;
        let mut shapes = Vec::new();
        for y in 0..rows {
            shapes.extend((2..5).map(|x| Shape::Cell { x, y, role: Role::Wall }));
        }
        let far = self.all().without(bank.near);
        for (crowd, x) in [(bank.near, 0), (far, 5)] {
            for (kind, count) in crowd.iter() {
                let text = format!("{count} {}", self.names[kind]);
                shapes.push(Shape::Glyph { x, y: kind as i32, text, role: Role::Piece });
            }
        }
        let x = if bank.has_boat { 2 } else { 4 };
        let text = BOAT.to_owned();
        shapes.push(Shape::Glyph { x, y: rows - 1, text, role: Role::OtherPiece });
        Picture { width, height: rows as u32, shapes }
    }
}
