//! What the checker knows of a problem.

use std::hash::Hash;

use crate::cost::Cost;

/// A step from a state.
pub(crate) struct Step<T> {
    /// What distinguishes it from other steps from the same state.
    pub(crate) action: u32,
    pub(crate) cost: Cost,
    /// The state it leads to.
    pub(crate) state: T,
}

/// The most states that are kept by number.
pub(crate) const NUMBERS: usize = 1 << 24;

/// The rules of a problem, with its goals.
pub(crate) trait Space {
    type State: Clone + Eq + Hash;

    /// The names of the estimates that are known. None is ever greater than the cost to a goal.
    const HEURISTICS: &'static [&'static str] = &[];

    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends all steps from a state.
    fn steps(&self, state: &Self::State, steps: &mut Vec<Step<Self::State>>);

    /// What a step is called in a plan.
    fn word(&self, state: &Self::State, action: u32) -> String;

    /// Reads a state.
    fn read(&self, text: &str) -> Result<Self::State, String>;

    /// The number of a state, below [`NUMBERS`], if there are few more numbers than states.
    fn number(_state: &Self::State) -> Option<usize> {
        None
    }

    /// No step costs less: 1 where all cost as much.
    fn least_cost(&self) -> Cost {
        Cost::whole(1)
    }

    /// The estimate with this number in [`Space::HEURISTICS`].
    fn estimate(&self, _heuristic: usize, _state: &Self::State) -> Cost {
        Cost::ZERO
    }

    /// Adds a table of estimates for some parts of a state, once it is checked.
    fn add_table(&mut self, _parts: &str, _values: String) -> Result<(), String> {
        Err("this kind of problem has no tables".to_owned())
    }

    /// Which of `steps` from a state is called `word`.
    fn find(&self, state: &Self::State, steps: &[Step<Self::State>], word: &str) -> Option<usize> {
        steps.iter().position(|step| self.word(state, step.action) == word)
    }

    /// Checks that an invariant shows that no plan leads from a state; `cells` are what it needs.
    fn refutes(&self, _: &Self::State, name: &str, _cells: &[String]) -> Result<(), String> {
        Err(format!("this kind of problem has no proof by `{name}`"))
    }
}

/// A lower bound on the cost from a state to a goal.
pub(crate) fn rest<S: Space>(space: &S, heuristic: Option<usize>, state: &S::State) -> Cost {
    if space.is_goal(state) {
        return Cost::ZERO;
    }
    let estimate = heuristic.map_or(Cost::ZERO, |number| space.estimate(number, state));
    estimate.max(space.least_cost())
}
