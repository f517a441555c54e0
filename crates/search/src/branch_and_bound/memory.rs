//! Stores information about states of a depth-first search in a table of fixed size.

use std::hash::BuildHasher;
use std::marker::PhantomData;

use foldhash::fast::FixedState;
use tremaux_core::{Bound, Cost, NO_MOVE, StateSpace};
use tremaux_tables::{Record, Replacement, TranspositionTable, TwoLevel, spread};

use crate::open_list::IntegerCost;

/// The stored information about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<C> {
    /// A lower bound on plans from the state.
    pub bound: C,
    /// Whether it was searched in this iteration after being reached at no greater cost.
    pub is_searched: bool,
    /// The index in [`StateSpace::actions`] of the action that came closest to a goal, or
    /// [`NO_MOVE`].
    pub best: u16,
}

/// The table of states of a depth-first search.
///
/// For each state it keeps a lower bound on the remaining cost, which stays valid, and the
/// least cost at which the state was reached and searched in the current iteration, so that no
/// path of higher cost to it is followed again.
pub trait StateMemory<S: StateSpace> {
    /// False if nothing is stored.
    const IS_USED: bool;
    /// The type of keys.
    type Key: Eq;
    /// The key of `state`.
    fn key(&self, space: &S, state: &S::State) -> Self::Key;
    /// The stored information about the state with this key, now reached by a path of cost `g`.
    fn get(&self, key: &Self::Key, g: S::Cost) -> Option<Known<S::Cost>>;
    /// Announces that the entry for this key will be read soon.
    #[inline]
    fn prefetch(&self, key: &Self::Key) {
        let _ = key;
    }
    /// Records that the state was searched after being reached by a path of cost `g`.
    fn insert(&mut self, key: &Self::Key, g: S::Cost, bound: S::Cost, best: u16);
    /// Starts an iteration bounded by `limit`, in which no state has been searched yet.
    fn begin(&mut self, limit: S::Cost);
    /// The size of the table in bytes.
    fn bytes(&self) -> usize;
}

/// Stores nothing and computes no keys.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct NoTable;

impl<S: StateSpace> StateMemory<S> for NoTable {
    const IS_USED: bool = false;
    type Key = ();

    #[inline]
    fn key(&self, _: &S, _: &S::State) {}
    #[inline]
    fn get(&self, (): &(), _: S::Cost) -> Option<Known<S::Cost>> {
        None
    }
    #[inline]
    fn insert(&mut self, (): &(), _: S::Cost, _: S::Cost, _: u16) {}
    fn begin(&mut self, _: S::Cost) {}
    fn bytes(&self) -> usize {
        0
    }
}

/// Creates the [`StateMemory`] of a search.
pub trait MemoryKind<S: StateSpace> {
    /// The type of table.
    type Memory: StateMemory<S>;
    /// Creates an empty table.
    fn make(&self) -> Self::Memory;
}

impl<S: StateSpace> MemoryKind<S> for NoTable {
    type Memory = Self;

    fn make(&self) -> Self {
        *self
    }
}

/// A [`TranspositionTable`] of at most the given size. States are identified by a hash of 64
/// bits, take 16 bytes each, and are replaced by the scheme `R`.
///
/// Two states with the same hash, about one in 2^64 comparisons, are confused. The plan is
/// checked by executing its actions, so it is always valid; its optimality is proved except for
/// such a collision. [`FullStates`] has no collisions.
///
/// Requires integer costs. Bounds are exact below 2^23 and rounded down above. That a state was
/// searched is recorded exactly if the remaining part of the iteration's limit is below 2^16,
/// and rounded to the safe side above.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct HashedStates<R = TwoLevel> {
    bytes: usize,
    #[cfg_attr(feature = "serde", serde(skip))]
    replacement: PhantomData<R>,
}

impl<R> HashedStates<R> {
    /// A table of the given size.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { bytes, replacement: PhantomData }
    }
}

impl<S: StateSpace<Cost: IntegerCost>, R: Replacement> MemoryKind<S> for HashedStates<R> {
    type Memory = HashedMemory<R>;

    fn make(&self) -> HashedMemory<R> {
        HashedMemory::of_bytes(self.bytes, self.bytes)
    }
}

/// The memory created by [`HashedStates`].
#[derive(Debug)]
pub struct HashedMemory<R> {
    table: TranspositionTable<R>,
    /// The limit of the current iteration, from which path costs are subtracted.
    limit: u64,
    iterations: u64,
    /// The maximum size of the table.
    most_bytes: usize,
    /// The number of insertions until the table grows.
    left: u64,
}

