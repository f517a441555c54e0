//! Searches one position in slices, so that progress can be reported.

use std::time::{Duration, Instant};

use tremaux_core::{
    Bound, Game, GameNotation, GameObserver, GameReport, GameSearch, GameStatistics, Limits, Line,
    Progress, Score, StopReason, Termination,
};
use tremaux_play::{AlphaBeta, Minimax, RootScores, SearchParts, Selectivity, Window};
use tremaux_trace::{GameRecorder, Sink, TraceSelection};

use super::algorithm::Way;
use super::entry::{AnalysisRequest, GameTable};
use super::game_rules::{MoveOf, Rules, StateOf};
use super::report::GameSnapshot;
use super::short_proof::{is_proof, limits_of_proof};

/// The interval of progress reports.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);

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
    fn of(report: GameReport<M>, shows_all: bool) -> Self {
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

/// Searches `state`, in which a player is to move, with the general engine.
pub(crate) fn search<R: Rules>(
    rules: &R,
    state: &StateOf<R>,
    request: &AnalysisRequest,
    table: &mut GameTable,
    limits: &Limits,
    watch: &mut dyn FnMut(&GameSnapshot),
    recording: Option<(TraceSelection, &mut dyn Sink)>,
) -> Found<MoveOf<R>> {
    let game = rules.game();
    let state = &rules.search_root(state);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let end = rules.plies_to_end(state);
    let deepest = end.unwrap_or(AlphaBeta::MAX_DEPTH).clamp(1, AlphaBeta::MAX_DEPTH);
    let max_depth = request.depth.unwrap_or(deepest).min(deepest);
    let window = request.algorithm.window();
    // Null windows at the root need the table, or each searches the tree anew.
    let has_open_window = matches!(window, Window::Full | Window::Scout | Window::Aspiration(_));
    let is_plain = request.plain || end.is_some() && has_open_window;
    let options = AlphaBeta::default()
        .window(window)
        .first_depth(if end.is_some() { max_depth } else { 1 })
        .max_depth(max_depth)
        .root_scores(if request.all_moves { RootScores::Every } else { RootScores::Best })
        // Each move as a line, so that the search continues until all are exact.
        .lines(if request.all_moves { moves.len() } else { request.lines.min(moves.len()) });
    let is_selective = R::Selectivity::CAN_BE_USED
        && request.algorithm.way() == Way::Engine
        && !(request.exact || is_plain || recording.is_some());
    let full_width = options;
    let options = match is_plain {
        true => {
            options.first_depth(options.max_depth).rated_depth(u32::MAX).distance_pruning(false)
        }
        false if is_selective => rules.engine(options).0,
        false => options,
    };
    table.0.age();
    let table = &table.0;
    // Textbook searches have neither table nor ordering, as settings of the same engine.
    let parts_of = |is_selective: bool| {
        let ordering = (!is_plain).then(|| rules.ordering());
        let parts = SearchParts::new().evaluator(rules.evaluator()).ordering(ordering);
        let horizon = (!is_plain).then(R::LeafSearch::default);
        let selectivity = if is_selective { rules.engine(options).1 } else { None };
        parts.table((!is_plain).then_some(table)).horizon(horizon).selectivity(selectivity)
    };
    let parts = |_| parts_of(is_selective);
    let started = Instant::now();
    let mut tell = |report: &GameReport<MoveOf<R>>| {
        let score = (report.depth > 0).then(|| rules.shown(state, report.score));
        let best = report.principal_variation.first();
        watch(&GameSnapshot {
            depth: report.depth,
            nodes: report.statistics.nodes,
            score,
            bounds: None,
            best: best.map_or(String::new(), |&mv| game.move_text(state, mv)),
            seconds: started.elapsed().as_secs_f64(),
        });
    };
    // Without limits, the whole tree is visited exactly once.
    let has_limits = limits.time.is_some() || limits.nodes.is_some();
    let deepens = end.is_none() && (request.depth.is_none() || has_limits);
    let minimax = Minimax::default().max_depth(options.max_depth).deepens(deepens);
    let is_exhaustive = request.algorithm.is_exhaustive();
    let mut run = |observer: &mut Option<&mut dyn GameObserver<R::Game>>| {
        if is_exhaustive {
            let mut search =
                minimax.start(game, state, SearchParts::new().evaluator(rules.evaluator()));
            let _ = search.advance(limits, observer);
            search.report()
        } else if request.threads > 1 && !is_plain && observer.is_none() {
            options.solve_in_parallel(request.threads, game, state, parts, limits, observer)
        } else {
            let mut search = options.start(game, state, parts(0));
            let stopped = in_slices(
                &mut search,
                limits,
                |search| search.report().statistics.nodes,
                |search, slice| search.advance(slice, observer),
                |search| {
                    tell(&search.report());
                    true
                },
            );
            let mut report = search.report();
            report.termination = stopped.map_or(report.termination, Termination::Stopped);
            report
        }
    };
    // What a short search of all moves proves needs no other.
    let proof = is_selective
        .then(|| full_width.solve(game, state, parts_of(false), &limits_of_proof(limits)));
    let proof = proof.filter(is_proof);
    let report = if let Some(report) = proof {
        report
    } else if let Some((selection, sink)) = recording {
        let recorder = GameRecorder::new(state.clone(), selection);
        let mut recorder = recorder.judged_by(rules.judged());
        let mut observer = recorder.watch(game, &mut *sink);
        let report = run(&mut Some(&mut observer));
        let is_whole = report.depth > 0 && !matches!(report.termination, Termination::Stopped(_));
        let status = if is_whole { "solved" } else { "limit" };
        recorder.finish(game, &report.principal_variation, status, sink);
        report
    } else {
        run(&mut None)
    };
    let mut found = Found::of(report, request.all_moves);
    found.lines.truncate(request.lines.max(1));
    found.statistics.elapsed = started.elapsed();
    found
}

/// Runs a search slice by slice until it is done or one of `limits` is reached, and returns that.
/// After each slice, `goes_on` may report the progress, and end the search.
pub(crate) fn in_slices<S>(
    search: &mut S,
    limits: &Limits,
    nodes: impl Fn(&S) -> u64,
    mut advance: impl FnMut(&mut S, &Limits) -> Progress,
    mut goes_on: impl FnMut(&S) -> bool,
) -> Option<StopReason> {
    let started = Instant::now();
    loop {
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut slice = limits.clone();
        slice.time = Some(left.map_or(PERIOD, |left| left.min(PERIOD)));
        slice.nodes = limits.nodes.map(|most| most.saturating_sub(nodes(search)));
        match advance(search, &slice) {
            Progress::Done(_) => return None,
            Progress::Paused(StopReason::TimeLimit)
                if limits.time.is_none_or(|time| started.elapsed() < time) && goes_on(search) => {}
            Progress::Paused(reason) => return Some(reason),
        }
    }
}
