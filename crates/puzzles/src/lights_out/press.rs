//! Presses and sets of them.

use tremaux_core::codes::ActionCode;

/// One cell pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Press(pub(super) u8);

impl Press {
    /// The number of the cell, row by row from 0.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> usize {
        self.0 as usize
    }
}

impl ActionCode for Press {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(code as u8)
    }
}

/// A set of presses, which it iterates over in the order of the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Presses(pub(super) u64);

impl Iterator for Presses {
    type Item = Press;

    #[inline]
    fn next(&mut self) -> Option<Press> {
        let cell = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(Press(cell))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Presses {}
