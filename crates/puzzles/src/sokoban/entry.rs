//! The domain of Sokoban.

use std::sync::Arc;
use tremaux_core::codes::Key;
use tremaux_domain::algorithms::{best_first, bidirectional, branch_and_bound, depth_first};
use tremaux_domain::erased::{ActionClasses, Typed};
use tremaux_domain::{
    AlgorithmInfo, Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry,
    Generator, HeuristicEntry, Instance, NamedAlgorithm, OptionInfo, Options, Pair, Problem,
    Proves, ReadError, RegistryError, Split, StartOwnSolver, instance, refused,
};

use super::generate::{most_boxes, pulled_level_while};
use super::text::{ReadLevel, levels};
use super::{
    FeatureSearch, LARGE, LargeSokoban, Level, MinimalMatching, NearestGoals, ProofFirst, Push,
    Sokoban, level,
};
use tremaux_core::Random;

/// The domain's entry in the list of domains.
pub static SOKOBAN: &dyn DomainEntry = &Entry::<SokobanDomain>::new();

/// Names and texts of levels made for this library; each demonstrates one aspect.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("corridor", "########|#__#___#|#@$___.#|#__#_$.#|########"),
    ("corner", "_#####|##___##|#__$__#|#_.#._#|#__$__#|##_@_##|_#####"),
    ("row", "#########|#___#___#|#_$_$_$_#|#_.___.@#|###_._###|__#####"),
    ("room", "#########|#___#___#|#_$_#_..#|#_$____.#|#_$_#__@#|#___#___#|#########"),
];

/// Sokoban.
struct SokobanDomain;

static INFO: DomainInfo = DomainInfo {
    name: "sokoban",
    aliases: &["boxes"],
    title: "Sokoban: push all boxes onto goals, with the fewest pushes",
    format: "XSB: `#` is a wall, `@` the player, `$` a box, `.` a goal, `+` the player on a goal, \
             `*` a box on a goal; space, `-` or `_` is floor.\n\
             Rows are lines, or separated by `|`; a number repeats the next character.\n\
             In a file: levels, separated by lines of any other text.",
    example: "#######|#@__$.#|#_$___#|#___._#|#######",
    moves: "u l r d walk to a box, then U L R D pushes it, in one word: lluR. All words in \
            sequence are the solution in LURD notation. In traces a push is the box's column and \
            row with the direction: 3,2R",
    options: &[OptionInfo::choice("example", &["corridor", "corner", "row", "room"])
        .title("a small built-in level, used instead of INSTANCE")],
    generator: &[
        OptionInfo::integer("size", 4, 12)
            .title("number of rows, and of columns, inside the walls")
            .default("6"),
        OptionInfo::integer("boxes", 1, 8).title("number of boxes").default("3"),
    ],
    defaults: &[DefaultInfo::new("all levels", "proof-first", "minimal-matching").why(
        "it proves the fewest pushes of small levels, and solves far more levels than optimal \
         search alone; a-star proves them where time and memory suffice",
    )],
};

static MATCHING: Component = Component {
    source: "Junghanns and Schaeffer 2001, after Kuhn 1955",
    guarantees: "consistent; infinite for many dead ends",
    use_when: "always",
    avoid_when: "there are two or three boxes: nearest-goals is nearly as strong and faster",
    ..Component::new(
        "minimal-matching",
        "pushes in the cheapest matching of boxes to goals; frozen boxes are dead ends",
    )
};

static NEAREST: Component = Component {
    guarantees: "consistent",
    use_when: "there are few boxes",
    avoid_when: "boxes compete for goals: minimal-matching",
    ..Component::new("nearest-goals", "pushes of each box to its nearest goal, summed")
};

static FEATURE_SEARCH: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["fess"],
    source: "after Shoham and Schaeffer 2020",
    guarantees: "finds a plan if time and memory suffice, not necessarily an optimal one; its \
                 lower bound is the matching of boxes to goals",
    use_when: "the level is large and any solution will do",
    avoid_when: "the number of pushes matters: a-star, ida-star or branch-and-bound prove it",
    ..Component::new(
        "feature-search",
        "searches over whole box moves, spread evenly over classes of similar positions",
    )
});

static PROOF_FIRST: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Hart, Nilsson and Raphael 1968; after Shoham and Schaeffer 2020",
    guarantees: "the fewest pushes, proved, if A* ends within 250,000 nodes and a quarter of \
                 the memory; else a plan, if time and memory suffice",
    use_when: "you want a solution, and a short one where that is easy",
    avoid_when: "the fewest pushes must be proved (a-star), or are of no interest \
                 (feature-search)",
    ..Component::new("proof-first", "A* and feature-search in turns")
})
.proving(Proves::Optimal);

