//! What open lists made of buckets do with keys that are too far apart.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use tremaux_core::SortKey;

use crate::open_list::Key;
use crate::quaternary_heap::QuaternaryHeap;

/// The heap of an open list made of buckets, for keys that are too far apart for them: least key
/// first, and of equal keys the newest.
///
/// A priority that is a number, without a tie-break, is stored as a single number with the age and
/// the id of its entry, which halves the time: it is moved and compared without a branch.
#[derive(Clone, Debug)]
pub(crate) struct FarHeap<P, T> {
    numbers: QuaternaryHeap<u128>,
    others: BinaryHeap<NewestFirst<Key<P, T>>>,
    /// The age of the entry that was pushed last: less than that of older ones.
    age: u32,
}

#[derive(Clone, Copy, Debug)]
struct NewestFirst<K> {
    key: K,
    age: u32,
    id: u32,
}

impl<K: Ord> PartialEq for NewestFirst<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<K: Ord> Eq for NewestFirst<K> {}

impl<K: Ord> PartialOrd for NewestFirst<K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord> Ord for NewestFirst<K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key).then_with(|| other.age.cmp(&self.age))
    }
}

impl<P: SortKey, T: SortKey> Default for FarHeap<P, T> {
    fn default() -> Self {
        Self { numbers: QuaternaryHeap::default(), others: BinaryHeap::new(), age: u32::MAX }
    }
}

impl<P: SortKey, T: SortKey> FarHeap<P, T> {
    /// The key as a number, if keys of its types are.
    #[inline]
    fn number(key: Key<P, T>) -> Option<u64> {
        if size_of::<T>() > 0 {
            return None;
        }
        key.tie.to_number().and_then(|_| key.priority.to_number())
    }

    #[inline]
    fn key(entry: u128) -> Key<P, T> {
        Key { priority: P::from_number((entry >> 64) as u64), tie: T::from_number(0) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.numbers.entries.len() + self.others.len()
    }

    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.others.capacity() * size_of::<NewestFirst<Key<P, T>>>()
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.entries.clear();
        self.others.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, key: Key<P, T>, id: u32) {
        self.age = self.age.wrapping_sub(1);
        match Self::number(key) {
            Some(number) => {
                let rest = u64::from(self.age) << 32 | u64::from(id);
                self.numbers.push(u128::from(number) << 64 | u128::from(rest));
            }
            None => self.others.push(NewestFirst { key, age: self.age, id }),
        }
    }

    /// The keys, in any order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key<P, T>> {
        let numbers = self.numbers.entries.iter().map(|&entry| Self::key(entry));
        numbers.chain(self.others.iter().map(|entry| entry.key))
    }

    /// The least key.
    #[inline]
    pub(crate) fn least(&self) -> Option<Key<P, T>> {
        let other = self.others.peek().map(|entry| entry.key);
        other.or_else(|| self.numbers.entries.first().map(|&entry| Self::key(entry)))
    }

    /// The number of the entry that will be popped next unless a lesser one is pushed.
    #[inline]
    pub(crate) fn next_id(&self) -> Option<u32> {
        let number = self.numbers.entries.first().map(|&entry| entry as u32);
        number.or_else(|| self.others.peek().map(|entry| entry.id))
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Key<P, T>, u32)> {
        if let Some(entry) = self.numbers.pop() {
            return Some((Self::key(entry), entry as u32));
        }
        self.others.pop().map(|entry| (entry.key, entry.id))
    }
}
