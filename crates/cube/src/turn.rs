//! Turns of a face.

use std::fmt;
use std::num::NonZeroU8;

use tremaux_core::ParseError;

/// A face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Face {
    /// The upper one.
    U,
    /// The right one.
    R,
    /// The front.
    F,
    /// The lower one.
    D,
    /// The left one.
    L,
    /// The back.
    B,
}

impl Face {
    /// All faces, each three places before the opposite one.
    pub const ALL: [Self; 6] = [Self::U, Self::R, Self::F, Self::D, Self::L, Self::B];

    /// The opposite face.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The letter.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"URFDLB"[self as usize]
    }
}

/// A face turned clockwise by one, two or three quarters, which counts as one turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(NonZeroU8);

impl tremaux_core::codes::ActionCode for Turn {
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
    /// The number of turns.
    pub const COUNT: usize = 18;

    /// The turn of `face` by this many quarters; `None` if it is not one, two or three.
    #[inline]
    pub const fn new(face: Face, quarters: u8) -> Option<Self> {
        match NonZeroU8::new(face as u8 * 3 + quarters) {
            Some(number) if 1 <= quarters && quarters <= 3 => Some(Self(number)),
            _ => None,
        }
    }

    /// The number of the turn, from 0: three for each face, in the order of [`Face::ALL`].
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The turn of this number.
    ///
    /// # Panics
    ///
    /// Panics if `number` is [`Turn::COUNT`] or more.
    #[inline]
    pub const fn of_number(number: usize) -> Self {
        assert!(number < Self::COUNT);
        match NonZeroU8::new(number as u8 + 1) {
            Some(number) => Self(number),
            None => unreachable!(),
        }
    }

    /// All turns, by number.
    pub(crate) fn all() -> [Self; Self::COUNT] {
        std::array::from_fn(Self::of_number)
    }

    /// The face.
    #[inline]
    #[must_use]
    pub const fn face(self) -> Face {
        Face::ALL[self.number() / 3]
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

    /// A turn in words: a face, and `2`, `'`, `1` or `3` for the quarters.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        let mut letters = word.chars();
        let letter = letters.next()?;
        let face = Face::ALL.into_iter().find(|face| char::from(face.letter()) == letter)?;
        let quarters = match letters.as_str() {
            "" | "1" => 1,
            "2" | "2'" => 2,
            "'" | "’" | "3" => 3,
            _ => return None,
        };
        Self::new(face, quarters)
    }

    /// Reads one turn.
    ///
    /// # Errors
    ///
    /// Returns an error if `word`, a part of `text`, is not a turn.
    pub(crate) fn parse(text: &str, word: &str) -> Result<Self, ParseError> {
        Self::of_word(word).ok_or_else(|| {
            let expected = "a turn of U, R, F, D, L or B, for example `R`, `U2` or `F'`";
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

/// A set of turns, and an iterator over them, the lowest number first. Takes four bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns(u32);

impl Turns {
    /// All turns.
    pub const ALL: Self = Self((1 << 18) - 1);
    /// The turns of U, R and F.
    pub const OF_THREE_FACES: Self = Self((1 << 9) - 1);
    /// The turns that keep a cube in the subgroup of the second phase: all of U and D, half
    /// turns of the others.
    pub(crate) const SECOND_PHASE: Self = Self(0b010_010_111_010_010_111);

    /// These turns without those of `face`.
    #[inline]
    #[must_use]
    pub const fn without(self, face: Face) -> Self {
        Self(self.0 & !(0b111 << (3 * face as u32)))
    }

    /// These turns without those of the face of `last`: one turn can replace two.
    #[inline]
    #[must_use]
    pub const fn after(self, last: Turn) -> Self {
        self.without(last.face())
    }

    /// These turns without those of the face of `last` and, after D, L or B, of the opposite
    /// face: turns of opposite faces commute, so one order of them is enough.
    #[inline]
    #[must_use]
    pub const fn in_order_after(self, last: Turn) -> Self {
        const LEFT: [u32; 6] = {
            let mut left = [0; 6];
            let mut face = 0;
            while face < 6 {
                let opposite = if face >= 3 { 0b111 << (3 * (face - 3)) } else { 0 };
                left[face] = !(0b111 << (3 * face) | opposite);
                face += 1;
            }
            left
        };
        Self(self.0 & LEFT[last.number() / 3])
    }

    /// These turns without `others`.
    #[inline]
    pub(crate) const fn except(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The number of these turns before `turn`.
    #[inline]
    pub(crate) const fn count_before(self, turn: Turn) -> usize {
        (self.0 & ((1 << turn.number()) - 1)).count_ones() as usize
    }

    /// Whether `turn` is one of them.
    #[inline]
    #[must_use]
    pub const fn contains(self, turn: Turn) -> bool {
        self.0 >> turn.number() & 1 == 1
    }
}

impl FromIterator<Turn> for Turns {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Self {
        Self(turns.into_iter().fold(0, |set, turn| set | 1 << turn.number()))
    }
}

impl Iterator for Turns {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Turn::of_number(number as usize))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Turns {}

#[cfg(test)]
mod tests {
    use super::Turns;

    #[test]
    fn the_second_phase_keeps_to_its_turns() {
        let second: Vec<String> = Turns::SECOND_PHASE.map(|turn| turn.to_string()).collect();
        assert_eq!(second.join(" "), "U U2 U' R2 F2 D D2 D' L2 B2");
    }
}
