//! Two-player games without chance.

use std::time::Instant;

use tremaux_core::{
    Bound, Game, GameNotation, Limits, Player, Score, StopReason, Turn, ZeroSumGame,
};
use tremaux_play::Selectivity;
use tremaux_trace::{TraceCounts, TraceEvent};

use super::algorithm::{GameAlgorithm, SearchKind};
use super::board::Paint;
use super::game_rules::{MoveOf, Rules, StateOf};
use super::game_table::GameTable;
use super::kind::{Kind, Recording, Searched};
use super::look::Look;
use super::report::{
    AnalysisCounts, AnalysisReport, GameSnapshot, LineReport, MoveReport, Outcome, Value,
};
use super::request::AnalysisRequest;
use super::result::{Found, FoundMove};
use super::rows::MCTS;
use super::search::search;
use super::solver_run;
use tremaux_domain::{Need, RegistryError};

/// A two-player game without chance, with its options.
pub(crate) struct ZeroSum<R: Rules>(pub(crate) R);

impl<R: Rules> ZeroSum<R> {
    pub(crate) fn value(&self, state: &StateOf<R>, score: Score, is_exact: bool) -> Value {
        Value::new(self.0.shown(state, score), score, is_exact)
    }

    /// The name of the algorithm that runs.
    fn name(&self, request: &AnalysisRequest) -> &'static str {
        if request.exact || request.plain {
            request.algorithm.full_width().name
        } else {
            self.chosen(request.algorithm).name
        }
    }

    fn report(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        found: Found<MoveOf<R>>,
    ) -> AnalysisReport {
        let (game, state) = (self.0.game(), searched.state);
        let lines: Vec<LineReport> = found
            .lines
            .iter()
            .map(|line| {
                let mut value = self.value(state, line.score, line.is_exact);
                let is_same = |it: &&FoundMove<MoveOf<R>>| line.moves.first() == Some(&it.mv);
                let of_move = found.moves.iter().find(is_same);
                // An estimate at the end of what a solver left possible is no number of plies.
                if !line.is_exact && of_move.is_some_and(|it| it.bounds.is_some()) {
                    (value.outcome, value.plies) = (None, None);
                }
                LineReport { samples: None, value, line: self.line(state, &line.moves) }
            })
            .collect();
        let moves = found.moves.iter().map(|found| {
            let bound = match found.bound {
                Bound::Exact => None,
                Bound::AtLeast => Some("at-least"),
                Bound::AtMost => Some("at-most"),
            };
            let mut value = self.value(state, found.score, found.is_exact && bound.is_none());
            if bound.is_some() {
                (value.bound, value.outcome, value.plies) = (bound, None, None);
            }
            let shown = |score| self.0.shown(state, score);
            let (at_least, at_most) =
                found.bounds.map(|(least, most)| (shown(least), shown(most))).unzip();
            let mv = game.move_text(state, found.mv);
            MoveReport { at_least, at_most, ..MoveReport::new(mv, value) }
        });
        let moves = moves.collect();
        let best = lines.first().zip(found.lines.first());
        // The score of a line may be exact while another move may be better.
        let is_best =
            best.is_some_and(|(_, line)| found.bounds.is_none_or(|(_, most)| line.score >= most));
        let is_exact = is_best && best.is_some_and(|(best, _)| best.value.exact);
        let is_decided = is_exact
            || best.is_some_and(|(_, line)| {
                let is_lost = found.bounds.is_none_or(|(_, most)| most < Score::DRAW);
                line.score.is_decisive() && (line.score > Score::DRAW || is_lost)
            });
        let best = best.map(|(best, _)| best);
        // A move that was not searched may be proved to be better than all lines.
        let bounded = found.moves.iter().filter_map(|it| Some((it.mv, it.bounds?.0)));
        let safest = bounded.reduce(|one, other| if other.1 > one.1 { other } else { one });
        let is_above = |least: Score| found.lines.first().is_none_or(|line| line.score < least);
        let safest = safest.filter(|&(_, least)| is_above(least)).map(|(mv, least)| {
            let value = self.value(state, least, false);
            let value = Value { outcome: None, plies: None, ..value };
            LineReport { samples: None, value, line: self.line(state, &[mv]) }
        });
        let (is_exact, is_decided) =
            if safest.is_some() { (false, false) } else { (is_exact, is_decided) };
        let best = safest.as_ref().or(best);
        let shown = |score| self.0.shown(state, score);
        let open_bounds = found.bounds.filter(|_| !is_exact);
        let open_bounds = open_bounds.map(|(least, most)| (shown(least), shown(most)));
        let fallback = found.fallback.map(|mv| game.move_text(state, mv));
        AnalysisReport {
            best: best.and_then(|best| best.line.first().cloned()).or(fallback),
            score: best.map(|best| best.value.score),
            exact: is_exact,
            outcome: best.and_then(|best| best.value.outcome).filter(|_| is_decided),
            plies: best.and_then(|best| best.value.plies).filter(|_| is_decided),
            at_least: open_bounds.map(|(least, _)| least),
            at_most: open_bounds.map(|(_, most)| most),
            depth: found.depth,
            line: best.map(|best| best.line.clone()).unwrap_or_default(),
            moves,
            lines: if request.lines > 1 { lines } else { Vec::new() },
            counts: AnalysisCounts::of(&found.statistics),
            algorithm: found.algorithm.unwrap_or(self.name(request)).to_owned(),
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: found.threads.unwrap_or(request.threads),
            stopped: found.stopped,
            ..self.blank(searched, request)
        }
    }

    /// Solves or searches a position in which a player is to move.
    ///
    /// A solver of the game is used if an exact score is requested, or by itself if it probably
    /// ends within the limits.
    fn found(
        &self,
        state: &StateOf<R>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Found<MoveOf<R>> {
        let rules = &self.0;
        let is_wanted = request.exact || request.algorithm.search == SearchKind::Engine;
        let is_possible = request.depth.is_none() && !request.plain;
        let nodes = rules.solving_nodes(state).filter(|_| is_wanted && is_possible);
        let share = nodes.and_then(|nodes| solver_run::share(limits, request.exact, nodes));
        let Some(share) = share else {
            // A solver that is too slow is no reason to find less than without it.
            let is_exact = request.exact && nodes.is_none();
            let request = &AnalysisRequest { exact: is_exact, ..request.clone() };
            return search(rules, state, request, table, limits, watch, None);
        };
        let started = Instant::now();
        // The solver has a table of its own: two would exceed the memory that was asked for.
        let bytes = table.release();
        let solver = rules.solver(request, bytes);
        let solved = solver.map(|mut solver| {
            solver_run::solve(rules, state, &mut *solver, request, &share, watch)
        });
        table.reserve(bytes);
        let Some(solved) = solved else {
            return search(rules, state, request, table, limits, watch, None);
        };
        if solver_run::is_whole(&solved) {
            return solved;
        }
        let spent = solved.statistics.clone();
        let left = solver_run::rest(limits, started, &spent);
        let mut found = if request.exact || solved.stopped == Some(StopReason::Cancelled) {
            let (plain, limits) = solver_run::fallback(request, &left, solved.stopped);
            let found = search(rules, state, &plain, table, &limits, watch, None);
            solver_run::join(solved, found, request.lines)
        } else {
            search(rules, state, request, table, &left, watch, None)
        };
        solver_run::add(&mut found.statistics, &spent);
        found.statistics.elapsed = started.elapsed();
        found
    }

    /// The report for a finished game.
    fn report_of_end(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
    ) -> AnalysisReport {
        let state = searched.state;
        let score = self.0.game().final_score(state, self.side_to_move(state));
        let value = self.value(state, score, true);
        AnalysisReport {
            score: Some(value.score),
            exact: true,
            outcome: value.outcome,
            plies: value.plies,
            algorithm: self.name(request).to_owned(),
            threads: request.threads,
            ..self.blank(searched, request)
        }
    }
}

