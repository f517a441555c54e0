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
    AlphaBeta, ChancePruning, Clock, Continuations, CounterMoves, Equilibrium, EquilibriumMethod,
    EquilibriumReport, EquilibriumSearch, ExchangePruning, Expectiminimax, Futility, Growth,
    History, InformationSet, Killers, LateMoves, LatePruning, LeafSearch, MaxN, Mcts, MctsReport,
    MctsSearch, Minimax, MoveFutility, NoisyFirst, NullMove, Opponents, PayoffReport,
    PayoffSampler, Playout, ProofMove, ProofNumber, ProofReport, ProofSearch, ProofVariant,
    Quiescence, Razoring, Refutations, RetrogradeError, ReverseFutility, RootScores, SampledMove,
    SampledTree, Sampler, ScoreSampler, SearchParts, Selection, Selective, SelectiveSettings,
    Selectivity, Singular, SolvedGame, StrategyValue, TableUse, TimeAllocation, Window, evaluate,
    perft, reference, retrograde_analysis,
};
pub use tremaux_tables::{
    Always, Cluster, DepthPreferred, EndgameTable, EndgameValue, HistoryTable, Record, Replacement,
    TranspositionTable, TwoLevel, WithEndgames,
};

pub use crate::closure_game::ClosureGame;
