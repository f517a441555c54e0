//! Priority queues for best-first search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::order::Unordered;
use tremaux_core::Cost;

/// A queue of node numbers, the least key first. Stale entries are skipped when popped,
/// never removed.
pub trait OpenList<K>: Default {
    /// Removes all entries and keeps the memory.
    fn clear(&mut self);
    /// Adds an entry.
    fn push(&mut self, key: K, id: u32);
    /// Removes a least entry.
    fn pop(&mut self) -> Option<(K, u32)>;
    /// The number of the entry that is popped next unless another comes before, where it
    /// takes no more than a look: so that what is known of it can be fetched in time.
    #[inline]
    fn next_id(&self) -> Option<u32> {
        None
    }
    /// The number of entries, stale ones included.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many more entries it can take without allocating, whatever their keys.
    fn room(&self) -> usize;
    /// Makes room for at least `count` more entries, unless it would take more than `limit`
    /// bytes then: false, and nothing has changed.
    fn make_room(&mut self, count: usize, limit: usize) -> bool;
    /// Bytes allocated.
    fn bytes(&self) -> usize;
}

/// How many items to have room for where `count` more are wanted and there are `capacity`:
/// half as many again, or whatever `limit` bytes hold; `None` if they do not hold enough.
pub(crate) fn grown<T>(len: usize, capacity: usize, count: usize, limit: usize) -> Option<usize> {
    let wanted = len + count;
    let usual = wanted.max(capacity + capacity / 2).max(64);
    let allowed = limit / size_of::<T>().max(1);
    (wanted <= allowed).then_some(usual.min(allowed))
}

/// Names an [`OpenList`] without its key type.
pub trait OpenKind<K> {
    /// The list.
    type Open: OpenList<K>;

    /// Whether of entries with equal keys the one that came first leaves first.
    const IS_QUEUE: bool = false;
}

/// A binary heap: for every key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap;

impl<K: Ord + Copy> OpenKind<K> for Heap {
    type Open = BinaryHeap<(Reverse<K>, Unordered<u32>)>;
}

impl<K: Ord + Copy> OpenList<K> for BinaryHeap<(Reverse<K>, Unordered<u32>)> {
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        self.push((Reverse(key), Unordered(id)));
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        self.pop().map(|(Reverse(key), Unordered(id))| (key, id))
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
        let grown =
            grown::<(Reverse<K>, Unordered<u32>)>(self.len(), self.capacity(), count, limit);
        grown.map(|capacity| self.reserve_exact(capacity - self.len())).is_some()
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<(Reverse<K>, Unordered<u32>)>()
    }
}

/// A heap with four children to a node: for every key.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuadHeap;

impl<K: Ord + Copy> OpenKind<K> for QuadHeap {
    type Open = QuadHeapOpen<K>;
}

/// See [`QuadHeap`].
#[derive(Debug)]
pub struct QuadHeapOpen<K>(Vec<(K, u32)>);

impl<K> Default for QuadHeapOpen<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Copy> OpenList<K> for QuadHeapOpen<K> {
    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        let mut hole = self.0.len();
        self.0.push((key, id));
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if self.0[parent].0 <= key {
                break;
            }
            self.0[hole] = self.0[parent];
            hole = parent;
        }
        self.0[hole] = (key, id);
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        let last = self.0.pop()?;
        let heap = &mut self.0[..];
        let Some(&least) = heap.first() else {
            return Some(last);
        };
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            let Some(children) = heap.get(first..heap.len().min(first + 4)) else {
                break;
            };
            let Some((best, child)) = children.iter().enumerate().min_by_key(|(_, child)| child.0)
            else {
                break;
            };
            if child.0 >= last.0 {
                break;
            }
            heap[hole] = *child;
            hole = first + best;
        }
        heap[hole] = last;
        Some(least)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn room(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let grown = grown::<(K, u32)>(self.0.len(), self.0.capacity(), count, limit);
        grown.map(|capacity| self.0.reserve_exact(capacity - self.0.len())).is_some()
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(K, u32)>()
    }
}

/// Costs that can number buckets.
pub trait IntegerCost: Cost {
    /// The cost as a number.
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