impl<R: Replacement> HashedMemory<R> {
    /// The growth factor of the table.
    const GROWTH: usize = 16;

    /// A table that grows to `bytes` as it fills, so that a small problem takes little memory.
    /// It starts with at most `least` bytes and grows sixteenfold when an eighth of its entries
    /// may be in use.
    pub(super) fn growing(bytes: usize, least: usize) -> Self {
        let mut first = bytes;
        while first > least {
            first /= Self::GROWTH;
        }
        Self::of_bytes(first, bytes)
    }

    fn of_bytes(bytes: usize, most_bytes: usize) -> Self {
        let table = TranspositionTable::with_scheme(bytes);
        let left = Self::stored_until_growth(bytes, most_bytes);
        Self { table, limit: 0, iterations: 0, most_bytes, left }
    }

    fn stored_until_growth(bytes: usize, most_bytes: usize) -> u64 {
        // A record takes 16 bytes.
        if bytes < most_bytes { (bytes / 16 / 8).max(1) as u64 } else { u64::MAX }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let bytes = self.table.bytes().saturating_mul(Self::GROWTH);
        // Grow to the full size at once if the next step would come within a factor of two of
        // it.
        let is_last = bytes.saturating_mul(2) > self.most_bytes;
        let bytes = if is_last { self.most_bytes } else { bytes };
        self.left = match self.table.resized(bytes) {
            Some(table) => {
                self.table = table;
                Self::stored_until_growth(bytes, self.most_bytes)
            }
            // If growing fails, keep the small table.
            None => u64::MAX,
        };
    }
}

/// The hasher of keys. It is the same on every machine and in every run.
const HASHER: FixedState = FixedState::with_seed(1);

/// The stored value for an infinite bound.
const INFINITE: i32 = Record::MAX_VALUE;

impl<S: StateSpace<Cost: IntegerCost>, R: Replacement> StateMemory<S> for HashedMemory<R> {
    const IS_USED: bool = true;
    type Key = u64;

    #[inline]
    fn key(&self, space: &S, state: &S::State) -> u64 {
        HASHER.hash_one(space.pack(state))
    }

    #[inline]
    fn get(&self, &key: &u64, g: S::Cost) -> Option<Known<S::Cost>> {
        let (record, since) = self.table.get_with_age(key)?;
        let bound = match record.value {
            INFINITE => S::Cost::INFINITY,
            value => S::Cost::from_u64(value as u64),
        };
        // Searched with at least as much of the limit left as now.
        let room = self.limit.checked_sub(g.to_u64());
        let is_within = room.is_some_and(|room| room <= u64::from(record.draft));
        let is_searched = since == 0 && record.is_exact && is_within;
        Some(Known { bound, is_searched, best: record.code })
    }

    #[inline]
    fn prefetch(&self, &key: &u64) {
        self.table.prefetch(key);
    }

    #[inline]
    fn insert(&mut self, &key: &u64, g: S::Cost, bound: S::Cost, best: u16) {
        let room = self.limit.checked_sub(g.to_u64());
        let value = if bound == S::Cost::INFINITY {
            INFINITE
        } else {
            bound.to_u64().min(INFINITE as u64 - 1) as i32
        };
        let record = Record {
            value,
            draft: room.unwrap_or(0).min(u64::from(u16::MAX)) as u16,
            bound: Bound::AtLeast,
            is_exact: room.is_some(),
            code: best,
        };
        self.table.insert(key, record);
        self.left -= 1;
        if self.left == 0 {
            self.grow();
        }
    }

    fn begin(&mut self, limit: S::Cost) {
        self.limit = match limit {
            // Without a limit, any constant will do.
            limit if limit == S::Cost::INFINITY => u64::from(u16::MAX),
            limit => limit.to_u64(),
        };
        self.iterations += 1;
        self.table.age();
        if self.iterations.is_multiple_of(16) {
            self.table.cap_ages(15);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// A table of at most the given size that stores whole packed states. It accepts costs of any
/// type, and its proofs do not depend on hashes. Heap memory owned by packed states is not
/// counted.
///
/// A bucket has two slots: one keeps the larger search, the other the latest.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct FullStates {
    bytes: usize,
}

impl FullStates {
    /// A table of the given size.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { bytes }
    }
}

impl<S: StateSpace> MemoryKind<S> for FullStates {
    type Memory = FullMemory<S>;

