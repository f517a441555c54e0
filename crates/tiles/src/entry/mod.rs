//! The domain of sliding-tile puzzles.

mod heuristics;
mod large;
mod patterns;
mod solvers;
mod stated_tables;
mod text;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use tremaux_core::StateGraph;
use tremaux_core::codes::{Key, ToKey};
use tremaux_domain::algorithms::{best_first, depth_first, little_memory};
use tremaux_domain::erased::{ActionClasses, TieKey, Typed};
use tremaux_domain::{
    Buildable, BuiltOf, BuiltTable, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry,
    ErasedForm, Expression, Generator, HeuristicEntry, Instance, Kind, NamedAlgorithm, OptionInfo,
    Options, Pair, Problem, ReadError, RegistryError, Split, StartOwnSolver, StatedTables,
    Statement, TableSource, instance,
};

use crate::{
    AnyPuzzle, Arrangement, Board, Board64, Board128, ByteBoard, Instance as Puzzle, NumberedTiles,
    Random, Size, Slide, SlidingPuzzle, korf,
};
use tremaux_core::StateSpace;
use tremaux_trace::Place;

use tremaux_domain::java_hash;

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static TILES: &dyn DomainEntry = &Entry::<Tiles>::new();

/// Sliding-tile puzzles.
struct Tiles;

static GOAL: OptionInfo =
    OptionInfo::word("goal", "blank-first, blank-last, ring, spiral, or a board")
        .title("goal arrangement")
        .default("the one of blank-last and blank-first that the board can reach");

/// The goal of boards that are generated, and of tables that are built.
static GOAL_TO_MAKE: OptionInfo = OptionInfo { default: Some("blank-first"), ..GOAL };

static SIZE_TO_BUILD: OptionInfo = OptionInfo::word("size", "COLUMNSxROWS, for example 3x5")
    .title("size of the board")
    .default("the square the patterns fill, or 4x4");

static INFO: DomainInfo = DomainInfo {
    name: "tiles",
    aliases: &["sliding-tiles", "n-puzzle"],
    title: "Sliding-tile puzzles up to 256x256: the 8-, 15-, 24-puzzle and others",
    format: "The tiles row by row, separated by spaces, 0 or _ for the blank:\n  \
             14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\
             Rows may be separated by `/`, `,` or line breaks. A board that is not square needs \
             such separators, or --size.\n\
             In a file: one board per line; `#` starts a comment; two numbers before a board (its \
             number and optimal length in published lists) are ignored.",
    example: "1 2 3 / 4 0 6 / 7 5 8",
    moves: "U D L R: the direction in which the blank moves",
    options: &[
        GOAL,
        OptionInfo::word("size", "COLUMNSxROWS, for example 3x5")
            .title("size of the board")
            .default("from the text"),
        OptionInfo::word("order", "the letters of the four directions, for example DLUR")
            .title("order in which the blank's moves are tried")
            .default("ULRD"),
        OptionInfo::integer("korf", 1, korf::KORF_100.len() as u64)
            .title("number of a 15-puzzle in Korf's list (1985), used instead of INSTANCE"),
    ],
    generator: &[
        OptionInfo::word("size", "COLUMNSxROWS, for example 3x5")
            .title("size of the board")
            .default("4x4"),
        GOAL_TO_MAKE,
        OptionInfo::integer("walk", 0, 1_000_000).title(
            "length of a random walk from the goal; without it, all boards are equally likely",
        ),
    ],
    defaults: &[PATTERNS, WALKING, CONFLICTS, ANYTIME, LARGE],
};

const PATTERNS: DefaultInfo = DefaultInfo::new(
    "4×4 boards whose goal has the blank in the first or last cell",
    "ida-star",
    "pdb(5-5-5)",
)
.why(
    "three small pattern databases, built in a third of a second, solve Korf's 100 instances with \
     a quarter of the nodes of max(walking-distance, linear-conflict); pdb(6-6-3) needs a quarter \
     of that again but takes several seconds to build, so it pays off for many boards",
);

