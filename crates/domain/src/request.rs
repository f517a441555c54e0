//! What is asked for when an instance is to be solved.

use tremaux_core::erased::StateKey;
use tremaux_core::{Cost, StateSpace};

use crate::algorithms::{AlgorithmInfo, DepthLimit, SelectedAlgorithm, TieBreakName, choose};
use crate::component::Component;
use crate::domain::DefaultInfo;
use crate::erased_problem::ErasedProblem;
use crate::error::{Kind, RegistryError};
use crate::expression::Expression;
use crate::need::Need;
use crate::options::Options;
use crate::problem::component;

/// How to solve an instance. The instance chooses defaults for parts that are `None`.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The algorithm with its options.
    pub algorithm: Option<String>,
    /// The heuristic with its options.
    pub heuristic: Option<String>,
    /// The tie-break.
    pub tie_break: Option<TieBreakName>,
    /// The depth limit, in moves.
    pub depth: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// Whether the search will run under a limit of time or nodes: searches that can improve
    /// their result for ever do so only then.
    pub is_limited: bool,
    /// The memory limit in bytes, for searches that allocate their tables at the start.
    pub memory: Option<usize>,
    /// Whether checkpoints will be requested; then algorithms that cannot be saved are rejected.
    pub is_saved: bool,
    /// A checkpoint to resume: see [`ActiveSearch::checkpoint`](crate::ActiveSearch::checkpoint).
    pub resume: Option<Vec<u8>>,
}

impl Default for SolveRequest {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristic: None,
            tie_break: None,
            depth: None,
            seed: 0,
            threads: 1,
            is_limited: false,
            memory: None,
            is_saved: false,
            resume: None,
        }
    }
}

pub(crate) fn parsed(text: &str) -> Result<Expression, RegistryError> {
    Expression::parse(text)
        .map_err(|error| RegistryError::Expression { text: text.to_owned(), error: error.into() })
}

/// The parsed expressions of a request, with defaults for missing ones.
pub(crate) struct ParsedRequest<'a> {
    pub algorithm_text: &'a str,
    pub algorithm: Expression,
    pub heuristic_text: &'a str,
    pub heuristic: Expression,
}

impl<'a> ParsedRequest<'a> {
    pub(crate) fn of(
        request: &'a SolveRequest,
        default: &'static DefaultInfo,
    ) -> Result<Self, RegistryError> {
        let algorithm_text = request.algorithm.as_deref().unwrap_or(default.algorithm);
        let heuristic_text = request.heuristic.as_deref().unwrap_or(default.heuristic);
        let (algorithm, heuristic) = (parsed(algorithm_text)?, parsed(heuristic_text)?);
        Ok(Self { algorithm_text, algorithm, heuristic_text, heuristic })
    }

    /// Looks up the names, and rejects options that do not apply. Returns the algorithm, and the
    /// heuristic under its canonical name.
    pub(crate) fn prepare<K: StateKey, C: Cost>(
        &'a self,
        problem: &dyn ErasedProblem<K, C>,
        request: &SolveRequest,
    ) -> Result<(SelectedAlgorithm<'a>, Expression), RegistryError> {
        let algorithm = (&self.algorithm, self.algorithm_text);
        let has_tie_key = problem.has_tie_key();
        let chosen = choose(&problem.algorithms(), algorithm, request.tie_break, has_tie_key)?;
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
        let heuristic = canonical(&problem.heuristics(), &self.heuristic, self.heuristic_text)?;
        Ok((chosen, heuristic))
    }
}

/// Rejects options that the algorithm, one of those `offered`, never takes.
pub(crate) fn check_request(
    info: &AlgorithmInfo,
    offered: &[&'static AlgorithmInfo],
    request: &SolveRequest,
) -> Result<(), RegistryError> {
    let name = info.component.name;
    let refused = |option, reason| Err(RegistryError::NotApplicable { option, reason });
    if request.depth.is_some() && info.depth == DepthLimit::Meaningless {
        return refused("--depth", format!("{name} takes no depth limit"));
    }
    if request.threads != 1 && !info.runs_on_threads {
        return refused("--threads", format!("{name} runs on one thread"));
    }
    if (request.is_saved || request.resume.is_some()) && !info.is_saved {
        let option = if request.is_saved { "--checkpoint" } else { "--resume" };
        let other = offered.iter().find(|it| it.is_saved);
        let other = other.map_or(String::new(), |it| format!("; {} can", it.component.name));
        return refused(option, format!("{name} cannot be saved{other}"));
    }
    if request.heuristic.is_some() && !info.is_informed {
        return refused("--heuristic", format!("{name} uses no heuristic"));
    }
    Ok(())
}

/// `expression`, a part of `text`, with aliases of heuristics replaced by their names. Checks
/// names and arguments, without building anything.
pub(crate) fn canonical(
    all: &[&'static Component],
    expression: &Expression,
    text: &str,
) -> Result<Expression, RegistryError> {
    let found = component(Kind::Heuristic, all.iter().copied(), expression, text)?;
    let options = Options::read(found, expression, text)?;
    let mut renamed = Expression { name: found.name.into(), ..expression.clone() };
    for argument in &mut renamed.arguments {
        if options.operands.iter().any(|operand| **operand == argument.value) {
            argument.value = canonical(all, &argument.value, text)?;
        }
    }
    Ok(renamed)
}
