//! The sliding puzzle meets the contracts of all its traits, at every size.

use tremaux_core::{BackwardSpace, CompactActions, Depict, IndexedSpace, Notation, StateSpace};
use tremaux_testkit as kit;
use tremaux_tiles::{
    AnyPuzzle, Arrangement, Board, Board64, Board128, ByteBoard, Instance, Random, Size, Slide,
    SlidingPuzzle, Visitor,
};

fn sizes() -> impl Iterator<Item = Size> {
    (2..=8).flat_map(|width| (2..=8).filter_map(move |height| Size::new(width, height)))
}

/// An instance whose start is random and whose goal is the spiral.
fn instance(size: Size, seed: u64) -> Instance {
    let goal = Arrangement::spiral(size);
    Instance::new(goal.random(&mut Random::new(seed)), goal).expect("of one size")
}

struct Contract;

impl Visitor for Contract {
    type Output = ();

    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) {
        kit::check_space(&puzzle, 1, 300);
        kit::check_undo(&puzzle, 2, 300);
        kit::check_backward(&puzzle, 3, 300);
        kit::walk(&puzzle, 4, 300, |board, mv, child| {
            let (mut listed, mut after) = (Vec::new(), Vec::new());
            puzzle.actions(child, &mut listed);
            assert_eq!(puzzle.action_set(child).collect::<Vec<_>>(), listed);
            puzzle.actions_after(child, mv, &mut after);
            assert_eq!(puzzle.action_set_after(child, mv).collect::<Vec<_>>(), after);
            assert_eq!(after.len() + 1, listed.len(), "one move leads back");
            assert_eq!(puzzle.origin(mv), board.blank());
            assert_eq!(puzzle.size().beside(board.blank(), mv.slide()), Some(child.blank()));
            assert_eq!(puzzle.parse_state(&puzzle.state_text(child)), Ok(*child));
            for &mv in &listed {
                assert_eq!(puzzle.parse_action(child, &puzzle.action_text(child, mv)), Ok(mv));
            }
        });
        assert!(puzzle.is_solvable());
    }
}

#[test]
fn every_size_keeps_the_contract() {
    for size in sizes() {
        instance(size, 5).puzzle().visit(Contract);
    }
}

#[test]
fn the_board_is_the_smallest_that_fits() {
    for size in sizes() {
        let instance = instance(size, 6);
        let most = match instance.puzzle() {
            AnyPuzzle::Small(_) => 16,
            AnyPuzzle::Medium(_) => 25,
            AnyPuzzle::Large(_) => 64,
        };
        assert!(size.cells() <= most && (most == 16 || size.cells() > 16), "{size}");
        assert_eq!(SlidingPuzzle::<Board64>::new(&instance).is_some(), size.cells() <= 16);
        assert_eq!(SlidingPuzzle::<Board128>::new(&instance).is_some(), size.cells() <= 25);
        assert!(SlidingPuzzle::<ByteBoard>::new(&instance).is_some());
    }
}

#[test]
fn the_three_boards_take_the_same_steps() {
    let instance = instance(Size::new(4, 4).expect("in range"), 7);
    let small = SlidingPuzzle::<Board64>::new(&instance).expect("fits");
    let medium = SlidingPuzzle::<Board128>::new(&instance).expect("fits");
    let large = SlidingPuzzle::<ByteBoard>::new(&instance).expect("fits");
    let (mut b, mut c) = (medium.initial_state(), large.initial_state());
    kit::walk(&small, 8, 1000, |_, mv, child| {
        b.slide(mv);
        c.slide(mv);
        let text = small.state_text(child);
        assert_eq!([medium.state_text(&b), large.state_text(&c)], [text.clone(), text]);
        assert_eq!((b.blank(), c.blank()), (child.blank(), child.blank()));
    });
}

#[test]
fn small_boards_are_numbered_without_gaps() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
        let size = Size::new(width, height).expect("in range");
        for goal in [Arrangement::spiral(size), Arrangement::blank_first(size)] {
            let start = goal.random(&mut Random::new(9));
            let instance = Instance::new(start, goal).expect("of one size");
            let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("fits");
            let half: usize = (3..=size.cells()).product();
            assert_eq!(puzzle.state_count(), half);
            let mut goals = Vec::new();
            puzzle.goal_states(&mut goals);
            // Every number is that of one board, and all are reached from the goal.
            let mut seen = vec![false; half];
            seen[puzzle.index(&goals[0])] = true;
            let (mut stack, mut actions) = (goals, Vec::new());
            while let Some(board) = stack.pop() {
                let index = puzzle.index(&board);
                assert_eq!(puzzle.state(index), board);
                assert_eq!(puzzle.state(index).blank(), board.blank());
                actions.clear();
                puzzle.actions(&board, &mut actions);
                for &mv in &actions {
                    let mut child = board;
                    puzzle.apply(&mut child, mv);
                    let at = puzzle.index(&child);
                    if !std::mem::replace(&mut seen[at], true) {
                        stack.push(child);
                    }
                }
            }
            assert!(seen.into_iter().all(|it| it), "{size}: a number is never reached");
        }
    }
    for (width, height) in [(4, 4), (2, 8), (3, 5), (5, 2)] {
        let instance = instance(Size::new(width, height).expect("in range"), 10);
        kit::check_indexed(&SlidingPuzzle::<Board64>::new(&instance).expect("fits"), 11, 2000);
    }
}

