//! Checks of the contracts that every heuristic must satisfy.

use tremaux_core::{Cost, Heuristic, StateSpace};

use crate::walk::walk;

/// Checks that a heuristic satisfies its guarantees along random walks, and updates exactly.
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
}
