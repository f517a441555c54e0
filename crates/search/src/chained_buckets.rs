//! An open list for 32-bit costs whose priorities are spread widely but occupied sparsely.

use crate::far_heap::FarHeap;
use crate::open_list::{Key, OpenKind, OpenList};

/// Constant-time open list for 32-bit costs with a small spread: one chain of entries per
/// priority, newest first (Dial 1969).
///
/// The chains form a ring as long as the spread of the priorities, which is a few times the
/// cost of the most expensive action. Each head takes four bytes and all chains share one array
/// of entries, so costs of many thousands, such as scaled diagonal steps, which leave most
/// chains empty, take little more than small costs. Two levels of bits mark the non-empty
/// chains. The entry pushed last, if it is a least one, is kept outside the chains, because it
/// is often popped next. The ring has at most 2^18 heads, and not many more than entries were
/// pushed in all searches; if the priorities do not fit, all are kept in a heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChainedBuckets;

impl OpenKind<Key<u32>> for ChainedBuckets {
    type Open = ChainedOpen;
}

const NONE: u32 = u32::MAX;

/// See [`ChainedBuckets`].
#[derive(Debug)]
pub struct ChainedOpen {
    /// The first entry of each chain. The length is a power of two and at least 64².
    heads: Vec<u32>,
    /// A bit for each chain that has entries.
    occupied: Vec<u64>,
    /// A bit for each word of `occupied` that is not zero.
    summary: Vec<u64>,
    /// The number of a state, and the next entry in its chain.
    entries: Vec<(u32, u32)>,
    /// The first unused entry. Unused entries form a chain too.
    free: u32,
    free_count: usize,
    /// A lower bound on the priorities in chains. Meaningless if there are none.
    least: u32,
    /// An upper bound on the priorities in chains.
    greatest: u32,
    /// The number of entries in chains.
    len: usize,
    /// The priority and number of an entry outside the chains, newer than any entry of the same
    /// priority in them; [`NONE`] if there is no such entry.
    newest: (u32, u32),
    /// All entries, from the first whose priority does not fit into the ring until the list is
    /// cleared.
    far: FarHeap<u32, ()>,
    is_sparse: bool,
    /// Empty, with room for the entries that leave the ring.
    leaving: Vec<(Key<u32>, u32)>,
    /// The number of entries pushed in all searches.
    pushed: usize,
}

impl Default for ChainedOpen {
    fn default() -> Self {
        Self {
            heads: Vec::new(),
            occupied: Vec::new(),
            summary: Vec::new(),
            entries: Vec::new(),
            free: NONE,
            free_count: 0,
            least: 0,
            greatest: 0,
            len: 0,
            newest: (0, NONE),
            far: FarHeap::default(),
            is_sparse: false,
            leaving: Vec::new(),
            pushed: 0,
        }
    }
}

impl ChainedOpen {
    const SHORTEST_RING: usize = 64 * 64;
    const LONGEST_RING: usize = 1 << 18;

    /// Lengthens the ring to hold priorities from `least` to `greatest`; false if it would have
    /// too many heads.
    #[cold]
    fn grow(&mut self, least: u32, greatest: u32) -> bool {
        let spread = (greatest - least) as usize + 1;
        let longest = Self::LONGEST_RING.min(Self::SHORTEST_RING.max(16 * self.pushed));
        if spread > longest {
            return false;
        }
        let length = spread.next_power_of_two().max(Self::SHORTEST_RING);
        let old = std::mem::replace(&mut self.heads, vec![NONE; length]);
        self.occupied = vec![0; length / 64];
        self.summary = vec![0; length / 64 / 64];
        if self.len > 0 {
            for priority in self.least..=self.greatest {
                let head = old[priority as usize & (old.len() - 1)];
                if head != NONE {
                    let slot = priority as usize & (length - 1);
                    self.heads[slot] = head;
                    self.mark(slot);
                }
            }
        }
        true
    }

    #[inline]
    fn mark(&mut self, slot: usize) {
        self.occupied[slot / 64] |= 1 << (slot % 64);
        self.summary[slot / 64 / 64] |= 1 << (slot / 64 % 64);
    }

    #[inline]
    fn unmark(&mut self, slot: usize) {
        let word = &mut self.occupied[slot / 64];
        *word &= !(1 << (slot % 64));
        if *word == 0 {
            self.summary[slot / 64 / 64] &= !(1 << (slot / 64 % 64));
        }
    }

    /// The first slot from `slot` on, around the ring, that has entries. There must be one.
    #[inline]
    fn next_slot(&self, slot: usize) -> usize {
        let here = self.occupied[slot / 64] >> (slot % 64);
        if here != 0 {
            return slot + here.trailing_zeros() as usize;
        }
        let words = self.occupied.len();
        let word = (slot / 64 + 1) & (words - 1);
        let mut block = word / 64;
        let mut bits = self.summary[block] >> (word % 64) << (word % 64);
        while bits == 0 {
            block = (block + 1) & (self.summary.len() - 1);
            bits = self.summary[block];
        }
        let word = block * 64 + bits.trailing_zeros() as usize;
        word * 64 + self.occupied[word].trailing_zeros() as usize
    }
}

