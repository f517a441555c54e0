//! Heuristics chosen by name, and their combinations, in use by a search.

use std::num::NonZeroU32;
use std::sync::Arc;

use tremaux_core::{AnyHeuristic, Cost, Guarantees, Heuristic, Session, StateSpace, Trail};

/// A heuristic built from an expression: a single one, or a combination.
pub enum Estimator<S: StateSpace> {
    /// A heuristic of the problem.
    One(Arc<dyn AnyHeuristic<S>>),
    /// The maximum of several.
    Max(Vec<Estimator<S>>),
    /// A multiple of one.
    Scaled(Box<Estimator<S>>, Factor),
}

impl<S: StateSpace> Clone for Estimator<S> {
    fn clone(&self) -> Self {
        match self {
            Self::One(one) => Self::One(Arc::clone(one)),
            Self::Max(parts) => Self::Max(parts.clone()),
            Self::Scaled(part, factor) => Self::Scaled(part.clone(), *factor),
        }
    }
}

/// A factor, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The numerator.
    pub numerator: u32,
    /// The denominator.
    pub denominator: NonZeroU32,
}

impl<S: StateSpace + 'static> Estimator<S> {
    /// The guarantees. A factor of at most one keeps all guarantees; a greater one keeps only
    /// safety.
    pub fn guarantees(&self) -> Guarantees {
        match self {
            Self::One(one) => one.guarantees_any(),
            Self::Max(parts) => {
                let all = parts.iter().map(Self::guarantees);
                all.fold(Guarantees::CONSISTENT, |all, one| Guarantees {
                    admissible: all.admissible && one.admissible,
                    consistent: all.consistent && one.consistent,
                    safe: all.safe && one.safe,
                })
            }
            Self::Scaled(part, factor) => {
                let guarantees = part.guarantees();
                let is_kept = factor.numerator <= factor.denominator.get();
                Guarantees {
                    admissible: guarantees.admissible && is_kept,
                    consistent: guarantees.consistent && is_kept,
                    safe: guarantees.safe,
                }
            }
        }
    }

    /// The bytes of the tables in which estimates are looked up.
    pub fn table_bytes(&self) -> usize {
        match self {
            Self::One(one) => one.table_bytes_any(),
            Self::Max(parts) => parts.iter().map(Self::table_bytes).sum(),
            Self::Scaled(part, _) => part.table_bytes(),
        }
    }

    /// The estimate for `state`.
    pub fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        match self {
            Self::One(one) => one.estimate_any(space, state),
            Self::Max(parts) => {
                let estimates = parts.iter().map(|part| part.estimate(space, state));
                estimates.max().unwrap_or(S::Cost::ZERO)
            }
            Self::Scaled(part, factor) => {
                part.estimate(space, state).scaled(factor.numerator, factor.denominator)
            }
        }
    }

    fn owned_trail(&self) -> Box<dyn Trail<S>> {
        match self {
            Self::One(one) => Arc::clone(one).trail(),
            Self::Max(parts) => Box::new(MaxTrail {
                parts: parts.iter().map(|part| (part.owned_trail(), Vec::new())).collect(),
            }),
            Self::Scaled(part, factor) => {
                let factor = *factor;
                Box::new(ScaledTrail { trail: part.owned_trail(), factor, estimates: Vec::new() })
            }
        }
    }

    /// A session for one search, which may outlive the estimator.
    pub fn session(&self) -> Session<S> {
        Session::on(Arc::new(self.clone()), self.owned_trail())
    }
}

/// Evaluates every state from scratch.
impl<S: StateSpace + 'static> Heuristic<S> for Estimator<S> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Self::guarantees(self)
    }

    fn table_bytes(&self) -> usize {
        Self::table_bytes(self)
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        Self::estimate(self, space, state)
    }
}

/// Stores `value` at `depth`, which is at most one beyond the end.
fn set<C>(estimates: &mut Vec<C>, depth: usize, value: C) {
    match estimates.get_mut(depth) {
        Some(place) => *place = value,
        None => estimates.push(value),
    }
}

/// The parts of a maximum.
struct MaxTrail<S: StateSpace> {
    parts: Vec<Part<S>>,
}

/// A part's memos, and its estimates by depth.
type Part<S> = (Box<dyn Trail<S>>, Vec<<S as StateSpace>::Cost>);

impl<S: StateSpace> Trail<S> for MaxTrail<S> {
    fn keeps_memos(&self) -> bool {
        true
    }

    fn root(&mut self, space: &S, state: &S::State) -> S::Cost {
        let estimates = self.parts.iter_mut().map(|(trail, estimates)| {
            let h = trail.root(space, state);
            set(estimates, 0, h);
            h
        });
        estimates.max().unwrap_or(S::Cost::ZERO)
    }

    fn memo(&mut self, space: &S, state: &S::State, _h: S::Cost) {
        // The maximum alone does not determine the other parts' estimates.
        self.root(space, state);
    }

    fn child(
        &mut self,
        space: &S,
        _h: S::Cost,
        depth: u32,
        action: S::Action,
        child: &S::State,
    ) -> S::Cost {
        let at = depth as usize;
        let estimates = self.parts.iter_mut().map(|(trail, estimates)| {
            let h = trail.child(space, estimates[at], depth, action, child);
            set(estimates, at + 1, h);
            h
        });
        estimates.max().unwrap_or(S::Cost::ZERO)
    }

    fn estimate_successor(
        &mut self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        depth: u32,
        action: S::Action,
    ) -> Option<S::Cost> {
        let at = depth as usize;
        let mut greatest = S::Cost::ZERO;
        for (trail, estimates) in &mut self.parts {
            let h = trail.estimate_successor(space, parent, estimates[at], depth, action)?;
            set(estimates, at + 1, h);
            greatest = greatest.max(h);
        }
        Some(greatest)
    }
}

/// A part, and its unscaled estimates by depth.
struct ScaledTrail<S: StateSpace> {
    trail: Box<dyn Trail<S>>,
    factor: Factor,
    estimates: Vec<S::Cost>,
}

impl<S: StateSpace> Trail<S> for ScaledTrail<S> {
    fn keeps_memos(&self) -> bool {
        true
    }

    fn root(&mut self, space: &S, state: &S::State) -> S::Cost {
        let h = self.trail.root(space, state);
        set(&mut self.estimates, 0, h);
        h.scaled(self.factor.numerator, self.factor.denominator)
    }

    fn memo(&mut self, space: &S, state: &S::State, _h: S::Cost) {
        self.root(space, state);
    }

    fn child(
        &mut self,
        space: &S,
        _h: S::Cost,
        depth: u32,
        action: S::Action,
        child: &S::State,
    ) -> S::Cost {
        let at = depth as usize;
        let h = self.trail.child(space, self.estimates[at], depth, action, child);
        set(&mut self.estimates, at + 1, h);
        h.scaled(self.factor.numerator, self.factor.denominator)
    }

    fn estimate_successor(
        &mut self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        depth: u32,
        action: S::Action,
    ) -> Option<S::Cost> {
        let at = depth as usize;
        let h = self.trail.estimate_successor(space, parent, self.estimates[at], depth, action)?;
        set(&mut self.estimates, at + 1, h);
        Some(h.scaled(self.factor.numerator, self.factor.denominator))
    }
}
