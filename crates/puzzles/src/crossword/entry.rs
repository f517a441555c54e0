//! The domain of crosswords.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_constraints::Propagation;
use tremaux_core::codes::Key;
use tremaux_core::{Algorithm, Limits, NoHeuristic, Random};
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry as DomainOf, Generator,
    HeuristicEntry, Instance, NamedAlgorithm, OptionInfo, Options, Problem, ReadError,
    RegistryError, Split, StartOwnSolver, Total, instance, refused,
};

use super::rules::Letters;
use super::{
    Crossword, Grid, Objective, OpenWords, Region, Scarcity, WordList, built_in_words, region,
};
use crate::by_constraints::{self, CONSTRAINT_PROPAGATION};

/// The domain's entry in the list of domains.
pub static CROSSWORD: &dyn DomainEntry = &DomainOf::<CrosswordDomain>::new();

/// The built-in grids.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("small", "...../.#.#./...../.#.#./....."),
    ("square", ".../.../..."),
    ("mini", "...##/....#/...../#..../##..."),
    ("theme", "TIGER/.#.#./...../.#.#./....."),
    ("unfillable", "Q...X/.#.#./...../.#.#./....."),
];

/// Crosswords.
struct CrosswordDomain;

static INFO: DomainInfo = DomainInfo {
    name: "crossword",
    aliases: &["crosswords"],
    title: "Crossword: fill a grid with words from a list, each used at most once",
    format: "Rows of cells: `.` is an empty cell, `#` a block, a letter is given.\n\
             Rows are lines, or separated by `/`.\n\
             In a file: grids separated by blank lines or by lines that begin with `;`, which \
             are titles.",
    example: "C../.../...",
    moves: "a slot and its word, for example 12-across=HOUSE",
    options: &[
        OptionInfo::file(
            "words",
            "one word per line, `WORD` or `WORD;score`; words with characters other \
                       than letters are skipped",
        )
        .title("the list of words; by default a small one that is built in"),
        OptionInfo::integer("min-score", 0, 100_000)
            .title("use only words with at least this score")
            .default("0"),
        OptionInfo::choice("objective", &["any", "score"])
            .title("find any filling, or the one with the highest total of scores")
            .default("any"),
        OptionInfo::word("region", region::FORM).title(
            "fill only the words that lie in a rectangle; words that cross its edge must still \
             match the list",
        ),
        OptionInfo::choice("example", &["small", "square", "mini", "theme", "unfillable"])
            .title("a built-in grid, used instead of INSTANCE"),
    ],
    generator: &[
        OptionInfo::word("size", "COLUMNSxROWS, each from 3 to 30, for example 11x11")
            .title(
                "size of the grid; without --size and --blocks, grids are those that the built-in \
                 words can fill",
            )
            .default("5x5"),
        OptionInfo::integer("blocks", 0, 50)
            .title("most cells that are blocks, in percent")
            .default("30"),
    ],
    defaults: &[DefaultInfo::new("all grids", "constraint-propagation", "open-words").why(
        "it removes letters and words that do not fit before it decides, and learns where the grid \
         is hard",
    )],
};

static OPEN_WORDS: Component = Component {
    guarantees: "consistent; infinite where a slot has no matching word",
    use_when: "a search should find the best total of scores, or any filling of a small grid",
    avoid_when: "the grid is large: use constraint-propagation",
    ..Component::new("open-words", "cost of all open words, each at its best matching word")
};

static SCARCITY: Component = Component {
    guarantees: "not admissible; an infinite estimate proves a dead end",
    use_when: "greedy-best-first should prefer words that leave much choice",
    avoid_when: "a search should prove optimality",
    ..Component::new(
        "scarcity",
        "sum of 1,000 divided by the number of matching words, over all open words",
    )
};

impl Problem for CrosswordDomain {
    type Space = Crossword;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &OPEN_WORDS, build: |_, _, _| Ok(Built::new(OpenWords)) },
        HeuristicEntry { info: &SCARCITY, build: |_, _, _| Ok(Built::new(Scarcity)) },
    ];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Crossword>>] =
        &[NamedAlgorithm { info: &CONSTRAINT_PROPAGATION, start: by_constraints::start }];

    const HAS_ONE_PATH_EACH: bool = true;
    const STEP: [&'static str; 2] = ["word", "words"];

    fn proof_of_no_solution(space: &Crossword) -> Option<Cow<'static, str>> {
        space.proof_of_no_solution()
    }

    fn notes(space: &Crossword) -> Vec<String> {
        space.words().notes()
    }

    fn assumes(space: &Crossword, cost: Option<f64>) -> Option<String> {
        cost.is_none().then(|| space.words().as_assumption())
    }

    fn seeks_best_goal(space: &Crossword) -> bool {
        space.objective() == Objective::Score
    }

    fn drawn_goal(space: &Crossword, letters: &Letters) -> Option<String> {
        Some(space.drawn(letters))
    }

    fn parts_of_goal(space: &Crossword, _letters: &Letters) -> Option<usize> {
        Some(space.to_fill().count())
    }

    fn total_of(space: &Crossword, cost: u32) -> Option<Total> {
        (space.objective() == Objective::Score).then(|| Total::score(space.total_of(cost)))
    }
}

