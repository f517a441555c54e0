//! The table of states known to a best-first search: a hash table or an array.

use std::hash::BuildHasher;
use std::mem::needs_drop;

use foldhash::fast::FixedState;
use tremaux_core::{Cost, IndexedSpace, StateSpace};
use tremaux_tables::{prefetch, spread};

use crate::chunks::Chunks;
use crate::numbered_table::NumberedTable;

/// The data stored for each state, by number. Numbers are small and never change.
pub trait NodeTable<S: StateSpace>: Default {
    /// A state that is being looked up.
    type Probe;
    /// The parent of a state that is expanded: see [`NodeTable::probe_from`].
    type Back;

    /// Whether a lookup takes so little time, as the table is small or a number is all that is
    /// needed, that several are not worth prefetching before the first is read.
    fn is_near(&self) -> bool;
    /// Removes all states and prepares the table for `space`. Returns false if that would take
    /// more than `limit` bytes.
    fn reset(&mut self, space: &S, limit: usize) -> bool;
    /// The number of states that can be added without allocating.
    fn room(&self) -> usize;
    /// Makes room for at least `count` more states. Returns false and changes nothing if this
    /// would take more than `limit` bytes.
    fn make_room(&mut self, count: usize, limit: usize) -> bool;
    /// Starts a lookup of `state`: prefetches the memory that [`NodeTable::find`] will read.
    fn probe(&self, space: &S, state: &S::State) -> Self::Probe;
    /// The parent of a state.
    fn back(&self, id: u32) -> Self::Back;
    /// Like [`NodeTable::probe`] for a successor of a state: a step back to its parent, which most
    /// spaces have, needs no look into an index.
    #[inline]
    fn probe_from(&self, space: &S, state: &S::State, back: &Self::Back) -> Self::Probe {
        let _ = back;
        self.probe(space, state)
    }
    /// The number of a state, if it is known.
    #[inline]
    fn find(&self, probe: &mut Self::Probe) -> Option<u32> {
        self.find_known(probe).map(|(id, _)| id)
    }
    /// The number of a state, and what [`NodeTable::known`] says of it, if it is known.
    fn find_known(&self, probe: &mut Self::Probe) -> Option<(u32, (S::Cost, bool))>;
    /// Adds an open state, which must be the last one looked up and not found. There must be
    /// room.
    fn insert(&mut self, probe: Self::Probe, parent: u32, by: Option<S::Action>, g: S::Cost)
    -> u32;
    /// Sets the best path to a known state and marks it open.
    fn update(&mut self, id: u32, parent: u32, by: S::Action, g: S::Cost);
    /// Marks a state as closed.
    fn close(&mut self, id: u32);
    /// The cost of the best path to a state, and whether the state is closed.
    fn known(&self, id: u32) -> (S::Cost, bool);
    /// The last action of the best path to a state; `None` for the initial state.
    fn reached_by(&self, id: u32) -> Option<S::Action>;
    /// The parent of a state, whose last action is `by`.
    fn parent(&self, space: &S, id: u32, by: S::Action) -> u32;
    /// Returns the state itself.
    fn state(&self, space: &S, id: u32) -> S::State;
    /// What is known of a state that is about to be expanded; `None` if it is closed.
    #[inline]
    fn select(&self, space: &S, id: u32) -> Option<Selected<S, Self::Back>> {
        let (g, is_closed) = self.known(id);
        let selected = || Selected { state: self.state(space, id), g, back: self.back(id) };
        (!is_closed).then(selected)
    }
    /// Prefetches the memory that will be read when a state is expanded.
    #[inline]
    fn prefetch(&self, space: &S, id: u32) {
        let _ = (space, id);
    }
    /// The number of known states.
    fn len(&self) -> usize;
    /// Whether none is known.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes allocated.
    fn bytes(&self) -> usize;
}

/// An open state that is about to be expanded.
pub struct Selected<S: StateSpace, B> {
    /// The state.
    pub state: S::State,
    /// The cost of the best path to it.
    pub g: S::Cost,
    /// Its parent: see [`NodeTable::back`].
    pub back: B,
}

