//! The true costs in a numbered space: from every state to the nearest goal.

use tremaux_core::{Cost, IndexedSpace};

/// An action, given by the numbers of the states it connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc<C> {
    /// The number of the state where it starts.
    pub from: usize,
    /// The number of the state where it ends.
    pub to: usize,
    /// What it costs.
    pub cost: C,
}

/// Every action of every state of `space`.
pub fn arcs<S: IndexedSpace>(space: &S) -> Vec<Arc<S::Cost>> {
    let mut arcs = Vec::new();
    let mut actions = Vec::new();
    for from in 0..space.state_count() {
        let state = space.state(from);
        actions.clear();
        space.actions(&state, &mut actions);
        arcs.extend(actions.iter().map(|&action| {
            let mut child = state.clone();
            space.apply(&mut child, action);
            Arc { from, to: space.index(&child), cost: space.cost(&state, action) }
        }));
    }
    arcs
}

/// The cost from each of `count` states to the nearest state for which `is_goal` holds (Bellman
/// 1958, Ford 1956): relaxes all arcs until nothing changes.
///
/// The cost is [`Cost::INFINITY`] if no goal is reachable. This is the specification of every
/// search for cheapest paths, and it shares no code with any of them.
pub fn bellman_ford<C: Cost>(
    count: usize,
    arcs: &[Arc<C>],
    is_goal: impl Fn(usize) -> bool,
) -> Vec<C> {
    let start = |state| if is_goal(state) { C::ZERO } else { C::INFINITY };
    let mut distances: Vec<C> = (0..count).map(start).collect();
    loop {
        let mut changes = false;
        for arc in arcs {
            let through = arc.cost.plus(distances[arc.to]);
            if through < distances[arc.from] {
                distances[arc.from] = through;
                changes = true;
            }
        }
        if !changes {
            return distances;
        }
    }
}

/// The cost from each state of `space` to the nearest goal.
pub fn distances_to_goals<S: IndexedSpace>(space: &S) -> Vec<S::Cost> {
    let is_goal = |index| space.is_goal(&space.state(index));
    bellman_ford(space.state_count(), &arcs(space), is_goal)
}
