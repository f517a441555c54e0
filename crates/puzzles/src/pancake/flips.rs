//! Flips.

use std::fmt;
use std::num::NonZeroU8;

/// A flip of this many pancakes from the top, at least two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flip(NonZeroU8);

impl Flip {
    /// The flip of `count` pancakes; `None` for fewer than two, which changes nothing.
    #[inline]
    pub const fn new(count: u8) -> Option<Self> {
        match NonZeroU8::new(count) {
            Some(number) if count > 1 => Some(Self(number)),
            _ => None,
        }
    }

    /// The number of flipped pancakes.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.get() as usize
    }
}

impl tremaux_core::codes::ActionCode for Flip {
    #[inline]
    fn code(self) -> u64 {
        self.0.get().into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self::new(code as u8).expect("the number of a flip")
    }
}

impl fmt::Debug for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flip of {}", self.count())
    }
}

/// An iterator over flips, from few pancakes to many, optionally without one of them. Takes
/// three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flips {
    next: u8,
    last: u8,
    left_out: u8,
}

impl Default for Flips {
    /// None.
    fn default() -> Self {
        Self { next: 2, last: 1, left_out: 0 }
    }
}

impl Flips {
    /// All flips of a stack of `pancakes` except `left_out`.
    #[inline]
    pub fn of(pancakes: usize, left_out: Option<Flip>) -> Self {
        let left_out = left_out.map_or(0, |flip| flip.0.get());
        let mut flips = Self { next: 2, last: pancakes as u8, left_out };
        flips.pass();
        flips
    }

    /// Skips the excluded flip.
    #[inline]
    fn pass(&mut self) {
        if self.next == self.left_out {
            self.next += 1;
            self.left_out = 0;
        }
    }
}

impl Iterator for Flips {
    type Item = Flip;

    #[inline]
    fn next(&mut self) -> Option<Flip> {
        let flip = Flip::new(self.next).filter(|_| self.next <= self.last)?;
        self.next += 1;
        self.pass();
        Some(flip)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let all = (self.last + 1).saturating_sub(self.next);
        let is_less = (self.next..=self.last).contains(&self.left_out);
        let count = usize::from(all - u8::from(is_less));
        (count, Some(count))
    }
}

impl ExactSizeIterator for Flips {}
