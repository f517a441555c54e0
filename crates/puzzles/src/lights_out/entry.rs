//! The domain of Lights Out.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::{Notation, Plan, Random};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    AlgorithmInfo, Built, Component, Construction, DefaultInfo, Domain, DomainEntry, DomainInfo,
    Entry, Generator, HeuristicEntry, Instance, NamedAlgorithm, OptionInfo, Options, Problem,
    Proves, ReadError, RegistryError, Split, StartOwnSolver, Stated, Statement, instance,
};

use super::press::Presses;
use super::{Edges, FewestPresses, LightsOn, LightsOut};

/// The domain's entry in the list of domains.
pub(crate) static LIGHTS_OUT: &dyn DomainEntry = &Entry::<LightsOutDomain>::new();

/// Names and texts of instances.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("small", "### / ### / ###"),
    ("4x4", "#### / #### / #### / ####"),
    // Needs 15 presses, the maximum on this board.
    ("5x5", "##### / ##### / ##### / ##### / #####"),
    (
        "8x8",
        "######## / ######## / ######## / ######## / ######## / ######## / ######## / ########",
    ),
    ("torus", "torus ###### / ###### / ###### / ###### / ###### / ######"),
    // A single light in the corner of this board cannot be turned off.
    ("unsolvable", "#.... / ..... / ..... / ..... / ....."),
];

/// Lights Out.
struct LightsOutDomain;

static INFO: DomainInfo = DomainInfo {
    name: "lights-out",
    aliases: &[],
    title: "Lights Out: press cells until all lights are off",
    format: "Rows of lights: `#`, `1` or `*` is on, `.` or `0` is off.\n\
             Rows are lines, or separated by `/`; the word `torus` before them joins opposite \
             edges.\n\
             In a file: instances separated by blank lines.",
    example: "#.# / .#. / #..",
    moves: "row and column of the pressed cell, counted from 1, for example 2,3",
    options: &[OptionInfo::choice(
        "example",
        &["small", "4x4", "5x5", "8x8", "torus", "unsolvable"],
    )
    .title("a built-in example, used instead of INSTANCE")],
    generator: &[
        OptionInfo::word("size", "COLUMNSxROWS, for example 5x5")
            .title("size of the board, at most 64 cells")
            .default("5x5"),
        OptionInfo::choice("edges", &["plain", "torus"])
            .title("join opposite edges")
            .default("plain"),
    ],
    defaults: &[DefaultInfo::new("all boards", "linear-algebra", "lights").why(
        "it finds and proves the fewest presses, or that there is no solution, without a search",
    )],
};

static LIGHTS: Component = Component {
    guarantees: "consistent",
    use_when: "you want to see a search with a simple estimate",
    avoid_when: "fewest-presses is exact",
    ..Component::new(
        "lights",
        "number of lights that are on, divided by the most that one press toggles",
    )
};

static FEWEST: Component = Component {
    source: "Anderson and Feil 1998",
    guarantees: "consistent and exact; infinite where there is no solution",
    use_when: "a search should expand only states on a shortest path",
    avoid_when: "you want to compare searches: with an exact estimate they have nothing to do",
    ..Component::new("fewest-presses", "exact number of presses, by linear algebra over GF(2)")
};

static LINEAR_ALGEBRA: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Anderson and Feil 1998",
    guarantees: "optimal: solutions differ by sets of presses that change nothing, and \
                 it takes the smallest of all",
    use_when: "always: it takes microseconds",
    avoid_when: "you want to see a search",
    ..Component::new("linear-algebra", "solves the board as linear equations over GF(2)")
})
.proving(Proves::Optimal);

impl Problem for LightsOutDomain {
    type Space = LightsOut;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &LIGHTS, build: |_, _, _| Ok(Built::new(LightsOn)) },
        HeuristicEntry { info: &FEWEST, build: |_, _, _| Ok(Built::new(FewestPresses)) },
    ];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<LightsOut>>] = &[NamedAlgorithm {
        info: &LINEAR_ALGEBRA,
        start: |space, _, _| {
            Ok(Box::new(Construction::new(space, |puzzle: &LightsOut| {
                let actions: Vec<_> = puzzle.minimum_presses(puzzle.start())?.collect();
                let cost = actions.len() as u32;
                Some((Plan { actions, cost }, cost))
            })))
        },
    }];

    fn erase(space: Arc<LightsOut>) -> Typed<LightsOut> {
        Typed::new(space).with_predecessors().with_commuting()
    }

    fn statement(space: &LightsOut, text: &str) -> Option<Statement> {
        let obstacle = space.parity_obstacle(space.start());
        let refutation = obstacle.map_or_else(Vec::new, |it| {
            let cells = Presses(it.cells).map(|press| space.action_text(&0, press));
            vec![("by", "cells".into()), ("cells", Stated::texts(cells))]
        });
        Some(Statement { refutation, ..Statement::new(vec![("lights", text.into())]) })
    }

    fn proof_of_no_solution(space: &LightsOut) -> Option<Cow<'static, str>> {
        Some(space.parity_obstacle(space.start())?.to_string().into())
    }
}

impl Domain for LightsOutDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "rows of lights";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let puzzle = LightsOut::parse(text)?;
        let text = puzzle.to_string();
        Ok(instance::<Self>(&INFO, Arc::new(puzzle), text, &INFO.defaults[0]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let edges = if options.word("edges") == "torus" { Edges::Torus } else { Edges::Plain };
        let mut random = Random::new(seed);
        let sides = options.word("size").split_once('x').and_then(|(columns, rows)| {
            let sides = (columns.trim().parse().ok()?, rows.trim().parse().ok()?);
            LightsOut::new(sides.0, sides.1, edges, 0).map(|_| sides)
        });
        let (width, height) = sides.ok_or_else(|| {
            options.wrong("size", "COLUMNSxROWS with at most 64 cells, for example 5x5")
        })?;
        Ok(Box::new(move || {
            let puzzle = LightsOut::random(width, height, edges, &mut random);
            puzzle.expect("a size that was checked").to_string()
        }))
    }
}
