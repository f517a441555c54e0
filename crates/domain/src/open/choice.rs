//! Choosing an algorithm by name, and refusing what it does not take.

use crate::algorithms::SelectedAlgorithm;
use crate::describe::{AlgorithmInfo, Component, DepthLimit, TieBreakName};
use crate::options::{Expression, Options};
use crate::refuse::{Kind, RegistryError};
use crate::run::SolveRequest;

/// Looks up the algorithm of a request among `offered`, or the one called `default`, rejects what
/// it does not take, and passes it to `begin` with its name and options as text.
///
/// # Errors
///
/// Fails if the name is not known or a part of the request does not apply, and if `begin` fails.
pub fn with_choice<T>(
    request: &SolveRequest,
    default: &str,
    offered: &[&'static AlgorithmInfo],
    begin: impl FnOnce(&SelectedAlgorithm<'_>, String) -> Result<T, RegistryError>,
) -> Result<T, RegistryError> {
    let expression = Expression::read(request.algorithm.as_deref().unwrap_or(default))?;
    let chosen = choose(offered, &expression, request.tie_break, false)?;
    check_request(chosen.info, offered, request)?;
    let name = expression.renamed(chosen.info.component.name).to_string();
    begin(&chosen, name)
}

/// Looks up the algorithm named by `expression` among `offered`.
pub(super) fn choose<'a>(
    offered: &[&'static AlgorithmInfo],
    expression: &'a Expression,
    tie: Option<TieBreakName>,
    has_tie_key: bool,
) -> Result<SelectedAlgorithm<'a>, RegistryError> {
    let components: Vec<&'static Component> = offered.iter().map(|info| &info.component).collect();
    let found = expression.component(Kind::Algorithm, components.into_iter())?;
    let info = *offered
        .iter()
        .find(|info| info.component.name == found.name)
        .expect("the component is one of these");
    let options = Options::read(&info.component, expression)?;
    let refused = |reason| Err(RegistryError::NotApplicable { option: "--tie-break", reason });
    if tie.is_some() && !info.breaks_ties {
        return refused(format!("{} has no ties to break", info.component.name));
    }
    if tie == Some(TieBreakName::Key) && !has_tie_key {
        return refused("this problem does not define keys of states".to_owned());
    }
    Ok(SelectedAlgorithm { info, options, tie })
}

/// Rejects options that the algorithm, one of those `offered`, never takes.
pub(super) fn check_request(
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
