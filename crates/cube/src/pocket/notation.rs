//! The notation of cubes and turns, and pictures of the unfolded cube.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture};

use super::facelets::{facelets, parse_facelets};
use super::{Corners, PocketCube};
use crate::moves::face_turns;
use crate::notation::net;
use crate::{Turn, Turns};

const TURN: &str = "a turn of U, R or F, for example `R`, `U2` or `F'`: the corner at the back, \
                    bottom, left stays in place";

impl Corners {
    /// Reads turns from the solved cube, as `R U2 F'`, with or without spaces and brackets, or the
    /// 24 facelets of the faces U, R, F, D, L and B, four letters each, row by row.
    ///
    /// # Errors
    ///
    /// Returns the place of what is not a turn or the letter of a face, or of a cube that cannot
    /// be solved.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let is_face = |letter: char| "URFDLB".contains(letter);
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        if letters.clone().count() == 24 && letters.clone().all(is_face) {
            return parse_facelets(text);
        }
        let mut corners = Self::SOLVED;
        for (word, turn) in face_turns(text, TURN)? {
            let turn = turn.filter(|&turn| Turns::OF_THREE_FACES.contains(turn));
            corners.turn(turn.ok_or_else(|| ParseError::about(text, word, TURN))?);
        }
        Ok(corners)
    }
}

/// Reads a turn of U, R or F.
///
/// # Errors
///
/// Returns an error if `word`, a part of `text`, is not such a turn.
fn parse_turn(text: &str, word: &str) -> Result<Turn, ParseError> {
    let turn = Turn::of_word(word).filter(|turn| Turns::OF_THREE_FACES.contains(*turn));
    turn.ok_or_else(|| ParseError::about(text, word, TURN))
}

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