impl<R: Rules> Kind for ZeroSum<R> {
    type Game = R::Game;

    fn game(&self) -> &R::Game {
        self.0.game()
    }

    fn picture(&self, state: &StateOf<R>) -> String {
        self.0.picture(state)
    }

    fn board(&self, state: &StateOf<R>, before: Option<&StateOf<R>>, paint: Paint) -> String {
        self.0.board(state, before, paint)
    }

    fn side_to_move(&self, state: &StateOf<R>) -> Player {
        self.0.side_to_move(state)
    }

    fn look(&self, state: &StateOf<R>, played: &[(StateOf<R>, MoveOf<R>)]) -> Look {
        let (game, rules) = (self.0.game(), &self.0);
        let first = played.first().map_or(state, |(first, _)| first);
        let mut moves = Vec::new();
        if game.turn(state) != Turn::Over {
            game.moves(state, &mut moves);
        }
        Look {
            pieces: rules.pieces(),
            labels: rules.labels(state),
            moves: moves.into_iter().map(|mv| rules.squares(state, mv)).collect(),
            last: played.last().map_or(Vec::new(), |(before, mv)| rules.squares(before, *mv)),
            alerts: rules.alerts(state),
            counts: rules.counts(state),
            scale: 1,
            first_side: match game.turn(first) {
                Turn::Player(player) => player,
                _ => 0,
            },
            first_number: rules.move_number(first),
        }
    }

