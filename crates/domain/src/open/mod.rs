//! What has a name and can be opened: problems, domains, instances.

mod choice;
mod domain;
mod entry;
mod erased_form;
mod erased_problem;
mod estimated_graph;
mod heuristic_cache;
mod heuristics;
mod instance;
mod instance_parts;
mod landscapes;
mod prepare;
mod problem;
mod problem_rules;
mod search;
mod source;
mod states;
mod typed_problem;
mod view;

pub use choice::with_choice;
pub use domain::{DirectOutput, DomainEntry, GeneratedTexts, RunDirectOutput, WriteLine};
pub use entry::{Catalogue, Domain, Entry, Generator, NamedInstance, Split};
pub use erased_form::ErasedForm;
pub use erased_problem::{ErasedProblem, ErasedSearchOf};
pub use heuristic_cache::HeuristicCache;
pub use heuristics::heuristics;
pub use instance::{Instance, Origin, refused};
pub use instance_parts::InstanceParts;
pub use landscapes::{LandscapeProblem, Landscapes, SolutionOf, landscape_instance};
pub use problem::{
    BuildHeuristic, BuiltOf, CostOf, ErasedSpaceOf, HeuristicEntry, Pair, Problem, QuickSolver,
    StartPair, StartUnwatched,
};
pub use search::SearchOf;
pub use source::Source;
pub use typed_problem::{algorithms, instance, instance_parts};
