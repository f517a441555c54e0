//! Sliding-tile puzzles by name.

mod heuristics;
mod large;
mod patterns;
mod solvers;
mod text;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::{AnyHeuristic, ParseError, StateSpace};
use tremaux_puzzles::tiles::{
    Arrangement, Board, Board64, Instance as Puzzle, Random, Size, SlidingPuzzle, Visitor, korf,
};
use tremaux_trace::Place;

use super::keys::java_hash;
use super::reading::{in_instance, in_option, number, value};
use crate::algorithms::{AlgorithmInfo, Construction};
use crate::build::{Buildable, BuiltTable};
use crate::capability::{With, Without};
use crate::compiled::{Built, Compiled};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::{Kind, RegistryError};
use crate::estimator::Estimator;
use crate::expression::Expression;
use crate::options::Options;
use crate::problem::{ActionClasses, Problem, TieKey, component};
use crate::tables::TableSource;

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static TILES: Tiles = Tiles;

/// Sliding-tile puzzles.
pub(crate) struct Tiles;

static GOAL: OptionInfo = OptionInfo {
    name: "goal",
    title: "where the tiles are to be brought",
    kind: OptionKind::Word { form: "blank-first, blank-last, ring, spiral, or a board" },
    default: Some("blank-first"),
};

static SIZE_TO_BUILD: OptionInfo = OptionInfo {
    name: "size",
    title: "the size of the boards",
    kind: OptionKind::Word { form: "columns x rows, as 3x5" },
    default: Some("the square that the patterns fill, or 4x4"),
};

static INFO: DomainInfo = DomainInfo {
    name: "tiles",
    aliases: &["sliding-tiles", "n-puzzle"],
    title: "Sliding-tile puzzles of up to 256x256: the 8-, 15- and 24-puzzle and the like",
    format: "The tiles row by row, 0 or _ for the blank, with white space between:\n  \
             14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\
             Rows may be parted by `/`, `,` or the ends of lines. They then tell the size of a \
             board that is not square; so does --size.\n\
             In a file: one board a line; `#` starts a comment; two numbers in front of a \
             board, its number and optimal length as in published lists, are passed over.",
    example: "1 4 2 / 3 0 5 / 6 7 8",
    moves: "U D L R, the way the blank goes",
    options: &[
        GOAL,
        OptionInfo {
            name: "size",
            title: "the size of the board",
            kind: OptionKind::Word { form: "columns x rows, as 3x5" },
            default: Some("from the text"),
        },
        OptionInfo {
            name: "korf",
            title: "instead of INSTANCE, a 15-puzzle of Korf's list (1985)",
            kind: OptionKind::Integer { least: 1, most: korf::KORF_100.len() as u64 },
            default: None,
        },
    ],
    generator: &[
        OptionInfo {
            name: "size",
            title: "the size of the boards",
            kind: OptionKind::Word { form: "columns x rows, as 3x5" },
            default: Some("4x4"),
        },
        GOAL,
        OptionInfo {
            name: "walk",
            title: "moves of a random walk from the goal; without it all boards are equally likely",
            kind: OptionKind::Integer { least: 0, most: 1_000_000 },
            default: None,
        },
    ],
    defaults: &[PATTERNS, WALKING, CONFLICTS, LARGE],
};

const PATTERNS: DefaultInfo = DefaultInfo {
    case: "boards of 4x4 with the goal's blank in the first or last cell",
    algorithm: "ida-star",
    heuristic: "pdb(5-5-5)",
    why: "three small pattern databases, built in a third of a second, proved all of Korf's 100 with \
          a quarter of the nodes of max(walking-distance, linear-conflict); pdb(6-6-3) takes a \
          quarter again, and several seconds to build, so it pays for many boards at once",
};

const WALKING: DefaultInfo = DefaultInfo {
    case: "boards of at most 4 columns and 4 rows with any other goal",
    algorithm: "ida-star",
    heuristic: "max(walking-distance, linear-conflict)",
    why: "two cheap estimates that are good at different boards; no memory to speak of",
};

