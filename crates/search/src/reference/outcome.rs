//! What the textbook forms hand back.

use tremaux_core::{Cost, Plan, StateSpace};

/// What a text prints of a search.
#[must_use]
pub struct Outcome<S: StateSpace> {
    /// The plan found, if any; the last of several.
    pub plan: Option<Plan<S::Action, S::Cost>>,
    /// States in closed at the end. A goal counts if it was taken from open.
    pub closed: usize,
    /// Entries of open at the end.
    pub open: usize,
    /// How many goals were found.
    pub goals: usize,
    /// The states in the order in which they were taken from open, some perhaps again.
    pub visits: Vec<S::Packed>,
}

/// A path: its last state, and the path that is one action shorter.
struct Path<S: StateSpace> {
    state: S::State,
    before: Option<(usize, S::Action)>,
    cost: S::Cost,
    length: usize,
}

/// All paths made so far, by number.
pub(super) struct Paths<S: StateSpace>(Vec<Path<S>>);

impl<S: StateSpace> Paths<S> {
    /// The empty path, number 0.
    pub(super) fn from(state: S::State) -> Self {
        let cost = S::Cost::ZERO;
        Self(vec![Path { state, before: None, cost, length: 0 }])
    }

    /// How many there are: the number of the next.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the path that ends with `action`, taken at the end of the path `before`.
    pub(super) fn push(
        &mut self,
        state: S::State,
        cost: S::Cost,
        before: usize,
        action: S::Action,
    ) -> usize {
        let length = self.length(before) + 1;
        self.0.push(Path { state, before: Some((before, action)), cost, length });
        self.0.len() - 1
    }

    /// Where a path ends.
    pub(super) fn state(&self, number: usize) -> &S::State {
        &self.0[number].state
    }

    /// What a path costs.
    pub(super) fn cost(&self, number: usize) -> S::Cost {
        self.0[number].cost
    }

    /// How many actions a path has.
    pub(super) fn length(&self, number: usize) -> usize {
        self.0[number].length
    }

    /// The actions of a path, and what they cost.
    pub(super) fn plan(&self, number: usize) -> Plan<S::Action, S::Cost> {
        let mut actions = Vec::new();
        let mut path = &self.0[number];
        while let Some((before, action)) = path.before {
            actions.push(action);
            path = &self.0[before];
        }
        actions.reverse();
        Plan { actions, cost: self.0[number].cost }
    }
}
