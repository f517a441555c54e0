//! An open list for integer priorities, in constant time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::open_list::{OpenKind, OpenList, grown};
use crate::order::{BucketKey, Unordered};

/// Constant time for integer priorities: one stack for each, the newest entry first.
///
/// The stacks form a ring that is as long as priorities are spread at any one time: with
/// a consistent heuristic, twice the dearest action (Dial 1969). Memory is proportional
/// to the spread, not to the length of plans. A stack is a chain of blocks of a cache line,
/// which other stacks use again, so that nothing is copied and little lies idle. Priorities
/// too far from the others for the ring wait in a heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buckets;

impl<K: BucketKey> OpenKind<K> for Buckets {
    type Open = BucketOpen<K::Rest>;
}

/// See [`Buckets`].
#[derive(Debug)]
pub struct BucketOpen<R> {
    /// One stack for each priority in a window of `ring.len()`, a power of two.
    ring: Vec<Stack>,
    /// One bit for each stack that is not empty.
    occupied: Vec<u64>,
    blocks: Vec<Block<R>>,
    /// The first of the blocks that are not in use, which are chained.
    free: u32,
    /// How many those are.
    free_count: usize,
    /// No entry of the ring has a lower priority. Meaningless if there are none.
    least: u64,
    /// No entry of the ring has a higher priority.
    greatest: u64,
    /// How many entries are in the ring.
    len: usize,
    /// How long the ring may become.
    longest_ring: usize,
    far: BinaryHeap<(Reverse<u64>, Unordered<(R, u32)>)>,
}

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
struct Block<R> {
    entries: [(R, u32); BLOCK_LENGTH],
    /// The next older block of the stack, or the next that is free.
    next: u32,
}

impl<R> Default for BucketOpen<R> {
    fn default() -> Self {
        Self {
            ring: Vec::new(),
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

impl<R> BucketOpen<R> {
    const SMALLEST_RING: usize = 64;
    const LONGEST_RING: usize = 1 << 20;

    #[inline]
    fn slot(&self, priority: u64) -> usize {
        priority as usize & (self.ring.len() - 1)
    }

    /// Makes room for priorities from `least` to `greatest`, if the ring may be so long.
    #[cold]
    fn grow(&mut self, least: u64, greatest: u64) -> bool {
        if greatest - least >= self.longest_ring as u64 {
            return false;
        }
        let spread = (greatest - least + 1) as usize;
        let len = spread.next_power_of_two().max(Self::SMALLEST_RING);
        let old_len = self.ring.len();
        let old = std::mem::replace(&mut self.ring, vec![EMPTY; len]);
        self.occupied = vec![0; len / 64];
        if self.len > 0 {
            for priority in self.least..=self.greatest {
                let stack = old[priority as usize & (old_len - 1)];
                let slot = self.slot(priority);
                if stack.block != NO_BLOCK {
                    self.occupied[slot / 64] |= 1 << (slot % 64);
                    self.ring[slot] = stack;
                }
            }
        }
        true
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

    /// The slot of the least priority in the ring, which is not empty.
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
}

impl<R: Copy + Default> BucketOpen<R> {
    /// A block that is not in use, in front of `next`.
    #[inline]
    fn take_block(&mut self, next: u32) -> u32 {
        if self.free == NO_BLOCK {
            self.blocks.push(Block { entries: [(R::default(), 0); BLOCK_LENGTH], next });
            return self.blocks.len() as u32 - 1;
        }
        let block = self.free;
        self.free = std::mem::replace(&mut self.blocks[block as usize].next, next);
        self.free_count -= 1;
        block
    }

    #[cold]
    fn push_far(&mut self, priority: u64, rest: R, id: u32) {
        self.far.push((Reverse(priority), Unordered((rest, id))));
    }
}

impl<K: BucketKey> OpenList<K> for BucketOpen<K::Rest> {
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
        let (priority, rest) = key.split();
        let (least, greatest) = if self.len == 0 {
            (priority, priority)
        } else {
            (self.least.min(priority), self.greatest.max(priority))
        };
        if greatest - least >= self.ring.len() as u64 && !self.grow(least, greatest) {
            return self.push_far(priority, rest, id);
        }
        (self.least, self.greatest) = (least, greatest);
        let slot = self.slot(priority);
        let mut stack = self.ring[slot];
        if stack.len as usize == BLOCK_LENGTH || stack.block == NO_BLOCK {
            stack = Stack { block: self.take_block(stack.block), len: 0 };
            self.occupied[slot / 64] |= 1 << (slot % 64);
        }
        self.blocks[stack.block as usize].entries[stack.len as usize] = (rest, id);
        self.ring[slot] = Stack { len: stack.len + 1, ..stack };
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(K, u32)> {
        if !self.far.is_empty() {
            let slot_is_later = self.len == 0 || {
                self.least_slot();
                self.far.peek().is_some_and(|(Reverse(far), _)| *far < self.least)
            };
            if slot_is_later && let Some((Reverse(far), Unordered((rest, id)))) = self.far.pop() {
                return Some((K::join(far, rest), id));
            }
        }
        if self.len == 0 {
            return None;
        }
        let slot = self.least_slot();
        let stack = &mut self.ring[slot];
        stack.len -= 1;
        let block = &self.blocks[stack.block as usize];
        let (rest, id) = block.entries[stack.len as usize];
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
        Some((K::join(self.least, rest), id))
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
        let blocks = self.free_count + self.blocks.capacity() - self.blocks.len();
        let far = self.far.capacity() - self.far.len();
        let bytes = OpenList::<K>::bytes(self);
        self.longest_ring =
            (limit / 64 / size_of::<Stack>()).clamp(Self::SMALLEST_RING, Self::LONGEST_RING);
        if blocks < count {
            let others = bytes - self.blocks.capacity() * size_of::<Block<K::Rest>>();
            let (len, capacity) = (self.blocks.len(), self.blocks.capacity());
            let limit = limit.saturating_sub(others);
            match grown::<Block<K::Rest>>(len, capacity, count, limit) {
                Some(capacity) => self.blocks.reserve_exact(capacity - len),
                None => return false,
            }
        }
        if far < count {
            let limit = limit.saturating_sub(OpenList::<K>::bytes(self));
            let size = size_of::<(Reverse<u64>, Unordered<(K::Rest, u32)>)>();
            let more = count.max(self.far.len());
            if more * size > limit {
                return false;
            }
            self.far.reserve_exact(more);
        }
        true
    }

    fn bytes(&self) -> usize {
        self.ring.capacity() * size_of::<Stack>()
            + self.occupied.capacity() * size_of::<u64>()
            + self.blocks.capacity() * size_of::<Block<K::Rest>>()
            + self.far.capacity() * size_of::<(Reverse<u64>, Unordered<(K::Rest, u32)>)>()
    }
}
