//! The domain of the 3×3×3 cube.

use std::cell::RefCell;
use std::sync::Arc;
use tremaux_core::clock::Instant;

use tremaux_core::codes::Key;
use tremaux_core::{Algorithm, Limits, Max, NoHeuristic, Notation, Plan, Random, StateSpace};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    AlgorithmInfo, Buildable, Built, BuiltTable, Component, DefaultInfo, Domain, DomainEntry,
    DomainInfo, Entry, Expression, Generator, HeuristicEntry, Instance, Kind, NamedAlgorithm,
    OptionInfo, Options, Problem, Proves, QuickSolver, ReadError, RegistryError, Split,
    StartOwnSolver, TableEvent, TableSource, instance,
};
use tremaux_tables::{Builder, Origin, PatternDatabase, PatternSpace};

use crate::corner_pattern::CornerPattern;
use crate::coset_pattern::CosetPattern;
use crate::edge_pattern::{EdgeDistance, EdgePattern};
use crate::facelets::Either;
use crate::notation::drawn_net;
use crate::two_phase::{Proving, Table};
use crate::{
    CornerDistance, CosetDistance, Cube, Cubies, Face, MisplacedCubies, Turn, Turns, TwoPhase,
};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static CUBE: &dyn DomainEntry = &Entry::<Cubes>::new();

/// Cubes.
struct Cubes;

static INFO: DomainInfo = DomainInfo {
    name: "cube",
    aliases: &["rubik", "cube-3x3x3"],
    title: "Rubik's cube: solve it with the fewest turns of faces",
    format: "Moves from the solved cube, for example `R U2 F'` or `R1 U2 F3`: turns of faces, \
             wide turns (`r`, `Rw`), slices (`M`, `E`, `S`), rotations of the whole cube (`x`, \
             `y`, `z`), groups (`(RUR'U')3`). The plan is for the cube held as before all moves. \
             Or the 54 facelets of the faces U, R, F, D, L and B, row by row as seen from outside, \
             in any six characters: those in the centers stand for the faces.\n\
             In a file: one cube per line; `#` starts a comment.",
    example: "R U2 F'",
    moves: "U, R, F, D, L, B: quarter turn clockwise; U2: half turn; U': quarter turn \
            counterclockwise",
    options: &[
        OptionInfo::word("tables", "bytes, for example 100M or 1G").title(
            "prove the optimum with tables of at most this size: 36M or more, 854M or more for the \
             large one",
        ),
        OptionInfo::choice("example", &["checkerboard", "cube-in-cube", "superflip"])
            .title("a built-in cube, used instead of INSTANCE"),
    ],
    generator: &[
        OptionInfo::integer("turns", 0, 1000).title(
            "number of random turns from the solved cube, no two of the same face in a row; \
             without it, every cube is equally likely",
        ),
        OptionInfo::choice("scramble", &["yes", "no"])
            .title("write each cube as turns that lead to it from the solved cube")
            .default("no"),
    ],
    defaults: &[
        DefaultInfo::new("cubes without --tables", "two-phase", "misplaced").why(
            "it finds a plan of about 20 turns at once, and proves the optimum only if time is \
             left",
        ),
        DefaultInfo::new("cubes with --tables 36M or more", "ida-star", "pdb")
            .why("it proves the optimum; the table is built in seconds when it is first needed"),
        DefaultInfo::new("cubes with --tables 854M or more", "ida-star", "pdb(large)").why(
            "it proves the optimum with fewer nodes; the table is built in minutes when it is \
             first needed",
        ),
    ],
};

static MISPLACED: Component = Component {
    aliases: &["hamming"],
    guarantees: "consistent: a turn moves eight of the twenty corners and edges",
    use_when: "the cube is a few turns from solved, or you compare with textbooks",
    avoid_when: "in all other cases: it is never more than 3",
    ..Component::new("misplaced", "number of misplaced corners and edges divided by eight")
};

static PATTERNS: Component = Component {
    aliases: &["cosets"],
    source: "Reid 1997; Kociemba; distances modulo 3: Cooperman and Finkelstein 1992; corners: \
             Korf 1997",
    guarantees: "admissible; consistent only with the corners",
    use_when: "you want the proved optimum: the large table takes 854 MB and minutes to build, and \
               needs fewer nodes than the small one of 36 MB",
    avoid_when: "a plan of about 20 turns will do: two-phase finds it at once",
    options: &[OptionInfo::choice("table", &["small", "large", "corners", "edges", "korf"])
        .title(
            "the table: 36 MB; 854 MB with the order of four edges; of the corners, 44 MB; of six \
             edges, 21 MB; or the three of 1997, corners and twice six edges",
        )
        .default("small")],
    example: "pdb(large)",
    ..Component::new(
        "pdb",
        "turns that bring flips, twists and a slice's edges home along the worst of three axes",
    )
};

