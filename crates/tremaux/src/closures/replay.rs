//! Replays of paths before they are returned, which share no code with the searches.

use tremaux_core::Cost;

use super::heuristic::checked;
use super::step_cost::StepCost;

/// The path and its cost, if the closures still say so: from each state a step leads to the next,
/// these steps add up to the cost that the search found, and the last state is a goal.
///
/// # Panics
///
/// Panics if they do not.
pub(super) fn replayed<N, W, I>(
    path: Vec<N>,
    found: W::Cost,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> (Vec<N>, W)
where
    N: Eq,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let cost = cost_along(&path, successors, is_goal);
    if !is_same(found, cost) {
        refuse(&format_args!("cost {cost:?}, but {found:?} during the search"));
    }
    (path, total(cost))
}

/// The sum of the cheapest steps along `path`, which must lead to a goal.
pub(super) fn cost_along<N, W, I>(
    path: &[N],
    mut successors: impl FnMut(&N) -> I,
    mut is_goal: impl FnMut(&N) -> bool,
) -> W::Cost
where
    N: Eq,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let mut sum = W::Cost::ZERO;
    for (number, (from, to)) in (1_usize..).zip(path.iter().zip(&path[1..])) {
        sum = sum.plus(step_along(number, successors(from), to));
    }
    require_goal(path, &mut is_goal);
    sum
}

/// The cost of the cheapest of these steps to `to`, the step with this number along a path.
fn step_along<N: Eq, W: StepCost>(
    number: usize,
    steps: impl IntoIterator<Item = (N, W)>,
    to: &N,
) -> W::Cost {
    let steps = steps.into_iter().filter(|(next, _)| next == to);
    let least = steps.filter_map(|(_, cost)| cost.to_cost()).min();
    least.unwrap_or_else(|| refuse_step(number))
}

/// In debug builds, refuses an estimate above what the rest of the path costs.
///
/// # Panics
///
/// Panics if there is one.
pub(super) fn refuse_overestimates<N, W, I>(
    path: &[N],
    cost: W::Cost,
    mut successors: impl FnMut(&N) -> I,
    mut heuristic: impl FnMut(&N) -> W,
) where
    N: Eq,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    if !cfg!(debug_assertions) {
        return;
    }
    let (mut g, last) = (W::Cost::ZERO, path.len() - 1);
    for (number, state) in path.iter().enumerate() {
        let h = checked(heuristic(state));
        let f = g.plus(h);
        if f > cost && f.exceeds(cost) {
            let (h, rest) = (h.to_f64(), cost.to_f64() - g.to_f64());
            panic!(
                "the heuristic overestimates: {h} for the state after {number} of the {last} steps \
                 of the path found, the rest of which costs {rest}; where that is on purpose, use \
                 `BestFirst::weighted_a_star` or `greedy_best_first`"
            );
        }
        if let Some(to) = path.get(number + 1) {
            g = g.plus(step_along(number + 1, successors(state), to));
        }
    }
}

/// The path, if `successors` and `is_goal` still allow it.
///
/// # Panics
///
/// Panics if they do not.
pub(super) fn replayed_steps<N, I>(
    path: Vec<N>,
    mut successors: impl FnMut(&N) -> I,
    mut is_goal: impl FnMut(&N) -> bool,
) -> Vec<N>
where
    N: Eq,
    I: IntoIterator<Item = N>,
{
    for (number, (from, to)) in (1_usize..).zip(path.iter().zip(&path[1..])) {
        if !successors(from).into_iter().any(|next| next == *to) {
            refuse_step(number);
        }
    }
    require_goal(&path, &mut is_goal);
    path
}

fn require_goal<N>(path: &[N], is_goal: &mut impl FnMut(&N) -> bool) {
    if !is_goal(&path[path.len() - 1]) {
        refuse(&"its last state is no longer a goal");
    }
}

/// Whether two sums of the same costs are equal; floats may be added in another order.
fn is_same<C: Cost>(one: C, other: C) -> bool {
    match one.minus(other).or_else(|| other.minus(one)) {
        Some(difference) => difference == C::ZERO,
        None => {
            let (one, other) = (one.to_f64(), other.to_f64());
            (one - other).abs() <= 1e-9 * one.max(other)
        }
    }
}

/// The cost of a path in the numbers of the closures.
pub(super) fn total<W: StepCost>(cost: W::Cost) -> W {
    let Some(total) = W::from_cost(cost) else {
        let number = std::any::type_name::<W>();
        panic!("the cost of the path, {cost:?}, is too large for {number}, the type of its steps")
    };
    total
}

#[cold]
pub(super) fn refuse_cost() -> ! {
    panic!("the cost of a path does not fit into 64 bits")
}

#[cold]
fn refuse_step(number: usize) -> ! {
    refuse(&format_args!("`successors` does not return its step {number}"))
}

#[cold]
fn refuse(found: &dyn std::fmt::Display) -> ! {
    panic!(
        "the path was replayed: {found}; closures must return the same for the same state each \
         time, and predecessors must match successors"
    )
}
