//! The numbers of states.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use tremaux_tables::prefetch;

/// Numbers states in the order in which they appear. Each state is stored once, with what a search
/// knows of it beside it, so that both are read together.
///
/// The index is open addressing with linear probing, at most three eighths full: a number takes
/// only four bytes, and a lookup seldom has to try a second place. A few states have none.
pub(super) struct Numbers<N, T = ()> {
    records: Vec<Record<N, T>>,
    /// Numbers of states, about in the order of their hashes, so that to grow it is to stream it.
    index: Vec<u32>,
    /// How far a hash is shifted right for a place in the index.
    shift: u32,
    /// With more states than this, the index grows.
    most: usize,
    /// How many of the first records cannot be found.
    hidden: usize,
    hasher: FixedState,
    /// Whether the state that was expanded last had many successors.
    has_many: bool,
    /// Whether states are forgotten again, the last first.
    forgets: bool,
    /// If so, the places in the index of the last states.
    places: Vec<u32>,
}

/// A state and what is known of it.
struct Record<N, T> {
    state: N,
    node: T,
}

/// A state that is being looked up, with its hash and what comes with it.
pub(super) struct Sought<N, E> {
    state: N,
    hash: u32,
    with: E,
}

/// Counts the bytes that it is fed.
struct CountingHasher(usize);

impl Hasher for CountingHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// No state has this hash.
const BACK: u32 = 1;

/// A free place in the index.
const FREE: u32 = u32::MAX;

/// So many states are found without an index.
const FEW: usize = 8;

impl<N, T> Default for Numbers<N, T> {
    fn default() -> Self {
        // Without an index, until the first growth.
        let (index, shift) = (Vec::new(), u32::BITS - 4);
        let (records, hasher) = (Vec::with_capacity(FEW), FixedState::default());
        let (most, hidden, has_many, forgets, places) = (FEW, 0, false, false, Vec::new());
        Self { records, index, shift, most, hidden, hasher, has_many, forgets, places }
    }
}

impl<N, T> Numbers<N, T> {
    /// Number 0 for what is not a state, and is never found.
    pub(super) fn beside(state: N, node: T) -> Self {
        Self { records: vec![Record { state, node }], hidden: 1, ..Self::default() }
    }

    /// The bytes allocated, with about what the states themselves have allocated, once there are
    /// so many states more.
    pub(super) fn bytes_after(&self, more: usize) -> usize
    where
        N: Hash,
    {
        let len = self.records.len() + more;
        let grown = |is_full: bool| usize::from(is_full) + 1;
        self.records.capacity() * grown(len > self.records.capacity()) * size_of::<Record<N, T>>()
            + self.places.capacity() * size_of::<u32>()
            + self.index.len() * grown(len > self.most) * size_of::<u32>()
            + self.heap_bytes()
    }

    /// About what the states have allocated: of some of them, what they feed to a hasher.
    fn heap_bytes(&self) -> usize
    where
        N: Hash,
    {
        // What an allocator adds to a block.
        const BLOCK: usize = 16;
        const SAMPLED: usize = 16;
        if !std::mem::needs_drop::<N>() {
            return 0;
        }
        let every = self.records.len().div_ceil(SAMPLED).max(1);
        let (mut fed, mut count) = (CountingHasher(0), 0);
        for record in self.records.iter().step_by(every) {
            record.state.hash(&mut fed);
            count += 1;
        }
        (fed.0 + BLOCK * count) * self.records.len() / count.max(1)
    }

    /// The number of states.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The state with this number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &N {
        &self.records[number as usize].state
    }

    /// The states by their numbers.
    pub(super) fn into_states(self) -> Vec<N> {
        self.records.into_iter().map(|record| record.state).collect()
    }

    /// What is known of the state with this number.
    #[inline]
    pub(super) fn node(&self, number: u32) -> &T {
        &self.records[number as usize].node
    }

    /// What is known of the state with this number.
    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut T {
        &mut self.records[number as usize].node
    }

    /// Whether records are seldom found in the cache of a core.
    #[inline]
    pub(super) fn is_far(&self) -> bool {
        self.index.len() > 1 << 19
    }

    /// Prefetches the state with this number and what is known of it.
    #[inline]
    pub(super) fn prefetch(&self, number: u32) {
        prefetch(&self.records, number as usize);
    }
}

impl<N: Eq + Hash, T> Numbers<N, T> {
    /// An index of at most so many places is found in the cache of a core.
    const NEAR: usize = 1 << 16;
    /// So many successors are worth no prefetching.
    const MANY: usize = 12;

    /// The number of `state`; `new` is what is known of it if it has none yet.
    #[inline(always)]
    pub(super) fn of(&mut self, state: N, new: T) -> u32 {
        if self.index.is_empty() {
            return self.among_few(&state).unwrap_or_else(|| self.add(state, new));
        }
        let hash = self.hash(&state);
        self.find(state, hash, new)
    }

    /// The number of `state` if there is no index.
    fn among_few(&self, state: &N) -> Option<u32> {
        let known = self.records.iter().skip(self.hidden).position(|it| it.state == *state)?;
        Some((known + self.hidden) as u32)
    }

