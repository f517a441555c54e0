//! Definitions of domains, and all algorithms by name for every domain.
//!
//! A [`Problem`] is a state space with its heuristics and notation; a [`DomainEntry`] reads
//! instances of it. Every algorithm is compiled once for the erased form of all problems
//! ([`tremaux_core::erased`]), and for a particular problem only if it is listed in
//! [`Problem::COMPILED`].

mod active_search;
mod advice;
pub mod algorithms;
mod build;
mod checkpoint;
mod compiled;
mod component;
mod domain;
mod entry;
mod erased_problem;
mod error;
mod estimator;
mod expression;
mod informed_graph;
mod instance;
mod java_hash;
mod landscapes;
mod need;
mod options;
mod problem;
mod report;
mod request;
mod state_reconstructor;
mod tables;
mod verdict;

pub use active_search::{ActiveSearch, SearchOf, drive, drive_recorded, drive_watched, stopped};
pub use advice::{Advice, AdviceStep, StateView};
pub use algorithms::{
    ALGORITHMS, AlgorithmEntry, AlgorithmInfo, AnySearchOf, ConstructedPlan, Construction,
    DepthLimit, ErasedForm, Family, MakePlan, OwnSolver, OwnStart, PlanBuilder, Proves,
    SelectedAlgorithm, Start, StartOwnSolver, StartSearch, TieBreakName, with_choice,
};
pub use build::{Buildable, BuiltTable, TableOrigin};
pub use checkpoint::CheckpointRefusal;
pub use compiled::{Built, Compiled, IdaStarOrder};
pub use component::{Component, Operands, OptionInfo, OptionKind};
pub use domain::{
    DefaultInfo, DirectOutput, DomainEntry, DomainInfo, GeneratedTexts, OptionPairs,
    RunDirectOutput, Source, WriteLine,
};
pub use entry::{
    Catalogue, Domain, Entry, Generator, NamedInstance, OptionValues, ReadError, Split,
};
pub use erased_problem::{ErasedProblem, ErasedSearchOf, algorithms};
pub use error::{Kind, RegistryError};
pub use estimator::{Estimator, Factor, Selected};
pub use expression::{Argument, Expression};
pub use informed_graph::{GraphState, InformedGraph};
pub use instance::{Instance, InstanceParts, Origin, instance, instance_parts, refused};
pub use java_hash::java_hash;
pub use landscapes::{
    LandscapeProblem, Landscapes, OptimizationEntry, OptimizationOf, OptimizationStart, SolutionOf,
    StartOptimization, landscape_instance,
};
pub use need::Need;
pub use options::Options;
pub use problem::{
    BLIND, BuildHeuristic, COMMON_HEURISTICS, CostOf, ErasedSpaceOf, HeuristicCache,
    HeuristicEntry, MAX, Pair, Problem, QuickSolver, SCALED, StartPair, StartUnwatched, component,
    heuristics, select, unknown,
};
pub use report::{
    Counts, FoundPlan, Number, Remarks, RouteReport, Snapshot, SolutionWords, SolveReport, Status,
};
pub use request::SolveRequest;
pub use state_reconstructor::{StateReconstructor, StatesByNode};
pub use tables::{TableEvent, TableSource};
pub use tremaux_reading as reading;
pub use tremaux_reading::{in_words, nearest_names};
pub use verdict::{Sentence, Tone};
