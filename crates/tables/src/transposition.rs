//! The transposition table: of fixed size, shared by threads without locks.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::record::Record;
use crate::replacement::{Cluster, Replacement, Slot};

/// One record and its key, 16 bytes. The key is stored combined with the data (Hyatt and
/// Mann 2002): halves that two threads have written do not fit together, and are not found.
#[derive(Debug, Default)]
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

/// A line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct CacheLine([AtomicSlot; 4]);

/// A table of fixed size of what is known about positions or states (Greenblatt 1967).
///
/// Keys are compared in all their 64 bits: two positions with one hash are taken for one,
/// but no others. Sixteen bytes a record. Reading and writing take a shared reference: any
/// number of threads may use one table at once, without locks. A record is found whole, as
/// somebody stored it, or not at all.
///
/// The same table serves game-tree searches (through [`Memory`](crate::Memory)) and
/// depth-first searches for paths, which give it the hash of a packed state as the key.
///
/// ```
/// use tremaux_core::Bound;
/// use tremaux_tables::{Record, TranspositionTable, TwoLevel};
/// let table = TranspositionTable::<TwoLevel>::with_bytes(1 << 16);
/// let record = Record { value: 17, draft: 3, bound: Bound::AtLeast, is_exact: false, code: 2 };
/// table.insert(0x1234_5678_9ABC_DEF0, record);
/// assert_eq!(table.get(0x1234_5678_9ABC_DEF0), Some(record));
/// assert_eq!(table.get(1), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable<R = Cluster> {
    lines: Vec<CacheLine>,
    age: AtomicU8,
    replacement: PhantomData<R>,
}

impl<R: Replacement> TranspositionTable<R> {
    /// Ages are counted modulo this.
    const AGES: u8 = 32;

    /// An empty table of at most `bytes`, but at least one cache line.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let count = (bytes / size_of::<CacheLine>()).max(1);
        let lines = (0..count).map(|_| CacheLine::default()).collect();
        Self { lines, age: AtomicU8::new(0), replacement: PhantomData }
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<CacheLine>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for line in &mut self.lines {
            *line = CacheLine::default();
        }
    }

    /// Says that records stored so far are of an earlier search, and may be replaced first.
    pub fn age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Self::AGES, Relaxed);
    }

    /// How full it is: the share of slots in use, of a sample of at most 4,000.
    #[must_use]
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

    /// The slots where a record of this key may be.
    #[inline]
    fn slots(&self, key: u64) -> &[AtomicSlot] {
        // The high bits choose the line, whatever the number of lines; low ones the slots.
        let line = (u128::from(key) * self.lines.len() as u128) >> 64;
        let first = ((key & 3) as usize * R::WAYS) & 3;
        &self.lines[line as usize].0[first..first + R::WAYS]
    }

    /// What is known about the position with the hash `key`.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Record> {
        self.find(key).map(|slot| Record::unpack(slot.data))
    }

    /// The same, with the number of searches ([`TranspositionTable::age`]) since it was
    /// stored, modulo 32: zero for a record of this search.
    #[inline]
    #[must_use]
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

    /// Remembers `record`, in place of an older one of the same position or of another.
    #[inline]
    pub fn insert(&self, key: u64, record: Record) {
        debug_assert!(record.value.abs() <= Record::MAX_VALUE, "{record:?}");
        let new = Slot { key, data: record.pack(self.age.load(Relaxed)) };
        let slots = self.slots(key);
        let mut seen = [Slot::default(); 4];
        for (seen, slot) in seen.iter_mut().zip(slots) {
            *seen = slot.load();
        }
        let seen = &seen[..R::WAYS];
        let same = seen.iter().position(|slot| slot.key == key && !slot.is_free());
        if let Some(way) = same.or_else(|| R::victim(seen, new)) {
            slots[way].store(new);
        }
    }
}