    /// Adds a record, and makes room for the next.
    #[inline]
    fn add(&mut self, state: N, node: T) -> u32 {
        let number = self.records.len() as u32;
        self.records.push(Record { state, node });
        if self.records.len() > self.most {
            self.grow();
        }
        number
    }

    /// Calls `visit` with the number of each of these states and what comes with it. `new` is what
    /// is known of a state that has no number yet.
    ///
    /// `back` is the number of a state that is likely to be among them, as most spaces have steps
    /// back: it needs no look into the index. It is left out if `skips_back` is set.
    #[inline(always)]
    pub(super) fn each<E>(
        &mut self,
        states: impl Iterator<Item = (N, E)>,
        back: u32,
        skips_back: bool,
        new: impl Fn() -> T,
        sought: &mut Vec<Sought<N, E>>,
        mut visit: impl FnMut(&mut Self, u32, E),
    ) {
        if self.is_direct() {
            // Where there are many, they often come in the order in which they were numbered.
            let mut likely = self.hidden as u32;
            for (state, with) in states {
                let record = self.records.get(likely as usize);
                let is_likely = record.is_some_and(|record| record.state == state);
                let number = if is_likely { likely } else { self.of(state, new()) };
                likely = number + 1;
                visit(self, number, with);
            }
            return;
        }
        // While the next state is made, the place of this one in the index is fetched.
        let back_state = self.state(back);
        for (state, with) in states {
            let is_back = state == *back_state;
            if is_back && skips_back {
                continue;
            }
            let hash = if is_back { BACK } else { self.hash(&state) };
            prefetch(&self.index, (hash >> self.shift) as usize);
            sought.push(Sought { state, hash, with });
        }
        self.has_many = sought.len() >= Self::MANY;
        if self.is_far() {
            for Sought { hash, .. } in sought.iter() {
                let number = self.index[(hash >> self.shift) as usize];
                prefetch(&self.records, number as usize);
            }
        }
        for Sought { state, hash, with } in sought.drain(..) {
            let number = if hash == BACK { back } else { self.find(state, hash, new()) };
            visit(self, number, with);
        }
    }

    /// Whether a state is best looked up as soon as it is known.
    #[inline]
    fn is_direct(&self) -> bool {
        self.index.is_empty() || self.has_many && self.index.len() <= Self::NEAR
    }

    #[inline]
    fn hash(&self, state: &N) -> u32 {
        (self.hasher.hash_one(state) >> 32) as u32 & !BACK
    }

    /// The number of `state`, which has this hash.
    #[inline]
    fn find(&mut self, state: N, hash: u32, new: T) -> u32 {
        let mask = self.index.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let number = self.index[at & mask];
            if number == FREE {
                break;
            }
            if self.records[number as usize].state == state {
                return number;
            }
            at += 1;
        }
        self.index[at & mask] = self.records.len() as u32;
        if self.forgets {
            self.places.push((at & mask) as u32);
        }
        self.add(state, new)
    }

    /// Says whether states are about to be forgotten again, the last first.
    pub(super) fn set_forgets(&mut self, forgets: bool) {
        self.forgets = forgets;
        if !forgets {
            self.places.clear();
        }
    }

    /// Forgets the states with this number and greater ones.
    pub(super) fn truncate(&mut self, len: usize) {
        if self.index.is_empty() {
            return self.records.truncate(len);
        }
        let mask = self.index.len() - 1;
        while self.records.len() > len
            && let Some(Record { state, .. }) = self.records.pop()
        {
            // No state was put into the index after it, so no probe for another passes its place.
            if let Some(place) = self.places.pop() {
                self.index[place as usize] = FREE;
                continue;
            }
            let number = self.records.len() as u32;
            let mut at = (self.hash(&state) >> self.shift) as usize;
            while self.index[at & mask] != number {
                at += 1;
            }
            self.index[at & mask] = FREE;
        }
    }

    /// The number of `state`, if it has one.
    pub(super) fn get(&self, state: &N) -> Option<u32> {
        if self.index.is_empty() {
            return self.among_few(state);
        }
        let hash = self.hash(state);
        let mask = self.index.len() - 1;
        let places = (hash >> self.shift) as usize..;
        let mut numbers = places.map(|at| self.index[at & mask]).take_while(|&it| it != FREE);
        numbers.find(|&number| self.records[number as usize].state == *state)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        assert!(self.records.len() < FREE as usize, "fewer than 2^32 - 1 states");
        // A small index grows faster, as then it is cheap to have it large.
        self.shift = self.shift.saturating_sub(if self.shift > 16 { 2 } else { 1 });
        let len = 1 << (u32::BITS - self.shift);
        if len == self.index.len() {
            return;
        }
        self.places.clear();
        // Never two at a time.
        self.index = Vec::new();
        self.index = vec![FREE; len];
        self.most = len / 8 * 3;
        for number in self.hidden..self.records.len() {
            let hash = self.hash(&self.records[number].state);
            let mut at = (hash >> self.shift) as usize;
            while self.index[at & (len - 1)] != FREE {
                at += 1;
            }
            self.index[at & (len - 1)] = number as u32;
        }
    }
}