/// Two-phase search.
static TWO_PHASE: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["kociemba"],
        source: "Kociemba 1992",
        guarantees: "finds a plan, never longer than the turns that the cube is given by; its \
                     bound is the length of the shortest plan only if it says so. With a limit of \
                     time, it then proves the optimum with the small table, if time and memory \
                     last",
        use_when: "a plan of about 20 turns will do, and soon",
        avoid_when: "you want the proved optimum: ida-star",
        options: &[
            OptionInfo::integer("longest", 20, 30).title("greatest length of a plan").default("22"),
            OptionInfo::integer("nodes", 0, u64::MAX)
                .title(
                    "nodes during which the plan is shortened, 0 for no limit; by default until \
                     the limit of time or nodes is reached, and 300,000 without one",
                )
                .default(""),
        ],
        example: "two-phase(nodes=0)",
        ..Component::new(
            "two-phase",
            "brings the cube into a subgroup, solves it there, then looks for shorter plans",
        )
    },
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// A number of bytes, with `k`, `M` or `G` for powers of a thousand.
fn bytes_in_words(text: &str) -> Option<u64> {
    let number = text.trim_end_matches(['k', 'M', 'G']);
    let unit = match &text[number.len()..] {
        "" => 1,
        "k" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return None,
    };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().unwrap_or(u64::MAX).saturating_mul(unit))
}

/// The database of `space`, loaded from its file or built, and where it comes from.
fn load<S: PatternSpace>(
    space: &S,
    words: &str,
    tables: &TableSource,
) -> Result<(PatternDatabase, Origin), RegistryError> {
    let path = tables.cache().path(space);
    let is_missing = path.as_ref().is_none_or(|path| !path.exists());
    let name = format!("the table of {words}");
    tables.check_tables(&name, std::iter::once((Builder::bytes(space), is_missing)))?;
    let loaded = tables.build(
        &RefCell::new((name, (1, 1))),
        |builder: &mut Builder<'_>| tables.cache().load_or_build(space, builder),
        Ok,
    )?;
    if let (Origin::Built { replaced, not_stored }, Some(path)) = (&loaded.origin, path) {
        if let Some(error) = replaced {
            let reason = error.to_string();
            tables.notify(&TableEvent::Replaced { path: path.clone(), reason });
        }
        if let Some(error) = not_stored {
            tables.notify(&TableEvent::NotStored { path, reason: error.to_string() });
        }
    }
    Ok((loaded.database, loaded.origin))
}

/// The words for tables in messages.
const OF_COSETS: &str = "flips, twists and slice edges";
const OF_CORNERS: &str = "corners";
const OF_EDGES: &str = "six edges";

/// The heuristic of the corners.
fn corners(tables: &TableSource) -> Result<CornerDistance, RegistryError> {
    Ok(CornerDistance(Arc::new(load(&CornerPattern, OF_CORNERS, tables)?.0)))
}

/// The heuristic of six edges.
fn edges(pattern: EdgePattern, tables: &TableSource) -> Result<EdgeDistance, RegistryError> {
    Ok(EdgeDistance { pattern, table: Arc::new(load(&pattern, OF_EDGES, tables)?.0) })
}

/// Builds the table of `space`, or finds it built.
fn build<S: PatternSpace>(
    space: &S,
    words: &str,
    tables: &TableSource,
) -> Result<BuiltTable, RegistryError> {
    let started = Instant::now();
    let (_, origin) = load(space, words, tables)?;
    Ok(BuiltTable::of(space, &origin, tables.cache(), started.elapsed()))
}

