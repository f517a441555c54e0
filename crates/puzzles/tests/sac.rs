//! The figures of P. Klęsk's slides and of his library *SaC* for sliding puzzles, by its own
//! conventions.

use tremaux_core::{Algorithm, Guarantees, Heuristic, Limits, SearchReport};
use tremaux_puzzles::tiles::{Board, LinearConflict, Manhattan, Misplaced, Slide, SlidingPuzzle};
use tremaux_search::reference::{Conventions, IdaStarConventions, Rank, graph_search, ida_star};
use tremaux_search::{BestFirst, ByKey, Reopening, plan_cost};

/// Java's hash of the cells.
fn java_hash<const CELLS: usize>(board: &Board) -> i64 {
    let hash = |hash: i32, cell| hash.wrapping_mul(31).wrapping_add(board.tile(cell) as i32);
    (0..CELLS).fold(1, hash).into()
}

fn eight_puzzle() -> SlidingPuzzle<3> {
    let board = |tiles: [u8; 9]| Board::from_tiles::<3>(&tiles).expect("every tile once");
    SlidingPuzzle::with_goal(board([0, 3, 2, 4, 7, 8, 1, 5, 6]), board([0, 1, 2, 3, 4, 5, 6, 7, 8]))
}

/// The printed linear conflict, which counts some conflicts twice and forgets others.
struct PrintedLinearConflict<const SIDE: usize>(Manhattan<SIDE>);

impl<const SIDE: usize> Heuristic<SlidingPuzzle<SIDE>> for PrintedLinearConflict<SIDE> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::NONE
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        let mut extra = 0;
        let mut counters = [0_i32; SIDE];
        for (by_column, line) in
            [false, true].into_iter().flat_map(|b| (0..SIDE).map(move |line| (b, line)))
        {
            let tile = |at: usize| {
                if by_column { board.tile(at * SIDE + line) } else { board.tile(line * SIDE + at) }
            };
            let belongs = |tile: usize| {
                if by_column { tile % SIDE == line } else { tile / SIDE == line }
            };
            for j in 0..SIDE - 1 {
                let own = tile(j);
                let is_smaller = |&k: &usize| tile(k) != 0 && belongs(tile(k)) && tile(k) < own;
                if own != 0 && !belongs(own) {
                    counters[j] = 0;
                } else {
                    counters[j] += (j + 1..SIDE).filter(is_smaller).count() as i32;
                }
            }
            loop {
                let j = (0..SIDE - 1).rev().max_by_key(|&j| counters[j]).expect("a square");
                if counters[j] <= 0 {
                    break;
                }
                counters[j] = 0;
                for k in j + 1..SIDE {
                    if belongs(tile(k)) && tile(k) < tile(j) {
                        extra += 2;
                        counters[k] -= 1;
                    }
                }
            }
        }
        self.0.estimate(space, board) + extra
    }
}

/// What is printed of a search: closed, open, moves.
type Row = (usize, usize, u32);

/// The moves of the first two searches.
const MOVES: &str = "DRDRULLDRUULDRUL";

#[test]
fn eight_puzzle_to_the_last_digit() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(&space);
    let conflict = PrintedLinearConflict(Manhattan::to_goal(&space));
    let row = |rank, heuristic: &dyn Heuristic<SlidingPuzzle<3>, Memo = ()>| -> Row {
        let outcome = graph_search(&space, &heuristic, &Conventions::sac(rank, java_hash::<9>));
        let plan = outcome.plan.expect("solvable");
        assert_eq!(plan_cost(&space, &plan.actions), Some(plan.cost));
        if rank == Rank::GPlusH {
            let letters = plan.actions.iter().map(|mv| format!("{:?}", mv.slide()).remove(0));
            assert_eq!(letters.collect::<String>(), MOVES);
        }
        (outcome.closed, outcome.open, plan.cost)
    };
    assert_eq!(row(Rank::GPlusH, &manhattan), (62, 44, 16));
    assert_eq!(row(Rank::GPlusH, &conflict), (45, 33, 16));
    assert_eq!(row(Rank::GPlusH, &Misplaced), (413, 259, 16));
    assert_eq!(row(Rank::H, &conflict), (22, 19, 18));
    assert_eq!(row(Rank::H, &manhattan), (399, 282, 134));
}

/// The engine follows the same conventions, where one path a state is kept.
#[test]
fn the_engine_counts_the_same() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(&space);
    fn settle<R>(algorithm: BestFirst<R>) -> BestFirst<R, ByKey<fn(&Board) -> i64>> {
        algorithm
            .ties(ByKey(java_hash::<9> as fn(&Board) -> i64))
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
    assert_eq!(row(a_star.solve(&space, Misplaced, &limits, &mut ())), (413, 259, 16));
    let greedy = settle(BestFirst::greedy());
    assert_eq!(row(greedy.solve(&space, &manhattan, &limits, &mut ())), (399, 282, 134));
}

/// Korf's no. 85. The blank moves up, down, left, right.
fn no_85() -> SlidingPuzzle<4> {
    let start = [4, 7, 13, 10, 1, 2, 9, 6, 12, 8, 14, 5, 3, 0, 11, 15];
    let goal: Vec<u8> = (0..16).collect();
    let board = |tiles: &[u8]| Board::from_tiles::<4>(tiles).expect("every tile once");
    let order = [Slide::Up, Slide::Down, Slide::Left, Slide::Right];
    SlidingPuzzle::with_goal(board(&start), board(&goal)).with_order(order)
}

fn row_of_85(
    heuristic: &dyn Heuristic<SlidingPuzzle<4>, Memo = ()>,
    adapt: fn(Conventions<fn(&Board) -> i64>) -> Conventions<fn(&Board) -> i64>,
) -> Row {
    let conventions = adapt(Conventions::sac(Rank::GPlusH, java_hash::<16>));
    let outcome = graph_search(&no_85(), &heuristic, &conventions);
    (outcome.closed, outcome.open, outcome.plan.expect("solvable").cost)
}

#[test]
fn korf_85_by_a_star_to_the_last_digit() {
    let space = no_85();
    let printed = PrintedLinearConflict(Manhattan::to_goal(&space));
    assert_eq!(row_of_85(&printed, |told_apart| told_apart), (174_202, 161_129, 44));
    let merging = Conventions::merging_equal_numbers;
    assert_eq!(row_of_85(&printed, merging), (174_193, 161_101, 44));
    let admissible = LinearConflict::to_goal(&space);
    assert_eq!(row_of_85(&admissible, |told_apart| told_apart), (177_924, 163_694, 44));
    let manhattan = Manhattan::to_goal(&space);
    assert_eq!(row_of_85(&manhattan, |told_apart| told_apart), (459_586, 407_606, 44));
}

#[test]
fn korf_85_by_ida_star_to_the_last_digit() {
    let space = no_85();
    let admissible = LinearConflict::to_goal(&space);
    let plain = IdaStarConventions { keeps_visits: false, ..IdaStarConventions::default() };
    let outcome = ida_star(&space, &admissible, &plain);
    assert_eq!((outcome.closed, outcome.plan.expect("solvable").cost), (284_818, 44));
    // States on the path alone are seldom met again, except by stepping back.
    for steps_back in [false, true] {
        let looking = IdaStarConventions { steps_back, looks_at_path: true, ..plain };
        assert_eq!(ida_star(&space, &admissible, &looking).closed, 284_801);
    }
}
