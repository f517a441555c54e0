//! The checks of the test kit that came after the sliding puzzle, at every size.

use tremaux_testkit as kit;
use tremaux_tiles::{Arrangement, Board, Board64, Instance, Random, Size, SlidingPuzzle, Visitor};

/// A puzzle of this size from a random start.
fn instance(size: Size, seed: u64) -> Instance {
    let goal = Arrangement::blank_last(size);
    Instance::new(goal.random(&mut Random::new(seed)), goal).expect("of one size")
}

struct Checks;

impl Visitor for Checks {
    type Output = ();

    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) {
        kit::check_notation(&puzzle, 1, 30);
        kit::check_depict(&puzzle, 2, 30);
        kit::check_pruning(&puzzle, 3, 100);
        kit::check_compact_actions(&puzzle, 4, 100);
        kit::check_local_contexts(&puzzle, 5, 20);
    }
}

#[test]
fn notation_pictures_and_sets_of_moves_are_right() {
    for width in Size::LEAST_SIDE..=Size::MOST_SIDE {
        for height in Size::LEAST_SIDE..=Size::MOST_SIDE {
            let size = Size::new(width, height).expect("in range");
            instance(size, (10 * width + height) as u64).puzzle().visit(Checks);
        }
    }
}

#[test]
fn small_boards_are_numbered() {
    for (width, height) in [(2, 2), (3, 2), (2, 4), (3, 3)] {
        let size = Size::new(width, height).expect("in range");
        let puzzle = SlidingPuzzle::<Board64>::new(&instance(size, 5)).expect("it fits");
        kit::check_indexed(&puzzle, 6, 200);
    }
}