const WALKING: DefaultInfo =
    DefaultInfo::new("boards up to 4×4", "ida-star", "max(walking-distance, linear-conflict)")
        .why("two cheap estimates with different strengths; a few megabytes");

const CONFLICTS: DefaultInfo =
    DefaultInfo::new("larger boards of less than 25 cells", "ida-star", "linear-conflict")
        .why("stronger than Manhattan distance, and still a few nanoseconds per node");

const ANYTIME: DefaultInfo =
    DefaultInfo::new("boards of 25 cells and more, up to 8x8", "anytime-a-star", "linear-conflict")
        .why(
            "a plan soon, which gets better while time and memory last, with a bound beside it; \
             ida-star finds none before it has proved the shortest, which takes hours",
        );

const LARGE: DefaultInfo =
    DefaultInfo::new("boards with more than 8 columns or rows", "parberry", "manhattan")
        .why("finds a plan at once, where optimal search does not finish");

/// Why a board cannot be solved, and which of these goals it can reach.
fn parity(goals: [(&str, bool); 2]) -> Cow<'static, str> {
    let reached = match goals {
        [(one, true), (other, true)] => format!("{one} and {other} can be reached"),
        [(one, false), (other, false)] => format!("neither {one} nor {other} can be reached"),
        [(one, true), _] | [_, (one, true)] => format!("{one} can be reached"),
    };
    format!("start and goal differ in parity, which no move changes; {reached}").into()
}

fn default_choice(puzzle: &Puzzle) -> &'static DefaultInfo {
    let (size, blank) = (puzzle.size(), puzzle.goal().blank());
    let (columns, rows) = (size.width(), size.height());
    match (columns, rows) {
        (4, 4) if blank == 0 || blank == 15 => &INFO.defaults[0],
        (..=4, ..=4) => &INFO.defaults[1],
        _ if size.cells() < 25 => &INFO.defaults[2],
        _ => &INFO.defaults[3],
    }
}

/// A board type and the key of its states in searches that are not compiled for it.
trait NamedBoard: Board<Packed: ToKey<Self::Key>> {
    /// `u64` if a state fits.
    type Key: ErasedForm<u32>;
}

impl NamedBoard for Board64 {
    type Key = u64;
}

impl NamedBoard for Board128 {
    type Key = Key;
}

impl NamedBoard for ByteBoard {
    type Key = Key;
}

/// Puzzles whose boards have the type `B`.
struct TilesOn<B>(PhantomData<B>);

/// Whether searches are compiled for boards with up to this many cells: all of them up to 16
/// cells, IDA* alone up to 25, where the others run out of memory, and none on larger boards. Test
/// builds compile only those for the smallest boards.
const fn compiles(most_cells: usize) -> bool {
    most_cells <= if cfg!(debug_assertions) { 16 } else { 25 }
}

impl<B: NamedBoard> TilesOn<B> {
    const IDA_STAR: Pair<SlidingPuzzle<B>> = Pair::unwatched(
        &depth_first::IDA_STAR,
        depth_first::ida_star_with_strings,
        "4.9 times the erased form, as iterative deepening",
    );

    const PAIRS: &'static [Pair<SlidingPuzzle<B>>] = &[
        Self::IDA_STAR,
        Pair::unwatched(
            &depth_first::DEEPENING,
            depth_first::iterative_deepening_compact,
            "4.9 times, on a 15-puzzle",
        ),
        Pair::unwatched(
            &depth_first::DEPTH_FIRST,
            depth_first::depth_first_compact,
            "4.9 times, as iterative deepening",
        ),
        Pair::any(
            &best_first::A_STAR,
            best_first::a_star,
            "1.16 to 1.30 times, on Korf's instances",
        ),
        Pair::any(
            &best_first::BREADTH_FIRST,
            best_first::breadth_first,
            "1.21 times, on a 15-puzzle",
        ),
        Pair::any(&little_memory::FRONTIER, little_memory::frontier, "1.28 times, there"),
    ];
}

