//! Graph search: one loop for many algorithms.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;
use tremaux_core::{Cost, Heuristic, Plan, StateSpace};

use super::conventions::{Conventions, GoalTest, Identity, InClosed, InOpen, Number, Tie};
use super::outcome::{Outcome, Paths};

/// The sort key of open: the score, the tie-break value, and the number of the path.
type Key<S> = (Score<S>, i64, usize);

/// See [`Rank::score`](super::Rank).
type Score<S> = (<S as StateSpace>::Cost, i64);

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
pub fn graph_search<S, H>(
    space: &S,
    heuristic: &H,
    conventions: &Conventions<Number<S::State>>,
) -> Outcome<S>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    GraphSearch::new(space, heuristic, conventions).run()
}

/// A running [`graph_search`].
struct GraphSearch<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    conventions: &'a Conventions<Number<S::State>>,
    open: BTreeSet<Key<S>>,
    /// Kept only where somebody asks for it.
    key_in_open: HashMap<Name<S::Packed>, Key<S>, FixedState>,
    closed: HashMap<Name<S::Packed>, Score<S>, FixedState>,
    paths: Paths<S>,
    visits: Vec<S::Packed>,
    goals: usize,
    plan: Option<Plan<S::Action, S::Cost>>,
}

impl<'a, S: StateSpace, H: Heuristic<S>> GraphSearch<'a, S, H> {
    fn new(space: &'a S, heuristic: &'a H, conventions: &'a Conventions<Number<S::State>>) -> Self {
        Self {
            space,
            heuristic,
            conventions,
            open: BTreeSet::new(),
            key_in_open: HashMap::with_hasher(FixedState::default()),
            closed: HashMap::with_hasher(FixedState::default()),
            paths: Paths::from(space.initial_state()),
            visits: Vec::new(),
            goals: 0,
            plan: None,
        }
    }

    fn name(&self, state: &S::State) -> Name<S::Packed> {
        match self.conventions.identity {
            Identity::State => Name::State(self.space.pack(state)),
            Identity::Number(number) => Name::Number(number(state)),
        }
    }

    fn key(&self, state: &S::State, g: S::Cost, length: usize, number: usize) -> Key<S> {
        let tie = match self.conventions.tie {
            Tie::Oldest => number as i64,
            Tie::Newest => -(number as i64),
            Tie::Least(number) => number(state),
        };
        let h = self.heuristic.estimate(self.space, state);
        (self.conventions.rank.score(g, h, length), tie, number)
    }

    fn replaces(&self) -> bool {
        self.conventions.in_open == InOpen::Replace
    }

    fn tests_early(&self) -> bool {
        self.conventions.goal_test == GoalTest::OnGeneration
    }

    fn run(mut self) -> Outcome<S> {
        let initial = self.paths.state(0).clone();
        let first = self.key(&initial, S::Cost::ZERO, 0, 0);
        self.open.insert(first);
        if self.replaces() {
            self.key_in_open.insert(self.name(&initial), first);
        }
        if self.tests_early() && self.space.is_goal(&initial) {
            self.reach(0);
            return self.outcome();
        }
        let mut actions = Vec::new();
        while let Some(first) = self.open.pop_first() {
            let (score, _, number) = first;
            let state = self.paths.state(number).clone();
            let name = self.name(&state);
            if self.replaces() && self.key_in_open.get(&name) == Some(&first) {
                self.key_in_open.remove(&name);
            }
            self.closed.insert(name, score);
            self.visits.push(self.space.pack(&state));
            if !self.tests_early() && self.space.is_goal(&state) {
                if self.reach(number) {
                    return self.outcome();
                }
                continue;
            }
            if self.conventions.depth_bound.is_some_and(|bound| self.paths.length(number) >= bound)
            {
                continue;
            }
            actions.clear();
            self.space.actions(&state, &mut actions);
            for &action in &actions {
                if self.extend(number, &state, action) {
                    return self.outcome();
                }
            }
        }
        self.outcome()
    }

    /// Extends a path by an action, as the conventions say. Returns whether enough goals are found.
    fn extend(&mut self, number: usize, state: &S::State, action: S::Action) -> bool {
        let length = self.paths.length(number) + 1;
        let g = self.paths.cost(number).plus(self.space.cost(state, action));
        let mut child = state.clone();
        self.space.apply(&mut child, action);
        let name = self.name(&child);
        let known = self.closed.get(&name).copied();
        if known.is_some() && self.conventions.in_closed == InClosed::Drop {
            return false;
        }
        let key = self.key(&child, g, length, self.paths.count());
        if let Some(known) = known {
            if key.0 >= known {
                return false;
            }
            self.closed.remove(&name);
        }
        if self.tests_early() && self.space.is_goal(&child) {
            let goal = self.paths.push(child, g, number, action);
            return self.reach(goal);
        }
        if self.tests_early() && self.conventions.depth_bound == Some(length) {
            return false;
        }
        if self.replaces() {
            if let Some(known) = self.key_in_open.get(&name) {
                if (key.0, key.1) >= (known.0, known.1) {
                    return false;
                }
                self.open.remove(known);
            }
            self.key_in_open.insert(name, key);
        }
        self.open.insert(key);
        self.paths.push(child, g, number, action);
        false
    }

    /// Records a path to a goal. Returns whether enough are found.
    fn reach(&mut self, path: usize) -> bool {
        (self.goals, self.plan) = (self.goals + 1, Some(self.paths.plan(path)));
        self.goals >= self.conventions.wanted
    }

    fn outcome(self) -> Outcome<S> {
        let (closed, open) = (self.closed.len(), self.open.len());
        Outcome { plan: self.plan, closed, open, goals: self.goals, visits: self.visits }
    }
}
