//! What a session runs: an engine, its reports and its result.

use std::fmt::Debug;
use std::time::Duration;

use tremaux_core::{CancelToken, Line};
use tremaux_games::named::LineReport;

/// An engine. A [session](super::Session) runs it in a thread of its own.
pub(crate) trait Engine: Send + 'static {
    /// What to do.
    type Task: Send + 'static;
    /// A move.
    type Move: Clone + Debug + PartialEq + Send + 'static;

    /// Works until the task is done or `cancel` is cancelled. Returns the last complete iteration,
    /// or a line with any legal move and depth 0; `None` if there is no move.
    fn run(
        &mut self,
        task: Self::Task,
        cancel: &CancelToken,
        tell: &mut dyn FnMut(Report<Self::Move>),
    ) -> Option<Iteration<Self::Move>>;

    /// Forgets everything.
    fn clear(&mut self);
}

/// What a search reports.
#[derive(Clone, Debug)]
pub(crate) enum Report<M> {
    /// An iteration is complete.
    Iteration(Iteration<M>),
    /// An iteration takes long; these are the counts so far.
    Counts(Counts),
    /// What is known of all moves.
    Moves(Vec<LineReport>),
    /// A line of text for the user.
    Text(String),
}

/// The result of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Iteration<M> {
    /// Its depth in plies.
    pub(crate) depth: u32,
    /// The length of the longest line that was searched.
    pub(crate) longest: u32,
    /// The lines, the best first.
    pub(crate) lines: Vec<Line<M>>,
    /// The counts of the search so far.
    pub(crate) counts: Counts,
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The positions visited, by the first of several threads while they run.
    pub(crate) nodes: u64,
    /// The time since the search started.
    pub(crate) elapsed: Duration,
    /// The thousandths of the table in use.
    pub(crate) table_use: u32,
}

impl Counts {
    /// Positions a second.
    pub(crate) fn rate(&self) -> u64 {
        let microseconds = self.elapsed.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / microseconds) as u64
    }
}