    fn reason(&self, state: &StateOf<R>) -> Option<&'static str> {
        self.0.reason(state)
    }

    fn record(&self, start: &StateOf<R>, moves: &[MoveOf<R>]) -> Option<String> {
        self.0.record(start, moves)
    }

    fn result(&self, state: &StateOf<R>) -> (Outcome, i64) {
        let score = self.0.game().final_score(state, 0);
        (Outcome::of(i64::from(score.get())), self.0.shown(state, score))
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        algorithm.accepts_depth(depth)?;
        algorithm.check_needs(|need| matches!(need, Need::Scores | Need::TwoPlayers))
    }

    fn chosen(&self, named: GameAlgorithm) -> GameAlgorithm {
        match named.search {
            SearchKind::Engine if self.0.is_sampled() => MCTS,
            SearchKind::ProofNumbers(None) => GameAlgorithm::of_proof(self.0.proof()),
            _ if <R::Selectivity as Selectivity<R::Game>>::CAN_BE_USED => named,
            _ => named.full_width(),
        }
    }

    fn judged(&self, state: &StateOf<R>, algorithm: GameAlgorithm) -> Option<Player> {
        match self.game().turn(state) {
            _ if algorithm.has_depth() => self.0.judged(),
            // The player whose share of won games is recorded.
            Turn::Player(player) => Some(player),
            _ => Some(0),
        }
    }

    fn analyze(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let state = searched.state;
        if self.game().turn(state) == Turn::Over {
            if let Some((_, sink)) = recording {
                let counts = TraceCounts::default();
                sink.take(&TraceEvent::End { counts, status: "solved".into() });
            }
            return self.report_of_end(searched, request);
        }
        let is_default = request.depth.is_none() && !request.exact && !request.plain;
        let algorithm = match request.algorithm.search {
            SearchKind::Engine if self.0.is_sampled() && is_default => MCTS,
            SearchKind::ProofNumbers(None) => GameAlgorithm::of_proof(self.0.proof()),
            _ => request.algorithm,
        };
        let request = &AnalysisRequest { algorithm, ..request.clone() };
        match algorithm.search {
            SearchKind::Sampling(_) => {
                return self.sampled(searched, (request, table, limits), watch, recording);
            }
            SearchKind::ProofNumbers(Some(variant)) => {
                let work = (request, table, limits);
                return self.proved_by(searched, variant, work, watch, recording);
            }
            _ => (),
        }
        if recording.is_some() {
            let found = search(&self.0, state, request, table, limits, watch, recording);
            return self.report(searched, request, found);
        }
        let alone = AnalysisRequest { threads: 1, ..request.clone() };
        let request =
            if request.algorithm.search == SearchKind::Minimax { &alone } else { request };
        let mut report =
            self.report(searched, request, self.found(state, request, table, limits, watch));
        report.has_solver = request.algorithm.is_default()
            && request.depth.is_none()
            && !request.exact
            && !report.exact
            && self.0.solving_nodes(state).is_some();
        report
    }
}
