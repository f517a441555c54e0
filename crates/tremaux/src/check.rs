//! Checks for tests of your own spaces, heuristics and games.
//!
//! Needs the feature `check`.
//!
//! Each walks at random and panics with a reason at the first violation, so that a test is one
//! line. In `Cargo.toml`:
//!
//! ```toml
//! [dev-dependencies]
//! tremaux = { version = "0.1", features = ["check"] }
//! ```
//!
//! ```
//! use tremaux::{Score, StateSpace, check, search};
//!
//! /// From 1 to 100: an action doubles the number or adds one.
//! struct Numbers;
//!
//! impl StateSpace for Numbers {
//!     type State = u32;
//!     type Packed = u32;
//!     type Action = u32;
//!     type Cost = u32;
//!     fn initial_state(&self) -> u32 { 1 }
//!     fn is_goal(&self, &number: &u32) -> bool { number == 100 }
//!     fn actions(&self, &number: &u32, actions: &mut Vec<u32>) {
//!         actions.extend([number, 1].into_iter().filter(|add| number + add <= 100));
//!     }
//!     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
//!     fn apply(&self, number: &mut u32, add: u32) { *number += add }
//!     fn pack(&self, &number: &u32) -> u32 { number }
//!     fn unpack(&self, &number: &u32) -> u32 { number }
//! }
//!
//! // From seed 1, a thousand steps.
//! check::check_space(&Numbers, 1, 1000);
//! let doublings = |&number: &u32| 100_u32.div_ceil(number).next_power_of_two().ilog2();
//! check::check_heuristic(&Numbers, &search::consistent(doublings), 1, 1000);
//!
//! # #[cfg(feature = "play")] {
//! // A hundred games of nim.
//! let moves = |&left: &u32| 1..=left.min(3);
//! let lost = |&left: &u32| (left == 0).then_some(Score::LOSS);
//! check::check_zero_sum_game(&tremaux::game(10, moves, |left, take| left - take, lost), 1, 100);
//! # }
//! ```

pub use tremaux_testkit::{
    Edge, Estimates, Graph, Quality, check_backward, check_chance_game, check_commuting,
    check_compact_actions, check_depict, check_game, check_game_notation, check_hashed_game,
    check_heuristic, check_hidden_game, check_indexed, check_local_contexts, check_notation,
    check_pruning, check_space, check_undo, check_zero_sum_game, distances_to_goals,
    play_at_random, random_graph,
};
