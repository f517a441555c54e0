//! The states and actions of erased spaces: keys and numbers.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU64;

use tremaux_core::codes::{ActionCode, Key};

/// The stored form of a state in an [`Erased`](super::Erased) space.
///
/// `u64` for states of at most eight bytes: small and quick to hash. [`Key`] for all others.
pub trait StateKey: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The bytes that it allocates besides its own size.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The number of bytes.
    fn width(&self) -> usize;

    /// The first 16 bytes of the key as a number, the highest first.
    fn to_number(&self) -> u128;

    /// The key with this number, of as many bytes as `like`, at most 16.
    fn from_number(number: u128, like: &Self) -> Self;

    /// Calls `map` with the keys of these numbers, of as many bytes as `like`, at most 8, and
    /// appends the numbers of the keys that it appends.
    fn map_narrow(
        numbers: &[u64],
        like: &Self,
        to: &mut Vec<u64>,
        map: &mut dyn FnMut(&[Self], &mut Vec<Self>),
    ) {
        let number = |&number: &u64| Self::from_number(number.into(), like);
        let mut found = Vec::with_capacity(4 * numbers.len());
        map(&numbers.iter().map(number).collect::<Vec<_>>(), &mut found);
        to.extend(found.iter().map(|key| key.to_number() as u64));
    }
}

impl StateKey for u64 {
    #[inline]
    fn width(&self) -> usize {
        8
    }

    #[inline]
    fn to_number(&self) -> u128 {
        (*self).into()
    }

    #[inline]
    fn from_number(number: u128, _: &Self) -> Self {
        number as Self
    }

    fn map_narrow(
        numbers: &[u64],
        _: &Self,
        to: &mut Vec<u64>,
        map: &mut dyn FnMut(&[Self], &mut Vec<Self>),
    ) {
        map(numbers, to);
    }
}

impl StateKey for Key {
    fn heap_bytes(&self) -> usize {
        // An allocator rounds up, and needs a word or two for itself.
        const OVERHEAD: usize = 16;
        let length = self.bytes().len();
        if length <= Self::INLINE { 0 } else { length + OVERHEAD }
    }

    #[inline]
    fn width(&self) -> usize {
        self.bytes().len()
    }

    #[inline]
    fn to_number(&self) -> u128 {
        let bytes = self.bytes().iter().take(16);
        bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    #[inline]
    fn from_number(number: u128, like: &Self) -> Self {
        Self::new(&number.to_be_bytes()[16 - like.width()..])
    }
}

/// An action of an [`Erased`](super::Erased) space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErasedAction(NonZeroU64);

impl ErasedAction {
    /// The erased form of `action`.
    ///
    /// # Panics
    ///
    /// Panics if the action's number is [`u64::MAX`].
    #[inline]
    pub fn new<A: ActionCode>(action: A) -> Self {
        Self(NonZeroU64::new(action.code().wrapping_add(1)).expect("a number below u64::MAX"))
    }

    /// The original action.
    #[inline]
    #[must_use]
    pub fn get<A: ActionCode>(self) -> A {
        A::from_code(self.0.get() - 1)
    }
}

impl fmt::Debug for ErasedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0.get() - 1).fmt(f)
    }
}
