//! An open list for any priorities: buckets where they are numbers close together, else a heap.

use tremaux_core::SortKey;

use crate::far_heap::FarHeap;
use crate::open_list::{Key, OpenKind, OpenList};

/// The default open list, for any priority and tie-break; among equal keys, the newest entry comes
/// first.
///
/// Keys that are numbers close to each other, such as costs of a few thousand with [`AnyOrder`] or
/// [`LowH`], take constant time: there is one stack per key, in a ring as long as the spread of the
/// keys present at any one time (Dial 1969). Without ties and with a consistent heuristic, this is
/// twice the cost of the most expensive action. All keys are kept in a heap until most of them
/// would fit into a ring not much longer than their number, and later those that do not fit: small
/// searches, costs of a million, floats, and ties that are not numbers have no ring.
///
/// [`AnyOrder`]: super::AnyOrder
/// [`LowH`]: super::LowH
#[derive(Clone, Copy, Debug, Default)]
pub struct Buckets;

impl<P: SortKey, T: SortKey> OpenKind<Key<P, T>> for Buckets {
    type Open = BucketOpen<P, T>;
}

/// See [`Buckets`].
///
/// May exceed its memory limit by the growth of one stack or of the heap.
#[derive(Debug)]
pub struct BucketOpen<P, T> {
    /// One stack for each place in a window of `ring.len()` places, a power of two or zero. The
    /// place of a key consists of its priority and, in the lowest bits, its tie.
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
    /// The greatest place in the ring that has entries. Meaningless if there are none.
    greatest: u64,
    /// The number of entries in the ring.
    len: usize,
    /// What the ring cannot hold. Of equal keys, those in the ring are newer: once a key is in the
    /// window, it stays there until the ring is empty.
    far: FarHeap<P, T>,
    /// How many entries are pushed before a ring is considered again, while there is none.
    due: usize,
    /// The bytes of the ring and its stacks.
    ring_bytes: usize,
    limit: usize,
}

impl<P: SortKey, T: SortKey> Default for BucketOpen<P, T> {
    fn default() -> Self {
        Self {
            ring: Vec::new(),
            tie_bits: 0,
            occupied: Vec::new(),
            low: 0,
            least: u64::MAX,
            greatest: 0,
            len: 0,
            far: FarHeap::default(),
            due: Self::SMALLEST_RING,
            ring_bytes: 0,
            limit: 0,
        }
    }
}

impl<P: SortKey, T: SortKey> BucketOpen<P, T> {
    const SMALLEST_RING: usize = 64;
    const LONGEST_RING: usize = 1 << 16;
    /// A ring up to this length may have several places for each entry.
    const SHORT_RING: usize = 1 << 12;
    const MOST_TIE_BITS: u32 = 16;

    #[inline]
    fn slot(&self, place: u64) -> usize {
        place as usize & self.ring.len().wrapping_sub(1)
    }

    /// The length that the ring may have for the entries that there are.
    fn longest_ring(&self) -> u64 {
        let entries = self.len + self.far.len() + 1;
        let by_entries = entries.max(Self::SHORT_RING.min(4 * entries)).min(Self::LONGEST_RING);
        // A power of two, like the length.
        let by_memory = self.limit / 64 / size_of::<Vec<u32>>();
        1 << by_entries.min(by_memory.max(Self::SMALLEST_RING)).ilog2()
    }

    /// Makes a ring if most keys fit into one.
    #[cold]
    #[inline(never)]
    fn consider_ring(&mut self) {
        self.due = (4 * self.far.len()).max(Self::SMALLEST_RING);
        let parts = |key: Key<P, T>| Some((key.priority.to_number()?, key.tie.to_number()?));
        let Some((least, _)) = self.far.least().and_then(parts) else { return };
        let (longest, mut ties, mut fitting, mut greatest) = (self.longest_ring(), 0, 0, least);
        for (priority, tie) in self.far.keys().filter_map(parts) {
            if priority - least < longest {
                fitting += 1;
                ties |= tie;
                greatest = greatest.max(priority);
            }
        }
        let tie_bits = 64 - u64::leading_zeros(ties);
        if 2 * fitting >= self.far.len() && tie_bits <= Self::MOST_TIE_BITS {
            let spread = (greatest - least + 1) << tie_bits;
            if spread <= longest && longest >= Self::SMALLEST_RING as u64 {
                self.move_stacks(spread as usize, tie_bits);
            }
        }
    }

