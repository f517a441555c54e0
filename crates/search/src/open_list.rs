//! Priority queues for best-first search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use tremaux_core::Cost;

/// A priority queue of node numbers, least key first. Stale entries are never removed, but
/// skipped when they are popped.
pub trait OpenList<K>: Default {
    /// Removes all entries and keeps the memory.
    fn clear(&mut self);
    /// Adds an entry.
    fn push(&mut self, key: K, id: u32);
    /// Removes an entry with the least key.
    fn pop(&mut self) -> Option<(K, u32)>;
    /// The number of the entry that will be popped next unless a lesser one is pushed, if it is
    /// cheap to determine. Allows its data to be prefetched.
    #[inline]
    fn next_id(&self) -> Option<u32> {
        None
    }
    /// The number of entries, including stale ones.
    fn len(&self) -> usize;
    /// Whether there are no entries.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of entries that can be added without allocating, whatever their keys.
    fn room(&self) -> usize;
    /// Makes room for at least `count` more entries. Returns false and changes nothing if this
    /// would take more than `limit` bytes.
    fn make_room(&mut self, count: usize, limit: usize) -> bool;
    /// Bytes allocated.
    fn bytes(&self) -> usize;
}

/// The new capacity of a vector that needs room for `count` more items: half as many again, or
/// as many as `limit` bytes hold. `None` if those are not enough.
pub(crate) fn grown<T>(len: usize, capacity: usize, count: usize, limit: usize) -> Option<usize> {
    let wanted = len + count;
    let usual = wanted.max(capacity + capacity / 2).max(64);
    let allowed = limit / size_of::<T>().max(1);
    (wanted <= allowed).then_some(usual.min(allowed))
}

/// Selects an [`OpenList`] independently of its key type.
#[diagnostic::on_unimplemented(
    message = "the open list `{Self}` cannot hold keys of a priority and a tie-break of the types \
               `{K}`",
    label = "does not fit the costs, or the tie-break",
    note = "`ChainedBuckets` and `PackedHeap` need `u32` costs and `.ties(AnyOrder)`, `Queue` \
            needs `BestFirst::breadth_first()`; `Buckets`, the default, and `Heap` fit every key"
)]
pub trait OpenKind<K> {
    /// The type of open list.
    type Open: OpenList<K>;

    /// Whether entries with equal keys are popped in the order in which they were pushed.
    const IS_QUEUE: bool = false;
}

/// The place of a state in the order of a best-first search: its priority, then what decides
/// between equal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key<P, T = ()> {
    /// The priority: see [`Priority`](crate::Priority).
    pub priority: P,
    /// The tie-break: see [`TieBreak`](crate::TieBreak).
    pub tie: T,
}

impl<P> Key<P> {
    /// A key without a tie-break.
    #[inline]
    pub const fn of(priority: P) -> Self {
        Self { priority, tie: () }
    }
}

/// An entry of a binary heap: the least key is on top, and the id is not compared.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K> {
    pub(crate) key: K,
    pub(crate) id: u32,
}

impl<K: Ord> PartialEq for Entry<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<K: Ord> Eq for Entry<K> {}

impl<K: Ord> PartialOrd for Entry<K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord> Ord for Entry<K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

/// A binary heap. Accepts every type of key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap;

impl<K: Ord + Copy> OpenKind<K> for Heap {
    type Open = BinaryHeap<Entry<K>>;
}

impl<K: Ord + Copy> OpenList<K> for BinaryHeap<Entry<K>> {
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        self.push(Entry { key, id });
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        self.pop().map(|Entry { key, id }| (key, id))
    }

    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn room(&self) -> usize {
        self.capacity() - self.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let grown = grown::<Entry<K>>(self.len(), self.capacity(), count, limit);
        grown.is_some_and(|capacity| self.try_reserve_exact(capacity - self.len()).is_ok())
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<Entry<K>>()
    }
}

/// Costs that can be converted to integers.
pub trait IntegerCost: Cost {
    /// The cost as an integer.
    fn to_u64(self) -> u64;
    /// The inverse of [`IntegerCost::to_u64`].
    fn from_u64(value: u64) -> Self;
}

macro_rules! impl_integer_cost {
    ($($integer:ty),*) => {$(
        impl IntegerCost for $integer {
            #[inline]
            fn to_u64(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn from_u64(value: u64) -> Self {
                value as $integer
            }
        }
    )*};
}

impl_integer_cost!(u8, u16, u32, u64);
