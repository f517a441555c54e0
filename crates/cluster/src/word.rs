//! States as numbers: what is sorted, stored and sent.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed state as an unsigned number.
pub trait Word: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
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

    /// Appends `self - before`, seven bits a byte, the lowest first, to `bytes`.
    fn write_step(self, before: Self, bytes: &mut Vec<u8>);

    /// Reads what [`Word::write_step`] wrote, and how many bytes that were; `None` if it did not.
    fn read_step(before: Self, bytes: &[u8]) -> Option<(Self, usize)>;

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
            fn write_step(self, before: Self, bytes: &mut Vec<u8>) {
                let mut rest = self - before;
                while rest > 0x7f {
                    bytes.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                bytes.push(rest as u8);
            }

            #[inline]
            fn read_step(before: Self, bytes: &[u8]) -> Option<(Self, usize)> {
                let (mut step, mut shift) = (0, 0);
                for (at, &byte) in bytes.iter().enumerate() {
                    step |= Self::from(byte & 0x7f).checked_shl(shift)?;
                    if byte < 0x80 {
                        return Some((before.checked_add(step)?, at + 1));
                    }
                    shift += 7;
                }
                None
            }
        }
    )*};
}

impl_word!(u64, u128);
