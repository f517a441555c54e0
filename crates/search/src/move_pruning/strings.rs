//! Learns which strings of actions are superfluous.

use std::collections::{HashMap, HashSet};

use tremaux_core::StateSpace;

use super::automaton::{Draft, MoveAutomaton, PRUNED};
use tremaux_core::{Cost, LocalContextSpace};

/// A state reached by the search, with the automaton's node after the string that led there.
struct Reached<S: StateSpace> {
    state: S::State,
    cost: S::Cost,
    node: u32,
    /// The index of the parent in the previous layer, and the code of the last action.
    before: (u32, usize),
}

/// The superfluous strings of `length` actions from `context`, as action codes. Strings with
/// a superfluous part that `automaton` already knows are omitted.
///
/// Strings are tried in the order of their length, then of their actions, so the first string
/// that reaches a state at a given cost comes first in the order of [`MoveAutomaton`].
pub(super) fn superfluous<S: LocalContextSpace>(
    space: &S,
    automaton: &MoveAutomaton,
    context: usize,
    length: u32,
) -> Vec<Vec<usize>> {
    let Some(start) = space.state_in_context(context) else { return Vec::new() };
    let mut seen = HashMap::new();
    seen.insert(space.pack(&start), S::Cost::ZERO);
    let node = automaton.root(context);
    let mut layers: Vec<Vec<Reached<S>>> =
        vec![vec![Reached { state: start, cost: S::Cost::ZERO, node, before: (0, 0) }]];
    let (mut actions, mut found) = (Vec::new(), HashSet::new());
    for depth in 1..=length {
        let mut layer = Vec::new();
        for (at, reached) in layers.last().into_iter().flatten().enumerate() {
            actions.clear();
            space.actions(&reached.state, &mut actions);
            actions.sort_unstable_by_key(|&action| space.action_code(action));
            for &action in &actions {
                let code = space.action_code(action);
                let node = automaton.after(reached.node, code);
                if node == PRUNED {
                    continue;
                }
                let cost = reached.cost.plus(space.cost(&reached.state, action));
                let mut state = reached.state.clone();
                space.apply(&mut state, action);
                let packed = space.pack(&state);
                if seen.get(&packed).is_some_and(|&known| known <= cost) {
                    if depth == length {
                        found.insert((at as u32, code));
                    }
                    continue;
                }
                seen.entry(packed).or_insert(cost);
                layer.push(Reached { state, cost, node, before: (at as u32, code) });
            }
        }
        if depth < length {
            layers.push(layer);
        }
    }
    let mut strings: Vec<Vec<usize>> = found
        .into_iter()
        .map(|(mut at, code)| {
            let mut string = vec![code];
            for layer in layers[1..].iter().rev() {
                let (before, code) = layer[at as usize].before;
                string.push(code);
                at = before;
            }
            string.reverse();
            string
        })
        .collect();
    strings.sort_unstable();
    strings
}

impl MoveAutomaton {
    /// Learns the superfluous strings of up to `length` actions of `space`.
    pub fn learn<S: LocalContextSpace>(space: &S, length: u32) -> Self {
        let mut draft = Draft::new(space);
        let mut automaton = draft.automaton();
        for length in 2..=length {
            let found: Vec<_> = (0..space.context_count())
                .map(|context| superfluous(space, &automaton, context, length))
                .collect();
            let mut is_changed = false;
            for (context, strings) in found.into_iter().enumerate() {
                is_changed |= !strings.is_empty();
                strings.iter().for_each(|string| draft.forbid(context, string));
            }
            if is_changed {
                automaton = draft.automaton();
            }
        }
        automaton
    }
}
