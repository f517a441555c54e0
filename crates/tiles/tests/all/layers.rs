//! The distribution of distances to the goal, against published counts.

use std::ops::ControlFlow;

use tremaux_core::{Limits, StopReason, Termination};
use tremaux_search::{DistanceHistogram, LayerProgress};
use tremaux_tiles::{Arrangement, Board64, Instance, Size, SlidingPuzzle};

/// The On-Line Encyclopedia of Integer Sequences, A089473: the 8-puzzle, the blank in a
/// corner of the goal.
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn from_the_goal(width: usize, height: usize) -> SlidingPuzzle<Board64> {
    let goal = Arrangement::blank_first(Size::new(width, height).expect("a size"));
    let instance = Instance::new(goal.clone(), goal).expect("of one size");
    SlidingPuzzle::new(&instance).expect("a small board")
}

fn go_on(_: LayerProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn the_eight_puzzle_has_the_published_layers() {
    let puzzle = from_the_goal(3, 3);
    let limits = Limits::default();
    let whole = DistanceHistogram::breadth_first(&puzzle, &limits, go_on);
    let frontier = DistanceHistogram::frontier(&puzzle, &limits, go_on);
    for threads in [1, 2, 3] {
        let indexed = DistanceHistogram::indexed(&puzzle, threads, &limits, go_on);
        assert_eq!(indexed.layers, EIGHT_PUZZLE, "{threads} threads");
        assert_eq!(indexed.peak_bytes, 45_360, "two bits a board");
    }
    for histogram in [&whole, &frontier] {
        assert_eq!(histogram.layers, EIGHT_PUZZLE);
        assert_eq!((histogram.states(), histogram.depth()), (181_440, 31));
        assert_eq!(histogram.termination, Termination::Exhausted);
    }
    println!("{} and {} bytes", whole.peak_bytes, frontier.peak_bytes);
    assert!(frontier.peak_bytes * 2 < whole.peak_bytes, "{frontier:?}");
}

#[test]
fn a_count_that_is_cut_short_tells_whole_layers_alone() {
    let puzzle = from_the_goal(3, 3);
    let too_few = Limits::default().with_memory(1 << 19);
    for histogram in [
        DistanceHistogram::breadth_first(&puzzle, &too_few, go_on),
        DistanceHistogram::frontier(&puzzle, &Limits::default().with_nodes(5000), go_on),
        DistanceHistogram::indexed(&puzzle, 2, &Limits::default().with_nodes(5000), go_on),
        DistanceHistogram::indexed(&puzzle, 2, &Limits::default().with_memory(1000), go_on),
    ] {
        assert!(matches!(histogram.termination, Termination::Stopped(_)), "{histogram:?}");
        assert!(EIGHT_PUZZLE.starts_with(&histogram.layers), "{histogram:?}");
    }
    let watch = |progress: LayerProgress| match progress.depth {
        10 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let broken = DistanceHistogram::indexed(&puzzle, 2, &Limits::default(), watch);
    assert_eq!(broken.layers, EIGHT_PUZZLE[..=10]);
    assert_eq!(broken.termination, Termination::Stopped(StopReason::Cancelled));
}
