//! An open list for integer priorities, in constant time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::open_list::{OpenKind, OpenList, grown};
use crate::order::{BucketKey, Unordered};

/// Constant time for integer priorities: one stack for each key, the newest entry first.
///
/// The stacks form a ring that is as long as keys are spread at any one time: without ties,
/// and with a consistent heuristic, twice the dearest action (Dial 1969). Memory is
/// proportional to the spread, not to the length of plans. A stack is a chain of blocks of
/// a cache line, which other stacks use again, so that nothing is copied and little lies
/// idle. Keys too far from the others for the ring wait in a heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buckets;

impl<K: BucketKey> OpenKind<K> for Buckets {
    type Open = BucketOpen;
}

/// See [`Buckets`].
#[derive(Debug)]
pub struct BucketOpen {
    /// One stack for each place in a window of `ring.len()`, a power of two. The place of a
    /// key is its priority and, in the lowest bits, its tie.
    ring: Vec<Stack>,
    /// How many bits the tie takes.
    tie_bits: u32,
    /// One bit for each stack that is not empty.
    occupied: Vec<u64>,
    blocks: Vec<Block>,
    /// The first of the blocks that are not in use, which are chained.
    free: u32,
    /// How many those are.
    free_count: usize,
    /// No entry of the ring has an earlier place. Meaningless if there are none.
    least: u64,
    /// No entry of the ring has a later place.
    greatest: u64,
    /// How many entries are in the ring.
    len: usize,
    /// How long the ring may become.
    longest_ring: usize,
    far: BinaryHeap<Far>,
}

/// An entry that is not in the ring: its key and the number of the state.
type Far = (Reverse<(u64, u64)>, Unordered<u32>);

/// The newest block of a stack, and how many entries are in it.
#[derive(Clone, Copy, Debug)]
struct Stack {
    block: u32,
    len: u32,
}

const NO_BLOCK: u32 = u32::MAX;
const EMPTY: Stack = Stack { block: NO_BLOCK, len: 0 };
const BLOCK_LENGTH: usize = 15;

#[derive(Clone, Debug)]
struct Block {
    ids: [u32; BLOCK_LENGTH],
    /// The next older block of the stack, or the next that is free.
    next: u32,
}

