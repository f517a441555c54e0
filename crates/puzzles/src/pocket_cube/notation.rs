//! The notation of cubes and turns, and pictures of the unfolded cube.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::facelets::facelets;
use super::{Corners, PocketCube, Turn};

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
        turn.face() as u8 * 3 + turn.quarters() - 1
    }

    fn parse_action(&self, _corners: &Corners, text: &str) -> Result<Turn, ParseError> {
        Turn::parse(text, text.trim())
    }
}

/// Where the faces U, R, F, D, L and B begin in the picture.
const NET: [(i32, i32); 6] = [(2, 0), (4, 2), (2, 2), (2, 4), (0, 2), (6, 2)];

impl Depict for PocketCube {
    fn depict(&self, corners: &Corners) -> Picture {
        let mut picture = Picture::default();
        (picture.width, picture.height) = (8, 6);
        for (at, letter) in facelets(corners).into_iter().enumerate() {
            let ((left, top), at) = (NET[at / 4], (at % 4) as i32);
            let (x, y) = (left + at % 2, top + at / 2);
            picture.shapes.push(Shape::Cell { x, y, role: Role::Ground });
            let text = char::from(letter).to_string();
            picture.shapes.push(Shape::Glyph { x, y, text, role: Role::Label });
        }
        picture
    }
}
