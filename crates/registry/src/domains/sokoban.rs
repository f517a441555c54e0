//! Sokoban by name.

use std::sync::Arc;

use tremaux_core::AnyHeuristic;
use tremaux_puzzles::Random;
use tremaux_puzzles::sokoban::{
    EXAMPLES, FeatureSearch, Level, MinimalMatching, NearestGoals, Push, Sokoban, collection,
    pulled_level,
};

use super::reading::{example, in_instance, number, value};
use crate::algorithms::{AlgorithmInfo, DepthLimit, Family, OwnSearch};
use crate::capability::{With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::{ActionClasses, Problem};

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static SOKOBAN: SokobanDomain = SokobanDomain;

/// Sokoban.
pub(crate) struct SokobanDomain;

static INFO: DomainInfo = DomainInfo {
    name: "sokoban",
    aliases: &["boxes"],
    title: "Sokoban: boxes pushed onto goals, with the fewest pushes",
    format: "Rows of `#` wall, `@` player, `$` box, `.` goal, `+` player and `*` box on a goal; \
             blank, `-` or `_` free.\nRows are lines, or parted by `|`; a number repeats the \
             sign after it.\nIn a file: levels, with lines of any other text between them.",
    example: "#######|#@__$.#|#_$___#|#___._#|#######",
    moves: "steps u l r d to a box, then U L R D pushes it, in one word: lluR; all words in turn \
            are the solution in LURD. In traces a push is the box's column and row: 3,2R",
    options: &[OptionInfo {
        name: "example",
        title: "instead of INSTANCE, a small level",
        kind: OptionKind::Choice { words: &["corridor", "corner", "row", "room"] },
        default: None,
    }],
    generator: &[
        OptionInfo {
            name: "size",
            title: "rows and columns within the walls",
            kind: OptionKind::Integer { least: 4, most: 12 },
            default: Some("6"),
        },
        OptionInfo {
            name: "boxes",
            title: "how many boxes",
            kind: OptionKind::Integer { least: 1, most: 8 },
            default: Some("3"),
        },
    ],
    defaults: &[DefaultInfo {
        case: "all levels",
        algorithm: "feature-search",
        heuristic: "minimal-matching",
        why: "it solves far more levels than searches for the fewest pushes, and says what it \
              knows of the fewest; name a-star to have them proved",
    }],
};

static MATCHING: Component = Component {
    source: "Junghanns and Schaeffer 2001, after Kuhn 1955",
    guarantees: "consistent; infinite for many dead ends",
    use_when: "always",
    avoid_when: "there are two boxes or three: nearest-goals says nearly as much in less time",
    ..Component::new(
        "minimal-matching",
        "each box to a goal of its own, alone; frozen boxes are dead ends",
    )
};

static NEAREST: Component = Component {
    guarantees: "consistent",
    use_when: "there are few boxes",
    avoid_when: "boxes compete for goals: minimal-matching",
    ..Component::new("nearest-goals", "each box to the goal nearest to it, alone")
};

static FEATURE_SEARCH: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["fess"],
        source: "after Shoham and Schaeffer 2020",
        guarantees: "finds a plan, if time and memory suffice, not a best one; its bound is the \
                     matching of boxes to goals",
        use_when: "the level is large, and any solution will do",
        avoid_when: "the number of pushes matters: a-star, ida-star or branch-and-bound prove it",
        example: "feature-search",
        ..Component::new(
            "feature-search",
            "whole walks of boxes, spread over what positions have in common",
        )
    },
    family: Family::Other,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

struct SokobanProblem;

impl Problem for SokobanProblem {
    type Space = Sokoban;
    type Typed = Without;
    type Undo = With;
    type Backward = With;
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&MATCHING, &NEAREST];

    const SEARCHES: &'static [OwnSearch<Sokoban>] = &[OwnSearch {
        info: &FEATURE_SEARCH,
        start: |space, _| Box::new(FeatureSearch::new(space)),
    }];

    fn heuristic(
        _space: &Sokoban,
        component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Sokoban>>, RegistryError> {
        if std::ptr::eq(component, &raw const MATCHING) {
            Ok(Arc::new(MinimalMatching))
        } else {
            Ok(Arc::new(NearestGoals))
        }
    }

    fn heuristic_key(_space: &Sokoban) -> String {
        // The heuristics ask the level for all they need.
        String::new()
    }

    fn plan_words(space: &Sokoban, pushes: &[Push]) -> Option<Vec<String>> {
        space.lurd(pushes)
    }

    fn plan_notes(words: &[String]) -> Vec<String> {
        let lurd = words.concat();
        vec![format!("{} moves, {} of them pushes", lurd.len(), words.len()), lurd]
    }

    fn action_classes() -> Option<ActionClasses<Sokoban>> {
        Some(ActionClasses::of_space())
    }
}

fn entered(level: Level) -> Box<dyn Instance> {
    let (text, default_choice) = (level.to_string(), &INFO.defaults[0]);
    let space = Arc::new(Sokoban::new(level));
    Box::new(InstanceOf::<SokobanProblem> { domain: &INFO, space, text, default_choice })
}

impl DomainEntry for SokobanDomain {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<SokobanProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<SokobanProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let read = |text: &str| -> Result<Vec<Box<dyn Instance>>, RegistryError> {
            let level = text.parse().map_err(|error| in_instance(text, error))?;
            Ok(vec![entered(level)])
        };
        match (source, value(given, "example")) {
            (Source::Options, Some(name)) => read(example(EXAMPLES, name)?),
            (Source::One(text) | Source::Many(text), Some(_)) => {
                let expected = "no instance beside --example, which names one";
                let error = tremaux_core::ParseError::about(text, text.trim(), expected);
                Err(in_instance(text, error))
            }
            (Source::Options, None) => {
                let expected = "a level, --file FILE or --example NAME";
                Err(in_instance("", tremaux_core::ParseError::at_end("", expected)))
            }
            (Source::One(text), None) => read(text),
            (Source::Many(text), None) => {
                let levels = collection(text).map_err(|error| in_instance(text, error))?;
                Ok(levels.into_iter().map(|it| entered(it.level)).collect())
            }
        }
    }

    /// Levels that can be solved: boxes are pulled from their goals at random.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let size = number(given, INFO.generator, "size")?.unwrap_or(6) as usize;
        let boxes = number(given, INFO.generator, "boxes")?.unwrap_or(3) as usize;
        let mut random = Random::new(seed);
        Ok(Box::new((0..count).map(move |_| pulled_level(size, boxes, &mut random).to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_and_levels_that_are_made_are_read() {
        let OptionKind::Choice { words } = INFO.options[0].kind else { panic!("a choice") };
        assert_eq!(EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), words);
        for word in words {
            let given = [("example", (*word).to_owned())];
            assert_eq!(SOKOBAN.instances(Source::Options, &given).expect("an example").len(), 1);
        }
        let made: Vec<String> = SOKOBAN.generate(3, 20, &[]).expect("options").collect();
        let text = made.join("\n\n");
        assert_eq!(SOKOBAN.instances(Source::Many(&text), &[]).expect("levels").len(), 20);
    }

    #[test]
    fn errors_point_into_the_whole_text() {
        let text = "; one\n#####\n#@$.#\n#####\n\n; two\n#####\n#@$x#\n#####\n";
        let error = SOKOBAN.instances(Source::Many(text), &[]).err().expect("no sign");
        assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((8, 4)));
    }
}
