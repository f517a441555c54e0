//! Searches one position with the general engine.

use std::time::Instant;

use tremaux_core::{Game, GameNotation, GameObserver, GameReport, GameSearch, Limits, Termination};
use tremaux_play::{AlphaBeta, Minimax, RootScores, SearchParts, Selectivity, Window};
use tremaux_tables::TranspositionTable;
use tremaux_trace::{GameRecorder, Sink, TraceSelection};

use super::algorithm::SearchKind;
use super::game_rules::{MoveOf, Rules, StateOf};
use super::game_table::GameTable;
use super::report::GameSnapshot;
use super::request::AnalysisRequest;
use super::result::Found;
use super::short_proof::{is_proof, limits_of_proof};
use super::slices::in_slices;

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
    let state = &rules.search_root(state);
    table.0.age();
    let run = Run {
        settings: Settings::new(rules, state, request, limits, recording.is_some()),
        rules,
        state,
        request,
        table: &table.0,
        limits,
        started: Instant::now(),
    };
    let mut found = Found::of(run.report(watch, recording), request.all_moves);
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
        let max_depth = request.depth.unwrap_or(deepest).min(deepest);
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

    /// Runs the search.
    fn report(
        &self,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Option<(TraceSelection, &mut dyn Sink)>,
    ) -> GameReport<MoveOf<R>> {
        let Settings { full_width, is_selective, .. } = self.settings;
        if is_selective {
            // What a short search of all moves proves needs no other.
            let limits = limits_of_proof(self.limits);
            let report =
                full_width.solve(self.rules.game(), self.state, self.parts(false), &limits);
            if is_proof(&report) {
                return report;
            }
        }
        match recording {
            Some((selection, sink)) => self.recorded(watch, selection, sink),
            None => self.observed(watch, &mut None),
        }
    }

    /// Runs it and records its steps.
    fn recorded(
        &self,
        watch: &mut dyn FnMut(&GameSnapshot),
        selection: TraceSelection,
        sink: &mut dyn Sink,
    ) -> GameReport<MoveOf<R>> {
        let game = self.rules.game();
        let recorder = GameRecorder::new(self.state.clone(), selection);
        let mut recorder = recorder.judged_by(self.rules.judged());
        let mut observer = recorder.watch(game, &mut *sink);
        let report = self.observed(watch, &mut Some(&mut observer));
        let is_whole = report.depth > 0 && !matches!(report.termination, Termination::Stopped(_));
        let status = if is_whole { "solved" } else { "limit" };
        recorder.finish(game, &report.principal_variation, status, sink);
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
        if self.request.threads > 1 && !is_plain && observer.is_none() {
            let parts = |_| self.parts(is_selective);
            let threads = self.request.threads;
            return engine.solve_in_parallel(threads, game, state, parts, limits, observer);
        }
        let mut search = engine.start(game, state, self.parts(is_selective));
        let stopped = in_slices(
            &mut search,
            limits,
            |search| search.report().statistics.nodes,
            |search, slice| search.advance(slice, observer),
            |search| {
                self.tell(&search.report(), watch);
                true
            },
        );
        let mut report = search.report();
        report.termination = stopped.map_or(report.termination, Termination::Stopped);
        report
    }

    /// Reports the progress.
    fn tell(&self, report: &GameReport<MoveOf<R>>, watch: &mut dyn FnMut(&GameSnapshot)) {
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
