//! Search trees of *Algorithms in a Nutshell*: Table 7-2.

use tremaux_core::{Blind, Heuristic, StateSpace};
use tremaux_search::reference::{Conventions, Rank, graph_search};
use tremaux_tiles::{
    Arrangement, BadEvaluator, Board64, GoodEvaluator, Instance, Size, Slide, SlidingPuzzle,
    WeakEvaluator,
};

use super::NUTSHELL;
use crate::context::{Context, Stopped};
use crate::entry::{Code, Compute, Effort, Entry, Kind, Table};
use crate::figure::{Obtained, Printed};

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
fn row<H: Heuristic<Puzzle>>(
    context: &Context,
    rank: Rank,
    heuristic: &H,
) -> Result<Vec<Obtained>, Stopped> {
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

const fn entry(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 4],
    compute: fn(&Context) -> Result<Vec<Obtained>, Stopped>,
) -> Entry {
    let (kind, effort) = (Kind::Exact, Effort::Quick(0));
    Entry::of(id, what, kind, printed, Compute::By(Code::Textbook, compute), effort)
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
        entry(
            "7-2/good",
            "GoodEvaluator",
            &[Printed::Count(46), Printed::Count(13), Printed::Count(14), Printed::Count(12)],
            |context| {
                let good = GoodEvaluator::to_goal(&goal()).expect("Nilsson's goal");
                row(context, Rank::GPlusH, &good)
            },
        ),
        entry(
            "7-2/weak",
            "WeakEvaluator",
            &[Printed::Count(7), Printed::Count(13), Printed::Count(145), Printed::Count(110)],
            |context| row(context, Rank::GPlusH, &WeakEvaluator::to_goal(&goal())),
        ),
        entry(
            "7-2/bad",
            "BadEvaluator",
            &[Printed::Count(9), Printed::Count(421), Printed::Count(2499), Printed::Count(1583)],
            |context| {
                let bad = BadEvaluator::to_goal(&goal()).expect("Nilsson's goal");
                row(context, Rank::H, &bad)
            },
        ),
    ],
};

const fn picture(id: &'static str, what: &'static str, printed: &'static [Printed; 3]) -> Entry {
    let needs = "the board, which is published only as an image";
    Entry::of(id, what, Kind::Orientation, printed, Compute::Needs(needs), Effort::Quick(0))
}

/// Depth-first search of a board found by its figures: moves, closed and open.
fn found_board(
    context: &Context,
    tiles: [u8; 9],
    depth_bound: Option<usize>,
) -> Result<Vec<Obtained>, Stopped> {
    let start = Arrangement::new(goal().size(), &tiles).expect("every tile once");
    let depth_first = Conventions { depth_bound, ..Conventions::nutshell_depth_first(0) };
    let conventions = context.conventions(depth_first);
    let outcome = graph_search(&puzzle(start), &Blind, &conventions);
    let moves = match outcome.plan {
        Some(plan) => Obtained::Count(plan.cost.into()),
        None => Obtained::Text("missed".to_owned()),
    };
    let counts = [outcome.closed, outcome.open].map(|count| Obtained::Count(count as u64));
    Ok([moves].into_iter().chain(counts).collect())
}

const fn found(
    id: &'static str,
    what: &'static str,
    printed: &'static [Printed; 3],
    compute: fn(&Context) -> Result<Vec<Obtained>, Stopped>,
    comment: &'static str,
) -> Entry {
    let compute = Compute::By(Code::Textbook, compute);
    Entry::of(id, what, Kind::Exact, printed, compute, Effort::Quick(0)).with_comment(comment)
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
        found(
            "pictures/n1",
            "board N1, depth-first without a bound",
            &[Printed::Count(30), Printed::Count(30), Printed::Count(23)],
            |context| found_board(context, [8, 1, 3, 2, 4, 5, 0, 7, 6], None),
            "8 1 3 / 2 4 5 / _ 7 6: of the boards up to ten moves from the goal, only this one \
             gives these figures.",
        ),
        found(
            "pictures/n2",
            "board N2, depth-first, bound 25",
            &[Printed::Text("missed"), Printed::Count(20_441), Printed::Nothing],
            |context| found_board(context, [1, 2, 3, 4, 7, 5, 0, 8, 6], Some(25)),
            "1 2 3 / 4 7 5 / _ 8 6, one of 36 boards an even number of moves, at most ten, from \
             the goal that give this figure.",
        ),
        picture(
            "pictures/depth-first",
            "depth-first, bound 9",
            &[Printed::Count(8), Printed::Count(50), Printed::Count(4)],
        ),
        picture(
            "pictures/breadth-first",
            "breadth-first",
            &[Printed::Count(5), Printed::Count(25), Printed::Count(20)],
        ),
        picture(
            "pictures/15-puzzle-a-star",
            "15-puzzle, 15 moves from its goal: A*, GoodEvaluator's analogue",
            &[Printed::Nothing, Printed::Count(39), Printed::Count(43)],
        ),
        picture(
            "pictures/15-puzzle-depth-first",
            "the same, depth-first, bound 15",
            &[Printed::Text("missed"), Printed::Count(22_125), Printed::Nothing],
        ),
        picture(
            "pictures/15-puzzle-breadth-first",
            "the same, breadth-first, when 64 MB were full",
            &[Printed::Nothing, Printed::Count(85_213), Printed::Count(87_354)],
        ),
    ],
};
