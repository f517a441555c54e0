//! Analyses by Monte Carlo tree search and by proof numbers.

use std::any::Any;

use tremaux_core::{Game, GameNotation, GameSearch, Progress, Score, StopReason, Turn};
use tremaux_play::{
    MctsReport, PayoffSampler, ProofNumber, ProofVariant, SampledMove, SampledTree, Sampler,
    value_of,
};

use super::game_rules::Rules;
use super::info::GameInfo;
use super::kind::{Analysis, Kind, MoveOf, Searched, StateOf, line_text};
use super::payoff_rules::PayoffRules;
use super::payoffs::Payoffs;
use super::recording::StepRecorder;
use super::report::{
    AnalysisCounts, AnalysisReport, Expectation, GameSnapshot, LineReport, MoveReport, Outcome,
    Samples, Value,
};
use super::request::AnalysisRequest;
use super::sampling_settings::Sampling;
use super::slices::{Slice, in_slices};
use super::zero_sum::ZeroSum;

/// The scale of recorded values: per cent of won games.
const PER_CENT: f64 = 100.0;

/// The tree of a search, for the next move.
struct KeptTree<S, M> {
    root: S,
    tree: SampledTree<M>,
    /// The options of the rules and the settings, as text.
    settings: String,
}

/// The tree that is kept in `table` for `state`, if that is at most two moves after its root.
fn kept_tree<K: Kind>(
    kind: &K,
    state: &StateOf<K>,
    settings: &str,
    kept: Option<Box<dyn Any + Send>>,
) -> Option<SampledTree<MoveOf<K>>> {
    let game = kind.game();
    let kept: KeptTree<StateOf<K>, MoveOf<K>> = *kept?.downcast().ok()?;
    let wanted = game.position_text(state);
    if kept.settings != settings || kept.tree.depends_on_line() {
        return None;
    }
    let after = |state: &StateOf<K>| {
        let mut moves = Vec::new();
        if game.turn(state) != Turn::Over {
            game.moves(state, &mut moves);
        }
        let after = |mv| {
            let mut after = state.clone();
            let _ = game.play(&mut after, mv);
            (mv, after)
        };
        moves.into_iter().map(after).collect::<Vec<_>>()
    };
    let is_wanted = |state: &StateOf<K>| game.position_text(state) == wanted;
    if is_wanted(&kept.root) {
        return Some(kept.tree);
    }
    for (first, state) in after(&kept.root) {
        if is_wanted(&state) {
            return kept.tree.after(first);
        }
        if let Some((second, _)) = after(&state).into_iter().find(|(_, it)| is_wanted(it)) {
            return kept.tree.after(first)?.after(second);
        }
    }
    None
}

/// What is known of the position that is searched.
struct RootEstimate<'a> {
    /// The value, if it is proved.
    value: Option<f64>,
    bounds: (f64, f64),
    /// The mean reward of each player.
    rewards: &'a [f64],
    /// The mean reward of the moves, or of the best of them.
    mean: f64,
}

impl<'a> RootEstimate<'a> {
    fn of<M>(report: &'a MctsReport<M>, mean: f64) -> Self {
        let MctsReport { value, bounds, rewards, .. } = report;
        Self { value: *value, bounds: *bounds, rewards, mean }
    }
}

/// What the results of playouts mean.
struct SampledValues<'a> {
    /// The value of the position for the player to move.
    root: &'a dyn Fn(&RootEstimate<'_>) -> Value,
    /// The value of a move for the player to move.
    of_move: &'a dyn Fn(&SampledMove<String>) -> Value,
    /// What each player expects.
    expectations: &'a dyn Fn(&RootEstimate<'_>) -> Vec<Expectation>,
}

impl SampledValues<'_> {
    fn report(
        &self,
        found: &MctsReport<String>,
        request: &AnalysisRequest,
        stopped: Option<StopReason>,
        blank: AnalysisReport,
    ) -> AnalysisReport {
        let moves = found.moves.iter().map(|mv| MoveReport {
            samples: Some(Samples::of(mv)),
            ..MoveReport::new(mv.mv.clone(), (self.of_move)(mv))
        });
        let moves: Vec<MoveReport> = moves.collect();
        let lines = found.moves.iter().zip(&moves).map(|(mv, report)| LineReport {
            value: report.value,
            samples: report.samples,
            line: mv.line.clone(),
        });
        // The rate of the move that is played, not of all that were tried.
        let best = found.moves.first();
        let estimate = RootEstimate::of(found, best.map_or(found.mean, |best| best.mean));
        let root = (self.root)(&estimate);
        let nodes = found.statistics.nodes;
        AnalysisReport {
            best: found.line.first().filter(|_| !blank.is_chance).cloned(),
            score: Some(root.score),
            exact: root.exact,
            outcome: root.outcome,
            expectations: (self.expectations)(&estimate),
            samples: best.map(Samples::of),
            depth: found.depth,
            lines: lines.take(if request.lines > 1 { request.lines } else { 0 }).collect(),
            line: found.line.clone(),
            moves,
            counts: AnalysisCounts {
                nodes,
                leaves: nodes,
                playouts: nodes,
                tree_nodes: found.tree_nodes as u64,
                ..AnalysisCounts::default()
            },
            seconds: found.statistics.elapsed.as_secs_f64(),
            threads: request.threads,
            stopped,
            ..blank
        }
    }
}

