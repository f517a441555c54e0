//! Selecting a heuristic by name.

use std::num::NonZeroU32;
use std::sync::Arc;

use tremaux_core::NoHeuristic;

use super::heuristic_cache::HeuristicCache;
use super::problem::{BuiltOf, Problem};
use crate::describe::{Common, Component};
use crate::erased::{Built, Factor, Selected};
use crate::options::{Expression, Options};
use crate::refuse::{Kind, RegistryError};

const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not zero");

/// All heuristics of a problem.
pub fn heuristics<P: Problem>() -> Vec<&'static Component> {
    P::HEURISTICS.iter().map(|entry| entry.info).chain(Common::infos()).collect()
}

/// Selects the heuristic named by `expression`.
///
/// # Errors
///
/// Returns the place of an unknown name or an invalid argument.
pub fn select<P: Problem>(
    space: &Arc<P::Space>,
    expression: &Expression,
    cache: &HeuristicCache,
) -> Result<Selected<P::Space>, RegistryError> {
    // Recursion is bounded, because the parser limits the depth of the expression.
    let component = expression.component(Kind::Heuristic, heuristics::<P>().into_iter())?;
    let options = Options::read(component, expression)?;
    let parts = || -> Result<Vec<Selected<P::Space>>, RegistryError> {
        options.operands.iter().map(|part| select::<P>(space, part, cache)).collect()
    };
    match Common::called(component.name) {
        Some(Common::Blind) => Ok(Selected::One(Built::new(NoHeuristic))),
        Some(Common::Max) => {
            let parts = parts()?;
            let one = |part: &Selected<P::Space>| match part {
                Selected::One(built) => Some(built.clone()),
                Selected::Max(_) | Selected::Scaled(..) => None,
            };
            let all: Option<Vec<BuiltOf<P>>> = parts.iter().map(one).collect();
            let greatest = all.and_then(|all| P::greatest(&all));
            Ok(greatest.map_or(Selected::Max(parts), Selected::One))
        }
        Some(Common::Scaled) => {
            let part = parts()?.remove(0);
            // In millionths; the option's bounds keep them within 32 bits.
            let numerator = (options.number("factor") * 1e6).round() as u32;
            let factor = Factor { numerator, denominator: MILLION };
            Ok(Selected::Scaled(Box::new(part), factor))
        }
        None => {
            let entry = P::HEURISTICS.iter().find(|entry| entry.info.name == component.name);
            let entry = entry.expect("the component is one of these");
            let written = expression.renamed(component.name);
            let (kind, key) = (std::any::type_name::<P>(), P::heuristic_key(space));
            let build = || (entry.build)(space, &options, cache.tables());
            cache.get_or_build(&format!("{kind} {written} {key}"), build).map(Selected::One)
        }
    }
}
