//! Where hill climbing gets stuck: a census of all states.

use std::collections::HashMap;

use tremaux_core::{Cost, Heuristic, StateSpace};

/// The shape of a heuristic over all states of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Census {
    /// All reachable states.
    pub states: usize,
    /// Goals among them.
    pub goals: usize,
    /// States with a neighbour nearer to the goal, by estimate.
    pub slopes: usize,
    /// States where no neighbour is nearer but some are equal: plateaus.
    pub plateaus: usize,
    /// States that are nearer than all of their neighbours: foothills.
    pub foothills: usize,
    /// Plateaus and foothills from which two actions together lead nearer: ridges.
    pub ridges: usize,
    /// The mean probability, over all states, that steepest hill climbing reaches a goal, without
    /// sideways moves and with random choices among equals.
    pub success: f64,
}

/// Looks at every state that is reachable from the initial one.
///
/// Takes time and memory proportional to their number.
///
/// ```
/// use tremaux::landscape::census;
///
/// // On a ring of ten numbers the estimate misleads on one half.
/// let ring = tremaux::space(0_u32, |&n| [((n + 1) % 10, 1), ((n + 9) % 10, 1)], |&n| n == 9);
/// let counts = census(&ring, ring.admissible(|&n: &u32| (9 - n).min(5)));
/// assert_eq!((counts.states, counts.slopes, counts.plateaus), (10, 6, 3));
/// ```
pub fn census<S: StateSpace, H: Heuristic<S>>(space: &S, heuristic: H) -> Census {
    let mut index: HashMap<S::Packed, usize> = HashMap::new();
    let mut states = vec![space.pack(&space.initial_state())];
    index.insert(states[0].clone(), 0);
    let (mut edges, mut ends, mut values) = (Vec::new(), vec![0], Vec::new());
    let (mut is_goal, mut actions) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < states.len() {
        let state = space.unpack(&states[at]);
        is_goal.push(space.is_goal(&state));
        values.push(heuristic.estimate(space, &state).to_f64());
        actions.clear();
        space.actions(&state, &mut actions);
        for &action in &actions {
            let mut child = state.clone();
            space.apply(&mut child, action);
            let packed = space.pack(&child);
            let next = *index.entry(packed).or_insert_with_key(|packed| {
                states.push(packed.clone());
                states.len() - 1
            });
            edges.push(next);
        }
        ends.push(edges.len());
        at += 1;
    }
    let neighbours = |state: usize| edges[ends[state]..ends[state + 1]].iter().copied();
    let least = |state: usize| neighbours(state).map(|it| values[it]).fold(f64::INFINITY, f64::min);
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut success = vec![0.0; states.len()];
    let mut counts = Census { states: states.len(), ..Census::default() };
    for state in order {
        let (value, best) = (values[state], least(state));
        if is_goal[state] {
            counts.goals += 1;
            success[state] = 1.0;
        } else if best < value {
            counts.slopes += 1;
            let chosen: Vec<usize> = neighbours(state).filter(|&it| values[it] == best).collect();
            let sum: f64 = chosen.iter().map(|&it| success[it]).sum();
            success[state] = sum / chosen.len() as f64;
        } else {
            counts.plateaus += usize::from(best == value);
            counts.foothills += usize::from(best > value);
            counts.ridges += usize::from(neighbours(state).any(|it| least(it) < value));
        }
    }
    counts.success = success.iter().sum::<f64>() / states.len() as f64;
    counts
}
