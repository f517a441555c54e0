//! Two vectors in chunks that never move.

/// A vector of pairs whose halves are stored separately, in chunks of a fixed length. Growing
/// neither copies the existing pairs nor needs twice the memory. Only the first chunk grows
/// like a vector.
#[derive(Clone, Debug)]
pub(crate) struct Chunks<A, B> {
    chunks: Vec<(Vec<A>, Vec<B>)>,
    len: usize,
    /// The bytes that each pair will allocate elsewhere.
    elsewhere: usize,
}

impl<A, B> Default for Chunks<A, B> {
    fn default() -> Self {
        Self { chunks: vec![(Vec::new(), Vec::new())], len: 0, elsewhere: 0 }
    }
}

impl<A, B> Chunks<A, B> {
    const SHIFT: u32 = 14;
    const LENGTH: usize = 1 << Self::SHIFT;

    /// Counts so many more bytes for each pair.
    pub(crate) fn set_elsewhere(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of pairs of the first chunk that fit both vectors.
    fn first(&self) -> usize {
        let (a, b) = &self.chunks[0];
        a.capacity().min(b.capacity()).min(Self::LENGTH)
    }

    /// The number of pairs that can be added without allocating.
    pub(crate) fn room(&self) -> usize {
        (self.chunks.len() - 1) * Self::LENGTH + self.first() - self.len
    }

    /// Makes room for at least `count` more pairs if the total is then at most `limit` bytes, and
    /// the system has them.
    pub(crate) fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let size = size_of::<A>() + size_of::<B>() + self.elsewhere;
        while self.room() < count {
            let (bytes, capacity) = (self.bytes(), self.first());
            let longer = (capacity + capacity / 2).clamp(64, Self::LENGTH);
            let more = if capacity < Self::LENGTH { longer - capacity } else { Self::LENGTH };
            if bytes + more * size > limit {
                return false;
            }
            if capacity < Self::LENGTH {
                let (a, b) = &mut self.chunks[0];
                if a.try_reserve_exact(longer - a.len()).is_err()
                    || b.try_reserve_exact(longer - b.len()).is_err()
                {
                    return false;
                }
            } else {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                if a.try_reserve_exact(Self::LENGTH).is_err()
                    || b.try_reserve_exact(Self::LENGTH).is_err()
                {
                    return false;
                }
                self.chunks.push((a, b));
            }
        }
        true
    }

    /// Adds a pair. There must be room for it.
    #[inline]
    pub(crate) fn push(&mut self, a: A, b: B) {
        let chunk = &mut self.chunks[self.len >> Self::SHIFT];
        chunk.0.push(a);
        chunk.1.push(b);
        self.len += 1;
    }

    #[inline]
    pub(crate) fn first_of(&self, index: u32) -> &A {
        &self.chunks[index as usize >> Self::SHIFT].0[index as usize & (Self::LENGTH - 1)]
    }

    #[inline]
    pub(crate) fn second_of(&self, index: u32) -> &B {
        &self.chunks[index as usize >> Self::SHIFT].1[index as usize & (Self::LENGTH - 1)]
    }

    #[inline]
    pub(crate) fn pair_mut(&mut self, index: u32) -> (&mut A, &mut B) {
        let chunk = &mut self.chunks[index as usize >> Self::SHIFT];
        let at = index as usize & (Self::LENGTH - 1);
        (&mut chunk.0[at], &mut chunk.1[at])
    }

    #[inline]
    pub(crate) fn first_mut(&mut self, index: u32) -> &mut A {
        &mut self.chunks[index as usize >> Self::SHIFT].0[index as usize & (Self::LENGTH - 1)]
    }

    /// Removes all pairs and keeps the memory.
    pub(crate) fn clear(&mut self) {
        for (a, b) in &mut self.chunks {
            a.clear();
            b.clear();
        }
        self.len = 0;
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        let (a, b) = &self.chunks[0];
        let whole = (self.chunks.len() - 1) * Self::LENGTH;
        (a.capacity() + whole) * size_of::<A>()
            + (b.capacity() + whole) * size_of::<B>()
            + (self.first() + whole) * self.elsewhere
            + self.chunks.capacity() * size_of::<(Vec<A>, Vec<B>)>()
    }
}

#[cfg(test)]
mod tests {
    use super::Chunks;

    #[test]
    fn pairs_stay_where_they_are() {
        let mut chunks = Chunks::default();
        for i in 0..100_000_u32 {
            if chunks.room() == 0 {
                assert!(chunks.make_room(3, usize::MAX));
            }
            chunks.push(i, i as u8);
        }
        assert!((0..100_000).all(|i| *chunks.first_of(i) == i && *chunks.second_of(i) == i as u8));
        *chunks.pair_mut(70_000).0 = 1;
        *chunks.first_mut(70_001) = 2;
        assert_eq!((*chunks.first_of(70_000), *chunks.first_of(70_001)), (1, 2));
        chunks.clear();
        assert!(chunks.room() >= 100_000 && chunks.len() == 0);
    }

    #[test]
    fn a_limit_of_memory_holds() {
        let mut chunks = Chunks::<u64, u8>::default();
        let limit = 1_000_000;
        while chunks.room() > 0 || chunks.make_room(1, limit) {
            chunks.push(7, 7);
            assert!(chunks.bytes() <= limit);
        }
        assert!(chunks.len() * 9 > 800_000, "{} pairs", chunks.len());
    }
}
