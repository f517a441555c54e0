//! Pancakes by name.

use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::AnyHeuristic;
use tremaux_puzzles::Random;
use tremaux_puzzles::pancake::{
    Gap, PancakePattern, PancakePuzzle, Pancakes, Pile, Stack, Stack64, Visitor,
};
use tremaux_tables::Builder;

use super::reading::{in_instance, moved, number};
use crate::algorithms::AlgorithmInfo;
use crate::capability::{With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static PANCAKE: PancakeDomain = PancakeDomain;

/// Pancakes.
pub(crate) struct PancakeDomain;

static INFO: DomainInfo = DomainInfo {
    name: "pancake",
    aliases: &["pancakes"],
    title: "The pancake puzzle: a pile sorted by turning over some from the top",
    format: "The sizes from the top, 1 for the smallest, with blanks or commas between.\n\
             In a file: one pile a line; `#` starts a comment.",
    example: "4 1 3 2",
    moves: "how many pancakes are turned over",
    options: &[],
    generator: &[OptionInfo {
        name: "size",
        title: "how many pancakes",
        kind: OptionKind::Integer { least: 1, most: Pile::MOST as u64 },
        default: Some("10"),
    }],
    defaults: &[DefaultInfo {
        case: "all piles",
        algorithm: "ida-star",
        heuristic: "gap",
        why: "the gap heuristic is so good that hardly a flip is tried in vain, and needs no \
              memory",
    }],
};

static GAP: Component = Component {
    source: "Helmert 2010",
    guarantees: "consistent",
    use_when: "always: it takes a few nanoseconds, and no pattern database comes near",
    avoid_when: "you want to see what a search does with a weaker estimate",
    ..Component::new("gap", "pairs of pancakes side by side whose sizes are not neighbours")
};

static PATTERN: Component = Component {
    source: "Culberson and Schaeffer 1996",
    guarantees: "consistent",
    use_when: "you want to see what the gap heuristic saves",
    avoid_when: "in all other cases",
    options: &[OptionInfo {
        name: "pancakes",
        title: "how many of the largest pancakes it tells apart",
        kind: OptionKind::Integer { least: 1, most: 12 },
        default: Some("5"),
    }],
    example: "pdb(6)",
    ..Component::new("pdb", "flips to bring the largest pancakes home, all others being alike")
};

/// Puzzles whose piles have the type `T`.
struct PancakesIn<T>(PhantomData<T>);

impl<T: Stack> Problem for PancakesIn<T> {
    type Space = PancakePuzzle<T>;
    type Typed = With;
    type Undo = With;
    type Backward = With;
    // Small piles alone have numbers of which tables can be made.
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&GAP, &PATTERN];

    fn heuristic(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Self::Space>>, RegistryError> {
        if component.name == GAP.name {
            return Ok(Arc::new(Gap));
        }
        let refused =
            |reason: String| RegistryError::NotOffered { component: component.name.into(), reason };
        let counted = (options.integer("pancakes") as usize).min(space.pancakes());
        let pattern = Pancakes::new(space.pancakes(), counted);
        let pattern = pattern.map_err(|error| refused(format!("it needs {error}")))?;
        let mut builder = Builder::new().with_memory(MOST_BYTES);
        let heuristic = PancakePattern::build(pattern, &mut builder);
        Ok(Arc::new(heuristic.map_err(|error| refused(error.to_string()))?))
    }

    fn heuristic_key(space: &Self::Space) -> String {
        space.pancakes().to_string()
    }
}

/// The most memory that a pattern database is built in.
const MOST_BYTES: u64 = 4 << 30;

struct Enter(String);

impl Visitor for Enter {
    type Output = Box<dyn Instance>;

    fn visit<T: Stack>(self, puzzle: PancakePuzzle<T>) -> Box<dyn Instance> {
        let (space, text, default_choice) = (Arc::new(puzzle), self.0, &INFO.defaults[0]);
        Box::new(InstanceOf::<PancakesIn<T>> { domain: &INFO, space, text, default_choice })
    }
}

impl DomainEntry for PancakeDomain {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<PancakesIn<Stack64>>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<PancakesIn<Stack64>>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        _given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let entered = |pile: Pile| pile.puzzle().visit(Enter(pile.to_string()));
        let text = match source {
            Source::One(text) => {
                let pile = Pile::parse(text).map_err(|error| in_instance(text, error))?;
                return Ok(vec![entered(pile)]);
            }
            Source::Many(text) => text,
            Source::Options => "",
        };
        let mut instances = Vec::new();
        for line in text.lines() {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let line = line.split('#').next().unwrap_or("");
            if !line.trim().is_empty() {
                let pile = Pile::parse(line);
                let pile = pile.map_err(|error| in_instance(text, moved(text, start, error)))?;
                instances.push(entered(pile));
            }
        }
        if instances.is_empty() {
            let error = Pile::parse("").expect_err("no pile").expected;
            return Err(in_instance(text, tremaux_core::ParseError::at_end(text, error)));
        }
        Ok(instances)
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let pancakes = number(given, INFO.generator, "size")?.unwrap_or(10) as usize;
        let mut random = Random::new(seed);
        let piles = (0..count).filter_map(move |_| Pile::random(pancakes, &mut random));
        Ok(Box::new(piles.map(|pile| pile.to_string())))
    }
}
