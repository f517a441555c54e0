//! An open list for integer priorities, in constant time.

use std::collections::BinaryHeap;

use crate::open_list::{OpenKind, OpenList};
use crate::order::{BucketKey, Entry};

/// Constant-time open list for integer priorities: one stack per key, newest entry first.
///
/// The stacks form a ring as long as the spread of the keys present at any one time. Without
/// ties and with a consistent heuristic, this is twice the cost of the most expensive action
/// (Dial 1969). Memory is proportional to the spread, not to the length of plans. Keys too far
/// from the others for the ring are kept in a heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buckets;

impl<K: BucketKey> OpenKind<K> for Buckets {
    type Open = BucketOpen;
}

/// See [`Buckets`].
///
/// May exceed its memory limit by the growth of one stack, a small part of the total.
#[derive(Debug)]
pub struct BucketOpen {
    /// One stack for each place in a window of `ring.len()` places, a power of two. The place
    /// of a key consists of its priority and, in the lowest bits, its tie.
    ring: Vec<Vec<u32>>,
    /// The number of bits for the tie.
    tie_bits: u32,
    /// One bit for each stack that is not empty.
    occupied: Vec<u64>,
    /// The first place of the window.
    low: u64,
    /// A lower bound on the places of all entries in the ring, tighter than `low`; `u64::MAX`
    /// if the ring is empty.
    least: u64,
    /// The number of entries in the ring.
    len: usize,
    /// The maximum length of the ring.
    longest_ring: usize,
    far: BinaryHeap<Far>,
    /// The bytes allocated, and their limit.
    bytes: usize,
    limit: usize,
}

/// An entry that is not in the ring: its key and the number of the state.
type Far = Entry<(u64, u64)>;

impl Default for BucketOpen {
    fn default() -> Self {
        Self {
            ring: Vec::new(),
            tie_bits: 0,
            occupied: Vec::new(),
            low: 0,
            least: u64::MAX,
            len: 0,
            longest_ring: Self::SMALLEST_RING,
            far: BinaryHeap::new(),
            bytes: 0,
            limit: 0,
        }
    }
}

impl BucketOpen {
    const SMALLEST_RING: usize = 64;
    const LONGEST_RING: usize = 1 << 20;
    const MOST_TIE_BITS: u32 = 16;

    #[inline]
    fn slot(&self, place: u64) -> usize {
        place as usize & (self.ring.len() - 1)
    }

    /// Moves the window so that it contains `place`, or lengthens the ring. Returns false if
    /// that would make the ring too long.
    #[cold]
    #[inline(never)]
    fn reach(&mut self, place: u64) -> bool {
        if self.len == 0 {
            self.low = place;
        } else if place >= self.low {
            // Entries in the ring stay in the window.
            self.low = self.least;
        } else {
            let greatest = self.greatest();
            if greatest - place < self.ring.len() as u64 {
                self.low = place;
            }
        }
        if place.wrapping_sub(self.low) < self.ring.len() as u64 {
            return true;
        }
        let (least, greatest) = match self.len {
            0 => (place, place),
            _ => (self.least.min(place), self.greatest().max(place)),
        };
        if greatest - least >= self.longest_ring as u64 {
            return false;
        }
        self.move_stacks((greatest - least + 1) as usize, self.tie_bits);
        self.low = least;
        true
    }

    /// The last place in the ring that has entries. The ring must not be empty.
    #[inline]
    fn greatest(&self) -> u64 {
        let places = (self.least..self.low + self.ring.len() as u64).rev();
        let mut occupied = places.filter(|&place| !self.ring[self.slot(place)].is_empty());
        occupied.next().unwrap_or(self.least)
    }

    /// Sets the number of bits for ties, unless that would make the ring too long.
    #[cold]
    #[inline(never)]
    fn widen_ties(&mut self, tie_bits: u32) -> bool {
        let spread = match self.len {
            0 => 1,
            _ => ((self.greatest() - self.least) >> self.tie_bits) + 2,
        };
        let is_possible =
            tie_bits <= Self::MOST_TIE_BITS && spread << tie_bits <= self.longest_ring as u64;
        if is_possible {
            self.move_stacks((spread << tie_bits) as usize, tie_bits);
        }
        is_possible
    }

    /// Rebuilds the ring for at least `spread` places with this many bits for ties.
    fn move_stacks(&mut self, spread: usize, tie_bits: u32) {
        let places = match self.len {
            0 => 0..0,
            _ => self.least..self.greatest() + 1,
        };
        let len = spread.next_power_of_two().max(Self::SMALLEST_RING).max(self.ring.len());
        let mut old = std::mem::take(&mut self.ring);
        self.ring.reserve_exact(len);
        self.ring.resize_with(len, Vec::new);
        let old_bits = std::mem::replace(&mut self.tie_bits, tie_bits);
        self.occupied = vec![0; len / 64];
        let moved = |place: u64| {
            let tie = place & ((1 << old_bits) - 1);
            (place >> old_bits << tie_bits) | tie
        };
        for place in places {
            let from = place as usize & (old.len() - 1);
            let slot = self.slot(moved(place));
            if !old[from].is_empty() {
                self.occupied[slot / 64] |= 1 << (slot % 64);
                self.ring[slot] = std::mem::take(&mut old[from]);
            }
        }
        if self.len > 0 {
            self.least = moved(self.least);
            self.low = self.least;
        }
        self.count_bytes();
    }

    /// Recomputes the number of bytes allocated.
    #[inline]
    fn count_bytes(&mut self) {
        let entries: usize = self.ring.iter().map(Vec::capacity).sum();
        self.bytes = entries * size_of::<u32>()
            + self.ring.capacity() * size_of::<Vec<u32>>()
            + self.occupied.capacity() * size_of::<u64>()
            + self.far.capacity() * size_of::<Far>();
    }

