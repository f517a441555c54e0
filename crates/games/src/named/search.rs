//! Searches one position with the general engine.

use tremaux_core::clock::Instant;

use tremaux_core::{
    Game, GameNotation, GameObserver, GameReport, GameSearch, Limits, Progress, Score, StopReason,
    Termination,
};
use tremaux_play::{AlphaBeta, Minimax, RootScores, SearchParts, Selectivity, Window};
use tremaux_tables::TranspositionTable;

use super::algorithm::SearchKind;
use super::game_rules::{MoveOf, Rules, StateOf};
use super::kind::{Analysis, Recording, line_text};
use super::recording::{Observer, StepRecorder};
use super::report::GameSnapshot;
use super::request::AnalysisRequest;
use super::result::SearchResult;
use super::short_proof::{is_proof, limits_of_proof};
use super::slices::{Slice, in_slices};

/// Searches `state`, in which a player is to move, with the general engine.
pub(crate) fn search<R: Rules>(
    rules: &R,
    state: &StateOf<R>,
    analysis: Analysis<'_>,
) -> SearchResult {
    let Analysis { ref request, table, limits, watch, recording } = analysis;
    let state = &rules.search_root(state);
    table.positions.age();
    let run = Run {
        settings: Settings::new(rules, state, request, limits, recording.is_some()),
        rules,
        state,
        request,
        table: &table.positions,
        limits,
        started: Instant::now(),
    };
    let words = |moves: &[MoveOf<R>]| line_text(rules.game(), state, moves);
    let mut found = SearchResult::of(run.report(watch, recording), request.all_moves, &words);
    found.lines.truncate(request.lines.max(1));
    found.statistics.elapsed = run.started.elapsed();
    found
}

/// The settings of the engine for one request.
struct Settings {
    engine: AlphaBeta,
    /// The same without what a game prunes, reduces and extends.
    full_width: AlphaBeta,
    /// Those of a search that does not prune.
    minimax: Minimax,
    /// Whether the search is that of textbooks: without table and ordering.
    is_plain: bool,
    /// Whether the methods of the game are used.
    is_selective: bool,
}

impl Settings {
    fn new<R: Rules>(
        rules: &R,
        state: &StateOf<R>,
        request: &AnalysisRequest,
        limits: &Limits,
        is_recorded: bool,
    ) -> Self {
        let mut moves = Vec::new();
        rules.game().moves(state, &mut moves);
        let end = rules.plies_to_end(state);
        let deepest = end.unwrap_or(AlphaBeta::MAX_DEPTH).clamp(1, AlphaBeta::MAX_DEPTH);
        let usual = match request.algorithm.search {
            SearchKind::Textbook(textbook) => textbook.max_depth,
            _ => deepest,
        };
        let max_depth = request.depth.unwrap_or(usual).min(deepest);
        let window = request.algorithm.window();
        // Null windows at the root need the table, or each searches the tree anew.
        let has_open_window =
            matches!(window, Window::Full | Window::Scout | Window::Aspiration(_));
        let is_plain = request.plain || end.is_some() && has_open_window;
        let full_width = AlphaBeta::default()
            .window(window)
            .first_depth(if end.is_some() { max_depth } else { 1 })
            .max_depth(max_depth)
            .root_scores(if request.all_moves { RootScores::Every } else { RootScores::Best })
            // Each move as a line, so that the search continues until all are exact.
            .lines(if request.all_moves { moves.len() } else { request.lines.min(moves.len()) });
        let is_selective = R::Selectivity::CAN_BE_USED
            && request.algorithm.search == SearchKind::Engine
            && !(request.exact || is_plain || is_recorded);
        let engine = match is_plain {
            true => full_width
                .first_depth(full_width.max_depth)
                .rated_depth(u32::MAX)
                .distance_pruning(false),
            false if is_selective => rules.engine(full_width).0,
            false => full_width,
        };
        // Without limits, the whole tree is visited exactly once.
        let has_limits = limits.time.is_some() || limits.nodes.is_some();
        let deepens = end.is_none() && (request.depth.is_none() || has_limits);
        let minimax = Minimax::default().max_depth(engine.max_depth).deepens(deepens);
        Self { engine, full_width, minimax, is_plain, is_selective }
    }
}

