//! Heuristics from abstractions, against the distances of all 8-puzzles.

use std::collections::HashMap;

use tremaux::search::BestFirst;
use tremaux::search::patterns::{Abstraction, Additive};
use tremaux::{Algorithm, Limits, StopReason};

type Board = [u8; 9];

const GOAL: Board = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// A tile that is not in the pattern.
const OTHER: u8 = 9;

/// Boards after one move, each with the tile that moves.
fn slides(board: &Board) -> impl Iterator<Item = (Board, u8)> + use<> {
    let board = *board;
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (x, y) = (blank % 3, blank / 3);
    let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    beside.into_iter().filter(|&(x, y)| x < 3 && y < 3).map(move |(x, y)| {
        let mut next = board;
        next.swap(blank, 3 * y + x);
        (next, board[3 * y + x])
    })
}

fn project(board: &Board, pattern: &[u8]) -> Board {
    board.map(|tile| if tile == 0 || pattern.contains(&tile) { tile } else { OTHER })
}

/// The distances of all boards that can be solved.
fn distances() -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(GOAL, 0)]);
    let mut layer = vec![GOAL];
    for distance in 1.. {
        layer = layer.iter().flat_map(slides).map(|(board, _)| board).collect();
        layer.retain(|board| {
            distances.insert(*board, distance).is_none_or(|known| {
                distances.insert(*board, known);
                false
            })
        });
        if layer.is_empty() {
            break;
        }
    }
    distances
}

#[test]
fn sums_of_disjoint_patterns_never_overestimate() {
    let limits = Limits::default();
    let counted = |pattern: &'static [u8]| {
        let steps = move |board: &Board| {
            slides(board).map(|(next, tile)| (next, u32::from(tile != OTHER), tile))
        };
        let goal = project(&GOAL, pattern);
        let map = move |board: &Board| project(board, pattern);
        Abstraction::backwards(map, [goal], steps, &limits).expect("no limit")
    };
    let sum = Additive::new([counted(&[1, 2, 3, 4]), counted(&[5, 6, 7, 8])], |_| 1);
    let sum = sum.expect("the patterns are disjoint");
    let (all, mut total) = (distances(), 0);
    assert_eq!(all.len(), 181_440);
    for (board, &distance) in &all {
        let h = sum.distance(board);
        assert!(h <= distance, "{board:?}");
        for (next, _) in slides(board) {
            assert!(h <= 1 + sum.distance(&next), "{board:?}");
        }
        total += h;
    }
    assert!(total > 181_440 * 15, "{total}");

    let overlapping = Additive::new([counted(&[1, 2, 3]), counted(&[3, 4, 5])], |_| 1);
    let error = overlapping.expect_err("3 is counted twice");
    assert_eq!((error.label, error.sum, error.cost), (3, 2, 1));
}

#[test]
fn abstractions_are_built_alike_in_both_directions() {
    let pattern = [1, 4, 7];
    let steps = |board: &Board| slides(board).map(|(next, _)| (next, 1_u64));
    let goal = project(&GOAL, &pattern);
    let map = |board: &Board| project(board, &pattern);
    let limits = Limits::default();
    let backwards = Abstraction::backwards(map, [goal], steps, &limits).expect("no limit");
    let start = [8, 7, 6, 5, 4, 3, 2, 1, 0];
    let is_goal = |board: &Board| *board == goal;
    let forwards = Abstraction::forwards(map, map(&start), steps, is_goal, &limits);
    let forwards = forwards.expect("no limit");
    assert_eq!((backwards.len(), forwards.len()), (9 * 8 * 7 * 6, 9 * 8 * 7 * 6));
    let (all, mut greatest) = (distances(), 0);
    for (board, &distance) in &all {
        let h = backwards.distance(board);
        assert!(h == forwards.distance(board) && h <= u64::from(distance));
        greatest = greatest.max(h);
    }
    assert!(greatest > 15, "{greatest}");
    // Each is one heuristic; without labels nothing shows that two may be added.
    let two = [&pattern; 2].map(|pattern| {
        let map = move |board: &Board| project(board, pattern);
        Abstraction::backwards(map, [goal], steps, &limits).expect("no limit")
    });
    assert!(Additive::new(two, |()| 1).is_err());

    let space = tremaux::space(start, steps, |board| *board == GOAL);
    let report = |h: &dyn Fn(&Board) -> u64| {
        BestFirst::a_star().solve(&space, space.consistent(h), &limits, &mut ())
    };
    let (with, without) = (report(&|board| backwards.distance(board)), report(&|_| 0));
    assert_eq!(with.lower_bound, u64::from(all[&start]));
    assert!(with.is_proven_optimal() && with.statistics.inconsistencies == 0);
    assert!(with.statistics.expanded < without.statistics.expanded);
}

#[test]
fn an_abstraction_is_built_within_limits() {
    let limits = Limits::default().with_nodes(100);
    let map = |&n: &u32| n;
    let up = |&n: &u32| [(n + 1, 1_u8)];
    let stopped = Abstraction::forwards(map, 0, up, |_| false, &limits);
    assert_eq!(stopped.expect_err("a limit"), StopReason::NodeLimit);
    let stopped = Abstraction::backwards(map, [0], up, &limits);
    assert_eq!(stopped.expect_err("a limit"), StopReason::NodeLimit);
    let limits = Limits::default().with_memory(1 << 20);
    let far = |&n: &u32| [(n + 1, 1_u64)];
    let stopped = Abstraction::forwards(map, 0, far, |_| false, &limits);
    assert_eq!(stopped.expect_err("a limit"), StopReason::MemoryLimit);
    // Distances that do not fit are no distances.
    let overflow = Abstraction::backwards(map, [0], up, &Limits::default());
    assert_eq!(overflow.expect_err("256 steps"), StopReason::CostOverflow);
    let ends = |&n: &u32| (n < 9).then(|| (n + 1, 1_u8));
    let exact = Abstraction::backwards(map, [5, 7], ends, &Limits::default()).expect("no limit");
    assert_eq!([5, 6, 7, 9, 4].map(|n| exact.distance(&n)), [0, 1, 0, 2, u8::MAX]);
}