    /// Moves the window so that it contains `place`, or lengthens the ring. Returns false if
    /// that would make the ring too long.
    fn reach(&mut self, place: u64) -> bool {
        let (mut least, mut greatest) = (place, place);
        if self.len > 0 {
            self.least_slot();
            (least, greatest) = (self.least.min(place), self.greatest.max(place));
        }
        let spread = greatest - least;
        if spread >= self.ring.len() as u64 {
            if spread.max(Self::SMALLEST_RING as u64 - 1) >= self.longest_ring() {
                return false;
            }
            self.move_stacks(spread as usize + 1, self.tie_bits);
        }
        self.low = least;
        true
    }

    /// Sets the number of bits for ties, unless that would make the ring too long.
    #[cold]
    #[inline(never)]
    fn widen_ties(&mut self, tie_bits: u32) -> bool {
        if tie_bits > Self::MOST_TIE_BITS {
            return false;
        }
        let spread = match self.len {
            0 => 1,
            _ => ((self.greatest - self.least) >> self.tie_bits) + 2,
        };
        let spread = (spread << tie_bits).max(Self::SMALLEST_RING as u64);
        let is_possible = spread <= self.longest_ring();
        if is_possible {
            self.move_stacks(spread as usize, tie_bits);
        }
        is_possible
    }

    /// Rebuilds the ring for at least `spread` places with this many bits for ties.
    #[cold]
    #[inline(never)]
    fn move_stacks(&mut self, spread: usize, tie_bits: u32) {
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
        self.ring_bytes = len * size_of::<Vec<u32>>() + len / 64 * size_of::<u64>();
        if self.len > 0 {
            for place in self.least..=self.greatest {
                let from = place as usize & (old.len() - 1);
                let slot = self.slot(moved(place));
                if !old[from].is_empty() {
                    self.occupied[slot / 64] |= 1 << (slot % 64);
                    self.ring_bytes += old[from].capacity() * size_of::<u32>();
                    self.ring[slot] = std::mem::take(&mut old[from]);
                }
            }
            self.least = moved(self.least);
            self.greatest = moved(self.greatest);
            self.low = self.least;
        }
    }

