//! Representations of a stack of pancakes.

use std::fmt::Debug;
use std::hash::Hash;

use tremaux_core::FixedPacked;

/// A stack as used by a search: the sizes of the pancakes from the top, 0 for the smallest.
///
/// The number of pancakes is not part of it.
pub trait Stack: Copy + Eq + Debug + Send + Sync + 'static {
    /// The stored form.
    type Packed: Copy + Eq + Ord + Hash + Debug + FixedPacked + Send + Sync + 'static;

    /// The maximum number of pancakes it holds.
    const MOST: usize;

    /// The pile with these sizes from the top.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`Stack::MOST`].
    fn from_sizes(sizes: &[u8]) -> Self;

    /// The size of the pancake at `place`, 0 for the top.
    fn size(&self, place: usize) -> usize;

    /// Turns over `count` pancakes from the top.
    fn flip(&mut self, count: usize);

    /// The stored form.
    fn pack(&self) -> Self::Packed;

    /// The stack that [`Stack::pack`] packed.
    fn unpack(packed: Self::Packed) -> Self;
}

/// Up to 16 pancakes in 64 bits, four each, the top lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack64(u64);

impl Stack for Stack64 {
    type Packed = u64;

    const MOST: usize = 16;

    fn from_sizes(sizes: &[u8]) -> Self {
        assert!(sizes.len() <= Self::MOST, "{} pancakes", sizes.len());
        Self(sizes.iter().rev().fold(0, |all, &size| all << 4 | u64::from(size)))
    }

    #[inline]
    fn size(&self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize
    }

    /// Reverses all sixteen by exchanging halves down to half-bytes, then shifts the flipped
    /// ones down.
    #[inline]
    fn flip(&mut self, count: usize) {
        const HIGH: u64 = 0xF0F0_F0F0_F0F0_F0F0;
        let bytes = self.0.swap_bytes();
        let turned = (bytes & HIGH) >> 4 | (bytes & !HIGH) << 4;
        let below = (!0_u64).wrapping_shl(4 * count as u32) * u64::from(count < 16);
        self.0 = self.0 & below | turned >> (64 - 4 * count);
    }

    #[inline]
    fn pack(&self) -> u64 {
        self.0
    }

    #[inline]
    fn unpack(packed: u64) -> Self {
        Self(packed)
    }
}

/// Up to 128 pancakes, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteStack([u8; 128]);

impl Stack for ByteStack {
    type Packed = [u8; 128];

    const MOST: usize = 128;

    fn from_sizes(sizes: &[u8]) -> Self {
        let mut all = [0; 128];
        all[..sizes.len()].copy_from_slice(sizes);
        Self(all)
    }

    #[inline]
    fn size(&self, place: usize) -> usize {
        self.0[place].into()
    }

    #[inline]
    fn flip(&mut self, count: usize) {
        self.0[..count].reverse();
    }

    #[inline]
    fn pack(&self) -> [u8; 128] {
        self.0
    }

    #[inline]
    fn unpack(packed: [u8; 128]) -> Self {
        Self(packed)
    }
}
