//! The domain of n queens.

use std::sync::Arc;

use tremaux_core::ParseError;
use tremaux_core::erased::{Key, Typed};
use tremaux_domain::{
    DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator, HeuristicEntry, Instance,
    NamedInstance, OptionInfo, OptionKind, OptionValues, OwnSolver, Problem, ReadError,
    RegistryError, instance,
};

use super::{Queens, Rows};
use crate::by_constraints::{self, CONSTRAINT_PROPAGATION};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static QUEENS: &dyn DomainEntry = &Entry::<QueensDomain>::new();

/// n queens.
pub struct QueensDomain;

/// Larger boards are not drawn.
const MOST_DRAWN: u16 = 40;

static INFO: DomainInfo = DomainInfo {
    name: "queens",
    aliases: &["n-queens"],
    title: "n queens: as many queens as columns, none of which attacks another",
    format: "The number of columns, from 1 to 1000.\n\
             In a file: one number per line; `#` starts a comment.",
    example: "6",
    moves: "the row of the queen in the next column, from 1",
    options: &[OptionInfo {
        name: "size",
        title: "number of columns, used instead of INSTANCE",
        kind: OptionKind::Integer { least: 1, most: Queens::MOST as u64 },
        default: None,
    }],
    generator: &[OptionInfo {
        name: "size",
        title: "number of columns",
        kind: OptionKind::Integer { least: 1, most: Queens::MOST as u64 },
        default: Some("8"),
    }],
    defaults: &[DefaultInfo {
        case: "all boards",
        algorithm: "constraint-propagation",
        heuristic: "blind",
        why: "it removes attacked squares before it decides, and counts all solutions",
    }],
};

impl Problem for QueensDomain {
    type Space = Queens;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[];

    const SOLVERS: &'static [OwnSolver<Queens>] =
        &[OwnSolver { info: &CONSTRAINT_PROPAGATION, start: by_constraints::start }];

    const HAS_ONE_PATH_EACH: bool = true;
    const STEP: [&'static str; 2] = ["queen", "queens"];

    fn erase(space: Arc<Queens>) -> Typed<Queens> {
        Typed::new(space)
    }

    fn drawn_goal(space: &Queens, rows: &Rows) -> Option<String> {
        (space.size() <= MOST_DRAWN).then(|| space.drawn(rows))
    }
}

fn entered(size: u16) -> Option<Box<dyn Instance>> {
    let space = Arc::new(Queens::new(size)?);
    Some(instance::<QueensDomain>(&INFO, space, size.to_string(), &INFO.defaults[0]))
}

impl Domain for QueensDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: tremaux_domain::Split = tremaux_domain::Split::Lines;
    const INSTANCE: &'static str = "a number of columns";

    fn read(text: &str, _options: &OptionValues<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let word = text.trim();
        let wrong = || {
            let expected = format!("a number of columns from 1 to {}", Queens::MOST);
            match word {
                "" => ParseError::at_end(text, expected),
                word => ParseError::about(text, word, expected),
            }
        };
        Ok(word.parse().ok().and_then(entered).ok_or_else(wrong)?)
    }

    fn named(options: &OptionValues<'_>) -> Result<Option<NamedInstance>, RegistryError> {
        let Some(size) = options.integer("size") else { return Ok(None) };
        Ok(entered(size as u16).map(|instance| ("size", instance)))
    }

    fn generator(_seed: u64, options: &OptionValues<'_>) -> Result<Generator, RegistryError> {
        let size = options.integer("size").unwrap_or(8);
        Ok(Box::new(move || size.to_string()))
    }
}
