//! Buffers that are reused: lists of actions, and recently unpacked states.

use std::any::Any;
use std::cell::Cell;
use std::hash::Hasher;

use tremaux_core::StateSpace;

use super::key::StateKey;

thread_local! {
    /// The buffer used last on this thread; its element type is that of the last caller.
    static LIST: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Calls `list` with an empty vector whose capacity is kept between calls.
#[inline]
pub(super) fn with_list<A: 'static>(list: impl FnOnce(&mut Vec<A>)) {
    let kept = LIST.with(Cell::take).and_then(|kept| kept.downcast::<Vec<A>>().ok());
    let mut actions = kept.unwrap_or_default();
    actions.clear();
    list(&mut actions);
    LIST.with(|list| list.set(Some(actions)));
}

/// A small cache of states that were unpacked or reached recently, indexed by a hash of their
/// keys.
pub(super) struct RecentStates<S: StateSpace> {
    places: Box<[Option<PackedAndState<S>>]>,
}

/// A state and its packed form.
type PackedAndState<S> = (<S as StateSpace>::Packed, <S as StateSpace>::State);

impl<S: StateSpace> RecentStates<S> {
    /// More entries than most states have successors.
    const PLACES: usize = 64;

    pub(super) fn new() -> Self {
        Self { places: (0..Self::PLACES).map(|_| None).collect() }
    }

    #[inline]
    fn place<K: StateKey>(key: &K) -> usize {
        let mut mix = Mix(0);
        key.hash(&mut mix);
        (mix.finish() >> 32) as usize % Self::PLACES
    }

    /// The state with this key and packed form.
    #[inline]
    pub(super) fn state<K: StateKey>(
        &mut self,
        space: &S,
        key: &K,
        packed: S::Packed,
    ) -> &S::State {
        let place = &mut self.places[Self::place(key)];
        if place.as_ref().is_none_or(|(known, _)| *known != packed) {
            *place = None;
        }
        &place
            .get_or_insert_with(|| {
                let state = space.unpack(&packed);
                (packed, state)
            })
            .1
    }

    /// Inserts `state` with its key and packed form.
    #[inline]
    pub(super) fn insert<K: StateKey>(&mut self, key: &K, packed: S::Packed, state: S::State) {
        self.places[Self::place(key)] = Some((packed, state));
    }
}

/// A fast hash; its quality does not matter.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
