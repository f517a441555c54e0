//! The record of a position or state, in 64 bits.

use tremaux_core::Bound;
#[cfg(doc)]
use tremaux_core::HashedGame;

/// The record of a position or state.
///
/// A game-tree search stores a score and its search depth in plies. A depth-first search for
/// paths stores in `value` a lower bound on the cost to a goal, with [`Bound::AtLeast`], and in
/// `draft` the cost g of the current path; the search must ensure that costs fit
/// ([`Record::MAX_VALUE`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// A score or a cost, of 24 bits with its sign.
    pub value: i32,
    /// The search effort behind the value: plies, or the cost budget.
    pub draft: u16,
    /// How the value relates to the true value.
    pub bound: Bound,
    /// Whether a deeper search would give the same value.
    pub is_exact: bool,
    /// The [`HashedGame::code`] of the move to try first, or [`NO_MOVE`](tremaux_core::NO_MOVE).
    pub code: u16,
}

impl Record {
    /// The greatest value; the least is its negation.
    pub const MAX_VALUE: i32 = (1 << 23) - 1;

    /// Bits, low to high: code 16, draft 16, value 24, bound 2 (not 0), exact 1, age 5.
    #[inline]
    pub(crate) fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.code)
            | u64::from(self.draft) << 16
            | u64::from(self.value as u32 & 0xFF_FFFF) << 32
            | bound << 56
            | u64::from(self.is_exact) << 58
            | u64::from(age) << 59
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Self {
        Self {
            value: ((data >> 32) as i32) << 8 >> 8,
            draft: (data >> 16) as u16,
            bound: match data >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            is_exact: data >> 58 & 1 == 1,
            code: data as u16,
        }
    }
}
