//! The sliding puzzles of *SaC*.

use tremaux_core::{Algorithm, Heuristic};
use tremaux_search::reference::{
    Conventions, IdaStarConventions, Number, Outcome, Rank, graph_search, ida_star,
};
use tremaux_search::{AnyOrder, BestFirst, Buckets, IdaStar};
use tremaux_tiles::{
    Arrangement, Board, Board64, Instance, LinearConflict, Manhattan, Misplaced,
    PrintedLinearConflict, Random, Size, Slide, SlidingPuzzle, korf,
};

use super::SAC;
use crate::context::Context;
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{About, Count, Decimal, Nothing, Text};
use crate::statistics::Sample;

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);
const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Textbook);
const ENGINE: RowKind = RowKind(Kind::Orientation, Code::Engine);

type Puzzle = SlidingPuzzle<Board64>;
type Plain<'a> = &'a dyn Heuristic<Puzzle, Memo = ()>;

/// Java's hash of a list of numbers, by which the library identifies a board.
pub(super) fn java_hash_of(cells: impl Iterator<Item = i32>) -> i64 {
    cells.fold(1, |hash: i32, cell| hash.wrapping_mul(31).wrapping_add(cell)).into()
}

fn java_hash<const CELLS: usize>(board: &Board64) -> i64 {
    java_hash_of((0..CELLS).map(|cell| board.tile(cell) as i32))
}

fn count(value: usize) -> Obtained {
    Obtained::Count(value as u64)
}

/// The puzzle from `start` to the goal with the blank first.
fn to_blank_first(start: Arrangement) -> Puzzle {
    let goal = Arrangement::blank_first(start.size());
    let instance = Instance::new(start, goal).expect("of one size");
    Puzzle::new(&instance).expect("at most sixteen cells")
}

fn small_goal() -> Arrangement {
    Arrangement::blank_first(Size::new(3, 3).expect("in range"))
}

/// The numbers of closed, open, both and moves. The moves themselves are included for A* with
/// an estimate that leaves only one plan.
fn eight_puzzle(context: &Context, rank: Rank, heuristic: Plain<'_>) -> Figures {
    let size = Size::new(3, 3).expect("in range");
    let start = Arrangement::new(size, &[0, 3, 2, 4, 7, 8, 1, 5, 6]).expect("every tile once");
    let space = to_blank_first(start);
    let conventions = context.conventions(Conventions::sac(rank, java_hash::<9>));
    let outcome = graph_search(&space, &heuristic, &conventions);
    let plan = outcome.plan.expect("solvable");
    let letters: String = plan.actions.iter().map(|mv| mv.slide().letter()).collect();
    let letters = if plan.actions.len() > 40 { "–".to_owned() } else { letters };
    Ok(vec![
        count(outcome.closed),
        count(outcome.open),
        count(outcome.closed + outcome.open),
        Obtained::Count(plan.cost.into()),
        Obtained::Text(letters),
    ])
}

fn conflicts(goal: &Arrangement) -> PrintedLinearConflict {
    PrintedLinearConflict::to_goal(goal).expect("blank first")
}