/// Selects a [`NodeTable`] independently of the space.
pub trait TableKind<S: StateSpace> {
    /// The type of table.
    type Table: NodeTable<S>;
}

/// Locates states by hashing, or by their numbers where the space numbers them
/// ([`StateSpace::NUMBERS`]). Works for every space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed;

impl<S: StateSpace> TableKind<S> for Hashed {
    type Table = HashedTable<S, true>;
}

/// Locates states by number. Requires an [`IndexedSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Indexed;

impl<S: IndexedSpace> TableKind<S> for Indexed {
    type Table = IndexedTable<S>;
}

/// The data of a state except for its last action, which is stored separately, so that a node
/// takes sixteen bytes with packed states of eight bytes and costs of four. Estimates are not
/// stored: they follow from the key in the open list or are computed again.
#[derive(Clone, Debug)]
struct Node<P, C> {
    packed: P,
    g: C,
    /// Twice the number of the parent, plus one if the state is closed.
    parent: u32,
}

const _: () = assert!(size_of::<Node<u64, u32>>() == 16);

impl<P, C: Copy> Node<P, C> {
    #[inline]
    fn known(&self) -> (C, bool) {
        (self.g, self.parent & 1 != 0)
    }
}

/// Nodes in chunks that never move, and an index of their numbers with open addressing.
///
/// A slot of the index takes four bytes: the number, and a part of the hash in the remaining
/// bits, so that states are compared only when they very likely match. The index grows by being
/// rebuilt from the nodes after the old one is freed. There are never two, and the total never
/// exceeds the memory limit.
///
/// If the space numbers its states and `DIRECT` is set, a state is stored at its number.
pub struct HashedTable<S: StateSpace, const DIRECT: bool = false> {
    /// The nodes, each with the last action of the best path to it.
    nodes: Nodes<S>,
    /// The nodes if they are stored at their numbers.
    numbered: NumberedTable<S>,
    /// Zero for an empty slot; otherwise one more than a node's number, with a part of its hash
    /// in the upper bits. If the space numbers its states, there is one slot for each number.
    slots: Vec<u32>,
    /// The number of bits of a slot that hold the number.
    id_bits: u32,
    /// The number of nodes at which the index must grow.
    most: usize,
    /// The number of further nodes there is room for.
    room: usize,
}

type Nodes<S> = Chunks<
    Node<<S as StateSpace>::Packed, <S as StateSpace>::Cost>,
    Option<<S as StateSpace>::Action>,
>;

impl<S: StateSpace, const DIRECT: bool> Default for HashedTable<S, DIRECT> {
    fn default() -> Self {
        let (nodes, numbered, slots) = (Chunks::default(), NumberedTable::default(), Vec::new());
        Self { nodes, numbered, slots, id_bits: 1, most: 0, room: 0 }
    }
}

/// A state that is being looked up in a [`HashedTable`].
#[derive(Clone, Debug)]
pub struct Probe<P> {
    packed: P,
    /// The slot to look at next, or where the search for the state ended; [`FOUND`] if `tag` is the
    /// state's number.
    slot: usize,
    tag: u32,
}

/// The parent of a state in a [`HashedTable`].
#[derive(Clone, Debug)]
pub struct Back<P> {
    id: u32,
    /// A copy, unless that would allocate.
    packed: Option<P>,
}

/// See [`Probe`].
const FOUND: usize = usize::MAX;

/// The hasher of all tables. It is fast, and the same on every machine and in every run.
const HASHER: FixedState = FixedState::with_seed(0);

impl<S: StateSpace, const DIRECT: bool> HashedTable<S, DIRECT> {
    const IS_NUMBERED: bool = S::NUMBERS.is_some();
    const IS_DIRECT: bool = DIRECT && Self::IS_NUMBERED;

    /// An empty table for the states of `space`.
    pub(crate) fn new(space: &S) -> Self {
        let mut table = Self::default();
        table.nodes.set_elsewhere(space.packed_heap_bytes());
        table
    }

