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
use crate::context::{Context, Stopped};
use crate::entry::{Code, Compute, Effort, Entry, Kind, Table};
use crate::figure::{Obtained, Printed};
use crate::statistics::Sample;

type Puzzle = SlidingPuzzle<Board64>;
type Plain<'a> = &'a dyn Heuristic<Puzzle, Memo = ()>;
type Figures = Result<Vec<Obtained>, Stopped>;

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

const fn exact<const COLUMNS: usize>(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; COLUMNS],
    compute: fn(&Context) -> Figures,
    effort: Effort,
) -> Entry {
    let kind = Kind::Exact;
    Entry::of(id, what, kind, printed, Compute::By(Code::Textbook, compute), effort)
}

const NOW: Effort = Effort::Quick(0);

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
        exact(
            "8-puzzle/manhattan",
            "A*, Manhattan",
            &[
                Printed::Count(62),
                Printed::Count(44),
                Printed::Count(106),
                Printed::Count(16),
                Printed::Text("DRDRULLDRUULDRUL"),
            ],
            |context| eight_puzzle(context, Rank::GPlusH, &Manhattan::to_goal(&small_goal())),
            NOW,
        ),
        exact(
            "8-puzzle/linear-conflict",
            "A*, Manhattan + linear conflicts",
            &[
                Printed::Count(45),
                Printed::Count(33),
                Printed::Count(78),
                Printed::Count(16),
                Printed::Nothing,
            ],
            |context| eight_puzzle(context, Rank::GPlusH, &conflicts(&small_goal())),
            NOW,
        ),
        exact(
            "8-puzzle/misplaced",
            "A*, misplaced tiles",
            &[
                Printed::Count(413),
                Printed::Count(259),
                Printed::Count(672),
                Printed::Count(16),
                Printed::Nothing,
            ],
            |context| eight_puzzle(context, Rank::GPlusH, &Misplaced::to_goal(&small_goal())),
            NOW,
        ),
        exact(
            "8-puzzle/best-first-linear-conflict",
            "best-first, Manhattan + linear conflicts",
            &[
                Printed::Count(22),
                Printed::Count(19),
                Printed::Count(41),
                Printed::Count(18),
                Printed::Text("RDDRULULDDRUULDRUL"),
            ],
            |context| eight_puzzle(context, Rank::H, &conflicts(&small_goal())),
            NOW,
        ),
        exact(
            "8-puzzle/best-first-manhattan",
            "best-first, Manhattan",
            &[
                Printed::Count(399),
                Printed::Count(282),
                Printed::Count(681),
                Printed::Count(134),
                Printed::Nothing,
            ],
            |context| eight_puzzle(context, Rank::H, &Manhattan::to_goal(&small_goal())),
            NOW,
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

const fn mean(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 2],
    compute: fn(&Context) -> Figures,
    effort: Effort,
) -> Entry {
    let kind = Kind::Orientation;
    Entry::of(id, what, kind, printed, Compute::By(Code::Textbook, compute), effort)
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
        mean(
            "8-puzzle-means/misplaced",
            "misplaced tiles",
            &[Printed::Decimal(12_263.89, 2), Printed::Decimal(5_865.45, 2)],
            |context| means(context, &Misplaced::to_goal(&small_goal())),
            Effort::Quick(6),
        ),
        mean(
            "8-puzzle-means/manhattan",
            "Manhattan",
            &[Printed::Decimal(1_024.44, 2), Printed::Decimal(588.19, 2)],
            |context| means(context, &Manhattan::to_goal(&small_goal())),
            Effort::Quick(2),
        ),
        mean(
            "8-puzzle-means/linear-conflict",
            "Manhattan + linear conflicts",
            &[Printed::Decimal(530.14, 2), Printed::Decimal(316.81, 2)],
            |context| means(context, &conflicts(&small_goal())),
            Effort::Quick(1),
        ),
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
    let a_star = BestFirst::astar().open_list(Buckets).ties(AnyOrder);
    let limits = context.limits().with_memory(400_000_000);
    let report = context.ended(a_star.solve(&space, &heuristic, &limits, &mut ()))?;
    let cost = report.plan.as_ref().expect("solvable").cost;
    assert!(report.is_proven_optimal(), "A* proves what it returns");
    let counts = [report.statistics.closed, report.statistics.open, cost.into()];
    Ok(counts.map(Obtained::Count).to_vec())
}