/// One 8-puzzle with five searches.
pub(super) static EIGHT_PUZZLE: Table = Table {
    name: "8-puzzle",
    title: "The 8-puzzle 0 3 2 / 4 7 8 / 1 5 6",
    source: SAC,
    conventions: "Goal 0 1 2 / 3 4 5 / 6 7 8. Open is ordered by f or h, ties by the 32-bit \
        signed polynomial hash of the board, lowest first; a child already in open replaces the \
        existing entry only if it comes before it in the order; closed boards are never reopened; \
        the goal counts as closed. The printed linear conflict is not the usual one.",
    rows: "search",
    columns: &["closed", "open", "sum", "moves", "the blank's moves"],
    entries: &[
        EXACT.row(
            "8-puzzle/manhattan",
            "A*, Manhattan",
            &[Count(62), Count(44), Count(106), Count(16), Text("DRDRULLDRUULDRUL")],
            |context| eight_puzzle(context, Rank::GPlusH, &Manhattan::to_goal(&small_goal())),
        ),
        EXACT.row(
            "8-puzzle/linear-conflict",
            "A*, Manhattan + linear conflicts",
            &[Count(45), Count(33), Count(78), Count(16), Nothing],
            |context| eight_puzzle(context, Rank::GPlusH, &conflicts(&small_goal())),
        ),
        EXACT.row(
            "8-puzzle/misplaced",
            "A*, misplaced tiles",
            &[Count(413), Count(259), Count(672), Count(16), Nothing],
            |context| eight_puzzle(context, Rank::GPlusH, &Misplaced::to_goal(&small_goal())),
        ),
        EXACT.row(
            "8-puzzle/best-first-linear-conflict",
            "best-first, Manhattan + linear conflicts",
            &[Count(22), Count(19), Count(41), Count(18), Text("RDDRULULDDRUULDRUL")],
            |context| eight_puzzle(context, Rank::H, &conflicts(&small_goal())),
        ),
        EXACT.row(
            "8-puzzle/best-first-manhattan",
            "best-first, Manhattan",
            &[Count(399), Count(282), Count(681), Count(134), Nothing],
            |context| eight_puzzle(context, Rank::H, &Manhattan::to_goal(&small_goal())),
        ),
    ],
};

/// The means of closed and open of A* on boards a thousand random moves from the goal.
fn means(context: &Context, heuristic: Plain<'_>) -> Figures {
    /// The number of boards in the source.
    const PRINTED_TRIALS: f64 = 100.0;
    const MOVES: usize = 1000;
    let goal = small_goal();
    // Use the same boards for every heuristic.
    let mut random = Random::new(context.seed_for("boards of a thousand moves"));
    let (mut closed, mut open) = (Sample::default(), Sample::default());
    for trial in 0..context.trials {
        context.check()?;
        context.say(|| format!("board {trial} of {}", context.trials));
        let space = to_blank_first(goal.random_walk(MOVES, &mut random));
        let conventions = context.conventions(Conventions::sac(Rank::GPlusH, java_hash::<9>));
        let outcome = graph_search(&space, &heuristic, &conventions);
        closed.add(outcome.closed as f64);
        open.add(outcome.open as f64);
    }
    Ok(vec![closed.beside(PRINTED_TRIALS), open.beside(PRINTED_TRIALS)])
}

/// The table of random 8-puzzles.
pub(super) static MEANS: Table = Table {
    name: "8-puzzle-means",
    title: "Random 8-puzzles by A*: means of closed and open",
    source: SAC,
    conventions: "Conventions as for the single 8-puzzle. 1,000 random moves from the goal: 100 \
        boards in the source; here the number is set by --trials, and no tile moves twice in a \
        row, which makes no visible difference after so many moves. For comparison only: of so few \
        boards, the source's means are uncertain by a tenth, and intervals of 4 standard errors \
        are so wide that no change of a convention leaves them.",
    rows: "heuristic",
    columns: &["closed", "open"],
    entries: &[
        BESIDE
            .row(
                "8-puzzle-means/misplaced",
                "misplaced tiles",
                &[Decimal(12_263.89, 2), Decimal(5_865.45, 2)],
                |context| means(context, &Misplaced::to_goal(&small_goal())),
            )
            .quick(6),
        BESIDE
            .row(
                "8-puzzle-means/manhattan",
                "Manhattan",
                &[Decimal(1_024.44, 2), Decimal(588.19, 2)],
                |context| means(context, &Manhattan::to_goal(&small_goal())),
            )
            .quick(2),
        BESIDE
            .row(
                "8-puzzle-means/linear-conflict",
                "Manhattan + linear conflicts",
                &[Decimal(530.14, 2), Decimal(316.81, 2)],
                |context| means(context, &conflicts(&small_goal())),
            )
            .quick(1),
    ],
};

/// One of Korf's hundred instances. The blank moves up, down, left, right.
fn number(number: usize) -> Puzzle {
    let instance = korf::fifteen_puzzle(number).expect("of a hundred");
    let puzzle = Puzzle::new(&instance).expect("sixteen cells");
    puzzle.with_order([Slide::Up, Slide::Down, Slide::Left, Slide::Right])
}

fn fifteen_goal() -> Arrangement {
    Arrangement::blank_first(Size::new(4, 4).expect("in range"))
}

