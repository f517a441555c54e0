//! The automaton that recognises superfluous strings of actions (Taylor and Korf 1993).

use std::collections::{HashMap, VecDeque};

use tremaux_core::LocalContextSpace;

/// Marks an action that would complete a superfluous string.
pub(super) const PRUNED: u32 = u32::MAX;

/// A finite automaton that reads the actions of a path and knows which actions would complete a
/// *superfluous* string: one for which another string leads to the same state at no greater
/// cost (Taylor and Korf 1993).
///
/// The strings are learnt by breadth-first search from a state of each
/// [context](LocalContextSpace::context), up to a given length. Of several strings that lead to
/// the same state, the first in order of cost, then length, then actions is kept. This order is
/// preserved when actions are appended or prepended. The first of all cheapest paths between
/// two states therefore has no superfluous part, and a tree search that omits all superfluous
/// strings still finds it. (Holte and Burch 2014 show that a careless choice is unsound.)
///
/// Time and memory for learning grow like the tree up to that length, times the number of
/// contexts. The automaton is then reduced to the fewest nodes.
#[derive(Clone, Debug)]
pub struct MoveAutomaton {
    roots: Vec<u32>,
    /// The node after each action, indexed by node and action code, with `codes` entries per
    /// node.
    after: Vec<u32>,
    codes: usize,
}

impl MoveAutomaton {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.after.len() / self.codes.max(1)
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        (self.after.len() + self.roots.len()) * size_of::<u32>()
    }

    /// The node of the empty string in `context`.
    #[inline]
    pub(super) fn root(&self, context: usize) -> u32 {
        self.roots[context]
    }

    /// The node after the action with this code, or [`PRUNED`].
    #[inline]
    pub(super) fn after(&self, node: u32, code: usize) -> u32 {
        self.after[node as usize * self.codes + code]
    }
}

/// The superfluous strings found so far, as one trie per context.
pub(super) struct Draft {
    /// The child of a node in its trie, by action code. [`PRUNED`] ends a superfluous string;
    /// [`ABSENT`] means that the string is not in the trie.
    children: Vec<u32>,
    /// The context after the string of each node.
    contexts: Vec<u32>,
    codes: usize,
    /// The context after each action, by context and action code; [`ABSENT`] if there is
    /// none.
    leads: Vec<u32>,
    context_count: usize,
}

/// Not in the trie.
const ABSENT: u32 = u32::MAX - 1;

impl Draft {
    /// Creates an empty draft.
    pub(super) fn new<S: LocalContextSpace>(space: &S) -> Self {
        let context_count = space.context_count();
        let codes = space.action_code_count();
        let mut leads = vec![ABSENT; codes * context_count];
        let mut actions = Vec::new();
        for context in 0..context_count {
            let Some(state) = space.state_in_context(context) else { continue };
            actions.clear();
            space.actions(&state, &mut actions);
            for &action in &actions {
                let mut next = state.clone();
                space.apply(&mut next, action);
                let lead = space.context(&next) as u32;
                leads[context * codes + space.action_code(action)] = lead;
            }
        }
        let contexts = (0..context_count as u32).collect();
        let children = vec![ABSENT; codes * context_count];
        Self { children, contexts, codes, leads, context_count }
    }

    fn lead(&self, context: u32, code: usize) -> u32 {
        self.leads[context as usize * self.codes + code]
    }

    /// Adds a superfluous string from `context`. No part of it may be superfluous already.
    pub(super) fn forbid(&mut self, context: usize, string: &[usize]) {
        let Some((&last, before)) = string.split_last() else { return };
        let mut node = context;
        for &code in before {
            let at = node * self.codes + code;
            if self.children[at] == ABSENT {
                self.children[at] = self.contexts.len() as u32;
                self.contexts.push(self.lead(self.contexts[node], code));
                self.children.extend(std::iter::repeat_n(ABSENT, self.codes));
            }
            node = self.children[at] as usize;
        }
        self.children[node * self.codes + last] = PRUNED;
    }

    /// Builds the automaton that reads any string and remembers its longest suffix that begins
    /// a superfluous one (Aho and Corasick 1975), with the fewest nodes.
    pub(super) fn automaton(&self) -> MoveAutomaton {
        let codes = self.codes;
        let mut after = self.children.clone();
        // For each node, the node of its string without the first action.
        let mut shorter = vec![ABSENT; self.contexts.len()];
        let mut queue: VecDeque<u32> = (0..self.context_count as u32).collect();
        while let Some(node) = queue.pop_front() {
            for code in 0..codes {
                let lead = self.lead(self.contexts[node as usize], code);
                if lead == ABSENT {
                    continue;
                }
                let fallback = match shorter[node as usize] {
                    ABSENT => lead,
                    shorter => after[shorter as usize * codes + code],
                };
                let at = node as usize * codes + code;
                match after[at] {
                    ABSENT => after[at] = fallback,
                    PRUNED => {}
                    _ if fallback == PRUNED => after[at] = PRUNED,
                    child => {
                        shorter[child as usize] = fallback;
                        queue.push_back(child);
                    }
                }
            }
        }
        self.reduced(&after)
    }

    /// Merges nodes that accept the same continuations (Moore 1956).
    fn reduced(&self, after: &[u32]) -> MoveAutomaton {
        let codes = self.codes;
        let mut classes = self.contexts.clone();
        let mut count = 0;
        loop {
            let mut numbers = HashMap::new();
            let next: Vec<u32> = (0..classes.len())
                .map(|node| {
                    let row = &after[node * codes..][..codes];
                    let class_after = |&next: &u32| classes.get(next as usize).copied();
                    let key: Vec<_> = row.iter().map(class_after).collect();
                    let fresh = numbers.len() as u32;
                    *numbers.entry((classes[node], key)).or_insert(fresh)
                })
                .collect();
            classes = next;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let mut merged = vec![PRUNED; count * codes];
        for (node, &class) in classes.iter().enumerate() {
            for code in 0..codes {
                if let Some(&to) = classes.get(after[node * codes + code] as usize) {
                    merged[class as usize * codes + code] = to;
                }
            }
        }
        let roots = classes[..self.context_count].to_vec();
        MoveAutomaton { roots, after: merged, codes }
    }
}
