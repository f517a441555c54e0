//! Searches without superfluous strings, on random spaces whose actions permute items.

use std::collections::HashMap;
use std::sync::Arc;

use tremaux_core::{Algorithm, CompactActions, Limits, LocalContextSpace, NoHeuristic, StateSpace};
use tremaux_search::{BestFirst, IdaStar, MoveAutomaton, MovePruned, MovePruning};
use tremaux_testkit::{Walker, check_compact_actions, check_local_contexts};

const THINGS: usize = 5;

/// A set of action codes, as bits.
#[derive(Clone, Default)]
struct Codes(u8);

impl Iterator for Codes {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let code = (0..8).find(|code| self.0 >> code & 1 != 0)?;
        self.0 &= self.0 - 1;
        Some(code)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count_ones() as usize, Some(self.0.count_ones() as usize))
    }
}

impl ExactSizeIterator for Codes {}

impl FromIterator<u8> for Codes {
    fn from_iter<I: IntoIterator<Item = u8>>(codes: I) -> Self {
        Self(codes.into_iter().fold(0, |set, code| set | 1 << code))
    }
}

/// The destination, the permutation, and the cost of an action.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: u8,
    permutation: [u8; THINGS],
    cost: u32,
}

/// Items that are permuted by actions that depend on the current room.
#[derive(Clone, Debug)]
struct Rooms {
    /// The steps by room and code.
    steps: Vec<Vec<Option<Step>>>,
    goal: (u8, [u8; THINGS]),
}

impl Rooms {
    fn random(random: &mut Walker, least_cost: u32) -> Self {
        let rooms = 1 + random.below(4);
        let codes = 2 + random.below(3);
        let step = |random: &mut Walker| {
            let mut permutation = [0, 1, 2, 3, 4];
            // Each action moves few items, so that there are many short cycles.
            for _ in 0..random.below(3) {
                permutation.swap(random.below(THINGS), random.below(THINGS));
            }
            let cost = least_cost + random.below(3) as u32;
            (random.below(5) > 0).then_some(Step {
                to: random.below(rooms) as u8,
                permutation,
                cost,
            })
        };
        let steps = (0..rooms).map(|_| (0..codes).map(|_| step(random)).collect()).collect();
        let mut rooms = Self { steps, goal: (0, [0, 1, 2, 3, 4]) };
        // Choose a reachable goal.
        let mut state = rooms.goal;
        for _ in 0..random.below(12) {
            let codes: Vec<u8> = rooms.action_set(&state).collect();
            if codes.is_empty() {
                break;
            }
            rooms.apply(&mut state, codes[random.below(codes.len())]);
        }
        rooms.goal = state;
        rooms
    }

    fn step(&self, room: u8, code: u8) -> Step {
        self.steps[usize::from(room)][usize::from(code)].expect("an action of the room")
    }
}

impl StateSpace for Rooms {
    type State = (u8, [u8; THINGS]);
    type Packed = (u8, [u8; THINGS]);
    type Action = u8;
    type Cost = u32;

    fn initial_state(&self) -> Self::State {
        (0, [0, 1, 2, 3, 4])
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        *state == self.goal
    }
    fn actions(&self, state: &Self::State, actions: &mut Vec<u8>) {
        actions.extend(self.action_set(state));
    }
    fn cost(&self, state: &Self::State, code: u8) -> u32 {
        self.step(state.0, code).cost
    }
    fn apply(&self, state: &mut Self::State, code: u8) {
        let step = self.step(state.0, code);
        *state = (step.to, step.permutation.map(|from| state.1[usize::from(from)]));
    }
    fn pack(&self, state: &Self::State) -> Self::State {
        *state
    }
    fn unpack(&self, state: &Self::State) -> Self::State {
        *state
    }
}

impl CompactActions for Rooms {
    type Actions = Codes;

    fn action_set(&self, state: &Self::State) -> Codes {
        let steps = self.steps[usize::from(state.0)].iter();
        (0..).zip(steps).filter(|(_, step)| step.is_some()).map(|(code, _)| code).collect()
    }
}

impl LocalContextSpace for Rooms {
    fn context_count(&self) -> usize {
        self.steps.len()
    }
    fn context(&self, state: &Self::State) -> usize {
        state.0.into()
    }
    fn state_in_context(&self, room: usize) -> Option<Self::State> {
        Some((room as u8, [2, 0, 1, 4, 3]))
    }
    fn action_code_count(&self) -> usize {
        self.steps[0].len()
    }
    fn action_code(&self, code: u8) -> usize {
        code.into()
    }
}

/// The least cost of every state reached by at most `length` actions that `space` offers.
fn reached<S: StateSpace<State = (T, u32)> + CompactActions, T: Clone + Eq + std::hash::Hash>(
    space: &S,
    length: u32,
) -> HashMap<T, S::Cost> {
    let mut least = HashMap::new();
    let mut paths = vec![(space.initial_state(), S::Cost::default())];
    for _ in 0..=length {
        let mut next = Vec::new();
        for (state, cost) in paths {
            let known = least.entry(state.0.clone()).or_insert(cost);
            *known = cost.min(*known);
            for action in space.action_set(&state) {
                let mut child = state.clone();
                space.apply(&mut child, action);
                next.push((child, tremaux_core::Cost::plus(cost, space.cost(&state, action))));
            }
        }
        paths = next;
    }
    least
}

