//! A game with chance, or for more than two players, being played.

use tremaux_core::{
    Game, GameDepict, GameNotation, GameStatistics, Limits, Picture, Player, StopReason,
    Termination, Turn,
};
use tremaux_play::{Chances, Expectiminimax, MAX_PAYOFF_DEPTH, MaxN, Opponents, PayoffReport};
use tremaux_trace::{Selection, Shape, Sink, TraceCounts, TraceEvent, TraceHeader};

use super::algorithm::GameAlgorithm;
use super::entry::{AnalysisRequest, GameInfo, GameTable, PlayedGame};
use super::payoff_rules::{MoveOf, PayoffRules, StateOf};
use super::report::{
    AnalysisCounts, AnalysisReport, Expectation, GameSnapshot, MoveReport, Outcome, Value,
};
use crate::domain::Given;
use crate::error::RegistryError;

/// A game with its options, its first position and the moves since, those of chance too.
struct PlayedPayoffs<R: PayoffRules> {
    info: &'static GameInfo,
    rules: R,
    options: Vec<(&'static str, String)>,
    text: String,
    state: StateOf<R>,
    played: Vec<(StateOf<R>, MoveOf<R>)>,
}

/// The game by `rules`, at the position `text`; where it starts, if that is blank.
pub(super) fn open_payoffs<R: PayoffRules>(
    info: &'static GameInfo,
    rules: R,
    given: Given<'_>,
    text: &str,
) -> Result<Box<dyn PlayedGame>, RegistryError> {
    let game = rules.game();
    let state = if text.trim().is_empty() {
        game.initial_state()
    } else {
        game.parse_position(text).map_err(|error| RegistryError::Instance {
            option: None,
            text: text.to_owned(),
            error: Box::new(error),
        })?
    };
    let text = match text.split_whitespace().collect::<Vec<_>>().join(" ") {
        blank if blank.is_empty() => game.position_text(&state),
        text => text,
    };
    let (options, played) = (given.to_vec(), Vec::new());
    Ok(Box::new(PlayedPayoffs { info, rules, options, text, state, played }))
}

impl<R: PayoffRules> PlayedPayoffs<R> {
    fn side(&self, player: Player) -> &'static str {
        self.info.sides[usize::from(player)]
    }

    /// The player whose expectation the score is: the one to move, else the first.
    fn judged(&self) -> Player {
        match self.turn() {
            Turn::Player(player) => player,
            _ => 0,
        }
    }

    fn value(&self, payoff: f64, exact: bool) -> Value {
        let score = (payoff * R::SCALE).round() as i64;
        Value { score, exact, bound: None, outcome: None, plies: None }
    }

    /// How the game ends for `player` if these are the payoffs: who has the most has won,
    /// unless another has as much.
    fn outcome(payoffs: &[f64], player: usize) -> Outcome {
        let mine = payoffs[player];
        let others = payoffs.iter().enumerate().filter(|&(other, _)| other != player);
        let best = others.map(|(_, &payoff)| payoff).fold(f64::NEG_INFINITY, f64::max);
        Outcome::of(mine.total_cmp(&best) as i64)
    }

    fn search(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
    ) -> (PayoffReport<MoveOf<R>>, &'static str) {
        let Self { rules, state, .. } = self;
        let (game, evaluator, chances) = (rules.game(), rules.evaluator(), rules.chances());
        let max_depth = request.depth.unwrap_or(u32::MAX);
        let algorithm = self.algorithm(request.algorithm);
        let report = match (algorithm, rules.range()) {
            ("expectiminimax", Some(range)) => {
                let every_move = request.all_moves;
                let pruning = request.algorithm.pruning();
                let search = Expectiminimax { max_depth, pruning, range, every_move };
                search.solve(game, evaluator, chances, state, limits)
            }
            _ => {
                let is_paranoid = algorithm == "paranoid";
                let opponents = if is_paranoid { Opponents::Paranoid } else { Opponents::Selfish };
                // Without pruning every move has its value.
                let payoff_sum = rules.payoff_sum().filter(|_| !request.all_moves);
                let search = MaxN { max_depth, opponents, payoff_sum };
                search.solve(game, evaluator, chances, state, limits)
            }
        };
        (report, algorithm)
    }