/// How a game is sampled.
struct SampledGame<'a, K: Kind> {
    sampler: &'a (dyn Sampler<K::Game> + Sync + 'a),
    sampling: Sampling,
    values: SampledValues<'a>,
}

impl<K: Kind> SampledGame<'_, K> {
    /// Analyzes the position by Monte Carlo tree search.
    fn analyze(
        &self,
        kind: &K,
        searched: &Searched<'_, K>,
        analysis: Analysis<'_>,
    ) -> AnalysisReport {
        let Analysis { ref request, table, limits, watch, recording } = analysis;
        let (game, state, sampler) = (kind.game(), searched.state, self.sampler);
        let bytes = table.bytes_within(limits);
        let options = self.sampling.options.memory(bytes);
        let settings = format!("{:?} {:?} {bytes}", searched.options, self.sampling);
        let is_kept = recording.is_none();
        let tree = table.search.take().filter(|_| is_kept);
        let mut search = match kept_tree(kind, state, &settings, tree) {
            Some(tree) => options.resume(game, state, sampler, tree),
            None => options.start(game, state, sampler),
        };
        let mut recorder = StepRecorder::new(game, state, recording, |it| it.with_scale(PER_CENT));
        let stopped = in_slices(limits, &mut |slice| {
            let progress = recorder.observed(|observer| match observer {
                None if request.threads > 1 => search.advance_in_parallel(request.threads, slice),
                observer => search.advance(slice, observer),
            });
            let mut goes_on = true;
            if let Progress::Paused(StopReason::TimeLimit) = progress {
                let report = search.report();
                let best = report.line.first();
                let seconds = report.statistics.elapsed;
                watch(&GameSnapshot {
                    depth: report.depth,
                    nodes: report.statistics.nodes,
                    score: Some((self.values.root)(&RootEstimate::of(&report, report.mean)).score),
                    bounds: None,
                    best: best.map_or(String::new(), |&mv| game.move_text(state, mv)),
                    seconds: seconds.as_secs_f64(),
                });
                let left = limits.time.filter(|_| request.is_for_move);
                let left = left.map(|time| time.saturating_sub(seconds).div_duration_f64(seconds));
                goes_on = left.is_none_or(|left| !search.is_decided(left));
            }
            Slice { progress, nodes: search.playouts(), goes_on }
        });
        let found = search.report();
        recorder.finish(&found.line, stopped.is_none());
        if is_kept {
            let tree = search.into_tree();
            table.search = Some(Box::new(KeptTree { root: state.clone(), tree, settings }));
        }
        let found = found.in_words(|line| line_text(game, state, line));
        self.values.report(&found, request, stopped, kind.blank(searched, request))
    }
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
        analysis: Analysis<'_>,
    ) -> AnalysisReport {
        let (rules, info) = (&self.0, searched.info);
        let state = &rules.search_root(searched.state);
        let sampling = analysis.request.algorithm.sampling(rules.sampling());
        let scale = Sampling::scale(info);
        let own = rules.sampler(&sampling);
        let usual = sampling.by_scores(rules.evaluator(), info);
        let value = |(low, high): (f64, f64), rate: f64| match low >= high {
            true => self.proved(state, low, info),
            false => self.estimated(state, rate, scale),
        };
        let game = SampledGame {
            sampler: own.as_deref().unwrap_or(&usual),
            sampling,
            values: SampledValues {
                root: &|root| value(root.bounds, root.mean),
                of_move: &|mv| value(mv.bounds, mv.mean),
                expectations: &|_| Vec::new(),
            },
        };
        let searched = &Searched { state, text: searched.text.clone(), ..*searched };
        game.analyze(self, searched, analysis)
    }

    /// Analyzes by proof numbers.
    pub(crate) fn proved_by(
        &self,
        searched: &Searched<'_, Self>,
        variant: ProofVariant,
        analysis: Analysis<'_>,
    ) -> AnalysisReport {
        let Analysis { ref request, table, limits, watch, recording } = analysis;
        let (rules, info, game) = (&self.0, searched.info, self.0.game());
        let state = &rules.search_root(searched.state);
        let options = ProofNumber::default().variant(variant).memory(table.bytes_within(limits));
        // A side about which nothing was proved has the value of a lost or won game.
        let shown = |value: f64| {
            let is_known = value.abs() < value_of(Score::WIN);
            is_known.then(|| self.proved(state, value, info).score)
        };
        let mut search = options.start(game, state);
        let mut recorder = StepRecorder::new(game, state, recording, |it| it.with_scale(PER_CENT));
        let stopped = in_slices(limits, &mut |slice| {
            let progress = recorder.observed(|observer| search.advance(slice, observer));
            if let Progress::Paused(StopReason::TimeLimit) = progress {
                let report = search.report();
                let best = report.line.first();
                watch(&GameSnapshot {
                    depth: report.depth,
                    nodes: report.statistics.nodes,
                    score: None,
                    bounds: shown(report.bounds.0).zip(shown(report.bounds.1)),
                    best: best.map_or(String::new(), |&mv| game.move_text(state, mv)),
                    seconds: report.statistics.elapsed.as_secs_f64(),
                });
            }
            Slice { progress, nodes: search.visited(), goes_on: true }
        });
        let found = search.report();
        recorder.finish(&found.line, stopped.is_none());
        let value = found.value.map(|value| self.proved(state, value, info));
        let (low, high) = found.bounds;
        let is_open = found.is_exact && value.is_none();
        let at_least = shown(low).filter(|_| is_open);
        // What a table cannot prove, because it ignores repetitions, is not reported.
        let value = value.filter(|_| found.is_exact);
        let line = line_text(game, state, &found.line);
        AnalysisReport {
            best: line.first().cloned(),
            score: value.map(|value| value.score).or(at_least),
            exact: value.is_some_and(|value| value.exact),
            outcome: value.and_then(|value| value.outcome),
            at_least,
            at_most: shown(high).filter(|_| is_open),
            depth: found.depth,
            line,
            counts: AnalysisCounts::of(&found.statistics),
            seconds: found.statistics.elapsed.as_secs_f64(),
            stopped,
            ..self.blank(searched, request)
        }
    }
}