/// The numbers of closed, open and moves.
fn figures(outcome: Outcome<Puzzle>) -> Figures {
    let cost = outcome.plan.expect("solvable").cost;
    Ok(vec![count(outcome.closed), count(outcome.open), Obtained::Count(cost.into())])
}

/// A* on one of the instances, using the textbook form.
fn a_star_of_text(context: &Context, nth: usize, heuristic: Plain<'_>, merges: bool) -> Figures {
    context.say(|| format!("no. {nth} by the textbook form of A*"));
    let mut conventions: Conventions<Number<Board64>> =
        Conventions::sac(Rank::GPlusH, java_hash::<16>);
    if merges {
        conventions = conventions.merging_equal_numbers();
    }
    figures(graph_search(&number(nth), &heuristic, &context.conventions(conventions)))
}

/// IDA* on no. 85, using the textbook form, which counts every visit as closed.
fn ida_star_85(heuristic: Plain<'_>) -> Figures {
    let conventions = IdaStarConventions { keeps_visits: false, ..IdaStarConventions::default() };
    figures(ida_star(&number(85), &heuristic, &conventions))
}

/// IDA* with the engine, which never steps straight back: nodes expanded, none open, moves.
fn ida_star_of_ours(context: &Context, nth: usize) -> Figures {
    let space = number(nth);
    let heuristic = LinearConflict::to_goal(space.goal());
    let report = IdaStar::compact().solve(&space, &heuristic, &context.limits(), &mut ());
    let report = context.ended(report)?;
    let cost = report.plan.expect("solvable").cost;
    let closed = Obtained::Count(report.statistics.expanded);
    Ok(vec![closed, Obtained::Count(0), Obtained::Count(cost.into())])
}

/// A* with the engine: closed, open, moves.
fn a_star_of_ours(context: &Context, nth: usize) -> Figures {
    let space = number(nth);
    let heuristic = LinearConflict::to_goal(space.goal());
    let a_star = BestFirst::a_star().open_list(Buckets).ties(AnyOrder);
    let limits = context.limits().with_memory(400_000_000);
    let report = context.ended(a_star.solve(&space, &heuristic, &limits, &mut ()))?;
    let cost = report.plan.as_ref().expect("solvable").cost;
    assert!(report.is_proven_optimal(), "A* proves what it returns");
    let counts = [report.statistics.closed, report.statistics.open, cost.into()];
    Ok(counts.map(Obtained::Count).to_vec())
}

const LESS: &str = "Ours never steps straight back and uses the admissible form; the source does \
    not say what it does.";
const A_STAR: &str = "Different tie-breaking, and the admissible form of linear conflict.";
const MEMORY: &str = "In the source, A* exceeded 2 GB; here its tables stay below 400 MB.";

