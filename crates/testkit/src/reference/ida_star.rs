//! IDA* as printed in textbooks, with an explicit stack.

use tremaux_core::{Cost, Heuristic, Plan, StateSpace};

use super::outcome::Outcome;

/// The details of IDA* that textbooks leave open.
#[derive(Clone, Copy, Debug)]
pub struct IdaStarConventions<C> {
    /// Whether to try actions that undo the last one, as in the plainest form. Otherwise they
    /// are left out where [`StateSpace::actions_after`] allows it.
    pub steps_back: bool,
    /// Whether to drop a child that is already on the path.
    pub looks_at_path: bool,
    /// Whether to record the visits: one packed state for each, in all iterations.
    pub keeps_visits: bool,
    /// The search gives up before an iteration whose threshold exceeds this. Without such a
    /// limit, it would never end in a space with cycles and no reachable goal.
    pub largest_threshold: C,
}

impl<C: Cost> Default for IdaStarConventions<C> {
    fn default() -> Self {
        Self {
            steps_back: false,
            looks_at_path: false,
            keeps_visits: true,
            largest_threshold: C::INFINITY,
        }
    }
}

/// Iterative-deepening A* (Korf 1985): depth-first searches along paths whose f = g + h is at
/// most a threshold. The first threshold is the estimate of the initial state; each later one
/// is the least f that was cut off.
///
/// In the outcome, `closed` counts the states visited in all iterations together, including the
/// goal, because a search without memory closes states repeatedly. `open` is the number of
/// children waiting along the path when the goal is found.
///
/// Returns an optimal plan if the heuristic is admissible. Time is O(b^d) for d actions and b
/// actions per state, and more if costs vary and each iteration adds few states. Memory is
/// O(b·d). If the space has cycles and no reachable goal, the search never ends unless
/// [`IdaStarConventions::largest_threshold`] stops it. It may also loop forever on zero-cost
/// actions if the path is not checked.
pub fn ida_star<S, H>(
    space: &S,
    heuristic: &H,
    conventions: &IdaStarConventions<S::Cost>,
) -> Outcome<S>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let mut outcome = Outcome { plan: None, closed: 0, open: 0, goals: 0, visits: Vec::new() };
    let mut threshold = heuristic.estimate(space, &space.initial_state());
    while threshold < S::Cost::INFINITY
        && threshold <= conventions.largest_threshold
        && outcome.plan.is_none()
    {
        threshold = iterate(space, heuristic, conventions, threshold, &mut outcome);
    }
    outcome
}

/// A state on the path, and its children left to try; the next one is last.
struct Frame<S: StateSpace> {
    state: S::State,
    packed: S::Packed,
    g: S::Cost,
    waiting: Vec<S::Action>,
}

/// Searches the paths within a threshold. Returns the least f that was cut off.
fn iterate<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    conventions: &IdaStarConventions<S::Cost>,
    threshold: S::Cost,
    outcome: &mut Outcome<S>,
) -> S::Cost {
    let mut least_cut = S::Cost::INFINITY;
    let mut path: Vec<Frame<S>> = Vec::new();
    let mut taken: Vec<S::Action> = Vec::new();
    let mut next = Some((space.initial_state(), S::Cost::ZERO));
    loop {
        if let Some((state, g)) = next.take() {
            let packed = space.pack(&state);
            outcome.closed += 1;
            if conventions.keeps_visits {
                outcome.visits.push(packed.clone());
            }
            if space.is_goal(&state) {
                outcome.open = path.iter().map(|frame| frame.waiting.len()).sum();
                outcome.goals = 1;
                outcome.plan = Some(Plan { actions: taken, cost: g });
                return least_cut;
            }
            let mut waiting = Vec::new();
            match taken.last() {
                Some(&last) if !conventions.steps_back => {
                    space.actions_after(&state, last, &mut waiting);
                }
                _ => space.actions(&state, &mut waiting),
            }
            waiting.reverse();
            path.push(Frame { state, packed, g, waiting });
        }
        let Some(end) = path.last_mut() else { return least_cut };
        let Some(action) = end.waiting.pop() else {
            path.pop();
            taken.pop();
            continue;
        };
        let g = end.g.plus(space.cost(&end.state, action));
        let mut child = end.state.clone();
        space.apply(&mut child, action);
        let f = g.plus(heuristic.estimate(space, &child));
        let packed = conventions.looks_at_path.then(|| space.pack(&child));
        if f > threshold {
            least_cut = least_cut.min(f);
        } else if packed.is_none_or(|packed| path.iter().all(|frame| frame.packed != packed)) {
            taken.push(action);
            next = Some((child, g));
        }
    }
}