/// One search of a position.
struct Run<'a, R: Rules> {
    settings: Settings,
    rules: &'a R,
    state: &'a StateOf<R>,
    request: &'a AnalysisRequest,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    started: Instant,
}

/// The parts of the general search of a game.
type PartsOf<'a, R> = SearchParts<
    &'a <R as Rules>::Evaluator,
    Option<<R as Rules>::Ordering>,
    Option<&'a TranspositionTable>,
    Option<<R as Rules>::LeafSearch>,
    Option<<R as Rules>::Selectivity>,
>;

impl<'a, R: Rules> Run<'a, R> {
    /// Textbook searches have neither table nor ordering, as settings of the same engine.
    fn parts(&self, is_selective: bool) -> PartsOf<'a, R> {
        let (rules, Settings { engine, is_plain, .. }) = (self.rules, &self.settings);
        SearchParts {
            evaluator: rules.evaluator(),
            ordering: (!is_plain).then(|| rules.ordering()),
            table: (!is_plain).then_some(self.table),
            horizon: (!is_plain).then(R::LeafSearch::default),
            selectivity: if is_selective { rules.engine(*engine).1 } else { None },
        }
    }

    /// Runs the search, and records its steps if that is requested.
    fn report(
        &self,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> GameReport<MoveOf<R>> {
        let (game, state) = (self.rules.game(), self.state);
        if self.settings.is_selective {
            // What a short search of all moves proves needs no other.
            let mut search = self.settings.full_width.start(game, state, self.parts(false));
            let nobody: Observer<'_, '_, R::Game, Score> = &mut None;
            let _ = search.advance(&limits_of_proof(self.limits), nobody);
            let report = search.report();
            if is_proof(&report) {
                return report;
            }
        }
        let judged = self.rules.judged();
        let mut recorder = StepRecorder::new(game, state, recording, |it| it.judged_by(judged));
        let report = recorder.observed(|observer| self.observed(watch, observer));
        let is_whole = report.depth > 0 && !matches!(report.termination, Termination::Stopped(_));
        recorder.finish(&report.principal_variation, is_whole);
        report
    }

    fn observed(
        &self,
        watch: &mut dyn FnMut(&GameSnapshot),
        observer: &mut Option<&mut dyn GameObserver<R::Game>>,
    ) -> GameReport<MoveOf<R>> {
        let (game, state, limits) = (self.rules.game(), self.state, self.limits);
        let Settings { engine, minimax, is_plain, is_selective, .. } = self.settings;
        if self.request.algorithm.search == SearchKind::Minimax {
            let parts = SearchParts::new().evaluator(self.rules.evaluator());
            let mut search = minimax.start(game, state, parts);
            let _ = search.advance(limits, observer);
            return search.report();
        }
        if let SearchKind::Textbook(textbook) = self.request.algorithm.search {
            let parts = SearchParts::new().evaluator(self.rules.evaluator());
            let parts = parts.horizon(R::LeafSearch::default());
            let mut search = textbook.max_depth(engine.max_depth).start(game, state, parts);
            let _ = search.advance(limits, observer);
            return search.report();
        }
        if self.request.threads > 1 && !is_plain && observer.is_none() {
            let parts = |_| self.parts(is_selective);
            let threads = self.request.threads;
            return engine.solve_in_parallel(threads, game, state, parts, limits, observer);
        }
        let mut search = engine.start(game, state, self.parts(is_selective));
        let stopped = in_slices(limits, &mut |slice| {
            let progress = search.advance(slice, observer);
            let report = search.report();
            if progress == Progress::Paused(StopReason::TimeLimit) {
                self.report_progress(&report, watch);
            }
            Slice { progress, nodes: report.statistics.nodes, goes_on: true }
        });
        let mut report = search.report();
        report.termination = stopped.map_or(report.termination, Termination::Stopped);
        report
    }

    fn report_progress(
        &self,
        report: &GameReport<MoveOf<R>>,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) {
        let best = report.principal_variation.first();
        let best = best.map(|&mv| self.rules.game().move_text(self.state, mv));
        watch(&GameSnapshot {
            depth: report.depth,
            nodes: report.statistics.nodes,
            score: (report.depth > 0).then(|| self.rules.shown(self.state, report.score)),
            bounds: None,
            best: best.unwrap_or_default(),
            seconds: self.started.elapsed().as_secs_f64(),
        });
    }
}
