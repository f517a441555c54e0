//! A game being played, for every game.

use tremaux_core::{
    Bound, Game, GameDepict, GameNotation, Limits, Picture, Score, Turn, ZeroSumGame,
};
use tremaux_trace::{Selection, Shape, Sink, TraceCounts, TraceEvent, TraceHeader};

use super::algorithm::GameAlgorithm;
use super::entry::{AnalysisRequest, GameInfo, GameTable, PlayedGame};
use super::game_rules::{MoveOf, Rules, StateOf};
use super::placer::PlacerOf;
use super::report::{
    AnalysisCounts, AnalysisReport, GameSnapshot, LineReport, MoveReport, Outcome, Value,
};
use super::search::{Found, search};
use crate::domain::Given;
use crate::error::RegistryError;
use crate::places::Placer;

/// How many positions, and how deep, a search looks at that only tells a good move.
const GLANCE: u64 = 200_000;
const GLANCE_DEPTH: u32 = 8;

/// A game with its options, its first position and the moves since.
pub(super) struct PlayedOf<R: Rules> {
    info: &'static GameInfo,
    rules: R,
    options: Vec<(&'static str, String)>,
    /// The first position as it was given, or as the game writes it.
    text: String,
    state: StateOf<R>,
    /// The moves, and the position before each.
    played: Vec<(StateOf<R>, MoveOf<R>)>,
}

/// The game by `rules`, at the position `text`; where it starts, if that is blank.
pub(super) fn open<R: Rules>(
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
    let options = given.to_vec();
    Ok(Box::new(PlayedOf { info, rules, options, text, state, played: Vec::new() }))
}

impl<R: Rules> PlayedOf<R> {
    fn value(&self, score: Score, is_exact: bool) -> Value {
        Value::new(self.rules.shown(&self.state, score), score, is_exact)
    }

    /// `moves`, played from the position on, in words.
    fn line(&self, moves: &[MoveOf<R>]) -> Vec<String> {
        let game = self.rules.game();
        let mut state = self.state.clone();
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            line.push(game.move_text(&state, mv));
            let _ = game.play(&mut state, mv);
        }
        line
    }

    fn report(&self, request: &AnalysisRequest, found: Found<MoveOf<R>>) -> AnalysisReport {
        let game = self.rules.game();
        let lines: Vec<LineReport> = found
            .lines
            .iter()
            .map(|line| LineReport {
                value: self.value(line.score, line.is_exact),
                line: self.line(&line.moves),
            })
            .collect();
        let moves = found.moves.iter().map(|found| {
            let bound = match found.bound {
                Bound::Exact => None,
                Bound::AtLeast => Some("at-least"),
                Bound::AtMost => Some("at-most"),
            };
            let mut value = self.value(found.score, found.is_exact && bound.is_none());
            if bound.is_some() {
                (value.bound, value.outcome, value.plies) = (bound, None, None);
            }
            MoveReport { mv: game.move_text(&self.state, found.mv), value }
        });
        let moves = moves.collect();
        let best = lines.first();
        let is_exact = best.is_some_and(|best| best.value.exact);
        let open_bounds = found.bounds.filter(|_| !is_exact);
        let side = match game.turn(&self.state) {
            Turn::Player(player) => Some(self.info.sides[usize::from(player)]),
            _ => None,
        };
        let fallback = found.fallback.map(|mv| game.move_text(&self.state, mv));
        AnalysisReport {
            schema: 1,
            game: self.info.name,
            position: self.position(),
            side,
            is_chance: false,
            best: best.and_then(|best| best.line.first().cloned()).or(fallback),
            score: best.map(|best| best.value.score),
            exact: best.is_some_and(|best| best.value.exact),
            outcome: best.and_then(|best| best.value.outcome),
            plies: best.and_then(|best| best.value.plies),
            expectations: Vec::new(),
            at_least: open_bounds.map(|(least, _)| least),
            at_most: open_bounds.map(|(_, most)| most),
            depth: found.depth,
            line: best.map(|best| best.line.clone()).unwrap_or_default(),
            moves,
            lines: if request.lines > 1 { lines } else { Vec::new() },
            counts: AnalysisCounts {
                nodes: found.statistics.nodes,
                leaves: found.statistics.leaves(),
                cutoffs: found.statistics.cutoffs,
                table_hits: found.statistics.table_hits,
                helper_nodes: found.statistics.helper_nodes,
            },
            algorithm: found.algorithm.unwrap_or(request.algorithm.name()).to_owned(),
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: request.threads,
            stopped: found.stopped,
        }
    }