impl<R: PayoffRules> Payoffs<R> {
    /// Analyzes by Monte Carlo tree search.
    pub(crate) fn sampled(
        &self,
        searched: &Searched<'_, Self>,
        analysis: Analysis<'_>,
    ) -> AnalysisReport {
        let &Searched { info, state, .. } = searched;
        let (rules, game) = (&self.0, self.0.game());
        let sampling = analysis.request.algorithm.sampling(rules.sampling());
        let range = rules.payoff_range();
        let sampler = PayoffSampler {
            evaluator: rules.evaluator(),
            plies: sampling.plies.unwrap_or(u32::MAX),
            range,
            is_zero_sum: rules.range().is_some() && game.player_count() == 2,
        };
        let payoff = |reward: f64| range.0 + reward * (range.1 - range.0);
        let (turn, side) = (game.turn(state), usize::from(rules.side_to_move(state)));
        let is_over = turn == Turn::Over;
        let payoffs = |root: &RootEstimate<'_>| match (is_over, root.value) {
            (true, _) => self.payoffs_of(state),
            // Two players, or nothing would be proved; the value is for the player to move.
            (false, Some(value)) => {
                let first = if turn == Turn::Player(1) { -value } else { value };
                vec![first, -first]
            }
            (false, None) => root.rewards.iter().map(|&reward| payoff(reward)).collect(),
        };
        let values = SampledValues {
            root: &|root| {
                let payoffs = payoffs(root);
                let outcome = is_over.then(|| Self::outcome(&payoffs, side));
                Value { outcome, ..Self::value(payoffs[side], is_over || root.value.is_some()) }
            },
            of_move: &|mv| match mv.bounds.0 >= mv.bounds.1 {
                true => Self::value(mv.bounds.0, true),
                false => Self::value(payoff(mv.mean), false),
            },
            expectations: &|root| {
                Expectation::all(info, R::UNIT, &payoffs(root)[..game.player_count()])
            },
        };
        SampledGame { sampler: &sampler, sampling, values }.analyze(self, searched, analysis)
    }
}
