//! The notation of rings and turns.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape, StateSpace};

use super::{Ring, TopSpin, Turn};
use crate::notation::possible_action;

/// A ring is written as its tokens from token 1 on; a turn as the first and the last token that
/// are turned over.
impl Notation for TopSpin {
    fn write_state(&self, ring: &Ring, out: &mut dyn fmt::Write) -> fmt::Result {
        for (place, token) in ring[..self.tokens()].iter().enumerate() {
            write!(out, "{}{}", if place == 0 { "" } else { " " }, token + 1)?;
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<Ring, ParseError> {
        let read = Self::parse(text, self.turnstile())?;
        if read.tokens() != self.tokens() {
            let expected = format!("{} tokens", self.tokens());
            let found = format!("{} tokens", read.tokens());
            return Err(ParseError { found, ..ParseError::at_end(text, expected) });
        }
        Ok(read.initial_state())
    }

    fn write_action(&self, ring: &Ring, turn: Turn, out: &mut dyn fmt::Write) -> fmt::Result {
        let first = usize::from(turn.0);
        let last = (first + self.turnstile() - 1) % self.tokens();
        write!(out, "{}-{}", ring[first] + 1, ring[last] + 1)
    }

    fn parse_action(&self, ring: &Ring, text: &str) -> Result<Turn, ParseError> {
        let expected = "the first and the last token that are turned over, for example `2-5`";
        possible_action(self, ring, text, expected)
    }
}

impl Depict for TopSpin {
    fn depict(&self, ring: &Ring) -> Picture {
        let glyph = |(x, &token): (usize, &u8)| Shape::Glyph {
            x: x as i32,
            y: 0,
            text: (token + 1).to_string(),
            role: Role::Piece,
        };
        let shapes = ring[..self.tokens()].iter().enumerate().map(glyph).collect();
        Picture { width: self.tokens() as u32, height: 1, shapes }
    }
}
