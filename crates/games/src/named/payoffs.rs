//! Games with chance, or with more than two players.

use tremaux_core::{
    Game, GameNotation, GameObserver, GameSearch, Limits, Player, StopReason, Termination, Turn,
};
use tremaux_play::{Expectiminimax, MAX_PAYOFF_DEPTH, MaxN, Opponents, PayoffReport, SearchParts};

use super::algorithm::{GameAlgorithm, SearchKind};
use super::board::Paint;
use super::kind::{Analysis, Kind, Searched, line_text};
use super::look::Look;
use super::payoff_rules::{MoveOf, PayoffRules, StateOf};
use super::recording::StepRecorder;
use super::report::{AnalysisCounts, AnalysisReport, Expectation, MoveReport, Outcome, Value};
use super::request::AnalysisRequest;
use super::rows::{EXPECTIMINIMAX, MAX_N};
use tremaux_domain::{Need, RegistryError};

/// A game in which each player gets a payoff, with its options.
pub(crate) struct Payoffs<R: PayoffRules>(pub(crate) R);

impl<R: PayoffRules> Payoffs<R> {
    pub(crate) fn value(payoff: f64, exact: bool) -> Value {
        let score = (payoff * R::SCALE).round() as i64;
        Value { score, exact, bound: None, outcome: None, plies: None }
    }

    /// Each player's payoff at the end.
    pub(crate) fn payoffs_of(&self, state: &StateOf<R>) -> Vec<f64> {
        let game = self.0.game();
        (0..game.player_count()).map(|player| game.payoff(state, player as Player)).collect()
    }

    /// The outcome for `player` with these payoffs: the player with the most wins, unless
    /// another has as much.
    pub(crate) fn outcome(payoffs: &[f64], player: usize) -> Outcome {
        let mine = payoffs[player];
        let others = payoffs.iter().enumerate().filter(|&(other, _)| other != player);
        let best = others.map(|(_, &payoff)| payoff).fold(f64::NEG_INFINITY, f64::max);
        Outcome::of(mine.total_cmp(&best) as i64)
    }

    fn search(
        &self,
        state: &StateOf<R>,
        request: &AnalysisRequest,
        limits: &Limits,
        observer: &mut Option<&mut dyn GameObserver<R::Game, f64>>,
    ) -> PayoffReport<MoveOf<R>> {
        let rules = &self.0;
        let max_depth = request.depth.unwrap_or(u32::MAX);
        let (mut opponents, mut two_sided) = (Opponents::Selfish, None);
        match self.chosen(request.algorithm).search {
            SearchKind::Expectiminimax(pruning) => {
                let search = Expectiminimax::default().max_depth(max_depth).pruning(pruning);
                two_sided = rules.start(search.every_move(request.all_moves), state);
            }
            SearchKind::MaxN(chosen) => opponents = chosen,
            _ => {}
        }
        let mut search = two_sided.unwrap_or_else(|| {
            // Without pruning every move has its value.
            let payoff_sum = rules.payoff_sum().filter(|_| !request.all_moves);
            let search = MaxN::default().max_depth(max_depth).opponents(opponents);
            let parts = SearchParts::new().evaluator(rules.evaluator());
            search.payoff_sum(payoff_sum).start(rules.game(), state, parts)
        });
        let _ = search.advance(limits, observer);
        search.report()
    }

    /// The limit that was reached.
    fn stopped(
        &self,
        state: &StateOf<R>,
        request: &AnalysisRequest,
        found: &PayoffReport<MoveOf<R>>,
    ) -> Option<StopReason> {
        match found.termination {
            Termination::Stopped(reason) => Some(reason),
            _ if self.0.game().turn(state) == Turn::Over => None,
            _ if found.is_exact || request.depth == Some(found.depth) => None,
            // The search cannot go deeper.
            _ => Some(StopReason::DepthLimit),
        }
    }
}

impl<R: PayoffRules> Kind for Payoffs<R> {
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

    fn look(&self, state: &StateOf<R>, played: &[(StateOf<R>, MoveOf<R>)]) -> Look {
        let (labels, counts) = (self.0.labels(state), self.0.counts(state));
        Look { scale: 1, labels, counts, owned: self.0.owned(state, played), ..Look::default() }
    }

