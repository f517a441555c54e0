//! The states a best-first search knows: in a hash table, or in arrays.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use tremaux_core::{Cost, IndexedSpace, StateSpace};
use tremaux_tables::prefetch;

use crate::chunks::Chunks;

/// What is stored of each state, by number. Numbers are small and never change.
pub trait NodeTable<S: StateSpace>: Default {
    /// A state that is being looked for.
    type Probe;

    /// Whether a state is found by its number alone. If not, those that are looked for
    /// together are asked for before the first is read.
    const IS_DIRECT: bool = false;

    /// Forgets all states, and makes ready for `space` if that takes at most `limit` bytes.
    fn reset(&mut self, space: &S, limit: usize) -> bool;
    /// How many more states it can take without allocating.
    fn room(&self) -> usize;
    /// Makes room for at least `count` more states, unless it would take more than `limit`
    /// bytes then: false, and nothing has changed.
    fn make_room(&mut self, count: usize, limit: usize) -> bool;
    /// Begins to look for `state`: asks for the memory that [`NodeTable::find`] will read.
    fn probe(&self, space: &S, state: &S::State) -> Self::Probe;
    /// The number of a state, if it is known.
    fn find(&self, probe: &mut Self::Probe) -> Option<u32>;
    /// Adds a state, open, that was looked for last and not found. There must be room.
    fn insert(&mut self, probe: Self::Probe, parent: u32, by: Option<S::Action>, g: S::Cost)
    -> u32;
    /// Sets the best path to a known state and marks it open.
    fn update(&mut self, id: u32, parent: u32, by: S::Action, g: S::Cost);
    /// Marks a state expanded.
    fn close(&mut self, id: u32);
    /// The cost of the best path to a state, and whether it is expanded, and not opened
    /// since.
    fn known(&self, id: u32) -> (S::Cost, bool);
    /// The last action of the best path to a state; none for the initial state.
    fn reached_by(&self, id: u32) -> Option<S::Action>;
    /// The state before the last action, which is `by`.
    fn parent(&self, space: &S, id: u32, by: S::Action) -> u32;
    /// The state itself.
    fn state(&self, space: &S, id: u32) -> S::State;
    /// Asks for the memory that will be read when a state is expanded, as it is soon.
    #[inline]
    fn prefetch(&self, space: &S, id: u32) {
        let _ = (space, id);
    }
    /// Calls `visit` with the number of every known state, in a fixed order.
    fn for_each(&self, visit: impl FnMut(u32));
    /// The number of known states.
    fn len(&self) -> usize;
    /// Whether none is known.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes allocated.
    fn bytes(&self) -> usize;
}

/// Names a [`NodeTable`] without its space.
pub trait TableKind<S: StateSpace> {
    /// The table.
    type Table: NodeTable<S>;
}

/// States are found by hashing: for every space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed;

impl<S: StateSpace> TableKind<S> for Hashed {
    type Table = HashedTable<S>;
}

/// States are found by number: for an [`IndexedSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Indexed;

impl<S: IndexedSpace> TableKind<S> for Indexed {
    type Table = IndexedTable<S>;
}

/// What there is of a state, but for its last action, which is kept apart: so a node takes
/// sixteen bytes where packed states take eight and costs four. There is no estimate: the
/// key in the open list tells it, or it is computed again.
#[derive(Clone, Debug)]
struct Node<P, C> {
    packed: P,
    g: C,
    /// Twice the number of the state before, plus one if the state is expanded.
    parent: u32,
}

const _: () = assert!(size_of::<Node<u64, u32>>() == 16);

/// Nodes in chunks that never move, and an index of their numbers by open addressing.
///
/// A slot of the index is four bytes: the number, and in the bits it leaves free a piece of
/// the hash, so that a state is compared only where it very likely is. The index grows by
/// being made again from the nodes, the old one given back before: at no time are there
/// two, and the whole never takes more than it was allowed.
pub struct HashedTable<S: StateSpace> {
    /// Each with the last action of the best path to it.
    nodes: Nodes<S>,
    /// Zero, or one more than the number of a node and a piece of its hash above.
    slots: Vec<u32>,
    /// How many bits of a slot hold the number.
    id_bits: u32,
    /// How many nodes the index takes before it must grow.
    most: usize,
    /// How many more nodes there is room for.
    room: usize,
}

type Nodes<S> = Chunks<
    Node<<S as StateSpace>::Packed, <S as StateSpace>::Cost>,
    Option<<S as StateSpace>::Action>,
>;

impl<S: StateSpace> Default for HashedTable<S> {
    fn default() -> Self {
        Self { nodes: Chunks::default(), slots: Vec::new(), id_bits: 1, most: 0, room: 0 }
    }
}

/// A state that is being looked for in a [`HashedTable`].
#[derive(Clone, Debug)]
pub struct Probe<P> {
    packed: P,
    /// Where it is looked for next, or was not found.
    slot: usize,
    tag: u32,
}

/// The hasher of all tables: fast, and the same on every machine and run.
const HASHER: FixedState = FixedState::with_seed(0);

