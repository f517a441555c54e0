//! Graph search: one loop for many algorithms.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;
use tremaux_core::{Cost, Heuristic, StateSpace};

use super::conventions::{Conventions, Identity, InClosed, InOpen, Number, Tie};
use super::outcome::{Outcome, Paths};
use crate::order::GoalTest;

/// The sort key of open: the score, the tie-break value, and the number of the path.
type Key<S> = ((<S as StateSpace>::Cost, i64), i64, usize);

/// What identifies a state: the state itself, or its number.
#[derive(PartialEq, Eq, Hash)]
enum Name<P> {
    State(P),
    Number(i64),
}

/// Searches `space` by the given conventions until it finds enough goals or open is empty.
///
/// Each step removes the first path from open, closes its last state, and inserts the paths
/// that are one action longer. The `conventions` determine their order and what happens to
/// states that are already known. The heuristic is evaluated once per child that is not dropped.
///
/// Returns a plan if it finds one. With the goal test on expansion and no depth bound, the plan
/// is optimal for Dijkstra's order, for A*'s order with an admissible heuristic and reopening,
/// and for the breadth-first order if all actions cost the same. With the breadth-first order
/// and either goal test, it has the fewest actions.
///
/// Time is O(n log n) and memory O(n) for n generated paths. n is at most the total number of
/// actions of all states, unless closed states are reopened: then it can be exponential in the
/// number of states (Martelli 1977).
///
/// ```
/// use tremaux::NoHeuristic;
/// use tremaux::search::reference::{Conventions, graph_search};
/// # use tremaux::StateSpace;
/// # struct Count;
/// # impl StateSpace for Count {
/// #     type State = u32;
/// #     type Packed = u32;
/// #     type Action = u32;
/// #     type Cost = u32;
/// #     fn initial_state(&self) -> u32 { 1 }
/// #     fn is_goal(&self, &n: &u32) -> bool { n == 10 }
/// #     fn actions(&self, &n: &u32, actions: &mut Vec<u32>) { actions.extend([1, n]) }
/// #     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
/// #     fn apply(&self, n: &mut u32, add: u32) { *n += add }
/// #     fn pack(&self, &n: &u32) -> u32 { n }
/// #     fn unpack(&self, &n: &u32) -> u32 { n }
/// # }
/// // From 1 to 10 by adding 1 or doubling: 1 2 4 5 10.
/// let outcome = graph_search(&Count, &NoHeuristic, &Conventions::nutshell_breadth_first());
/// assert_eq!(outcome.plan.map(|plan| plan.cost), Some(4));
/// ```
pub fn graph_search<S, H>(
    space: &S,
    heuristic: &H,
    conventions: &Conventions<Number<S::State>>,
) -> Outcome<S>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let Conventions { rank, tie, identity, in_open, in_closed, goal_test, depth_bound, wanted } =
        conventions;
    let tests_early = *goal_test == GoalTest::OnGeneration;
    let bound = depth_bound.unwrap_or(usize::MAX);
    let name = |state: &S::State| match identity {
        Identity::State => Name::State(space.pack(state)),
        Identity::Number(number) => Name::Number(number(state)),
    };
    let key = |state: &S::State, g: S::Cost, length: usize, number: usize| -> Key<S> {
        let tie = match tie {
            Tie::Oldest => number as i64,
            Tie::Newest => -(number as i64),
            Tie::Least(number) => number(state),
        };
        (rank.score(g, heuristic.estimate(space, state), length), tie, number)
    };

    let replaces = *in_open == InOpen::Replace;
    let initial = space.initial_state();
    let first = key(&initial, S::Cost::ZERO, 0, 0);
    let mut open = BTreeSet::from([first]);
    // Kept only where somebody asks for it.
    let mut key_in_open = HashMap::with_hasher(FixedState::default());
    if replaces {
        key_in_open.insert(name(&initial), first);
    }
    let mut closed = HashMap::with_hasher(FixedState::default());
    let mut actions = Vec::new();
    let mut paths = Paths::<S>::from(initial);
    let mut visits = Vec::new();
    if tests_early && space.is_goal(paths.state(0)) {
        return Outcome { plan: Some(paths.plan(0)), closed: 0, open: 1, goals: 1, visits };
    }
    let (mut goals, mut plan) = (0, None);

    while let Some(first) = open.pop_first() {
        let (score, _, number) = first;
        let state = paths.state(number).clone();
        if replaces && key_in_open.get(&name(&state)) == Some(&first) {
            key_in_open.remove(&name(&state));
        }
        closed.insert(name(&state), score);
        visits.push(space.pack(&state));
        if !tests_early && space.is_goal(&state) {
            (goals, plan) = (goals + 1, Some(paths.plan(number)));
            if goals >= *wanted {
                return Outcome { plan, closed: closed.len(), open: open.len(), goals, visits };
            }
            continue;
        }
        let length = paths.length(number) + 1;
        if length > bound {
            continue;
        }
        actions.clear();
        space.actions(&state, &mut actions);
        for &action in &actions {
            let g = paths.cost(number).plus(space.cost(&state, action));
            let mut child = state.clone();
            space.apply(&mut child, action);
            let child_name = name(&child);
            let known = closed.get(&child_name);
            if known.is_some() && *in_closed == InClosed::Drop {
                continue;
            }
            let child_key = key(&child, g, length, paths.count());
            if let Some(&known) = known {
                if child_key.0 >= known {
                    continue;
                }
                closed.remove(&child_name);
            }
            if tests_early && space.is_goal(&child) {
                let goal = paths.push(child, g, number, action);
                (goals, plan) = (goals + 1, Some(paths.plan(goal)));
                if goals >= *wanted {
                    return Outcome { plan, closed: closed.len(), open: open.len(), goals, visits };
                }
                continue;
            }
            if tests_early && length == bound {
                continue;
            }
            if replaces {
                if let Some(known) = key_in_open.get(&child_name) {
                    if (child_key.0, child_key.1) >= (known.0, known.1) {
                        continue;
                    }
                    open.remove(known);
                }
                key_in_open.insert(child_name, child_key);
            }
            open.insert(child_key);
            paths.push(child, g, number, action);
        }
    }
    Outcome { plan, closed: closed.len(), open: 0, goals, visits }
}