impl Problem for Cubes {
    type Space = Cube;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &MISPLACED, build: |_, _, _| Ok(Built::new(MisplacedCubies)) },
        HeuristicEntry {
            info: &PATTERNS,
            build: |_, options, tables| {
                let [first, second] = EdgePattern::HALVES;
                let has_order = match options.word("table") {
                    "corners" => return Ok(Built::new(corners(tables)?)),
                    "edges" => return Ok(Built::new(edges(first, tables)?)),
                    "korf" => {
                        let edges = Max(edges(first, tables)?, edges(second, tables)?);
                        return Ok(Built::new(Max(corners(tables)?, edges)));
                    }
                    word => word == "large",
                };
                let pattern = CosetPattern { has_order };
                let table = Arc::new(load(&pattern, OF_COSETS, tables)?.0.in_huge_pages());
                Ok(Built::compiled(CosetDistance::new(pattern, table)))
            },
        },
    ];

    const IS_COMPILED: bool = true;

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Cube>>] = &[NamedAlgorithm {
        info: &TWO_PHASE,
        start: |space, options, own| {
            let settings = TwoPhase::default().longest(options.integer("longest") as u32);
            let settings = match options.optional_integer("nodes") {
                Some(0) => settings.nodes(u64::MAX),
                Some(nodes) => settings.nodes(nodes),
                None if own.tables.limits().time.is_some() => {
                    return Ok(Box::new(Proving::new(space, settings, Table::of(own.tables))));
                }
                None if own.is_limited => settings.nodes(u64::MAX),
                None => settings,
            };
            Ok(Box::new(settings.start(space, NoHeuristic)))
        },
    }];

    const QUICK_SOLVER: Option<QuickSolver<Cube>> = Some(("two-phase", first_plan));

    const STEP: [&'static str; 2] = ["turn", "turns"];
    const HOW_TO_PROVE: Option<&'static str> =
        Some("--tables 36M proves the fewest turns (--tables 1G sooner, once its table is built)");

    fn drawn_start(cube: &Cube, with_color: bool) -> Option<String> {
        let letters = cube.initial_state().facelets().map(Face::letter);
        Some(drawn_net(&letters, with_color))
    }

    fn erase(space: Arc<Cube>) -> Typed<Cube> {
        Typed::new(space).with_predecessors().with_commuting()
    }
}

/// The built-in cubes. The superflip needs 20 turns (Reid 1995), more than which no cube needs.
const EXAMPLES: &[(&str, &str)] = &[
    ("checkerboard", "M2 E2 S2"),
    ("cube-in-cube", "F L F U' R U F2 L2 U' L' B D' B' L2 U"),
    ("superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"),
];

/// Turns that lead from the solved cube to this one.
fn scramble(cube: &Cube) -> String {
    let plan = first_plan(cube).map_or_else(Vec::new, |plan| plan.actions);
    let turns: Vec<String> = plan.iter().rev().map(|turn| turn.inverse().to_string()).collect();
    turns.join(" ")
}

impl Domain for Cubes {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "turns from the solved cube, for example `R U2 F'`, or 54 \
                                    facelets";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let default_choice = match options.given("tables") {
            None => 0,
            Some(bytes) => match bytes_in_words(bytes) {
                Some(854_000_000..) => 2,
                Some(36_000_000..) => 1,
                _ => return Err(options.wrong("tables", "at least 36M, for example 1G").into()),
            },
        };
        let space = Arc::new(match Cubies::parse_either(text)? {
            Either::Turns(turns) => Cube::scrambled(&turns),
            Either::Facelets(cubies) => Cube::new(cubies),
        });
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(instance::<Cubes>(&INFO, space, text, &INFO.defaults[default_choice]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let is_scramble = options.word("scramble") == "yes";
        let Some(turns) = options.optional_integer("turns") else {
            return Ok(Box::new(move || {
                let cubies = Cubies::random(&mut random);
                let cube = Cube::new(cubies);
                if is_scramble { scramble(&cube) } else { cube.state_text(&cubies) }
            }));
        };
        Ok(Box::new(move || {
            let mut last: Option<Turn> = None;
            let mut words = Vec::new();
            for _ in 0..turns {
                let mut choice = last.map_or(Turns::ALL, |last| Turns::ALL.after(last));
                last = choice.nth(random.below(choice.len() as u64) as usize);
                words.extend(last.map(|turn| turn.to_string()));
            }
            words.join(" ")
        }))
    }

    fn buildable() -> Option<Buildable> {
        const COMPONENTS: &[&Component] = &[&PATTERNS];
        Some(Buildable { components: COMPONENTS, options: &[], example: "pdb(large)" })
    }

    fn build(
        table: &str,
        _values: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let expression = Expression::read(table)?;
        let all = [&PATTERNS].into_iter();
        let found = expression.component(Kind::Table, all)?;
        let options = Options::read(found, &expression)?;
        let has_order = match options.word("table") {
            "corners" => return Ok(vec![build(&CornerPattern, OF_CORNERS, tables)?]),
            "edges" => return Ok(vec![build(&EdgePattern::HALVES[0], OF_EDGES, tables)?]),
            "korf" => {
                let mut built = vec![build(&CornerPattern, OF_CORNERS, tables)?];
                for half in EdgePattern::HALVES {
                    built.push(build(&half, OF_EDGES, tables)?);
                }
                return Ok(built);
            }
            word => word == "large",
        };
        Ok(vec![build(&CosetPattern { has_order }, OF_COSETS, tables)?])
    }
}

/// A plan of at most 22 turns.
fn first_plan(cube: &Cube) -> Option<Plan<Turn, u32>> {
    TwoPhase::default().solve(cube, NoHeuristic, &Limits::default(), &mut ()).plan
}
