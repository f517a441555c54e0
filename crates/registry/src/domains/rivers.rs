//! River crossings by name.

use std::sync::Arc;

use tremaux_core::AnyHeuristic;
use tremaux_puzzles::Random;
use tremaux_puzzles::rivers::{CrossingsNeeded, EXAMPLES, River};

use super::reading::{number, with_examples};
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
pub(crate) static RIVERS: RiverDomain = RiverDomain;

/// River crossings.
pub(crate) struct RiverDomain;

static INFO: DomainInfo = DomainInfo {
    name: "rivers",
    aliases: &["river", "river-crossing"],
    title: "River crossings: missionaries and cannibals, jealous couples, bridge and torch",
    format: "Clauses, on lines of their own or parted by `;`; `#` starts a comment:\n  \
             who farmer wolf   who is to cross, first of all; `cannibal*3` for three, `A=5`\n  \
                               for a time\n  \
             boat 2            how many it takes, those who row included\n  \
             rows farmer       who can row; everybody if it is left out\n  \
             never wolf with goat without farmer\n  \
                               what must not be on a bank\n  \
             never more cannibal than missionary\n  \
                               nor this, where there is a missionary\n  \
             aboard            the same holds in the boat\n  \
             cost crossings    what a crossing costs: 1; or the time of the `slowest`; or the\n  \
                               `sum` of times\n\
             In a file: instances parted by blank lines.",
    example: "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary",
    moves: ">missionary+cannibal crosses to the far bank, <missionary comes back",
    options: &[OptionInfo {
        name: "example",
        title: "instead of INSTANCE, a well-known one",
        kind: OptionKind::Choice {
            words: &["missionaries", "wolf-goat-cabbage", "couples", "bridge"],
        },
        default: None,
    }],
    generator: &[OptionInfo {
        name: "size",
        title: "how many walkers are to cross a bridge, two at a time, with one torch",
        kind: OptionKind::Integer { least: 1, most: 16 },
        default: Some("5"),
    }],
    defaults: &[DefaultInfo {
        case: "all rivers",
        algorithm: "a-star",
        heuristic: "crossings-needed",
        why: "there are few different states, and many ways to each: they are kept, and none is \
              looked at twice",
    }],
};

static CROSSINGS: Component = Component {
    guarantees: "consistent",
    use_when: "always: it costs next to nothing",
    avoid_when: "what is forbidden decides: of that it knows nothing",
    ..Component::new("crossings-needed", "the crossings it would take if nothing were forbidden")
};

struct RiverProblem;

impl Problem for RiverProblem {
    type Space = River;
    type Typed = Without;
    type Undo = With;
    type Backward = With;
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&CROSSINGS];

    fn heuristic(
        _space: &River,
        _component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<River>>, RegistryError> {
        Ok(Arc::new(CrossingsNeeded))
    }

    fn heuristic_key(_space: &River) -> String {
        // The heuristic asks the river for all it needs.
        String::new()
    }
}

impl DomainEntry for RiverDomain {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<RiverProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<RiverProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let what = "who is to cross, and a boat";
        let all = with_examples(source, given, EXAMPLES, what, River::parse)?;
        let entered = |river: River| -> Box<dyn Instance> {
            let (text, default_choice) = (river.to_string(), &INFO.defaults[0]);
            let space = Arc::new(river);
            Box::new(InstanceOf::<RiverProblem> { domain: &INFO, space, text, default_choice })
        };
        Ok(all.into_iter().map(entered).collect())
    }

    /// Walkers with times of up to 30 who are to cross a bridge.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let walkers = number(given, INFO.generator, "size")?.unwrap_or(5);
        let mut random = Random::new(seed);
        Ok(Box::new((0..count).map(move |_| {
            let names = b'A'..b'A' + walkers as u8;
            let walker = |name: u8| format!("{}={}", char::from(name), 1 + random.below(30));
            let who: Vec<String> = names.map(walker).collect();
            format!("who {}; boat 2; cost slowest", who.join(" "))
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_named() {
        let OptionKind::Choice { words } = INFO.options[0].kind else { panic!("a choice") };
        assert_eq!(EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), words);
        for word in words {
            let given = [("example", (*word).to_owned())];
            assert_eq!(RIVERS.instances(Source::Options, &given).expect("an example").len(), 1);
        }
        let made: Vec<String> = RIVERS.generate(3, 20, &[]).expect("options").collect();
        let text = made.join("\n\n");
        assert_eq!(RIVERS.instances(Source::Many(&text), &[]).expect("rivers").len(), 20);
    }
}
