//! A search of the checker's own: plain, and slow.

use crate::cost::Cost;
use crate::space::{Space, rest};

/// A state on the path, with the cost up to it and the states that follow it.
struct Place<T> {
    state: T,
    after: Vec<(T, Cost)>,
}

/// Searches depth-first for a plan that costs less than `bound`; returns the number of states that
/// were visited if there is none.
///
/// Left out are states from which the rest of a plan costs too much, and those that return to the
/// state before: without the two steps a plan costs no more.
pub(crate) fn search_below<S: Space>(
    space: &S,
    start: &S::State,
    heuristic: Option<usize>,
    bound: Cost,
) -> Result<u64, String> {
    if space.least_cost() == Cost::ZERO {
        return Err("a search has no end where steps cost nothing".to_owned());
    }
    let is_near = |state: &S::State, g: Cost| g.plus(rest(space, heuristic, state)) < bound;
    let (mut visited, mut steps, mut path) = (0, Vec::new(), Vec::<Place<S::State>>::new());
    let mut next = Some((start.clone(), Cost::ZERO)).filter(|_| is_near(start, Cost::ZERO));
    loop {
        if let Some((state, g)) = next.take() {
            if space.is_goal(&state) {
                return Err(format!("a plan costs {g}"));
            }
            visited += 1;
            space.steps(&state, &mut steps);
            let before = path.last().map(|place| &place.state);
            let after = steps.drain(..).filter(|step| Some(&step.state) != before);
            let after = after.map(|step| (step.state, g.plus(step.cost)));
            let after = after.filter(|(state, g)| is_near(state, *g)).collect();
            path.push(Place { state, after });
        }
        let Some(place) = path.last_mut() else { return Ok(visited) };
        next = place.after.pop();
        if next.is_none() {
            path.pop();
        }
    }
}
