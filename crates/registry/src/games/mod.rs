//! The games by name, a file each, and what all of them share.
//!
//! A game is one entry in [`GAMES`] and one implementation of [`Rules`](rules::Rules): its
//! options, its evaluation, what a score of it means; one with chance or for more than two is one
//! of [`PayoffRules`](payoff_rules::PayoffRules). How positions are searched differs between these
//! two [kinds](kind::Kind); reading positions and playing is here once.

mod algorithm;
mod backgammon;
mod checkers;
mod connect_four;
mod dots_and_boxes;
mod entry;
mod game_rules;
mod game_tree;
mod kind;
mod m_n_k;
mod nim;
mod payoff_rules;
mod payoffs;
mod placer;
mod played;
mod report;
mod search;
mod tic_tac_toe;
mod zero_sum;

pub use algorithm::{GAME_ALGORITHMS, GameAlgorithm, Player, RANDOM};
pub use entry::{AnalysisRequest, GameEntry, GameInfo, GameTable, PlayedGame, game};
pub use report::{
    AnalysisCounts, AnalysisReport, Expectation, GameSnapshot, LineReport, MoveReport, Outcome,
    Value,
};

/// Every game.
pub const GAMES: &[&dyn GameEntry] = &[
    &tic_tac_toe::TIC_TAC_TOE,
    &m_n_k::M_N_K,
    &nim::NIM,
    &connect_four::CONNECT_FOUR,
    &dots_and_boxes::DOTS_AND_BOXES,
    &checkers::CHECKERS,
    &backgammon::BACKGAMMON,
    &game_tree::GAME_TREE,
];