/// Korf's instances nos. 85, 5, 2, 54 and 1.
pub(super) static FIFTEEN_PUZZLE: Table = Table {
    name: "15-puzzle",
    title: "Korf's 15-puzzles nos. 85, 5, 2, 54 and 1",
    source: SAC,
    conventions: "Goal with the blank first; conventions as for the single 8-puzzle. The library \
        identifies boards by a 32-bit hash and therefore merges some different boards; both \
        counts are given. Rows marked as orientation depend on details that the source does not \
        state.",
    rows: "search",
    columns: &["closed", "open", "moves"],
    entries: &[
        EXACT
            .row(
                "15-puzzle/85-merged",
                "no. 85, A*, printed linear conflict, boards with equal hashes merged",
                &[Count(174_193), Count(161_101), Count(44)],
                |context| a_star_of_text(context, 85, &conflicts(&fifteen_goal()), true),
            )
            .quick(1),
        EXACT
            .row(
                "15-puzzle/85",
                "no. 85, A*, printed linear conflict",
                &[Count(174_202), Count(161_129), Count(44)],
                |context| a_star_of_text(context, 85, &conflicts(&fifteen_goal()), false),
            )
            .quick(1),
        EXACT
            .row(
                "15-puzzle/85-admissible",
                "no. 85, A*, admissible linear conflict",
                &[Count(177_924), Count(163_694), Count(44)],
                |context| {
                    a_star_of_text(context, 85, &LinearConflict::to_goal(&fifteen_goal()), false)
                },
            )
            .quick(1),
        EXACT
            .row(
                "15-puzzle/85-manhattan",
                "no. 85, A*, Manhattan",
                &[Count(459_586), Count(407_606), Count(44)],
                |context| a_star_of_text(context, 85, &Manhattan::to_goal(&fifteen_goal()), false),
            )
            .quick(3),
        EXACT
            .row(
                "15-puzzle/5-merged",
                "no. 5, A*, printed linear conflict, boards with equal hashes merged",
                &[Count(1_552_424), Count(1_431_134), Count(56)],
                |context| a_star_of_text(context, 5, &conflicts(&fifteen_goal()), true),
            )
            .quick(6)
            .with_comment("The slides print 1.6·10⁶ and 1.4·10⁶."),
        EXACT
            .row(
                "15-puzzle/2-merged",
                "no. 2, A*, printed linear conflict, boards with equal hashes merged",
                &[Count(2_552_996), Count(2_139_060), Count(55)],
                |context| a_star_of_text(context, 2, &conflicts(&fifteen_goal()), true),
            )
            .quick(9)
            .with_comment("The slides print 2.6·10⁶ and 2.1·10⁶."),
        EXACT.row(
            "15-puzzle/85-ida-star-admissible",
            "no. 85, IDA*, admissible linear conflict, no step straight back",
            &[Count(284_818), Nothing, Count(44)],
            |_| ida_star_85(&LinearConflict::to_goal(&fifteen_goal())),
        ),
        ENGINE
            .row(
                "15-puzzle/85-ida-star",
                "no. 85, IDA*, printed linear conflict",
                &[About(1.5, 7), Nothing, Count(44)],
                |_| ida_star_85(&conflicts(&fifteen_goal())),
            )
            .with_comment(
                "A run of the library gave 15,203,026. Ours never steps straight back; with such \
             steps it takes 88,691,450, so the library does something in between.",
            )
            .with_code(Code::Textbook),
        ENGINE
            .row(
                "15-puzzle/5-ida-star",
                "no. 5, IDA*",
                &[About(2.6, 7), Nothing, Count(56)],
                |context| ida_star_of_ours(context, 5),
            )
            .with_comment(LESS),
        ENGINE
            .row(
                "15-puzzle/2-ida-star",
                "no. 2, IDA*",
                &[About(3.8, 7), Nothing, Count(55)],
                |context| ida_star_of_ours(context, 2),
            )
            .with_comment(LESS),
        ENGINE
            .row(
                "15-puzzle/54-ida-star",
                "no. 54, IDA*",
                &[About(1.9, 8), Nothing, Count(56)],
                |context| ida_star_of_ours(context, 54),
            )
            .quick(1)
            .with_comment(LESS),
        ENGINE
            .row(
                "15-puzzle/1-ida-star",
                "no. 1, IDA*",
                &[About(2.5, 8), Nothing, Count(57)],
                |context| ida_star_of_ours(context, 1),
            )
            .quick(1)
            .with_comment(LESS),
        ENGINE
            .row(
                "15-puzzle/5-a-star",
                "no. 5, A*",
                &[About(1.6, 6), About(1.4, 6), Count(56)],
                |context| a_star_of_ours(context, 5),
            )
            .quick(1)
            .with_comment(A_STAR),
        ENGINE
            .row(
                "15-puzzle/2-a-star",
                "no. 2, A*",
                &[About(2.6, 6), About(2.1, 6), Count(55)],
                |context| a_star_of_ours(context, 2),
            )
            .quick(1)
            .with_comment(A_STAR),
        EXACT
            .row(
                "15-puzzle/54-a-star",
                "no. 54, A* within 400 MB",
                &[Nothing, Nothing, Count(56)],
                |context| a_star_of_ours(context, 54),
            )
            .quick(1)
            .with_code(Code::Engine)
            .with_comment(MEMORY),
        EXACT
            .row(
                "15-puzzle/1-a-star",
                "no. 1, A* within 400 MB",
                &[Nothing, Nothing, Count(57)],
                |context| a_star_of_ours(context, 1),
            )
            .quick(1)
            .with_code(Code::Engine)
            .with_comment(MEMORY),
    ],
};
