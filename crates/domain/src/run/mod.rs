//! A running search, and what it reports.

mod active_search;
mod advice;
mod build;
mod checkpoint;
mod informed_graph;
mod numbered_rules;
mod report;
mod request;
mod state_reconstructor;
mod statement;
mod tables;
mod verdict;

pub use active_search::{ActiveSearch, drive, drive_recorded, drive_watched, stopped};
pub use advice::{Advice, AdviceStep, StateView};
pub use build::{Buildable, BuiltTable, TableOrigin};
pub(crate) use checkpoint::Identity;
pub use informed_graph::{GraphState, InformedGraph};
pub use numbered_rules::NumberedRules;
pub use report::{
    Counts, FoundPlan, Number, Remarks, RouteReport, SCHEMA, Snapshot, SolutionWords, SolveReport,
    Status, Total,
};
pub use request::SolveRequest;
pub use state_reconstructor::{StateReconstructor, StatesByNode};
pub use statement::{Stated, StatedField, StatedTables, Statement};
pub use tables::{TableEvent, TableSource};
pub use verdict::{Sentence, Tone};
