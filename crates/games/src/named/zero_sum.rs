//! Two-player games without chance.

use tremaux_core::clock::Instant;

use tremaux_core::{Game, Player, Score, StopReason, Turn, ZeroSumGame};
use tremaux_play::Selectivity;
use tremaux_trace::{TraceCounts, TraceEvent};

use super::algorithm::{GameAlgorithm, SearchKind};
use super::board::Paint;
use super::game_rules::{MoveOf, Rules, StateOf};
use super::kind::{Analysis, Kind, Searched};
use super::look::Look;
use super::report::{AnalysisReport, Outcome, Value};
use super::request::AnalysisRequest;
use super::result::SearchResult;
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
        found: SearchResult,
    ) -> AnalysisReport {
        let shown = |score| self.0.shown(searched.state, score);
        found.into_report(&shown, self.name(request), request, self.blank(searched, request))
    }

    /// Solves or searches a position in which a player is to move.
    ///
    /// A solver of the game is used if an exact score is requested, or by itself if it probably
    /// ends within the limits.
    fn search(&self, state: &StateOf<R>, mut analysis: Analysis<'_>) -> SearchResult {
        let (rules, request, limits) = (&self.0, &analysis.request.clone(), analysis.limits);
        let is_wanted = request.exact || request.algorithm.search == SearchKind::Engine;
        let is_possible = request.depth.is_none() && !request.plain;
        let nodes = rules.solving_nodes(state).filter(|_| is_wanted && is_possible);
        let share = nodes.and_then(|nodes| solver_run::share(limits, request.exact, nodes));
        let Some(share) = share else {
            // A solver that is too slow is no reason to find less than without it.
            analysis.request.exact = request.exact && nodes.is_none();
            return search(rules, state, analysis);
        };
        let started = Instant::now();
        // The solver has a table of its own: two would exceed the memory that was asked for.
        let bytes = analysis.table.release();
        let solver = rules.solver(request, bytes);
        let solved = solver.map(|mut solver| {
            solver_run::solve(rules, state, &mut *solver, request, &share, analysis.watch)
        });
        analysis.table.reserve(bytes);
        let Some(solved) = solved else { return search(rules, state, analysis) };
        if solver_run::is_whole(&solved) {
            return solved;
        }
        let spent = solved.statistics.clone();
        let left = solver_run::rest(limits, started, &spent);
        let mut found = if request.exact || solved.stopped == Some(StopReason::Cancelled) {
            let (plain, limits) = solver_run::fallback(request, &left, solved.stopped);
            let found = search(rules, state, analysis.part(plain, &limits));
            solver_run::join(solved, found, request.lines)
        } else {
            search(rules, state, analysis.part(request.clone(), &left))
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
            owned: rules.owned(state, played),
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

    fn analyze(&self, searched: &Searched<'_, Self>, mut analysis: Analysis<'_>) -> AnalysisReport {
        let (state, request) = (searched.state, &analysis.request);
        if self.game().turn(state) == Turn::Over {
            if let Some((_, sink)) = analysis.recording {
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
        let threads = match algorithm.search {
            SearchKind::Minimax | SearchKind::Textbook(_) => 1,
            _ => request.threads,
        };
        let request = &AnalysisRequest { algorithm, threads, ..request.clone() };
        analysis.request = request.clone();
        match algorithm.search {
            SearchKind::Sampling(_) => return self.sampled(searched, analysis),
            SearchKind::ProofNumbers(Some(variant)) => {
                return self.proved_by(searched, variant, analysis);
            }
            _ => (),
        }
        if analysis.recording.is_some() {
            return self.report(searched, request, search(&self.0, state, analysis));
        }
        let mut report = self.report(searched, request, self.search(state, analysis));
        report.has_solver = algorithm.is_default()
            && request.depth.is_none()
            && !request.exact
            && !report.exact
            && self.0.solving_nodes(state).is_some();
        report
    }
}
