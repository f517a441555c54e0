//! Checking a request before anything is built.

use tremaux_core::{Cost, StateSpace};

use super::choice::{check_request, choose};
use super::erased_problem::ErasedProblem;
use crate::algorithms::SelectedAlgorithm;
use crate::describe::{DefaultInfo, DepthLimit, Need};
use crate::erased::StateKey;
use crate::options::Expression;
use crate::refuse::RegistryError;
use crate::run::SolveRequest;

/// The parsed expressions of a request, with defaults for missing ones.
pub(super) struct ParsedRequest {
    pub(super) algorithm: Expression,
    pub(super) heuristic: Expression,
}

impl ParsedRequest {
    pub(super) fn of(
        request: &SolveRequest,
        default: &'static DefaultInfo,
    ) -> Result<Self, RegistryError> {
        let algorithm = request.algorithm.as_deref().unwrap_or(default.algorithm);
        let heuristic = request.heuristic.as_deref().unwrap_or(default.heuristic);
        let algorithm = Expression::read(algorithm)?;
        Ok(Self { algorithm, heuristic: Expression::read(heuristic)? })
    }

    /// Looks up the names, and rejects options that do not apply. Returns the algorithm, and the
    /// heuristic under its canonical name.
    pub(super) fn prepare<K: StateKey, C: Cost>(
        &self,
        problem: &dyn ErasedProblem<K, C>,
        request: &SolveRequest,
    ) -> Result<(SelectedAlgorithm<'_>, Expression), RegistryError> {
        let (tie, has_tie_key) = (request.tie_break, problem.has_tie_key());
        let chosen = choose(&problem.algorithms(), &self.algorithm, tie, has_tie_key)?;
        let (info, name) = (chosen.info, chosen.info.component.name);
        let refused = |option, reason| Err(RegistryError::NotApplicable { option, reason });
        check_request(info, &problem.algorithms(), request)?;
        info.component.check_needs(|need| match need {
            Need::Predecessors => problem.space().offers_predecessors(),
            _ => false,
        })?;
        // Those with a heuristic bound costs, which limit the number of moves only then.
        let bounds_costs = info.depth == DepthLimit::Optional && info.is_informed;
        if request.depth.is_some() && bounds_costs && problem.space().uniform_cost().is_none() {
            let reason = format!("{name} limits depth only where all actions cost the same");
            return refused("--depth", reason);
        }
        if request.threads != 1 && (request.is_saved || request.resume.is_some()) {
            return refused("--threads", "a search that is saved runs on one thread".to_owned());
        }
        if request.depth.is_none() && info.depth == DepthLimit::Required {
            let reason = "it needs a depth limit, such as `--depth 30`".to_owned();
            return Err(RegistryError::NotOffered { component: name.into(), reason });
        }
        let heuristic = self.heuristic.canonical(&problem.heuristics())?;
        Ok((chosen, heuristic))
    }
}