/// What levels of all sizes have in common, as a [`Problem`].
macro_rules! levels {
    ($space:ty) => {
        type Space = $space;
        type Key = Key;

        const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
            HeuristicEntry { info: &MATCHING, build: |_, _, _| Ok(Built::new(MinimalMatching)) },
            HeuristicEntry { info: &NEAREST, build: |_, _, _| Ok(Built::new(NearestGoals)) },
        ];

        const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<$space>>] = &[
            NamedAlgorithm {
                info: &PROOF_FIRST,
                start: |space, _, own| {
                    let search = ProofFirst::new(space);
                    Ok(Box::new(if own.is_limited { search.until_limit() } else { search }))
                },
            },
            NamedAlgorithm {
                info: &FEATURE_SEARCH,
                start: |space, _, _| Ok(Box::new(FeatureSearch::new(space))),
            },
        ];

        const STEP: [&'static str; 2] = ["push", "pushes"];

        fn erase(space: Arc<$space>) -> Typed<$space> {
            Typed::new(space).with_predecessors().keeping_states()
        }

        fn plan_words(space: &$space, pushes: &[Push]) -> Option<Vec<String>> {
            space.lurd(pushes)
        }

        fn plan_notes(words: &[String]) -> Vec<String> {
            plan_notes(words)
        }

        fn action_classes() -> Option<ActionClasses<$space>> {
            Some(ActionClasses::of_space())
        }
    };
}

impl Problem for SokobanDomain {
    levels!(Sokoban);

    const COMPILED: &'static [Pair<Sokoban>] = &[
        Pair::any(
            &best_first::A_STAR,
            best_first::a_star,
            "1.22 times the erased form, on XSokoban 2",
        ),
        Pair::unwatched(
            &depth_first::IDA_STAR,
            depth_first::ida_star_in_place,
            "1.87 times, on Microban",
        ),
        Pair::any(
            &best_first::BREADTH_FIRST,
            best_first::breadth_first,
            "1.62 times, on XSokoban 3",
        ),
        Pair::any(&bidirectional::A_STAR, bidirectional::a_star, "1.21 times, on Microban"),
        Pair::any(
            &branch_and_bound::BRANCH_AND_BOUND,
            branch_and_bound::branch_and_bound,
            "1.67 times, on XSokoban 2",
        ),
    ];
}

fn plan_notes(words: &[String]) -> Vec<String> {
    let lurd = words.concat();
    let moves = if lurd.len() == 1 { "move" } else { "moves" };
    let pushes = match words.len() {
        1 => "1 of them a push".to_owned(),
        count => format!("{count} of them pushes"),
    };
    vec![format!("{} {moves}, {pushes}", lurd.len()), lurd]
}

/// Levels too large for [`Sokoban`].
struct LargeLevels;

impl Problem for LargeLevels {
    levels!(LargeSokoban);
}

fn entered(level: level::Level<LARGE>) -> Box<dyn Instance> {
    let (text, default_choice) = (level.to_string(), &INFO.defaults[0]);
    match text.parse::<Level>() {
        Ok(level) => {
            let space = Arc::new(Sokoban::new(level));
            instance::<SokobanDomain>(&INFO, space, text, default_choice)
        }
        Err(_) => {
            let space = Arc::new(LargeSokoban::new(level));
            instance::<LargeLevels>(&INFO, space, text, default_choice)
        }
    }
}

impl Domain for SokobanDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "a level";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        Ok(entered(text.parse()?))
    }

    fn read_all(
        text: &str,
        _options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        let levels = match levels::<LARGE>(text) {
            Ok(levels) => levels,
            Err(error) => return Some(Err(error.into())),
        };
        let is_single = levels.len() == 1;
        let read = |(at, (title, level)): (usize, ReadLevel<LARGE>)| match level {
            Ok(level) => {
                let mut instance = entered(level);
                instance.set_title(title);
                Ok(instance)
            }
            Err(error) if is_single => Err(error.into()),
            Err(error) => {
                let title = title.map_or_else(String::new, |title| format!(" ({title})"));
                let name = format!("level {}{title}", at + 1);
                let (text, error) = (text.to_owned(), error.into());
                let error = RegistryError::Instance { option: None, text, error };
                Ok(refused(name, error, &INFO.defaults[0]))
            }
        };
        Some(levels.into_iter().enumerate().map(read).collect())
    }

    /// Generates solvable levels by pulling boxes from their goals at random.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let size = options.integer("size") as usize;
        let boxes = options.integer("boxes") as usize;
        let most = most_boxes(size);
        if boxes > most {
            let expected = format!("at most {most} boxes for --size {size}");
            return Err(options.wrong("boxes", expected));
        }
        let (mut random, deadline) = (Random::new(seed), options.deadline());
        Ok(Box::new(move || {
            let level =
                pulled_level_while(size, boxes, &mut random, &mut || deadline.reached().is_none());
            level.map_or_else(String::new, |level| level.to_string())
        }))
    }
}
