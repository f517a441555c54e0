//! Game-tree search. Knows [`tremaux_core`] and [`tremaux_tables`], never a game.

mod alpha_beta;
mod horizon;
mod max_n;
mod ordering;
mod perft;
pub mod reference;
mod retrograde;

pub use alpha_beta::{
    AlphaBeta, AlphaBetaSearch, Extensions, Futility, Knowledge, LateMoves, Noise, NullMove, Parts,
    Passes, RootScores, Selective, SelectiveSettings, Selectivity, Singular, TableUse, Window,
};
pub use horizon::{Horizon, Quiescence};
pub use max_n::expected_payoffs;
pub use ordering::{CounterMoves, History, Killers, Loud, Refutations};
pub use perft::perft;
pub use retrograde::{
    RetrogradeError, SolvedGame, retrograde_analysis, retrograde_analysis_reversible,
};
