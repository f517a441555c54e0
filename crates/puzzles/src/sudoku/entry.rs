//! The domain of Sudoku.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use tremaux_core::codes::Key;
use tremaux_domain::algorithms::depth_first;
use tremaux_domain::erased::{TieKey, Typed};
use tremaux_domain::{
    Advice, AlgorithmInfo, Built, Component, DefaultInfo, DirectOutput, Domain, DomainEntry,
    DomainInfo, Entry, Generator, HeuristicEntry, Instance, NamedAlgorithm, OptionInfo, Options,
    Pair, Problem, Proves, ReadError, RegistryError, Split, StartOwnSolver, Statement, Status,
    WriteLine, instance,
};

use super::{
    Board, Clues, EmptyCells, Generator as Generated, Propagation, RemainingPossibilities, Shape,
    Solver, Step, Sudoku, Technique, TitledBoards, hints,
};
use tremaux_core::Random;
use tremaux_core::{Algorithm, NoHeuristic};

use tremaux_domain::java_hash;

/// The domain's entry in the list of domains.
pub static SUDOKU: &dyn DomainEntry = &Entry::<SudokuDomain>::new();

/// Sudoku.
struct SudokuDomain;

const BOXES: OptionInfo = OptionInfo::word("boxes", "ROWSxCOLUMNS, for example 2x3").title(
    "rows and columns of a box, for example 2x3; by default inferred from the number of cells",
);

/// No technique in particular, and [`Technique::ALL`].
const DIFFICULTIES: &[&str] = &[
    "any",
    "hidden-single",
    "naked-single",
    "pointing",
    "box-line",
    "naked-pair",
    "hidden-pair",
    "naked-triple",
    "hidden-triple",
    "x-wing",
    "swordfish",
    "xy-wing",
    "colouring",
    "chain",
];

static INFO: DomainInfo = DomainInfo {
    name: "sudoku",
    aliases: &["number-place"],
    title: "Sudoku: every row, column and box has each digit once; 4x4 to 25x25",
    format: "81 cells, row by row: digits, and `.`, `0`, `*` or `_` for an empty cell; or 16, 36, \
             64, 100, 144, 225, 256, 400 or 625 cells, with A to P for 10 to 25 (16x16 also in 0 \
             to F with `.` for an empty cell, or in numbers with spaces). Spaces and lines drawn \
             around boxes are ignored.\n\
             In a file: one board per line (.sdm), or one row per line (.sdk, .ss, or CSV) with an \
             optional heading such as `Grid 01` or `[Puzzle]`; or a table with a column `puzzle`; \
             or JSON; `#` starts a comment. Empty cells may also be dashes, `·`, `?` or `x`.",
    example: "3.1....2.....4..",
    moves: "r1c3=4 puts a 4 into row 1, column 3",
    options: &[
        BOXES,
        OptionInfo::choice("example", &["easy", "hard", "seventeen-clues"])
            .title("a built-in sudoku, used instead of INSTANCE"),
    ],
    generator: &[
        OptionInfo::word("boxes", "ROWSxCOLUMNS, for example 2x3")
            .title("rows and columns of a box")
            .default("3x3"),
        OptionInfo::choice("difficulty", DIFFICULTIES).title(
            "the hardest technique needed by a person, as --hints names it; by default pointing \
             for 9x9, which is medium, and any for others",
        ),
    ],
    defaults: &[DefaultInfo::new("all sudokus", "propagation", "empty-cells").why(
        "it fills all forced cells before it guesses, and reports whether the solution is unique",
    )],
};

/// The built-in sudokus: the first of Project Euler 96, AI Escargot (Inkala 2006), and one with the
/// fewest clues that determine a solution.
const EXAMPLES: &[(&str, &str)] = &[
    ("easy", "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."),
    ("hard", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
    (
        "seventeen-clues",
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    ),
];

static EMPTY_CELLS: Component = Component {
    source: "P. Klęsk, SaC",
    guarantees: "consistent, and exact wherever there is a solution",
    use_when: "always: it detects cells without a candidate",
    avoid_when: "",
    ..Component::new("empty-cells", "number of empty cells; infinite if one has no candidate")
};

static POSSIBILITIES: Component = Component {
    aliases: &["possibilities"],
    source: "P. Klęsk, SaC",
    guarantees: "not admissible; an infinite estimate proves a dead end",
    use_when: "greedy-best-first should prefer boards with few candidates",
    avoid_when: "a search should prove optimality",
    ..Component::new(
        "remaining-possibilities",
        "number of candidates of all empty cells; infinite if one has none",
    )
};

static PROPAGATION: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["solver"],
    guarantees: "finds a solution if there is one, and whether it is unique; `expanded` counts \
                 the boards on which it had to guess",
    use_when: "always: it is designed for this puzzle",
    avoid_when: "you want to see a general search",
    options: &[OptionInfo::integer("solutions", 0, u64::MAX)
        .title("number of solutions to find; 2 tells whether the first is unique, 0 finds all")
        .default("2")],
    example: "propagation(solutions=0)",
    ..Component::new(
        "propagation",
        "depth-first search that fills all forced cells before each guess",
    )
})
.proving(Proves::Optimal)
.finding_all();