    const FEWEST_SLOTS: usize = 1 << 10;
    /// An index of at most so many slots, four megabytes, is kept sparse.
    const SPARSE_SLOTS: usize = 1 << 20;
    /// An index of at most so many slots is found in the cache of a core.
    const NEAR_SLOTS: usize = 1 << 18;
    /// The maximum number of states, because the top bit of a number is in use.
    const MOST_STATES: usize = (1 << 31) - 2;

    /// The first slot to look at for a hash.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        spread(hash, self.slots.len())
    }

    /// The part of the hash that is stored in a slot.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        // The slot is chosen by the high bits, so the low bits carry more information.
        (hash as u32).checked_shl(self.id_bits).unwrap_or(0)
    }

    /// The maximum number of nodes in an index of this size before it becomes slow. In a sparse
    /// one a lookup seldom has to try a second slot: worth it while that takes next to nothing of
    /// the `limit`, in bytes.
    const fn usual_load(slots: usize, limit: usize) -> usize {
        let is_sparse = slots <= Self::SPARSE_SLOTS && slots <= limit / 128;
        if is_sparse { slots / 8 * 3 } else { slots / 4 * 3 }
    }

    /// The maximum number of nodes in an index of this size if there is no memory to grow it.
    const fn greatest_load(slots: usize) -> usize {
        slots / 16 * 15
    }

    #[inline]
    fn probe_packed(&self, packed: S::Packed) -> Probe<S::Packed> {
        if let Some(numbers) = S::NUMBERS {
            let slot = (numbers.number)(&packed) as usize;
            if !Self::IS_DIRECT {
                prefetch(&self.slots, slot);
            }
            return Probe { packed, slot, tag: 0 };
        }
        let hash = HASHER.hash_one(&packed);
        let slot = self.slot(hash);
        prefetch(&self.slots, slot);
        Probe { packed, slot, tag: self.tag(hash) }
    }

    /// Rebuilds the index with this many slots, in a table that may take `limit` bytes.
    fn rebuild(&mut self, slots: usize, limit: usize) {
        let before = self.slots.len();
        self.slots = Vec::new();
        // If the system has no more memory, the index keeps its size.
        let has_memory = Vec::<u32>::new().try_reserve_exact(slots).is_ok();
        let slots = if has_memory { slots } else { before };
        self.slots = vec![0; slots];
        let most = Self::greatest_load(slots).min(Self::MOST_STATES);
        self.id_bits = usize::BITS - (most + 1).leading_zeros();
        self.most = Self::usual_load(slots, limit).min(most);
        // Prefetches the slots of later nodes while earlier ones are inserted.
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
        if Self::IS_NUMBERED {
            let usual = wanted.max(2 * self.slots.len()).max(Self::FEWEST_SLOTS);
            let allowed = limit.saturating_sub(self.nodes.bytes()) / size_of::<u32>();
            let slots = usual.min(allowed);
            let has_memory =
                slots >= wanted && self.slots.try_reserve_exact(slots - self.slots.len()).is_ok();
            if has_memory {
                self.slots.resize(slots, 0);
                self.most = slots;
            }
            return has_memory;
        }
        let allowed = limit.saturating_sub(self.nodes.bytes()) / size_of::<u32>();
        // A small index grows by more, so that it is rebuilt less often.
        let factor = if self.slots.len() < 1 << 16 { 4 } else { 2 };
        let mut slots = (self.slots.len() * factor).max(Self::FEWEST_SLOTS);
        while Self::usual_load(slots, limit) < wanted {
            slots *= 2;
        }
        // Do not take more than a sixth of the remaining memory for the index: grow by less,
        // and finally overfill the index rather than stop.
        let prudent = self.slots.len() + allowed.saturating_sub(self.slots.len()) / 6;
        if slots > prudent.max(Self::FEWEST_SLOTS) {
            slots = prudent;
        }
        let is_worth_it = slots > self.slots.len() + self.slots.len() / 16;
        if is_worth_it && slots <= allowed && Self::usual_load(slots, limit) >= wanted {
            self.rebuild(slots, limit);
            if wanted > self.most {
                self.most = Self::greatest_load(self.slots.len()).min(Self::MOST_STATES);
            }
        } else {
            self.most = Self::greatest_load(self.slots.len()).min(Self::MOST_STATES);
        }
        wanted <= self.most
    }
}

