//! What is asked for when an instance is to be solved.

use crate::describe::TieBreakName;

/// How to solve an instance. The instance chooses defaults for parts that are `None`.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The algorithm with its options.
    pub algorithm: Option<String>,
    /// The heuristic with its options.
    pub heuristic: Option<String>,
    /// The tie-break.
    pub tie_break: Option<TieBreakName>,
    /// The depth limit, in moves.
    pub depth: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// Whether the search will run under a limit of time or nodes: searches that can improve
    /// their result for ever do so only then.
    pub is_limited: bool,
    /// The memory limit in bytes, for searches that allocate their tables at the start.
    pub memory: Option<usize>,
    /// Whether checkpoints will be requested; then algorithms that cannot be saved are rejected.
    pub is_saved: bool,
    /// Whether to search even where it is known without a search that there is no solution.
    pub always_searches: bool,
    /// A checkpoint to resume: see [`ActiveSearch::checkpoint`](crate::ActiveSearch::checkpoint).
    pub resume: Option<Vec<u8>>,
}

impl Default for SolveRequest {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristic: None,
            tie_break: None,
            depth: None,
            seed: 0,
            threads: 1,
            is_limited: false,
            memory: None,
            is_saved: false,
            always_searches: false,
            resume: None,
        }
    }
}
