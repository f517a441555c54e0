//! The last layers of a breadth-first search.

use tremaux_core::{Cost, Event, Observer, StateSpace, Statistics, StopReason};

use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{list_actions, make_table_room, successor};

/// The current layer of a breadth-first search, the one before it and the one after it.
///
/// If every action can be undone by another, each successor is either in one of these layers or
/// new.
pub(super) struct Layers<S: StateSpace> {
    previous: HashedTable<S>,
    pub(super) current: HashedTable<S>,
    next: HashedTable<S>,
    /// The number of the next state of the current layer to expand.
    at: u32,
    /// The number of actions to the states of the current layer.
    pub(super) depth: u32,
    children: Vec<(S::State, S::Action, S::Cost)>,
    actions: Vec<S::Action>,
    /// Whether a path was dropped because its cost overflowed.
    pub(super) overflows: bool,
}

impl<S: StateSpace> Default for Layers<S> {
    fn default() -> Self {
        Self {
            previous: HashedTable::default(),
            current: HashedTable::default(),
            next: HashedTable::default(),
            at: 0,
            depth: 0,
            children: Vec::new(),
            actions: Vec::new(),
            overflows: false,
        }
    }
}

impl<S: StateSpace> Layers<S> {
    /// Restarts at `state`, reached by a path of cost `g`. The tables may use `limit` bytes.
    pub(super) fn restart(
        &mut self,
        space: &S,
        state: &S::State,
        g: S::Cost,
        limit: usize,
    ) -> Result<(), StopReason> {
        (self.at, self.depth) = (0, 0);
        for table in [&mut self.previous, &mut self.current, &mut self.next] {
            table.reset(space, usize::MAX);
        }
        let others = self.bytes() - self.current.bytes();
        make_table_room(&mut self.current, 1, limit.saturating_sub(others))?;
        let mut probe = self.current.probe(space, state);
        let _ = self.current.find(&mut probe);
        self.current.insert(probe, 0, None, g);
        Ok(())
    }

    /// The next state to expand, or `None` if the layer is complete.
    pub(super) fn pending(&self) -> Option<u32> {
        ((self.at as usize) < self.current.len()).then_some(self.at)
    }

    /// The number of known states that have not been expanded.
    pub(super) fn open(&self) -> usize {
        self.current.len() - self.at as usize + self.next.len()
    }

    /// Makes the next layer the current one. Returns its number of states.
    pub(super) fn go_deeper(&mut self, space: &S) -> usize {
        std::mem::swap(&mut self.previous, &mut self.current);
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.reset(space, usize::MAX);
        self.at = 0;
        self.depth += 1;
        self.current.len()
    }

    /// Expands the next state of the layer and calls `found` with every new successor and its
    /// number, until `found` returns true. Changes nothing if this would take more than `limit`
    /// bytes.
    pub(super) fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        space: &S,
        limit: usize,
        statistics: &mut Statistics,
        observer: &mut O,
        mut found: impl FnMut(&HashedTable<S>, u32, &S::State) -> bool,
    ) -> Result<(), StopReason> {
        let id = self.at;
        let state = self.current.state(space, id);
        let (g, last) = (self.current.known(id).0, self.current.reached_by(id));
        list_actions(space, &state, last, &mut self.actions);
        let count = self.actions.len();
        let others = self.bytes() - self.next.bytes();
        make_table_room(&mut self.next, count, limit.saturating_sub(others))?;
        self.at += 1;
        statistics.expanded += 1;
        observer.observe(Event::Expanded { state: &state, g });
        let relay = match last {
            Some(last) => self.current.parent(space, id, last),
            None => 0,
        };
        for &action in &self.actions {
            let Some((child, child_g)) = successor(space, &state, g, action) else {
                self.overflows = true;
                continue;
            };
            self.children.push((child, action, child_g));
        }
        let mut is_over = false;
        for (child, action, child_g) in self.children.drain(..) {
            if is_over {
                break;
            }
            statistics.generated += 1;
            let mut probe = self.next.probe(space, &child);
            if self.next.find(&mut probe).is_some()
                || is_in_any([&self.previous, &self.current], space, &child)
            {
                statistics.duplicates += 1;
                observer.observe(Event::Duplicate { state: &child });
                continue;
            }
            let new = self.next.insert(probe, relay, Some(action), child_g);
            let (action, h) = (Some(action), S::Cost::ZERO);
            observer.observe(Event::Generated { state: &child, action, g: child_g, h });
            is_over = found(&self.next, new, &child);
        }
        statistics.peak_open = statistics.peak_open.max(self.open());
        let stored = self.previous.len() + self.current.len() + self.next.len();
        statistics.peak_stored = statistics.peak_stored.max(stored);
        Ok(())
    }

    /// Makes every state of the current layer the relay of its descendants, and appends these
    /// states, packed, to `relays`.
    pub(super) fn make_relays(&mut self, space: &S, relays: &mut Vec<S::Packed>) {
        for id in 0..self.current.len() as u32 {
            let state = self.current.state(space, id);
            relays.push(space.pack(&state));
            if let Some(action) = self.current.reached_by(id) {
                let g = self.current.known(id).0;
                self.current.update(id, id, action, g);
            }
        }
    }

    /// Bytes allocated by the tables.
    pub(super) fn bytes(&self) -> usize {
        self.previous.bytes() + self.current.bytes() + self.next.bytes()
    }
}

/// Whether a state is in one of these layers.
#[inline]
fn is_in_any<S: StateSpace>(tables: [&HashedTable<S>; 2], space: &S, state: &S::State) -> bool {
    tables
        .into_iter()
        .any(|table| !table.is_empty() && table.find(&mut table.probe(space, state)).is_some())
}
