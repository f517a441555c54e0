//! Counts per kind, packed into one word.

/// The number of members of each kind: at most sixteen kinds with fifteen members each, four
/// bits per kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crowd(u64);

impl tremaux_core::codes::ActionCode for Crowd {
    #[inline]
    fn code(self) -> u64 {
        self.0
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(code)
    }
}

impl Crowd {
    /// The maximum number of kinds.
    pub const MOST_KINDS: usize = 16;
    /// The maximum number of one kind.
    pub const MOST_OF_A_KIND: u32 = 15;

    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;

    /// The number of members of `kind`.
    #[inline]
    #[must_use]
    pub const fn of(self, kind: usize) -> u32 {
        (self.0 >> (4 * kind) & 15) as u32
    }

    /// With `count` more of `kind`; the sum must not exceed [`Crowd::MOST_OF_A_KIND`].
    #[inline]
    #[must_use]
    pub const fn with(self, kind: usize, count: u32) -> Self {
        Self(self.0 + ((count as u64) << (4 * kind)))
    }

    /// The sum of two crowds; no count may exceed [`Crowd::MOST_OF_A_KIND`].
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The difference; `other` must be a part of the crowd.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Whether all of `other` are among them.
    #[inline]
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        // Every other kind, with a guard bit above each that is cleared by a borrow.
        const GUARD: u64 = 0x1010_1010_1010_1010;
        let even = (self.0 & Self::LOW | GUARD) - (other.0 & Self::LOW);
        let odd = (self.0 >> 4 & Self::LOW | GUARD) - (other.0 >> 4 & Self::LOW);
        even & odd & GUARD == GUARD
    }

    /// The total number.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        let bytes = (self.0 & Self::LOW) + (self.0 >> 4 & Self::LOW);
        let mut count = 0;
        let mut rest = bytes;
        while rest != 0 {
            count += (rest & 255) as u32;
            rest >>= 8;
        }
        count
    }

    /// Whether the crowd is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two crowds have a kind in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.kinds() & other.kinds() != 0
    }

    /// A bit for each kind that is present, four bits apart.
    #[inline]
    const fn kinds(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        (pairs | pairs >> 2) & 0x1111_1111_1111_1111
    }

    /// The kinds that are present, with their counts.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (usize, u32)> {
        let all = (0..Self::MOST_KINDS).map(move |kind| (kind, self.of(kind)));
        all.filter(|(_, count)| *count > 0)
    }

    /// The word.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The crowd packed in this word.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}
