//! States as numbers: what is sorted, stored and sent.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

/// A packed state as an unsigned number.
pub trait Word:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + 'static
{
    /// The bytes of a state.
    type Bytes: AsRef<[u8]>;

    /// Its bytes, the lowest first.
    fn to_bytes(self) -> Self::Bytes;

    /// The state of these bytes, as many as a state has.
    fn of_bytes(bytes: &[u8]) -> Self;

    /// The number.
    fn wide(self) -> u128;

    /// The state with this number.
    fn narrow(number: u128) -> Self;

    /// The number of bits up to the highest that is set.
    fn bits(self) -> u32;

    /// The bits from `shift` on, as many as an index has; `shift` is less than the width.
    fn bits_from(self, shift: u32) -> usize;

    /// `self + step`, without what does not fit.
    fn plus(self, step: Self) -> Self;

    /// `self - before`, without what does not fit.
    fn minus(self, before: Self) -> Self;

    /// How many of the lowest bytes contain the number, at least one.
    fn length(self) -> usize;

    /// The number of the lowest bytes, of which there must be one at least.
    fn lowest(self, length: usize) -> Self;

    /// A hash that says which thread owns the state.
    #[inline]
    fn owner(self) -> u64 {
        let number = self.wide();
        let folded = (number as u64) ^ ((number >> 64) as u64).rotate_left(32);
        (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The thread that owns the state, among `workers`.
    #[inline]
    fn owner_of(self, workers: usize) -> usize {
        // The high bits as a fraction.
        ((u128::from(self.owner()) * workers as u128) >> 64) as usize
    }
}

macro_rules! impl_word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            type Bytes = [u8; size_of::<$word>()];

            #[inline]
            fn to_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            #[inline]
            fn of_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many as a state has"))
            }

            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn narrow(number: u128) -> Self {
                number as Self
            }

            #[inline]
            fn bits(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            #[inline]
            fn bits_from(self, shift: u32) -> usize {
                self.wrapping_shr(shift) as usize
            }

            #[inline]
            fn plus(self, step: Self) -> Self {
                self.wrapping_add(step)
            }

            #[inline]
            fn minus(self, before: Self) -> Self {
                self.wrapping_sub(before)
            }

            #[inline]
            fn length(self) -> usize {
                ((Self::BITS + 7 - (self | 1).leading_zeros()) / 8) as usize
            }

            #[inline]
            fn lowest(self, length: usize) -> Self {
                self & Self::MAX.wrapping_shr(Self::BITS.wrapping_sub(8 * length as u32))
            }
        }
    )*};
}

impl_word!(u64, u128);
