//! What is remembered about positions and states: one table for games and state spaces.
//!

use std::marker::PhantomData;

use tremaux_core::{Bound, Game, HashedGame};

/// What is remembered about one position.
///
/// A game-tree search stores the score; IDA* stores in `value` a lower bound on the cost
/// to a goal, with [`Bound::AtLeast`], and in `draft` the budget that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// A score or a cost, of 24 bits with its sign.
    pub value: i32,
    /// How much search the value rests on: plies, or the budget of cost.
    pub draft: u16,
    /// What the value says.
    pub bound: Bound,
    /// Whether it would stay the same however deep the search.
    pub is_exact: bool,
    /// The [`HashedGame::code`] of the move to try first, or [`NO_MOVE`](tremaux_core::NO_MOVE).
    pub code: u16,
}

impl Record {
    /// Bits, low to high: code 16, draft 16, value 24, bound 2 (not 0), exact 1, age 5.
    #[inline]
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from(self.code)
            | u64::from(self.draft) << 16
            | u64::from(self.value as u32 & 0xFF_FFFF) << 32
            | bound << 56
            | u64::from(self.is_exact) << 58
            | u64::from(age) << 59
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        Self {
            value: ((data >> 32) as i32) << 8 >> 8,
            draft: (data >> 16) as u16,
            bound: match data >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            is_exact: data >> 58 & 1 == 1,
            code: data as u16,
        }
    }
}

/// One record and its key, 16 bytes. No data at all means that the slot is free.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    key: u64,
    data: u64,
}

impl Slot {
    /// The plies or cost searched.
    #[inline]
    fn draft(self) -> i32 {
        i32::from((self.data >> 16) as u16)
    }

    #[inline]
    fn age(self) -> u8 {
        (self.data >> 59) as u8
    }

    #[inline]
    fn is_free(self) -> bool {
        self.data == 0
    }
}

/// Which record has to go when a new one comes.
pub trait Replacement {
    /// The number of neighbouring slots where a record may be: 1, 2 or 4.
    const WAYS: usize;

    /// The slot for `new`, of which no other record is in `slots`; `None` to forget it.
    fn victim(slots: &[Slot], new: Slot) -> Option<usize>;
}

/// The new record takes the only slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Always;

impl Replacement for Always {
    const WAYS: usize = 1;

    #[inline]
    fn victim(_slots: &[Slot], _new: Slot) -> Option<usize> {
        Some(0)
    }
}

/// The deeper record keeps the only slot, unless it is left from an earlier search.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthPreferred;

impl Replacement for DepthPreferred {
    const WAYS: usize = 1;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        (slots[0].age() != new.age() || slots[0].draft() <= new.draft()).then_some(0)
    }
}

/// Two slots, one for the deeper record, one for whatever comes (Breuker, Uiterwijk, van
/// den Herik 1994).
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoLevel;

impl Replacement for TwoLevel {
    const WAYS: usize = 2;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        Some(usize::from(DepthPreferred::victim(slots, new).is_none()))
    }
}

/// Four slots in one cache line; the record of least depth goes, and each search since
/// costs a record eight plies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cluster;

impl Replacement for Cluster {
    const WAYS: usize = 4;

    #[inline]
    fn victim(slots: &[Slot], new: Slot) -> Option<usize> {
        let worth = |slot: Slot| match slot.is_free() {
            true => i32::MIN,
            false => slot.draft() - 8 * i32::from(new.age().wrapping_sub(slot.age()) & 31),
        };
        (0..slots.len()).min_by_key(|&way| worth(slots[way]))
    }
}

/// A line of the processor's cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Line([Slot; 4]);

/// A table of fixed size of what is known about positions (Greenblatt 1967).
///
/// Keys are compared in all their 64 bits: two positions with one hash are taken for one,
/// but no others. Sixteen bytes a record.
#[derive(Clone, Debug)]
pub struct TranspositionTable<R = Cluster> {
    lines: Vec<Line>,
    age: u8,
    replacement: PhantomData<R>,
}

impl<R: Replacement> TranspositionTable<R> {
    /// An empty table of at most `bytes`, but at least one cache line.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let lines = (bytes / size_of::<Line>()).max(1);
        Self { lines: vec![Line::default(); lines], age: 0, replacement: PhantomData }
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.fill(Line::default());
    }

    /// Says that records stored so far are of an earlier search, and may be replaced first.
    pub fn age(&mut self) {
        self.age = (self.age + 1) & 31;
    }

    /// The line and the first slot in it.
    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        // The high bits choose the line, whatever the number of lines; low ones the slots.
        let line = (u128::from(key) * self.lines.len() as u128) >> 64;
        (line as usize, (key as usize).wrapping_mul(R::WAYS) & 3)
    }

    /// What is known about the position with the hash `key`.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Record> {
        let (line, first) = self.place(key);
        let slots = &self.lines[line].0[first..first + R::WAYS];
        let slot = slots.iter().find(|slot| slot.key == key && !slot.is_free())?;
        Some(Record::unpack(slot.data))
    }

    /// Remembers `record`, in place of an older one of the same position or of another.
    #[inline]
    pub fn insert(&mut self, key: u64, record: Record) {
        let new = Slot { key, data: record.pack(self.age) };
        let (line, first) = self.place(key);
        let slots = &mut self.lines[line].0[first..first + R::WAYS];
        let same = slots.iter().position(|slot| slot.key == key);
        if let Some(way) = same.or_else(|| R::victim(slots, new)) {
            slots[way] = new;
        }
    }
}

/// What a game-tree search remembers positions in: a [`TranspositionTable`], one that is
/// lent to it, or `()` for none, which asks no hash of the game.
pub trait Memory<G: Game + ?Sized> {
    /// False if nothing is remembered.
    const IS_USED: bool = true;
    /// The key of a position.
    fn key(&self, game: &G, state: &G::State) -> u64;
    /// The code of a move.
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16;
    /// What is known about the position of this key.
    fn get(&self, key: u64) -> Option<Record>;
    /// Remembers.
    fn insert(&mut self, key: u64, record: Record);
    /// Its size.
    fn bytes(&self) -> usize;
}

impl<G: Game + ?Sized> Memory<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn key(&self, _: &G, _: &G::State) -> u64 {
        0
    }
    #[inline]
    fn code(&self, _: &G, _: &G::State, _: G::Move) -> u16 {
        tremaux_core::NO_MOVE
    }
    #[inline]
    fn get(&self, _: u64) -> Option<Record> {
        None
    }
    #[inline]
    fn insert(&mut self, _: u64, _: Record) {}
    fn bytes(&self) -> usize {
        0
    }
}

impl<G: HashedGame + ?Sized, R: Replacement> Memory<G> for TranspositionTable<R> {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.hash(state)
    }
    #[inline]
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16 {
        game.code(state, mv)
    }
    #[inline]
    fn get(&self, key: u64) -> Option<Record> {
        self.get(key)
    }
    #[inline]
    fn insert(&mut self, key: u64, record: Record) {
        self.insert(key, record);
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

impl<G: Game + ?Sized, T: Memory<G>> Memory<G> for &mut T {
    const IS_USED: bool = T::IS_USED;

    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        (**self).key(game, state)
    }
    #[inline]
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16 {
        (**self).code(game, state, mv)
    }
    #[inline]
    fn get(&self, key: u64) -> Option<Record> {
        (**self).get(key)
    }
    #[inline]
    fn insert(&mut self, key: u64, record: Record) {
        (**self).insert(key, record);
    }
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
}