impl<S: StateSpace, const DIRECT: bool> NodeTable<S> for HashedTable<S, DIRECT> {
    type Probe = Probe<S::Packed>;
    type Back = Back<S::Packed>;

    fn reset(&mut self, space: &S, limit: usize) -> bool {
        self.nodes.clear();
        self.numbered.clear();
        self.nodes.set_elsewhere(space.packed_heap_bytes());
        self.slots.fill(0);
        self.room = self.nodes.room().min(self.most);
        self.bytes() <= limit
    }

    #[inline]
    fn is_near(&self) -> bool {
        Self::IS_NUMBERED || self.slots.len() <= Self::NEAR_SLOTS
    }

    #[inline]
    fn room(&self) -> usize {
        if Self::IS_DIRECT { self.numbered.room() } else { self.room }
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        if Self::IS_DIRECT {
            let fits = self.numbered.len() + count <= Self::MOST_STATES;
            return fits && self.numbered.make_room(count, limit);
        }
        let has_index = self.nodes.len() + count <= self.most || self.grow_index(count, limit);
        let index = self.slots.capacity() * size_of::<u32>();
        let has_nodes = has_index && self.nodes.make_room(count, limit.saturating_sub(index));
        self.room = self.nodes.room().min(self.most.saturating_sub(self.nodes.len()));
        has_nodes
    }

    #[inline]
    fn probe(&self, space: &S, state: &S::State) -> Probe<S::Packed> {
        self.probe_packed(space.pack(state))
    }

    #[inline]
    fn back(&self, id: u32) -> Back<S::Packed> {
        if Self::IS_NUMBERED {
            return Back { id, packed: None };
        }
        let id = self.nodes.first_of(id).parent / 2;
        let packed = (!needs_drop::<S::Packed>()).then(|| self.nodes.first_of(id).packed.clone());
        Back { id, packed }
    }

    #[inline]
    fn probe_from(
        &self,
        space: &S,
        state: &S::State,
        &Back { id, packed: ref parent }: &Back<S::Packed>,
    ) -> Probe<S::Packed> {
        let packed = space.pack(state);
        if !Self::IS_NUMBERED {
            let parent = parent.as_ref().unwrap_or_else(|| &self.nodes.first_of(id).packed);
            if *parent == packed {
                return Probe { packed, slot: FOUND, tag: id };
            }
        }
        self.probe_packed(packed)
    }

    #[inline(always)]
    fn find_known(&self, probe: &mut Probe<S::Packed>) -> Option<(u32, (S::Cost, bool))> {
        let known = |id| Some((id, self.nodes.first_of(id).known()));
        if Self::IS_DIRECT {
            return self.numbered.find(probe.slot as u32).map(|known| (probe.slot as u32, known));
        }
        if Self::IS_NUMBERED {
            return known(self.slots.get(probe.slot)?.checked_sub(1)?);
        }
        if probe.slot == FOUND {
            return known(probe.tag);
        }
        let mask = (1_u32 << self.id_bits) - 1;
        loop {
            let entry = self.slots[probe.slot];
            if entry == 0 {
                return None;
            }
            let id = (entry & mask).wrapping_sub(1);
            if entry & !mask == probe.tag {
                let node = self.nodes.first_of(id);
                if node.packed == probe.packed {
                    return Some((id, node.known()));
                }
            }
            probe.slot += 1;
            if probe.slot == self.slots.len() {
                probe.slot = 0;
            }
        }
    }

    #[inline(always)]
    fn insert(
        &mut self,
        Probe { packed, slot, tag }: Probe<S::Packed>,
        parent: u32,
        by: Option<S::Action>,
        g: S::Cost,
    ) -> u32 {
        if Self::IS_DIRECT {
            self.numbered.insert(slot as u32, parent, by, g);
            return slot as u32;
        }
        self.room -= 1;
        let id = self.nodes.len() as u32;
        if Self::IS_NUMBERED && slot >= self.slots.len() {
            // Another search of the space has numbered more states than this one has seen.
            self.slots.resize(slot + slot / 2, 0);
        }
        self.slots[slot] = tag | (id + 1);
        self.nodes.push(Node { packed, g, parent: 2 * parent }, by);
        id
    }

