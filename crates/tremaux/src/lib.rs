//! Trémaux: provably optimal paths and plans, puzzles and games, built on one set of concepts.
//!
//! A state space or a game describes *what* the problem is, and an algorithm *how* it is
//! searched. Neither depends on the other.
//!
//! # Two ways to use it
//!
//! With closures, in a single call: [`a_star`], [`dijkstra`], [`breadth_first`],
//! [`greedy_best_first`], [`ida_star`], [`iterative_deepening`], [`bidirectional`],
//! [`bidirectional_breadth_first`], [`k_shortest`].
//!
//! ```
//! // A knight's path from one corner of a chessboard to the opposite one.
//! let moves = |&(x, y): &(i8, i8)| {
//!     [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
//!         .into_iter()
//!         .map(move |(dx, dy)| (x + dx, y + dy))
//!         .filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
//!         .map(|square| (square, 1_u32))
//! };
//! let distance = |&(x, y): &(i8, i8)| ((7 - x).max(7 - y) as u32).div_ceil(2);
//! let (path, cost) = tremaux::a_star((0, 0), moves, distance, |&at| at == (7, 7)).unwrap();
//! assert_eq!((path.len(), cost), (7, 6));
//! ```
//!
//! With a [`StateSpace`] of your own, searched by any algorithm of [`search`], with [`Limits`],
//! proofs, pauses, and an [`Observer`]:
//!
//! ```
//! use tremaux::search::{BestFirst, IdaStar};
//! use tremaux::{Algorithm, NoHeuristic, Limits};
//! use tremaux::puzzles::tiles::{Board64, Instance, Manhattan, SlidingPuzzle};
//!
//! let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None)?;
//! let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("nine cells");
//! let manhattan = Manhattan::to_goal(puzzle.goal());
//! let limits = Limits::default().with_nodes(100_000);
//! let report = BestFirst::a_star().solve(&puzzle, &manhattan, &limits, &mut ());
//! assert!(report.is_proven_optimal());
//! assert_eq!(report.lower_bound, 14);
//! # Ok::<(), tremaux::ParseError>(())
//! ```
//!
//! # Which type for which problem
//!
//! | problem | use |
//! |---|---|
//! | a cheapest path, in one call | [`a_star`], [`dijkstra`], [`breadth_first`]; little memory: [`ida_star`]; from both ends: [`bidirectional`], [`bidirectional_breadth_first`]; several paths: [`k_shortest`] |
//! | the same with limits, pauses, proofs, an observer | [`space`](fn@space) and any algorithm of [`search`] |
//! | a puzzle of your own, fast | [`StateSpace`] and [`Heuristic`], with [`search::BestFirst`] or [`search::IdaStar`] |
//! | variables whose values must fit together | `constraints::Model` |
//! | a game for two, to teach | `tremaux::game` and `play::Minimax` or `play::AlphaBeta` |
//! | a game of your own, fast | [`Game`] and [`ZeroSumGame`], with `play::AlphaBeta` |
//! | dice, or more than two players | [`Game`] and [`PayoffEvaluator`], with `play::Expectiminimax` or `play::MaxN` |
//! | paths on a grid map | `maps::grid::Pathfinder` |
//! | routes on a road network | `maps::graph::Graph` and `maps::road::ContractionHierarchy` |
//! | a value to improve, without a goal | `landscape::Landscape`, with `landscape::Annealing` and others |
//! | to record and draw a search | `trace::SearchRecorder`, `trace::GameRecorder` |
//! | to test your own space, heuristic or game | `check::check_space`, `check::check_heuristic`, `check::check_game` |
//!
//! The folder `examples` has a program for each of these, for example
//! `cargo run --example roads -p tremaux`; the README compares them with the same tasks by other
//! crates.
//!
//! The core types and traits are at the root of the crate: states, costs, heuristics, limits,
//! reports, games.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `search` (default) | closures, and [`search`]: algorithms for state spaces of your own |
//! | `constraints` | `tremaux::constraints`: problems of variables and values of your own |
//! | `play` | `tremaux::play`: algorithms for games of your own |
//! | `maps` | `tremaux::maps`: grids and mazes, road networks and their files |
//! | `graph-formats` | graphs in GraphML and JSON |
//! | `puzzles` | `tremaux::puzzles`: sliding tiles, Sokoban, sudoku and others |
//! | `landscape` | `tremaux::landscape`: hill climbing, annealing, tabu search and others, for landscapes of your own |
//! | `optimization` | `tremaux::optimization`: functions, tours and others, with `landscape` |
//! | `games` | `tremaux::games`: Connect Four, chess, checkers, backgammon and others, with `play` |
//! | `trace` | `tremaux::trace`: recording searches, and drawing them |
//! | `full` | all of these |
//! | `check` | `tremaux::check`: checks for tests of your own spaces, heuristics and games |
//! | `petgraph` | `maps` and `maps::graph::from_petgraph`, for graphs of the crate `petgraph` |

