//! A heap whose entries are single numbers.

use crate::open_list::{Key, OpenKind, OpenList, grown};
use crate::quaternary_heap::QuaternaryHeap;

/// A heap with four children per node, for 32-bit costs without a tie-break. Key and number are
/// packed into 64 bits; among equal keys, the lower number comes first.
///
/// An entry is written, moved and compared as a single integer, and the least of four children
/// is found without a branch. The plain heap writes key and number separately and reads them
/// together, which stalls the processor, and it has twice as many levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedHeap;

impl OpenKind<Key<u32>> for PackedHeap {
    type Open = PackedOpen;
}

/// See [`PackedHeap`].
#[derive(Clone, Debug, Default)]
pub struct PackedOpen(QuaternaryHeap<u64>);

impl OpenList<Key<u32>> for PackedOpen {
    #[inline]
    fn clear(&mut self) {
        self.0.entries.clear();
    }

    #[inline]
    fn push(&mut self, key: Key<u32>, id: u32) {
        self.0.push(u64::from(key.priority) << 32 | u64::from(id));
    }

    #[inline]
    fn pop(&mut self) -> Option<(Key<u32>, u32)> {
        let least = self.0.pop()?;
        Some((Key::of((least >> 32) as u32), least as u32))
    }

    #[inline]
    fn next_id(&self) -> Option<u32> {
        self.0.entries.first().map(|&entry| entry as u32)
    }

    #[inline]
    fn len(&self) -> usize {
        self.0.entries.len()
    }

    #[inline]
    fn room(&self) -> usize {
        self.0.entries.capacity() - self.0.entries.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let entries = &mut self.0.entries;
        let grown = grown::<u64>(entries.len(), entries.capacity(), count, limit);
        grown.is_some_and(|capacity| entries.try_reserve_exact(capacity - entries.len()).is_ok())
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
