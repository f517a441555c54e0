//! The results of the textbook forms.

use tremaux_core::{Cost, Plan, StateSpace};

/// The results of a search that textbooks print.
#[must_use]
pub struct Outcome<S: StateSpace> {
    /// The plan found, if any; the last one if there are several.
    pub plan: Option<Plan<S::Action, S::Cost>>,
    /// The number of states in closed at the end. A goal counts if it was removed from open.
    pub closed: usize,
    /// The number of entries in open at the end.
    pub open: usize,
    /// The number of goals found.
    pub goals: usize,
    /// The states in the order in which they were removed from open, possibly repeated.
    pub visits: Vec<S::Packed>,
}

/// A path, stored as its last state and the path that is one action shorter.
struct Path<S: StateSpace> {
    state: S::State,
    before: Option<(usize, S::Action)>,
    cost: S::Cost,
    length: usize,
}

/// All paths created so far, by number.
pub(super) struct Paths<S: StateSpace>(Vec<Path<S>>);

impl<S: StateSpace> Paths<S> {
    /// Creates the empty path, number 0.
    pub(super) fn from(state: S::State) -> Self {
        let cost = S::Cost::ZERO;
        Self(vec![Path { state, before: None, cost, length: 0 }])
    }

    /// The number of paths, which is the number of the next one.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the path that extends the path `before` by `action`.
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

    /// The last state of a path.
    pub(super) fn state(&self, number: usize) -> &S::State {
        &self.0[number].state
    }

    /// The cost of a path.
    pub(super) fn cost(&self, number: usize) -> S::Cost {
        self.0[number].cost
    }

    /// The number of actions of a path.
    pub(super) fn length(&self, number: usize) -> usize {
        self.0[number].length
    }

    /// The actions and the cost of a path.
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
