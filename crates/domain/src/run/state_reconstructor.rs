//! Reconstructs the states of a trace that stores only actions.

use tremaux_trace::Place;

/// Reconstructs the states of one trace, node by node, from the rules of the problem.
pub trait StateReconstructor {
    /// Counts an event that mentions a node, whether for the first time or again.
    fn count_mention(&mut self);

    /// Stores the state of a node whose place the trace contains.
    fn store_known(&mut self, id: u32, place: &Place<'_>);

    /// Stores the initial state for a node without a parent: the root.
    fn root(&mut self, id: u32);

    /// The place of a node that is reached by `word` from `parent`, if the node is new; `None`
    /// if the rules do not determine it.
    fn reconstruct(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>>;
}

/// The states of nodes, indexed by node number.
pub struct StatesByNode<T> {
    states: Vec<Option<T>>,
    /// The number of events that mentioned a node.
    mentioned: usize,
}

impl<T> Default for StatesByNode<T> {
    fn default() -> Self {
        Self { states: Vec::new(), mentioned: 0 }
    }
}

impl<T> StatesByNode<T> {
    /// Counts an event that mentions a node.
    pub const fn count_mention(&mut self) {
        self.mentioned += 1;
    }

    /// The state of a node.
    pub fn get(&self, id: u32) -> Option<&T> {
        self.states.get(id as usize).and_then(Option::as_ref)
    }

    /// Stores the state of a node, unless one is stored already.
    pub fn insert(&mut self, id: u32, state: T) {
        // Numbers come in order; one that is out of range is an error in the file and must not
        // allocate memory.
        let at = id as usize;
        if at >= self.states.len() && at < self.mentioned {
            self.states.resize_with(at + 1, || None);
        }
        if let Some(kept) = self.states.get_mut(at)
            && kept.is_none()
        {
            *kept = Some(state);
        }
    }
}
