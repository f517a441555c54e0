//! Games, one folder each: rules, evaluation, notation, and specialized solvers.
//!
//! | module | game | players | what it adds |
//! |---|---|---|---|
//! | [`tic_tac_toe`] | tic-tac-toe | 2 | the evaluation and the counts of the textbooks |
//! | [`m_n_k`] | m,n,k, with gravity or without | 2 | any board up to 19 by 19, symmetries folded |
//! | [`hex`] | Hex from 3 by 3 to 11 by 11 | 2 | distances to a connection, half turns folded |
//! | [`go`] | Go from 1 by 1 to 19 by 19 | 2 | superko, area scoring, SGF, random games |
//! | [`nim`] | nim, normal and misère | 2 | the theory that solves it |
//! | [`connect_four`] | Connect Four on any board of 64 bits | 2 | threats, exact scores |
//! | [`dots_and_boxes`] | dots and boxes | 2 to 4 | extra turns, payoffs for each player |
//! | [`game_tree`] | game trees written out | 2 | the trees of books and lessons |
//! | [`backgammon`] | backgammon without the cube | 2 | dice, the bear-off solved |
//! | [`kuhn_poker`] | Kuhn poker | 2 | hidden cards, a family of equilibria |
//! | [`leduc_poker`] | Leduc hold'em | 2 | hidden cards, two rounds of bets |
//! | [`liars_dice`] | liar's dice | 2 | hidden dice, bids |
//! | [`goofspiel`] | Goofspiel | 2 | moves at the same time, round by round |
//! | [`matrix_game`] | matrix games | 2 | moves at the same time |
//! | [`checkers`] | checkers (draughts) by four sets of rules | 2 | captures of many pieces, PDN |
//!
//! In each folder, `rules.rs` depends only on [`tremaux_core`], and so does `notation.rs`, which
//! reads, writes ([`GameNotation`](tremaux_core::GameNotation)) and draws positions and moves.
//! Evaluation and move ordering are in `evaluation.rs`. Only the solvers depend on an engine.
//!
//! `entry.rs` says what a game by [name](named) is: its options, its words, its evaluation.
//!
//! - **Rules know no search, searches know no game.** A folder can be read, tested and used without
//!   the others; with the feature `catalog` it has a name, too.
//! - **Three kinds of entries**, by what a search must know: `Rules` for two players and no chance,
//!   `PayoffRules` with chance or more players, `HiddenRules` where players do not see everything.
//!   Each has its searches, refusals and reports once, for all its games.
//! - **A solver of one game** is an engine like any other, used where it is faster (Connect Four,
//!   bear-offs, endings of checkers); its results are compared with those of alpha-beta.
//!
//! A new game implements [`Game`](tremaux_core::Game) and those of its capabilities that it
//! has, calls the checks of the test kit, counts its moves against a published or a naive perft,
//! and is compared with exhaustive search where it is small enough.
//!
//! ```
//! use tremaux::games::tic_tac_toe::{OpenLines, TicTacToe};
//! use tremaux::play::{AlphaBeta, GameNotation, SearchParts};
//! use tremaux::{Limits, Score};
//!
//! let game = TicTacToe;
//! let position = game.parse_position("x../o../...").unwrap();
//! let parts = SearchParts::new().evaluator(OpenLines);
//! let report = AlphaBeta::default().solve(&game, &position, parts, &Limits::default());
//! // The edge is the wrong answer to a corner: x wins by its third move from here.
//! assert_eq!((report.score, report.is_exact), (Score::win_in(5), true));
//! ```

pub mod backgammon;
#[cfg(feature = "catalog")]
#[doc(hidden)]
pub mod catalog;
pub mod checkers;
pub mod connect_four;
pub mod dots_and_boxes;
#[cfg(feature = "catalog")]
mod game_file;
pub mod game_tree;
pub mod go;
pub mod goofspiel;
pub mod hex;
mod history;
pub mod kuhn_poker;
pub mod leduc_poker;
pub mod liars_dice;
pub mod m_n_k;
pub mod matrix_game;
#[cfg(feature = "catalog")]
pub mod named;
pub mod nim;
mod replayed;
pub mod tic_tac_toe;

pub use replayed::Replayed;
