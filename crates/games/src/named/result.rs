//! The result of a search of one position.

use tremaux_core::{Bound, GameReport, GameStatistics, Line, Score, StopReason, Termination};

use super::report::{AnalysisCounts, AnalysisReport, LineReport, MoveReport, Value};
use super::request::AnalysisRequest;

/// The displayed numbers of scores.
pub(crate) type Shown<'a> = &'a dyn Fn(Score) -> i64;

/// The result of a search, for the side to move. Moves are text: what follows from it is compiled
/// once for all games.
#[derive(Default)]
pub(crate) struct SearchResult {
    /// The best lines, the best first; none if no depth was completed.
    pub(crate) lines: Vec<Line<String>>,
    /// The moves with known scores, the best first.
    pub(crate) moves: Vec<MoveResult>,
    /// Any legal move, if there is no line.
    pub(crate) fallback: Option<String>,
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
pub(crate) struct MoveResult {
    /// The move.
    pub(crate) mv: String,
    /// Its value.
    pub(crate) score: Score,
    /// How that relates to the true one.
    pub(crate) bound: Bound,
    /// Whether it is proved.
    pub(crate) is_exact: bool,
    /// The least and the greatest score that it can have, if a solver proved no more.
    pub(crate) bounds: Option<(Score, Score)>,
}

impl MoveResult {
    /// A move with this proved score.
    pub(crate) fn proved(mv: String, score: Score) -> Self {
        Self { mv, score, bound: Bound::Exact, is_exact: true, bounds: None }
    }

    /// A move with a score from `least` to `most`.
    pub(crate) fn within(mv: String, least: Score, most: Score) -> Self {
        let bounds = Some((least, most));
        Self { mv, score: most, bound: Bound::AtMost, is_exact: false, bounds }
    }

    /// The bounds of a move that a solver tried.
    pub(crate) fn proved_bounds(&self) -> (Score, Score) {
        self.bounds.unwrap_or((self.score, self.score))
    }

    fn report(&self, shown: Shown<'_>) -> MoveReport {
        let bound = match self.bound {
            Bound::Exact => None,
            Bound::AtLeast => Some("at-least"),
            Bound::AtMost => Some("at-most"),
        };
        let is_exact = self.is_exact && bound.is_none();
        let mut value = Value::new(shown(self.score), self.score, is_exact);
        if bound.is_some() {
            (value.bound, value.outcome, value.plies) = (bound, None, None);
        }
        let bounds = self.bounds.map(|(least, most)| (shown(least), shown(most)));
        let (at_least, at_most) = bounds.unzip();
        MoveReport { at_least, at_most, ..MoveReport::new(self.mv.clone(), value) }
    }
}

impl SearchResult {
    /// Converts a report of the engine; `words` writes a line of moves.
    pub(super) fn of<M: Copy>(
        report: GameReport<M>,
        shows_all: bool,
        words: &dyn Fn(&[M]) -> Vec<String>,
    ) -> Self {
        let stopped = match report.termination {
            Termination::Stopped(reason) => Some(reason),
            _ => None,
        };
        let is_known = |bound: Bound| report.depth > 0 && (shows_all || bound == Bound::Exact);
        let known = report.root_moves.iter().filter(|mv| is_known(mv.bound));
        let moves = known.map(|mv| MoveResult {
            mv: words(&[mv.mv]).concat(),
            score: mv.score,
            bound: mv.bound,
            is_exact: mv.is_exact,
            bounds: None,
        });
        let lines = report.lines.iter().filter(|_| report.depth > 0);
        let fallback = report.principal_variation.first();
        Self {
            moves: moves.collect(),
            lines: lines
                .map(|line| Line::new(line.score, line.is_exact, words(&line.moves)))
                .collect(),
            fallback: fallback.map(|&mv| words(&[mv]).concat()),
            depth: report.depth,
            statistics: report.statistics,
            stopped,
            ..Self::default()
        }
    }

    fn line_report(&self, line: &Line<String>, shown: Shown<'_>) -> LineReport {
        let mut value = Value::new(shown(line.score), line.score, line.is_exact);
        let of_move = self.moves.iter().find(|it| line.moves.first() == Some(&it.mv));
        // An estimate at the end of what a solver left possible is no number of plies.
        if !line.is_exact && of_move.is_some_and(|it| it.bounds.is_some()) {
            (value.outcome, value.plies) = (None, None);
        }
        LineReport { samples: None, value, line: line.moves.clone() }
    }

    /// A move that was not searched, but is proved to be better than all lines.
    fn better_than_lines(&self, shown: Shown<'_>) -> Option<LineReport> {
        let bounded = self.moves.iter().filter_map(|it| Some((&it.mv, it.bounds?.0)));
        let (mv, least) = bounded.reduce(|one, other| if other.1 > one.1 { other } else { one })?;
        if self.lines.first().is_some_and(|line| line.score >= least) {
            return None;
        }
        let value = Value::new(shown(least), least, false);
        let value = Value { outcome: None, plies: None, ..value };
        Some(LineReport { samples: None, value, line: vec![mv.clone()] })
    }

    /// Whether the best line has the score of the position, and whether it decides the game.
    fn verdict(&self) -> (bool, bool) {
        let Some(best) = self.lines.first() else { return (false, false) };
        // The score of a line may be exact while another move may be better.
        let is_best = self.bounds.is_none_or(|(_, most)| best.score >= most);
        let is_exact = is_best && best.is_exact;
        let is_lost = self.bounds.is_none_or(|(_, most)| most < Score::DRAW);
        let is_decided = best.score.is_decisive() && (best.score > Score::DRAW || is_lost);
        (is_exact, is_exact || is_decided)
    }

    /// The report of a search, beyond what `blank` says of the position. Scores are shown as
    /// `shown` says; `algorithm` is the one that was requested.
    pub(crate) fn into_report(
        self,
        shown: Shown<'_>,
        algorithm: &str,
        request: &AnalysisRequest,
        blank: AnalysisReport,
    ) -> AnalysisReport {
        let lines: Vec<_> = self.lines.iter().map(|line| self.line_report(line, shown)).collect();
        let better = self.better_than_lines(shown);
        let (is_exact, is_decided) = if better.is_some() { (false, false) } else { self.verdict() };
        let best = better.as_ref().or(lines.first());
        let open_bounds = self.bounds.filter(|_| !is_exact);
        let (at_least, at_most) =
            open_bounds.map(|(least, most)| (shown(least), shown(most))).unzip();
        AnalysisReport {
            best: best.and_then(|best| best.line.first().cloned()).or(self.fallback),
            score: best.map(|best| best.value.score),
            exact: is_exact,
            outcome: best.and_then(|best| best.value.outcome).filter(|_| is_decided),
            plies: best.and_then(|best| best.value.plies).filter(|_| is_decided),
            at_least,
            at_most,
            depth: self.depth,
            line: best.map(|best| best.line.clone()).unwrap_or_default(),
            moves: self.moves.iter().map(|mv| mv.report(shown)).collect(),
            lines: if request.lines > 1 { lines } else { Vec::new() },
            counts: AnalysisCounts::of(&self.statistics),
            algorithm: self.algorithm.unwrap_or(algorithm).to_owned(),
            seconds: self.statistics.elapsed.as_secs_f64(),
            threads: self.threads.unwrap_or(request.threads),
            stopped: self.stopped,
            ..blank
        }
    }
}
