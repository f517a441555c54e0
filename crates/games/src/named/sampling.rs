//! Analyses by Monte Carlo tree search and by proof numbers.

use std::any::Any;
use std::time::Instant;

use tremaux_core::{
    Game, GameNotation, GameSearch, Limits, Player, Progress, Score, StopReason, Termination, Turn,
};
use tremaux_play::{
    MctsReport, PayoffSampler, ProofNumber, ProofReport, ProofVariant, SampledMove, SampledTree,
    Sampler, value_of,
};
use tremaux_trace::GameRecorder;

use super::algorithm::{GameAlgorithm, Sampling, Way};
use super::entry::{AnalysisRequest, GameInfo, GameTable};
use super::game_rules::Rules;
use super::kind::{Kind, MoveOf, Recording, Searched, StateOf};
use super::payoff_rules::PayoffRules;
use super::payoffs::Payoffs;
use super::report::{
    AnalysisCounts, AnalysisReport, Expectation, GameSnapshot, LineReport, MoveReport, Outcome,
    Samples, Value,
};
use super::search::PERIOD;
use super::zero_sum::ZeroSum;

/// The scale of recorded values: per cent of won games.
const PER_CENT: f64 = 100.0;

/// A tree that is kept for the next move.
struct Kept<S, M> {
    root: S,
    tree: SampledTree<M>,
    /// The options of the rules and the settings, as text.
    settings: String,
}

/// The tree that is kept in `table` for `state`, if that is at most two moves after its root.
fn kept<K: Kind>(
    kind: &K,
    state: &StateOf<K>,
    settings: &str,
    kept: Option<Box<dyn Any + Send>>,
) -> Option<SampledTree<MoveOf<K>>>
where
    MoveOf<K>: PartialEq,
{
    let game = kind.game();
    let kept: Kept<StateOf<K>, MoveOf<K>> = *kept?.downcast().ok()?;
    let wanted = game.position_text(state);
    if kept.settings != settings || kept.tree.depends_on_line() {
        return None;
    }
    let after = |state: &StateOf<K>, mv: MoveOf<K>| {
        let mut after = state.clone();
        let _ = game.play(&mut after, mv);
        after
    };
    let moves = |state: &StateOf<K>| {
        let mut moves = Vec::new();
        if game.turn(state) != Turn::Over {
            game.moves(state, &mut moves);
        }
        moves
    };
    if game.position_text(&kept.root) == wanted {
        return Some(kept.tree);
    }
    for first in moves(&kept.root) {
        let one = after(&kept.root, first);
        if game.position_text(&one) == wanted {
            return kept.tree.after(first);
        }
        for second in moves(&one) {
            if game.position_text(&after(&one, second)) == wanted {
                return kept.tree.after(first)?.after(second);
            }
        }
    }
    None
}

