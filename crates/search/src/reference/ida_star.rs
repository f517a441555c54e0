//! IDA* as it is printed, with an explicit stack.

use tremaux_core::{Cost, Heuristic, Plan, StateSpace};

use super::outcome::Outcome;

/// What the texts leave open about IDA*.
#[derive(Clone, Copy, Debug)]
pub struct IdaStarConventions<C> {
    /// Whether actions that undo the last one are tried, as in the plainest form, or left
    /// out as [`StateSpace::actions_after`] allows.
    pub steps_back: bool,
    /// Whether a child that is on the path already is dropped.
    pub looks_at_path: bool,
    /// Whether the visits are kept: one packed state for each, in all iterations.
    pub keeps_visits: bool,
    /// Gives up before an iteration with a threshold beyond this: in a space with cycles
    /// and no reachable goal it would never end.
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

/// Iterative-deepening A* (Korf 1985): depth-first searches along paths with f = g + h up
/// to a threshold, which is first the estimate of the initial state and then the least f
/// that was cut off.
///
/// In the outcome, `closed` counts the states visited in all iterations together, the goal
/// included, as a search without memory closes states again and again; `open` is the number
/// of children that wait on the path when the goal is found.
///
/// Returns a cheapest plan if the heuristic is admissible. Time is O(b^d) for d actions and
/// b actions a state, more where costs differ and each iteration adds few states; memory is
/// O(b·d). Never ends where no goal can be reached in a space with cycles, unless
/// [`IdaStarConventions::largest_threshold`] stops it, and may circle for ever where
/// actions cost nothing and the path is not looked at.
pub fn ida_star<S, H>(
    space: &S,
    heuristic: &H,
    conventions: &IdaStarConventions<S::Cost>,
) -> Outcome<S>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    /// A state on the path, and its children yet to be tried, the next last.
    struct Frame<S: StateSpace> {
        state: S::State,
        packed: S::Packed,
        g: S::Cost,
        waiting: Vec<S::Action>,
    }

    let mut outcome = Outcome { plan: None, closed: 0, open: 0, goals: 0, visits: Vec::new() };
    let initial = space.initial_state();
    let mut threshold = heuristic.estimate(space, &initial);
    while threshold < S::Cost::INFINITY && threshold <= conventions.largest_threshold {
        let mut least_cut = S::Cost::INFINITY;
        let mut path: Vec<Frame<S>> = Vec::new();
        let mut taken: Vec<S::Action> = Vec::new();
        let mut next = Some((initial.clone(), S::Cost::ZERO));
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
                    return outcome;
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
            let Some(end) = path.last_mut() else {
                break;
            };
            let Some(action) = end.waiting.pop() else {
                path.pop();
                taken.pop();
                continue;
            };
            let g = end.g.plus(space.cost(&end.state, action));
            let mut child = end.state.clone();
            space.apply(&mut child, action);
            let f = g.plus(heuristic.estimate(space, &child));
            if f > threshold {
                least_cut = least_cut.min(f);
                continue;
            }
            if conventions.looks_at_path {
                let packed = space.pack(&child);
                if path.iter().any(|frame| frame.packed == packed) {
                    continue;
                }
            }
            taken.push(action);
            next = Some((child, g));
        }
        threshold = least_cut;
    }
    outcome
}
