//! Heuristics of any quality for numbered spaces.

use tremaux_core::{Cost, Guarantees, Heuristic, IndexedSpace};

use crate::bellman_ford::{Arc, arcs, bellman_ford, distances_to_goals};
use crate::random_graph::walker;

/// The quality of a random heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// The true cost to the goal.
    Exact,
    /// The true cost if some actions were cheaper.
    Consistent,
    /// The true cost, reduced at random for each state: admissible but not consistent.
    Inconsistent,
    /// Too low for some states and too high for others. Some states are wrongly called dead
    /// ends.
    Inadmissible,
}

impl Quality {
    /// All qualities.
    pub const ALL: [Self; 4] =
        [Self::Exact, Self::Consistent, Self::Inconsistent, Self::Inadmissible];

    /// The guarantees that a heuristic of this quality may give.
    #[must_use]
    pub fn guarantees(self) -> Guarantees {
        match self {
            Self::Exact | Self::Consistent => Guarantees::CONSISTENT,
            Self::Inconsistent => Guarantees::ADMISSIBLE,
            Self::Inadmissible => Guarantees::NONE,
        }
    }
}

/// A heuristic stored as a table: an estimate for each state, by number.
#[derive(Clone, Debug)]
pub struct Estimates<C> {
    values: Vec<C>,
    guarantees: Guarantees,
}

impl<C: Cost> Estimates<C> {
    /// A heuristic with these estimates and guarantees. The guarantees are not checked.
    pub fn new(values: Vec<C>, guarantees: Guarantees) -> Self {
        Self { values, guarantees }
    }

    /// The same estimates with other guarantees.
    #[must_use]
    pub fn promising(self, guarantees: Guarantees) -> Self {
        Self { guarantees, ..self }
    }

    /// The estimates converted to another cost type.
    pub fn map<D: Cost>(&self, value: impl FnMut(C) -> D) -> Estimates<D> {
        let values = self.values.iter().copied().map(value).collect();
        Estimates { values, guarantees: self.guarantees }
    }

    /// The estimates, indexed by the number of the state.
    pub fn values(&self) -> &[C] {
        &self.values
    }
}

impl Estimates<u32> {
    /// A random heuristic for `space`. It recognises some dead ends and not others.
    pub fn random<S: IndexedSpace<Cost = u32>>(space: &S, quality: Quality, seed: u64) -> Self {
        let mut walker = walker(seed);
        let distances = distances_to_goals(space);
        let is_finite = |&&distance: &&u32| distance < u32::MAX;
        let longest = distances.iter().filter(is_finite).max().copied().unwrap_or(0);
        let values = match quality {
            Quality::Exact => distances,
            Quality::Consistent => {
                let mut cheaper: Vec<Arc<u32>> = arcs(space);
                for arc in &mut cheaper {
                    arc.cost = (u64::from(arc.cost) * walker.below(101) as u64 / 100) as u32;
                }
                let is_goal = |index| space.is_goal(&space.state(index));
                let mut values = bellman_ford(space.state_count(), &cheaper, is_goal);
                // This keeps the estimates consistent, because no action leads from a dead end
                // to a state that can reach a goal.
                if walker.chance(50) {
                    values.iter_mut().for_each(|value| *value = (*value).min(longest));
                }
                values
            }
            Quality::Inconsistent => distances
                .into_iter()
                .map(|distance| match distance {
                    u32::MAX if walker.chance(50) => walker.below(20) as u32,
                    u32::MAX => u32::MAX,
                    _ => (u64::from(distance) * walker.below(101) as u64 / 100) as u32,
                })
                .collect(),
            Quality::Inadmissible => distances
                .into_iter()
                .map(|distance| match distance {
                    _ if walker.chance(10) => u32::MAX,
                    u32::MAX => walker.below(100) as u32,
                    _ => distance.saturating_mul(walker.below(4) as u32) + walker.below(5) as u32,
                })
                .collect(),
        };
        Self { values, guarantees: quality.guarantees() }
    }
}

impl<S: IndexedSpace> Heuristic<S> for Estimates<S::Cost> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.values[space.index(state)]
    }
}

/// [`Estimates`] with a memo that identifies its state. Panics if a search uses the memo of one
/// state for another.
#[derive(Clone, Copy, Debug)]
pub struct Remembering<'a, C> {
    /// The estimates.
    pub estimates: &'a Estimates<C>,
    /// Whether the estimate of a child is available before the child is generated.
    pub looks_ahead: bool,
}

impl<S: IndexedSpace> Heuristic<S> for Remembering<'_, S::Cost> {
    /// The number of the state, plus one, so that the default matches no state.
    type Memo = usize;

    fn guarantees(&self) -> Guarantees {
        self.estimates.guarantees
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.estimates.estimate(space, state)
    }

    fn root(&self, space: &S, state: &S::State) -> (S::Cost, usize) {
        (self.estimate(space, state), space.index(state) + 1)
    }

    fn child(
        &self,
        space: &S,
        h: S::Cost,
        &memo: &usize,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, usize) {
        let index = space.index(child);
        assert_eq!(memo, space.predecessor(index, action) + 1, "the memo of another state");
        assert_eq!(h, self.estimates.values[memo - 1], "the estimate of another state");
        (self.estimates.values[index], index + 1)
    }

    fn estimate_successor(
        &self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        memo: &usize,
        action: S::Action,
    ) -> Option<(S::Cost, usize)> {
        let mut child = parent.clone();
        space.apply(&mut child, action);
        self.looks_ahead.then(|| self.child(space, h, memo, action, &child))
    }
}