impl Default for BucketOpen {
    fn default() -> Self {
        Self {
            ring: Vec::new(),
            tie_bits: 0,
            occupied: Vec::new(),
            blocks: Vec::new(),
            free: NO_BLOCK,
            free_count: 0,
            least: 0,
            greatest: 0,
            len: 0,
            longest_ring: Self::SMALLEST_RING,
            far: BinaryHeap::new(),
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

    /// Makes room for places from `least` to `greatest`, if the ring may be so long.
    #[cold]
    fn grow(&mut self, least: u64, greatest: u64) -> bool {
        if greatest - least >= self.longest_ring as u64 {
            return false;
        }
        self.move_stacks((greatest - least + 1) as usize, self.tie_bits);
        true
    }

    /// Gives ties so many bits, if the ring may then be so long.
    #[cold]
    fn widen_ties(&mut self, tie_bits: u32) -> bool {
        let spread = (self.greatest.saturating_sub(self.least) >> self.tie_bits) + 2;
        let is_possible = tie_bits <= Self::MOST_TIE_BITS
            && self.greatest >> self.tie_bits < 1 << (63 - Self::MOST_TIE_BITS)
            && spread << tie_bits <= self.longest_ring as u64;
        if is_possible {
            self.move_stacks((spread << tie_bits) as usize, tie_bits);
        }
        is_possible
    }

    /// Makes the ring anew, for `spread` places or more with so many bits for ties.
    fn move_stacks(&mut self, spread: usize, tie_bits: u32) {
        let len = spread.next_power_of_two().max(Self::SMALLEST_RING).max(self.ring.len());
        let old = std::mem::replace(&mut self.ring, vec![EMPTY; len]);
        let old_bits = std::mem::replace(&mut self.tie_bits, tie_bits);
        self.occupied = vec![0; len / 64];
        let moved = |place: u64| {
            let tie = place & ((1 << old_bits) - 1);
            (place >> old_bits << tie_bits) | tie
        };
        if self.len > 0 {
            for place in self.least..=self.greatest {
                let stack = old[place as usize & (old.len() - 1)];
                if stack.block != NO_BLOCK {
                    let slot = self.slot(moved(place));
                    self.occupied[slot / 64] |= 1 << (slot % 64);
                    self.ring[slot] = stack;
                }
            }
        }
        (self.least, self.greatest) = (moved(self.least), moved(self.greatest));
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

    /// The slot of the earliest place in the ring, which is not empty.
    #[inline]
    fn least_slot(&mut self) -> usize {
        let slot = self.slot(self.least);
        let distance = self.distance_from(slot);
        self.least += distance as u64;
        (slot + distance) & (self.ring.len() - 1)
    }

    fn release(&mut self, block: u32) {
        self.blocks[block as usize].next = self.free;
        self.free = block;
        self.free_count += 1;
    }

    /// A block that is not in use, in front of `next`.
    #[inline]
    fn take_block(&mut self, next: u32) -> u32 {
        if self.free == NO_BLOCK {
            self.blocks.push(Block { ids: [0; BLOCK_LENGTH], next });
            return self.blocks.len() as u32 - 1;
        }
        let block = self.free;
        self.free = std::mem::replace(&mut self.blocks[block as usize].next, next);
        self.free_count -= 1;
        block
    }

    #[cold]
    fn push_far(&mut self, priority: u64, tie: u64, id: u32) {
        self.far.push((Reverse((priority, tie)), Unordered(id)));
    }

    /// The least key of those that are not in the ring, if none in the ring is less.
    #[cold]
    fn pop_far(&mut self) -> Option<((u64, u64), u32)> {
        if self.len > 0 {
            self.least_slot();
            let (priority, tie) = self.key(self.least);
            self.far.peek().filter(|(Reverse(far), _)| *far < (priority, tie))?;
        }
        self.far.pop().map(|(Reverse(key), Unordered(id))| (key, id))
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
            let mut stack = std::mem::replace(&mut self.ring[slot], EMPTY);
            while stack.block != NO_BLOCK {
                let older = self.blocks[stack.block as usize].next;
                self.len -= stack.len as usize;
                self.release(stack.block);
                stack = Stack { block: older, len: BLOCK_LENGTH as u32 };
            }
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
        self.far.clear();
    }

    #[inline]
    fn push(&mut self, key: K, id: u32) {
        let (priority, tie) = key.split();
        if tie >> self.tie_bits != 0 && !self.widen_ties(64 - tie.leading_zeros()) {
            return self.push_far(priority, tie, id);
        }
        if priority >> (63 - Self::MOST_TIE_BITS) != 0 {
            return self.push_far(priority, tie, id);
        }
        let place = priority << self.tie_bits | tie;
        let (least, greatest) = if self.len == 0 {
            (place, place)
        } else {
            (self.least.min(place), self.greatest.max(place))
        };
        if greatest - least >= self.ring.len() as u64 && !self.grow(least, greatest) {
            return self.push_far(priority, tie, id);
        }
        (self.least, self.greatest) = (least, greatest);
        let slot = self.slot(place);
        let mut stack = self.ring[slot];
        if stack.len as usize == BLOCK_LENGTH || stack.block == NO_BLOCK {
            stack = Stack { block: self.take_block(stack.block), len: 0 };
            self.occupied[slot / 64] |= 1 << (slot % 64);
        }
        self.blocks[stack.block as usize].ids[stack.len as usize] = id;
        self.ring[slot] = Stack { len: stack.len + 1, ..stack };
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
        stack.len -= 1;
        let block = &self.blocks[stack.block as usize];
        let id = block.ids[stack.len as usize];
        if stack.len == 0 {
            let emptied = stack.block;
            let older = block.next;
            *stack = Stack { block: older, len: BLOCK_LENGTH as u32 };
            if older == NO_BLOCK {
                *stack = EMPTY;
                self.occupied[slot / 64] &= !(1 << (slot % 64));
            }
            self.release(emptied);
        }
        self.len -= 1;
        let (priority, tie) = self.key(self.least);
        Some((K::join(priority, tie), id))
    }

    fn len(&self) -> usize {
        self.len + self.far.len()
    }

    #[inline]
    fn room(&self) -> usize {
        let blocks = self.free_count + self.blocks.capacity() - self.blocks.len();
        blocks.min(self.far.capacity() - self.far.len())
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        self.longest_ring =
            (limit / 64 / size_of::<Stack>()).clamp(Self::SMALLEST_RING, Self::LONGEST_RING);
        if self.free_count + self.blocks.capacity() - self.blocks.len() < count {
            let (len, capacity) = (self.blocks.len(), self.blocks.capacity());
            let others = OpenList::<K>::bytes(self) - capacity * size_of::<Block>();
            match grown::<Block>(len, capacity, count, limit.saturating_sub(others)) {
                Some(capacity) => self.blocks.reserve_exact(capacity - len),
                None => return false,
            }
        }
        if self.far.capacity() - self.far.len() < count {
            let more = count.max(self.far.len());
            let bytes = OpenList::<K>::bytes(self);
            if more.saturating_mul(size_of::<Far>()) > limit.saturating_sub(bytes) {
                return false;
            }
            self.far.reserve_exact(more);
        }
        true
    }

    fn bytes(&self) -> usize {
        self.ring.capacity() * size_of::<Stack>()
            + self.occupied.capacity() * size_of::<u64>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.far.capacity() * size_of::<Far>()
    }
}

#[cfg(test)]
mod tests {
    use super::BucketOpen;
    use crate::open_list::OpenList;

    /// The least key comes out whatever goes in: near, far, with small ties and huge ones.
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
