//! Proof numbers by hash.

use super::{NEVER, Numbers};

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    numbers: Numbers,
    /// The positions visited below; zero if the entry is empty.
    work: u32,
}

const WAYS: usize = 4;

/// A table of proof numbers that grows with what it holds, up to a fixed size: where it is full
/// then, the least work is replaced.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The greatest number of entries.
    most: usize,
}

impl Table {
    const EMPTY: Entry = Entry { hash: 0, numbers: Numbers::UNKNOWN, work: 0 };
    /// The number of entries of a small table.
    const LEAST: usize = 256 * WAYS;

    pub(super) fn new(bytes: usize) -> Self {
        let sets = (bytes / (WAYS * size_of::<Entry>()))
            .clamp(1, 1_usize.checked_shl(32).unwrap_or(usize::MAX));
        let most = (1 << sets.ilog2()) * WAYS;
        Self { entries: vec![Self::EMPTY; most.min(Self::LEAST)], most }
    }

    pub(super) fn clear(&mut self) {
        self.entries.truncate(Self::LEAST);
        self.entries.fill(Self::EMPTY);
    }

    #[inline]
    fn set(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() / WAYS - 1)
    }

    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Numbers> {
        let set = &self.entries[self.set(hash) * WAYS..][..WAYS];
        set.iter().find(|entry| entry.work > 0 && entry.hash == hash).map(|entry| entry.numbers)
    }

    pub(super) fn put(&mut self, hash: u64, numbers: Numbers, work: u32) {
        let is_free = |entry: &Entry| entry.work == 0 || entry.hash == hash;
        while self.entries.len() < self.most
            && !self.entries[self.set(hash) * WAYS..][..WAYS].iter().any(is_free)
        {
            self.grow();
        }
        let first = self.set(hash) * WAYS;
        let set = &mut self.entries[first..first + WAYS];
        let same = set.iter().position(|entry| entry.work > 0 && entry.hash == hash);
        let value = |entry: &Entry| (entry.work > 0 && entry.numbers.is_ended(), entry.work);
        let at = same.or_else(|| (0..WAYS).min_by_key(|&at| value(&set[at])));
        set[at.unwrap_or(0)] = Entry { hash, numbers, work: work.clamp(1, NEVER) };
    }

    /// Doubles the size: each set is divided by one more bit of the hash.
    fn grow(&mut self) {
        let (before, bit) = (self.entries.len(), self.entries.len() / WAYS);
        self.entries.resize(2 * before, Self::EMPTY);
        let (low, high) = self.entries.split_at_mut(before);
        for (low, high) in low.chunks_exact_mut(WAYS).zip(high.chunks_exact_mut(WAYS)) {
            let (mut kept, mut moved) = (0, 0);
            for at in 0..WAYS {
                let entry = std::mem::replace(&mut low[at], Self::EMPTY);
                if entry.work > 0 && entry.hash as usize & bit == 0 {
                    low[kept] = entry;
                    kept += 1;
                } else if entry.work > 0 {
                    high[moved] = entry;
                    moved += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While it grows nothing is lost, and a small search takes little memory.
    #[test]
    fn tables_grow_with_what_they_hold() {
        let mut table = Table::new(1 << 24);
        assert_eq!(table.entries.len(), Table::LEAST);
        let hash = |nth: u32| u64::from(nth).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        let numbers = |nth: u32| Numbers { proof: nth, ..Numbers::UNKNOWN };
        for nth in 1..20_000 {
            table.put(hash(nth), numbers(nth), nth);
        }
        assert!((20_000..table.most).contains(&table.entries.len()), "{}", table.entries.len());
        assert!((1..20_000).all(|nth| table.get(hash(nth)) == Some(numbers(nth))));
        table.clear();
        assert_eq!((table.entries.len(), table.get(hash(7))), (Table::LEAST, None));
        // Where it may not grow, the least work is replaced.
        let mut small = Table::new(1 << 10);
        (1..2000).for_each(|nth| small.put(hash(nth), numbers(nth), nth));
        assert_eq!((small.entries.len(), small.get(hash(1))), (small.most, None));
        assert!(small.get(hash(1999)).is_some());
    }
}
