//! Keys for states and numbers for actions: what rules say of themselves so that searches need not
//! know their types.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::packed::FixedPacked;

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
    /// [`StateGraph`](crate::StateGraph) can read them back from numbers.
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
