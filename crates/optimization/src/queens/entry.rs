//! The domain of queens.

use std::sync::Arc;

use tremaux_core::{ParseError, Random};
use tremaux_domain::{
    AlgorithmInfo, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    Instance, LandscapeProblem, Landscapes, NamedAlgorithm, OptionInfo, Options, ReadError,
    RegistryError, Split, StartOptimization, landscape_instance,
};
use tremaux_landscape::LocalSearch;

use super::by_constraints::ByConstraints;
use super::{Placement, Queens, picture};

/// The domain's entry in the list of domains.
pub static QUEENS: &dyn DomainEntry = &Entry::<QueensDomain>::new();

/// Queens.
struct QueensDomain;

static INFO: DomainInfo = DomainInfo {
    name: "queens",
    aliases: &["n-queens"],
    title: "Queens: place n queens on a board so that none attacks another",
    format: "The number of queens, columns and rows.\n\
             In a file: one number per line; `#` starts a comment.",
    example: "8",
    moves: "the row of the queen in each column, counted from 1",
    options: &[],
    generator: &[OptionInfo::integer("most", 4, Queens::MOST as u64)
        .title("greatest number of queens")
        .default("1000")],
    defaults: &[DefaultInfo::new("all boards", "min-conflicts", "")
        .why("it places millions of queens in seconds")],
};

static MIN_CONFLICTS: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["repair"],
    source: "Minton, Johnston, Philips and Laird 1992; Sosič and Gu 1991",
    guarantees: "a placement where no queen is attacked; no proof that there is none",
    use_when: "there are many queens",
    avoid_when: "you want all placements",
    ..Component::new("min-conflicts", "exchanges the rows of attacked queens until none is left")
});

static CONSTRAINT_PROPAGATION: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Boussemart and others 2004 (dom/wdeg); Régin 1994",
    guarantees: "a placement where no queen is attacked, or a proof that there is none",
    use_when: "a proof is wanted",
    avoid_when: "there are many queens: min-conflicts places millions",
    ..Component::new("constraint-propagation", "arc consistency, dom/wdeg branching, restarts")
});

/// The greatest number of queens for constraint propagation.
const MOST_PROPAGATED: u32 = 200;

impl LandscapeProblem for QueensDomain {
    type Landscape = Queens;

    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Queens>>] = &[
        NamedAlgorithm::new(&MIN_CONFLICTS, |queens, start| {
            let queens = Arc::new(Queens::clone(&queens).placed_with_care());
            Ok(Box::new(LocalSearch::new(queens, Queens::MIN_CONFLICTS, start.seed)))
        }),
        NamedAlgorithm::new(&CONSTRAINT_PROPAGATION, |queens, start| {
            let count = queens.count();
            if count > MOST_PROPAGATED {
                let reason = format!("there are {count} queens, more than {MOST_PROPAGATED}");
                return Err(CONSTRAINT_PROPAGATION.component.refused(reason));
            }
            Ok(Box::new(ByConstraints::new(count, start.seed)))
        }),
    ];

    const SOLUTION: &'static str = "placement";
    const VALUE: &'static str = "attacks";
    const IS_DRAWN: bool = true;

    fn is_solved(_queens: &Queens, value: f64) -> bool {
        value == 0.0
    }

    fn words(_queens: &Queens, placement: &Placement) -> Vec<String> {
        placement.rows().iter().map(|row| (row + 1).to_string()).collect()
    }

    fn checked_value(queens: &Queens, words: &[String]) -> Option<f64> {
        let row = |word: &String| word.parse::<u32>().ok()?.checked_sub(1);
        let rows = words.iter().map(row).collect::<Option<Vec<u32>>>()?;
        if rows.len() != queens.count() as usize {
            return None;
        }
        Queens::attacks(&rows).map(|attacks| attacks as f64)
    }

    fn drawing(queens: &Queens, placement: &Placement) -> Option<String> {
        (queens.count() <= 40).then(|| picture::text(placement.rows()))
    }

    fn picture(_: &Queens, placement: &Placement, _trail: &[(f64, f64)]) -> Option<String> {
        picture::picture(placement.rows())
    }
}

impl Domain for QueensDomain {
    type Problem = Landscapes<Self>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "a number of queens";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let word = text.trim();
        let queens = word.parse().ok().and_then(Queens::new);
        let queens = queens.ok_or_else(|| {
            let expected = format!("a number of queens from 1 to {}", Queens::MOST);
            if word.is_empty() {
                ParseError::at_end(text, expected)
            } else {
                ParseError::about(text, word, expected)
            }
        })?;
        let (text, default) = (queens.count().to_string(), &INFO.defaults[0]);
        Ok(landscape_instance::<Self>(&INFO, Arc::new(queens), text, default))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let most = options.integer("most");
        Ok(Box::new(move || (4 + random.below(most - 3)).to_string()))
    }
}
