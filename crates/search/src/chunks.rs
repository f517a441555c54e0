//! A vector in pieces that never move.

/// A vector that grows by pieces of a fixed length, so that growing neither copies what is
/// there nor needs room for it twice. The first piece alone grows as a vector does.
#[derive(Clone, Debug)]
pub(crate) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    room: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: vec![Vec::new()], len: 0, room: 0 }
    }
}

impl<T> Chunks<T> {
    const SHIFT: u32 = 14;
    const LENGTH: usize = 1 << Self::SHIFT;

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many more items it takes without allocating.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// Makes room for at least `count` more items, if it then takes at most `limit` bytes.
    pub(crate) fn make_room(&mut self, count: usize, limit: usize) -> bool {
        while self.room < count {
            let bytes = self.bytes();
            let first = &mut self.chunks[0];
            if first.capacity() < Self::LENGTH {
                let capacity = (2 * first.capacity()).clamp(64, Self::LENGTH);
                if bytes + (capacity - first.capacity()) * size_of::<T>() > limit {
                    return false;
                }
                first.reserve_exact(capacity - first.len());
            } else {
                if bytes + Self::LENGTH * size_of::<T>() > limit {
                    return false;
                }
                self.chunks.push(Vec::with_capacity(Self::LENGTH));
            }
            // A vector may take more than was asked for, which would break the numbering.
            let whole = (self.chunks.len() - 1) * Self::LENGTH;
            let first = self.chunks[0].capacity().min(Self::LENGTH);
            self.room = whole + first - self.len;
        }
        true
    }

    /// Adds an item, for which there must be room.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.chunks[self.len >> Self::SHIFT].push(item);
        self.len += 1;
        self.room -= 1;
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.chunks[index as usize >> Self::SHIFT][index as usize & (Self::LENGTH - 1)]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.chunks[index as usize >> Self::SHIFT][index as usize & (Self::LENGTH - 1)]
    }

    /// Removes all items and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.room += self.len;
        self.len = 0;
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        let items = (self.chunks.len() - 1) * Self::LENGTH + self.chunks[0].capacity();
        items * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::Chunks;

    #[test]
    fn items_stay_where_they_are() {
        let mut chunks = Chunks::default();
        for i in 0..100_000_u32 {
            if chunks.room() == 0 {
                assert!(chunks.make_room(3, usize::MAX));
            }
            chunks.push(i);
        }
        assert!((0..100_000).all(|i| *chunks.get(i) == i));
        chunks.clear();
        assert!(chunks.room() >= 100_000 && chunks.len() == 0);
    }

    #[test]
    fn a_limit_of_memory_holds() {
        let mut chunks = Chunks::<u64>::default();
        let limit = 1_000_000;
        while chunks.room() > 0 || chunks.make_room(1, limit) {
            chunks.push(7);
            assert!(chunks.bytes() <= limit);
        }
        assert!(chunks.len() * 8 > 800_000, "{} items", chunks.len());
    }
}
