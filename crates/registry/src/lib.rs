//! Names to things: problem × heuristic × algorithm.
//!
//! Whoever shows searches, be it a command line or a page, looks up a [`domain`], reads an
//! [`Instance`] of it, and starts a search by the names of an algorithm and a heuristic.
//! Everything describes itself as data, from which lists, help and forms are made.
//!
//! ```
//! use tremaux_registry::{Choice, Shelf, Source, domain};
//! use tremaux_core::Limits;
//!
//! let tiles = domain("tiles")?;
//! let instance = &tiles.instances(Source::One("1 4 2 / 3 0 5 / 6 7 8"), &[])?[0];
//! let choice = Choice {
//!     algorithm: Some("a-star".into()),
//!     heuristic: Some("max(manhattan, misplaced)".into()),
//!     ..Choice::default()
//! };
//! let mut search = instance.start(&choice, &Shelf::default())?;
//! search.advance(&Limits::default());
//! let report = search.report()?;
//! assert_eq!((report.length, report.optimal), (Some(2), Some(true)));
//! # Ok::<(), tremaux_registry::RegistryError>(())
//! ```
//!
//! A new problem is one entry in [`DOMAINS`] and a [`Problem`]; a new algorithm is one line
//! in `algorithms`. Neither knows of the other, so that N problems and M algorithms are
//! N + M entries.

mod algorithms;
mod build;
mod capability;
mod checkpoint;
mod compiled;
mod component;
mod domain;
mod domains;
mod error;
mod estimator;
mod expression;
mod games;
pub mod mazes;
mod options;
pub mod paths;
mod places;
mod problem;
pub mod quantity;
mod report;
mod running;
mod suggest;
mod tables;

pub use algorithms::{
    AlgorithmInfo, Constructed, Construction, DepthLimit, Family, MakePlan, OwnSearch, StartOwn,
    TieBreakName, algorithms,
};
pub use build::{Buildable, BuiltTable, TableOrigin};
pub use capability::{
    Backward, BackwardVisitor, Indexed, IndexedVisitor, Integer, IntegerVisitor, Typed,
    TypedVisitor, Undo, UndoVisitor, With, Without,
};
pub use checkpoint::CheckpointRefusal;
pub use compiled::{Built, Compiled, IdaStarOrder};
pub use component::{Component, Operands, OptionInfo, OptionKind};
pub use domain::{Choice, DefaultInfo, DomainEntry, DomainInfo, Given, Instance, Source, domain};
pub use error::{Kind, RegistryError};
pub use estimator::{Estimator, EstimatorSession, Factor};
pub use expression::{Argument, Expression};
pub use games::{
    AnalysisCounts, AnalysisReport, AnalysisRequest, Expectation, GAME_ALGORITHMS, GAMES,
    GameAlgorithm, GameEntry, GameInfo, GameSnapshot, GameTable, LineReport, MoveReport, Outcome,
    PlayedGame, Player, RANDOM, Value, game,
};
pub use options::Options;
pub use places::{Placer, Places};
pub use problem::{
    ActionClasses, BLIND, COMMON_HEURISTICS, MAX, Problem, SCALED, Shelf, TieKey, estimator,
    heuristics,
};
pub use report::{Counts, Number, Remarks, Snapshot, SolveReport, Status};
pub use running::{Running, drive, drive_recorded, drive_watched};
pub use suggest::nearest_names;
pub use tables::{TableEvent, TableSource};

/// Every domain.
pub const DOMAINS: &[&dyn DomainEntry] = &[
    &domains::TILES,
    &domains::PANCAKE,
    &domains::POCKET_CUBE,
    &domains::JUGS,
    &domains::RIVERS,
    &domains::SUDOKU,
    &domains::SOKOBAN,
    &domains::MAZE,
    &domains::GRAPH,
    &domains::GRID,
];
