//! The notation of cubes and turns, and pictures of the unfolded cube.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use crate::{Cube, Cubies, Turn};

/// A state is written as its 54 facelets, face by face; when read, it may also be turns from the
/// solved cube, and colours may be any characters.
impl Notation for Cube {
    fn write_state(&self, cubies: &Cubies, out: &mut dyn fmt::Write) -> fmt::Result {
        for (at, face) in cubies.facelets().into_iter().enumerate() {
            let blank = if at > 0 && at % 9 == 0 { " " } else { "" };
            write!(out, "{blank}{}", char::from(face.letter()))?;
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<Cubies, ParseError> {
        Cubies::parse(text)
    }

    fn write_action(&self, _cubies: &Cubies, turn: Turn, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{turn}")
    }

    fn action_count(&self) -> u8 {
        Turn::COUNT as u8
    }

    #[inline]
    fn action_number(&self, turn: Turn) -> u8 {
        turn.number() as u8
    }

    fn parse_action(&self, _cubies: &Cubies, text: &str) -> Result<Turn, ParseError> {
        Turn::parse(text, text.trim())
    }
}

/// Where the faces U, R, F, D, L and B begin in a picture, in faces to the right and down.
pub(crate) const NET: [(i32, i32); 6] = [(1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1)];

/// The picture of the unfolded cube whose facelets have these letters, face by face.
pub(crate) fn net(letters: &[u8]) -> Picture {
    let side = (letters.len() / 6).isqrt();
    let mut picture = Picture::default();
    (picture.width, picture.height) = (4 * side as u32, 3 * side as u32);
    for (at, &letter) in letters.iter().enumerate() {
        let ((left, top), at) = (NET[at / (side * side)], at % (side * side));
        let (x, y) =
            (left * side as i32 + (at % side) as i32, top * side as i32 + (at / side) as i32);
        picture.shapes.push(Shape::Cell { x, y, role: Role::Ground });
        let text = char::from(letter).to_string();
        picture.shapes.push(Shape::Glyph { x, y, text, role: Role::Label });
    }
    picture
}

/// The unfolded cube as text: letters, in a terminal on the colours of most cubes.
#[cfg(feature = "catalog")]
pub(crate) fn drawn_net(letters: &[u8], with_color: bool) -> String {
    /// White, red, green, yellow, orange and blue.
    const COLOURS: [(u8, &str); 6] = [
        (b'U', "255;255;255"),
        (b'R', "200;30;40"),
        (b'F', "0;155;72"),
        (b'D', "255;213;0"),
        (b'L', "255;120;0"),
        (b'B', "40;90;200"),
    ];
    let side = (letters.len() / 6).isqrt();
    let mut text = String::new();
    for y in 0..3 * side {
        let last = if y / side == 1 { 4 } else { 2 };
        for x in 0..last * side {
            let place = ((x / side) as i32, (y / side) as i32);
            let Some(face) = NET.iter().position(|corner| *corner == place) else {
                text.push_str("  ");
                continue;
            };
            let letter = letters[face * side * side + y % side * side + x % side];
            let colour = COLOURS.iter().find(|colour| with_color && colour.0 == letter);
            match colour {
                Some((_, colour)) => {
                    text.push_str(&format!(
                        "\u{1b}[30;48;2;{colour}m{} \u{1b}[0m",
                        char::from(letter)
                    ));
                }
                None => text.extend([char::from(letter), ' ']),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

impl Depict for Cube {
    fn depict(&self, cubies: &Cubies) -> Picture {
        net(&cubies.facelets().map(crate::Face::letter))
    }
}
