//! Dijkstra's algorithm from both ends for closures.

use std::hash::Hash;

use tremaux_core::Cost;

use super::numbers::Numbers;
use super::path_tree::{Node, PathTree};
use super::replay::refuse_cost;
use super::step_cost::StepCost;

/// A cheapest path from `start` to `goal` and its cost, by Dijkstra's algorithm from both ends
/// in turn (Nicholson 1966). A state that is closed from one end is not expanded from the other.
pub(super) fn cheapest_path<N, W, I, J>(
    start: N,
    goal: N,
    mut successors: impl FnMut(&N) -> I,
    mut predecessors: impl FnMut(&N) -> J,
) -> Option<(Vec<N>, W::Cost)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    J: IntoIterator<Item = (N, W)>,
{
    let mut tree = PathTree::<N, W::Cost, 2>::new();
    tree.start(0, start, W::Cost::ZERO);
    tree.start(1, goal, W::Cost::ZERO);
    // The cost of the cheapest path, and the state in which the searches met for it.
    let (mut best, mut meeting) = (W::Cost::INFINITY, 0);
    // The costs of the states closed last: no open state has less.
    let mut last = [W::Cost::ZERO; 2];
    if tree.numbers.len() == 1 {
        best = W::Cost::ZERO;
    }
    let mut end = 0;
    while let Some((id, g)) = tree.select(end) {
        last[end] = g;
        if g.plus(last[1 - end]) >= best {
            break;
        }
        if !tree.numbers.node(id)[1 - end].is_closed() {
            let meet = |numbers: &Numbers<N, [Node<W::Cost>; 2]>, child, g: W::Cost| {
                let rest = numbers.node(child)[1 - end].g();
                if rest < W::Cost::INFINITY {
                    let total = g.plus(rest);
                    if total == W::Cost::INFINITY {
                        refuse_cost();
                    }
                    if total < best {
                        (best, meeting) = (total, child);
                    }
                }
                g
            };
            let state = tree.numbers.state(id);
            match end {
                0 => {
                    let next = successors(state);
                    tree.expand(0, id, next, true, |_, _, _| true, meet);
                }
                _ => {
                    let next = predecessors(state);
                    tree.expand(1, id, next, true, |_, _, _| true, meet);
                }
            }
        }
        end = 1 - end;
    }
    (best < W::Cost::INFINITY).then(|| {
        let mut path = tree.path(0, meeting);
        path.extend(tree.path(1, meeting).into_iter().rev().skip(1));
        (path, best)
    })
}
