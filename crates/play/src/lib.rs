//! Game-tree search. This crate depends on [`tremaux_core`] and [`tremaux_tables`], and knows
//! no specific game.

mod alpha_beta;
mod clock;
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

pub use alpha_beta::{
    AlphaBeta, AlphaBetaSearch, Config, ExchangePruning, Extensions, Futility, Growth, Knowledge,
    LateMoves, LatePruning, MoveFutility, Noise, NullMove, PartsOf, Passes, Razoring,
    ReverseFutility, RootScores, SearchParts, Selective, SelectiveSettings, Selectivity, Singular,
    TableUse, Window,
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