    /// The algorithm that is taken if `named` is, and the usual one if none was named.
    fn algorithm(&self, named: GameAlgorithm) -> &'static str {
        match (named.is_default(), self.rules.range()) {
            (false, _) => named.name(),
            (true, Some(_)) => "expectiminimax",
            (true, None) => "max-n",
        }
    }

    fn report(&self, request: &AnalysisRequest, limits: &Limits) -> AnalysisReport {
        let game = self.rules.game();
        let (found, algorithm) = self.search(request, limits);
        let is_over = self.turn() == Turn::Over;
        let is_known = is_over || found.depth > 0;
        let mut state = self.state.clone();
        let mut line = Vec::with_capacity(found.line.len());
        for &mv in &found.line {
            line.push(game.move_text(&state, mv));
            let _ = game.play(&mut state, mv);
        }
        let known = found.moves.iter().filter(|mv| mv.value.is_finite());
        let known = known.filter(|mv| found.depth > 0 && (request.all_moves || !mv.is_bound));
        let moves = known.map(|found_move| {
            let mut value = self.value(found_move.value, found.is_exact && !found_move.is_bound);
            value.bound = found_move.is_bound.then_some("at-most");
            MoveReport { mv: game.move_text(&self.state, found_move.mv), value }
        });
        let moves: Vec<MoveReport> = moves.collect();
        let expectation = |player: usize, payoff: f64| Expectation {
            side: self.info.sides[player],
            payoff,
            unit: R::UNIT,
        };
        let expectations = match &found.payoffs {
            _ if !is_known => Vec::new(),
            Some(payoffs) => {
                payoffs.iter().enumerate().map(|(player, &it)| expectation(player, it)).collect()
            }
            None => vec![expectation(usize::from(self.judged()), found.value)],
        };
        let outcome = found.payoffs.as_ref().filter(|_| is_over);
        let outcome = outcome.map(|payoffs| Self::outcome(payoffs, 0));
        let GameStatistics { nodes, cutoffs, table_hits, helper_nodes, .. } = found.statistics;
        AnalysisReport {
            schema: 1,
            game: self.info.name,
            position: self.position(),
            side: match self.turn() {
                Turn::Player(player) => Some(self.side(player)),
                _ => None,
            },
            is_chance: self.turn() == Turn::Chance,
            best: line.first().filter(|_| self.turn() != Turn::Chance).cloned(),
            score: is_known.then(|| self.value(found.value, true).score),
            exact: found.is_exact,
            outcome,
            plies: None,
            expectations,
            at_least: None,
            at_most: None,
            depth: found.depth,
            line: if is_known { line } else { Vec::new() },
            lines: Vec::new(),
            moves,
            counts: AnalysisCounts {
                nodes,
                leaves: found.statistics.leaves(),
                cutoffs,
                table_hits,
                helper_nodes,
            },
            algorithm: algorithm.to_owned(),
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: 1,
            stopped: match found.termination {
                Termination::Stopped(reason) => Some(reason),
                _ if is_over || found.is_exact || request.depth == Some(found.depth) => None,
                // The search goes no deeper.
                _ => Some(StopReason::DepthLimit),
            },
        }
    }
}

