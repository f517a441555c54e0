//! The result of a search of one position.

use tremaux_core::{Bound, GameReport, GameStatistics, Line, Score, StopReason, Termination};

/// The result of a search, for the side to move.
pub(crate) struct Found<M> {
    /// The best lines, the best first; none if no depth was completed.
    pub(crate) lines: Vec<Line<M>>,
    /// The moves with known scores, the best first.
    pub(crate) moves: Vec<FoundMove<M>>,
    /// Any legal move, if there is no line.
    pub(crate) fallback: Option<M>,
    /// The last completed depth.
    pub(crate) depth: u32,
    /// The counts.
    pub(crate) statistics: GameStatistics,
    /// The limit that was reached.
    pub(crate) stopped: Option<StopReason>,
    /// The number of threads, if it is not the requested one.
    pub(crate) threads: Option<usize>,
    /// The algorithm, if it is not the requested one.
    pub(crate) algorithm: Option<&'static str>,
    /// The lower and upper bounds of the score that a solver proved.
    pub(crate) bounds: Option<(Score, Score)>,
}

/// A move and its value.
pub(crate) struct FoundMove<M> {
    /// The move.
    pub(crate) mv: M,
    /// Its value.
    pub(crate) score: Score,
    /// How that relates to the true one.
    pub(crate) bound: Bound,
    /// Whether it is proved.
    pub(crate) is_exact: bool,
    /// The least and the greatest score that it can have, if a solver proved no more.
    pub(crate) bounds: Option<(Score, Score)>,
}

impl<M: Copy> FoundMove<M> {
    /// A move with this proved score.
    pub(crate) fn proved(mv: M, score: Score) -> Self {
        Self { mv, score, bound: Bound::Exact, is_exact: true, bounds: None }
    }

    /// A move with a score within these bounds.
    pub(crate) fn within(mv: M, bounds: (Score, Score)) -> Self {
        let (score, bound, bounds) = (bounds.1, Bound::AtMost, Some(bounds));
        Self { mv, score, bound, is_exact: false, bounds }
    }

    /// The bounds of a move that a solver tried.
    pub(crate) fn proved_bounds(&self) -> (Score, Score) {
        self.bounds.unwrap_or((self.score, self.score))
    }
}

impl<M: Copy> Found<M> {
    /// Converts a report of the engine.
    pub(super) fn of(report: GameReport<M>, shows_all: bool) -> Self {
        let stopped = match report.termination {
            Termination::Stopped(reason) => Some(reason),
            _ => None,
        };
        let is_known = |bound: Bound| report.depth > 0 && (shows_all || bound == Bound::Exact);
        let moves = report.root_moves.iter().filter(|mv| is_known(mv.bound)).map(|mv| FoundMove {
            mv: mv.mv,
            score: mv.score,
            bound: mv.bound,
            is_exact: mv.is_exact,
            bounds: None,
        });
        Self {
            moves: moves.collect(),
            lines: if report.depth > 0 { report.lines } else { Vec::new() },
            fallback: report.principal_variation.first().copied(),
            depth: report.depth,
            statistics: report.statistics,
            stopped,
            threads: None,
            algorithm: None,
            bounds: None,
        }
    }
}
