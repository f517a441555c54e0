//! The facelets: the coloured sides of the corners.

use tremaux_core::ParseError;

use super::Corners;

/// The letters of the faces in the order in which facelets are written.
const FACES: [u8; 6] = *b"URFDLB";

/// The facelets of each place, first the one facing up or down, then clockwise. The eighth is
/// the corner that stays in place.
const PLACES: [[usize; 3]; 8] = [
    [3, 4, 9],
    [2, 8, 17],
    [0, 16, 21],
    [1, 20, 5],
    [13, 11, 6],
    [12, 19, 10],
    [15, 7, 22],
    [14, 23, 18],
];

/// The face of a facelet.
const fn face_of(facelet: usize) -> u8 {
    FACES[facelet / 4]
}

/// The letters of the 24 facelets: U, R, F, D, L and B, each row by row.
pub(super) fn facelets(corners: &Corners) -> [u8; 24] {
    let mut letters = [0; 24];
    for (place, sides) in PLACES.iter().enumerate() {
        let (corner, twist) = if place < 7 { corners.at(place) } else { (7, 0) };
        for (side, home) in PLACES[usize::from(corner)].iter().enumerate() {
            letters[sides[(side + usize::from(twist)) % 3]] = face_of(*home);
        }
    }
    letters
}

/// Reads 24 letters of faces; spaces are ignored.
///
/// # Errors
///
/// Returns the place of the first corner that no cube has, or an error if the cube cannot be
/// solved.
pub(super) fn parse_facelets(text: &str) -> Result<Corners, ParseError> {
    let letters: Vec<(usize, u8)> =
        text.bytes().enumerate().filter(|(_, letter)| !letter.is_ascii_whitespace()).collect();
    let home = |corner: usize| PLACES[corner].map(face_of);
    let mut corners = [(0, 0); 7];
    for (place, sides) in PLACES.iter().enumerate() {
        let shown = sides.map(|side| letters[side].1);
        let wrong = |expected: &str| {
            let (offset, found) = (letters[sides[0]].0, String::from_utf8_lossy(&shown));
            ParseError::at(text, offset, 1, format!("a corner of {found}"), expected)
        };
        let found = (0..8).find_map(|corner| {
            let twist = (0..3).find(|&twist| {
                (0..3).all(|side| home(corner)[side] == shown[(side + twist) % 3])
            })?;
            Some((corner as u8, twist as u8))
        });
        let Some(found) = found else {
            return Err(wrong("three faces that meet at a corner, clockwise"));
        };
        match corners.get_mut(place) {
            _ if place == 7 && found != (7, 0) => {
                return Err(wrong("D, B and L at the back, bottom, left: reorient the cube"));
            }
            Some(corner) => *corner = found,
            None => {}
        }
    }
    Corners::new(corners).ok_or_else(|| {
        let expected = "each corner once, and corner twists that sum to a multiple of three";
        ParseError::about(text, text.trim(), expected)
    })
}