#[test]
fn random_spaces_keep_what_is_asked_of_them() {
    for seed in 0..200 {
        let rooms = Rooms::random(&mut Walker::new(seed), 0);
        check_compact_actions(&rooms, seed, 10);
        check_local_contexts(&rooms, seed, 5);
    }
}

/// Everything that can be reached within a number of actions is reached at the same cost
/// without superfluous strings, for every length learnt.
#[test]
fn every_state_keeps_a_cheapest_path() {
    const LENGTH: u32 = 5;
    for seed in 0..300 {
        let mut random = Walker::new(seed);
        let least_cost = u32::from(seed % 3 != 0);
        let rooms = Rooms::random(&mut random, least_cost);
        let unpruned = MovePruned::new(rooms.clone(), Arc::new(MoveAutomaton::learn(&rooms, 1)));
        let cheapest = reached(&unpruned, LENGTH);
        for length in [2, 3, 5] {
            let automaton = Arc::new(MoveAutomaton::learn(&rooms, length));
            let pruned = MovePruned::new(rooms.clone(), automaton);
            let kept = reached(&pruned, LENGTH);
            // A cheapest path may have more actions than another one, so the bounded comparison
            // is valid only if all actions cost the same.
            if rooms.steps.iter().flatten().flatten().all(|step| step.cost == 1) {
                assert_eq!(kept, cheapest, "seed {seed}, strings of {length}");
            }
            assert!(
                kept.iter().all(|(state, cost)| cheapest.get(state).is_none_or(|it| cost >= it))
            );
        }
    }
}

#[test]
fn plans_cost_the_same_without_superfluous_strings() {
    let (mut plain_nodes, mut pruned_nodes) = (0, 0);
    for seed in 0..400 {
        let rooms = Rooms::random(&mut Walker::new(seed), u32::from(seed % 4 != 0));
        let limits = Limits::default().with_nodes(200_000);
        let optimum = BestFirst::dijkstra().solve(&rooms, NoHeuristic, &limits, &mut ());
        let cost = optimum.plan.expect("the goal can be reached").cost;
        let plain = IdaStar::compact().solve(&rooms, NoHeuristic, &limits, &mut ());
        for length in [2, 4, 6] {
            let automaton = Arc::new(MoveAutomaton::learn(&rooms, length));
            let algorithm = MovePruning::new(IdaStar::compact(), automaton);
            let report = algorithm.solve(&rooms, NoHeuristic, &limits, &mut ());
            assert!(report.lower_bound <= cost, "seed {seed}, strings of {length}");
            if let Some(plan) = &report.plan {
                assert_eq!(plan.cost, cost, "seed {seed}, strings of {length}");
                assert_eq!(tremaux_search::plan_cost(&rooms, &plan.actions), Some(cost));
            } else {
                assert!(plain.plan.is_none(), "seed {seed}: it takes more than without");
            }
            if length == 6 && plain.plan.is_some() {
                plain_nodes += plain.statistics.generated;
                pruned_nodes += report.statistics.generated;
            }
        }
    }
    assert!(5 * pruned_nodes < plain_nodes, "{pruned_nodes} of {plain_nodes}");
}

#[test]
fn best_first_search_of_the_pruned_space_is_optimal_too() {
    for seed in 0..100 {
        let rooms = Rooms::random(&mut Walker::new(seed), 1);
        let pruned = MovePruned::new(rooms.clone(), Arc::new(MoveAutomaton::learn(&rooms, 5)));
        let [plain, pruned] = [
            BestFirst::dijkstra().solve(&rooms, NoHeuristic, &Limits::default(), &mut ()),
            BestFirst::dijkstra().solve(&pruned, NoHeuristic, &Limits::default(), &mut ()),
        ];
        assert_eq!(plain.plan.map(|plan| plan.cost), pruned.plan.map(|plan| plan.cost));
    }
}

/// A search that is stopped, saved and resumed takes the same steps as an uninterrupted one.
#[test]
fn saved_searches_go_on() {
    use tremaux_core::{Progress, Search};
    for seed in 0..100 {
        let rooms = Rooms::random(&mut Walker::new(seed), 1);
        let automaton = Arc::new(MoveAutomaton::learn(&rooms, 4));
        let algorithm = MovePruning::new(IdaStar::compact(), automaton);
        let whole =
            algorithm.solve(&rooms, NoHeuristic, &Limits::default().with_nodes(5_000), &mut ());
        if whole.plan.is_none() {
            continue;
        }
        let slice = Limits::default().with_nodes(7);
        let mut search = algorithm.start(&rooms, NoHeuristic);
        while let Progress::Paused(_) = search.advance(&slice, &mut ()) {
            let saved = search.saved().expect("can be saved");
            search = algorithm.resume(&rooms, NoHeuristic, &saved).expect("its own bytes");
        }
        let report = search.report();
        assert_eq!(report.plan.expect("found").actions, whole.plan.expect("found").actions);
        assert_eq!(report.statistics.generated, whole.statistics.generated, "seed {seed}");
    }
}
