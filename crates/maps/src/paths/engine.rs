//! What a prepared algorithm for maps is asked, and what it answers.

use std::time::Duration;

use tremaux_core::{Limits, StopReason};
use tremaux_domain::{AlgorithmInfo, BuiltTable, Number, RegistryError};
use tremaux_trace::{Sink, TraceCounts, TraceSelection, TraceShape};

/// An algorithm that is prepared for a map. Places are numbered: nodes, or cells row by row.
pub(super) trait PathEngine: Send {
    /// What is known before a query.
    fn facts(&self) -> &EngineFacts;

    /// Searches for a path and replays it by the rules of the map.
    ///
    /// # Errors
    ///
    /// Fails if the path is wrong, which is a bug in the program.
    fn find(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        recording: Option<Recording<'_>>,
    ) -> Result<FoundPath, RegistryError>;

    /// The reachable place that is nearest to the goal, if there is such a notion.
    fn nearest(&self, _ends: (u32, u32)) -> Option<u32> {
        None
    }

    /// Bytes that a query needs, as far as they are taken beforehand.
    fn bytes(&self) -> usize {
        0
    }
}

/// Where a search is recorded.
pub(super) struct Recording<'a> {
    pub(super) selection: TraceSelection,
    pub(super) sink: &'a mut dyn Sink,
}

/// What is known of a prepared algorithm.
#[derive(Clone, Debug)]
pub(super) struct EngineFacts {
    pub(super) info: &'static AlgorithmInfo,
    /// With its options.
    pub(super) algorithm: String,
    /// The estimates that it uses, in words.
    pub(super) estimate: Option<&'static str>,
    pub(super) shape: TraceShape,
    pub(super) preparation: Duration,
    /// The preprocessed data that can be stored in a file, and where it came from.
    pub(super) table: Option<BuiltTable>,
}

/// The answer to a query.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundPath {
    /// The cost of the path, if there is one.
    pub(super) cost: Option<Number>,
    /// No path costs less, if there is one.
    pub(super) bound: Option<Number>,
    /// The start, turning points and goal on a grid; all nodes on a graph.
    pub(super) places: Vec<u32>,
    /// The number of steps; for paths at any angle, of lines.
    pub(super) steps: usize,
    pub(super) expanded: u64,
    /// Time spent searching.
    pub(super) elapsed: Duration,
    pub(super) stopped: Option<StopReason>,
    /// The counts, if it was recorded.
    pub(super) counts: Option<TraceCounts>,
}