    #[inline]
    fn update(&mut self, id: u32, parent: u32, by: S::Action, g: S::Cost) {
        if Self::IS_DIRECT {
            return self.numbered.update(id, parent, by, g);
        }
        let (node, last) = self.nodes.pair_mut(id);
        (node.parent, node.g) = (2 * parent, g);
        *last = Some(by);
    }

    #[inline]
    fn close(&mut self, id: u32) {
        if Self::IS_DIRECT {
            return self.numbered.close(id);
        }
        self.nodes.first_mut(id).parent |= 1;
    }

    #[inline]
    fn known(&self, id: u32) -> (S::Cost, bool) {
        if Self::IS_DIRECT {
            return self.numbered.known(id);
        }
        self.nodes.first_of(id).known()
    }

    #[inline]
    fn reached_by(&self, id: u32) -> Option<S::Action> {
        if Self::IS_DIRECT {
            return self.numbered.reached_by(id);
        }
        *self.nodes.second_of(id)
    }

    #[inline]
    fn parent(&self, _space: &S, id: u32, _by: S::Action) -> u32 {
        if Self::IS_DIRECT {
            return self.numbered.parent(id);
        }
        self.nodes.first_of(id).parent / 2
    }

    #[inline]
    fn state(&self, space: &S, id: u32) -> S::State {
        if Self::IS_DIRECT {
            return space.unpack(&NumberedTable::<S>::packed(id));
        }
        space.unpack(&self.nodes.first_of(id).packed)
    }

    #[inline(always)]
    fn select(&self, space: &S, id: u32) -> Option<Selected<S, Self::Back>> {
        if Self::IS_NUMBERED {
            let (g, is_closed) = self.known(id);
            let selected = || Selected { state: self.state(space, id), g, back: self.back(id) };
            return (!is_closed).then(selected);
        }
        // One look at the node instead of three.
        let node = self.nodes.first_of(id);
        let (g, is_closed) = node.known();
        (!is_closed).then(|| {
            let parent = node.parent / 2;
            let packed =
                (!needs_drop::<S::Packed>()).then(|| self.nodes.first_of(parent).packed.clone());
            Selected { state: space.unpack(&node.packed), g, back: Back { id: parent, packed } }
        })
    }

    fn len(&self) -> usize {
        if Self::IS_DIRECT { self.numbered.len() } else { self.nodes.len() }
    }

    fn bytes(&self) -> usize {
        if Self::IS_DIRECT {
            return self.numbered.bytes();
        }
        self.nodes.bytes() + self.slots.capacity() * size_of::<u32>()
    }
}

#[derive(Clone, Debug)]
struct Cell<A, C> {
    g: C,
    /// Twice the number of the query, plus one if the state is closed.
    mark: u16,
    by: Option<A>,
}

const _: () = assert!(size_of::<Cell<std::num::NonZeroU8, u32>>() == 8);

/// The number of records in a page.
const PAGE: usize = 256;

type Page<S> = [Cell<<S as StateSpace>::Action, <S as StateSpace>::Cost>; PAGE];

/// One record for each state of the space. A record takes eight bytes if costs are `u32` and
/// actions are bytes with a niche. It is valid only if it carries the number of the current query,
/// so nothing is cleared between queries.
///
/// Records are in pages that are allocated when a state in them is reached. After a query that has
/// reached many pages, they are in one piece, which is faster.
pub struct IndexedTable<S: StateSpace> {
    /// All records, or none.
    whole: Vec<Cell<S::Action, S::Cost>>,
    pages: Vec<Option<Box<Page<S>>>>,
    /// The number of pages that are allocated.
    used: usize,
    /// The number of states of the space.
    count: usize,
    mark: u16,
    len: usize,
}

impl<S: StateSpace> Default for IndexedTable<S> {
    fn default() -> Self {
        Self { whole: Vec::new(), pages: Vec::new(), used: 0, count: 0, mark: 0, len: 0 }
    }
}

