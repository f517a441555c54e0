//! The states a best-first search knows: in a hash table, or in arrays.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use tremaux_core::{IndexedSpace, StateSpace};

/// What is stored of each state, by number. Numbers are small and never change.
pub trait NodeTable<S: StateSpace>: Default {
    /// Forgets all states and keeps the memory.
    fn reset(&mut self, space: &S);
    /// The number of `state`, and whether it is known. If not, [`NodeTable::open`] must
    /// follow.
    fn find(&mut self, space: &S, state: &S::State) -> (u32, bool);
    /// Sets the best path to a state and marks it open.
    fn open(&mut self, id: u32, parent: u32, by: Option<S::Action>, g: S::Cost, h: S::Cost);
    /// Marks a state expanded.
    fn close(&mut self, id: u32);
    /// Whether a state is expanded, and not opened since.
    fn is_closed(&self, id: u32) -> bool;
    /// The cost of the best path to a state.
    fn g(&self, id: u32) -> S::Cost;
    /// The estimate for a state, unless it is cheaper to compute again.
    fn h(&self, id: u32) -> Option<S::Cost>;
    /// The last action of the best path to a state; none for the initial state.
    fn reached_by(&self, id: u32) -> Option<S::Action>;
    /// The state before the last action, which is `by`.
    fn parent(&self, space: &S, id: u32, by: S::Action) -> u32;
    /// The state itself.
    fn state(&self, space: &S, id: u32) -> S::State;
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

#[derive(Clone, Debug)]
struct Node<A, C> {
    g: C,
    h: C,
    parent: u32,
    by: Option<A>,
    is_closed: bool,
}

const _: () = assert!(size_of::<Node<u8, u32>>() <= 16);

/// Packed states are stored once, in a vector; the hash table holds only their numbers.
pub struct HashedTable<S: StateSpace> {
    packed: Vec<S::Packed>,
    nodes: Vec<Node<S::Action, S::Cost>>,
    ids: HashTable<u32>,
}

impl<S: StateSpace> Default for HashedTable<S> {
    fn default() -> Self {
        Self { packed: Vec::new(), nodes: Vec::new(), ids: HashTable::new() }
    }
}

impl<S: StateSpace> NodeTable<S> for HashedTable<S> {
    fn reset(&mut self, _space: &S) {
        self.packed.clear();
        self.nodes.clear();
        self.ids.clear();
    }

    #[inline]
    fn find(&mut self, space: &S, state: &S::State) -> (u32, bool) {
        let packed = space.pack(state);
        let hasher = FxBuildHasher;
        let stored = &self.packed;
        let entry = self.ids.entry(
            hasher.hash_one(&packed),
            |&id| stored[id as usize] == packed,
            |&id| hasher.hash_one(&stored[id as usize]),
        );
        match entry {
            Entry::Occupied(entry) => (*entry.get(), true),
            Entry::Vacant(entry) => {
                let id = u32::try_from(stored.len()).expect("fewer than 2^32 states");
                entry.insert(id);
                self.packed.push(packed);
                (id, false)
            }
        }
    }

    #[inline]
    fn open(&mut self, id: u32, parent: u32, by: Option<S::Action>, g: S::Cost, h: S::Cost) {
        let node = Node { g, h, parent, by, is_closed: false };
        match self.nodes.get_mut(id as usize) {
            Some(known) => *known = node,
            None => self.nodes.push(node),
        }
    }

    #[inline]
    fn close(&mut self, id: u32) {
        self.nodes[id as usize].is_closed = true;
    }

    #[inline]
    fn is_closed(&self, id: u32) -> bool {
        self.nodes[id as usize].is_closed
    }

    #[inline]
    fn g(&self, id: u32) -> S::Cost {
        self.nodes[id as usize].g
    }

    #[inline]
    fn h(&self, id: u32) -> Option<S::Cost> {
        Some(self.nodes[id as usize].h)
    }

    #[inline]
    fn reached_by(&self, id: u32) -> Option<S::Action> {
        self.nodes[id as usize].by
    }

    #[inline]
    fn parent(&self, _space: &S, id: u32, _by: S::Action) -> u32 {
        self.nodes[id as usize].parent
    }

    #[inline]
    fn state(&self, space: &S, id: u32) -> S::State {
        space.unpack(&self.packed[id as usize])
    }

    fn len(&self) -> usize {
        self.packed.len()
    }

    fn bytes(&self) -> usize {
        self.packed.capacity() * size_of::<S::Packed>()
            + self.nodes.capacity() * size_of::<Node<S::Action, S::Cost>>()
            + self.ids.capacity() * (size_of::<u32>() + 1)
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
    fn reset(&mut self, space: &S) {
        self.len = 0;
        let is_worn = self.mark >= u16::MAX - 3;
        if is_worn || self.cells.len() != space.state_count() {
            let count = space.state_count();
            assert!(u32::try_from(count).is_ok(), "at most 2^32 states");
            self.cells.clear();
            self.cells.resize(count, Cell { g: tremaux_core::Cost::ZERO, mark: 0, by: None });
            self.mark = 0;
        }
        self.mark += 2;
    }

    #[inline]
    fn find(&mut self, space: &S, state: &S::State) -> (u32, bool) {
        let index = space.index(state);
        let is_known = self.cells[index].mark >= self.mark;
        self.len += usize::from(!is_known);
        (index as u32, is_known)
    }

    #[inline]
    fn open(&mut self, id: u32, _parent: u32, by: Option<S::Action>, g: S::Cost, _h: S::Cost) {
        self.cells[id as usize] = Cell { g, mark: self.mark, by };
    }

    #[inline]
    fn close(&mut self, id: u32) {
        self.cells[id as usize].mark = self.mark | 1;
    }

    #[inline]
    fn is_closed(&self, id: u32) -> bool {
        self.cells[id as usize].mark & 1 != 0
    }

    #[inline]
    fn g(&self, id: u32) -> S::Cost {
        self.cells[id as usize].g
    }

    #[inline]
    fn h(&self, _id: u32) -> Option<S::Cost> {
        None
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

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cell<S::Action, S::Cost>>()
    }
}