const CONFLICTS: DefaultInfo = DefaultInfo {
    case: "larger boards of up to 8x8",
    algorithm: "ida-star",
    heuristic: "linear-conflict",
    why: "stronger than Manhattan distance and still a few nanoseconds a node",
};

const LARGE: DefaultInfo = DefaultInfo {
    case: "boards of more than 8 columns or rows",
    algorithm: "parberry",
    heuristic: "manhattan",
    why: "a plan at once, where no search for a shortest one comes to an end",
};

/// Why some boards cannot be solved.
const PARITY: &str = "start and goal differ in parity, which no move changes";

fn default_choice(puzzle: &Puzzle) -> &'static DefaultInfo {
    let (size, blank) = (puzzle.size(), puzzle.goal().blank());
    let (columns, rows) = (size.width(), size.height());
    match (columns, rows) {
        (4, 4) if blank == 0 || blank == 15 => &INFO.defaults[0],
        (..=4, ..=4) => &INFO.defaults[1],
        _ => &INFO.defaults[2],
    }
}

/// Puzzles whose boards have the type `B`.
struct TilesOn<B>(PhantomData<B>);

impl<B: Board> Problem for TilesOn<B> {
    type Space = SlidingPuzzle<B>;
    type Typed = With;
    type Undo = With;
    type Backward = With;
    // Small boards alone are numbered, and that is a matter of size, not of type.
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = heuristics::ALL;

    const CONSTRUCTIONS: &'static [Construction<Self::Space>] = solvers::Own::<B>::CONSTRUCTIONS;

    fn heuristic(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Self::Space>>, RegistryError> {
        let built = heuristics::build(space.goal(), component, options, &TableSource::default());
        built.map(|built| built.heuristic)
    }

    fn built(
        space: &Self::Space,
        component: &'static Component,
        options: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Built<Self::Space>, RegistryError> {
        heuristics::build(space.goal(), component, options, tables)
    }

    fn greatest(parts: &[Built<Self::Space>]) -> Option<Built<Self::Space>> {
        heuristics::greatest(parts)
    }

    fn shared(estimator: Estimator<Self::Space>) -> Option<Arc<dyn Compiled<Self::Space>>> {
        Some(Arc::new(estimator))
    }

    fn heuristic_key(space: &Self::Space) -> String {
        format!("{:#}", space.goal())
    }

    fn place<'a>(
        space: &Self::Space,
        board: &<Self::Space as StateSpace>::State,
        scratch: &'a mut String,
    ) -> Place<'a> {
        let size = space.size();
        for cell in 0..size.cells() {
            if cell > 0 {
                scratch.push_str(if size.column(cell) == 0 { " / " } else { " " });
            }
            // By hand: a trace writes millions of them.
            let tile = board.tile(cell);
            if tile >= 100 {
                scratch.push(char::from(b'0' + (tile / 100 % 10) as u8));
            }
            if tile >= 10 {
                scratch.push(char::from(b'0' + (tile / 10 % 10) as u8));
            }
            scratch.push(char::from(b'0' + (tile % 10) as u8));
        }
        Place::Text { text: scratch.as_str().into() }
    }

    fn tie_key() -> Option<TieKey<Self::Space>> {
        Some(polynomial_hash::<B>)
    }

    fn action_classes() -> Option<ActionClasses<Self::Space>> {
        Some(ActionClasses::of_space())
    }

    fn proof_of_no_solution(space: &Self::Space) -> Option<Cow<'static, str>> {
        (!space.is_solvable()).then(|| PARITY.into())
    }
}

/// The hash by which a Java library orders equal boards.
fn polynomial_hash<B: Board>(puzzle: &SlidingPuzzle<B>, board: &B) -> u64 {
    java_hash((0..puzzle.size().cells()).map(|cell| board.tile(cell) as i32))
}

/// Makes an entry of a puzzle, whatever its boards.
struct Enter(String, &'static DefaultInfo);

impl Visitor for Enter {
    type Output = Box<dyn Instance>;

    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) -> Box<dyn Instance> {
        let Self(text, default_choice) = self;
        let space = Arc::new(puzzle);
        Box::new(InstanceOf::<TilesOn<B>> { domain: &INFO, space, text, default_choice })
    }
}

