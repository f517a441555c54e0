//! The notation of moves: turns of faces, wide turns, slices, rotations and groups.

use tremaux_core::ParseError;

use crate::{Face, Turn};

/// The greatest number of moves that a text may stand for.
const MOST: usize = 10_000;

/// What a move moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layers {
    /// A face.
    Face(Face),
    /// A face and the slice beside it.
    Wide(Face),
    /// The slice beside a face, in the direction of that face.
    Slice(Face),
    /// The whole cube, in the direction of a face.
    All(Face),
}

/// A move as it is written.
#[derive(Clone, Copy)]
struct Move<'a> {
    /// Its part of the text.
    word: &'a str,
    layers: Layers,
    /// Quarters clockwise, 1 to 3.
    quarters: u8,
}

/// The signs for a turn counterclockwise.
pub(crate) fn is_prime(sign: char) -> bool {
    "'’‘′`´".contains(sign)
}

/// The layers that a letter stands for, with `w` behind it or not.
fn layers(letter: char, is_wide: bool) -> Option<Layers> {
    let capital = letter.to_ascii_uppercase();
    let face = Face::ALL.into_iter().find(|face| char::from(face.letter()) == capital);
    match (face, letter) {
        (Some(face), _) if is_wide != letter.is_ascii_lowercase() => Some(Layers::Wide(face)),
        (Some(face), _) if !is_wide => Some(Layers::Face(face)),
        (None, 'M') if !is_wide => Some(Layers::Slice(Face::L)),
        (None, 'E') if !is_wide => Some(Layers::Slice(Face::D)),
        (None, 'S') if !is_wide => Some(Layers::Slice(Face::F)),
        (None, 'x') if !is_wide => Some(Layers::All(Face::R)),
        (None, 'y') if !is_wide => Some(Layers::All(Face::U)),
        (None, 'z') if !is_wide => Some(Layers::All(Face::F)),
        _ => None,
    }
}

/// The number behind a move or a group, and whether it is undone; `None` for another text.
fn suffix(text: &str) -> Option<(u32, bool)> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let primes = text.chars().filter(|&sign| is_prime(sign)).count();
    let is_suffix = digits.len() + primes == text.chars().count() && primes < 2;
    // The digits are together, before or behind the prime.
    let is_together = text.trim_matches(is_prime).len() == digits.len();
    let number = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    (is_suffix && is_together).then_some((number, primes == 1))
}

/// Reads moves, with or without spaces between them; `expected` says which.
fn moves<'a>(text: &'a str, expected: &str) -> Result<Vec<Move<'a>>, ParseError> {
    let mut all: Vec<Move<'_>> = Vec::new();
    // The brackets that are open: the sign, and the number of moves before it.
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let is_wide = rest[letter.len_utf8()..].starts_with(['w', 'W']);
        let head = letter.len_utf8() + usize::from(is_wide);
        let tail = &rest[head..];
        let is_suffix = |sign: char| sign.is_ascii_digit() || is_prime(sign);
        let length = tail.find(|sign: char| !is_suffix(sign)).unwrap_or(tail.len());
        let (word, behind) = rest.split_at(head + length);
        let read = suffix(&tail[..length]);
        match letter {
            '(' | '[' if length == 0 && !is_wide => open.push((word, all.len())),
            ')' | ']' if !is_wide => {
                let opening = if letter == ')' { "(" } else { "[" };
                let group = open.pop().filter(|(sign, _)| *sign == opening);
                let expected = || format!("`{opening}` before `{letter}`");
                let (_, start) = group.ok_or_else(|| ParseError::about(text, word, expected()))?;
                let (times, is_inverse) =
                    read.filter(|(times, _)| (1..=99).contains(times)).ok_or_else(|| {
                        ParseError::about(text, word, "a number up to 99 or `'` behind a bracket")
                    })?;
                let mut group = all.split_off(start);
                if is_inverse {
                    group.reverse();
                    group.iter_mut().for_each(|it| it.quarters = 4 - it.quarters);
                }
                for _ in 0..times {
                    all.extend_from_slice(&group);
                    if all.len() > MOST {
                        return Err(ParseError::about(text, word, format!("at most {MOST} moves")));
                    }
                }
            }
            _ => {
                let quarters = read.and_then(|(number, is_inverse)| match (number, is_inverse) {
                    (1..=3, false) => Some(number as u8),
                    (1..=3, true) => Some(4 - number as u8),
                    _ => None,
                });
                let found = layers(letter, is_wide).zip(quarters);
                let (layers, quarters) =
                    found.ok_or_else(|| ParseError::about(text, word, expected))?;
                all.push(Move { word, layers, quarters });
            }
        }
        rest = behind.trim_start();
    }
    match open.pop() {
        Some((sign, _)) => Err(ParseError::about(text, sign, "a bracket that is closed")),
        None => Ok(all),
    }
}