impl<S: StateSpace> IndexedTable<S> {
    const UNKNOWN: Cell<S::Action, S::Cost> = Cell { g: S::Cost::ZERO, mark: 0, by: None };

    /// The record of a state, unless its page is not allocated.
    #[inline(always)]
    fn cell(&self, index: usize) -> Option<&Cell<S::Action, S::Cost>> {
        if let Some(cell) = self.whole.get(index) { Some(cell) } else { self.in_page(index) }
    }

    /// The record of a state.
    #[inline(always)]
    fn cell_mut(&mut self, index: usize) -> &mut Cell<S::Action, S::Cost> {
        if index < self.whole.len() { &mut self.whole[index] } else { self.in_page_mut(index) }
    }

    #[cold]
    fn in_page(&self, index: usize) -> Option<&Cell<S::Action, S::Cost>> {
        Some(&self.pages.get(index / PAGE)?.as_ref()?[index % PAGE])
    }

    #[cold]
    fn in_page_mut(&mut self, index: usize) -> &mut Cell<S::Action, S::Cost> {
        let page = self.pages[index / PAGE].get_or_insert_with(|| {
            self.used += 1;
            Box::new([Self::UNKNOWN; PAGE])
        });
        &mut page[index % PAGE]
    }
}

impl<S: IndexedSpace> NodeTable<S> for IndexedTable<S> {
    /// The number of the state.
    type Probe = usize;
    type Back = ();

    #[inline]
    fn is_near(&self) -> bool {
        true
    }

    fn reset(&mut self, space: &S, limit: usize) -> bool {
        let count = space.state_count();
        assert!(count <= u32::MAX as usize, "an indexed space has fewer than 2^32 states");
        if count.saturating_mul(size_of::<Cell<S::Action, S::Cost>>()) > limit {
            return false;
        }
        self.len = 0;
        let (is_other, pages) = (self.count != count, count.div_ceil(PAGE));
        let is_full = self.used > pages / 4;
        if is_other || is_full || self.mark >= u16::MAX - 3 {
            let is_whole = !is_other && (is_full || !self.whole.is_empty());
            *self = Self::default();
            if !is_whole {
                self.pages.resize_with(pages, || None);
            } else if self.whole.try_reserve_exact(count).is_ok() {
                self.whole.resize(count, Self::UNKNOWN);
            } else {
                return false;
            }
            self.count = count;
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
        space.index(state)
    }

    #[inline]
    fn back(&self, _id: u32) {}

    #[inline]
    fn find_known(&self, index: &mut usize) -> Option<(u32, (S::Cost, bool))> {
        let cell = self.cell(*index)?;
        (cell.mark >= self.mark).then_some((*index as u32, (cell.g, cell.mark & 1 != 0)))
    }

    #[inline]
    fn insert(&mut self, index: usize, _parent: u32, by: Option<S::Action>, g: S::Cost) -> u32 {
        self.len += 1;
        *self.cell_mut(index) = Cell { g, mark: self.mark, by };
        index as u32
    }

    #[inline]
    fn update(&mut self, id: u32, _parent: u32, by: S::Action, g: S::Cost) {
        *self.cell_mut(id as usize) = Cell { g, mark: self.mark, by: Some(by) };
    }

    #[inline]
    fn close(&mut self, id: u32) {
        self.cell_mut(id as usize).mark = self.mark | 1;
    }

    #[inline]
    fn known(&self, id: u32) -> (S::Cost, bool) {
        self.cell(id as usize).map_or((S::Cost::INFINITY, false), |it| (it.g, it.mark & 1 != 0))
    }

    #[inline]
    fn reached_by(&self, id: u32) -> Option<S::Action> {
        self.cell(id as usize)?.by
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
        if let Some(cell) = self.cell(id as usize) {
            prefetch(std::slice::from_ref(cell), 0);
        }
        space.prefetch(id as usize);
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        let records = self.whole.capacity() + self.used * PAGE;
        records * size_of::<Cell<S::Action, S::Cost>>() + self.pages.capacity() * size_of::<usize>()
    }
}