impl<B: NamedBoard> Problem for TilesOn<B> {
    type Space = SlidingPuzzle<B>;
    type Key = B::Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = heuristics::OnBoard::<B>::ALL;

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Self::Space>>] =
        solvers::Own::<B>::SOLVERS;

    const SMALLER: &'static [&'static str] = &["linear-conflict"];

    const IS_COMPILED: bool = true;

    const COMPILED: &'static [Pair<Self::Space>] = if !compiles(B::MOST_CELLS) {
        &[]
    } else if B::MOST_CELLS > 16 {
        &[Self::IDA_STAR]
    } else {
        Self::PAIRS
    };

    fn erase(space: Arc<Self::Space>) -> Typed<Self::Space> {
        let typed = Typed::new(space).with_predecessors();
        // Boards stored in bytes take longest to unpack.
        if const { B::MOST_CELLS > 25 } { typed.keeping_states() } else { typed }
    }

    fn greatest(parts: &[BuiltOf<Self>]) -> Option<BuiltOf<Self>> {
        heuristics::greatest(parts)
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
            // Formatted by hand, as a trace writes millions of them.
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

    fn graph(space: &Self::Space) -> Option<Arc<dyn StateGraph>> {
        let start = Arrangement::of_board(space.size(), &space.initial_state());
        Some(Arc::new(NumberedTiles::new(&start)?))
    }

    fn tie_key() -> Option<TieKey<Self::Space>> {
        Some(polynomial_hash::<B>)
    }

    fn action_classes() -> Option<ActionClasses<Self::Space>> {
        Some(ActionClasses::of_space())
    }

    fn statement(space: &Self::Space, _text: &str) -> Option<Statement> {
        let start = Arrangement::of_board(space.size(), &space.initial_state());
        let goal = format!("{:#}", space.goal());
        let fields = vec![("board", format!("{start:#}").into()), ("goal", goal.into())];
        let is_refuted = !space.is_solvable();
        let refutation = is_refuted.then(|| ("by", "parity".into())).into_iter().collect();
        let goal = space.goal().clone();
        let make = Box::new(move || stated_tables::tables(&goal));
        let tables = Some(StatedTables { of: &patterns::PATTERNS, make });
        Some(Statement { refutation, tables, ..Statement::new(fields) })
    }

    fn proof_of_no_solution(space: &Self::Space) -> Option<Cow<'static, str>> {
        let start = Arrangement::of_board(space.size(), &space.initial_state());
        let is_reached = |name| {
            let goal = Arrangement::parse_goal(name, space.size());
            (name, goal.is_ok_and(|goal| goal.parity() == start.parity()))
        };
        (!space.is_solvable()).then(|| parity(["blank-last", "blank-first"].map(is_reached)))
    }

    fn goal_in_words(space: &Self::Space) -> Option<String> {
        Some(space.goal().goal_text())
    }
}

/// The hash by which a Java library breaks ties between boards.
fn polynomial_hash<B: Board>(puzzle: &SlidingPuzzle<B>, board: &B) -> u64 {
    java_hash((0..puzzle.size().cells()).map(|cell| board.tile(cell) as i32))
}

fn on_board<B: NamedBoard>(
    space: SlidingPuzzle<B>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    instance::<TilesOn<B>>(&INFO, Arc::new(space), text, default_choice)
}

fn entered(puzzle: &Puzzle, order: [Slide; 4]) -> Box<dyn Instance> {
    // Rows are separated if the number of tiles does not determine them.
    let start = puzzle.start();
    let text = if start.size().is_square() { start.to_string() } else { format!("{start:#}") };
    let default_choice = default_choice(puzzle);
    match puzzle.puzzle() {
        AnyPuzzle::Small(space) => {
            on_board::<Board64>(space.with_order(order), text, default_choice)
        }
        AnyPuzzle::Medium(space) => {
            on_board::<Board128>(space.with_order(order), text, default_choice)
        }
        AnyPuzzle::Large(space) => {
            on_board::<ByteBoard>(space.with_order(order), text, default_choice)
        }
    }
}

/// The instance from `start` to the goal in `options`, or else the usual one.
fn to_goal(start: Arrangement, options: &Options<'_>) -> Result<Box<dyn Instance>, RegistryError> {
    let goal = match options.given("goal") {
        Some(_) => goal(options, start.size())?,
        None => start.usual_goal(),
    };
    let puzzle = Puzzle::new(start, goal).expect("a goal of the start's size");
    Ok(entered(&puzzle, order(options)?))
}

