//! A transposition table of fixed size, shared by threads without locks.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::lines::{AnyBits, Lines};
use crate::prefetch::prefetch;
use crate::record::Record;
use crate::replacement::{Cluster, Replacement, Slot};
use crate::spread::spread;

/// One record and its key, 16 bytes. The key is stored combined with the data (Hyatt and Mann
/// 2002): halves written by two different threads do not match, and are ignored.
#[derive(Debug)]
struct AtomicSlot {
    check: AtomicU64,
    data: AtomicU64,
}

impl AtomicSlot {
    #[inline]
    fn load(&self) -> Slot {
        let data = self.data.load(Relaxed);
        Slot { key: self.check.load(Relaxed) ^ data, data }
    }

    #[inline]
    fn store(&self, slot: Slot) {
        self.check.store(slot.key ^ slot.data, Relaxed);
        self.data.store(slot.data, Relaxed);
    }
}

/// A cache line of the processor.
#[derive(Debug)]
#[repr(align(64))]
struct CacheLine([AtomicSlot; 4]);

// SAFETY: atomic numbers: any bits are valid values, and dropping them does nothing.
#[allow(unsafe_code)]
unsafe impl AnyBits for CacheLine {}

/// A transposition table: records of positions or states in a table of fixed size (Greenblatt
/// 1967).
///
/// Keys are compared in all 64 bits, so only positions with the same hash are confused. A record
/// takes sixteen bytes. Reading and writing take a shared reference: any number of threads can
/// use a table at the same time, without locks. A lookup returns a complete record as it was
/// stored, or none.
///
/// The same table serves game-tree searches (through [`Memory`](crate::Memory)) and
/// depth-first searches for paths, which give it the hash of a packed state as the key.
///
/// ```
/// use tremaux::play::{Bound, Record, TranspositionTable};
/// let table = TranspositionTable::with_bytes(1 << 16);
/// let record = Record { value: 17, draft: 3, bound: Bound::AtLeast, is_exact: false, code: 2 };
/// table.insert(0x1234_5678_9ABC_DEF0, record);
/// assert_eq!(table.get(0x1234_5678_9ABC_DEF0), Some(record));
/// assert_eq!(table.get(1), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable<R = Cluster> {
    lines: Lines<CacheLine>,
    age: AtomicU8,
    replacement: PhantomData<R>,
}

impl TranspositionTable {
    /// An empty table of at most `bytes`, but at least one cache line, with the replacement
    /// scheme [`Cluster`].
    ///
    /// # Panics
    ///
    /// Panics if there is not enough memory.
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_scheme(bytes)
    }
}

impl<R: Replacement> TranspositionTable<R> {
    /// Ages are modulo this number.
    const AGES: u8 = 32;

    /// Like [`TranspositionTable::with_bytes`], with the replacement scheme `R`.
    ///
    /// # Panics
    ///
    /// Panics if there is not enough memory.
    pub fn with_scheme(bytes: usize) -> Self {
        Self::try_with_scheme(bytes).expect("memory for the table")
    }

