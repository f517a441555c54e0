//! Values by which open lists sort their entries.

use std::cmp::Reverse;

/// A value by which an open list sorts its entries, least first.
///
/// Buckets find a value that is a number in constant time; they keep other values in a heap.
/// `impl SortKey for MyKey {}` is enough for a value that is not a number.
///
/// ```
/// use tremaux::search::SortKey;
///
/// assert_eq!(7_u32.to_number(), Some(7));
/// assert_eq!((3_u8, false).to_number(), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of an open list",
    label = "not a sort key",
    note = "a priority or tie-break is an unsigned number, `FloatCost`, `bool`, `()`, a tuple or \
            `Reverse` of these, or a type of yours with `impl SortKey for … {{}}`"
)]
pub trait SortKey: Copy + Ord {
    /// The value as a number, in the same order; `None` if it is not one.
    ///
    /// Either all values of a type are numbers or none is.
    #[inline]
    fn to_number(self) -> Option<u64> {
        None
    }

    /// The inverse of [`SortKey::to_number`].
    ///
    /// # Panics
    ///
    /// Panics if values of this type are not numbers.
    #[inline]
    fn from_number(number: u64) -> Self {
        panic!("{number} is not a {}", std::any::type_name::<Self>())
    }
}

macro_rules! numbers {
    ($($integer:ty),*) => {$(
        impl SortKey for $integer {
            #[inline]
            fn to_number(self) -> Option<u64> {
                Some(u64::from(self))
            }

            #[inline]
            fn from_number(number: u64) -> Self {
                number as Self
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

macro_rules! others {
    ($($other:ty),*) => {$( impl SortKey for $other {} )*};
}

others!(bool, char, usize, u128, i8, i16, i32, i64, i128, isize);

impl SortKey for () {
    #[inline]
    fn to_number(self) -> Option<u64> {
        Some(0)
    }

    #[inline]
    fn from_number(_number: u64) -> Self {}
}

impl<K: SortKey> SortKey for Reverse<K> {}

impl<A: SortKey, B: SortKey> SortKey for (A, B) {}

impl<A: SortKey, B: SortKey, C: SortKey> SortKey for (A, B, C) {}

impl<K: SortKey, const N: usize> SortKey for [K; N] {}
