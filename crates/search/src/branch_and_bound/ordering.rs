//! The order in which a depth-first search tries the actions of a state.

use std::cmp::Reverse;

use tremaux_core::{ActionKey, StateSpace};
use tremaux_tables::HistoryTable;

/// The order in which a depth-first search tries the actions of a state: lowest rank first,
/// ties in the listed order.
pub trait ActionOrder<S: StateSpace>: Clone {
    /// False if actions are tried in the listed order.
    const SORTS: bool = true;
    /// The type of ranks.
    type Rank: Ord + Copy + Default;
    /// Allocates the statistics for `space`.
    fn begin(&mut self, space: &S);
    /// The rank of `action`, where `bound` is a lower bound on plans through it.
    fn rank(&self, space: &S, state: &S::State, action: S::Action, bound: S::Cost) -> Self::Rank;
    /// Records that `action` came closest to a goal among the actions of `state`, in a search
    /// of `nodes` nodes.
    fn learn(&mut self, space: &S, state: &S::State, action: S::Action, nodes: u64);
}

/// The order in which the space lists the actions.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// By the cost of the action plus the estimate of its successor.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// By how well actions of the same class have done: the history heuristic (Schaeffer 1983),
/// used for IDA* by Reinefeld and Marsland (1994).
#[derive(Clone, Debug, Default)]
pub struct ByHistory {
    history: HistoryTable,
}

impl ByHistory {
    /// Makes room for `classes` classes of actions: [`ActionKey::key_count`].
    pub fn resize(&mut self, classes: usize) {
        self.history.resize(classes);
    }

    /// The rank of an action of this class. The better it has done, the lower the rank.
    #[inline]
    pub fn rank_of(&self, class: usize) -> Reverse<i32> {
        Reverse(self.history.rating(class))
    }

    /// Records that an action of this class came closest to a goal, in a search of `nodes`
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

/// By the estimate; ties by history.
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
