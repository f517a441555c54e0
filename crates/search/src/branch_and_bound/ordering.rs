//! In which order a depth-first search tries the actions of a state.

use std::cmp::Reverse;

use tremaux_core::{ActionKey, StateSpace};
use tremaux_tables::HistoryTable;

/// In which order a depth-first search tries the actions of a state: those of least rank
/// first, as listed among equals.
pub trait ActionOrder<S: StateSpace>: Clone {
    /// False if actions are tried as listed.
    const SORTS: bool = true;
    /// What is compared.
    type Rank: Ord + Copy + Default;
    /// Makes room for what is learnt of `space`.
    fn begin(&mut self, space: &S);
    /// The rank of `action`, plans by which cost no less than `bound` from here.
    fn rank(&self, space: &S, state: &S::State, action: S::Action, bound: S::Cost) -> Self::Rank;
    /// Learns that of the actions of `state`, `action` came nearest to a goal, by a search of
    /// so many nodes.
    fn learn(&mut self, space: &S, state: &S::State, action: S::Action, nodes: u64);
}

/// As the space lists them.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsListed;

impl<S: StateSpace> ActionOrder<S> for AsListed {
    const SORTS: bool = false;
    type Rank = ();

    fn begin(&mut self, _: &S) {}
    #[inline]
    fn rank(&self, _: &S, _: &S::State, _: S::Action, _: S::Cost) {}
    #[inline]
    fn learn(&mut self, _: &S, _: &S::State, _: S::Action, _: u64) {}
}

/// By the cost of the action and the estimate from where it leads.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByEstimate;

impl<S: StateSpace> ActionOrder<S> for ByEstimate {
    type Rank = S::Cost;

    fn begin(&mut self, _: &S) {}
    #[inline]
    fn rank(&self, _: &S, _: &S::State, _: S::Action, bound: S::Cost) -> S::Cost {
        bound
    }
    #[inline]
    fn learn(&mut self, _: &S, _: &S::State, _: S::Action, _: u64) {}
}

/// By how well actions of their class have done: the history heuristic (Schaeffer 1983), for
/// IDA* by Reinefeld and Marsland (1994).
#[derive(Clone, Debug, Default)]
pub struct ByHistory {
    history: HistoryTable,
}

impl ByHistory {
    /// Makes room for so many classes of actions: [`ActionKey::key_count`].
    pub fn resize(&mut self, classes: usize) {
        self.history.resize(classes);
    }

    /// The rank of an action of this class: the better it has done, the less.
    #[inline]
    #[must_use]
    pub fn rank_of(&self, class: usize) -> Reverse<i32> {
        Reverse(self.history.rating(class))
    }

    /// Learns that an action of this class came nearest to a goal, by a search of so many
    /// nodes.
    #[inline]
    pub fn learn_of(&mut self, class: usize, nodes: u64) {
        let weight = 1 + nodes.max(1).ilog2() as i32;
        self.history.add(class, weight);
    }
}

impl<S: ActionKey> ActionOrder<S> for ByHistory {
    type Rank = Reverse<i32>;

    fn begin(&mut self, space: &S) {
        self.resize(space.key_count());
    }

    #[inline]
    fn rank(&self, space: &S, state: &S::State, action: S::Action, _: S::Cost) -> Reverse<i32> {
        self.rank_of(space.action_key(state, action))
    }

    #[inline]
    fn learn(&mut self, space: &S, state: &S::State, action: S::Action, nodes: u64) {
        self.learn_of(space.action_key(state, action), nodes);
    }
}

/// By the estimate, and by history among equals.
#[derive(Clone, Debug, Default)]
pub struct ByEstimateThenHistory {
    history: ByHistory,
}

impl<S: ActionKey> ActionOrder<S> for ByEstimateThenHistory {
    type Rank = (S::Cost, Reverse<i32>);

    fn begin(&mut self, space: &S) {
        self.history.begin(space);
    }

    #[inline]
    fn rank(
        &self,
        space: &S,
        state: &S::State,
        action: S::Action,
        bound: S::Cost,
    ) -> (S::Cost, Reverse<i32>) {
        (bound, self.history.rank(space, state, action, bound))
    }

    #[inline]
    fn learn(&mut self, space: &S, state: &S::State, action: S::Action, nodes: u64) {
        self.history.learn(space, state, action, nodes);
    }
}