const fn beside(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 3],
    compute: fn(&Context) -> Figures,
    effort: Effort,
    comment: &'static str,
) -> Entry {
    let kind = Kind::Orientation;
    Entry::of(id, what, kind, printed, Compute::By(Code::Engine, compute), effort)
        .with_comment(comment)
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
        exact(
            "15-puzzle/85-merged",
            "no. 85, A*, printed linear conflict, boards with equal hashes merged",
            &[Printed::Count(174_193), Printed::Count(161_101), Printed::Count(44)],
            |context| a_star_of_text(context, 85, &conflicts(&fifteen_goal()), true),
            Effort::Quick(1),
        ),
        exact(
            "15-puzzle/85",
            "no. 85, A*, printed linear conflict",
            &[Printed::Count(174_202), Printed::Count(161_129), Printed::Count(44)],
            |context| a_star_of_text(context, 85, &conflicts(&fifteen_goal()), false),
            Effort::Quick(1),
        ),
        exact(
            "15-puzzle/85-admissible",
            "no. 85, A*, admissible linear conflict",
            &[Printed::Count(177_924), Printed::Count(163_694), Printed::Count(44)],
            |context| a_star_of_text(context, 85, &LinearConflict::to_goal(&fifteen_goal()), false),
            Effort::Quick(1),
        ),
        exact(
            "15-puzzle/85-manhattan",
            "no. 85, A*, Manhattan",
            &[Printed::Count(459_586), Printed::Count(407_606), Printed::Count(44)],
            |context| a_star_of_text(context, 85, &Manhattan::to_goal(&fifteen_goal()), false),
            Effort::Quick(3),
        ),
        exact(
            "15-puzzle/5-merged",
            "no. 5, A*, printed linear conflict, boards with equal hashes merged",
            &[Printed::Count(1_552_424), Printed::Count(1_431_134), Printed::Count(56)],
            |context| a_star_of_text(context, 5, &conflicts(&fifteen_goal()), true),
            Effort::Quick(6),
        )
        .with_comment("The slides print 1.6·10⁶ and 1.4·10⁶."),
        exact(
            "15-puzzle/2-merged",
            "no. 2, A*, printed linear conflict, boards with equal hashes merged",
            &[Printed::Count(2_552_996), Printed::Count(2_139_060), Printed::Count(55)],
            |context| a_star_of_text(context, 2, &conflicts(&fifteen_goal()), true),
            Effort::Quick(9),
        )
        .with_comment("The slides print 2.6·10⁶ and 2.1·10⁶."),
        exact(
            "15-puzzle/85-ida-star-admissible",
            "no. 85, IDA*, admissible linear conflict, no step straight back",
            &[Printed::Count(284_818), Printed::Nothing, Printed::Count(44)],
            |_| ida_star_85(&LinearConflict::to_goal(&fifteen_goal())),
            NOW,
        ),
        beside(
            "15-puzzle/85-ida-star",
            "no. 85, IDA*, printed linear conflict",
            &[Printed::About(1.5, 7), Printed::Nothing, Printed::Count(44)],
            |_| ida_star_85(&conflicts(&fifteen_goal())),
            NOW,
            "A run of the library gave 15,203,026. Ours never steps straight back; with such \
             steps it takes 88,691,450, so the library does something in between.",
        )
        .with_code(Code::Textbook),
        beside(
            "15-puzzle/5-ida-star",
            "no. 5, IDA*",
            &[Printed::About(2.6, 7), Printed::Nothing, Printed::Count(56)],
            |context| ida_star_of_ours(context, 5),
            NOW,
            LESS,
        ),
        beside(
            "15-puzzle/2-ida-star",
            "no. 2, IDA*",
            &[Printed::About(3.8, 7), Printed::Nothing, Printed::Count(55)],
            |context| ida_star_of_ours(context, 2),
            NOW,
            LESS,
        ),
        beside(
            "15-puzzle/54-ida-star",
            "no. 54, IDA*",
            &[Printed::About(1.9, 8), Printed::Nothing, Printed::Count(56)],
            |context| ida_star_of_ours(context, 54),
            Effort::Quick(1),
            LESS,
        ),
        beside(
            "15-puzzle/1-ida-star",
            "no. 1, IDA*",
            &[Printed::About(2.5, 8), Printed::Nothing, Printed::Count(57)],
            |context| ida_star_of_ours(context, 1),
            Effort::Quick(1),
            LESS,
        ),
        beside(
            "15-puzzle/5-a-star",
            "no. 5, A*",
            &[Printed::About(1.6, 6), Printed::About(1.4, 6), Printed::Count(56)],
            |context| a_star_of_ours(context, 5),
            Effort::Quick(1),
            A_STAR,
        ),
        beside(
            "15-puzzle/2-a-star",
            "no. 2, A*",
            &[Printed::About(2.6, 6), Printed::About(2.1, 6), Printed::Count(55)],
            |context| a_star_of_ours(context, 2),
            Effort::Quick(1),
            A_STAR,
        ),
        exact(
            "15-puzzle/54-a-star",
            "no. 54, A* within 400 MB",
            &[Printed::Nothing, Printed::Nothing, Printed::Count(56)],
            |context| a_star_of_ours(context, 54),
            Effort::Quick(1),
        )
        .with_code(Code::Engine)
        .with_comment(MEMORY),
        exact(
            "15-puzzle/1-a-star",
            "no. 1, A* within 400 MB",
            &[Printed::Nothing, Printed::Nothing, Printed::Count(57)],
            |context| a_star_of_ours(context, 1),
            Effort::Quick(1),
        )
        .with_code(Code::Engine)
        .with_comment(MEMORY),
    ],
};