    /// Like [`TranspositionTable::with_scheme`], but returns `None` if there is not enough
    /// memory.
    pub fn try_with_scheme(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<CacheLine>()).max(1);
        Some(Self { lines: Lines::new(count)?, age: AtomicU8::new(0), replacement: PhantomData })
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<CacheLine>()
    }

    /// Removes all records.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Begins a new search: records stored so far become old, and are replaced first.
    pub fn age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Self::AGES, Relaxed);
    }

    /// Limits the age of every record to `most` searches, so that no old record looks new when
    /// ages wrap around. Visits the whole table.
    pub fn cap_ages(&self, most: u8) {
        let now = self.age.load(Relaxed);
        let capped = (now + Self::AGES - most % Self::AGES) % Self::AGES;
        for slot in self.lines.iter().flat_map(|line| &line.0) {
            let old = slot.load();
            if !old.is_free() && (now + Self::AGES - old.age()) % Self::AGES > most {
                let data = Record::unpack(old.data).pack(capped);
                slot.store(Slot { key: old.key, data });
            }
        }
    }

    /// The load factor: the fraction of slots in use, estimated from at most 4,000 slots.
    pub fn load_factor(&self) -> f64 {
        let step = (self.lines.len() / 1000).max(1);
        let sample = self.lines.iter().step_by(step).flat_map(|line| &line.0);
        let (mut used, mut all) = (0u32, 0u32);
        for slot in sample {
            used += u32::from(!slot.load().is_free());
            all += 1;
        }
        f64::from(used) / f64::from(all)
    }

    /// The slots where a record with this key may be.
    #[inline]
    fn slots(&self, key: u64) -> &[AtomicSlot] {
        // The high bits select the line, for any number of lines; the low bits select the slots.
        let line = spread(key, self.lines.len());
        let first = ((key & 3) as usize * R::WAYS) & 3;
        &self.lines[line].0[first..first + R::WAYS]
    }

    /// Prefetches the record with this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.lines, spread(key, self.lines.len()));
    }

    /// The record of the position with the hash `key`.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Record> {
        self.find(key).map(|slot| Record::unpack(slot.data))
    }

    /// Like [`TranspositionTable::get`], with the number of searches
    /// ([`TranspositionTable::age`]) since it was stored, modulo 32: zero for a record of this
    /// search.
    #[inline]
    pub fn get_with_age(&self, key: u64) -> Option<(Record, u8)> {
        let slot = self.find(key)?;
        let since = (self.age.load(Relaxed) + Self::AGES - slot.age()) % Self::AGES;
        Some((Record::unpack(slot.data), since))
    }

    #[inline]
    fn find(&self, key: u64) -> Option<Slot> {
        let mut slots = self.slots(key).iter().map(AtomicSlot::load);
        slots.find(|slot| slot.key == key && !slot.is_free())
    }

    /// Stores `record`, replacing an older record of this or another position.
    #[inline]
    pub fn insert(&self, key: u64, record: Record) {
        debug_assert!(record.value.abs() <= Record::MAX_VALUE, "{record:?}");
        self.place(Slot { key, data: record.pack(self.age.load(Relaxed)) });
    }

    /// A table of at most `bytes` with the records of this one as far as they fit; `None` if
    /// there is not enough memory.
    ///
    /// Visits the whole table; both tables exist until this one is dropped.
    pub fn resized(&self, bytes: usize) -> Option<Self> {
        let other = Self::try_with_scheme(bytes)?;
        other.age.store(self.age.load(Relaxed), Relaxed);
        let slots = self.lines.iter().flat_map(|line| &line.0).map(AtomicSlot::load);
        slots.filter(|slot| !slot.is_free()).for_each(|slot| other.place(slot));
        Some(other)
    }

    /// Stores a record in the slot that the scheme selects.
    #[inline]
    fn place(&self, new: Slot) {
        let key = new.key;
        let slots = self.slots(key);
        let mut seen = [Slot::default(); 4];
        for (way, slot) in slots.iter().enumerate() {
            seen[way] = slot.load();
        }
        let seen = &seen[..R::WAYS];
        let same = seen.iter().position(|slot| slot.key == key && !slot.is_free());
        if let Some(way) = same.or_else(|| R::victim(seen, new)) {
            slots[way].store(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replacement::Always;
    use tremaux_core::Bound;

    /// Halves stored by two writers do not match, whichever came first. This simulates a race,
    /// which is rare in practice.
    #[test]
    fn halves_of_two_records_are_not_found() {
        let table = |key, value| {
            let table = TranspositionTable::<Always>::with_scheme(64);
            let bound = Bound::Exact;
            table.insert(key, Record { value, draft: 3, bound, is_exact: false, code: 1 });
            table
        };
        let [a, b] = [4, 8]; // Keys that share a line and a slot.
        for (first, second) in [(table(a, 1), table(a, 2)), (table(a, 1), table(b, 2))] {
            let data = second.slots(a)[0].data.load(Relaxed);
            first.slots(a)[0].data.store(data, Relaxed);
            assert_eq!((first.get(a), first.get(b)), (None, None));
        }
    }
}