#[cfg(feature = "play")]
mod closure_game;
#[cfg(feature = "search")]
mod closures;

#[cfg(feature = "play")]
pub use closure_game::{ClosureGame, game};
#[cfg(feature = "search")]
pub use closures::{
    CheapestPaths, ClosureSpace, DistanceMap, Estimated, StateNumber, Step, StepCost, a_star,
    all_cheapest_paths, bidirectional, bidirectional_breadth_first, breadth_first,
    breadth_first_all, dijkstra, dijkstra_all, dijkstra_within, greedy_best_first, ida_star,
    iterative_deepening, k_shortest, space,
};
pub use tremaux_core::*;

/// Checks for tests of your own spaces, heuristics and games.
///
/// Each walks at random and panics with a reason at the first violation, so that a test is one
/// line. In `Cargo.toml`:
///
/// ```toml
/// [dev-dependencies]
/// tremaux = { version = "0.1", features = ["check"] }
/// ```
///
/// ```
/// use tremaux::{Score, StateSpace, check, heuristic};
///
/// /// From 1 to 100: an action doubles the number or adds one.
/// struct Numbers;
///
/// impl StateSpace for Numbers {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 1 }
///     fn is_goal(&self, &number: &u32) -> bool { number == 100 }
///     fn actions(&self, &number: &u32, actions: &mut Vec<u32>) {
///         actions.extend([number, 1].into_iter().filter(|add| number + add <= 100));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
///     fn apply(&self, number: &mut u32, add: u32) { *number += add }
///     fn pack(&self, &number: &u32) -> u32 { number }
///     fn unpack(&self, &number: &u32) -> u32 { number }
/// }
///
/// // From seed 1, a thousand steps.
/// check::check_space(&Numbers, 1, 1000);
/// let doublings = |&number: &u32| 100_u32.div_ceil(number).next_power_of_two().ilog2();
/// check::check_heuristic(&Numbers, &heuristic::consistent(doublings), 1, 1000);
///
/// # #[cfg(feature = "play")] {
/// // A hundred games of nim.
/// let moves = |&left: &u32| 1..=left.min(3);
/// let lost = |&left: &u32| (left == 0).then_some(Score::LOSS);
/// check::check_zero_sum_game(&tremaux::game(10, moves, |left, take| left - take, lost), 1, 100);
/// # }
/// ```
#[cfg(feature = "check")]
pub mod check {
    pub use tremaux_testkit::*;
}

#[cfg(doctest)]
mod guide;

// Modules rather than renamed crates: the compiler writes the paths of a renamed crate under its
// own name, which does not exist here.

/// Variables, constraints, and searches for all solutions or the best.
#[cfg(feature = "constraints")]
pub mod constraints {
    pub use tremaux_constraints::*;
}
/// Games, one module each.
#[cfg(feature = "games")]
pub mod games {
    pub use tremaux_games::*;

    /// Chess and Chess960.
    pub mod chess {
        pub use tremaux_chess::*;
    }

    /// Othello.
    pub mod othello {
        pub use tremaux_othello::*;
    }
}
/// Local search in landscapes.
#[cfg(feature = "landscape")]
pub mod landscape {
    pub use tremaux_landscape::*;
}
/// Problems whose solutions are improved, one module each.
#[cfg(feature = "optimization")]
pub mod optimization {
    pub use tremaux_optimization::*;
}
/// Grids and mazes, road networks and their files.
#[cfg(feature = "maps")]
pub mod maps {
    pub use tremaux_maps::*;
}
/// Algorithms for games.
#[cfg(feature = "play")]
pub mod play {
    pub use tremaux_play::*;
}
/// Puzzles, one module each.
#[cfg(feature = "puzzles")]
pub mod puzzles {
    pub use tremaux_puzzles::*;
    /// Rubik's cube and the 2×2×2 cube.
    pub mod cube {
        pub use tremaux_cube::*;
    }
    /// Sliding-tile puzzles.
    pub mod tiles {
        pub use tremaux_tiles::*;
    }
}
/// Algorithms for state spaces.
#[cfg(feature = "search")]
pub mod search {
    pub use tremaux_search::*;
}
/// Transposition tables, history tables, endgame tables and pattern databases.
pub mod tables {
    pub use tremaux_tables::*;
}
/// Recorded and drawn searches.
#[cfg(feature = "trace")]
pub mod trace {
    pub use tremaux_trace::*;
}
