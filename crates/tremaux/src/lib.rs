//! Trémaux: provably optimal paths and plans, puzzles and games, built on one set of concepts.
//!
//! A state space or a game describes *what* the problem is, and an algorithm *how* it is
//! searched. Neither depends on the other.
//!
//! # Two ways to use it
//!
//! With closures, in a single call: [`a_star`], [`dijkstra`], [`breadth_first`],
//! [`greedy_best_first`], [`ida_star`], [`iterative_deepening`], [`bidirectional`],
//! [`bidirectional_breadth_first`], [`k_shortest`], [`dijkstra_all`], [`all_cheapest_paths`].
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
//! use tremaux::prelude::*;
//! use tremaux::puzzles::tiles::{Board64, Instance, Manhattan, SlidingPuzzle};
//!
//! let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None)?;
//! let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("nine cells");
//! let report = BestFirst::a_star().run_with(&puzzle, Manhattan::to_goal(puzzle.goal()));
//! assert!(report.is_proven_optimal());
//! assert_eq!(report.lower_bound, 14);
//! # Ok::<(), tremaux::ParseError>(())
//! ```
//!
//! # Which type for which problem
//!
//! | problem | use |
//! |---|---|
//! | a cheapest path, in one call | [`a_star`], [`dijkstra`], [`breadth_first`]; little memory: [`ida_star`]; from both ends: [`bidirectional`], [`bidirectional_breadth_first`] |
//! | several paths | [`k_shortest`], [`k_shortest_walks`], [`all_cheapest_paths`] |
//! | distances to all states | [`dijkstra_all`], [`dijkstra_within`], [`breadth_first_all`] |
//! | the same with limits, pauses, proofs, an observer | [`space`](fn@space) and any algorithm of [`search`] |
//! | a puzzle of your own | [`StateSpace`] and [`Heuristic`] (fast), or `search::Successors` (short), with `search::BestFirst` or `search::IdaStar` |
//! | variables whose values must fit together | `constraints::Model` |
//! | a game in a few lines | `tremaux::game` and `play::AlphaBeta`, or with chance or several players `play::MaxN`; a move in one call: `tremaux::best_move` |
//! | a game of your own, fast | [`Game`] and [`ZeroSumGame`], with `play::AlphaBeta` |
//! | dice, or more than two players | [`Game`] and `play::PayoffEvaluator`, with `play::Expectiminimax` (and [`ZeroSumGame`]) or `play::MaxN` |
//! | a game that is hard to evaluate | [`Game`] and `play::Sampler`, with `play::Mcts` |
//! | who wins, by forced lines | [`Game`] and [`ZeroSumGame`], with `play::ProofNumber` |
//! | hidden cards or dice | [`Game`] and `play::HiddenGame`, with `play::Equilibrium` |
//! | paths on a grid map | `maps::grid::Pathfinder` |
//! | routes on a road network | `maps::graph::Graph` and `maps::road::ContractionHierarchy` |
//! | a value to improve, without a goal | `landscape::Landscape`, with `landscape::Annealing` and others |
//! | to record and draw a search | `trace::SearchRecorder`, `trace::GameRecorder` |
//! | to test your own space, heuristic or game | `check::check_space`, `check::check_heuristic`, `check::check_game` |
//!
//! The folder `examples` has a program for each of these, for example
//! `cargo run --example roads -p tremaux`; its README compares them with the
//! same tasks by other crates.
//!
//! What every kind of search shares is at the root: states, costs, heuristics, limits, reports,
//! the rules of games. [`prelude`] has what most programs import; everything else is in the module
//! of its kind, once.
//!
//! # Features
//!
//! Each module says which feature it needs.
//!
//! | feature | what it adds |
//! |---|---|
//! | `search` (default) | closures, and [`search`]: algorithms for state spaces of your own |
//! | `system` (default) | time, threads and files of the system; without it, searches run where these are missing, [`search`] lacks what needs them, and `tremaux::set_clock` gives limits of time a clock |
//! | `play` | `tremaux::play`: algorithms for games of your own |
//! | `maps` | `tremaux::maps`: grids and mazes, road networks and their files |
//! | `graph-formats` | graphs in GraphML and JSON |
//! | `puzzles` | `tremaux::puzzles`: sliding tiles, Sokoban, sudoku and others; `tremaux::constraints` |
//! | `games` | `tremaux::games`: Connect Four, chess, checkers, backgammon and others, with `play` |
//! | `optimize` | `tremaux::constraints`: variables and values of your own; `tremaux::landscape`: hill climbing, annealing, tabu search and others, with functions, tours and other problems |
//! | `constraints`, `landscape` | the halves of `optimize` without its problems |
//! | `trace` | `tremaux::trace`: recording searches, and drawing them |
//! | `full` | all of these |
//! | `check` | `tremaux::check`: checks for tests of your own spaces, heuristics and games |
//! | `petgraph` | `maps` and `maps::graph::from_petgraph`, for graphs of the crate `petgraph` |
//! | `serde` | reports, limits, options of all searches, routes, distances and scores can be written and read |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "play")]
mod closure_game;
#[cfg(feature = "search")]
mod closures;
#[cfg(feature = "constraints")]
pub mod constraints;
#[cfg(feature = "games")]
pub mod games;
#[cfg(doctest)]
mod guide;
#[cfg(feature = "landscape")]
pub mod landscape;
#[cfg(feature = "maps")]
pub mod maps;
#[cfg(feature = "play")]
pub mod play;
pub mod prelude;
#[cfg(feature = "puzzles")]
pub mod puzzles;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "trace")]
pub mod trace;

#[cfg(feature = "play")]
pub use closure_game::{best_move, game};
#[cfg(feature = "search")]
pub use closures::{
    CheapestPaths, DistanceMap, a_star, all_cheapest_paths, bidirectional,
    bidirectional_breadth_first, breadth_first, breadth_first_all, dijkstra, dijkstra_all,
    dijkstra_within, greedy_best_first, ida_star, iterative_deepening, k_shortest,
    k_shortest_walks, space,
};
#[cfg(not(feature = "system"))]
pub use tremaux_core::clock::set_clock;
pub use tremaux_core::{
    Algorithm, CancelToken, Cost, Event, FloatCost, Game, Guarantees, Heuristic, Limits,
    NoHeuristic, Observer, Optimality, ParseError, Plan, Progress, Random, Score, Search,
    SearchReport, StateSpace, Statistics, StopReason, Termination, Turn, ZeroSumGame,
};
