//! Game-tree search. Knows [`tremaux_core`] and [`tremaux_tables`], never a game.

mod alpha_beta;
mod horizon;
mod max_n;
mod ordering;
mod perft;
pub mod reference;

pub use alpha_beta::{AlphaBeta, AlphaBetaSearch, Parts, RootScores, TableUse, Window};
pub use horizon::{Horizon, Quiescence};
pub use max_n::expected_payoffs;
pub use ordering::{History, Killers};
pub use perft::perft;
