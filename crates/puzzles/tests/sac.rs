//! The figures of P. Klęsk's slides and of his library *SaC* for sliding puzzles, by its own
//! conventions.

use tremaux_core::{Guarantees, Heuristic, StateSpace};
use tremaux_puzzles::tiles::{Board, LinearConflict, Manhattan, Misplaced, SlidingPuzzle};
use tremaux_search::reference::{Conventions, IdaStarConventions, Rank, graph_search, ida_star};

/// Java's hash of the cells.
fn java_hash<const CELLS: usize>(board: &Board) -> i64 {
    let hash = |hash: i32, cell| hash.wrapping_mul(31).wrapping_add(board.tile(cell) as i32);
    (0..CELLS).fold(1, hash).into()
}

fn eight_puzzle() -> SlidingPuzzle<3> {
    let board = |tiles: [u8; 9]| Board::from_tiles::<3>(&tiles).expect("every tile once");
    SlidingPuzzle::with_goal(
        board([0, 3, 2, 4, 7, 8, 1, 5, 6]),
        board([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    )
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
                if own == 0 {
                    continue_counting(&mut counters[j], 0);
                } else if !belongs(own) {
                    counters[j] = 0;
                } else {
                    let smaller = (j + 1..SIDE)
                        .filter(|&k| tile(k) != 0 && belongs(tile(k)) && tile(k) < own)
                        .count();
                    continue_counting(&mut counters[j], smaller as i32);
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

fn continue_counting(counter: &mut i32, more: i32) {
    *counter += more;
}

#[test]
fn eight_puzzle_to_the_last_digit() {
    let space = eight_puzzle();
    let manhattan = Manhattan::to_goal(&space);
    let conflict = PrintedLinearConflict(Manhattan::to_goal(&space));
    let admissible = LinearConflict::to_goal(&space);
    let row = |rank, heuristic: &dyn Heuristic<SlidingPuzzle<3>, Memo = ()>| {
        let outcome = graph_search(&space, &heuristic, &Conventions::sac(rank, java_hash::<9>));
        let plan = outcome.plan.expect("solvable");
        let moves: String = plan
            .actions
            .iter()
            .map(|mv| format!("{:?}", mv.slide()).remove(0))
            .collect();
        println!("{rank:?}: {} + {}, {} {moves}", outcome.closed, outcome.open, plan.cost);
        (outcome.closed, outcome.open, plan.cost)
    };
    assert_eq!(row(Rank::GPlusH, &manhattan), (62, 44, 16));
    row(Rank::GPlusH, &admissible);
    assert_eq!(row(Rank::GPlusH, &conflict), (45, 33, 16));
    assert_eq!(row(Rank::GPlusH, &Misplaced), (413, 259, 16));
    row(Rank::H, &admissible);
    assert_eq!(row(Rank::H, &conflict), (22, 19, 18));
    assert_eq!(row(Rank::H, &manhattan), (399, 282, 134));
}

/// Korf's no. 85.
fn no_85() -> SlidingPuzzle<4> {
    let start = [4, 7, 13, 10, 1, 2, 9, 6, 12, 8, 14, 5, 3, 0, 11, 15];
    let goal: Vec<u8> = (0..16).collect();
    let board = |tiles: &[u8]| Board::from_tiles::<4>(tiles).expect("every tile once");
    SlidingPuzzle::with_goal(board(&start), board(&goal))
}

#[test]
fn korf_85_to_the_last_digit() {
    let space = no_85();
    let conventions = Conventions::sac(Rank::GPlusH, java_hash::<16>);
    let row = |heuristic: &dyn Heuristic<SlidingPuzzle<4>, Memo = ()>, conventions: &_| {
        let outcome = graph_search(&space, &heuristic, conventions);
        (outcome.closed, outcome.open, outcome.plan.expect("solvable").cost)
    };
    let printed = PrintedLinearConflict(Manhattan::to_goal(&space));
    println!("{:?}", row(&printed, &conventions));
    println!("{:?}", row(&printed, &conventions.merging_equal_numbers()));
    println!("{:?}", row(&LinearConflict::to_goal(&space), &conventions));
    println!("{:?}", row(&Manhattan::to_goal(&space), &conventions));
}

#[test]
fn korf_85_ida() {
    let space = no_85();
    let printed = PrintedLinearConflict(Manhattan::to_goal(&space));
    let admissible = LinearConflict::to_goal(&space);
    for (steps_back, looks_at_path) in [(false, false), (false, true), (true, true), (true, false)] {
        let conventions = IdaStarConventions {
            steps_back,
            looks_at_path,
            keeps_visits: false,
            ..Default::default()
        };
        let o = ida_star(&space, &admissible, &conventions);
        println!("admissible {steps_back} {looks_at_path} {} {}", o.closed, o.open);
        let o = ida_star(&space, &printed, &conventions);
        println!("printed {steps_back} {looks_at_path} {} {}", o.closed, o.open);
    }
}
