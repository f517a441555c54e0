//! Analyses by Monte Carlo tree search and by proof numbers.

use std::any::Any;

use tremaux_core::{
    Game, GameDepict, GameNotation, GameObserver, GameSearch, Limits, Progress, Score, StopReason,
    Turn,
};
use tremaux_play::{
    MctsReport, MctsSearch, PayoffSampler, ProofNumber, ProofSearch, ProofVariant, SampledMove,
    SampledTree, Sampler, value_of,
};
use tremaux_trace::GameRecorder;

use super::game_rules::Rules;
use super::game_table::GameTable;
use super::info::GameInfo;
use super::kind::{Kind, MoveOf, Recording, Searched, StateOf};
use super::payoff_rules::PayoffRules;
use super::payoffs::Payoffs;
use super::report::{
    AnalysisCounts, AnalysisReport, Expectation, GameSnapshot, LineReport, MoveReport, Outcome,
    Samples, Value,
};
use super::request::AnalysisRequest;
use super::sampling_settings::Sampling;
use super::slices::in_slices;
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
) -> Option<SampledTree<MoveOf<K>>> {
    let game = kind.game();
    let kept: Kept<StateOf<K>, MoveOf<K>> = *kept?.downcast().ok()?;
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

/// What a search works with.
pub(crate) type Work<'a> = (&'a AnalysisRequest, &'a mut GameTable, &'a Limits);

