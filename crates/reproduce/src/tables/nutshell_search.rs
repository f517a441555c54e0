//! Search trees of *Algorithms in a Nutshell*: Table 7-2.

use tremaux_core::{Heuristic, NoHeuristic, StateSpace};
use tremaux_search::reference::{Conventions, Rank, graph_search};
use tremaux_tiles::{
    Arrangement, BadEvaluator, Board64, GoodEvaluator, Instance, Size, Slide, SlidingPuzzle,
    WeakEvaluator,
};

use super::NUTSHELL;
use crate::context::Context;
use crate::entry::{Code, Entry, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Nothing, Text};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);
const PICTURE: &str = "the board, which is published only as an image";

pub(super) type Puzzle = SlidingPuzzle<Board64>;

/// Nilsson's goal.
pub(super) fn goal() -> Arrangement {
    Arrangement::spiral(Size::new(3, 3).expect("in range"))
}

/// The puzzle from `start` to Nilsson's goal. The blank moves down, left, up, right.
pub(super) fn puzzle(start: Arrangement) -> Puzzle {
    let instance = Instance::new(start, goal()).expect("of one size");
    let order = [Slide::Down, Slide::Left, Slide::Up, Slide::Right];
    Puzzle::new(&instance).expect("nine cells").with_order(order)
}

/// The estimate of the start, and the numbers of moves, closed and open.
fn row<H: Heuristic<Puzzle>>(context: &Context, rank: Rank, heuristic: &H) -> Figures {
    let start = Arrangement::new(goal().size(), &[1, 4, 8, 7, 3, 0, 6, 5, 2]);
    let space = puzzle(start.expect("every tile once"));
    let conventions = context.conventions(Conventions::nutshell(rank));
    let outcome = graph_search(&space, heuristic, &conventions);
    let plan = outcome.plan.expect("solvable");
    let h = heuristic.estimate(&space, &space.initial_state());
    Ok(vec![
        Obtained::Count(h.into()),
        Obtained::Count(plan.cost.into()),
        Obtained::Count(outcome.closed as u64),
        Obtained::Count(outcome.open as u64),
    ])
}

/// Table 7-2.
pub(super) static TABLE_7_2: Table = Table {
    name: "7-2",
    title: "Table 7-2: the 8-puzzle of figure 7-25 by three evaluators",
    source: NUTSHELL,
    conventions: "From 1 4 8 / 7 3 _ / 6 5 2 to 1 2 3 / 8 _ 4 / 7 6 5. Open is ordered by the \
        score, newest first among equals; a state already in open is inserted again; a closed \
        state is reopened if its new score is lower, and dropped otherwise; the blank moves down, \
        left, up, right; goals are tested when they are removed from open, and count as closed. \
        BadEvaluator is used alone, without g.",
    rows: "evaluator",
    columns: &["h(start)", "moves", "closed", "open"],
    entries: &[
        EXACT.row(
            "7-2/good",
            "GoodEvaluator",
            &[Count(46), Count(13), Count(14), Count(12)],
            |context| {
                let good = GoodEvaluator::to_goal(&goal()).expect("Nilsson's goal");
                row(context, Rank::GPlusH, &good)
            },
        ),
        EXACT.row(
            "7-2/weak",
            "WeakEvaluator",
            &[Count(7), Count(13), Count(145), Count(110)],
            |context| row(context, Rank::GPlusH, &WeakEvaluator::to_goal(&goal())),
        ),
        EXACT.row(
            "7-2/bad",
            "BadEvaluator",
            &[Count(9), Count(421), Count(2499), Count(1583)],
            |context| {
                let bad = BadEvaluator::to_goal(&goal()).expect("Nilsson's goal");
                row(context, Rank::H, &bad)
            },
        ),
    ],
};

/// Depth-first search of a board found by its figures: moves, closed and open.
fn found_board(context: &Context, tiles: [u8; 9], depth_bound: Option<usize>) -> Figures {
    let start = Arrangement::new(goal().size(), &tiles).expect("every tile once");
    let depth_first = Conventions { depth_bound, ..Conventions::nutshell_depth_first(0) };
    let conventions = context.conventions(depth_first);
    let outcome = graph_search(&puzzle(start), &NoHeuristic, &conventions);
    let moves = match outcome.plan {
        Some(plan) => Obtained::Count(plan.cost.into()),
        None => Obtained::Text("missed".to_owned()),
    };
    let counts = [outcome.closed, outcome.open].map(|count| Obtained::Count(count as u64));
    Ok([moves].into_iter().chain(counts).collect())
}

/// Figures printed for boards that are published only as images.
pub(super) static PICTURES: Table = Table {
    name: "pictures",
    title: "Boards published only as images",
    source: NUTSHELL,
    conventions: "Boards that the printed figures single out are searched: depth-first with a \
        stack, closed states dropped, goals tested when they are generated, the order of moves of \
        Table 7-2. The others cannot be recomputed from the text.",
    rows: "search",
    columns: &["moves", "states or closed", "open"],
    entries: &[
        EXACT.row(
            "pictures/n1",
            "board N1, depth-first without a bound",
            &[Count(30), Count(30), Count(23)],
            |context| found_board(context, [8, 1, 3, 2, 4, 5, 0, 7, 6], None),
        )
        .with_comment(
            "8 1 3 / 2 4 5 / _ 7 6: of the boards up to ten moves from the goal, only this one \
             gives these figures."),
        EXACT.row(
            "pictures/n2",
            "board N2, depth-first, bound 25",
            &[Text("missed"), Count(20_441), Nothing],
            |context| found_board(context, [1, 2, 3, 4, 7, 5, 0, 8, 6], Some(25)),
        )
        .with_comment(
            "1 2 3 / 4 7 5 / _ 8 6, one of 36 boards an even number of moves, at most ten, from \
             the goal that give this figure."),
        Entry::missing(
            "pictures/depth-first",
            "depth-first, bound 9",
            &[Count(8), Count(50), Count(4)],
            PICTURE,
        ),
        Entry::missing(
            "pictures/breadth-first",
            "breadth-first",
            &[Count(5), Count(25), Count(20)],
            PICTURE,
        ),
        Entry::missing(
            "pictures/15-puzzle-a-star",
            "15-puzzle, 15 moves from its goal: A*, GoodEvaluator's analogue",
            &[Nothing, Count(39), Count(43)],
            PICTURE,
        ),
        Entry::missing(
            "pictures/15-puzzle-depth-first",
            "the same, depth-first, bound 15",
            &[Text("missed"), Count(22_125), Nothing],
            PICTURE,
        ),
        Entry::missing(
            "pictures/15-puzzle-breadth-first",
            "the same, breadth-first, when 64 MB were full",
            &[Nothing, Count(85_213), Count(87_354)],
            PICTURE,
        ),
    ],
};
