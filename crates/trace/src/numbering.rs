//! The numbers of the nodes of a search.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use crate::header::TraceShape;

/// No node, for one that is not recorded.
pub(crate) const NONE: u32 = u32::MAX;

/// The children of nodes with more than this are in an index.
const FEW: u32 = 32;

/// Numbers of the search below this are stored in an array.
const LEAST_NUMBERS: usize = 1 << 14;

/// The hasher, the same in every run.
const HASHER: FixedState = FixedState::with_seed(3);

/// A node of a tree, and the list of its children.
struct TreeNode<P> {
    key: P,
    first: u32,
    last: u32,
    /// The next child of the same node.
    next: u32,
    /// The child found last.
    found: u32,
    count: u32,
}

/// Assigns numbers to nodes, from 0.
///
/// In a [`TraceShape::Graph`] a state is a node. In any other shape, a node is identified by its
/// parent and a key, the state or the move. The lookup of a child starts after the child found
/// last: a depth-first search returns in the same order, so one comparison is usually enough.
pub(crate) struct Numbering<P> {
    is_tree: bool,
    /// In a graph, the nodes that the search does not number; in a tree, those without a parent.
    by_key: HashMap<P, u32, FixedState>,
    /// In a graph, the nodes by the numbers of the search, or [`NONE`].
    by_number: Vec<u32>,
    /// The same for numbers that are large compared to the count of nodes, to save memory.
    by_large_number: HashMap<u32, u32, FixedState>,
    /// The state of each node of a graph.
    states: Vec<P>,
    tree: Vec<TreeNode<P>>,
    /// The children of nodes with many.
    many: HashMap<(u32, P), u32, FixedState>,
}

impl<P: Clone + Eq + Hash> Numbering<P> {
    pub(crate) fn new(shape: TraceShape) -> Self {
        Self {
            is_tree: shape != TraceShape::Graph,
            by_key: HashMap::with_hasher(HASHER),
            by_number: Vec::new(),
            by_large_number: HashMap::with_hasher(HASHER),
            states: Vec::new(),
            tree: Vec::new(),
            many: HashMap::with_hasher(HASHER),
        }
    }

    /// The node with the search's `number`, if there is one.
    #[inline]
    pub(crate) fn get_numbered(&self, number: u32) -> Option<u32> {
        match self.by_number.get(number as usize) {
            Some(&id) if id != NONE => Some(id),
            _ => self.by_large_number.get(&number).copied(),
        }
    }

    /// The node with the search's `number`, and whether it is new.
    #[inline]
    pub(crate) fn number_numbered(&mut self, number: u32, pack: impl FnOnce() -> P) -> (u32, bool) {
        if let Some(id) = self.get_numbered(number) {
            return (id, false);
        }
        let (at, id) = (number as usize, self.states.len() as u32);
        if at >= self.by_number.len() && at < LEAST_NUMBERS.max(16 * self.states.len()) {
            self.by_number.resize((at + 1).next_power_of_two(), NONE);
        }
        match self.by_number.get_mut(at) {
            Some(known) => *known = id,
            None => drop(self.by_large_number.insert(number, id)),
        }
        self.states.push(pack());
        (id, true)
    }

    /// The nodes of the states `wanted` in a graph, and whether they are new. Called last: the
    /// other methods do not find these nodes.
    pub(crate) fn number_all(self, wanted: &[P]) -> Vec<(u32, bool)> {
        let mut known: HashMap<&P, u32, FixedState> = HashMap::with_hasher(HASHER);
        known.extend(wanted.iter().map(|state| (state, NONE)));
        for (id, state) in self.states.iter().enumerate() {
            if let Some(known) = known.get_mut(state) {
                *known = id as u32;
            }
        }
        let mut next = self.states.len() as u32;
        let mut number = |state| {
            let id = known.get_mut(state).expect("it is wanted");
            let is_new = *id == NONE;
            if is_new {
                *id = next;
                next += 1;
            }
            (*id, is_new)
        };
        wanted.iter().map(&mut number).collect()
    }

    /// The number of the node with this key below `parent`, if it has one.
    #[inline]
    pub(crate) fn get(&mut self, parent: u32, key: &P) -> Option<u32> {
        if !self.is_tree || parent == NONE {
            return self.by_key.get(key).copied();
        }
        let TreeNode { first, found, count, .. } = self.tree[parent as usize];
        let mut at = if found == NONE { first } else { self.tree[found as usize].next };
        if at != NONE && self.tree[at as usize].key == *key {
            self.tree[parent as usize].found = at;
            return Some(at);
        }
        if count > FEW {
            return self.many.get(&(parent, key.clone())).copied();
        }
        // Start after the child found last, then wrap around.
        for start in [at, first] {
            at = start;
            while at != NONE {
                let node = &self.tree[at as usize];
                if node.key == *key {
                    self.tree[parent as usize].found = at;
                    return Some(at);
                }
                at = node.next;
            }
        }
        None
    }

    /// The number of the node with this key below `parent`, and whether it is new.
    #[inline]
    pub(crate) fn number(&mut self, parent: u32, key: P) -> (u32, bool) {
        if let Some(id) = self.get(parent, &key) {
            return (id, false);
        }
        (self.add(parent, key), true)
    }

    /// The nodes with these keys from the root down, and whether they are new.
    pub(crate) fn number_path(&mut self, keys: impl Iterator<Item = P>) -> Vec<(u32, bool)> {
        let mut parent = NONE;
        let mut nodes = Vec::new();
        for key in keys {
            nodes.push(self.number(parent, key));
            parent = nodes[nodes.len() - 1].0;
        }
        nodes
    }

    /// Adds a node.
    pub(crate) fn add(&mut self, parent: u32, key: P) -> u32 {
        if !self.is_tree {
            let id = self.states.len() as u32;
            self.by_key.insert(key.clone(), id);
            self.states.push(key);
            return id;
        }
        let id = self.tree.len() as u32;
        if parent == NONE {
            self.by_key.insert(key.clone(), id);
        } else {
            self.hang(parent, &key, id);
        }
        let (first, last, next, found) = (NONE, NONE, NONE, NONE);
        self.tree.push(TreeNode { key, first, last, next, found, count: 0 });
        id
    }

    fn hang(&mut self, parent: u32, key: &P, id: u32) {
        let above = &mut self.tree[parent as usize];
        let last = std::mem::replace(&mut above.last, id);
        above.found = id;
        above.count += 1;
        let (first, count) = (above.first, above.count);
        match last {
            NONE => above.first = id,
            last => self.tree[last as usize].next = id,
        }
        if count > FEW {
            self.many.insert((parent, key.clone()), id);
        }
        // Move all children to the index when it is first needed.
        let mut child = if count == FEW + 1 { first } else { NONE };
        while child != NONE && child != id {
            let TreeNode { key, next, .. } = &self.tree[child as usize];
            self.many.insert((parent, key.clone()), child);
            child = *next;
        }
    }
}
