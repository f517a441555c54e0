//! Priority queues for best-first search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::order::{BucketKey, Unordered};
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
    /// The number of entries, stale ones included.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Names an [`OpenList`] without its key type.
pub trait OpenKind<K> {
    /// The list.
    type Open: OpenList<K>;
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
}

/// Constant time for integer priorities: one stack for each, the newest entry first.
///
/// The stacks form a ring that is as long as priorities are spread at any one time: with
/// a consistent heuristic, twice the dearest action (Dial 1969). Memory is proportional
/// to the spread, not to the length of plans.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buckets;

impl<K: BucketKey> OpenKind<K> for Buckets {
    type Open = BucketOpen<K::Rest>;
}

/// See [`Buckets`].
#[derive(Debug)]
pub struct BucketOpen<R> {
    /// One stack for each priority in a window of `ring.len()`, a power of two.
    ring: Vec<Vec<(R, u32)>>,
    /// One bit for each stack that is not empty.
    occupied: Vec<u64>,
    /// No entry has a lower priority. Meaningless if there are none.
    least: u64,
    /// No entry has a higher priority.
    greatest: u64,
    len: usize,
}

impl<R> Default for BucketOpen<R> {
    fn default() -> Self {
        Self { ring: Vec::new(), occupied: Vec::new(), least: 0, greatest: 0, len: 0 }
    }
}

impl<R> BucketOpen<R> {
    const SMALLEST_RING: usize = 64;

    #[inline]
    fn slot(&self, priority: u64) -> usize {
        priority as usize & (self.ring.len() - 1)
    }

    /// Makes room for priorities from `least` to `greatest`.
    #[cold]
    fn grow(&mut self, least: u64, greatest: u64) {
        let spread = usize::try_from(greatest - least + 1).expect("priorities close together");
        let len = spread.next_power_of_two().max(Self::SMALLEST_RING);
        let old_len = self.ring.len();
        if len <= old_len {
            return;
        }
        let mut old = std::mem::take(&mut self.ring);
        self.ring.resize_with(len, Vec::new);
        self.occupied = vec![0; len / 64];
        if self.len > 0 {
            for priority in self.least..=self.greatest {
                let stack = std::mem::take(&mut old[priority as usize & (old_len - 1)]);
                let slot = self.slot(priority);
                if !stack.is_empty() {
                    self.occupied[slot / 64] |= 1 << (slot % 64);
                    self.ring[slot] = stack;
                }
            }
        }
    }

    /// How far after `slot` the next stack is that is not empty; there is one.
    #[inline]
    fn distance_from(&self, slot: usize) -> usize {
        let words = self.occupied.len();
        let first = self.occupied[slot / 64] >> (slot % 64);
        if first != 0 {
            return first.trailing_zeros() as usize;
        }
        let mut distance = 64 - slot % 64;
        let mut word = slot / 64;
        loop {
            word = (word + 1) & (words - 1);
            if self.occupied[word] != 0 {
                return distance + self.occupied[word].trailing_zeros() as usize;
            }
            distance += 64;
        }
    }
}

impl<K: BucketKey> OpenList<K> for BucketOpen<K::Rest> {
    fn clear(&mut self) {
        while self.len > 0 {
            let slot = self.slot(self.least);
            let slot = (slot + self.distance_from(slot)) & (self.ring.len() - 1);
            self.len -= self.ring[slot].len();
            self.ring[slot].clear();
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        let (priority, rest) = key.split();
        let (least, greatest) = if self.len == 0 {
            (priority, priority)
        } else {
            (self.least.min(priority), self.greatest.max(priority))
        };
        if greatest - least >= self.ring.len() as u64 {
            self.grow(least, greatest);
        }
        (self.least, self.greatest) = (least, greatest);
        let slot = self.slot(priority);
        self.ring[slot].push((rest, id));
        self.occupied[slot / 64] |= 1 << (slot % 64);
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        if self.len == 0 {
            return None;
        }
        let slot = self.slot(self.least);
        let distance = self.distance_from(slot);
        self.least += distance as u64;
        let slot = (slot + distance) & (self.ring.len() - 1);
        let stack = &mut self.ring[slot];
        let (rest, id) = stack.pop().expect("an occupied stack");
        if stack.is_empty() {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        self.len -= 1;
        Some((K::join(self.least, rest), id))
    }

    fn len(&self) -> usize {
        self.len
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
