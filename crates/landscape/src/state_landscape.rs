//! State spaces as landscapes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, Random, StateSpace};

use crate::landscape::Landscape;

/// A state space as a landscape: the solutions are states, their values the estimates of a
/// heuristic, and the moves actions.
///
/// A goal is worth [`StateLandscape::GOAL`], less than any estimate.
///
/// ```
/// use tremaux::landscape::{HillClimbing, LocalSearch, Optimization, StateLandscape};
/// use tremaux::Limits;
///
/// // From 1 to 100, by adding 1 or doubling.
/// let space = tremaux::space(1_u32, |&n| [(n + 1, 1), (2 * n, 1)], |&n| n == 100);
/// let distance = space.admissible(|&n: &u32| n.abs_diff(100));
/// let landscape = StateLandscape::new(&space, distance);
/// let mut search = LocalSearch::new(&landscape, HillClimbing::steepest(), 0);
/// let _ = search.advance(&Limits::default(), &mut |_| {});
/// let (position, value) = search.report().best.expect("it starts at 1");
/// // It doubles up to 128, which is nearer to 100 than 64, and is stuck there.
/// assert_eq!((space.state(position.state), value), (128, 28.0));
/// ```
#[derive(Clone, Debug)]
pub struct StateLandscape<P, H> {
    space: P,
    heuristic: H,
}

impl<P, H> StateLandscape<P, H> {
    /// The value of a goal.
    pub const GOAL: f64 = -1.0;

    /// The landscape of `heuristic` over `space`.
    pub const fn new(space: P, heuristic: H) -> Self {
        Self { space, heuristic }
    }
}

/// A state and the actions that led to it.
pub struct Position<S: StateSpace> {
    /// The state.
    pub state: S::State,
    /// The actions from the initial state.
    pub path: Vec<S::Action>,
    value: f64,
}

impl<S: StateSpace> Clone for Position<S> {
    fn clone(&self) -> Self {
        let Self { state, path, value } = self;
        Self { state: state.clone(), path: path.clone(), value: *value }
    }
}

/// A finite number for any estimate.
fn finite(cost: impl Cost) -> f64 {
    cost.to_f64().min(1e300)
}

impl<P: Deref<Target: StateSpace + Sized>, H: Heuristic<P::Target>> StateLandscape<P, H> {
    fn value_of(&self, state: &<P::Target as StateSpace>::State) -> f64 {
        if self.space.is_goal(state) {
            return Self::GOAL;
        }
        finite(self.heuristic.estimate(&self.space, state))
    }

    fn key_of(&self, state: &<P::Target as StateSpace>::State) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.space.pack(state).hash(&mut hasher);
        hasher.finish()
    }

    fn after(
        &self,
        position: &Position<P::Target>,
        action: <P::Target as StateSpace>::Action,
    ) -> <P::Target as StateSpace>::State {
        let mut state = position.state.clone();
        self.space.apply(&mut state, action);
        state
    }
}

impl<P: Deref<Target: StateSpace + Sized>, H: Heuristic<P::Target>> Landscape
    for StateLandscape<P, H>
{
    type Solution = Position<P::Target>;
    type Move = <P::Target as StateSpace>::Action;

    fn initial_solution(&self, _random: &mut Random) -> Self::Solution {
        let state = self.space.initial_state();
        Position { value: self.value_of(&state), state, path: Vec::new() }
    }

    fn value(&self, position: &Self::Solution) -> f64 {
        position.value
    }

    fn full_value(&self, position: &Self::Solution) -> f64 {
        self.value_of(&position.state)
    }

    fn change(&self, position: &Self::Solution, action: Self::Move) -> f64 {
        self.value_of(&self.after(position, action)) - position.value
    }

    fn apply(&self, position: &mut Self::Solution, action: Self::Move) {
        self.space.apply(&mut position.state, action);
        position.path.push(action);
        position.value = self.value_of(&position.state);
    }

    fn moves(&self, position: &Self::Solution, moves: &mut Vec<Self::Move>) {
        if !self.space.is_goal(&position.state) {
            self.space.actions(&position.state, moves);
        }
    }

    fn key(&self, position: &Self::Solution) -> u64 {
        self.key_of(&position.state)
    }

    fn gained(&self, position: &Self::Solution, action: Self::Move) -> u64 {
        self.key_of(&self.after(position, action))
    }

    fn lower_bound(&self) -> f64 {
        Self::GOAL
    }

    fn bytes(&self, position: &Self::Solution) -> usize {
        size_of_val(position) + position.path.capacity() * size_of::<Self::Move>()
    }
}