/// Samples in slices, so that progress can be reported.
fn sample<K: Kind>(
    kind: &K,
    state: &StateOf<K>,
    sampler: &(dyn Sampler<K::Game> + Sync + '_),
    sampling: Sampling,
    (options_of_rules, request, table, limits): (
        &[(&'static str, String)],
        &AnalysisRequest,
        &mut GameTable,
        &Limits,
    ),
    tell: &mut dyn FnMut(&MctsReport<MoveOf<K>>),
    recording: Recording<'_>,
) -> (MctsReport<MoveOf<K>>, Option<StopReason>)
where
    MoveOf<K>: PartialEq,
{
    let game = kind.game();
    let bytes = limits.memory.map_or(table.0.bytes(), |most| most.min(table.0.bytes()));
    let options = sampling.options.memory(bytes);
    let settings = format!("{options_of_rules:?} {sampling:?} {bytes}");
    let tree = table.1.take();
    let tree = match recording.is_some() {
        true => None,
        false => kept(kind, state, &settings, tree),
    };
    let mut search = match tree {
        Some(tree) => options.resume(game, state, sampler, tree),
        None => options.start(game, state, sampler),
    };
    let mut recorder = recording.map(|(selection, sink)| {
        (GameRecorder::new(state.clone(), selection).with_scale(PER_CENT), sink)
    });
    let started = Instant::now();
    let mut stopped = None;
    loop {
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut slice = limits.clone();
        slice.time = Some(left.map_or(PERIOD, |left| left.min(PERIOD)));
        slice.nodes = limits.nodes.map(|most| most.saturating_sub(search.playouts()));
        let progress = match &mut recorder {
            Some((recorder, sink)) => {
                search.advance(&slice, &mut recorder.watch(game, &mut **sink))
            }
            None if request.threads > 1 => search.advance_in_parallel(request.threads, &slice),
            None => search.advance(&slice, &mut ()),
        };
        match progress {
            Progress::Done(_) => break,
            Progress::Paused(StopReason::TimeLimit)
                if limits.time.is_none_or(|time| started.elapsed() < time) =>
            {
                tell(&search.report());
                let share = |time: std::time::Duration| {
                    time.as_secs_f64() / started.elapsed().as_secs_f64()
                };
                let left = limits.time.map(|time| share(time.saturating_sub(started.elapsed())));
                if request.is_for_move && left.is_some_and(|left| search.is_decided(left)) {
                    stopped = Some(StopReason::TimeLimit);
                    break;
                }
            }
            Progress::Paused(reason) => {
                stopped = Some(reason);
                break;
            }
        }
    }
    let mut report = search.report();
    report.statistics.elapsed = started.elapsed();
    if let Some((recorder, sink)) = recorder {
        let status = if stopped.is_none() { "solved" } else { "limit" };
        recorder.finish(game, &report.line, status, sink);
    } else {
        let tree = search.into_tree();
        table.1 = Some(Box::new(Kept { root: state.clone(), tree, settings }));
    }
    (report, stopped)
}

impl Samples {
    fn of<M>(mv: &SampledMove<M>) -> Self {
        Self { visits: mv.visits.into(), win_rate: mv.mean, confidence: mv.confidence() }
    }
}

impl<R: Rules> ZeroSum<R> {
    /// A proved value: how soon a game is won is not known.
    fn proved(&self, state: &StateOf<Self>, value: f64, info: &GameInfo) -> Value {
        if value.abs() >= value_of(Score::WIN) {
            let outcome = Some(if value > 0.0 { Outcome::Win } else { Outcome::Loss });
            let score = i64::from(info.great_lead) * value.signum() as i64;
            return Value { score, exact: false, bound: None, outcome, plies: None };
        }
        self.value(state, Score::estimate(value as i32), true)
    }

    /// The value for a share of won games: the lead that corresponds to it.
    fn estimated(&self, state: &StateOf<Self>, rate: f64, scale: f64) -> Value {
        let odds = (rate / (1.0 - rate)).clamp(1e-3, 1e3);
        let lead = scale * odds.ln() / 3.0_f64.ln();
        self.value(state, Score::estimate(lead.round() as i32), false)
    }

    /// Analyzes by Monte Carlo tree search.
    pub(crate) fn sampled(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let (rules, info, game) = (&self.0, searched.info, self.0.game());
        let state = &rules.search_root(searched.state);
        let sampling = request.algorithm.sampling(rules.sampling());
        let scale = Sampling::scale(info);
        let own = rules.sampler(&sampling);
        let usual = sampling.by_scores(rules.evaluator(), info);
        let sampler = own.as_deref().unwrap_or(&usual);
        let value = |bounds: (f64, f64), rate: f64| match bounds.0 >= bounds.1 {
            true => self.proved(state, bounds.0, info),
            false => self.estimated(state, rate, scale),
        };
        let mut tell = |report: &MctsReport<MoveOf<Self>>| {
            watch(&GameSnapshot {
                depth: report.depth,
                nodes: report.statistics.nodes,
                score: Some(value(report.bounds, report.mean).score),
                bounds: None,
                best: report.line.first().map_or(String::new(), |&mv| game.move_text(state, mv)),
                seconds: report.statistics.elapsed.as_secs_f64(),
            });
        };
        let work = (searched.options, request, table, limits);
        let (found, stopped) = sample(self, state, sampler, sampling, work, &mut tell, recording);
        let moves: Vec<MoveReport> = found
            .moves
            .iter()
            .map(|mv| MoveReport {
                samples: Some(Samples::of(mv)),
                ..MoveReport::new(game.move_text(state, mv.mv), value(mv.bounds, mv.mean))
            })
            .collect();
        // The rate of the move that is played, not of all that were tried.
        let best = found.moves.first();
        let mean = best.map_or(found.mean, |best| best.mean);
        let root = value(found.bounds, mean);
        let line = self.line(state, &found.line);
        AnalysisReport {
            best: line.first().cloned(),
            score: Some(root.score),
            exact: root.exact,
            outcome: root.outcome,
            samples: best.map(Samples::of),
            depth: found.depth,
            lines: match request.lines > 1 {
                true => found
                    .moves
                    .iter()
                    .take(request.lines)
                    .zip(&moves)
                    .map(|(mv, text)| LineReport {
                        value: text.value,
                        samples: text.samples,
                        line: self.line(state, &mv.line),
                    })
                    .collect(),
                false => Vec::new(),
            },
            line,
            moves,
            counts: counts_of(&found),
            seconds: found.statistics.elapsed.as_secs_f64(),
            stopped,
            ..self.blank(searched, request)
        }
    }

    /// Analyzes by proof numbers.
    pub(crate) fn proved_by(
        &self,
        searched: &Searched<'_, Self>,
        variant: ProofVariant,
        (request, table, limits): (&AnalysisRequest, &mut GameTable, &Limits),
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let (rules, info, game) = (&self.0, searched.info, self.0.game());
        let state = &rules.search_root(searched.state);
        let bytes = limits.memory.map_or(table.0.bytes(), |most| most.min(table.0.bytes()));
        let options = ProofNumber::default().variant(variant).memory(bytes);
        let mut search = options.start(game, state);
        let mut recorder = recording.map(|(selection, sink)| {
            (GameRecorder::new(state.clone(), selection).with_scale(PER_CENT), sink)
        });
        let started = Instant::now();
        let mut stopped = None;
        let shown = |value: f64| self.proved(state, value, info).score;
        loop {
            let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            let mut slice = limits.clone();
            slice.time = Some(left.map_or(PERIOD, |left| left.min(PERIOD)));
            let before = search.visited();
            slice.nodes = limits.nodes.map(|most| most.saturating_sub(before));
            let progress = match &mut recorder {
                Some((recorder, sink)) => {
                    search.advance(&slice, &mut recorder.watch(game, &mut **sink))
                }
                None => search.advance(&slice, &mut ()),
            };
            match progress {
                Progress::Done(_) => break,
                Progress::Paused(StopReason::TimeLimit)
                    if limits.time.is_none_or(|time| started.elapsed() < time) =>
                {
                    let report = search.report();
                    watch(&GameSnapshot {
                        depth: report.depth,
                        nodes: report.statistics.nodes,
                        score: None,
                        bounds: Some((shown(report.bounds.0), shown(report.bounds.1))),
                        best: report
                            .line
                            .first()
                            .map_or(String::new(), |&mv| game.move_text(state, mv)),
                        seconds: started.elapsed().as_secs_f64(),
                    });
                }
                Progress::Paused(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        let mut found: ProofReport<MoveOf<Self>> = search.report();
        found.statistics.elapsed = started.elapsed();
        if let Some((recorder, sink)) = recorder {
            let status = if stopped.is_none() { "solved" } else { "limit" };
            recorder.finish(game, &found.line, status, sink);
        }
        debug_assert!(stopped.is_some() || found.termination == Termination::Finished);
        let value = found.value.map(|value| self.proved(state, value, info));
        let (low, high) = found.bounds;
        let is_open = found.is_exact
            && value.is_none()
            && (low, high) != (value_of(Score::LOSS), value_of(Score::WIN));
        let line = self.line(state, &found.line);
        AnalysisReport {
            best: line.first().cloned(),
            // What a table cannot prove, because it ignores repetitions, is not told at all.
            score: value
                .filter(|_| found.is_exact)
                .map(|value| value.score)
                .or(is_open.then(|| shown(low))),
            exact: value.is_some_and(|value| value.exact) && found.is_exact,
            outcome: value.and_then(|value| value.outcome).filter(|_| found.is_exact),
            at_least: is_open.then(|| shown(low)),
            at_most: is_open.then(|| shown(high)),
            depth: found.depth,
            line,
            counts: AnalysisCounts::of(&found.statistics),
            seconds: found.statistics.elapsed.as_secs_f64(),
            stopped,
            ..self.blank(searched, request)
        }
    }

    /// A report of nothing.
    fn blank(&self, searched: &Searched<'_, Self>, request: &AnalysisRequest) -> AnalysisReport {
        let is_alone = matches!(request.algorithm.way(), Way::Proof(_));
        AnalysisReport {
            schema: 1,
            game: searched.info.name,
            position: searched.text.clone(),
            side: searched.info.sides[usize::from(self.0.side_to_move(searched.state))],
            algorithm: self.algorithm(request.algorithm).to_owned(),
            threads: if is_alone { 1 } else { request.threads },
            ..AnalysisReport::default()
        }
    }
}

impl<R: PayoffRules> Payoffs<R> {
    /// Analyzes by Monte Carlo tree search.
    pub(crate) fn sampled(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let &Searched { info, state, ref text, .. } = searched;
        let (rules, game) = (&self.0, self.0.game());
        let sampling = request.algorithm.sampling(Sampling::default());
        let range =
            rules.range().or(rules.payoff_sum().map(|sum| (0.0, sum))).unwrap_or((-1.0, 1.0));
        let sampler = PayoffSampler {
            evaluator: rules.evaluator(),
            plies: sampling.plies.unwrap_or(u32::MAX),
            range,
            is_zero_sum: rules.range().is_some() && game.player_count() == 2,
        };
        let payoff = |reward: f64| range.0 + reward * (range.1 - range.0);
        let turn = game.turn(state);
        let side = rules.side_to_move(state);
        let mut tell = |report: &MctsReport<MoveOf<Self>>| {
            let value = payoff(report.rewards[usize::from(side)]);
            watch(&GameSnapshot {
                depth: report.depth,
                nodes: report.statistics.nodes,
                score: Some(Self::value(value, false).score),
                bounds: None,
                best: report.line.first().map_or(String::new(), |&mv| game.move_text(state, mv)),
                seconds: report.statistics.elapsed.as_secs_f64(),
            });
        };
        let work = (searched.options, request, table, limits);
        let (found, stopped) = sample(self, state, &sampler, sampling, work, &mut tell, recording);
        let moves: Vec<MoveReport> = found
            .moves
            .iter()
            .map(|mv| {
                let is_proved = mv.bounds.0 >= mv.bounds.1;
                let value = if is_proved { mv.bounds.0 } else { payoff(mv.mean) };
                MoveReport {
                    samples: Some(Samples::of(mv)),
                    ..MoveReport::new(game.move_text(state, mv.mv), Self::value(value, is_proved))
                }
            })
            .collect();
        let is_over = turn == Turn::Over;
        let payoffs: Vec<f64> = match (is_over, found.value) {
            (true, _) => self.payoffs_of(state),
            // Two players, or nothing would be proved; the value is for the player to move.
            (false, Some(value)) => {
                let first = if turn == Turn::Player(1) { -value } else { value };
                vec![first, -first]
            }
            (false, None) => found.rewards.iter().map(|&reward| payoff(reward)).collect(),
        };
        let expectations: Vec<Expectation> = payoffs[..game.player_count()]
            .iter()
            .enumerate()
            .map(|(player, &payoff)| Expectation {
                side: info.sides[player],
                payoff,
                unit: R::UNIT,
            })
            .collect();
        let mut after = state.clone();
        let mut line = Vec::with_capacity(found.line.len());
        for &mv in &found.line {
            line.push(game.move_text(&after, mv));
            let _ = game.play(&mut after, mv);
        }
        let is_exact = is_over || found.value.is_some();
        AnalysisReport {
            schema: 1,
            game: info.name,
            position: text.clone(),
            side: info.sides[usize::from(side)],
            is_chance: turn == Turn::Chance,
            is_over,
            best: line.first().filter(|_| turn != Turn::Chance).cloned(),
            score: Some(Self::value(payoffs[usize::from(side)], true).score),
            exact: is_exact,
            outcome: is_over.then(|| Self::outcome(&payoffs, usize::from(side))),
            samples: found.moves.first().map(Samples::of),
            expectations,
            depth: found.depth,
            line,
            moves,
            counts: counts_of(&found),
            algorithm: self.algorithm(request.algorithm).to_owned(),
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: request.threads,
            stopped,
            ..AnalysisReport::default()
        }
    }
}

fn counts_of<M>(found: &MctsReport<M>) -> AnalysisCounts {
    AnalysisCounts {
        nodes: found.statistics.nodes,
        leaves: found.statistics.nodes,
        playouts: found.statistics.nodes,
        tree_nodes: found.tree_nodes as u64,
        ..AnalysisCounts::default()
    }
}

/// The player whose share of won games is recorded.
pub(crate) fn judged<G: Game>(
    game: &G,
    state: &G::State,
    algorithm: GameAlgorithm,
) -> Option<Player> {
    if algorithm.has_depth() {
        return None;
    }
    Some(if let Turn::Player(player) = game.turn(state) { player } else { 0 })
}
