//! Algorithms for state spaces, what a space may offer to them, and what they report.
//!
//! Needs the feature `search`, a default.

pub use tremaux_core::closure_observer::from_fn as observer;
pub use tremaux_core::heuristic::{admissible, consistent};
pub use tremaux_core::{
    ActionKey, AnyHeuristic, AnySearch, BackwardSpace, CommutingSpace, CompactActions, Depict,
    Detail, FixedPacked, IndexedSpace, LocalContextSpace, Max, Nearest, Notation, Picture,
    Predecessor, Pruning, ReversibleSpace, Role, Scaled, Shape, SortKey, UndoSpace, Vocabulary,
};
pub use tremaux_search::{
    AnyOrder, AnytimeAStar, AsListed, Beam, BestFirst, BidirectionalBreadthFirst, BranchAndBound,
    Buckets, ByEstimate, ByEstimateThenHistory, ByHistory, Candidate, ChainedBuckets,
    CheckpointError, Conventions, DepthFirst, Discovery, DuplicateRule, EnforcedHillClimbing,
    ExpansionOrder, Fifo, Fringe, FrontierBreadthFirst, G, GPlusH, GoalTest, GraphSearch, H,
    Hashed, HashedStates, Heap, HighG, IdaStar, Indexed, IntegerCost, IslandDriven,
    IterativeBroadening, KBest, Lifo, LowH, MemoryBounded, MoveAutomaton, MovePruning,
    NearOptimalBidirectional, PackedHeap, Priority, Queue, RecursiveBestFirst, Reopening, Scheme,
    SchemedStates, TieBreak, TieRule, Weighted, Yen, plan_cost,
};

pub use crate::closures::{
    ClosureSpace, Estimated, StateNumber, Step, StepCost, Successors, actions_along,
    from_successors,
};

#[cfg(feature = "system")]
pub use tremaux_search::ParallelIdaStar;

/// Pattern databases: exact distances in an abstraction of a space, as a heuristic.
#[cfg(feature = "system")]
pub mod patterns {
    pub use tremaux_tables::{
        AbstractStep, Abstraction, Additive, BuildError, Builder, Cache, Origin, PatternDatabase,
        PatternSpace, pattern,
    };
}
