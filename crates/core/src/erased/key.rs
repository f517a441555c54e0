//! Type-erased states and actions: keys and numbers.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;

use crate::packed::FixedPacked;

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
        match &self.0 {
            Repr::Inline(..) => 0,
            Repr::Heap(bytes) => bytes.len() + OVERHEAD,
        }
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

/// The bytes of a packed state of any length. Up to [`Key::INLINE`] bytes need no allocation.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    /// The length, and the bytes padded with zeros.
    Inline(u8, [u8; Key::INLINE]),
    Heap(Box<[u8]>),
}

impl Key {
    /// The greatest length that needs no allocation.
    pub const INLINE: usize = 30;

    /// A key of these bytes.
    #[inline]
    pub fn new(bytes: &[u8]) -> Self {
        if bytes.len() > Self::INLINE {
            return Self(Repr::Heap(bytes.into()));
        }
        let mut inline = [0; Self::INLINE];
        inline[..bytes.len()].copy_from_slice(bytes);
        Self(Repr::Inline(bytes.len() as u8, inline))
    }

    /// A key of `length` bytes, filled in by `write`.
    #[inline]
    pub fn with_len(length: usize, write: impl FnOnce(&mut [u8])) -> Self {
        if length > Self::INLINE {
            let mut bytes = vec![0; length].into_boxed_slice();
            write(&mut bytes);
            return Self(Repr::Heap(bytes));
        }
        let mut inline = [0; Self::INLINE];
        write(&mut inline[..length]);
        Self(Repr::Inline(length as u8, inline))
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline(length, bytes) => &bytes[..usize::from(*length)],
            Repr::Heap(bytes) => bytes,
        }
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.bytes());
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes().fmt(f)
    }
}

/// A packed state that can be written as the key `K` and read back.
///
/// Two states are equal exactly if their keys are.
pub trait ToKey<K>: Sized {
    /// Whether the keys of all states of a space have the same number of bytes, so that a
    /// [`StateGraph`](super::StateGraph) can read them back from numbers.
    const HAS_FIXED_WIDTH: bool = true;

    /// The key of this state.
    fn to_key(&self) -> K;

    /// The state with this key.
    ///
    /// # Panics
    ///
    /// May panic if [`ToKey::to_key`] did not make the key.
    fn from_key(key: &K) -> Self;
}

impl<P: FixedPacked> ToKey<Key> for P {
    #[inline]
    fn to_key(&self) -> Key {
        Key::with_len(P::WIDTH, |bytes| self.write(bytes))
    }

    #[inline]
    fn from_key(key: &Key) -> Self {
        Self::read(key.bytes()).expect("the key of such a state")
    }
}

impl ToKey<Key> for Box<[u16]> {
    #[inline]
    fn to_key(&self) -> Key {
        Key::with_len(2 * self.len(), |bytes| {
            for (pair, word) in bytes.chunks_exact_mut(2).zip(self) {
                pair.copy_from_slice(&word.to_le_bytes());
            }
        })
    }

    #[inline]
    fn from_key(key: &Key) -> Self {
        key.bytes().chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}

macro_rules! small_key {
    ($($integer:ty),*) => {$(
        impl ToKey<u64> for $integer {
            #[inline]
            fn to_key(&self) -> u64 {
                u64::from(*self)
            }

            #[inline]
            fn from_key(key: &u64) -> Self {
                *key as Self
            }
        }

        impl ActionCode for $integer {
            #[inline]
            fn code(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn from_code(code: u64) -> Self {
                code as Self
            }
        }
    )*};
}

small_key!(u8, u16, u32, u64);

/// An action that can be written as a number below [`u64::MAX`] and read back.
pub trait ActionCode: Copy {
    /// The number of this action.
    fn code(self) -> u64;

    /// The action with this number.
    ///
    /// # Panics
    ///
    /// May panic if [`ActionCode::code`] did not make the number.
    fn from_code(code: u64) -> Self;
}

impl ActionCode for bool {
    #[inline]
    fn code(self) -> u64 {
        self.into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        code != 0
    }
}

impl ActionCode for () {
    #[inline]
    fn code(self) -> u64 {
        0
    }

    #[inline]
    fn from_code(_code: u64) -> Self {}
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