/// The order in which the blank's moves are tried.
fn order(options: &Options<'_>) -> Result<[Slide; 4], RegistryError> {
    let slides: Option<Vec<Slide>> =
        options.word("order").chars().map(Slide::from_letter).collect();
    let order = slides.and_then(|slides| <[Slide; 4]>::try_from(slides).ok());
    let order = order.filter(|order| Slide::ALL.iter().all(|slide| order.contains(slide)));
    order.ok_or_else(|| options.wrong("order", "each of U, L, R and D once"))
}

fn size(options: &Options<'_>) -> Result<Option<Size>, RegistryError> {
    options.given("size").map(|_| options.parsed("size", str::parse)).transpose()
}

fn goal(options: &Options<'_>, size: Size) -> Result<Arrangement, RegistryError> {
    options.parsed("goal", |text| Arrangement::parse_goal(text, size))
}

impl Domain for Tiles {
    type Problem = TilesOn<Board64>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "a board";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        if large::size(options).is_some() || large::is_large(text) {
            return large::read(text, options);
        }
        Ok(to_goal(Arrangement::parse(text, size(options)?)?, options)?)
    }

    fn read_all(
        text: &str,
        options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        if large::size(options).is_some() || large::is_large(text) {
            return Some(large::read_all(text, options));
        }
        let all = || -> Result<_, ReadError> {
            let boards = text::boards(text, size(options)?)?;
            let read = |start| to_goal(start, options).map_err(ReadError::from);
            boards.into_iter().map(read).collect()
        };
        Some(all())
    }

    fn named(
        options: &Options<'_>,
    ) -> Result<Option<(&'static str, Box<dyn Instance>)>, RegistryError> {
        let Some(number) = options.optional_integer("korf") else { return Ok(None) };
        let puzzle = korf::fifteen_puzzle(number as usize).expect("a number of the list");
        if let Some(size) = size(options)?.filter(|&size| size != puzzle.size()) {
            let reason = format!("--korf selects a 4x4 board, not {size}");
            return Err(RegistryError::NotApplicable { option: "--size", reason });
        }
        Ok(Some(("korf", to_goal(puzzle.start().clone(), options)?)))
    }

    fn buildable() -> Option<Buildable> {
        const OPTIONS: &[OptionInfo] = &[GOAL_TO_MAKE, SIZE_TO_BUILD];
        const COMPONENTS: &[&Component] = &[&patterns::PATTERNS];
        Some(Buildable { components: COMPONENTS, options: OPTIONS, example: "pdb(5-5-5)" })
    }

    fn build(
        table: &str,
        values: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let expression = Expression::read(table)?;
        let all = [&patterns::PATTERNS].into_iter();
        let found = expression.component(Kind::Table, all)?;
        let options = Options::read(found, &expression)?;
        let size = match (size(values)?, patterns::tiles_of(options.word("patterns"))) {
            (Some(size), _) => size,
            (None, Some(tiles)) => {
                let side = (tiles + 1).isqrt();
                let square = Size::new(side, side).filter(|size| size.cells() == tiles + 1);
                square.ok_or_else(|| {
                    let expected = "sizes that sum to the number of tiles of a square board, or \
                                    `--size`";
                    options.wrong("patterns", expected)
                })?
            }
            (None, None) => Size::new(4, 4).expect("a size"),
        };
        patterns::build_ahead(&goal(values, size)?, &options, tables)
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        if let Some((columns, rows)) = large::size(options) {
            return large::generator(columns, rows, seed, options);
        }
        let size = size(options)?.unwrap_or(Size::new(4, 4).expect("a size"));
        let goal = goal(options, size)?;
        let walk = options.optional_integer("walk");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let board = match walk {
                Some(moves) => goal.random_walk(moves as usize, &mut random),
                None => goal.random(&mut random),
            };
            if size.is_square() { board.to_string() } else { format!("{board:#}") }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Space = SlidingPuzzle<Board64>;

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
}