#[test]
fn the_order_of_moves_is_as_told() {
    let text = "1 2 3 4 0 5 6 7 8";
    let puzzle =
        SlidingPuzzle::<Board64>::new(&Instance::parse(text, "blank-last", None).expect("a board"))
            .expect("nine cells");
    let slides = |puzzle: &SlidingPuzzle<Board64>| {
        let set = puzzle.action_set(&puzzle.initial_state());
        set.map(|mv| mv.slide().letter()).collect::<String>()
    };
    assert_eq!(slides(&puzzle), "ULRD");
    let order = [Slide::Down, Slide::Left, Slide::Up, Slide::Right];
    assert_eq!(slides(&puzzle.with_order(order)), "DLUR");
}

#[test]
fn half_of_all_boards_are_solvable() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let size = Size::new(width, height).expect("in range");
        for goal in [Arrangement::blank_last(size), Arrangement::blank_first(size)] {
            let instance = Instance::new(goal.clone(), goal.clone()).expect("of one size");
            let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("fits");
            // All boards that the goal reaches, by the numbers of the boards.
            let mut reached = std::collections::HashSet::from([puzzle.initial_state().pack()]);
            let mut stack = vec![puzzle.initial_state()];
            while let Some(board) = stack.pop() {
                for mv in puzzle.action_set(&board) {
                    let mut child = board;
                    child.slide(mv);
                    if reached.insert(child.pack()) {
                        stack.push(child);
                    }
                }
            }
            let mut random = Random::new(12);
            let (mut solvable, mut unsolvable) = (0, 0);
            for _ in 0..2000 {
                let mut tiles = goal.tiles().to_vec();
                random.shuffle(&mut tiles);
                let start = Arrangement::new(size, &tiles).expect("a permutation");
                let instance = Instance::new(start, goal.clone()).expect("of one size");
                let is_reached = reached.contains(&Board64::from_tiles(&tiles).pack());
                assert_eq!(instance.is_solvable(), is_reached, "{}", instance.start());
                let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("fits");
                assert_eq!(puzzle.is_solvable(), is_reached);
                if is_reached { solvable += 1 } else { unsolvable += 1 }
            }
            assert!(solvable > 800 && unsolvable > 800, "{solvable} {unsolvable}");
        }
    }
}

#[test]
fn a_walk_never_moves_a_tile_twice_in_a_row() {
    // Two moves of one tile would bring the board back: from the goal in two moves there
    // are then two boards fewer.
    let goal = Arrangement::spiral(Size::new(3, 3).expect("in range"));
    for seed in 0..200 {
        assert_ne!(goal.random_walk(2, &mut Random::new(seed)), goal);
        let (two, three) = (Random::new(seed), Random::new(seed));
        let before = goal.random_walk(2, &mut two.clone());
        let after = goal.random_walk(3, &mut three.clone());
        assert_ne!(before, after);
        assert_ne!(goal.random_walk(1, &mut Random::new(seed)), after, "the same tile twice");
    }
}

#[test]
fn pictures_show_the_tiles() {
    let instance = Instance::parse("3 10 2 / 0 4 5 / 6 7 8 / 9 1 11", "blank-first", None);
    let instance = instance.expect("a board");
    let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("twelve cells");
    let text = puzzle.depict(&puzzle.initial_state()).to_text();
    assert_eq!(text, " 3 10  2\n .  4  5\n 6  7  8\n 9  1 11\n");
}

#[test]
fn a_move_that_is_not_there_is_an_error() {
    let instance = Instance::parse("0 1 2 3", "blank-first", None).expect("a board");
    let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("four cells");
    let board = puzzle.initial_state();
    for wrong in ["U", "L", "", "RR", "x", "→", "R\u{301}"] {
        let error = puzzle.parse_action(&board, wrong).expect_err(wrong).to_string();
        assert!(error.contains("`R`, `D`"), "{error}");
    }
    assert!(puzzle.parse_action(&board, " d ").is_ok());
}