    /// Grows a full stack by half.
    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, slot: usize) {
        let stack = &mut self.ring[slot];
        let capacity = stack.capacity();
        stack.reserve_exact((capacity / 2).max(8));
        self.ring_bytes += (stack.capacity() - capacity) * size_of::<u32>();
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

    #[inline]
    fn key(&self, place: u64) -> Key<P, T> {
        let tie = place & ((1 << self.tie_bits) - 1);
        Key { priority: P::from_number(place >> self.tie_bits), tie: T::from_number(tie) }
    }

    /// The place of a key, unless it is too great or not a number, or has too great a tie.
    #[inline(always)]
    fn place(&self, key: Key<P, T>) -> Option<u64> {
        let (priority, tie) = (key.priority.to_number()?, key.tie.to_number()?);
        let is_too_great = priority >> (63 - Self::MOST_TIE_BITS) != 0 || tie >> self.tie_bits != 0;
        (!is_too_great).then_some(priority << self.tie_bits | tie)
    }

    /// The place of a key in the window.
    #[inline(always)]
    fn near(&self, key: Key<P, T>) -> Option<u64> {
        self.place(key).filter(|place| place.wrapping_sub(self.low) < self.ring.len() as u64)
    }

    /// Adds an entry at a place in the window.
    #[inline(always)]
    fn push_near(&mut self, place: u64, id: u32) {
        self.least = self.least.min(place);
        self.greatest = if self.len == 0 { place } else { self.greatest.max(place) };
        let slot = self.slot(place);
        let stack = &self.ring[slot];
        if stack.len() == stack.capacity() {
            self.grow_stack(slot);
        }
        self.ring[slot].push(id);
        self.occupied[slot / 64] |= 1 << (slot % 64);
        self.len += 1;
    }

    /// Adds an entry beyond the window, which is moved if that is possible.
    #[inline(never)]
    fn push_far(&mut self, key: Key<P, T>, id: u32) {
        if self.ring.is_empty() {
            self.far.push(key, id);
            self.due -= 1;
            if self.due == 0 {
                self.consider_ring();
            }
            return;
        }
        let tie_bits = key.tie.to_number().map_or(0, |tie| 64 - tie.leading_zeros());
        let fits = tie_bits <= self.tie_bits || self.widen_ties(tie_bits);
        match self.place(key).filter(|_| fits) {
            Some(place) if self.near(key).is_some() || self.reach(place) => {
                self.push_near(place, id);
            }
            _ => self.far.push(key, id),
        }
    }

    /// Removes the least of the entries of the ring, which must not be empty.
    #[inline(always)]
    fn pop_near(&mut self) -> Option<(Key<P, T>, u32)> {
        let slot = self.least_slot();
        let key = self.key(self.least);
        let stack = &mut self.ring[slot];
        let id = stack.pop()?;
        if stack.is_empty() {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        self.len -= 1;
        if self.len == 0 {
            self.least = u64::MAX;
        }
        Some((key, id))
    }

    /// Removes the least of the entries of ring and heap, neither of which may be empty.
    #[inline(never)]
    fn pop_least(&mut self) -> Option<(Key<P, T>, u32)> {
        self.least_slot();
        let key = self.key(self.least);
        if self.far.least().is_some_and(|far| far < key) { self.far.pop() } else { self.pop_near() }
    }
}

impl<P: SortKey, T: SortKey> OpenList<Key<P, T>> for BucketOpen<P, T> {
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

    #[inline(always)]
    fn push(&mut self, key: Key<P, T>, id: u32) {
        let place = if self.ring.is_empty() { None } else { self.near(key) };
        match place {
            Some(place) => self.push_near(place, id),
            None => self.push_far(key, id),
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(Key<P, T>, u32)> {
        if self.len == 0 {
            self.far.pop()
        } else if self.far.len() == 0 {
            self.pop_near()
        } else {
            self.pop_least()
        }
    }

    #[inline]
    fn next_id(&self) -> Option<u32> {
        match self.ring.get(self.slot(self.least)) {
            Some(stack) if self.len > 0 => stack.last().copied(),
            _ => self.far.next_id(),
        }
    }

    fn len(&self) -> usize {
        self.len + self.far.len()
    }

    #[inline]
    fn room(&self) -> usize {
        // Searches by closures have no limit, and need not count.
        let has_room = self.limit == usize::MAX || OpenList::<Key<P, T>>::bytes(self) < self.limit;
        if has_room { usize::MAX } else { 0 }
    }

    #[cold]
    fn make_room(&mut self, _count: usize, limit: usize) -> bool {
        self.limit = limit;
        OpenList::<Key<P, T>>::bytes(self) < self.limit
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.ring_bytes + self.far.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::BucketOpen;
    use crate::open_list::{Key, OpenList};

    type Open = BucketOpen<u64, u64>;

    /// A key on the last place of the window and the one just beyond: in a window that is one place
    /// too wide, the latter would share the stack of the first place.
    #[test]
    fn the_window_is_as_wide_as_the_ring() {
        let mut open = Open::default();
        assert!(open.make_room(1, 1 << 24));
        (0..64).for_each(|id| open.push(Key { priority: 1000, tie: 0 }, id));
        let places = open.ring.len() as u64;
        assert!(places >= 64, "a ring");
        let (first, beyond) = (2000, 2000 + places);
        for (id, key) in [(64, first), (65, beyond), (66, beyond - 1)] {
            open.push(Key { priority: key, tie: 0 }, id);
        }
        let popped = std::iter::from_fn(|| open.pop()).skip(64);
        let expected = [(first, 64), (beyond - 1, 66), (beyond, 65)];
        assert!(popped.map(|(key, id)| (key.priority, id)).eq(expected));
    }

    /// The memory is proportional to the entries, whatever their keys, and so is the ring, the
    /// only thing that a step may walk along.
    #[test]
    fn memory_and_ring_are_proportional_to_the_entries() {
        for most in [1, 10, 1000, 30_000, 1_000_000, 1_000_000_000, 1 << 60] {
            for most_tie in [1, 100, most] {
                let mut open = Open::default();
                assert!(open.make_room(1, usize::MAX));
                let (mut random, mut peak, mut at) = (tremaux_core::Random::new(most), 0, 0);
                let mut below = |most: u64| random.below(most);
                for id in 0..60_000 {
                    let (priority, tie) = (at + below(most), below(most_tie));
                    open.push(Key { priority, tie }, id);
                    if below(3) == 0 {
                        at = open.pop().expect("an entry").0.priority;
                    }
                    peak = peak.max(open.len());
                    let what = format!("{id} entries, keys to {most}, ties to {most_tie}");
                    assert!(open.ring.len() <= 4 * peak + 64, "{}: {what}", open.ring.len());
                    assert!(open.bytes() <= 2000 + 300 * peak, "{}: {what}", open.bytes());
                }
            }
        }
    }
}
