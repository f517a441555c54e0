//! The automaton that knows the superfluous strings (Taylor and Korf 1993).

use std::collections::{HashMap, VecDeque};

use tremaux_core::SituatedSpace;

use super::strings::learn;

/// No node: the action would end a superfluous string.
pub(super) const PRUNED: u32 = u32::MAX;

/// A finite automaton that reads the actions of a path and tells which of the next would
/// complete a *superfluous* string: one for which another leads to the same state at no
/// greater cost (Taylor and Korf 1993).
///
/// Learnt by breadth-first search from a state of each
/// [situation](SituatedSpace::situation), to a length that is given. Of strings that lead to
/// the same, that which comes first in order of cost, then length, then actions is kept.
/// Appending and putting before keeps this order; so of all cheapest paths between two states the
/// first of all has no superfluous part, and a search of the tree that leaves out all others
/// still finds it (that a careless choice is unsound is shown by Holte and Burch 2014).
///
/// Time and memory to learn it grow as the tree to that length does, times the number of
/// situations; the automaton is then reduced to the fewest nodes.
#[derive(Clone, Debug)]
pub struct MoveAutomaton {
    roots: Vec<u32>,
    /// The node after each action, by node and the action's code; `codes` of them a node.
    after: Vec<u32>,
    codes: usize,
}

impl MoveAutomaton {
    /// Learns the superfluous strings of up to `length` actions of `space`.
    #[must_use]
    pub fn learn<S: SituatedSpace>(space: &S, length: u32) -> Self {
        learn(space, length)
    }

    /// How many nodes it has.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.after.len() / self.codes.max(1)
    }

    /// Bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.after.len() + self.roots.len()) * size_of::<u32>()
    }

    /// The node of the empty string in `situation`.
    pub(super) fn root(&self, situation: usize) -> u32 {
        self.roots[situation]
    }

    /// The node after the action of this code, or [`PRUNED`].
    #[inline]
    pub(super) fn after(&self, node: u32, code: usize) -> u32 {
        self.after[node as usize * self.codes + code]
    }
}

/// The superfluous strings found so far, as one trie for each situation.
pub(super) struct Draft {
    /// What follows a node in its trie, by the action's code; [`PRUNED`] ends a superfluous
    /// string, and [`ABSENT`] is not in the trie.
    children: Vec<u32>,
    /// The situation after the string of each node.
    situations: Vec<u32>,
    codes: usize,
    /// The situation after each action, by situation and code; [`ABSENT`] where there is none.
    leads: Vec<u32>,
    situation_count: usize,
}

/// Not in the trie.
const ABSENT: u32 = u32::MAX - 1;

impl Draft {
    /// No string is superfluous yet.
    pub(super) fn new<S: SituatedSpace>(space: &S) -> Self {
        let situation_count = space.situation_count();
        let codes = space.action_code_count();
        let mut leads = vec![ABSENT; codes * situation_count];
        let mut actions = Vec::new();
        for situation in 0..situation_count {
            let Some(state) = space.state_in(situation) else { continue };
            actions.clear();
            space.actions(&state, &mut actions);
            for &action in &actions {
                let mut next = state.clone();
                space.apply(&mut next, action);
                let lead = space.situation(&next) as u32;
                leads[situation * codes + space.action_code(action)] = lead;
            }
        }
        let situations = (0..situation_count as u32).collect();
        let children = vec![ABSENT; codes * situation_count];
        Self { children, situations, codes, leads, situation_count }
    }

    fn lead(&self, situation: u32, code: usize) -> u32 {
        self.leads[situation as usize * self.codes + code]
    }

    /// Adds a superfluous string from `situation`, no part of which is one already.
    pub(super) fn forbid(&mut self, situation: usize, string: &[usize]) {
        let Some((&last, before)) = string.split_last() else { return };
        let mut node = situation;
        for &code in before {
            let at = node * self.codes + code;
            if self.children[at] == ABSENT {
                self.children[at] = self.situations.len() as u32;
                self.situations.push(self.lead(self.situations[node], code));
                self.children.extend(std::iter::repeat_n(ABSENT, self.codes));
            }
            node = self.children[at] as usize;
        }
        self.children[node * self.codes + last] = PRUNED;
    }

    /// The automaton that reads any string and remembers the longest end of it that begins a
    /// superfluous one (Aho and Corasick 1975), with the fewest nodes.
    pub(super) fn automaton(&self) -> MoveAutomaton {
        let codes = self.codes;
        let mut after = self.children.clone();
        // Of each node, that of the string without its first action.
        let mut shorter = vec![ABSENT; self.situations.len()];
        let mut queue: VecDeque<u32> = (0..self.situation_count as u32).collect();
        while let Some(node) = queue.pop_front() {
            for code in 0..codes {
                let lead = self.lead(self.situations[node as usize], code);
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

    /// The same automaton with nodes merged from which the same strings may follow (Moore
    /// 1956).
    fn reduced(&self, after: &[u32]) -> MoveAutomaton {
        let codes = self.codes;
        let mut classes = self.situations.clone();
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
        let roots = classes[..self.situation_count].to_vec();
        MoveAutomaton { roots, after: merged, codes }
    }
}
