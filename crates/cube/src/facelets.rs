//! The facelets: the coloured sides of the corners and edges.

use tremaux_core::ParseError;

use crate::Turn;
use crate::moves::{is_prime, turns};
use crate::{Cubies, Face};

/// The facelets of each place of a corner, the one facing up or down first, then clockwise.
const CORNERS: [[usize; 3]; 8] = [
    [8, 9, 20],
    [6, 18, 38],
    [0, 36, 47],
    [2, 45, 11],
    [29, 26, 15],
    [27, 44, 24],
    [33, 53, 42],
    [35, 17, 51],
];

/// The facelets of each place of an edge.
const EDGES: [[usize; 2]; 12] = [
    [5, 10],
    [7, 19],
    [3, 37],
    [1, 46],
    [32, 16],
    [28, 25],
    [30, 43],
    [34, 52],
    [23, 12],
    [21, 41],
    [50, 39],
    [48, 14],
];

/// The face of a facelet of the solved cube.
const fn face_of(facelet: usize) -> Face {
    Face::ALL[facelet / 9]
}

impl Cubies {
    /// The face from which each of the 54 facelets comes: U, R, F, D, L and B, each row by row,
    /// as seen from outside, U above F and D below it.
    pub fn facelets(&self) -> [Face; 54] {
        let mut faces: [Face; 54] = std::array::from_fn(face_of);
        for (place, sides) in CORNERS.iter().enumerate() {
            let (corner, twist) = self.corner(place);
            for (side, home) in CORNERS[usize::from(corner)].iter().enumerate() {
                faces[sides[(side + usize::from(twist)) % 3]] = face_of(*home);
            }
        }
        for (place, sides) in EDGES.iter().enumerate() {
            let (edge, flip) = self.edge(place);
            for (side, home) in EDGES[usize::from(edge)].iter().enumerate() {
                faces[sides[side ^ usize::from(flip)]] = face_of(*home);
            }
        }
        faces
    }

    /// Reads moves from the solved cube, as `R U2 F'` or `R1 U2 F3`, or 54 facelets in six
    /// characters of any kind: the faces U, R, F, D, L and B, row by row. The characters in the
    /// centers stand for the faces; white space is ignored.
    ///
    /// Moves are turns of faces, wide turns (`r`, `Rw`), slices (`M`, `E`, `S`) and rotations (`x`,
    /// `y`, `z`), with or without spaces; a group in brackets may be repeated or undone:
    /// `(RUR'U')3`. The cube is then held by its centers as at the beginning, whatever the
    /// rotations.
    ///
    /// ```
    /// use tremaux::puzzles::cube::Cubies;
    /// assert_eq!(Cubies::parse("x U x'")?, Cubies::parse("F")?);
    /// assert_eq!(Cubies::parse("M2E2S2")?, Cubies::parse("R2 L2 U2 D2 F2 B2")?);
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the place of what is not a turn, or the reason why the facelets are not those of
    /// a cube that can be solved.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        match Self::parse_either(text)? {
            Either::Turns(turns) => Ok(Self::after(turns)),
            Either::Facelets(cubies) => Ok(cubies),
        }
    }

    /// Reads turns from the solved cube, or facelets.
    pub(crate) fn parse_either(text: &str) -> Result<Either, ParseError> {
        // A face of facelets at least; moves that are so many have other signs among them.
        let is_face = |word: &str| {
            let is_sign = |sign: char| is_prime(sign) || "123()[]".contains(sign);
            word.chars().count() >= 9 && !word.contains(is_sign)
        };
        if text.split_whitespace().any(is_face) {
            return parse_facelets(text).map(Either::Facelets);
        }
        let count = text.chars().filter(|sign| !sign.is_whitespace()).count();
        let start = text.len() - text.trim_start().len();
        match turns(text) {
            Ok(turns) => Ok(Either::Turns(turns)),
            // Colours that are not letters of faces; half of the facelets may be missing.
            Err(error) if count == 54 || count > 27 && error.offset == start => {
                parse_facelets(text).map(Either::Facelets)
            }
            Err(error) => Err(error),
        }
    }
}

/// What a text describes a cube by.
pub(crate) enum Either {
    /// Turns from the solved cube.
    Turns(Vec<Turn>),
    /// Its facelets.
    Facelets(Cubies),
}