    /// Grows a full stack by half.
    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, slot: usize) {
        let stack = &mut self.ring[slot];
        let capacity = stack.capacity();
        stack.reserve_exact((capacity / 2).max(32));
        self.bytes += (stack.capacity() - capacity) * size_of::<u32>();
    }

    /// The distance from `slot` to the next non-empty stack. There must be one.
    #[inline]
    fn distance_from(&self, slot: usize) -> usize {
        let first = self.occupied[slot / 64] >> (slot % 64);
        if first != 0 { first.trailing_zeros() as usize } else { self.distance_beyond(slot) }
    }

    #[inline]
    fn distance_beyond(&self, slot: usize) -> usize {
        let words = self.occupied.len();
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

    /// The slot of the first place in the ring that has entries. The ring must not be empty.
    #[inline]
    fn least_slot(&mut self) -> usize {
        let slot = self.slot(self.least);
        let distance = self.distance_from(slot);
        self.least += distance as u64;
        (slot + distance) & (self.ring.len() - 1)
    }

    #[cold]
    fn push_far(&mut self, priority: u64, tie: u64, id: u32) {
        self.far.push(Entry { key: (priority, tie), id });
        self.count_bytes();
    }

    /// Pops the least key outside the ring, unless one in the ring is less.
    #[cold]
    fn pop_far(&mut self) -> Option<((u64, u64), u32)> {
        if self.len > 0 {
            self.least_slot();
            let (priority, tie) = self.key(self.least);
            self.far.peek().filter(|far| far.key < (priority, tie))?;
        }
        self.far.pop().map(|Entry { key, id }| (key, id))
    }

    #[inline]
    fn key(&self, place: u64) -> (u64, u64) {
        (place >> self.tie_bits, place & ((1 << self.tie_bits) - 1))
    }
}

impl<K: BucketKey> OpenList<K> for BucketOpen {
    fn clear(&mut self) {
        while self.len > 0 {
            let slot = self.least_slot();
            self.len -= self.ring[slot].len();
            self.ring[slot].clear();
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        self.least = u64::MAX;
        self.far.clear();
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        let (priority, tie) = key.split();
        if (tie >> self.tie_bits) | (priority >> (63 - Self::MOST_TIE_BITS)) != 0 {
            let is_too_great = priority >> (63 - Self::MOST_TIE_BITS) != 0;
            if is_too_great || !self.widen_ties(64 - tie.leading_zeros()) {
                return self.push_far(priority, tie, id);
            }
        }
        let place = priority << self.tie_bits | tie;
        if place.wrapping_sub(self.low) >= self.ring.len() as u64 && !self.reach(place) {
            return self.push_far(priority, tie, id);
        }
        self.least = self.least.min(place);
        let slot = self.slot(place);
        let stack = &self.ring[slot];
        if stack.len() == stack.capacity() {
            self.grow_stack(slot);
        }
        self.ring[slot].push(id);
        self.occupied[slot / 64] |= 1 << (slot % 64);
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        if !self.far.is_empty()
            && let Some(((priority, tie), id)) = self.pop_far()
        {
            return Some((K::join(priority, tie), id));
        }
        if self.len == 0 {
            return None;
        }
        let slot = self.least_slot();
        let stack = &mut self.ring[slot];
        let id = stack.pop()?;
        if stack.is_empty() {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        self.len -= 1;
        let (priority, tie) = self.key(self.least);
        if self.len == 0 {
            self.least = u64::MAX;
        }
        Some((K::join(priority, tie), id))
    }

    fn len(&self) -> usize {
        self.len + self.far.len()
    }

    #[inline]
    fn room(&self) -> usize {
        if self.bytes < self.limit { usize::MAX } else { 0 }
    }

    #[cold]
    fn make_room(&mut self, _count: usize, limit: usize) -> bool {
        self.longest_ring =
            (limit / 64 / size_of::<Vec<u32>>()).clamp(Self::SMALLEST_RING, Self::LONGEST_RING);
        self.limit = limit;
        self.bytes < self.limit
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::BucketOpen;
    use crate::open_list::OpenList;

    /// Pops a least key for any mixture of entries: near, far, with small ties and large ones.
    #[test]
    fn pops_a_least_key() {
        for spread in [10, 1000, 10_000_000, u64::MAX / 2] {
            let mut open = BucketOpen::default();
            let mut keys: Vec<(u64, u64)> = Vec::new();
            let mut x = spread | 1;
            for step in 0..20_000_u32 {
                if OpenList::<(u64, u64)>::room(&open) == 0 {
                    assert!(OpenList::<(u64, u64)>::make_room(&mut open, 1, 1 << 24));
                }
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
                if x >> 40 & 3 == 0 && !keys.is_empty() {
                    let (key, _) = OpenList::<(u64, u64)>::pop(&mut open).expect("an entry");
                    let (at, least) =
                        keys.iter().copied().enumerate().min_by_key(|&(_, key)| key).expect("one");
                    assert_eq!(key, least, "step {step}, spread {spread}");
                    keys.swap_remove(at);
                } else {
                    let key = ((x >> 20) % spread, (x >> 10) % if x & 64 == 0 { 7 } else { 300 });
                    keys.push(key);
                    open.push(key, step);
                }
                assert_eq!(OpenList::<(u64, u64)>::len(&open), keys.len());
                if step == 10_000 {
                    OpenList::<(u64, u64)>::clear(&mut open);
                    keys.clear();
                }
            }
        }
    }
}