    /// The report on a game that is over.
    fn report_of_end(&self, request: &AnalysisRequest) -> AnalysisReport {
        let score = self.rules.game().final_score(&self.state, 0);
        let value = self.value(score, true);
        AnalysisReport {
            schema: 1,
            game: self.info.name,
            position: self.position(),
            side: None,
            is_chance: false,
            best: None,
            score: Some(value.score),
            exact: true,
            outcome: value.outcome,
            plies: value.plies,
            expectations: Vec::new(),
            at_least: None,
            at_most: None,
            depth: 0,
            line: Vec::new(),
            lines: Vec::new(),
            moves: Vec::new(),
            counts: AnalysisCounts::default(),
            algorithm: request.algorithm.name().to_owned(),
            seconds: 0.0,
            threads: request.threads,
            stopped: None,
        }
    }
}

impl<R: Rules> PlayedGame for PlayedOf<R> {
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
        let game = self.rules.game();
        (game.turn(&self.state) == Turn::Over).then(|| {
            let score = game.final_score(&self.state, 0);
            (Outcome::of(i64::from(score.get())), self.rules.shown(&self.state, score))
        })
    }

    fn accepts(&self, algorithm: GameAlgorithm, _depth: Option<u32>) -> Result<(), RegistryError> {
        if algorithm.is_for_payoffs() {
            let component = algorithm.name().to_owned();
            let reason = "it is for games with chance or for more than two".into();
            return Err(RegistryError::NotOffered { component, reason });
        }
        Ok(())
    }

    fn analyze(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        if self.turn() == Turn::Over {
            return self.report_of_end(request);
        }
        let alone = AnalysisRequest { threads: 1, ..request.clone() };
        let request = if request.algorithm.is_exhaustive() { &alone } else { request };
        let bytes = table.0.bytes();
        let solved = self.rules.solve(&self.state, request, bytes, limits, watch);
        let mut search = |request: &_, limits: &_| {
            search(&self.rules, &self.state, request, table, limits, watch, None)
        };
        let found = match solved {
            None => search(request, limits),
            Some(solved) if solved.lines.is_empty() => {
                // A limit stepped in: a short search of the general kind tells a good move.
                let request = AnalysisRequest { exact: false, threads: 1, ..request.clone() };
                let limits = Limits::default().with_nodes(GLANCE).with_depth(GLANCE_DEPTH);
                let mut found = search(&request, &limits);
                if !solved.moves.is_empty() {
                    found.moves = solved.moves;
                }
                found.stopped = solved.stopped;
                found.bounds = solved.bounds;
                found.statistics.nodes += solved.statistics.nodes;
                found.statistics.expanded += solved.statistics.expanded;
                found.statistics.cutoffs += solved.statistics.cutoffs;
                found.statistics.table_hits += solved.statistics.table_hits;
                found.statistics.helper_nodes += solved.statistics.helper_nodes;
                found.statistics.elapsed += solved.statistics.elapsed;
                found
            }
            Some(solved) => solved,
        };
        self.report(request, found)
    }

    fn into_placer(self: Box<Self>) -> Option<Box<dyn Placer>> {
        Some(Box::new(PlacerOf::new(self.rules, self.state)))
    }

    fn trace_header(&self, request: &AnalysisRequest, selection: Selection) -> TraceHeader {
        let options = self.options.iter();
        TraceHeader {
            instance: self.position(),
            options: options.map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            algorithm: request.algorithm.name().to_owned(),
            heuristic: Some(self.info.evaluation.to_owned()),
            selection,
            sides: self.info.sides[..2].iter().map(|&side| side.to_owned()).collect(),
            ..TraceHeader::new(self.info.name, Shape::Game)
        }
    }

    fn analyze_recorded(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        (selection, sink): (Selection, &mut dyn Sink),
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        if self.turn() == Turn::Over {
            let counts = TraceCounts::default();
            sink.take(&TraceEvent::End { counts, status: "solved".into() });
            return self.report_of_end(request);
        }
        let request = &AnalysisRequest { threads: 1, ..request.clone() };
        let recording = Some((selection, sink));
        let found = search(&self.rules, &self.state, request, table, limits, watch, recording);
        self.report(request, found)
    }
}
