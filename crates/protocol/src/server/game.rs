//! The engine of a game of the catalogue.

use std::thread;
use std::time::{Duration, Instant};

use tremaux_core::{CancelToken, Limits, Line, Score};
use tremaux_domain::RegistryError;
use tremaux_games::named::{AnalysisRequest, GameTable, PlayedGame};

use super::engine::{Counts, Engine, Iteration, Report};

/// What to search.
pub(crate) struct GameTask {
    /// The game at the position.
    pub(crate) game: Box<dyn PlayedGame>,
    /// How to search.
    pub(crate) request: AnalysisRequest,
    /// The maximum number of positions.
    pub(crate) nodes: Option<u64>,
    /// Reports all moves again and again, after this time, until the search is cancelled.
    pub(crate) interval: Option<Duration>,
}

/// An engine for one game, with its options.
pub(crate) struct GameEngine(GameTable);

impl GameEngine {
    /// An engine with a table of this size.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    pub(crate) fn new(bytes: usize) -> Result<Self, RegistryError> {
        GameTable::new(bytes).map(Self)
    }

    /// Analyses in parts of this time, each of which continues the tree of the one before, and
    /// reports all lines after each, until cancelled. If the tree cannot be kept, the parts get
    /// longer, and what was found by a longer search is not replaced.
    fn repeat(
        &mut self,
        game: &dyn PlayedGame,
        request: &AnalysisRequest,
        limits: &Limits,
        interval: Duration,
        tell: &mut dyn FnMut(Report<String>),
    ) {
        let (mut most, mut part, mut best) = (0, interval, Vec::new());
        while !limits.cancel.is_cancelled() {
            let mut limits = limits.clone();
            limits.time = Some(part);
            let started = Instant::now();
            let report = game.analyze(request, &mut self.0, &limits, &mut |_| {});
            let visits: u64 =
                report.lines.iter().filter_map(|it| it.samples).map(|it| it.visits).sum();
            if visits <= most {
                part = part.saturating_mul(2);
            }
            if visits >= most {
                (most, best) = (visits, report.lines);
            }
            if limits.cancel.is_cancelled() && most > 0 && visits < most {
                break;
            }
            tell(Report::Moves(best.clone()));
            // A solved position is searched in no time.
            while started.elapsed() < interval && !limits.cancel.is_cancelled() {
                thread::sleep(Duration::from_millis(5).min(interval));
            }
        }
    }
}

impl Engine for GameEngine {
    type Task = GameTask;
    type Move = String;

    fn run(
        &mut self,
        GameTask { game, request, nodes, interval }: GameTask,
        cancel: &CancelToken,
        tell: &mut dyn FnMut(Report<String>),
    ) -> Option<Iteration<String>> {
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.nodes = nodes;
        if let Some(interval) = interval {
            self.repeat(&*game, &request, &limits, interval, tell);
            return None;
        }
        let mut depth = 0;
        let mut report = game.analyze(&request, &mut self.0, &limits, &mut |it| {
            let Some(score) = it.score.filter(|_| it.depth > depth) else { return };
            depth = it.depth;
            let lines = vec![line(score, false, vec![it.best.clone()])];
            let counts = counts(it.nodes, it.seconds);
            tell(Report::Iteration(Iteration { depth, longest: depth, lines, counts }));
        });
        if report.depth == 0 {
            // One ply is searched whatever the limits are.
            let request = AnalysisRequest { depth: Some(1), exact: false, ..request };
            report = game.analyze(&request, &mut self.0, &Limits::default(), &mut |_| {});
        }
        let best = report.best.clone()?;
        let nodes = report.counts.nodes + report.counts.line_nodes + report.counts.helper_nodes;
        let depth = report.depth;
        let mut lines: Vec<Line<String>> = report
            .lines
            .into_iter()
            .map(|it| line(it.value.score, it.value.exact, it.line))
            .collect();
        if lines.is_empty() {
            let moves = if report.line.is_empty() { vec![best] } else { report.line };
            lines.push(line(report.score.unwrap_or(0), report.exact, moves));
        }
        Some(Iteration { depth, longest: depth, lines, counts: counts(nodes, report.seconds) })
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn line(score: i64, is_exact: bool, moves: Vec<String>) -> Line<String> {
    let score = i32::try_from(score).unwrap_or(if score < 0 { i32::MIN } else { i32::MAX });
    Line::new(Score::from_raw(score), is_exact, moves)
}

fn counts(nodes: u64, seconds: f64) -> Counts {
    let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    Counts { nodes, elapsed, table_use: 0 }
}