impl<S: StateSpace> HashedTable<S> {
    const FEWEST_SLOTS: usize = 1 << 10;
    /// More states cannot be numbered: the top bit is taken.
    const MOST_STATES: usize = (1 << 31) - 2;

    /// Where a hash begins to be looked for.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// The part of a slot that comes from the hash.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        // The high bits choose the slot, so that the low ones tell more.
        (hash as u32).checked_shl(self.id_bits).unwrap_or(0)
    }

    /// How many nodes an index of so many slots takes before it gets slow.
    const fn usual_load(slots: usize) -> usize {
        slots / 4 * 3
    }

    /// How many nodes an index of so many slots takes when there is no memory for more.
    const fn greatest_load(slots: usize) -> usize {
        slots / 16 * 15
    }

    /// Makes the index again with so many slots.
    fn rebuild(&mut self, slots: usize) {
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        let most = Self::greatest_load(slots).min(Self::MOST_STATES);
        self.id_bits = usize::BITS - (most + 1).leading_zeros();
        self.most = Self::usual_load(slots).min(most);
        // The slots of the nodes to come are fetched while those before them are filled.
        const AHEAD: usize = 16;
        let mut hashes = [0; AHEAD];
        let count = self.nodes.len();
        for id in 0..count + AHEAD {
            if let Some(done) = id.checked_sub(AHEAD)
                && done < count
            {
                let hash = hashes[id % AHEAD];
                let mut slot = self.slot(hash);
                while self.slots[slot] != 0 {
                    slot += 1;
                    if slot == slots {
                        slot = 0;
                    }
                }
                self.slots[slot] = self.tag(hash) | (done as u32 + 1);
            }
            if id < count {
                let hash = HASHER.hash_one(&self.nodes.first_of(id as u32).packed);
                hashes[id % AHEAD] = hash;
                prefetch(&self.slots, self.slot(hash));
            }
        }
    }

    /// Makes room in the index for `count` more nodes.
    fn grow_index(&mut self, count: usize, limit: usize) -> bool {
        let wanted = self.nodes.len() + count;
        if wanted > Self::MOST_STATES {
            return false;
        }
        let allowed = limit.saturating_sub(self.nodes.bytes()) / size_of::<u32>();
        // By more while it is small, so as not to be made again so often.
        let factor = if self.slots.len() < 1 << 12 { 4 } else { 2 };
        let mut slots = (self.slots.len() * factor).max(Self::FEWEST_SLOTS);
        while Self::usual_load(slots) < wanted {
            slots *= 2;
        }
        // Beyond half of what is left for nodes to come, grow by less, and in the end
        // rather fill the index more than stop.
        let prudent = self.slots.len() + allowed.saturating_sub(self.slots.len()) / 6;
        if slots > prudent.max(Self::FEWEST_SLOTS) {
            slots = prudent;
        }
        let is_worth_it = slots > self.slots.len() + self.slots.len() / 16;
        if is_worth_it && slots <= allowed && Self::usual_load(slots) >= wanted {
            self.rebuild(slots);
        } else {
            self.most = Self::greatest_load(self.slots.len()).min(Self::MOST_STATES);
        }
        wanted <= self.most
    }
}

impl<S: StateSpace> NodeTable<S> for HashedTable<S> {
    type Probe = Probe<S::Packed>;

    fn reset(&mut self, _space: &S, limit: usize) -> bool {
        self.nodes.clear();
        self.slots.fill(0);
        self.room = self.nodes.room().min(self.most);
        self.bytes() <= limit
    }

    #[inline]
    fn room(&self) -> usize {
        self.room
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let has_index = self.nodes.len() + count <= self.most || self.grow_index(count, limit);
        let index = self.slots.capacity() * size_of::<u32>();
        let has_nodes = has_index && self.nodes.make_room(count, limit.saturating_sub(index));
        self.room = self.nodes.room().min(self.most.saturating_sub(self.nodes.len()));
        has_nodes
    }

    #[inline]
    fn probe(&self, space: &S, state: &S::State) -> Probe<S::Packed> {
        let packed = space.pack(state);
        let hash = HASHER.hash_one(&packed);
        let slot = self.slot(hash);
        prefetch(&self.slots, slot);
        Probe { packed, slot, tag: self.tag(hash) }
    }

    #[inline]
    fn find(&self, probe: &mut Probe<S::Packed>) -> Option<u32> {
        let mask = (1_u32 << self.id_bits) - 1;
        loop {
            let entry = self.slots[probe.slot];
            if entry == 0 {
                return None;
            }
            let id = (entry & mask).wrapping_sub(1);
            if entry & !mask == probe.tag && self.nodes.first_of(id).packed == probe.packed {
                return Some(id);
            }
            probe.slot += 1;
            if probe.slot == self.slots.len() {
                probe.slot = 0;
            }
        }
    }

    #[inline]
    fn insert(
        &mut self,
        Probe { packed, slot, tag }: Probe<S::Packed>,
        parent: u32,
        by: Option<S::Action>,
        g: S::Cost,
    ) -> u32 {
        let id = self.nodes.len() as u32;
        self.slots[slot] = tag | (id + 1);
        self.nodes.push(Node { packed, g, parent: 2 * parent }, by);
        self.room -= 1;
        id
    }

