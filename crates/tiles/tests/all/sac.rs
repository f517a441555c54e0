//! The engines by the conventions of P. Klęsk's library *SaC*, whose printed figures are in the
//! tables of published figures.

use tremaux_core::{Algorithm, Limits, SearchReport};
use tremaux_search::{BestFirst, ByKey, Heap, Reopening};
use tremaux_testkit::reference::{IdaStarConventions, Number, ida_star};
use tremaux_tiles::{
    AnyPuzzle, Arrangement, Board, Board64, Instance, LinearConflict, Manhattan, Misplaced, Size,
    Slide, SlidingPuzzle, korf,
};

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

/// The engine follows the same conventions, where one path a state is kept.
#[test]
fn the_engine_counts_the_same() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(space.goal());
    fn settle<R, T, Q>(
        algorithm: BestFirst<R, T, Q>,
    ) -> BestFirst<R, ByKey<Number<Board64>>, Heap> {
        algorithm
            .open_list(Heap)
            .ties(ByKey(java_hash::<9> as Number<Board64>))
            .reopening(Reopening::OnBetterScoreWhileOpen)
    }
    let row = |report: SearchReport<_, u32>| -> Row {
        let statistics = report.statistics;
        let cost = report.plan.expect("solvable").cost;
        (statistics.closed as usize, statistics.open as usize, cost)
    };
    let limits = Limits::default();
    let a_star = settle(BestFirst::a_star());
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

#[test]
fn states_on_the_path_are_seldom_met_again_except_by_stepping_back() {
    let space = no_85();
    let admissible = LinearConflict::to_goal(space.goal());
    let plain = IdaStarConventions { keeps_visits: false, ..IdaStarConventions::default() };
    for steps_back in [false, true] {
        let looking = IdaStarConventions { steps_back, looks_at_path: true, ..plain };
        assert_eq!(ida_star(&space, &admissible, &looking).closed, 284_801);
    }
}
