//! Algorithms for games.
//!
//! Needs the feature `play`.

pub use tremaux_core::evaluator::from_fn as evaluator;
pub use tremaux_core::{
    Bound, CutoffReason, Evaluator, ExtendingGame, GameDepict, GameEvent, GameNotation,
    GameObserver, GameReport, GameSearch, GameStatistics, HashedGame, HiddenGame, HiddenNotation,
    IndexedGame, Line, MoveKey, MoveOrdering, NO_MOVE, NullMoveGame, PayoffEvaluator, Player,
    RootMove, ScoreSource, TacticalGame, hash_of,
};
pub use tremaux_play::{
    AlphaBeta, ChancePruning, Clock, Equilibrium, EquilibriumMethod, EquilibriumReport,
    Expectiminimax, History, Killers, LeafSearch, MaxN, Mcts, MctsReport, Minimax, NullMove,
    Opponents, PayoffReport, PayoffSampler, Playout, ProofNumber, ProofReport, ProofVariant,
    Quiescence, RetrogradeError, RootScores, Sampler, ScoreSampler, SearchParts, Selection,
    Selective, Selectivity, SolvedGame, TableUse, Textbook, TimeAllocation, Window, evaluate,
    perft, retrograde_analysis,
};
pub use tremaux_tables::{EndgameTable, EndgameValue, TranspositionTable};

pub use crate::closure_game::{ClosureGame, InTurn};

// What is seldom written out, and is explained where it is used: searches under way, and fine
// settings.
#[doc(hidden)]
pub use tremaux_play::{
    Continuations, CounterMoves, EquilibriumSearch, Growth, InformationSet, LateMoves, LatePruning,
    Margin, MctsSearch, MoveFutility, NoisyFirst, ProofSearch, Refutations, SampledMove,
    SampledTree, SelectiveSettings, Singular, StrategyValue, TextbookSearch,
};
#[doc(hidden)]
pub use tremaux_tables::{
    Always, Cluster, DepthPreferred, HistoryTable, Record, Replacement, TwoLevel, WithEndgames,
};
