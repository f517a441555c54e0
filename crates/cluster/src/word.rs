//! States as numbers: what is sorted, stored and sent.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A packed state as an unsigned number.
pub trait Word:
    Copy + Ord + Debug + Default + Send + Sync + Serialize + DeserializeOwned + 'static
{
    /// The number.
    fn wide(self) -> u128;

    /// The state with this number.
    fn narrow(number: u128) -> Self;

    /// Appends `self - before`, seven bits a byte, the lowest first, to `bytes`.
    fn write_step(self, before: Self, bytes: &mut Vec<u8>);

    /// Reads what [`Word::write_step`] wrote, and how many bytes that were; `None` if it did not.
    fn read_step(before: Self, bytes: &[u8]) -> Option<(Self, usize)>;

    /// A hash that says which thread owns the state.
    #[inline]
    fn owner(self) -> u64 {
        let number = self.wide();
        let folded = (number as u64) ^ ((number >> 64) as u64).rotate_left(32);
        let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}

macro_rules! impl_word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn narrow(number: u128) -> Self {
                number as Self
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
