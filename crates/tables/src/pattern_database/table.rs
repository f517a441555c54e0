//! A database in memory or mapped.

use std::fmt;

use crate::mapped::Bytes;

/// The number of bits of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// Two bits: distances modulo 3, four in a byte, the first index in the lowest bits.
    Crumb,
    /// Four bits: entries up to 15, two in a byte, the even index in the low half.
    Nibble,
    /// Eight bits.
    Byte,
}

impl Width {
    /// The number of bytes for this many entries.
    #[inline]
    #[must_use]
    pub const fn bytes(self, entries: usize) -> usize {
        match self {
            Self::Crumb => entries.div_ceil(4),
            Self::Nibble => entries.div_ceil(2),
            Self::Byte => entries,
        }
    }

    /// The bits of an entry: 2, 4 or 8.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        match self {
            Self::Crumb => 2,
            Self::Nibble => 4,
            Self::Byte => 8,
        }
    }
}

/// A table with an entry for every index of a [`PatternSpace`](super::PatternSpace): the value
/// of [`stored`](super::PatternSpace::stored) for its distance, or 0 if no goal can be reached.
/// Entries of two bits are distances [modulo 3](super::PatternSpace::is_modulo_three), or 3 if no
/// goal can be reached.
///
/// A lookup takes a few instructions and, in a large table, one cache miss.
pub struct PatternDatabase {
    store: Bytes,
    /// The offset of the entries.
    from: usize,
    /// How far an index is shifted: 2 for crumbs, 1 for nibbles, 0 for bytes.
    shift: u32,
    mask: u8,
    entries: usize,
}

impl PatternDatabase {
    /// A database from these bytes, or `None` if their number does not match.
    pub fn from_bytes(width: Width, entries: usize, bytes: Vec<u8>) -> Option<Self> {
        Self::new(width, entries, Bytes::Owned(bytes), 0)
    }

    /// A database from the bytes of `store` after the first `from`.
    pub(super) fn new(width: Width, entries: usize, store: Bytes, from: usize) -> Option<Self> {
        let (shift, mask) = match width {
            Width::Crumb => (2, 3),
            Width::Nibble => (1, 0xF),
            Width::Byte => (0, 0xFF),
        };
        let from = from.min(store.as_slice().len());
        let database = Self { store, from, shift, mask, entries };
        (database.bytes().len() == width.bytes(entries)).then_some(database)
    }

    /// The entry of `index`.
    ///
    /// # Panics
    ///
    /// Panics if the index is out of range.
    #[inline]
    pub fn get(&self, index: usize) -> u8 {
        // This avoids a branch on the width: an index of bytes is shifted by zero.
        let byte = self.bytes()[index >> self.shift];
        let lane = index as u32 & ((1 << self.shift) - 1);
        byte >> (lane << (3 - self.shift)) & self.mask
    }

    /// Prefetches the entry of `index`: see [`prefetch`](crate::prefetch).
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        crate::prefetch(self.bytes(), index >> self.shift);
    }

    /// The number of entries.
    #[inline]
    pub const fn len(&self) -> usize {
        self.entries
    }

    /// Whether there are no entries.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The bits of an entry.
    #[inline]
    pub const fn width(&self) -> Width {
        match self.shift {
            2 => Width::Crumb,
            1 => Width::Nibble,
            _ => Width::Byte,
        }
    }

    /// All entries as they are stored.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.store.as_slice()[self.from..]
    }

    /// The database in memory of its own, in huge pages if the system has them: lookups at random
    /// in hundreds of megabytes take half the time. Mapped, it is shared with other processes.
    #[must_use]
    pub fn in_huge_pages(self) -> Self {
        Self { store: self.store.in_huge_pages(), ..self }
    }

    /// Whether it is mapped from a file, and so shared with other processes.
    pub const fn is_mapped(&self) -> bool {
        self.store.is_mapped()
    }
}

impl fmt::Debug for PatternDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabase")
            .field("entries", &self.entries)
            .field("width", &self.width())
            .field("is_mapped", &self.is_mapped())
            .finish()
    }
}