/// Searches in slices, and records the steps if `recording` is set. Returns the report, and the
/// limit that was reached.
fn run<G: GameNotation + GameDepict, S: GameSearch<G, Value = f64>>(
    (game, state, limits): (&G, &G::State, &Limits),
    search: &mut S,
    recording: Recording<'_>,
    nodes: fn(&S) -> u64,
    line: fn(&S::Report) -> &[G::Move],
    mut advance: impl FnMut(&mut S, &Limits, Observer<'_, G>) -> Progress,
    goes_on: impl FnMut(&S) -> bool,
) -> (S::Report, Option<StopReason>) {
    let mut recorder = recording.map(|(selection, sink)| {
        (GameRecorder::new(state.clone(), selection).with_scale(PER_CENT), sink)
    });
    let of_slice = |search: &mut S, slice: &Limits| match &mut recorder {
        Some((recorder, sink)) => {
            advance(search, slice, &mut Some(&mut recorder.watch(game, &mut **sink)))
        }
        None => advance(search, slice, &mut None),
    };
    let stopped = in_slices(search, limits, nodes, of_slice, goes_on);
    let report = search.report();
    if let Some((recorder, sink)) = recorder {
        let status = if stopped.is_none() { "solved" } else { "limit" };
        recorder.finish(game, line(&report), status, sink);
    }
    (report, stopped)
}

type Observer<'a, G> = &'a mut Option<&'a mut dyn GameObserver<G, f64>>;

/// Analyzes `state` by Monte Carlo tree search. `of_root` returns the value for the player to move,
/// for the mean reward of its moves or the best of them; `of_move` that of bounds and a mean.
fn sampled<K: Kind>(
    kind: &K,
    searched: &Searched<'_, K>,
    (request, table, limits): Work<'_>,
    (watch, recording): (&mut dyn FnMut(&GameSnapshot), Recording<'_>),
    (sampler, sampling): (&(dyn Sampler<K::Game> + Sync + '_), Sampling),
    of_root: impl Fn(&MctsReport<MoveOf<K>>, f64) -> Value,
    of_move: impl Fn((f64, f64), f64) -> Value,
) -> (AnalysisReport, MctsReport<MoveOf<K>>) {
    let (game, state) = (kind.game(), searched.state);
    let bytes = limits.memory.map_or(table.0.bytes(), |most| most.min(table.0.bytes()));
    let options = sampling.options.memory(bytes);
    let settings = format!("{:?} {sampling:?} {bytes}", searched.options);
    let is_kept = recording.is_none();
    let tree = table.1.take().filter(|_| is_kept);
    let mut search = match kept(kind, state, &settings, tree) {
        Some(tree) => options.resume(game, state, sampler, tree),
        None => options.start(game, state, sampler),
    };
    let goes_on = |search: &MctsSearch<'_, _, K::Game, _>| {
        let report = search.report();
        let seconds = report.statistics.elapsed;
        watch(&GameSnapshot {
            depth: report.depth,
            nodes: report.statistics.nodes,
            score: Some(of_root(&report, report.mean).score),
            bounds: None,
            best: report.line.first().map_or(String::new(), |&mv| game.move_text(state, mv)),
            seconds: seconds.as_secs_f64(),
        });
        let left = limits.time.filter(|_| request.is_for_move);
        let left = left.map(|time| time.saturating_sub(seconds).div_duration_f64(seconds));
        left.is_none_or(|left| !search.is_decided(left))
    };
    let (found, stopped) = run(
        (game, state, limits),
        &mut search,
        recording,
        MctsSearch::playouts,
        |report| &report.line,
        |search, slice, observer| match observer {
            None if request.threads > 1 => search.advance_in_parallel(request.threads, slice),
            observer => search.advance(slice, observer),
        },
        goes_on,
    );
    if is_kept {
        let tree = search.into_tree();
        table.1 = Some(Box::new(Kept { root: state.clone(), tree, settings }));
    }
    let moves = found.moves.iter().map(|mv| MoveReport {
        samples: Some(Samples::of(mv)),
        ..MoveReport::new(game.move_text(state, mv.mv), of_move(mv.bounds, mv.mean))
    });
    let moves: Vec<MoveReport> = moves.collect();
    let lines = found.moves.iter().zip(&moves).map(|(mv, text)| LineReport {
        value: text.value,
        samples: text.samples,
        line: kind.line(state, &mv.line),
    });
    // The rate of the move that is played, not of all that were tried.
    let best = found.moves.first();
    let root = of_root(&found, best.map_or(found.mean, |best| best.mean));
    let line = kind.line(state, &found.line);
    let blank = kind.blank(searched, request);
    let nodes = found.statistics.nodes;
    let report = AnalysisReport {
        best: line.first().filter(|_| !blank.is_chance).cloned(),
        score: Some(root.score),
        exact: root.exact,
        outcome: root.outcome,
        samples: best.map(Samples::of),
        depth: found.depth,
        lines: lines.take(if request.lines > 1 { request.lines } else { 0 }).collect(),
        line,
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
    };
    (report, found)
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
        work: Work<'_>,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let (rules, info) = (&self.0, searched.info);
        let state = &rules.search_root(searched.state);
        let sampling = work.0.algorithm.sampling(rules.sampling());
        let scale = Sampling::scale(info);
        let own = rules.sampler(&sampling);
        let usual = sampling.by_scores(rules.evaluator(), info);
        let sampler = (own.as_deref().unwrap_or(&usual), sampling);
        let value = |bounds: (f64, f64), rate: f64| match bounds.0 >= bounds.1 {
            true => self.proved(state, bounds.0, info),
            false => self.estimated(state, rate, scale),
        };
        let of_root = |found: &MctsReport<_>, mean| value(found.bounds, mean);
        let searched = &Searched { state, text: searched.text.clone(), ..*searched };
        sampled(self, searched, work, (watch, recording), sampler, of_root, value).0
    }

    /// Analyzes by proof numbers.
    pub(crate) fn proved_by(
        &self,
        searched: &Searched<'_, Self>,
        variant: ProofVariant,
        (request, table, limits): Work<'_>,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let (rules, info, game) = (&self.0, searched.info, self.0.game());
        let state = &rules.search_root(searched.state);
        let bytes = limits.memory.map_or(table.0.bytes(), |most| most.min(table.0.bytes()));
        let options = ProofNumber::default().variant(variant).memory(bytes);
        // A side about which nothing was proved has the value of a lost or won game.
        let shown = |value: f64| {
            let is_known = value.abs() < value_of(Score::WIN);
            is_known.then(|| self.proved(state, value, info).score)
        };
        let (found, stopped) = run(
            (game, state, limits),
            &mut options.start(game, state),
            recording,
            ProofSearch::visited,
            |report| &report.line,
            |search, slice, observer| search.advance(slice, observer),
            |search| {
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
                true
            },
        );
        let value = found.value.map(|value| self.proved(state, value, info));
        let (low, high) = found.bounds;
        let is_open = found.is_exact && value.is_none();
        let at_least = shown(low).filter(|_| is_open);
        // What a table cannot prove, because it ignores repetitions, is not told at all.
        let value = value.filter(|_| found.is_exact);
        let line = self.line(state, &found.line);
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
        work: Work<'_>,
        watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let &Searched { info, state, .. } = searched;
        let (rules, game) = (&self.0, self.0.game());
        let sampling = work.0.algorithm.sampling(Sampling::default());
        let range =
            rules.range().or(rules.payoff_sum().map(|sum| (0.0, sum))).unwrap_or((-1.0, 1.0));
        let sampler = PayoffSampler {
            evaluator: rules.evaluator(),
            plies: sampling.plies.unwrap_or(u32::MAX),
            range,
            is_zero_sum: rules.range().is_some() && game.player_count() == 2,
        };
        let payoff = |reward: f64| range.0 + reward * (range.1 - range.0);
        let (turn, side) = (game.turn(state), usize::from(rules.side_to_move(state)));
        let is_over = turn == Turn::Over;
        let payoffs = |found: &MctsReport<_>| match (is_over, found.value) {
            (true, _) => self.payoffs_of(state),
            // Two players, or nothing would be proved; the value is for the player to move.
            (false, Some(value)) => {
                let first = if turn == Turn::Player(1) { -value } else { value };
                vec![first, -first]
            }
            (false, None) => found.rewards.iter().map(|&reward| payoff(reward)).collect(),
        };
        let of_root = |found: &MctsReport<_>, _| {
            let payoffs = payoffs(found);
            let outcome = is_over.then(|| Self::outcome(&payoffs, side));
            Value { outcome, ..Self::value(payoffs[side], is_over || found.value.is_some()) }
        };
        let of_move = |bounds: (f64, f64), mean| match bounds.0 >= bounds.1 {
            true => Self::value(bounds.0, true),
            false => Self::value(payoff(mean), false),
        };
        let ways = (watch, recording);
        let (report, found) =
            sampled(self, searched, work, ways, (&sampler, sampling), of_root, of_move);
        let payoffs = &payoffs(&found)[..game.player_count()];
        AnalysisReport { expectations: Expectation::all(info, R::UNIT, payoffs), ..report }
    }
}
