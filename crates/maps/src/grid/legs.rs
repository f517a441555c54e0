//! How paths may begin.

use super::cell::Direction;

/// A set of possible beginnings of a path: the direction of its first leg, and the side to which
/// it turns if it turns before its first jump point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Legs(u16);

impl Legs {
    /// The number of beginnings: eight directions, and two sides for each of the four directions
    /// from which a jump may turn.
    pub(super) const KINDS: usize = 16;
    /// Every way.
    pub(super) const ALL: Self = Self(u16::MAX);
    /// No way.
    pub(super) const NONE: Self = Self(0);

    #[inline]
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Straight on in this direction.
    #[inline]
    pub(super) const fn straight(first: Direction) -> Self {
        Self(1 << first as u16)
    }

    /// In this direction, then to the left, side 0, or to the right, side 1.
    #[inline]
    pub(super) const fn turned(first: Direction, side: usize) -> Self {
        Self(1 << (8 + (first as usize & !1) + side))
    }

    /// The ways in either set.
    #[inline]
    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have a way in common.
    #[inline]
    #[must_use]
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The numbers of the ways in the set.
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = usize> {
        (0..Self::KINDS).filter(move |kind| self.0 >> kind & 1 != 0)
    }
}