    fn side_to_move(&self, state: &StateOf<R>) -> Player {
        self.0.side_to_move(state)
    }

    fn result(&self, state: &StateOf<R>) -> (Outcome, i64) {
        let payoffs = self.payoffs_of(state);
        (Self::outcome(&payoffs, 0), Self::value(payoffs[0], true).score)
    }

    fn payoffs(&self, state: &StateOf<R>) -> Option<Vec<f64>> {
        Some(self.payoffs_of(state))
    }

    fn payoff_unit(&self) -> &'static str {
        R::UNIT
    }

    fn is_wide(&self) -> bool {
        true
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        algorithm.accepts_depth(depth)?;
        if depth.is_some_and(|depth| depth > MAX_PAYOFF_DEPTH) {
            let reason = format!("this game can be searched to at most {MAX_PAYOFF_DEPTH} plies");
            return Err(RegistryError::NotApplicable { option: "depth", reason });
        }
        let has_range = self.0.range().is_some();
        self.chosen(algorithm).check_needs(|need| match need {
            Need::Scores | Need::HiddenInformation => false,
            Need::TwoPlayers => has_range,
            _ => true,
        })
    }

    fn chosen(&self, named: GameAlgorithm) -> GameAlgorithm {
        match (named.search, self.0.range()) {
            (SearchKind::Engine, Some(_)) => EXPECTIMINIMAX,
            (SearchKind::Engine, None) => MAX_N,
            _ => named,
        }
    }

    fn judged(&self, state: &StateOf<R>, _algorithm: GameAlgorithm) -> Option<Player> {
        // As the searches do, also where chance is to move.
        Some(match self.0.game().turn(state) {
            Turn::Player(player) => player,
            _ => 0,
        })
    }

    fn analyze(&self, searched: &Searched<'_, Self>, analysis: Analysis<'_>) -> AnalysisReport {
        if let SearchKind::Sampling(_) = analysis.request.algorithm.search {
            return self.sampled(searched, analysis);
        }
        let Analysis { ref request, limits, recording, .. } = analysis;
        let &Searched { info, state, .. } = searched;
        let (game, blank) = (self.0.game(), self.blank(searched, request));
        let mut recorder = StepRecorder::new(game, state, recording, |it| it.with_scale(R::SCALE));
        let found = recorder.observed(|observer| self.search(state, request, limits, observer));
        let stopped = self.stopped(state, request, &found);
        recorder.finish(&found.line, stopped.is_none());
        let is_known = blank.is_over || found.depth > 0;
        let side = self.0.side_to_move(state);
        let value = match &found.payoffs {
            Some(payoffs) => payoffs[usize::from(side)],
            None if self.judged(state, request.algorithm) == Some(side) => found.value,
            // Two sides, or it would be the side to move.
            None => -found.value,
        };
        let line = line_text(game, state, &found.line);
        let known = found.moves.iter().filter(|mv| mv.value.is_finite());
        let known = known.filter(|mv| found.depth > 0 && (request.all_moves || !mv.is_bound));
        let moves = known.map(|found_move| {
            let mut value = Self::value(found_move.value, found.is_exact && !found_move.is_bound);
            value.bound = found_move.is_bound.then_some("at-most");
            let mv = game.move_text(state, found_move.mv);
            MoveReport::new(mv, value)
        });
        let expectations = match &found.payoffs {
            _ if !is_known => Vec::new(),
            Some(payoffs) => Expectation::all(info, R::UNIT, payoffs),
            None => vec![Expectation { side: blank.side, payoff: value, unit: R::UNIT }],
        };
        let outcome = found.payoffs.as_ref().filter(|_| blank.is_over);
        let outcome = outcome.map(|payoffs| Self::outcome(payoffs, usize::from(side)));
        AnalysisReport {
            best: line.first().filter(|_| !blank.is_chance).cloned(),
            score: is_known.then(|| Self::value(value, true).score),
            exact: found.is_exact,
            outcome,
            expectations,
            depth: found.depth,
            line: if is_known { line } else { Vec::new() },
            moves: moves.collect(),
            counts: AnalysisCounts::of(&found.statistics),
            seconds: found.statistics.elapsed.as_secs_f64(),
            stopped,
            ..blank
        }
    }
}
