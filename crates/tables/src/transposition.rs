//! The transposition table: of fixed size, shared by threads without locks.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::lines::{AnyBits, Lines};
use crate::prefetch::prefetch;
use crate::record::Record;
use crate::replacement::{Cluster, Replacement, Slot};

/// One record and its key, 16 bytes. The key is stored combined with the data (Hyatt and
/// Mann 2002): halves that two threads have written do not fit together, and are not found.
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

/// A line of the processor's cache.
#[derive(Debug)]
#[repr(align(64))]
struct CacheLine([AtomicSlot; 4]);

// SAFETY: atomic numbers, of which any bits are a value and which are dropped without effect.
#[allow(unsafe_code)]
unsafe impl AnyBits for CacheLine {}

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
    lines: Lines<CacheLine>,
    age: AtomicU8,
    replacement: PhantomData<R>,
}

impl<R: Replacement> TranspositionTable<R> {
    /// Ages are counted modulo this.
    const AGES: u8 = 32;

    /// An empty table of at most `bytes`, but at least one cache line.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        Self::try_with_bytes(bytes).expect("memory for the table")
    }

    /// The same, if there is so much memory.
    #[must_use]
    pub fn try_with_bytes(bytes: usize) -> Option<Self> {
        let count = (bytes / size_of::<CacheLine>()).max(1);
        Some(Self { lines: Lines::new(count)?, age: AtomicU8::new(0), replacement: PhantomData })
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<CacheLine>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Says that records stored so far are of an earlier search, and may be replaced first.
    pub fn age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Self::AGES, Relaxed);
    }

    /// Makes every record that more than `most` searches ago was stored as old as that, so
    /// that none comes to look new as ages are counted on. Goes through the whole table.
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

    /// Says that the record of this key will soon be asked for.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let line = (u128::from(key) * self.lines.len() as u128) >> 64;
        prefetch(&self.lines, line as usize);
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
        self.place(Slot { key, data: record.pack(self.age.load(Relaxed)) });
    }

    /// A table of at most `bytes` that knows what this one knows, where it finds room, if there
    /// is so much memory.
    ///
    /// Goes through the whole of this one; both are there until it is dropped.
    #[must_use]
    pub fn resized(&self, bytes: usize) -> Option<Self> {
        let other = Self::try_with_bytes(bytes)?;
        other.age.store(self.age.load(Relaxed), Relaxed);
        let slots = self.lines.iter().flat_map(|line| &line.0).map(AtomicSlot::load);
        slots.filter(|slot| !slot.is_free()).for_each(|slot| other.place(slot));
        Some(other)
    }

    /// Puts a record where the scheme wants it.
    #[inline]
    fn place(&self, new: Slot) {
        let key = new.key;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replacement::{Always, DepthPreferred, LeastCost, TwoLevel};
    use tremaux_core::Bound;

    fn record(value: i32, draft: u16) -> Record {
        Record { value, draft, bound: Bound::Exact, is_exact: false, code: 1 }
    }

    /// Keys of one line and one slot in it.
    const KEYS: [u64; 3] = [4, 8, 12];

    #[test]
    fn schemes_replace_as_they_say() {
        let [a, b, c] = KEYS;
        let always = TranspositionTable::<Always>::with_bytes(64);
        always.insert(a, record(1, 9));
        always.insert(b, record(2, 1));
        assert_eq!((always.get(a), always.get(b)), (None, Some(record(2, 1))));

        let deep = TranspositionTable::<DepthPreferred>::with_bytes(64);
        deep.insert(a, record(1, 9));
        deep.insert(b, record(2, 1));
        assert_eq!((deep.get(a), deep.get(b)), (Some(record(1, 9)), None));
        deep.age();
        assert_eq!(deep.get_with_age(a), Some((record(1, 9), 1)));
        deep.insert(b, record(2, 1));
        assert_eq!((deep.get(a), deep.get_with_age(b)), (None, Some((record(2, 1), 0))));

        let least = TranspositionTable::<LeastCost>::with_bytes(64);
        least.insert(a, record(1, 9));
        least.insert(b, record(2, 1));
        least.insert(c, record(3, 5));
        assert_eq!((least.get(a), least.get(b), least.get(c)), (None, Some(record(2, 1)), None));

        let two = TranspositionTable::<TwoLevel>::with_bytes(64);
        for (key, draft) in [(a, 9), (b, 1), (c, 2)] {
            two.insert(key, record(0, draft));
        }
        assert_eq!(
            (two.get(a), two.get(b), two.get(c)),
            (Some(record(0, 9)), None, Some(record(0, 2)))
        );

        let cluster = TranspositionTable::<Cluster>::with_bytes(64);
        for key in 1..=4 {
            cluster.insert(key, record(0, key as u16));
        }
        cluster.insert(5, record(0, 1));
        assert_eq!((cluster.get(1), cluster.get(2)), (None, Some(record(0, 2))));
        cluster.age();
        cluster.insert(6, record(0, 1));
        cluster.insert(7, record(0, 1));
        assert!(cluster.get(6).is_some() && cluster.get(4).is_some() && cluster.get(2).is_none());
        assert!((cluster.load_factor() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_resized_table_knows_what_it_knew() {
        let table = TranspositionTable::<TwoLevel>::with_bytes(1 << 12);
        let key = |it: u64| it.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for it in 1..=64 {
            table.insert(key(it), record(it as i32, it as u16));
            if it == 32 {
                table.age();
            }
        }
        let known = |table: &TranspositionTable<TwoLevel>| -> Vec<_> {
            (1..=64).filter_map(|it| table.get_with_age(key(it))).collect()
        };
        let larger = table.resized(1 << 16).expect("memory");
        assert_eq!((larger.bytes(), known(&larger)), (1 << 16, known(&table)));
        assert!(known(&table).len() > 40, "{}", known(&table).len());
        assert!(table.resized(1 << 62).is_none(), "nobody has so much");
        let smaller = larger.resized(1 << 8).expect("memory");
        let left = known(&smaller);
        assert!(smaller.bytes() == 1 << 8 && !left.is_empty() && left.len() <= 16);
        assert!(left.iter().all(|it| known(&table).contains(it)));
    }

    /// The same key again takes the place of its own record, whatever the scheme.
    #[test]
    fn the_latest_record_of_a_position_counts() {
        let table = TranspositionTable::<Cluster>::with_bytes(64);
        table.insert(1, record(1, 9));
        table.insert(1, record(2, 1));
        assert_eq!(table.get(1), Some(record(2, 1)));
        let mut table = table;
        table.clear();
        assert_eq!(table.get(1), None);
    }

    /// The halves of what two writers stored do not fit together, whichever came first: no
    /// matter how seldom threads meet, this is what they leave.
    #[test]
    fn halves_of_two_records_are_not_found() {
        let table = |key, value| {
            let table = TranspositionTable::<Always>::with_bytes(64);
            table.insert(key, record(value, 3));
            table
        };
        let [a, b, _] = KEYS;
        for (first, second) in [(table(a, 1), table(a, 2)), (table(a, 1), table(b, 2))] {
            let data = second.slots(a)[0].data.load(Relaxed);
            first.slots(a)[0].data.store(data, Relaxed);
            assert_eq!((first.get(a), first.get(b)), (None, None));
        }
    }

    /// However many searches come and go, a record of one is not taken for one of the last.
    #[test]
    fn capped_ages_never_come_round() {
        let table = TranspositionTable::<Cluster>::with_bytes(64);
        table.insert(1, record(1, 9));
        for search in 1..=200_u32 {
            table.age();
            if search % 16 == 0 {
                table.cap_ages(15);
            }
            let (found, since) = table.get_with_age(1).expect("the only record");
            assert_eq!(found, record(1, 9));
            assert!(u32::from(since) >= search.min(15), "{since} after {search}");
        }
    }

    /// Threads that write to the same few slots all the time: a record is found whole or not
    /// at all.
    #[test]
    fn no_record_is_ever_torn() {
        let table = TranspositionTable::<Cluster>::with_bytes(128);
        let content = |key: u64, writer: u64| {
            let mixed = (key ^ writer << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            Record {
                value: (mixed >> 44) as i32 - (1 << 19),
                draft: (mixed >> 8) as u16,
                bound: Bound::AtLeast,
                is_exact: mixed & 1 == 1,
                code: (mixed >> 24) as u16,
            }
        };
        let found: u64 = std::thread::scope(|scope| {
            let (table, content) = (&table, &content);
            let worker = |writer: u64| {
                move || {
                    let mut found = 0;
                    for round in 0..100_000u64 {
                        let line = (round * (writer + 1)) % 13;
                        let key = (line << 60) | ((round + writer) % 17);
                        table.insert(key, content(key, writer));
                        let key = ((round * 7 % 13) << 60) | (round % 17);
                        if let Some(record) = table.get(key) {
                            let is_whole = (0..8).any(|writer| content(key, writer) == record);
                            assert!(is_whole, "{record:?} was never stored for {key:x}");
                            found += 1;
                        }
                    }
                    found
                }
            };
            let workers: Vec<_> = (0..8).map(|writer| scope.spawn(worker(writer))).collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
        });
        assert!(found > 1000, "{found}");
    }
}
