//! Solvers of one game each, run within the limits of an analysis.

use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Game, GameNotation, GameStatistics, Limits, Line, StopReason, Turn, ZeroSumGame,
};

use super::exact_solver::{ExactSolver, Solved};
use super::game_rules::{MoveOf, Rules, StateOf};
use super::kind::line_text;
use super::report::GameSnapshot;
use super::request::AnalysisRequest;
use super::result::{MoveResult, SearchResult};
use super::slices::PERIOD;

/// The nodes and the depth of a search for a good move after a solver was stopped, where the limits
/// leave that open.
const FALLBACK_NODES: u64 = 200_000;
const FALLBACK_DEPTH: u32 = 8;
/// Its time after a solver was cancelled.
const FALLBACK_TIME: Duration = Duration::from_millis(100);

/// The positions a second that a solver visits at least, to decide whether it is worth a try.
const SOLVER_SPEED: f64 = 5e6;

/// The part of the limits that a solver is given, before a search of another kind is given the
/// rest: three quarters; half if it would probably take more. `None` if it would take so much more
/// that a search of another kind says more: twice as much, or 32 times if an exact score is
/// requested.
pub(crate) fn share(limits: &Limits, is_requested: bool, expected_nodes: f64) -> Option<Limits> {
    let by_nodes = limits.nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
    let by_time = limits.time.map_or(f64::INFINITY, |time| time.as_secs_f64() * SOLVER_SPEED);
    let excess = expected_nodes / (0.75 * by_nodes.min(by_time));
    let part = match excess {
        ..=2.0 => 4,
        ..=32.0 if is_requested => 2,
        _ => return None,
    };
    let mut share = limits.clone();
    share.nodes = limits.nodes.map(|nodes| nodes - nodes / u64::from(part));
    share.time = limits.time.map(|time| time - time / part);
    Some(share)
}

/// What is left of the limits after `spent` was spent since `started`.
pub(crate) fn rest(limits: &Limits, started: Instant, spent: &GameStatistics) -> Limits {
    let mut rest = limits.clone();
    rest.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
    rest.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    rest
}

/// The request and the limits of a search for a good move after the solver was stopped: what it
/// would be without a request for an exact score, within what is left.
pub(crate) fn fallback(
    request: &AnalysisRequest,
    rest: &Limits,
    solver: Option<StopReason>,
) -> (AnalysisRequest, Limits) {
    let mut plain = AnalysisRequest { exact: false, ..request.clone() };
    if wants_moves(request) {
        (plain.all_moves, plain.lines) = (true, usize::MAX);
    }
    let is_cancelled = solver == Some(StopReason::Cancelled);
    if !is_cancelled && (rest.time.is_some() || rest.nodes.is_some()) {
        return (plain, rest.clone());
    }
    plain.threads = 1;
    let nodes = rest.nodes.map_or(FALLBACK_NODES, |nodes| nodes.min(FALLBACK_NODES));
    let mut limits = Limits::default().with_nodes(nodes).with_depth(FALLBACK_DEPTH);
    // Whoever cancels wants an answer soon, but an answer.
    limits.time = if is_cancelled { Some(FALLBACK_TIME) } else { rest.time };
    limits.memory = rest.memory;
    (plain, limits)
}