/// Reads 54 characters that are not white space.
fn parse_facelets(text: &str) -> Result<Cubies, ParseError> {
    let (all, centers) = read_colours(text)?;
    let wrong = |facelet: usize, found: String, expected: &str| {
        let (offset, letter) = all[facelet];
        ParseError::at(text, offset, letter.len_utf8(), found, expected)
    };
    // Every colour is one of the six centers'.
    let face = |facelet: usize| {
        let found = centers.iter().position(|&center| center == all[facelet].1);
        Face::ALL[found.unwrap_or(0)]
    };
    let shown = |sides: &[usize]| -> String { sides.iter().map(|&side| all[side].1).collect() };
    let cubie = |kind: &str, sides: &[usize], homes: &dyn Fn(usize) -> Option<Vec<Face>>| {
        let (mut number, count) = (0, sides.len());
        while let Some(home) = homes(number) {
            let turned =
                |by: &usize| (0..count).all(|side| home[side] == face(sides[(side + by) % count]));
            if let Some(turned) = (0..count).find(turned) {
                return Ok((number as u8, turned as u8));
            }
            number += 1;
        }
        let expected = match count {
            3 => "colours of three faces that meet, clockwise",
            _ => "colours of two faces that meet",
        };
        Err(wrong(sides[0], format!("{kind} of {}", shown(sides)), expected))
    };
    let homes = |number: usize| CORNERS.get(number).map(|it| it.map(face_of).to_vec());
    let mut corners = [(0, 0); 8];
    for place in 0..8 {
        corners[place] = cubie("a corner", &CORNERS[place], &homes)?;
        if corners[..place].iter().any(|other| other.0 == corners[place].0) {
            let found = format!("a second corner of {}", shown(&CORNERS[place]));
            return Err(wrong(CORNERS[place][0], found, "each corner once"));
        }
    }
    let homes = |number: usize| EDGES.get(number).map(|it| it.map(face_of).to_vec());
    let mut edges = [(0, false); 12];
    for place in 0..12 {
        let (edge, flip) = cubie("an edge", &EDGES[place], &homes)?;
        edges[place] = (edge, flip == 1);
        if edges[..place].iter().any(|other| other.0 == edge) {
            let found = format!("a second edge of {}", shown(&EDGES[place]));
            return Err(wrong(EDGES[place][0], found, "each edge once"));
        }
    }
    Cubies::new(corners, edges).map_err(|reason| {
        let (start, length) = (all[0].0, text.trim().len());
        let expected = format!("a cube that can be solved, with {}", reason.rule());
        ParseError::at(text, start, length, reason.to_string(), expected)
    })
}

/// The place and the letter of a facelet.
type Facelet = (usize, char);

/// The 54 facelets, and the colours of the centers: six, each nine times.
fn read_colours(text: &str) -> Result<(Vec<Facelet>, [char; 6]), ParseError> {
    let all: Vec<Facelet> =
        text.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect();
    if all.len() < 54 {
        let expected = format!("54 facelets instead of {}, or turns such as `R U2 F'`", all.len());
        return Err(ParseError::at_end(text, expected));
    }
    let wrong = |facelet: usize, found: String, expected: &str| {
        let (offset, letter) = all[facelet];
        ParseError::at(text, offset, letter.len_utf8(), found, expected)
    };
    if all.len() > 54 {
        return Err(wrong(54, format!("facelet 55 of {}", all.len()), "54 facelets"));
    }
    let mut colours: Vec<char> = Vec::new();
    let mut counts = [0; 7];
    for (facelet, &(_, letter)) in all.iter().enumerate() {
        let known = colours.iter().position(|&colour| colour == letter);
        if known.is_none() && colours.len() == 6 {
            return Err(wrong(facelet, format!("a seventh colour, `{letter}`"), "six colours"));
        }
        let colour = known.unwrap_or_else(|| {
            colours.push(letter);
            colours.len() - 1
        });
        counts[colour] += 1;
        if counts[colour] == 10 {
            let total = all.iter().filter(|&&(_, other)| other == letter).count();
            let found = format!("`{letter}` for the tenth time of {total}");
            return Err(wrong(facelet, found, "each colour nine times"));
        }
    }
    let centers = std::array::from_fn::<_, 6, _>(|face| all[9 * face + 4].1);
    for (face, center) in centers.iter().enumerate() {
        if centers[..face].contains(center) {
            let found = format!("a second center of `{center}`");
            return Err(wrong(9 * face + 4, found, "a center of another colour"));
        }
    }
    Ok((all, centers))
}
