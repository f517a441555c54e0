//! Heuristics chosen by name, and their combinations, in use by a search.

use std::sync::Arc;

use tremaux_core::{Cost, Guarantees, Heuristic, Session, StateSpace, Trail};

use super::selected::{Estimator, Factor};

impl<S: StateSpace + 'static> Estimator<S> {
    fn owned_trail(&self) -> Box<dyn Trail<S>> {
        let part = |part: &Self| (part.owned_trail(), Vec::new());
        match self {
            Self::One(one) => Arc::clone(one).trail(),
            Self::Max(parts) => {
                Box::new(CombinedTrail { parts: parts.iter().map(part).collect(), factor: None })
            }
            Self::Scaled(scaled, factor) => {
                Box::new(CombinedTrail { parts: vec![part(scaled)], factor: Some(*factor) })
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

    /// A factor of at most one keeps all guarantees; a greater one keeps only safety.
    fn guarantees(&self) -> Guarantees {
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

    fn table_bytes(&self) -> usize {
        match self {
            Self::One(one) => one.table_bytes_any(),
            Self::Max(parts) => parts.iter().map(Self::table_bytes).sum(),
            Self::Scaled(part, _) => part.table_bytes(),
        }
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        match self {
            Self::One(one) => one.estimate_any(space, state),
            Self::Max(parts) => {
                let estimates = parts.iter().map(|part| part.estimate(space, state));
                estimates.max().unwrap_or(S::Cost::ZERO)
            }
            Self::Scaled(part, factor) => factor.of(part.estimate(space, state)),
        }
    }
}

/// Stores `value` at `depth`, which is at most one beyond the end.
fn set<C>(estimates: &mut Vec<C>, depth: usize, value: C) {
    match estimates.get_mut(depth) {
        Some(place) => *place = value,
        None => estimates.push(value),
    }
}

/// The parts of a maximum, which is multiplied by the factor if there is one.
struct CombinedTrail<S: StateSpace> {
    parts: Vec<Part<S>>,
    factor: Option<Factor>,
}

/// A part's memos, and its estimates by depth.
type Part<S> = (Box<dyn Trail<S>>, Vec<<S as StateSpace>::Cost>);

impl<S: StateSpace> CombinedTrail<S> {
    fn scaled(&self, greatest: S::Cost) -> S::Cost {
        self.factor.map_or(greatest, |factor| factor.of(greatest))
    }
}

impl<S: StateSpace> Trail<S> for CombinedTrail<S> {
    fn keeps_memos(&self) -> bool {
        true
    }

    fn root(&mut self, space: &S, state: &S::State) -> S::Cost {
        let estimates = self.parts.iter_mut().map(|(trail, estimates)| {
            let h = trail.root(space, state);
            set(estimates, 0, h);
            h
        });
        let greatest = estimates.max().unwrap_or(S::Cost::ZERO);
        self.scaled(greatest)
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
        let greatest = estimates.max().unwrap_or(S::Cost::ZERO);
        self.scaled(greatest)
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
        Some(self.scaled(greatest))
    }
}
