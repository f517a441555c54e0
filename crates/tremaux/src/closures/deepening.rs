//! Iterative deepening for closures.

use std::hash::{Hash, Hasher};

use tremaux_core::Cost;

use super::numbers::Numbers;
use super::replay::refuse_cost;
use super::space::checked;
use super::step_cost::StepCost;

/// What is known of a state on the path.
#[derive(Clone, Copy)]
struct Node<C> {
    g: C,
    /// The greatest `f` of a state up to it.
    most: C,
}

/// A cheapest path to a goal, and its cost. Each search of the tree is bounded by the least `f`
/// beyond the bound of the one before. Paths that visit a state twice are left out, so the search
/// ends if no goal is reachable and there are finitely many states.
pub(super) fn cheapest_path<N, W, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    mut estimate: impl FnMut(&N) -> W::Cost,
    mut is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W::Cost)>
where
    N: Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let (mut bound, mut next_bound, mut overflows) = (estimate(&start), W::Cost::INFINITY, false);
    // The states of the path, and what is left to try after each.
    let (mut path, mut left) = (Numbers::default(), Vec::<I::IntoIter>::new());
    path.of(start, Node { g: W::Cost::ZERO, most: bound });
    path.set_forgets(true);
    // The bound within which no state of a path is a goal.
    let mut tested = None;
    while bound < W::Cost::INFINITY {
        let end = path.len() as u32 - 1;
        let Node { g, most } = *path.node(end);
        if left.len() < path.len() {
            if tested.is_none_or(|tested| most > tested) && is_goal(path.state(end)) {
                return Some((path.into_states(), g));
            }
            left.push(successors(path.state(end)).into_iter());
        }
        let Some((state, cost)) = left[end as usize].next() else {
            left.pop();
            if end > 0 {
                path.truncate(end as usize);
            } else {
                (tested, bound, next_bound) = (Some(bound), next_bound, W::Cost::INFINITY);
            }
            continue;
        };
        if end > 0 && state == *path.state(end - 1) {
            continue;
        }
        let (g, h) = (g.plus(checked(cost)), estimate(&state));
        let f = g.plus(h);
        if W::Cost::sum_exceeds(g, h, bound) {
            next_bound = next_bound.min(f);
            overflows |= f == W::Cost::INFINITY && h < f;
        } else {
            path.of(state, Node { g, most: most.max(f) });
        }
    }
    if overflows {
        refuse_cost();
    }
    None
}

/// A state that is compared but not hashed.
#[derive(PartialEq, Eq)]
pub(super) struct Unhashed<N>(pub(super) N);

impl<N: Eq> Hash for Unhashed<N> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
