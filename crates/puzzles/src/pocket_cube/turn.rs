//! Turns of a face.

use std::fmt;
use std::num::NonZeroU8;

use tremaux_core::ParseError;

/// A face that can be turned; the corner of the other three faces stays in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Face {
    /// The upper one.
    U,
    /// The right one.
    R,
    /// The front.
    F,
}

impl Face {
    /// All values.
    pub const ALL: [Self; 3] = [Self::U, Self::R, Self::F];
}

/// A face turned clockwise by one, two or three quarters, which counts as one turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(NonZeroU8);

impl tremaux_core::erased::ActionCode for Turn {
    #[inline]
    fn code(self) -> u64 {
        self.0.get().into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(NonZeroU8::new(code as u8).expect("the number of a turn"))
    }
}

impl Turn {
    /// The turn of `face` by this many quarters; `None` if it is not one, two or three.
    #[inline]
    #[must_use]
    pub const fn new(face: Face, quarters: u8) -> Option<Self> {
        match NonZeroU8::new(face as u8 * 3 + quarters) {
            Some(number) if 1 <= quarters && quarters <= 3 => Some(Self(number)),
            _ => None,
        }
    }

    /// The face.
    #[inline]
    #[must_use]
    pub const fn face(self) -> Face {
        Face::ALL[(self.0.get() - 1) as usize / 3]
    }

    /// The number of clockwise quarters, 1 to 3.
    #[inline]
    #[must_use]
    pub const fn quarters(self) -> u8 {
        (self.0.get() - 1) % 3 + 1
    }

    /// The turn that undoes this one.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        match Self::new(self.face(), 4 - self.quarters()) {
            Some(turn) => turn,
            None => unreachable!(),
        }
    }

    /// Reads one turn: a face, and `2`, `'`, `1` or `3` for the quarters.
    ///
    /// # Errors
    ///
    /// Returns an error if `word`, a part of `text`, is not a turn.
    pub(super) fn parse(text: &str, word: &str) -> Result<Self, ParseError> {
        let mut letters = word.chars();
        let face = match letters.next() {
            Some('U') => Some(Face::U),
            Some('R') => Some(Face::R),
            Some('F') => Some(Face::F),
            _ => None,
        };
        let quarters = match letters.as_str() {
            "" | "1" => Some(1),
            "2" | "2'" => Some(2),
            "'" | "’" | "3" => Some(3),
            _ => None,
        };
        let turn = face.zip(quarters).and_then(|(face, quarters)| Self::new(face, quarters));
        turn.ok_or_else(|| {
            let expected = "a turn of U, R or F, for example `R`, `U2` or `F'`: the corner at the \
                            back, bottom, left stays in place";
            ParseError::about(text, word, expected)
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", self.face(), ["", "2", "'"][usize::from(self.quarters()) - 1])
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// An iterator over the nine turns, without those of one face. Takes two bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// The number of the next turn; 0 after the last.
    next: u8,
    /// The number of the first excluded turn, 0 for none.
    left_out: u8,
}

impl Turns {
    /// All turns except those of the face of `last`, as two turns of a face are one.
    #[inline]
    #[must_use]
    pub const fn after(last: Option<Turn>) -> Self {
        let left_out = match last {
            Some(turn) => turn.face() as u8 * 3 + 1,
            None => 0,
        };
        Self { next: if left_out == 1 { 4 } else { 1 }, left_out }
    }
}

impl Iterator for Turns {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        let turn = NonZeroU8::new(self.next).map(Turn)?;
        self.next += 1;
        if self.next == self.left_out {
            self.next += 3;
        }
        if self.next > 9 {
            self.next = 0;
        }
        Some(turn)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.next == 0 { 0 } else { 10 - self.next };
        let is_less = self.next != 0 && self.left_out > self.next;
        let count = usize::from(left - if is_less { 3 } else { 0 });
        (count, Some(count))
    }
}

impl ExactSizeIterator for Turns {}

#[cfg(test)]
mod tests {
    use super::{Face, Turn, Turns};

    #[test]
    fn turns_of_one_face_are_left_out() {
        let all: Vec<String> = Turns::after(None).map(|turn| turn.to_string()).collect();
        assert_eq!(all.join(" "), "U U2 U' R R2 R' F F2 F'");
        for face in Face::ALL {
            for quarters in 1..=3 {
                let last = Turn::new(face, quarters).expect("a turn");
                assert_eq!(last.inverse().inverse(), last);
                let mut rest = Turns::after(Some(last));
                for left in (0..6).rev() {
                    assert_eq!(rest.len(), left + 1);
                    assert_ne!(rest.next().expect("six of them").face(), face);
                }
                assert_eq!((rest.len(), rest.next()), (0, None));
            }
        }
        assert_eq!(Turns::default().len(), 0);
        assert!(Turn::new(Face::U, 0).is_none() && Turn::new(Face::U, 4).is_none());
    }
}
