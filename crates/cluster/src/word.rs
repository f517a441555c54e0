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

    /// A hash that says which thread owns the state.
    #[inline]
    fn owner(self) -> u64 {
        let number = self.wide();
        let folded = (number as u64) ^ ((number >> 64) as u64).rotate_left(32);
        let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}

impl Word for u64 {
    #[inline]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline]
    fn narrow(number: u128) -> Self {
        number as Self
    }
}

impl Word for u128 {
    #[inline]
    fn wide(self) -> u128 {
        self
    }

    #[inline]
    fn narrow(number: u128) -> Self {
        number
    }
}
