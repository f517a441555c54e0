//! Searches of mazes that can be drawn: what they saw and which way they went, cell by cell.

use std::sync::Arc;

use tremaux_core::Limits;
use tremaux_maps::maze::{Maze, MazeTrace, Step};

use crate::domain::{Choice, Given, Instance, InstanceOf, Source};
use crate::domains::MazeProblem;
use crate::error::RegistryError;
use crate::problem::Shelf;
use crate::report::SolveReport;
use crate::running::Running;

/// A maze that can be searched by name, and watched.
pub struct MazeInstance(InstanceOf<MazeProblem>);

/// What came of a search of a maze.
pub struct MazeRun {
    /// The result.
    pub report: SolveReport,
    /// What it saw.
    pub trace: MazeTrace,
    /// The way it found; no step if it found none.
    pub steps: Vec<Step>,
}

/// Reads mazes, or makes the one that `--generate` asks for, as the domain `maze` does.
///
/// # Errors
///
/// Returns the place of what is wrong.
///
/// ```
/// use tremaux_core::Limits;
/// use tremaux_registry::mazes::read;
/// use tremaux_registry::{Choice, Source};
///
/// let maze = &read(Source::One("S../.#./..G"), &[])?[0];
/// let choice = Choice { algorithm: Some("breadth-first".into()), ..Choice::default() };
/// let run = maze.solve(&choice, &Limits::default())?;
/// assert_eq!((run.report.optimal, run.steps.len()), (Some(true), 4));
/// assert_eq!(run.trace.to_text(maze.maze(), &run.steps).matches('*').count(), 3);
/// # Ok::<(), tremaux_registry::RegistryError>(())
/// ```
pub fn read(source: Source<'_>, given: Given<'_>) -> Result<Vec<MazeInstance>, RegistryError> {
    let all = crate::domains::mazes(source, given)?;
    Ok(all.into_iter().map(MazeInstance).collect())
}

impl MazeInstance {
    /// The maze.
    #[must_use]
    pub fn maze(&self) -> &Arc<Maze> {
        &self.0.space
    }

    /// Checks `choice` as [`MazeInstance::solve`] does, and searches nothing.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn check(&self, choice: &Choice) -> Result<(), RegistryError> {
        self.0.check(choice)
    }

    /// Searches the maze until the search is over or a limit steps in. Four bytes a cell
    /// besides what the search takes.
    ///
    /// # Errors
    ///
    /// Fails if a name is not known, an argument is wrong, or a part of `choice` does not
    /// apply.
    pub fn solve(&self, choice: &Choice, limits: &Limits) -> Result<MazeRun, RegistryError> {
        let mut search = self.0.search(choice, &Shelf::default())?;
        let mut trace = MazeTrace::new(self.maze());
        search.advance_watched(limits, &mut trace);
        let report = search.report()?;
        let steps = search.actions().unwrap_or_default();
        Ok(MazeRun { report, trace, steps })
    }
}
