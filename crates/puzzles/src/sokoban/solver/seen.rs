//! Sets of positions.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};

use super::super::rules::Packed;

/// Uses the hash stored in a packed position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByCarriedHash;

/// The hasher of [`ByCarriedHash`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Carried(u64);

impl Hasher for Carried {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl BuildHasher for ByCarriedHash {
    type Hasher = Carried;

    fn build_hasher(&self) -> Carried {
        Carried::default()
    }
}

/// The positions seen so far.
pub(super) type Seen<const W: usize> = HashSet<Packed<W>, ByCarriedHash>;
