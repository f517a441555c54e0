//! Selecting a heuristic by name.

use std::sync::Arc;

use tremaux_core::NoHeuristic;

use super::heuristic_cache::HeuristicCache;
use super::problem::{BuiltOf, Problem};
use crate::describe::{Common, Component};
use crate::erased::Built;
use crate::options::{Expression, Options};
use crate::refuse::RegistryError;

/// All heuristics of a problem.
pub fn heuristics<P: Problem>() -> Vec<&'static Component> {
    P::HEURISTICS.iter().map(|entry| entry.info).chain(Common::infos()).collect()
}

/// The heuristic of a problem called `component`, from the cache if it is there.
///
/// # Errors
///
/// Fails if an option is wrong, or a limit stops the building of a table.
pub(crate) fn built<P: Problem>(
    space: &Arc<P::Space>,
    cache: &HeuristicCache,
    expression: &Expression,
    component: &Component,
    options: &Options<'_>,
) -> Result<BuiltOf<P>, RegistryError> {
    let Some(entry) = P::HEURISTICS.iter().find(|entry| entry.info.name == component.name) else {
        return Ok(Built::new(NoHeuristic));
    };
    let written = expression.renamed(component.name);
    let (kind, key) = (std::any::type_name::<P>(), P::heuristic_key(space));
    let mut build = || Ok(Arc::new((entry.build)(space, options, cache.tables())?) as _);
    let cached = cache.get_or_build(&format!("{kind} {written} {key}"), &mut build)?;
    match cached.downcast_ref::<BuiltOf<P>>() {
        Some(built) => Ok(built.clone()),
        None => (entry.build)(space, options, cache.tables()),
    }
}