impl<R: PayoffRules> PlayedGame for PlayedPayoffs<R> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn options(&self) -> &[(&'static str, String)] {
        &self.options
    }

    fn start(&self) -> String {
        self.text.clone()
    }

    fn position(&self) -> String {
        if self.played.is_empty() {
            self.text.clone()
        } else {
            self.rules.game().position_text(&self.state)
        }
    }

    fn picture(&self) -> String {
        self.rules.picture(&self.state)
    }

    fn depict(&self) -> Picture {
        self.rules.game().depict(&self.state)
    }

    fn player_count(&self) -> usize {
        self.rules.game().player_count()
    }

    fn turn(&self) -> Turn {
        self.rules.game().turn(&self.state)
    }

    fn played(&self) -> Vec<String> {
        let game = self.rules.game();
        self.played.iter().map(|(before, mv)| game.move_text(before, *mv)).collect()
    }

    fn moves(&self) -> Vec<String> {
        let game = self.rules.game();
        let mut moves = Vec::new();
        if game.turn(&self.state) != Turn::Over {
            game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| game.move_text(&self.state, mv)).collect()
    }

    fn chance_move(&self, at: f64) -> Option<String> {
        let game = self.rules.game();
        if game.turn(&self.state) != Turn::Chance {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(&self.state, &mut moves);
        let mut sum = 0.0;
        let falls = |&&mv: &&MoveOf<R>| {
            sum += self.rules.chances().probability(game, &self.state, mv);
            at < sum
        };
        // Rounding may leave a little above the last.
        let found = moves.iter().find(falls).or(moves.last());
        found.map(|&mv| game.move_text(&self.state, mv))
    }

    fn play(&mut self, text: &str) -> Result<String, RegistryError> {
        let game = self.rules.game();
        let mv = game.parse_move(&self.state, text).map_err(|error| RegistryError::Instance {
            option: None,
            text: text.to_owned(),
            error: Box::new(error),
        })?;
        let words = game.move_text(&self.state, mv);
        self.played.push((self.state.clone(), mv));
        let _ = game.play(&mut self.state, mv);
        Ok(words)
    }

    fn take_back(&mut self) -> bool {
        match self.played.pop() {
            Some((before, _)) => {
                self.state = before;
                true
            }
            None => false,
        }
    }

    fn result(&self) -> Option<(Outcome, i64)> {
        let payoffs = self.payoffs()?;
        Some((Self::outcome(&payoffs, 0), self.value(payoffs[0], true).score))
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let game = self.rules.game();
        let players = 0..game.player_count();
        (self.turn() == Turn::Over)
            .then(|| players.map(|player| game.payoff(&self.state, player as Player)).collect())
    }

    fn payoff_unit(&self) -> &'static str {
        R::UNIT
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        if depth.is_some_and(|depth| depth > MAX_PAYOFF_DEPTH) {
            let reason = format!("this game is searched to {MAX_PAYOFF_DEPTH} plies at most");
            return Err(RegistryError::NotApplicable { option: "depth", reason });
        }
        let refused = |reason: &str| {
            let component = algorithm.name().to_owned();
            Err(RegistryError::NotOffered { component, reason: reason.to_owned() })
        };
        match algorithm.name() {
            "max-n" | "paranoid" => Ok(()),
            "expectiminimax" if self.rules.range().is_some() => Ok(()),
            "expectiminimax" => refused("it is for two players whose payoffs cancel out"),
            _ if algorithm.is_default() => Ok(()),
            _ => refused("this game takes max-n, paranoid or, for two players, expectiminimax"),
        }
    }

    fn analyze(
        &self,
        request: &AnalysisRequest,
        _table: &mut GameTable,
        limits: &Limits,
        _watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        self.report(request, limits)
    }

    fn can_be_recorded(&self) -> bool {
        false
    }

    fn trace_header(&self, request: &AnalysisRequest, selection: Selection) -> TraceHeader {
        let sides = self.info.sides[..self.player_count()].iter();
        TraceHeader {
            instance: self.position(),
            algorithm: self.algorithm(request.algorithm).to_owned(),
            heuristic: Some(self.info.evaluation.to_owned()),
            selection,
            sides: sides.map(|&side| side.to_owned()).collect(),
            ..TraceHeader::new(self.info.name, Shape::Game)
        }
    }

    fn analyze_recorded(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        (_, sink): (Selection, &mut dyn Sink),
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        let report = self.analyze(request, table, limits, watch);
        let status = if report.stopped.is_none() { "solved" } else { "limit" };
        sink.take(&TraceEvent::End { counts: TraceCounts::default(), status: status.into() });
        report
    }
}