/// Where the faces are when the cube is held as after some rotations: the face at each place.
struct Held([Face; 6]);

impl Held {
    fn at(&self, face: Face) -> Face {
        self.0[face as usize]
    }

    /// Rotates the cube in the direction of a face.
    fn rotate(&mut self, direction: Face, quarters: u8) {
        // The four other faces, each of which goes to the place of the next.
        let cycle = match direction {
            Face::R => [Face::F, Face::U, Face::B, Face::D],
            Face::L => [Face::D, Face::B, Face::U, Face::F],
            Face::U => [Face::F, Face::L, Face::B, Face::R],
            Face::D => [Face::R, Face::B, Face::L, Face::F],
            Face::F => [Face::U, Face::R, Face::D, Face::L],
            Face::B => [Face::L, Face::D, Face::R, Face::U],
        };
        for _ in 0..quarters {
            let before = self.0;
            for (at, &from) in cycle.iter().enumerate() {
                self.0[cycle[(at + 1) % 4] as usize] = before[from as usize];
            }
        }
    }
}

/// The same turns without those that cancel or add up to another, of one face or beside turns of
/// the opposite face.
pub(crate) fn shortened(turns: &[Turn]) -> Vec<Turn> {
    let mut short: Vec<Turn> = Vec::new();
    for &turn in turns {
        let is_beside = |last: &Turn| last.face() == turn.face().opposite();
        let from = short.len() - short.iter().rev().take(1).filter(|last| is_beside(last)).count();
        let at = from.checked_sub(1).filter(|&at| short[at].face() == turn.face());
        match at {
            None => short.push(turn),
            Some(at) => {
                let quarters = (short[at].quarters() + turn.quarters()) % 4;
                match Turn::new(turn.face(), quarters) {
                    Some(sum) => short[at] = sum,
                    None => drop(short.remove(at)),
                }
            }
        }
    }
    short
}

/// Reads turns of faces alone, each with its part of the text; `None` for other moves.
///
/// # Errors
///
/// Returns the place of what is not a move, where this was `expected`.
pub(crate) fn face_turns<'a>(
    text: &'a str,
    expected: &str,
) -> Result<Vec<(&'a str, Option<Turn>)>, ParseError> {
    let turn = |it: Move<'a>| match it.layers {
        Layers::Face(face) => (it.word, Turn::new(face, it.quarters)),
        Layers::Wide(_) | Layers::Slice(_) | Layers::All(_) => (it.word, None),
    };
    Ok(moves(text, expected)?.into_iter().map(turn).collect())
}

/// Reads moves and translates them to turns of the faces, which are named after the centers, as
/// they are at the beginning.
///
/// # Errors
///
/// Returns the place of what is not a move.
pub(crate) fn turns(text: &str) -> Result<Vec<Turn>, ParseError> {
    let mut held = Held(Face::ALL);
    let mut turns = Vec::new();
    const MOVE: &str = "a turn of U, R, F, D, L or B, for example `R`, `U2` or `F'`, a wide turn \
                        such as `r` or `Rw`, a slice M, E or S, or a rotation x, y or z";
    for Move { layers, quarters, .. } in moves(text, MOVE)? {
        let (faces, rotation) = match layers {
            Layers::Face(face) => ([Some((face, quarters)), None], None),
            Layers::Wide(face) => ([Some((face.opposite(), quarters)), None], Some(face)),
            Layers::Slice(face) => {
                let (here, there) = ((face, 4 - quarters), (face.opposite(), quarters));
                ([Some(here), Some(there)], Some(face))
            }
            Layers::All(face) => ([None, None], Some(face)),
        };
        let turned = faces.into_iter().flatten();
        turns.extend(turned.filter_map(|(face, quarters)| Turn::new(held.at(face), quarters)));
        if let Some(direction) = rotation {
            held.rotate(direction, quarters);
        }
    }
    Ok(turns)
}
