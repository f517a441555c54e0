//! Checks of the contracts that every heuristic must satisfy.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use tremaux_core::{Cost, Heuristic, StateSpace};

use crate::walk::walk;

/// Checks that a heuristic satisfies its guarantees along random walks and along a cheapest plan
/// that is found by expanding so many states, and updates exactly.
pub fn check_heuristic<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    seed: u64,
    steps: usize,
) {
    // The memo is carried along the whole walk, as in a search, and must stay correct.
    let mut carried = None;
    walk(space, seed, steps, |state, action, child| {
        let packed = space.pack(state);
        let (before, memo) = match carried.take() {
            Some((estimate, at)) if at == packed => estimate,
            _ => heuristic.root(space, state),
        };
        assert_eq!(before, heuristic.estimate(space, state), "root or its updates differ");
        let after = heuristic.estimate(space, child);
        let updated = heuristic.child(space, before, &memo, action, child);
        assert_eq!(updated.0, after, "child differs from estimate");
        let estimate_successor = heuristic.estimate_successor(space, state, before, &memo, action);
        if let Some((h, _)) = &estimate_successor {
            assert_eq!(*h, after, "ahead differs from estimate");
        }
        carried = Some((estimate_successor.unwrap_or(updated), space.pack(child)));
        let guarantees = heuristic.guarantees();
        if guarantees.consistent {
            assert!(before <= space.cost(state, action).plus(after), "not consistent");
        }
        if guarantees.admissible && space.is_goal(child) {
            assert_eq!(after, S::Cost::ZERO, "not admissible at a goal");
        }
    });
    if !heuristic.guarantees().admissible {
        return;
    }
    let Some((plan, cost)) = cheapest_plan(space, steps) else { return };
    let (mut state, mut g) = (space.initial_state(), S::Cost::ZERO);
    for at in 0..=plan.len() {
        let (h, taken) = (heuristic.estimate(space, &state), &plan[..at]);
        let rest = cost.to_f64() - g.to_f64();
        let is_above = g.plus(h) > cost && g.plus(h).exceeds(cost);
        assert!(!is_above, "not admissible: {h:?} after {taken:?}, from where a plan costs {rest}");
        if let Some(&action) = plan.get(at) {
            g = g.plus(space.cost(&state, action));
            space.apply(&mut state, action);
        }
    }
}

/// A cheapest plan and its cost, if Dijkstra's algorithm finds one by expanding so many states.
fn cheapest_plan<S: StateSpace>(space: &S, most: usize) -> Option<(Vec<S::Action>, S::Cost)> {
    let mut nodes = vec![(space.initial_state(), None)];
    let mut open = BinaryHeap::from([Reverse((S::Cost::ZERO, 0))]);
    let (mut closed, mut actions) = (HashSet::new(), Vec::new());
    while let Some(Reverse((g, id))) = open.pop() {
        let mut last: &Option<(usize, S::Action)> = &nodes[id].1;
        let state = nodes[id].0.clone();
        if space.is_goal(&state) {
            let mut plan = Vec::new();
            while let &Some((parent, action)) = last {
                plan.push(action);
                last = &nodes[parent].1;
            }
            plan.reverse();
            return Some((plan, g));
        }
        if closed.len() == most || !closed.insert(space.pack(&state)) {
            continue;
        }
        actions.clear();
        space.actions(&state, &mut actions);
        for &action in &actions {
            let mut child = state.clone();
            let g = g.plus(space.cost(&state, action));
            space.apply(&mut child, action);
            open.push(Reverse((g, nodes.len())));
            nodes.push((child, Some((id, action))));
        }
    }
    None
}