/// Boards with a side of at most `N`.
struct SudokuProblem<const N: usize>(PhantomData<[(); N]>);

impl<const N: usize> Problem for SudokuProblem<N> {
    type Space = Sudoku<N>;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &EMPTY_CELLS, build: |_, _, _| Ok(Built::new(EmptyCells)) },
        HeuristicEntry {
            info: &POSSIBILITIES,
            build: |_, _, _| Ok(Built::new(RemainingPossibilities)),
        },
    ];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Self::Space>>] = &[NamedAlgorithm {
        info: &PROPAGATION,
        start: |space, options, _| {
            let plan_count = match options.integer("solutions") {
                0 => u64::MAX,
                count => count,
            };
            Ok(Box::new(Propagation::default().plan_count(plan_count).start(space, NoHeuristic)))
        },
    }];

    const COMPILED: &'static [Pair<Self::Space>] = &[Pair::unwatched(
        &depth_first::DEPTH_FIRST,
        depth_first::depth_first_compact,
        "3.8 times the erased form, on the 95 boards of top95",
    )];

    const HAS_ONE_PATH_EACH: bool = true;

    fn erase(space: Arc<Sudoku<N>>) -> Typed<Sudoku<N>> {
        Typed::new(space).keeping_states()
    }

    /// Boards with square boxes, of four or nine rows.
    fn statement(space: &Sudoku<N>, _text: &str) -> Option<Statement> {
        let shape = space.shape();
        if shape.box_rows() != shape.box_columns() || ![4, 9].contains(&shape.side()) {
            return None;
        }
        let sign = |cell: &u8| if *cell == 0 { '.' } else { char::from(b'0' + cell) };
        let grid: String = space.clues().cells().iter().map(sign).collect();
        Some(Statement { seeks_solutions: true, ..Statement::new(vec![("grid", grid.into())]) })
    }

    fn proof_of_no_solution(space: &Sudoku<N>) -> Option<Cow<'static, str>> {
        space.clues().contradiction().map(|reason| reason.to_string().into())
    }

    fn notes(space: &Sudoku<N>) -> Vec<String> {
        space.notes().to_vec()
    }

    fn tie_key() -> Option<TieKey<Sudoku<N>>> {
        Some(|space, board| java_hash(space.digits(board).map(i32::from)))
    }

    fn drawn_goal(space: &Sudoku<N>, board: &Board<N>) -> Option<String> {
        let cells: Vec<u8> = space.digits(board).collect();
        Clues::new(space.shape(), &cells).map(|full| full.drawn())
    }
}

/// The box shape given by `--boxes`, if any.
fn boxes(options: &Options<'_>, most: usize) -> Result<Option<Shape>, RegistryError> {
    let Some(text) = options.given("boxes") else { return Ok(None) };
    let shape = text.trim().split_once(['x', 'X', '×']).and_then(|(rows, columns)| {
        Shape::new(rows.trim().parse().ok()?, columns.trim().parse().ok()?)
    });
    let shape = shape.filter(|shape| shape.side() <= most);
    let expected =
        || format!("rows and columns of a box with at most {most} cells, for example 2x3");
    shape.map(Some).ok_or_else(|| options.wrong("boxes", expected()))
}

fn entered(clues: &Clues, notes: &[String]) -> Box<dyn Instance> {
    fn of<const N: usize>(clues: &Clues, notes: &[String]) -> Option<Box<dyn Instance>> {
        let (text, default_choice) = (clues.to_string(), &INFO.defaults[0]);
        let space = Arc::new(Sudoku::<N>::new(clues)?.with_notes(notes.to_vec()));
        Some(instance::<SudokuProblem<N>>(&INFO, space, text, default_choice))
    }
    of::<9>(clues, notes)
        .or_else(|| of::<{ Shape::MOST }>(clues, notes))
        .expect("no board is larger")
}