    fn make(&self) -> FullMemory<S> {
        let buckets = (self.bytes / (2 * size_of::<Option<Slot<S>>>())).max(1);
        FullMemory { slots: (0..2 * buckets).map(|_| None).collect(), iteration: 0 }
    }
}

struct Slot<S: StateSpace> {
    packed: S::Packed,
    bound: S::Cost,
    g: S::Cost,
    iteration: u32,
    best: u16,
}

/// The memory created by [`FullStates`].
pub struct FullMemory<S: StateSpace> {
    slots: Vec<Option<Slot<S>>>,
    iteration: u32,
}

impl<S: StateSpace> FullMemory<S> {
    fn bucket(&self, packed: &S::Packed) -> usize {
        let hash = HASHER.hash_one(packed);
        2 * spread(hash, self.slots.len() / 2)
    }
}

impl<S: StateSpace> StateMemory<S> for FullMemory<S> {
    const IS_USED: bool = true;
    type Key = S::Packed;

    #[inline]
    fn key(&self, space: &S, state: &S::State) -> S::Packed {
        space.pack(state)
    }

    #[inline]
    fn get(&self, packed: &S::Packed, g: S::Cost) -> Option<Known<S::Cost>> {
        let bucket = self.bucket(packed);
        let mut slots = self.slots[bucket..bucket + 2].iter().flatten();
        let slot = slots.find(|slot| slot.packed == *packed)?;
        let is_searched = slot.iteration == self.iteration && slot.g <= g;
        Some(Known { bound: slot.bound, is_searched, best: slot.best })
    }

    fn insert(&mut self, packed: &S::Packed, g: S::Cost, bound: S::Cost, best: u16) {
        let bucket = self.bucket(packed);
        let is_same = |at: usize| self.slots[at].as_ref().is_some_and(|old| old.packed == *packed);
        let at = if is_same(bucket) {
            bucket
        } else if is_same(bucket + 1) {
            bucket + 1
        } else {
            // The lower the cost of reaching the state, the larger the search below it.
            let keeps = self.slots[bucket]
                .as_ref()
                .is_some_and(|old| old.iteration == self.iteration && old.g < g);
            bucket + usize::from(keeps)
        };
        let iteration = self.iteration;
        self.slots[at] = Some(Slot { packed: packed.clone(), bound, g, iteration, best });
    }

    fn begin(&mut self, _limit: S::Cost) {
        if self.iteration == u32::MAX {
            self.slots.iter_mut().for_each(|slot| *slot = None);
            self.iteration = 0;
        }
        self.iteration += 1;
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Slot<S>>>()
    }
}

/// The index of an action, or [`NO_MOVE`] if it is unknown or too large.
#[inline]
pub(super) fn code(place: Option<usize>) -> u16 {
    place.and_then(|place| u16::try_from(place).ok()).unwrap_or(NO_MOVE)
}

#[cfg(test)]
mod tests {
    use tremaux_tables::TwoLevel;
    use tremaux_testkit::Graph;

    use super::{HashedMemory, Known, StateMemory};

    /// A growing table retains nearly all the entries of one that was large from the start.
    #[test]
    fn a_growing_table_forgets_next_to_nothing() {
        const MOST: usize = 1 << 22;
        let key = |it: u64| (it + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut growing = HashedMemory::<TwoLevel>::growing(MOST, 1 << 12);
        let mut sizes = vec![StateMemory::<Graph>::bytes(&growing)];
        StateMemory::<Graph>::begin(&mut growing, 100);
        for it in 0..30_000_u64 {
            StateMemory::<Graph>::insert(&mut growing, &key(it), 40, it as u32 % 50, 3);
            let size = StateMemory::<Graph>::bytes(&growing);
            if sizes.last() != Some(&size) {
                sizes.push(size);
            }
        }
        assert_eq!(sizes, [MOST / 4096, MOST / 256, MOST / 16, MOST]);
        let is_known = |it: &u64| {
            let known = StateMemory::<Graph>::get(&growing, &key(*it), 40);
            known == Some(Known { bound: *it as u32 % 50, is_searched: true, best: 3 })
        };
        let found = (0..30_000).filter(is_known).count();
        assert!(found > 29_700, "{found}");
    }

    #[test]
    fn small_tables_are_what_they_are_asked_to_be() {
        for bytes in [64, 1000, 4096] {
            let memory = HashedMemory::<TwoLevel>::growing(bytes, 4096);
            assert_eq!(StateMemory::<Graph>::bytes(&memory), bytes / 64 * 64);
        }
    }
}
