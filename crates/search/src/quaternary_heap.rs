//! A heap with four children per node.

/// A heap with four children per node, the least entry on top.
///
/// It has half the levels of a binary heap, and the children of a node lie next to each other.
#[derive(Clone, Debug)]
pub(crate) struct QuaternaryHeap<T> {
    pub(crate) entries: Vec<T>,
}

impl<T> Default for QuaternaryHeap<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

/// An entry and its index.
#[derive(Clone, Copy)]
struct Placed<T> {
    entry: T,
    at: usize,
}

#[inline]
fn lesser<T: Copy + Ord>(one: Placed<T>, other: Placed<T>) -> Placed<T> {
    if other.entry < one.entry { other } else { one }
}

impl<T: Copy + Ord> QuaternaryHeap<T> {
    #[inline]
    pub(crate) fn push(&mut self, entry: T) {
        let mut hole = self.entries.len();
        if hole == self.entries.capacity() {
            self.grow();
        }
        self.entries.push(entry);
        let heap = &mut self.entries[..];
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

    /// Small searches would spend a tenth of their time on the first steps of a vector that
    /// doubles.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.entries.reserve(self.entries.len().max(32));
    }

    /// Never inlined: within a search, the choice of the least child becomes branches that no
    /// processor predicts.
    #[inline(never)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.entries.pop()?;
        let heap = &mut self.entries[..];
        let mut least = last;
        if let Some(&root) = heap.first() {
            least = root;
            let mut hole = 0;
            loop {
                let first = 4 * hole + 1;
                let placed = |(entry, at)| Placed { entry, at };
                let Placed { entry, at } = if let Some(&[a, b, c, d]) = heap.get(first..first + 4) {
                    let one = lesser(placed((a, first)), placed((b, first + 1)));
                    lesser(one, lesser(placed((c, first + 2)), placed((d, first + 3))))
                } else {
                    // Not `skip`, which may step through the entries.
                    let children = heap.get(first..).unwrap_or_default().iter().copied();
                    match children.zip(first..).map(placed).reduce(lesser) {
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
        Some(least)
    }

    /// Bytes allocated.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<T>()
    }
}
