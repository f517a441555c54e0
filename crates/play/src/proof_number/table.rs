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

/// A table of proof numbers of fixed size: where it is full, the least work is replaced.
pub(super) struct Table(Vec<Entry>);

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let sets = (bytes / (WAYS * size_of::<Entry>())).clamp(1, 1 << 32);
        let empty = Entry { hash: 0, numbers: Numbers::UNKNOWN, work: 0 };
        Self(vec![empty; (1 << sets.ilog2()) * WAYS])
    }

    pub(super) fn clear(&mut self) {
        for entry in &mut self.0 {
            entry.work = 0;
        }
    }

    #[inline]
    fn set(&self, hash: u64) -> usize {
        hash as usize & (self.0.len() / WAYS - 1)
    }

    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Numbers> {
        let set = &self.0[self.set(hash) * WAYS..][..WAYS];
        set.iter().find(|entry| entry.work > 0 && entry.hash == hash).map(|entry| entry.numbers)
    }

    pub(super) fn put(&mut self, hash: u64, numbers: Numbers, work: u32) {
        let first = self.set(hash) * WAYS;
        let set = &mut self.0[first..first + WAYS];
        let same = set.iter().position(|entry| entry.work > 0 && entry.hash == hash);
        let value = |entry: &Entry| (entry.work > 0 && entry.numbers.is_ended(), entry.work);
        let at = same.or_else(|| (0..WAYS).min_by_key(|&at| value(&set[at])));
        set[at.unwrap_or(0)] = Entry { hash, numbers, work: work.clamp(1, NEVER) };
    }
}