impl ChainedOpen {
    /// Moves all entries to the heap, and adds one.
    #[cold]
    #[inline(never)]
    fn leave_ring(&mut self, priority: u32, id: u32) {
        let mut leaving = std::mem::take(&mut self.leaving);
        leaving.extend(std::iter::from_fn(|| self.pop()));
        self.is_sparse = true;
        // The oldest first.
        while let Some((key, id)) = leaving.pop() {
            self.far.push(key, id);
        }
        self.leaving = leaving;
        self.far.push(Key::of(priority), id);
    }

    /// Adds an entry to a chain, unless the ring would have too many heads.
    #[inline]
    fn push_chained(&mut self, priority: u32, id: u32) -> bool {
        let (least, greatest) = if self.len == 0 {
            (priority, priority)
        } else {
            (self.least.min(priority), self.greatest.max(priority))
        };
        self.pushed = self.pushed.saturating_add(1);
        if (greatest - least) as usize >= self.heads.len() && !self.grow(least, greatest) {
            return false;
        }
        (self.least, self.greatest) = (least, greatest);
        let slot = priority as usize & (self.heads.len() - 1);
        let head = self.heads[slot];
        if self.free == NONE {
            self.heads[slot] = self.entries.len() as u32;
            self.entries.push((id, head));
        } else {
            let entry = self.free;
            let place = &mut self.entries[entry as usize];
            self.free = place.1;
            *place = (id, head);
            self.free_count -= 1;
            self.heads[slot] = entry;
        }
        if head == NONE {
            self.mark(slot);
        }
        self.len += 1;
        true
    }
}

impl OpenList<Key<u32>> for ChainedOpen {
    fn clear(&mut self) {
        self.newest.1 = NONE;
        while self.len > 0 {
            // Skips whole words of empty chains.
            let slot = self.next_slot(self.least as usize & (self.heads.len() - 1));
            let mut entry = std::mem::replace(&mut self.heads[slot], NONE);
            while entry != NONE {
                let next = self.entries[entry as usize].1;
                self.len -= 1;
                entry = next;
            }
            self.unmark(slot);
        }
        self.far.clear();
        self.is_sparse = false;
        self.entries.clear();
        (self.free, self.free_count) = (NONE, 0);
    }

    #[inline]
    fn push(&mut self, key: Key<u32>, id: u32) {
        let Key { priority, .. } = key;
        if self.is_sparse {
            return self.far.push(key, id);
        }
        let (other, newest) = self.newest;
        if newest == NONE {
            self.newest = (priority, id);
        } else if priority > other {
            if !self.push_chained(priority, id) {
                self.leave_ring(priority, id);
            }
        } else if self.push_chained(other, newest) {
            self.newest = (priority, id);
        } else {
            self.leave_ring(priority, id);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(Key<u32>, u32)> {
        if self.is_sparse {
            return self.far.pop();
        }
        let (priority, newest) = self.newest;
        if newest != NONE && (self.len == 0 || priority <= self.least) {
            self.newest.1 = NONE;
            return Some((Key::of(priority), newest));
        }
        if self.len == 0 {
            return None;
        }
        let ring = self.heads.len() - 1;
        let from = self.least as usize & ring;
        let slot = self.next_slot(from);
        self.least += (slot.wrapping_sub(from) & ring) as u32;
        if newest != NONE && priority <= self.least {
            self.newest.1 = NONE;
            return Some((Key::of(priority), newest));
        }
        let entry = self.heads[slot];
        let place = &mut self.entries[entry as usize];
        let id = place.0;
        self.heads[slot] = place.1;
        if place.1 == NONE {
            self.unmark(slot);
        }
        self.entries[entry as usize].1 = self.free;
        self.free = entry;
        self.free_count += 1;
        self.len -= 1;
        Some((Key::of(self.least), id))
    }

    #[inline]
    fn len(&self) -> usize {
        self.len + self.far.len() + usize::from(self.newest.1 != NONE)
    }

    #[inline]
    fn room(&self) -> usize {
        self.free_count + self.entries.capacity() - self.entries.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let needed = self.entries.len() + count - self.free_count.min(count);
        let usual = needed.max(self.entries.capacity() * 3 / 2).max(64);
        let others = OpenList::<Key<u32>>::bytes(self) - self.entries.capacity() * 8;
        let allowed = limit.saturating_sub(others) / size_of::<(u32, u32)>();
        if needed > allowed {
            return false;
        }
        let more = usual.min(allowed) - self.entries.len();
        self.entries.try_reserve_exact(more).is_ok()
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.heads.capacity() * 4
            + (self.occupied.capacity() + self.summary.capacity()) * 8
            + self.entries.capacity() * size_of::<(u32, u32)>()
            + self.leaving.capacity() * size_of::<(Key<u32>, u32)>()
            + self.far.bytes()
    }
}
