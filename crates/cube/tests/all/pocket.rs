//! The 2×2×2 cube: contracts, published distances, and texts.

use std::num::NonZero;
use std::ops::ControlFlow;

use tremaux_core::Random;
use tremaux_core::{Algorithm, IndexedSpace, Limits, NoHeuristic, Notation, StateSpace};
use tremaux_cube::Turn;
use tremaux_cube::pocket::{Corners, PocketCube};
use tremaux_search::{BidirectionalBreadthFirst, DistanceHistogram};
use tremaux_testkit as kit;

#[test]
fn contracts() {
    let puzzle = PocketCube::new(Corners::parse("R U F' R2 U' F R").expect("turns"));
    kit::check_space(&puzzle, 1, 60);
    kit::check_undo(&puzzle, 2, 60);
    kit::check_backward(&puzzle, 3, 30);
    kit::check_compact_actions(&puzzle, 4, 60);
    kit::check_notation(&puzzle, 5, 40);
    kit::check_depict(&puzzle, 6, 5);
    kit::check_indexed(&puzzle, 7, 100);
}

/// How many states are how many turns away, a half turn counted as one (A079761 of the
/// On-Line Encyclopedia of Integer Sequences).
#[test]
fn published_distances() {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let puzzle = PocketCube::new(Corners::SOLVED);
    let histogram = DistanceHistogram::indexed(&puzzle, threads, &Limits::default(), |_| {
        ControlFlow::Continue(())
    });
    let published = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!(histogram.layers, published);
    assert_eq!(published.iter().sum::<u64>() as usize, puzzle.state_count());
}

#[test]
fn what_is_scrambled_is_solved_in_no_more_turns() {
    let mut random = Random::new(5);
    for turns in 0..14 {
        let scramble = Corners::scrambled(turns, &mut random);
        assert_eq!(scramble.len() as u64, turns);
        let words: Vec<String> = scramble.iter().map(Turn::to_string).collect();
        let start = Corners::parse(&words.join(" ")).expect("turns");
        let search = BidirectionalBreadthFirst;
        let puzzle = PocketCube::new(start);
        let report = search.solve(&puzzle, NoHeuristic, &Limits::default(), &mut ());
        assert!(report.is_proven_optimal());
        let plan = report.plan.expect("every cube can be solved");
        assert!(u64::from(plan.cost) <= turns.min(11), "{words:?}");
        let mut end = start;
        plan.actions.iter().for_each(|&turn| end.turn(turn));
        assert!(puzzle.is_goal(&end));
    }
}

#[test]
fn texts() {
    let puzzle = PocketCube::new(Corners::SOLVED);
    let text = |corners: &Corners| {
        let mut text = String::new();
        puzzle.write_state(corners, &mut text).expect("a text takes all");
        text
    };
    assert_eq!(text(&Corners::SOLVED), "UUUU RRRR FFFF DDDD LLLL BBBB");
    // The right face turned: its colours stay on it, the front's go up, the sky's go back.
    let turned = Corners::parse("R").expect("a turn");
    assert_eq!(text(&turned), "UFUF RRRR FDFD DBDB LLLL UBUB");
    assert_eq!(Corners::parse("UFUFRRRRFDFDDBDBLLLLUBUB"), Ok(turned));
    for (text, column, expected) in [
        ("R U D", 5, "a turn of U, R or F"),
        ("R U4", 3, "a turn of U, R or F"),
        ("UUUU RRRR FFFF DDDD LLLL BBBD", 18, "three faces"),
        ("UUUU RRRR FFFF DDDD LLLB BBBL", 16, "three faces"),
        ("UUUF URRR FRFF DDDD LLLL BBBB", 1, "each corner once"),
        ("FFFF RRRR DDDD BBBB LLLL UUUU", 18, "reorient the cube"),
    ] {
        let error = Corners::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}
