//! Definitions of domains, and all algorithms by name for every domain.
//!
//! A [`Problem`] is a state space with its heuristics and notation; a [`DomainEntry`] reads
//! instances of it. Every algorithm is compiled once for the erased form of all problems
//! ([`erased`]), and for a particular problem only if it is listed in
//! [`Problem::COMPILED`].

pub mod algorithms;
mod describe;
pub mod erased;
mod open;
mod options;
mod refuse;
mod run;

pub use algorithms::{
    ALGORITHMS, AnySearchOf, ConstructedPlan, Construction, MakePlan, OptimizationOf,
    OptimizationStart, OwnStart, PlanBuilder, SelectedAlgorithm, Start, StartOptimization,
    StartOwnSolver, StartSearch, java_hash,
};
pub use describe::{
    AlgorithmInfo, Component, DefaultInfo, DepthLimit, DomainInfo, Family, NamedAlgorithm, Need,
    Operands, OptionInfo, OptionKind, Proves, TieBreakName,
};
pub use erased::{Built, Compiled, Estimator, Factor, IdaStarOrder, Selected};
pub use open::{
    BuildHeuristic, BuiltOf, Catalogue, CostOf, DirectOutput, Domain, DomainEntry, Entry,
    ErasedForm, ErasedProblem, ErasedSearchOf, ErasedSpaceOf, GeneratedTexts, Generator,
    HeuristicCache, HeuristicEntry, Instance, InstanceParts, LandscapeProblem, Landscapes,
    NamedInstance, Origin, Pair, Problem, QuickSolver, RunDirectOutput, SearchOf, SolutionOf,
    Source, Split, StartPair, StartUnwatched, WriteLine, algorithms, heuristics, instance,
    instance_parts, landscape_instance, refused, with_choice,
};
pub use options::{Argument, Expression, OptionPairs, Options};
pub use refuse::{CheckpointRefusal, Kind, ReadError, RegistryError, unknown};
pub use run::{
    ActiveSearch, Advice, AdviceStep, Buildable, BuiltTable, Counts, FoundPlan, GraphState,
    InformedGraph, Number, NumberedRules, Remarks, RouteReport, SCHEMA, Sentence, Snapshot,
    SolutionWords, SolveReport, SolveRequest, StateReconstructor, StateView, Stated, StatedField,
    StatedTables, Statement, StatesByNode, Status, TableEvent, TableOrigin, TableSource, Tone,
    Total, drive, drive_recorded, drive_watched, stopped,
};
pub use tremaux_reading as reading;
pub use tremaux_reading::{in_words, nearest_names};
