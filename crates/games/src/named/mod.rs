//! Games by name: what the command line and the page work with, and what all entries share.
//!
//! A game is a folder with its rules and an `entry.rs`: a [`GameEntry`], which describes it and
//! opens positions, and an implementation of `Rules` with its evaluation and what a score of it
//! means; or of `PayoffRules`, if it has chance or more than two players; or of `HiddenRules`, if
//! players do not see everything. How positions are searched differs between these three kinds;
//! reading positions and playing is here once. A game in a crate of its own finds what its entry
//! needs in [`rules`].

mod algorithm;
mod board;
mod entry;
mod exact_solver;
mod game_rules;
mod game_table;
mod hidden;
mod info;
mod kind;
mod look;
mod noted_position;
mod payoff_rules;
mod payoffs;
mod played;
mod played_game;
mod player;
mod record;
mod recording;
mod report;
mod request;
mod result;
mod rows;
mod sampling;
mod sampling_settings;
mod search;
mod short_proof;
mod slices;
mod solver_run;
mod state_reconstructor;
mod zero_sum;

/// What the entry of a game consists of.
pub mod rules {
    pub use super::board::{Labels, Paint, board, chequered};
    pub use super::exact_solver::{ExactSolver, Solved};
    pub use super::game_rules::{Learnt, MoveOf, Rules, StateOf};
    pub use super::look::{PieceSet, Square};
    pub use super::played::{open, open_at};
    pub use super::record::read_text;
    pub use super::short_proof::{is_proof, limits_of_proof};
    pub use crate::game_file::{GameFault, positions_of_text};

    pub use super::hidden::HiddenRules;
    pub use super::payoff_rules::{PayoffRules, SearchOf};
    pub use super::played::{open_hidden, open_payoffs};

    pub(crate) use super::game_rules::size;
}

pub use algorithm::GameAlgorithm;
pub use entry::{GameEntry, GameRecords, OpenGame, OpenedFile, OpenedGame};
pub use game_table::GameTable;
pub use info::{Drawn, GameInfo};
pub(crate) use look::rows_of;
pub use look::{Look, PieceSet, Square};
pub use noted_position::{GameFile, GameFileError, NotedPosition};
pub use played_game::PlayedGame;
pub use player::Player;
pub use record::{Record, RecordFormat};
pub use report::{
    AnalysisCounts, AnalysisReport, CurvePoint, Expectation, GameSnapshot, IterationCounts,
    LineReport, MoveProbability, MoveReport, Outcome, Samples, StrategyRow, Value,
};
pub use request::AnalysisRequest;
pub use rows::{GAME_ALGORITHMS, RANDOM};
pub use sampling_settings::Sampling;