/// Writes the solution of each board, which is followed by `(not unique)` if there are others, or
/// `no solution`.
fn solve_all(
    text: &str,
    options: &Options<'_>,
    write: &mut WriteLine<'_>,
) -> Result<(), ReadError> {
    let boards = Clues::parse_all(text, boxes(options, Shape::MOST)?)?;
    let mut solver = Solver::new(&boards[0]);
    let mut cells = Vec::new();
    let mut line = String::new();
    let deadline = options.deadline();
    // Branches between two looks at the deadline.
    const SLICE: u64 = 10_000;
    let next_solution = |solver: &mut Solver| loop {
        match solver.step(SLICE) {
            Step::Paused if deadline.reached().is_none() => {}
            step => return step,
        }
    };
    for clues in &boards {
        solver.load(clues);
        line.clear();
        let first = next_solution(&mut solver);
        if first == Step::Solution {
            cells.clear();
            cells.resize(clues.cells().len(), 0);
            solver.write_solution(&mut cells);
            assert!(clues.is_solution(&cells), "a wrong solution of {clues}");
            for &digit in &cells {
                line.push(clues.shape().sign(digit));
            }
            match next_solution(&mut solver) {
                Step::Solution => line.push_str(" (not unique)"),
                Step::Paused => line.push_str(" (not known whether it is the only one)"),
                Step::Exhausted => {}
            }
        } else {
            line.push_str(if first == Step::Paused { "limit reached" } else { "no solution" });
        }
        let status = match first {
            Step::Solution => Status::Solved,
            Step::Paused => Status::Limit,
            Step::Exhausted => Status::NoSolution,
        };
        if !write(&line, status) {
            break;
        }
    }
    Ok(())
}

impl Domain for SudokuDomain {
    type Problem = SudokuProblem<9>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "a sudoku";
    const OUTPUTS: &'static [DirectOutput] = &[
        DirectOutput {
            name: "solutions-only",
            help: "Print nothing but the solution of each board, one per line",
            run: solve_all,
        },
        DirectOutput {
            name: "hints",
            help: "Print how a person solves each board of 9x9: the steps with their reasons, \
                   drawn: [ ] is written, ( ) are the cells of the reason, < > lose candidates",
            run: hints::write,
        },
    ];

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let shape = boxes(options, Shape::MOST)?;
        let (clues, notes) = Clues::parse_noted(text, shape)?;
        Ok(entered(&clues, &notes))
    }

    fn advise(text: &str, options: &Options<'_>) -> Result<Option<Advice>, ReadError> {
        let clues = Clues::parse_shaped(text, boxes(options, Shape::MOST)?)?;
        Ok(Some(hints::advice(&clues)))
    }

    fn read_all(
        text: &str,
        options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        let all = || -> Result<_, ReadError> {
            let shape = boxes(options, Shape::MOST)?;
            let TitledBoards { boards, notes } = Clues::parse_titled(text, shape)?;
            let with_title = |(title, clues): (Option<String>, Clues)| {
                let mut instance = entered(&clues, &notes);
                instance.set_title(title);
                instance
            };
            Ok(boards.into_iter().map(with_title).collect())
        };
        Some(all())
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let shape = boxes(options, 16)?.unwrap_or(Shape::NINE);
        let usual = if shape == Shape::NINE { "pointing" } else { "any" };
        let difficulty = options.given("difficulty").unwrap_or(usual);
        let technique = Technique::ALL.into_iter().zip(&DIFFICULTIES[1..]);
        let technique = technique.filter(|(_, name)| **name == difficulty).map(|(it, _)| it).next();
        if technique.is_some() && shape != Shape::NINE {
            return Err(options.wrong("difficulty", "`any` for boards that are not of 9x9"));
        }
        let mut generator = Generated::new(shape);
        let mut random = Random::new(seed);
        let deadline = options.deadline();
        Ok(Box::new(move || {
            let goes_on = &mut || deadline.reached().is_none();
            let clues = match technique {
                Some(technique) => generator.next_rated(technique, &mut random, goes_on),
                None => generator.next_while(&mut random, goes_on),
            };
            clues.map_or_else(String::new, |clues| clues.to_string())
        }))
    }
}
