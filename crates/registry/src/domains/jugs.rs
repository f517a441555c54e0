//! Water jugs by name.

use std::sync::Arc;

use tremaux_core::AnyHeuristic;
use tremaux_puzzles::Random;
use tremaux_puzzles::jugs::{EXAMPLES, JugDifference, Jugs};

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
pub(crate) static JUGS: JugDomain = JugDomain;

/// Water jugs.
pub(crate) struct JugDomain;

static INFO: DomainInfo = DomainInfo {
    name: "jugs",
    aliases: &["water-jugs", "pouring"],
    title: "Water jugs: an amount measured with jugs that have no marks",
    format: "Clauses, on lines of their own or parted by `;`; `#` starts a comment:\n  \
             jugs 8 5 3        how many litres go into each, first of all\n  \
             start 8 0 0       what is in each; nothing if it is left out\n  \
             goal 4 4 0        what is asked for; `_` for any amount, `any 4` for 4 in any\n  \
             tap               they may be filled and emptied\n  \
             cost moves        what a move costs: 1; or `litres` moved; or `water` drawn\n\
             In a file: instances parted by blank lines.",
    example: "jugs 8 5 3; start 8 0 0; goal 4 4 0",
    moves: "1>2 pours jug 1 into jug 2; fill-1 and empty-1 with a tap",
    options: &[OptionInfo {
        name: "example",
        title: "instead of INSTANCE, a well-known one",
        kind: OptionKind::Choice { words: &["bachet", "twelve", "ten", "die-hard"] },
        default: None,
    }],
    generator: &[OptionInfo {
        name: "size",
        title: "how many jugs",
        kind: OptionKind::Integer { least: 2, most: 4 },
        default: Some("3"),
    }],
    defaults: &[DefaultInfo {
        case: "all jugs",
        algorithm: "a-star",
        heuristic: "jug-difference",
        why: "many ways lead to the same amounts, and there are few different ones: they are \
              kept, and none is looked at twice",
    }],
};

static DIFFERENCE: Component = Component {
    guarantees: "consistent",
    use_when: "always: it costs next to nothing",
    avoid_when: "it says little, as a move changes two jugs at once",
    ..Component::new("jug-difference", "what is missing or too much, as a move would mend it")
};

struct JugProblem;

impl Problem for JugProblem {
    type Space = Jugs;
    type Typed = Without;
    type Undo = Without;
    type Backward = With;
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&DIFFERENCE];

    fn heuristic(
        _space: &Jugs,
        _component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Jugs>>, RegistryError> {
        Ok(Arc::new(JugDifference))
    }

    fn heuristic_key(_space: &Jugs) -> String {
        // The heuristic asks the jugs for all it needs.
        String::new()
    }
}

impl DomainEntry for JugDomain {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<JugProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<JugProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let all = with_examples(source, given, EXAMPLES, "jugs, a start and a goal", Jugs::parse)?;
        let entered = |jugs: Jugs| -> Box<dyn Instance> {
            let (text, default_choice) = (jugs.to_string(), &INFO.defaults[0]);
            let space = Arc::new(jugs);
            Box::new(InstanceOf::<JugProblem> { domain: &INFO, space, text, default_choice })
        };
        Ok(all.into_iter().map(entered).collect())
    }

    /// Jugs of up to 20 litres with a tap, of which one amount is to be measured.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let jugs = number(given, INFO.generator, "size")?.unwrap_or(3);
        let mut random = Random::new(seed);
        Ok(Box::new((0..count).map(move |_| {
            let capacities: Vec<u64> = (0..jugs).map(|_| 2 + random.below(19)).collect();
            let largest = capacities.iter().copied().max().unwrap_or(2);
            let words: Vec<String> = capacities.iter().map(u64::to_string).collect();
            format!("jugs {}; goal any {}; tap", words.join(" "), 1 + random.below(largest))
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
            assert_eq!(JUGS.instances(Source::Options, &given).expect("an example").len(), 1);
        }
        let made: Vec<String> = JUGS.generate(3, 20, &[]).expect("options").collect();
        let text = made.join("\n\n");
        assert_eq!(JUGS.instances(Source::Many(&text), &[]).expect("jugs").len(), 20);
    }

    #[test]
    fn errors_point_into_the_whole_text() {
        let text = "jugs 3; goal 3\n\njugs 3\ngoal 4\n";
        let error = JUGS.instances(Source::Many(text), &[]).err().expect("too much");
        assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((4, 6)));
    }
}
