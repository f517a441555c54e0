//! A heap whose entries are single numbers.

use crate::open_list::{OpenKind, OpenList, grown};

/// A heap with four children per node, for 32-bit costs without a tie-break. Key and number are
/// packed into 64 bits; among equal keys, the lower number comes first.
///
/// An entry is written, moved and compared as a single integer, and the least of four children
/// is found without a branch. The plain heap writes key and number separately and reads them
/// together, which stalls the processor, and it has twice as many levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedHeap;

impl OpenKind<(u32, ())> for PackedHeap {
    type Open = PackedOpen;
}

/// See [`PackedHeap`].
#[derive(Clone, Debug, Default)]
pub struct PackedOpen(Vec<u64>);

/// The lesser of two entries with their indices.
#[inline]
fn lesser(one: (u64, usize), other: (u64, usize)) -> (u64, usize) {
    if other.0 < one.0 { other } else { one }
}

impl OpenList<(u32, ())> for PackedOpen {
    #[inline]
    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn push(&mut self, (priority, ()): (u32, ()), id: u32) {
        let entry = u64::from(priority) << 32 | u64::from(id);
        let mut hole = self.0.len();
        self.0.push(entry);
        let heap = &mut self.0[..];
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if heap[parent] <= entry {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<((u32, ()), u32)> {
        let last = self.0.pop()?;
        let heap = &mut self.0[..];
        let mut least = last;
        if let Some(&root) = heap.first() {
            least = root;
            let mut hole = 0;
            loop {
                let first = 4 * hole + 1;
                let (entry, at) = if let Some(&[a, b, c, d]) = heap.get(first..first + 4) {
                    let one = lesser((a, first), (b, first + 1));
                    lesser(one, lesser((c, first + 2), (d, first + 3)))
                } else {
                    // Not `skip`, which may step through the entries.
                    let children = heap.get(first..).unwrap_or_default().iter().copied();
                    match children.zip(first..).reduce(lesser) {
                        Some(child) => child,
                        None => break,
                    }
                };
                if entry >= last {
                    break;
                }
                heap[hole] = entry;
                hole = at;
            }
            heap[hole] = last;
        }
        Some((((least >> 32) as u32, ()), least as u32))
    }

    #[inline]
    fn next_id(&self) -> Option<u32> {
        self.0.first().map(|&entry| entry as u32)
    }

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn room(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let grown = grown::<u64>(self.0.len(), self.0.capacity(), count, limit);
        grown.is_some_and(|capacity| self.0.try_reserve_exact(capacity - self.0.len()).is_ok())
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::PackedOpen;
    use crate::open_list::OpenList;

    #[test]
    fn entries_come_in_order_and_within_their_room() {
        let mut open = PackedOpen::default();
        assert!(!open.make_room(100, 799));
        assert!(open.make_room(100, 800));
        assert_eq!((open.room(), open.bytes()), (100, 800));
        for id in 0..100_u32 {
            open.push(((id * 37) % 50, ()), id);
        }
        assert_eq!((open.len(), open.room()), (100, 0));
        assert!(!open.make_room(1, 800) && open.make_room(1, 808));
        let mut last = (0, 0);
        while let Some(((priority, ()), id)) = open.pop() {
            assert!((priority, id) >= last && priority == (id * 37) % 50);
            last = (priority, id);
        }
        assert_eq!(last.0, 49);
    }

    /// With a pop in time proportional to the entries, this test would take minutes.
    #[test]
    fn a_large_heap_is_emptied_by_few_steps() {
        let count = 1_u32 << 19;
        let mut open = PackedOpen::default();
        assert!(open.make_room(count as usize, usize::MAX));
        for id in 0..count {
            open.push((id.wrapping_mul(0x9e37_79b1), ()), id);
        }
        let mut last = 0;
        for _ in 0..count {
            let ((priority, ()), id) = open.pop().expect("an entry");
            assert!(priority >= last && priority == id.wrapping_mul(0x9e37_79b1));
            last = priority;
        }
        assert!(open.pop().is_none());
    }
}
