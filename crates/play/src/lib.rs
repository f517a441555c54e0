//! Game-tree search. This crate depends on [`tremaux_core`] and [`tremaux_tables`], and knows
//! no specific game.
//!
//! | the game | search | result |
//! |---|---|---|
//! | two players, no chance | [`AlphaBeta`], [`Minimax`], [`Textbook`] | a score, marked where it is proved |
//! | the same, forced lines decide | [`ProofNumber`] | who wins |
//! | chance, or more players | [`Expectiminimax`], [`MaxN`] | expected payoffs |
//! | hard to evaluate, or very wide | [`Mcts`] | shares of playouts, proofs where the tree ends |
//! | hidden information | [`Equilibrium`] | a strategy, and how much it can lose |
//! | a table fits all positions | [`retrograde_analysis`] | every score |
//!
//! - **Bounds say what a search needs.** Alpha-beta asks for a `ZeroSumGame`, a table for a
//!   `HashedGame`, history for a `MoveKey`, null moves for a `NullMoveGame`. What a game does not
//!   offer cannot be switched on.
//! - **Parts are types, settings are values.** [`SearchParts`] holds the evaluator, the ordering,
//!   the table, the horizon and the selective methods: they run at every node and are inlined, and
//!   a part `()` leaves no code. Windows, depths and numbers of lines are fields.
//! - **A search is a value.** It can be paused at any node, takes the same steps however it is
//!   sliced, and keeps its path on a stack of its own: depth is the user's, so nothing recurses.
//! - **Exact means proved.** A score is exact if no estimate, no repetition and no pruned move
//!   could change it. Estimates are never merged into it silently.
//! - **Two kinds of values.** A [`Score`](tremaux_core::Score) changes its sign with the side, as
//!   null windows need; payoffs of several players and means over chance do not, and have engines
//!   of their own. With hidden information a position has no value without a strategy.

#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

mod alpha_beta;
mod clock;
mod contract;
mod equilibrium;
mod horizon;
mod minimax;
mod ordering;
mod parallel;
mod payoff;
mod perft;
mod proof_number;
mod retrograde;
mod root_moves;
mod sampling;
mod textbook;
#[cfg(feature = "serde")]
mod unbounded;

pub use alpha_beta::{
    AlphaBeta, AlphaBetaSearch, Config, GameKnowledge, Growth, Knowledge, LateMoves, LatePruning,
    Margin, MoveFutility, NullMove, PartsOf, RootScores, SearchParts, Selective, SelectiveSettings,
    Selectivity, Singular, TableUse, Window,
};
pub use clock::{Clock, TimeAllocation};
pub use equilibrium::{
    Equilibrium, EquilibriumMethod, EquilibriumReport, EquilibriumSearch, InformationSet,
    StrategyValue, evaluate,
};
pub use horizon::{LeafSearch, Quiescence};
pub use minimax::{Minimax, MinimaxSearch};
pub use ordering::{
    Continuations, CounterMoves, History, Killers, NoisyFirst, QuietMoves, Refutations,
};
pub use payoff::{
    ChancePruning, Expectiminimax, MAX_PAYOFF_DEPTH, MaxN, Opponents, PayoffMove, PayoffReport,
    PayoffSearch,
};
pub use perft::{every_line, folded_games, perft};
pub use proof_number::{ProofNumber, ProofReport, ProofSearch, ProofVariant};
pub use retrograde::{RetrogradeError, SolvedGame, retrograde_analysis, retrograde_layer};
pub use sampling::{
    Mcts, MctsReport, MctsSearch, PayoffSampler, Playout, SampledMove, SampledTree, Sampler,
    ScoreSampler, Selection, reward_of, value_of,
};
pub use textbook::{Textbook, TextbookSearch};
