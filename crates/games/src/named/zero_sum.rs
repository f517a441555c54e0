//! Two-player games without chance.

use tremaux_core::{Bound, Game, GameNotation, Limits, Player, Score, Turn, ZeroSumGame};
use tremaux_play::Selectivity;
use tremaux_trace::{TraceCounts, TraceEvent};

use super::algorithm::GameAlgorithm;
use super::board::Paint;
use super::entry::{AnalysisRequest, GameTable};
use super::game_rules::{MoveOf, Rules, StateOf};
use super::kind::{Kind, Recording, Searched};
use super::look::Look;
use super::report::{
    AnalysisCounts, AnalysisReport, GameSnapshot, LineReport, MoveReport, Outcome, Value,
};
use super::search::{Found, search};
use tremaux_domain::RegistryError;

/// The limits, in positions and depth, of a short search for a good move.
const GLANCE: u64 = 200_000;
const GLANCE_DEPTH: u32 = 8;

/// A two-player game without chance, with its options.
pub(crate) struct ZeroSum<R: Rules>(pub(crate) R);

impl<R: Rules> ZeroSum<R> {
    fn value(&self, state: &StateOf<R>, score: Score, is_exact: bool) -> Value {
        Value::new(self.0.shown(state, score), score, is_exact)
    }

    /// `moves`, played from `state`, as text.
    fn line(&self, state: &StateOf<R>, moves: &[MoveOf<R>]) -> Vec<String> {
        let game = self.0.game();
        let mut state = state.clone();
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            line.push(game.move_text(&state, mv));
            let _ = game.play(&mut state, mv);
        }
        line
    }

    /// The name of the algorithm that runs.
    fn name(&self, request: &AnalysisRequest) -> &'static str {
        if request.exact || request.plain {
            request.algorithm.full_width_name()
        } else {
            self.algorithm(request.algorithm)
        }
    }

    fn report(
        &self,
        &Searched { info, state, ref text }: &Searched<'_, Self>,
        request: &AnalysisRequest,
        found: Found<MoveOf<R>>,
    ) -> AnalysisReport {
        let game = self.0.game();
        let lines: Vec<LineReport> = found
            .lines
            .iter()
            .map(|line| LineReport {
                value: self.value(state, line.score, line.is_exact),
                line: self.line(state, &line.moves),
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
            let (at_least, at_most) = found.bounds.unzip();
            if let Some(most) = at_most {
                value = Value {
                    score: most,
                    exact: false,
                    bound: Some("at-most"),
                    outcome: None,
                    plies: None,
                };
            }
            MoveReport { mv: game.move_text(state, found.mv), value, at_least, at_most }
        });
        let moves = moves.collect();
        let best = lines.first();
        let is_exact = best.is_some_and(|best| best.value.exact);
        let open_bounds = found.bounds.filter(|_| !is_exact);
        // An estimate does not leave what is proved.
        let score = best.map(|best| match open_bounds {
            Some((least, most)) if best.value.outcome.is_none() => {
                best.value.score.clamp(least, most)
            }
            _ => best.value.score,
        });
        let side = match game.turn(state) {
            Turn::Player(player) => Some(info.sides[usize::from(player)]),
            _ => None,
        };
        let fallback = found.fallback.map(|mv| game.move_text(state, mv));
        AnalysisReport {
            schema: 1,
            game: info.name,
            position: text.clone(),
            side,
            is_chance: false,
            best: best.and_then(|best| best.line.first().cloned()).or(fallback),
            score,
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
            counts: AnalysisCounts::of(&found.statistics),
            algorithm: found.algorithm.unwrap_or(self.name(request)).to_owned(),
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: found.threads.unwrap_or(request.threads),
            stopped: found.stopped,
        }
    }

    /// The report for a finished game.
    fn report_of_end(
        &self,
        &Searched { info, state, ref text }: &Searched<'_, Self>,
        request: &AnalysisRequest,
    ) -> AnalysisReport {
        let score = self.0.game().final_score(state, 0);
        let value = self.value(state, score, true);
        AnalysisReport {
            schema: 1,
            game: info.name,
            position: text.clone(),
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
            algorithm: self.name(request).to_owned(),
            seconds: 0.0,
            threads: request.threads,
            stopped: None,
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
            scale: rules.scale(),
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

    fn accepts(&self, algorithm: GameAlgorithm, _depth: Option<u32>) -> Result<(), RegistryError> {
        if algorithm.is_for_payoffs() {
            let component = algorithm.name().to_owned();
            let reason = "it is for games with chance or with more than two players".into();
            return Err(RegistryError::NotOffered { component, reason });
        }
        Ok(())
    }

    fn algorithm(&self, named: GameAlgorithm) -> &'static str {
        if <R::Selectivity as Selectivity<R::Game>>::CAN_BE_USED {
            named.name()
        } else {
            named.full_width_name()
        }
    }

    fn judged(&self, _state: &StateOf<R>) -> Option<Player> {
        self.0.judged()
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
        if recording.is_some() {
            let found = search(&self.0, state, request, table, limits, watch, recording);
            return self.report(searched, request, found);
        }
        let alone = AnalysisRequest { threads: 1, ..request.clone() };
        let request = if request.algorithm.is_exhaustive() { &alone } else { request };
        let bytes = table.0.bytes();
        let solved = self.0.solve(state, request, bytes, limits, watch);
        let mut search =
            |request: &_, limits: &_| search(&self.0, state, request, table, limits, watch, None);
        let found = match solved {
            None => search(request, limits),
            Some(solved) if solved.lines.is_empty() => {
                // A limit was reached: find a good move, of
                // those that are not proved to be worse than another.
                let all_moves = !solved.moves.is_empty();
                let lines = if all_moves { usize::MAX } else { request.lines };
                let glance = AnalysisRequest {
                    exact: false,
                    threads: 1,
                    all_moves,
                    lines,
                    ..request.clone()
                };
                let limits = Limits::default().with_nodes(GLANCE).with_depth(GLANCE_DEPTH);
                let mut found = search(&glance, &limits);
                if all_moves {
                    let is_open = |mv| {
                        let better = |(_, most)| solved.bounds.is_none_or(|it| most > it.0);
                        solved.moves.iter().any(|it| it.mv == mv && it.bounds.is_some_and(better))
                    };
                    found.lines.sort_by_key(|line| !is_open(line.moves[0]));
                    found.lines.truncate(request.lines.max(1));
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
                // Of the short search; the counts are mostly the solver's.
                (found.statistics.iterations, found.statistics.passes) = (0, 0);
                found
            }
            Some(solved) => solved,
        };
        self.report(searched, request, found)
    }
}