/// The words that `--words` and `--min-score` select.
fn word_list(options: &Options<'_>) -> Result<Arc<WordList>, RegistryError> {
    let list = match options.given("words") {
        None => built_in_words(),
        Some(_) => Arc::new(options.parsed("words", WordList::parse)?),
    };
    let least = options.integer("min-score") as u32;
    if least == 0 {
        return Ok(list);
    }
    let kept = list.with_score(least).map(Arc::new);
    kept.ok_or_else(|| {
        let expected = format!("a score that some word has: at most {}", list.highest());
        options.wrong("min-score", expected)
    })
}

/// Whether a search of a few thousand nodes fills a grid with the built-in words.
fn can_be_filled(grid: &Grid) -> bool {
    let crossword = Crossword::new(grid.clone(), built_in_words(), Objective::Any, None);
    let limits = Limits::default().with_nodes(5_000);
    Propagation::default().solve(&crossword, NoHeuristic, &limits, &mut ()).plan.is_some()
}

/// An instance of this grid.
fn entered(
    grid: Grid,
    words: &Arc<WordList>,
    options: &Options<'_>,
) -> Result<Box<dyn Instance>, RegistryError> {
    let objective = match options.word("objective") {
        "score" => Objective::Score,
        _ => Objective::Any,
    };
    let region = match options.given("region") {
        None => None,
        Some(_) => Some(options.parsed("region", |text| Region::parse(text, &grid))?),
    };
    let text = grid.to_string();
    let crossword = Crossword::new(grid, Arc::clone(words), objective, region);
    Ok(instance::<CrosswordDomain>(&INFO, Arc::new(crossword), text, &INFO.defaults[0]))
}

impl Domain for CrosswordDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "rows of cells";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let grid = Grid::parse(text)?;
        Ok(entered(grid, &word_list(options)?, options)?)
    }

    fn read_all(
        text: &str,
        options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        let all = || -> Result<_, ReadError> {
            let grids = Grid::parse_all(text)?;
            let words = word_list(options)?;
            let mut instances = Vec::with_capacity(grids.len());
            let mut outside = None;
            for (at, (title, grid)) in grids.into_iter().enumerate() {
                match entered(grid, &words, options) {
                    Ok(mut instance) => {
                        instance.set_title(title);
                        instances.push(instance);
                    }
                    // The region lies in some of the grids.
                    Err(error @ RegistryError::Instance { option: Some("region"), .. }) => {
                        let title = title.map_or_else(String::new, |title| format!(" ({title})"));
                        let name = format!("grid {}{title}", at + 1);
                        outside.get_or_insert_with(|| error.clone());
                        instances.push(refused(name, error, &INFO.defaults[0]));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            let is_outside_all = instances.iter().all(|it| it.refusal().is_some());
            outside.filter(|_| is_outside_all).map_or(Ok(instances), |error| Err(error.into()))
        };
        Some(all())
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let sides = options.word("size").split_once(['x', 'X', '×']).and_then(|(columns, rows)| {
            let side = |text: &str| text.trim().parse().ok().filter(|side| (3..=30).contains(side));
            Some((side(columns)?, side(rows)?))
        });
        let expected = "COLUMNSxROWS, each from 3 to 30, for example 11x11";
        let (width, height) = sides.ok_or_else(|| options.wrong("size", expected))?;
        let blocks = options.integer("blocks") as f64 / 100.0;
        let mut random = Random::new(seed);
        let is_default = ["size", "blocks"].into_iter().all(|name| options.given(name).is_none());
        let deadline = options.deadline();
        Ok(Box::new(move || {
            loop {
                let grid = Grid::random(width, height, blocks, &mut random);
                let is_right = |grid: &Grid| !is_default || can_be_filled(grid);
                if deadline.reached().is_some() || grid.as_ref().is_none_or(is_right) {
                    return grid.map_or_else(String::new, |grid| grid.to_string());
                }
            }
        }))
    }
}
