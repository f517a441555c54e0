//! A transposition table of fixed size, shared by threads without locks.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::lines::{AnyBits, Lines};
use crate::prefetch::prefetch;
use crate::record::Record;
use crate::replacement::{Cluster, Replacement, Slot};

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
/// use tremaux::Bound;
/// use tremaux::tables::{Record, TranspositionTable};
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
        let line = (u128::from(key) * self.lines.len() as u128) >> 64;
        let first = ((key & 3) as usize * R::WAYS) & 3;
        &self.lines[line as usize].0[first..first + R::WAYS]
    }

    /// Prefetches the record with this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let line = (u128::from(key) * self.lines.len() as u128) >> 64;
        prefetch(&self.lines, line as usize);
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
    use crate::replacement::{Always, DepthPreferred, LeastCost, TwoLevel};
    use tremaux_core::Bound;

    fn record(value: i32, draft: u16) -> Record {
        Record { value, draft, bound: Bound::Exact, is_exact: false, code: 1 }
    }

    /// Keys that share a line and a slot.
    const KEYS: [u64; 3] = [4, 8, 12];

    #[test]
    fn schemes_replace_as_they_say() {
        let [a, b, c] = KEYS;
        let always = TranspositionTable::<Always>::with_scheme(64);
        always.insert(a, record(1, 9));
        always.insert(b, record(2, 1));
        assert_eq!((always.get(a), always.get(b)), (None, Some(record(2, 1))));

        let deep = TranspositionTable::<DepthPreferred>::with_scheme(64);
        deep.insert(a, record(1, 9));
        deep.insert(b, record(2, 1));
        assert_eq!((deep.get(a), deep.get(b)), (Some(record(1, 9)), None));
        deep.age();
        assert_eq!(deep.get_with_age(a), Some((record(1, 9), 1)));
        deep.insert(b, record(2, 1));
        assert_eq!((deep.get(a), deep.get_with_age(b)), (None, Some((record(2, 1), 0))));

        let least = TranspositionTable::<LeastCost>::with_scheme(64);
        least.insert(a, record(1, 9));
        least.insert(b, record(2, 1));
        least.insert(c, record(3, 5));
        assert_eq!((least.get(a), least.get(b), least.get(c)), (None, Some(record(2, 1)), None));

        let two = TranspositionTable::<TwoLevel>::with_scheme(64);
        for (key, draft) in [(a, 9), (b, 1), (c, 2)] {
            two.insert(key, record(0, draft));
        }
        assert_eq!(
            (two.get(a), two.get(b), two.get(c)),
            (Some(record(0, 9)), None, Some(record(0, 2)))
        );

        let cluster = TranspositionTable::with_bytes(64);
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
        let table = TranspositionTable::<TwoLevel>::with_scheme(1 << 12);
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

    /// A record with the same key is replaced, whatever the scheme.
    #[test]
    fn the_latest_record_of_a_position_counts() {
        let table = TranspositionTable::with_bytes(64);
        table.insert(1, record(1, 9));
        table.insert(1, record(2, 1));
        assert_eq!(table.get(1), Some(record(2, 1)));
        let mut table = table;
        table.clear();
        assert_eq!(table.get(1), None);
    }

    /// Halves stored by two writers do not match, whichever came first. This simulates a race,
    /// which is rare in practice.
    #[test]
    fn halves_of_two_records_are_not_found() {
        let table = |key, value| {
            let table = TranspositionTable::<Always>::with_scheme(64);
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

    /// However many searches follow, a record of an old search never looks like one of the last.
    #[test]
    fn capped_ages_never_come_round() {
        let table = TranspositionTable::with_bytes(64);
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

    /// Threads keep writing to the same few slots: a record is found complete or not at all.
    #[test]
    fn no_record_is_ever_torn() {
        let table = TranspositionTable::with_bytes(128);
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
