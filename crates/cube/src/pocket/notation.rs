//! The notation of cubes and turns, and pictures of the unfolded cube.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture};

use super::corners::parse_turn;
use super::facelets::facelets;
use super::{Corners, PocketCube};
use crate::Turn;
use crate::notation::net;

/// A state is written as its 24 facelets, face by face; when read, it may also be turns from the
/// solved cube.
impl Notation for PocketCube {
    fn write_state(&self, corners: &Corners, out: &mut dyn fmt::Write) -> fmt::Result {
        for (at, letter) in facelets(corners).into_iter().enumerate() {
            let blank = if at > 0 && at % 4 == 0 { " " } else { "" };
            write!(out, "{blank}{}", char::from(letter))?;
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<Corners, ParseError> {
        Corners::parse(text)
    }

    fn write_action(
        &self,
        _corners: &Corners,
        turn: Turn,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(out, "{turn}")
    }

    fn action_count(&self) -> u8 {
        18
    }

    #[inline]
    fn action_number(&self, turn: Turn) -> u8 {
        turn.number() as u8
    }

    fn parse_action(&self, _corners: &Corners, text: &str) -> Result<Turn, ParseError> {
        parse_turn(text, text.trim())
    }
}

impl Depict for PocketCube {
    fn depict(&self, corners: &Corners) -> Picture {
        net(&facelets(corners))
    }
}
