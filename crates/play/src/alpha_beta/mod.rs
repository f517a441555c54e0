//! The game-tree engine: iterative-deepening alpha-beta, fail-soft, on an explicit stack.

mod ahead;
mod frame;
mod line;
mod options;
mod parts;
mod search;
mod selectivity;
mod tree;
mod window;

pub use options::{AlphaBeta, RootScores, TableUse};
pub use parts::Parts;
pub use search::AlphaBetaSearch;
pub use selectivity::{
    Extensions, Futility, Knowledge, LateMoves, Noise, NullMove, Passes, Selective,
    SelectiveSettings, Selectivity, Singular,
};
pub use window::Window;
