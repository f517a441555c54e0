//! The game-tree engine: iterative-deepening alpha-beta, fail-soft, on an explicit stack.

mod enhanced_transposition_cutoff;
mod frame;
mod judgement;
mod line;
mod options;
mod parts;
mod pruning;
mod search;
mod selectivity;
mod table_probe;
mod tree;
mod variations;
mod window;

pub use options::{AlphaBeta, RootScores, TableUse};
pub use parts::{Config, PartsOf, SearchParts};
pub use search::AlphaBetaSearch;
pub use selectivity::{
    GameKnowledge, Growth, Knowledge, LateMoves, LatePruning, Margin, MoveFutility, NullMove,
    Selective, SelectiveSettings, Selectivity, Singular,
};
pub use window::Window;