    #[inline]
    fn update(&mut self, id: u32, parent: u32, by: S::Action, g: S::Cost) {
        let (node, last) = self.nodes.pair_mut(id);
        (node.parent, node.g) = (2 * parent, g);
        *last = Some(by);
    }

    #[inline]
    fn close(&mut self, id: u32) {
        self.nodes.first_mut(id).parent |= 1;
    }

    #[inline]
    fn known(&self, id: u32) -> (S::Cost, bool) {
        let node = self.nodes.first_of(id);
        (node.g, node.parent & 1 != 0)
    }

    #[inline]
    fn reached_by(&self, id: u32) -> Option<S::Action> {
        *self.nodes.second_of(id)
    }

    #[inline]
    fn parent(&self, _space: &S, id: u32, _by: S::Action) -> u32 {
        self.nodes.first_of(id).parent / 2
    }

    #[inline]
    fn state(&self, space: &S, id: u32) -> S::State {
        space.unpack(&self.nodes.first_of(id).packed)
    }

    fn for_each(&self, visit: impl FnMut(u32)) {
        (0..self.nodes.len() as u32).for_each(visit);
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.slots.capacity() * size_of::<u32>()
    }
}

#[derive(Clone, Debug)]
struct Cell<A, C> {
    g: C,
    /// Twice the number of the query, plus one if the state is expanded.
    mark: u16,
    by: Option<A>,
}

const _: () = assert!(size_of::<Cell<std::num::NonZeroU8, u32>>() == 8);

/// One record for each state of the space, eight bytes where costs are `u32` and actions
/// are bytes with a niche. A record counts only if it bears the number of the present
/// query, so that nothing is cleared between queries.
pub struct IndexedTable<S: StateSpace> {
    cells: Vec<Cell<S::Action, S::Cost>>,
    mark: u16,
    len: usize,
}

impl<S: StateSpace> Default for IndexedTable<S> {
    fn default() -> Self {
        Self { cells: Vec::new(), mark: 0, len: 0 }
    }
}

impl<S: IndexedSpace> NodeTable<S> for IndexedTable<S> {
    /// The number of the state.
    type Probe = usize;

    const IS_DIRECT: bool = true;

    fn reset(&mut self, space: &S, limit: usize) -> bool {
        let count = space.state_count();
        assert!(count <= u32::MAX as usize, "an indexed space has fewer than 2^32 states");
        if count.saturating_mul(size_of::<Cell<S::Action, S::Cost>>()) > limit {
            return false;
        }
        self.len = 0;
        let is_worn = self.mark >= u16::MAX - 3;
        if is_worn || self.cells.len() != count {
            self.cells.clear();
            self.cells.reserve_exact(count);
            self.cells.resize(count, Cell { g: S::Cost::ZERO, mark: 0, by: None });
            self.mark = 0;
        }
        self.mark += 2;
        true
    }

    #[inline]
    fn room(&self) -> usize {
        usize::MAX
    }

    fn make_room(&mut self, _count: usize, _limit: usize) -> bool {
        true
    }

    #[inline]
    fn probe(&self, space: &S, state: &S::State) -> usize {
        let index = space.index(state);
        prefetch(&self.cells, index);
        index
    }

    #[inline]
    fn find(&self, index: &mut usize) -> Option<u32> {
        (self.cells[*index].mark >= self.mark).then_some(*index as u32)
    }

    #[inline]
    fn insert(&mut self, index: usize, _parent: u32, by: Option<S::Action>, g: S::Cost) -> u32 {
        self.len += 1;
        self.cells[index] = Cell { g, mark: self.mark, by };
        index as u32
    }

    #[inline]
    fn update(&mut self, id: u32, _parent: u32, by: S::Action, g: S::Cost) {
        self.cells[id as usize] = Cell { g, mark: self.mark, by: Some(by) };
    }

    #[inline]
    fn close(&mut self, id: u32) {
        self.cells[id as usize].mark = self.mark | 1;
    }

    #[inline]
    fn known(&self, id: u32) -> (S::Cost, bool) {
        let cell = &self.cells[id as usize];
        (cell.g, cell.mark & 1 != 0)
    }

    #[inline]
    fn reached_by(&self, id: u32) -> Option<S::Action> {
        self.cells[id as usize].by
    }

    #[inline]
    fn parent(&self, space: &S, id: u32, by: S::Action) -> u32 {
        space.predecessor(id as usize, by) as u32
    }

    #[inline]
    fn state(&self, space: &S, id: u32) -> S::State {
        space.state(id as usize)
    }

    #[inline]
    fn prefetch(&self, space: &S, id: u32) {
        prefetch(&self.cells, id as usize);
        space.prefetch(id as usize);
    }

    fn for_each(&self, mut visit: impl FnMut(u32)) {
        for (id, cell) in self.cells.iter().enumerate() {
            if cell.mark >= self.mark {
                visit(id as u32);
            }
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cell<S::Action, S::Cost>>()
    }
}