fn entered(puzzle: &Puzzle) -> Box<dyn Instance> {
    // Rows are marked where the number of tiles does not tell them.
    let start = puzzle.start();
    let text = if start.size().is_square() { start.to_string() } else { format!("{start:#}") };
    puzzle.puzzle().visit(Enter(text, default_choice(puzzle)))
}

fn size(given: Given<'_>) -> Result<Option<Size>, RegistryError> {
    let parse = |text: &str| text.parse().map_err(|error| in_option("size", text, error));
    value(given, "size").map(parse).transpose()
}

fn goal(given: Given<'_>, size: Size) -> Result<Arrangement, RegistryError> {
    let text = value(given, "goal").unwrap_or("blank-first");
    Arrangement::parse_goal(text, size).map_err(|error| in_option("goal", text, error))
}

impl DomainEntry for Tiles {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<TilesOn<Board64>>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<TilesOn<Board64>>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        if let Source::One(text) | Source::Many(text) = source
            && value(given, "korf").is_none()
            && (large::size(given).is_some() || large::is_large(text))
        {
            return large::instances(text, given);
        }
        let size = size(given)?;
        let about = |text: &str| {
            let text = text.to_owned();
            move |error: ParseError| in_instance(&text, error)
        };
        let numbered = value(given, "korf");
        let starts = match source {
            Source::One(text) | Source::Many(text) if numbered.is_some() => {
                let expected = "no board beside --korf, which names one";
                return Err(about(text)(ParseError::about(text, text.trim(), expected)));
            }
            Source::One(text) => vec![Arrangement::parse(text, size).map_err(about(text))?],
            Source::Many(text) => text::boards(text, size).map_err(about(text))?,
            Source::Options => {
                let Some(number) = number(given, INFO.options, "korf")? else {
                    let expected = "a board, --file FILE or --korf N";
                    return Err(about("")(ParseError::at_end("", expected)));
                };
                let puzzle = korf::fifteen_puzzle(number as usize).expect("a number of the list");
                if let Some(size) = size.filter(|&size| size != puzzle.size()) {
                    let reason = format!("--korf names boards of 4x4, not of {size}");
                    return Err(RegistryError::NotApplicable { option: "--size", reason });
                }
                vec![puzzle.start().clone()]
            }
        };
        let mut instances = Vec::with_capacity(starts.len());
        for start in starts {
            let goal = goal(given, start.size())?;
            let puzzle = Puzzle::new(start, goal).expect("a goal of the start's size");
            instances.push(entered(&puzzle));
        }
        Ok(instances)
    }

    fn buildable(&self) -> Option<Buildable> {
        const OPTIONS: &[OptionInfo] = &[GOAL, SIZE_TO_BUILD];
        const COMPONENTS: &[&Component] = &[&patterns::PATTERNS];
        Some(Buildable { components: COMPONENTS, options: OPTIONS, example: "pdb(5-5-5)" })
    }

    fn build(
        &self,
        table: &str,
        given: Given<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let expression = Expression::parse(table).map_err(|error| RegistryError::Expression {
            text: table.to_owned(),
            error: error.into(),
        })?;
        let all = [&patterns::PATTERNS].into_iter();
        let found = component(Kind::Table, all, &expression, table)?;
        let options = Options::read(found, &expression, table)?;
        let size = match (size(given)?, patterns::tiles_of(options.word("patterns"))) {
            (Some(size), _) => size,
            (None, Some(tiles)) => {
                let side = (tiles + 1).isqrt();
                let square = Size::new(side, side).filter(|size| size.cells() == tiles + 1);
                square.ok_or_else(|| {
                    let expected = "sizes that sum to the tiles of a square board, or `--size`";
                    options.wrong("patterns", expected)
                })?
            }
            (None, None) => Size::new(4, 4).expect("a size"),
        };
        patterns::build_ahead(&goal(given, size)?, &options, tables)
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        if let Some(size) = large::size(given) {
            return large::generate(size, seed, count, given);
        }
        let size = size(given)?.unwrap_or(Size::new(4, 4).expect("a size"));
        let goal = goal(given, size)?;
        let walk = number(given, INFO.generator, "walk")?;
        let mut random = Random::new(seed);
        Ok(Box::new((0..count).map(move |_| {
            let board = match walk {
                Some(moves) => goal.random_walk(moves as usize, &mut random),
                None => goal.random(&mut random),
            };
            if size.is_square() { board.to_string() } else { format!("{board:#}") }
        })))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tremaux_core::{
        Limits, Notation, Observer, Plan, Progress, Search, SearchReport, StateSpace, Statistics,
        Termination,
    };

    use super::*;
    use crate::algorithms::algorithms;
    use crate::checkpoint::Identity;
    use crate::running::{Running, SearchOf, Setting};

    /// Claims to have found a plan.
    struct Claim(Vec<&'static str>, u32);

    type Space = SlidingPuzzle<Board64>;

    fn puzzle() -> Space {
        let puzzle = Puzzle::parse("1 4 2 / 3 0 5 / 6 7 8", "blank-first", None).expect("a puzzle");
        SlidingPuzzle::new(&puzzle).expect("nine cells")
    }

    impl Search<Space> for Claim {
        fn advance<O: Observer<Space> + ?Sized>(&mut self, _: &Limits, _: &mut O) -> Progress {
            Progress::Done(Termination::Finished)
        }

        fn report(&self) -> SearchReport<tremaux_puzzles::tiles::Move, u32> {
            let space = puzzle();
            let mut state = space.initial_state();
            let actions = self.0.iter().map(|word| {
                let action = space.parse_action(&state, word).expect("a move");
                space.apply(&mut state, action);
                action
            });
            SearchReport {
                plan: Some(Plan { actions: actions.collect(), cost: self.1 }),
                lower_bound: self.1,
                termination: Termination::Finished,
                statistics: Statistics::default(),
            }
        }
    }

    #[test]
    fn boards_are_ordered_by_their_polynomial_hash() {
        let key = |text: &str| {
            let instance = Puzzle::parse(text, "blank-first", None).expect("a puzzle");
            let puzzle = Space::new(&instance).expect("sixteen cells at most");
            polynomial_hash(&puzzle, &puzzle.initial_state())
        };
        // 31^4 + 31^2 + 2 * 31 + 3, as a signed number counted from the least one.
        assert_eq!(key("0 1 2 3"), (1 << 31) + 923_521 + 961 + 62 + 3);
        assert!(key("0 1 3 2") > key("0 1 2 3"));
        // The sum for sixteen cells overflows many times: computed apart in wide numbers.
        let tiles = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3_i128];
        let wide = tiles.iter().fold(1, |hash, tile| 31 * hash + tile) & 0xFFFF_FFFF;
        let signed = if wide >= 1 << 31 { wide - (1 << 32) } else { wide };
        let ours = i128::from(key("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"));
        assert_eq!(ours, signed + (1 << 31));
    }

    #[test]
    fn a_plan_is_shown_only_if_it_stands_up_to_being_replayed() {
        let report = |moves: &[&'static str], cost| {
            let setting = Setting {
                domain: "tiles",
                instance: String::new(),
                algorithm: String::new(),
                info: algorithms::<TilesOn<Board64>>()[0],
                heuristic: None,
                seed: 0,
                threads: 1,
                building: Duration::ZERO,
                identity: Identity::new("tiles", ("", ""), "", None, None),
            };
            let search = Box::new(Claim(moves.to_vec(), cost));
            SearchOf::<TilesOn<Board64>>::new(Arc::new(puzzle()), search, setting).report()
        };
        assert_eq!(
            report(&["U", "L"], 2).expect("a right plan").cost.map(|cost| cost.0),
            Some(2.0)
        );
        let wrong = Err(RegistryError::WrongPlan { algorithm: "breadth-first" });
        assert_eq!(report(&["U", "L"], 1), wrong, "too cheap");
        assert_eq!(report(&["U"], 1), wrong, "no goal");
        assert_eq!(report(&["L", "U"], 2), wrong, "another way");
    }
}
