//! The figures of P. Klęsk's slides and of his library *SaC* for sliding puzzles, by its own
//! conventions.

use tremaux_core::{Algorithm, Heuristic, Limits, SearchReport};
use tremaux_puzzles::tiles::{
    AnyPuzzle, Arrangement, Board, Board64, Instance, LinearConflict, Manhattan, Misplaced,
    PrintedLinearConflict, Size, Slide, SlidingPuzzle, korf,
};
use tremaux_search::reference::{
    Conventions, IdaStarConventions, Number, Rank, graph_search, ida_star,
};
use tremaux_search::{BestFirst, ByKey, Reopening, plan_cost};

type Puzzle = SlidingPuzzle<Board64>;

/// Java's hash of the cells.
fn java_hash<const CELLS: usize>(board: &Board64) -> i64 {
    let hash = |hash: i32, cell| hash.wrapping_mul(31).wrapping_add(board.tile(cell) as i32);
    (0..CELLS).fold(1, hash).into()
}

fn small(instance: &Instance) -> Puzzle {
    let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("at most sixteen cells") };
    puzzle
}

fn eight_puzzle() -> Puzzle {
    let size = Size::new(3, 3).expect("in range");
    let start = Arrangement::new(size, &[0, 3, 2, 4, 7, 8, 1, 5, 6]).expect("every tile once");
    small(&Instance::new(start, Arrangement::blank_first(size)).expect("of one size"))
}

/// What is printed of a search: closed, open, moves.
type Row = (usize, usize, u32);

/// The moves of the first two searches.
const MOVES: &str = "DRDRULLDRUULDRUL";

#[test]
fn eight_puzzle_to_the_last_digit() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(space.goal());
    let conflict = PrintedLinearConflict::to_goal(space.goal()).expect("blank first");
    let row = |rank, heuristic: &dyn Heuristic<Puzzle, Memo = ()>| -> Row {
        let outcome = graph_search(&space, &heuristic, &Conventions::sac(rank, java_hash::<9>));
        let plan = outcome.plan.expect("solvable");
        assert_eq!(plan_cost(&space, &plan.actions), Some(plan.cost));
        if rank == Rank::GPlusH {
            let letters = plan.actions.iter().map(|mv| mv.slide().letter());
            assert_eq!(letters.collect::<String>(), MOVES);
        }
        (outcome.closed, outcome.open, plan.cost)
    };
    assert_eq!(row(Rank::GPlusH, &manhattan), (62, 44, 16));
    assert_eq!(row(Rank::GPlusH, &conflict), (45, 33, 16));
    assert_eq!(row(Rank::GPlusH, &Misplaced::to_goal(space.goal())), (413, 259, 16));
    assert_eq!(row(Rank::H, &conflict), (22, 19, 18));
    assert_eq!(row(Rank::H, &manhattan), (399, 282, 134));
}

/// The engine follows the same conventions, where one path a state is kept.
#[test]
fn the_engine_counts_the_same() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(space.goal());
    fn settle<R>(algorithm: BestFirst<R>) -> BestFirst<R, ByKey<Number<Board64>>> {
        algorithm
            .ties(ByKey(java_hash::<9> as Number<Board64>))
            .reopening(Reopening::OnBetterScoreWhileOpen)
    }
    let row = |report: SearchReport<_, u32>| -> Row {
        let statistics = report.statistics;
        let cost = report.plan.expect("solvable").cost;
        (statistics.closed as usize, statistics.open as usize, cost)
    };
    let limits = Limits::default();
    let a_star = settle(BestFirst::astar());
    assert_eq!(row(a_star.solve(&space, &manhattan, &limits, &mut ())), (62, 44, 16));
    assert_eq!(
        row(a_star.solve(&space, Misplaced::to_goal(space.goal()), &limits, &mut ())),
        (413, 259, 16)
    );
    let greedy = settle(BestFirst::greedy());
    assert_eq!(row(greedy.solve(&space, &manhattan, &limits, &mut ())), (399, 282, 134));
}

/// Korf's no. 85. The blank moves up, down, left, right.
fn no_85() -> Puzzle {
    let instance = korf::fifteen_puzzle(85).expect("of a hundred");
    small(&instance).with_order([Slide::Up, Slide::Down, Slide::Left, Slide::Right])
}

fn row_of_85(
    heuristic: &dyn Heuristic<Puzzle, Memo = ()>,
    adapt: fn(Conventions<Number<Board64>>) -> Conventions<Number<Board64>>,
) -> Row {
    let conventions = adapt(Conventions::sac(Rank::GPlusH, java_hash::<16>));
    let outcome = graph_search(&no_85(), &heuristic, &conventions);
    (outcome.closed, outcome.open, outcome.plan.expect("solvable").cost)
}

#[test]
fn korf_85_by_a_star_to_the_last_digit() {
    let space = no_85();
    let printed = PrintedLinearConflict::to_goal(space.goal()).expect("blank first");
    assert_eq!(row_of_85(&printed, |told_apart| told_apart), (174_202, 161_129, 44));
    let merging = Conventions::merging_equal_numbers;
    assert_eq!(row_of_85(&printed, merging), (174_193, 161_101, 44));
    let admissible = LinearConflict::to_goal(space.goal());
    assert_eq!(row_of_85(&admissible, |told_apart| told_apart), (177_924, 163_694, 44));
    let manhattan = Manhattan::to_goal(space.goal());
    assert_eq!(row_of_85(&manhattan, |told_apart| told_apart), (459_586, 407_606, 44));
}

#[test]
fn korf_85_by_ida_star_to_the_last_digit() {
    let space = no_85();
    let admissible = LinearConflict::to_goal(space.goal());
    let plain = IdaStarConventions { keeps_visits: false, ..IdaStarConventions::default() };
    let outcome = ida_star(&space, &admissible, &plain);
    assert_eq!((outcome.closed, outcome.plan.expect("solvable").cost), (284_818, 44));
    // States on the path alone are seldom met again, except by stepping back.
    for steps_back in [false, true] {
        let looking = IdaStarConventions { steps_back, looks_at_path: true, ..plain };
        assert_eq!(ida_star(&space, &admissible, &looking).closed, 284_801);
    }
}
