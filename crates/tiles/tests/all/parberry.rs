//! Boards of any size, solved tile by tile and replayed by rules of the test's own.

use tremaux_core::Random;
use tremaux_core::{Algorithm, Limits};
use tremaux_search::{BestFirst, plan_cost};
use tremaux_testkit as kit;
use tremaux_tiles::{
    LargeBoard, LargeManhattan, LargePuzzle, Slide, constructive_plan, published_bound,
};

/// The tiles after the blank has gone the way of `slides`.
fn replayed(columns: usize, start: &[u16], slides: &[Slide]) -> Vec<u16> {
    let mut tiles = start.to_vec();
    let mut blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
    for slide in slides {
        let (x, y) = (blank % columns, blank / columns);
        let (x, y) = match slide {
            Slide::Up => (x, y.checked_sub(1).expect("a row above")),
            Slide::Down => (x, y + 1),
            Slide::Left => (x.checked_sub(1).expect("a column before"), y),
            Slide::Right => (x + 1, y),
        };
        assert!(x < columns && y < tiles.len() / columns, "{slide:?} leaves the board");
        tiles.swap(blank, y * columns + x);
        blank = y * columns + x;
    }
    tiles
}

/// Both orders of the last two tiles: one of them can be solved.
fn solved(columns: usize, start: &mut [u16], goal: &[u16]) -> usize {
    let first = constructive_plan(columns, start, goal);
    let tiles: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] != 0).collect();
    start.swap(tiles[0], tiles[1]);
    let second = constructive_plan(columns, start, goal);
    assert_ne!(first.is_some(), second.is_some(), "{columns} columns: {start:?}");
    if first.is_some() {
        start.swap(tiles[0], tiles[1]);
    }
    let plan = first.or(second).expect("one of them");
    assert_eq!(replayed(columns, start, &plan), goal, "{columns} columns");
    plan.len()
}

#[test]
fn random_boards_of_many_sizes_and_goals() {
    let mut random = Random::new(1995);
    for (columns, rows) in (2..=9).flat_map(|columns| (2..=9).map(move |rows| (columns, rows))) {
        for _ in 0..30 {
            let mut start: Vec<u16> = (0..columns * rows).collect();
            let mut goal = start.clone();
            random.shuffle(&mut start);
            random.shuffle(&mut goal);
            let length = solved(columns.into(), &mut start, &goal) as u64;
            let side = u64::from(columns.max(rows));
            assert!(length <= published_bound(side), "{columns}x{rows}: {length} moves");
        }
    }
}

/// Square boards with the usual goals, random and turned upside down: never more moves than
/// published, and on random ones far less.
#[test]
fn square_boards_keep_within_the_published_bound() {
    let mut random = Random::new(20);
    for side in [2, 3, 4, 5, 7, 10, 15, 20, 30, 50] {
        let cells = side * side;
        let blank_first: Vec<u16> = (0..cells).collect();
        let blank_last: Vec<u16> = (1..cells).chain([0]).collect();
        let bound = published_bound(side.into());
        for goal in [&blank_first, &blank_last] {
            let mut hardest: Vec<Vec<u16>> = vec![goal.iter().rev().copied().collect()];
            // Every row the other way round, every column too, and both exchanged.
            let rows = || goal.chunks(side.into());
            hardest.push(rows().rev().flatten().copied().collect());
            hardest.push(rows().flat_map(|row| row.iter().rev()).copied().collect());
            let cell = |at: u16| goal[usize::from(at % side * side + at / side)];
            hardest.push((0..cells).map(cell).collect());
            for mut start in hardest {
                let length = solved(side.into(), &mut start, goal) as u64;
                assert!(length <= bound, "{side}: {length} of {bound}");
            }
            for _ in 0..(if side > 20 { 2 } else { 20 }) {
                let mut start = goal.clone();
                random.shuffle(&mut start);
                let length = solved(side.into(), &mut start, goal) as u64;
                assert!(length <= bound, "{side}: {length} of {bound}");
                assert!(side < 5 || 10 * length < 6 * bound, "{side}: {length} of {bound}");
            }
        }
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let board: Vec<u16> = (0..9).collect();
    assert_eq!(constructive_plan(3, &board, &board), Some(Vec::new()));
    assert_eq!(constructive_plan(9, &board, &board), None, "one row");
    assert_eq!(constructive_plan(1, &board, &board), None, "one column");
    assert_eq!(constructive_plan(0, &board, &board), None);
    assert_eq!(constructive_plan(4, &board, &board), None);
    assert_eq!(constructive_plan(3, &board, &board[..6]), None);
    assert_eq!(constructive_plan(3, &[1; 9], &board), None);
    assert_eq!(constructive_plan(3, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &board), None);
    assert_eq!(constructive_plan(2, &[], &[]), None);
}

#[test]
fn large_boards_are_a_space_as_others() {
    let mut random = Random::new(4);
    for (columns, rows) in [(2, 2), (3, 3), (20, 20), (9, 3), (2, 256)] {
        let goal = LargeBoard::ordered(columns, rows, columns % 2 == 0).expect("a board");
        let start = goal.random(&mut random);
        let again = LargeBoard::parse(&format!("{start:#}"), None);
        assert_eq!(again.as_ref(), Ok(&start));
        assert_eq!(LargeBoard::parse(&start.to_string(), Some((columns, rows))), again);
        let puzzle = LargePuzzle::new(start, goal).expect("of one size");
        kit::check_space(&puzzle, 1, 50);
        kit::check_undo(&puzzle, 2, 50);
        kit::check_backward(&puzzle, 3, 50);
        kit::check_heuristic(&puzzle, &LargeManhattan, 4, 200);
        if columns * rows < 500 {
            kit::check_notation(&puzzle, 5, 2);
        }
        let plan = puzzle.plan().expect("of one parity");
        assert_eq!(plan_cost(&puzzle, &plan.actions), Some(plan.cost));
    }
    let (small, goal) = ([2, 0, 3, 1, 5, 4], LargeBoard::ordered(3, 2, true).expect("a board"));
    let puzzle = LargePuzzle::new(LargeBoard::new(3, &small).expect("a board"), goal);
    let report = BestFirst::a_star().solve(
        &puzzle.expect("of one size"),
        LargeManhattan,
        &Limits::default(),
        &mut (),
    );
    assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
}

#[test]
fn bad_large_boards_are_refused_with_their_place() {
    let cases = [
        ("", None, 1, 1, "2 to 256"),
        ("1 0", None, 1, 1, "2 to 256"),
        ("1 2 3 0 4", None, 1, 9, "the end after the 4 tiles"),
        ("1 2\n3 4", None, 2, 3, "from 0 to 3"),
        ("1 2\n3 +0", None, 2, 3, "from 0 to 3"),
        ("1 2 3 3", None, 1, 7, "each tile once"),
        ("1 2 0", Some((2, 2)), 1, 6, "the 4 tiles"),
        ("1 2 / 3", None, 1, 7, "a row of 2"),
        ("1 2 3 0", Some((300, 2)), 1, 1, "2 to 256"),
    ];
    for (text, size, line, column, expected) in cases {
        let error = LargeBoard::parse(text, size).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    let goal = |text| LargeBoard::parse_goal(text, 2, 2).map(|goal| goal.to_string());
    assert_eq!(goal("blank-first").as_deref(), Ok("0 1 2 3"));
    assert_eq!(goal(" blank-last").as_deref(), Ok("1 2 3 0"));
    assert_eq!(goal("3 2 / 1 _").as_deref(), Ok("3 2 1 0"));
    assert!(goal("ring").is_err());
}
