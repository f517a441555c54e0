//! One of the two sides of a bidirectional search, and the generation of neighbours.

use tremaux_core::{BackwardSpace, Cost, Predecessor, StateSpace};

use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{copy_actions, list_actions};

/// The direction of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the initial state, by actions.
    Forward,
    /// From the goals, by actions in reverse.
    Backward,
}

impl Direction {
    #[inline]
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// A neighbour of an expanded state, the action between the two, and the cost of the path to
/// the neighbour.
pub(super) struct Neighbour<S: StateSpace> {
    pub(super) state: S::State,
    pub(super) action: S::Action,
    pub(super) g: S::Cost,
}

/// Buffers for neighbours, reused so that no expansion allocates.
pub(super) struct Neighbours<S: StateSpace> {
    actions: Vec<S::Action>,
    predecessors: Vec<Predecessor<S>>,
    pub(super) found: Vec<Neighbour<S>>,
}

impl<S: BackwardSpace> Neighbours<S> {
    pub(super) fn new() -> Self {
        Self { actions: Vec::new(), predecessors: Vec::new(), found: Vec::new() }
    }

    /// Finds the neighbours of the state with this number, in the direction of the search.
    /// Returns whether one was dropped because its cost overflowed.
    pub(super) fn find(
        &mut self,
        space: &S,
        direction: Direction,
        table: &HashedTable<S>,
        id: u32,
        state: &S::State,
    ) -> bool {
        let g = table.known(id).0;
        self.found.clear();
        if direction == Direction::Forward {
            list_actions(space, state, table.reached_by(id), &mut self.actions);
            for &action in &self.actions {
                let mut child = state.clone();
                let g = g.plus(space.cost(state, action));
                space.apply(&mut child, action);
                self.found.push(Neighbour { state: child, action, g });
            }
        } else {
            self.predecessors.clear();
            space.predecessors(state, &mut self.predecessors);
            for (action, cost, state) in self.predecessors.drain(..) {
                self.found.push(Neighbour { state, action, g: g.plus(cost) });
            }
        }
        let before = self.found.len();
        self.found.retain(|neighbour| neighbour.g < S::Cost::INFINITY);
        self.found.len() < before
    }
}

/// Adds a state to a table if it is not there; returns its number and whether it was added.
pub(super) fn insert_new<S: StateSpace>(
    space: &S,
    table: &mut HashedTable<S>,
    state: &S::State,
) -> (u32, bool) {
    let mut probe = table.probe(space, state);
    match table.find(&mut probe) {
        Some(id) => (id, false),
        None => (table.insert(probe, 0, None, S::Cost::ZERO), true),
    }
}

/// The plan through a state that both sides know; each side has its own number for it. Forward
/// comes first.
pub(super) fn joined_plan<S: StateSpace>(
    space: &S,
    [forward, backward]: [&HashedTable<S>; 2],
    [from, mut to]: [u32; 2],
) -> Vec<S::Action> {
    let mut actions = Vec::new();
    copy_actions(space, forward, from, &mut actions);
    // Backward, the action stored with a state is the next one to take from it.
    while let Some(action) = backward.reached_by(to) {
        actions.push(action);
        to = backward.parent(space, to, action);
    }
    actions
}