/// Solves `state`, or each of its moves if the request wants their scores.
pub(crate) fn solve<R: Rules>(
    rules: &R,
    state: &StateOf<R>,
    solver: &mut dyn ExactSolver<R::Game>,
    request: &AnalysisRequest,
    limits: &Limits,
    watch: &mut dyn FnMut(&GameSnapshot),
) -> SearchResult {
    let mut moves = Vec::new();
    rules.game().moves(state, &mut moves);
    let is_in_book = |&mv: &MoveOf<R>| {
        let mut after = state.clone();
        rules.game().play(&mut after, mv);
        solver.is_in_book(&after)
    };
    let is_by_book = !moves.is_empty() && moves.iter().all(is_in_book);
    let found = SearchResult {
        fallback: moves.first().map(|&mv| rules.game().move_text(state, mv)),
        threads: solver.threads(),
        algorithm: if is_by_book { Some("book") } else { solver.algorithm() },
        ..SearchResult::default()
    };
    let (started, reported) = (Instant::now(), Duration::ZERO);
    let mut run = Run { rules, state, solver, limits, started, reported, watch, found };
    if wants_moves(request) {
        for &mv in &moves {
            run.add_move(mv);
        }
        rank(&mut run.found, request.lines);
    } else if let Some(&first) = moves.first() {
        run.add_position(first);
    }
    if !run.found.lines.is_empty() {
        run.found.depth = run.solver.plies_left(state);
    }
    run.found.statistics.elapsed = run.started.elapsed();
    run.found
}

/// Whether every move is solved for itself.
pub(crate) fn wants_moves(request: &AnalysisRequest) -> bool {
    request.all_moves || request.lines > 1
}

/// A run of a solver within limits that apply to all its searches together.
struct Run<'a, R: Rules> {
    rules: &'a R,
    state: &'a StateOf<R>,
    solver: &'a mut dyn ExactSolver<R::Game>,
    limits: &'a Limits,
    started: Instant,
    /// When progress was reported last.
    reported: Duration,
    watch: &'a mut dyn FnMut(&GameSnapshot),
    found: SearchResult,
}

impl<R: Rules> Run<'_, R> {
    /// Solves `state` within what is left of the limits. Progress is reported with the bounds of
    /// the position after `mv`, if that is what `state` is.
    fn solve(&mut self, state: &StateOf<R>, mv: MoveOf<R>, is_child: bool) -> Solved<MoveOf<R>> {
        let limits = rest(self.limits, self.started, &self.found.statistics);
        let (rules, root, started) = (self.rules, self.state, self.started);
        let (watch, reported) = (&mut *self.watch, &mut self.reported);
        let nodes = self.found.statistics.nodes;
        let solved = self.solver.solve(state, &limits, &mut |(least, most), more| {
            let elapsed = started.elapsed();
            if elapsed >= *reported + PERIOD {
                *reported = elapsed;
                let shown = |score| rules.shown(root, score);
                watch(&GameSnapshot {
                    depth: 0,
                    nodes: nodes + more,
                    score: None,
                    bounds: (!is_child).then(|| (shown(least), shown(most))),
                    best: rules.game().move_text(root, mv),
                    seconds: elapsed.as_secs_f64(),
                });
            }
        });
        add(&mut self.found.statistics, &solved.statistics);
        solved
    }

    /// Solves the position itself.
    fn add_position(&mut self, first: MoveOf<R>) {
        let Solved { bounds, line, stopped, .. } = self.solve(self.state, first, false);
        let found = &mut self.found;
        (found.stopped, found.bounds) = (stopped, Some(bounds));
        if bounds.0 == bounds.1 && !line.is_empty() {
            let line = line_text(self.rules.game(), self.state, &line);
            found.moves.push(MoveResult::proved(line[0].clone(), bounds.0));
            found.lines.push(Line::new(bounds.0, true, line));
        }
    }

    /// Solves the position after `mv`.
    fn add_move(&mut self, mv: MoveOf<R>) {
        let game = self.rules.game();
        let mut child = self.state.clone();
        let _ = game.play(&mut child, mv);
        let (mover, turn) = (game.turn(self.state), game.turn(&child));
        let (bounds, mut line) = if turn == Turn::Over {
            let Turn::Player(mover) = mover else { return };
            let score = game.final_score(&child, mover).after(1);
            ((score, score), Vec::new())
        } else {
            // Nothing more is solved once a limit is reached.
            let left = rest(self.limits, self.started, &self.found.statistics);
            if left.nodes == Some(0) {
                self.found.stopped.get_or_insert(StopReason::NodeLimit);
            }
            let is_known = self.found.stopped.is_some() || self.solver.is_in_book(&child);
            let ((least, most), line) = if is_known {
                (self.solver.range(&child), Vec::new())
            } else {
                let solved = self.solve(&child, mv, true);
                // A line that a limit cut short is a line nevertheless.
                self.found.stopped = solved.stopped;
                (solved.bounds, solved.line)
            };
            let (least, most) = (least.after(1), most.after(1));
            (if turn == mover { (least, most) } else { (-most, -least) }, line)
        };
        line.insert(0, mv);
        let line = line_text(game, self.state, &line);
        let (word, (least, most)) = (line[0].clone(), bounds);
        if least == most {
            self.found.moves.push(MoveResult::proved(word, least));
            self.found.lines.push(Line::new(least, true, line));
        } else {
            self.found.moves.push(MoveResult::within(word, least, most));
        }
    }
}

