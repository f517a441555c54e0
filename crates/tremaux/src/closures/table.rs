//! The nodes of a best-first search of numbered states.

use tremaux_core::{Cost, StateSpace};
use tremaux_search::{NodeTable, TableKind};

use super::space::{StateNumber, Step};

/// Locates states of a [`ClosureSpace`](super::ClosureSpace) by their numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbered;

impl<C, S> TableKind<S> for Numbered
where
    C: Cost,
    S: StateSpace<State = StateNumber, Action = Step<C>, Cost = C>,
{
    type Table = NumberedTable<C>;
}

#[derive(Clone, Copy)]
struct Node<C> {
    g: C,
    /// The cost of the last step.
    step: C,
    /// Twice the number of the parent, plus one if the state is closed.
    parent: u32,
}

/// The parent of a state that is not known.
const UNKNOWN: u32 = u32::MAX;

/// One record for each state that has a number.
pub struct NumberedTable<C> {
    nodes: Vec<Node<C>>,
    len: usize,
    start: u32,
    /// What the space stores for each state.
    state_bytes: usize,
}

impl<C> Default for NumberedTable<C> {
    fn default() -> Self {
        Self { nodes: Vec::new(), len: 0, start: 0, state_bytes: 0 }
    }
}

impl<C: Cost> NumberedTable<C> {
    const fn bytes_of(&self, nodes: usize) -> usize {
        nodes.saturating_mul(size_of::<Node<C>>() + self.state_bytes)
    }
}

impl<C, S> NodeTable<S> for NumberedTable<C>
where
    C: Cost,
    S: StateSpace<State = StateNumber, Action = Step<C>, Cost = C>,
{
    type Probe = u32;

    const IS_DIRECT: bool = true;

    fn reset(&mut self, space: &S, _limit: usize) -> bool {
        self.nodes.clear();
        self.len = 0;
        self.start = space.initial_state().0;
        self.state_bytes = space.packed_heap_bytes();
        true
    }

    #[inline]
    fn room(&self) -> usize {
        self.nodes.capacity() - self.nodes.len()
    }

    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let wanted = (self.nodes.len() + count).max(self.nodes.capacity() * 2);
        let least = self.nodes.len() + count;
        let Some(size) = [wanted, least].into_iter().find(|&size| self.bytes_of(size) <= limit)
        else {
            return false;
        };
        self.nodes.try_reserve_exact(size - self.nodes.len()).is_ok()
    }

    #[inline]
    fn probe(&self, _space: &S, state: &StateNumber) -> u32 {
        state.0
    }

    #[inline]
    fn find(&self, number: &mut u32) -> Option<u32> {
        let node = self.nodes.get(*number as usize)?;
        (node.parent != UNKNOWN).then_some(*number)
    }

    #[inline]
    fn insert(&mut self, number: u32, parent: u32, by: Option<Step<C>>, g: C) -> u32 {
        let at = number as usize;
        if at >= self.nodes.len() {
            self.nodes.resize(at + 1, Node { g, step: g, parent: UNKNOWN });
        }
        self.len += 1;
        let step = by.map_or(C::ZERO, |step| step.cost);
        self.nodes[at] = Node { g, step, parent: parent << 1 };
        number
    }

    #[inline]
    fn update(&mut self, number: u32, parent: u32, by: Step<C>, g: C) {
        self.nodes[number as usize] = Node { g, step: by.cost, parent: parent << 1 };
    }

    #[inline]
    fn close(&mut self, number: u32) {
        self.nodes[number as usize].parent |= 1;
    }

    #[inline]
    fn known(&self, number: u32) -> (C, bool) {
        let node = &self.nodes[number as usize];
        (node.g, node.parent & 1 != 0)
    }

    #[inline]
    fn reached_by(&self, number: u32) -> Option<Step<C>> {
        let cost = self.nodes[number as usize].step;
        (number != self.start).then_some(Step { to: StateNumber(number), cost })
    }

    #[inline]
    fn parent(&self, _space: &S, number: u32, _by: Step<C>) -> u32 {
        self.nodes[number as usize].parent >> 1
    }

    #[inline]
    fn state(&self, _space: &S, number: u32) -> StateNumber {
        StateNumber(number)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bytes_of(self.nodes.capacity())
    }
}
