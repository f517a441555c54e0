//! A* for closures.

use std::hash::Hash;

use tremaux_core::Cost;

use super::path_tree::PathTree;
use super::step_cost::StepCost;

/// A cheapest path to a goal, and its cost, if `estimate` never overestimates: A*, newest first
/// among equal `g + h`.
pub(super) fn cheapest_path<N, W, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    mut estimate: impl FnMut(&N) -> W::Cost,
    mut is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W::Cost)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let mut tree = PathTree::<N, W::Cost>::new();
    let h = estimate(&start);
    tree.start(0, start, h);
    while let Some((id, g)) = tree.select(0) {
        let state = tree.numbers.state(id);
        if is_goal(state) {
            return Some((tree.path(0, id), g));
        }
        let next = successors(state);
        tree.expand(
            0,
            id,
            next,
            true,
            |_, _, _| true,
            |numbers, child, g| g.plus_estimate(estimate(numbers.state(child))),
        );
    }
    None
}