/// Puts the best lines and moves first, and sums up what is proved of the position.
fn rank(found: &mut SearchResult, lines: usize) {
    found.lines.sort_by_key(|line| (-line.score, !line.is_exact));
    found.lines.truncate(lines.max(1));
    found.moves.sort_by_key(|mv| {
        let (least, most) = mv.proved_bounds();
        (mv.bounds.is_some(), -most, -least)
    });
    let least = found.moves.iter().map(|mv| mv.proved_bounds().0).max();
    let most = found.moves.iter().map(|mv| mv.proved_bounds().1).max();
    found.bounds = least.zip(most);
}

/// Whether nothing is left to find.
pub(crate) fn is_whole(found: &SearchResult) -> bool {
    !found.lines.is_empty() && found.moves.iter().all(|mv| mv.bounds.is_none())
}

/// Joins what a solver proved before it was stopped with what a search of another kind found. The
/// search has a line for each move if the solver tried each move, or none at all.
pub(crate) fn join(solved: SearchResult, mut searched: SearchResult, lines: usize) -> SearchResult {
    searched.stopped = solved.stopped;
    if solved.moves.is_empty() {
        searched.lines.truncate(lines.max(1));
        // Bounds of the position alone.
        searched.bounds = solved.bounds;
        if let (Some(line), Some((least, most))) = (searched.lines.first_mut(), solved.bounds) {
            if line.is_exact {
                searched.bounds = Some((line.score, line.score));
            } else {
                // An estimate does not leave what is proved.
                line.score = line.score.clamp(least, most);
            }
            for mv in &mut searched.moves {
                let is_best = line.moves.first() == Some(&mv.mv);
                mv.score = if is_best { line.score } else { mv.score.min(most) };
            }
        }
        return searched;
    }
    let mut found = std::mem::replace(&mut searched.lines, solved.lines);
    searched.moves = solved.moves;
    for mv in searched.moves.iter_mut().filter(|mv| mv.bounds.is_some()) {
        let (least, most) = mv.proved_bounds();
        let line = found.iter().position(|line| line.moves.first() == Some(&mv.mv));
        // A move that was not searched has no line.
        let Some(mut line) = line.map(|at| found.swap_remove(at)) else { continue };
        if line.is_exact {
            *mv = MoveResult::proved(mv.mv.clone(), line.score);
        }
        line.score = line.score.clamp(least, most);
        searched.lines.push(line);
    }
    rank(&mut searched, lines);
    searched
}

/// Adds the counts of a solver.
pub(crate) fn add(sum: &mut GameStatistics, more: &GameStatistics) {
    sum.nodes += more.nodes;
    sum.expanded += more.expanded;
    sum.generated += more.generated;
    sum.cutoffs += more.cutoffs;
    sum.first_move_cutoffs += more.first_move_cutoffs;
    sum.table_hits += more.table_hits;
    sum.helper_nodes += more.helper_nodes;
}
