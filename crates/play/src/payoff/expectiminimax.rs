//! Search of games for two players with chance.

use tremaux_core::{
    CutoffReason, Game, GameEvent, GameObserver, Limits, PayoffEvaluator, ScoreSource, StopReason,
    Turn,
};

use super::chances::Chances;
use super::report::{Iteration, PayoffMove, PayoffReport, SearchCore, deepen};

/// How chance nodes are pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChancePruning {
    /// No pruning at chance nodes: expectiminimax (Michie 1966), with alpha-beta at player
    /// nodes.
    None,
    /// As soon as the moves not yet searched cannot bring the mean back into the window (Star1,
    /// Ballard 1983).
    Star1,
    /// Like `Star1`, after searching one reply to each chance move to bound its value (Star2,
    /// Ballard 1983). For games in which players and chance alternate.
    Star2,
}

/// Iterative-deepening search of two-player zero-sum games with chance.
///
/// The value is that of plain expectiminimax, except for rounding. Without pruning, time is
/// (b·c)^d for b player moves and c chance moves; memory is (b + c)·d.
///
/// ```
/// use tremaux_core::{Game, Limits};
/// use tremaux_play::{ChancePruning, Dice, Expectiminimax};
/// use tremaux_testkit::random_game::PayoffGame;
/// let game = PayoffGame { seed: 1, players: 2, has_chance: true, has_constant_sum: false };
/// let search = Expectiminimax { range: (-3.0, 3.0), ..Expectiminimax::default() };
/// let (start, limits) = (game.initial_state(), Limits::default());
/// let report = search.solve(&game, &game, &Dice, &start, &limits, &mut ());
/// assert!(report.is_exact && report.value.abs() <= 3.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expectiminimax {
    /// The depth of the last iteration, in plies, including chance; at most
    /// [`MAX_PAYOFF_DEPTH`](super::MAX_PAYOFF_DEPTH).
    pub max_depth: u32,
    /// How chance nodes are pruned.
    pub pruning: ChancePruning,
    /// The lowest and highest payoff of player 0, including estimates.
    pub range: (f64, f64),
    /// Whether every root move gets its exact value rather than a bound.
    pub every_move: bool,
}

impl Default for Expectiminimax {
    fn default() -> Self {
        Self { max_depth: 64, pruning: ChancePruning::Star1, range: (-1.0, 1.0), every_move: false }
    }
}

impl Expectiminimax {
    /// Searches `state` with increasing depth until the game is solved or a limit is reached.
    /// `observer` receives every step.
    pub fn solve<G, E, C, Ob>(
        &self,
        game: &G,
        evaluator: &E,
        chances: &C,
        state: &G::State,
        limits: &Limits,
        observer: &mut Ob,
    ) -> PayoffReport<G::Move>
    where
        G: Game,
        E: PayoffEvaluator<G>,
        C: Chances<G>,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let sign = if game.turn(state) == Turn::Player(1) { -1.0 } else { 1.0 };
        deepen(game, state, self.max_depth, limits, observer, |core, state, depth, observer| {
            let (options, root_moves) = (*self, Vec::new());
            let mut run =
                Run { options, game, evaluator, chances, core, observer, sign, root_moves };
            let value = run.value((state, None), 0, depth, self.range)?;
            let line = run.core.line(0).to_vec();
            for mv in &mut run.root_moves {
                mv.value *= sign;
            }
            let payoffs = Some(vec![value, -value]);
            Ok(Iteration { value: sign * value, payoffs, line, moves: run.root_moves })
        })
    }
}

struct Run<'a, G: Game, E, C, Ob: ?Sized> {
    options: Expectiminimax,
    game: &'a G,
    evaluator: &'a E,
    chances: &'a C,
    core: &'a mut SearchCore<G::Move>,
    observer: &'a mut Ob,
    /// The factor that converts a value to the view of the player to move at the root.
    sign: f64,
    root_moves: Vec<PayoffMove<G::Move>>,
}

impl<G, E, C, Ob> Run<'_, G, E, C, Ob>
where
    G: Game,
    E: PayoffEvaluator<G>,
    C: Chances<G>,
    Ob: GameObserver<G, f64> + ?Sized,
{
    /// Counts and reports a position reached by `mv`.
    #[inline]
    fn enter(
        &mut self,
        (state, mv): (&G::State, Option<G::Move>),
        ply: usize,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Result<(), StopReason> {
        self.core.enter(ply)?;
        let (alpha, beta) = if self.sign < 0.0 { (-beta, -alpha) } else { (alpha, beta) };
        let (ply, depth) = (ply as u32, depth as i32);
        self.observer.observe(GameEvent::Entered { state, mv, ply, depth, alpha, beta });
        Ok(())
    }

    /// Reports and returns the value of a position.
    #[inline]
    fn leave(&mut self, state: &G::State, ply: usize, value: f64, source: ScoreSource) -> f64 {
        self.observer.observe(GameEvent::Left {
            state,
            ply: ply as u32,
            score: self.sign * value,
            payoffs: &[],
            source,
        });
        value
    }

    /// Counts and reports a cutoff by `mv`: the value for player 0 is at least, or at most,
    /// `bound`.
    #[inline]
    fn cut(
        &mut self,
        (state, mv): (&G::State, G::Move),
        (ply, tried_before): (usize, usize),
        (value, bound): (f64, f64),
        (is_high, [at_least, at_most]): (bool, [CutoffReason; 2]),
    ) {
        self.core.statistics.cutoffs += 1;
        let reason = if is_high == (self.sign > 0.0) { at_least } else { at_most };
        let (ply, score, bound) = (ply as u32, self.sign * value, self.sign * bound);
        let event = GameEvent::Cutoff { state, mv, tried_before, ply, score, bound, reason };
        self.observer.observe(event);
    }

    /// The value of `state`, which was reached by `mv`, for player 0 if it lies within the
    /// window; otherwise a bound on that side.
    fn value(
        &mut self,
        (state, mv): (&mut G::State, Option<G::Move>),
        ply: usize,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Result<f64, StopReason> {
        self.enter((state, mv), ply, depth, (alpha, beta))?;
        let game = self.game;
        let turn = game.turn(state);
        if turn == Turn::Over {
            return Ok(self.leave(state, ply, game.payoff(state, 0), ScoreSource::Final));
        }
        if depth == 0 {
            self.core.statistics.evaluated += 1;
            self.core.saw_estimate = true;
            let mut payoffs = [0.0; 2];
            self.evaluator.estimate(game, state, &mut payoffs);
            return Ok(self.leave(state, ply, payoffs[0], ScoreSource::Estimate));
        }
        let (first, end) = self.core.list_moves(game, state);
        if turn == Turn::Chance {
            let value = self.chance(state, ply, depth, (alpha, beta), (first, end))?;
            self.core.forget_line(ply);
            self.core.moves.truncate(first);
            return Ok(self.leave(state, ply, value, ScoreSource::Moves));
        }
        let is_max = turn == Turn::Player(0);
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        for at in first..end {
            let mv = self.core.moves[at];
            let is_open = ply == 0 && self.options.every_move;
            let window = if is_open { self.options.range } else { (alpha, beta) };
            let undo = game.play(state, mv);
            let value = self.value((state, Some(mv)), ply + 1, depth - 1, window)?;
            game.undo(state, mv, undo);
            if ply == 0 {
                let is_bound =
                    !is_open && at > first && if is_max { value <= alpha } else { value >= beta };
                self.root_moves.push(PayoffMove { mv, value, is_bound });
            }
            if at == first || (if is_max { value > best } else { value < best }) {
                best = value;
                self.core.improve(ply, mv);
            }
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta && at + 1 < end && !is_open {
                self.core.statistics.first_move_cutoffs += u64::from(at == first);
                let bound = if is_max { beta } else { alpha };
                let reasons = [CutoffReason::AtLeast, CutoffReason::AtMost];
                self.cut((state, mv), (ply, at - first), (best, bound), (is_max, reasons));
                if ply == 0 {
                    let rest = self.core.moves[at + 1..end].iter();
                    let bound = |&mv| PayoffMove { mv, value: best, is_bound: true };
                    self.root_moves.extend(rest.map(bound));
                }
                break;
            }
        }
        self.core.moves.truncate(first);
        Ok(self.leave(state, ply, best, ScoreSource::Moves))
    }

    /// The mean over the chance moves from `first` to `end`.
    fn chance(
        &mut self,
        state: &mut G::State,
        ply: usize,
        depth: u32,
        (alpha, beta): (f64, f64),
        (first, end): (usize, usize),
    ) -> Result<f64, StopReason> {
        let (game, range) = (self.game, self.options.range);
        let weights: Vec<f64> = (first..end)
            .map(|at| self.chances.probability(game, state, self.core.moves[at]))
            .collect();
        // Bounds on each move's value: the range, narrowed by probing.
        let mut bounds = vec![range; end - first];
        let prunes = self.options.pruning != ChancePruning::None;
        let total = |bounds: &[(f64, f64)], side: fn((f64, f64)) -> f64| -> f64 {
            bounds.iter().zip(&weights).map(|(&bound, weight)| weight * side(bound)).sum()
        };
        if self.options.pruning == ChancePruning::Star2 && depth > 1 {
            for at in first..end {
                let mv = self.core.moves[at];
                let undo = game.play(state, mv);
                let probed = self.probe((state, mv), ply + 1, depth - 1)?;
                game.undo(state, mv, undo);
                let bound = &mut bounds[at - first];
                match probed {
                    Some((value, true)) => bound.0 = bound.0.max(value),
                    Some((value, false)) => bound.1 = bound.1.min(value),
                    None => continue,
                }
                let (low, high) = (total(&bounds, |b| b.0), total(&bounds, |b| b.1));
                if low >= beta || high <= alpha {
                    let is_high = low >= beta;
                    let (value, bound) = if is_high { (low, beta) } else { (high, alpha) };
                    let reasons = [CutoffReason::ProbedAtLeast, CutoffReason::ProbedAtMost];
                    let at = (ply, at - first);
                    self.cut((state, mv), at, (value, bound), (is_high, reasons));
                    return Ok(value);
                }
            }
        }
        let mut sum = 0.0;
        let (mut low, mut high) = (total(&bounds, |b| b.0), total(&bounds, |b| b.1));
        for at in first..end {
            let (mv, weight) = (self.core.moves[at], weights[at - first]);
            let bound = bounds[at - first];
            low -= weight * bound.0;
            high -= weight * bound.1;
            // Outside these two limits, the mean leaves the window whatever the other values
            // are.
            let mut window = range;
            if prunes && weight > 0.0 {
                window.0 = range.0.max((alpha - sum - high) / weight);
                window.1 = range.1.min((beta - sum - low) / weight);
            }
            if window.0 >= window.1 {
                // No value of this move can keep the mean within the window.
                window = range;
            }
            let undo = game.play(state, mv);
            let value = self.value((state, Some(mv)), ply + 1, depth - 1, window)?;
            game.undo(state, mv, undo);
            sum += weight * value;
            // A value at the edge of its window may only be a bound. It must not be taken for
            // the exact value, however the sums are rounded.
            if prunes && at + 1 < end {
                let is_low = window.0 > range.0 && value <= window.0;
                let is_high = window.1 < range.1 && value >= window.1;
                if is_low || sum + high <= alpha || is_high || sum + low >= beta {
                    let is_high = !(is_low || sum + high <= alpha);
                    let (value, bound) =
                        if is_high { (sum + low, beta) } else { (sum + high, alpha) };
                    let reasons = [CutoffReason::MeanAtLeast, CutoffReason::MeanAtMost];
                    let at = (ply, at - first);
                    self.cut((state, mv), at, (value, bound), (is_high, reasons));
                    return Ok(value);
                }
            }
        }
        Ok(sum)
    }

    /// A bound on the value of a position with a player to move, from its first move only: a
    /// lower bound (`true`) for player 0.
    fn probe(
        &mut self,
        (state, mv): (&mut G::State, G::Move),
        ply: usize,
        depth: u32,
    ) -> Result<Option<(f64, bool)>, StopReason> {
        let (game, range) = (self.game, self.options.range);
        let Turn::Player(player) = game.turn(state) else { return Ok(None) };
        self.enter((state, Some(mv)), ply, depth, range)?;
        let (first, _) = self.core.list_moves(game, state);
        let mv = self.core.moves[first];
        self.core.moves.truncate(first);
        let undo = game.play(state, mv);
        let value = self.value((state, Some(mv)), ply + 1, depth - 1, range)?;
        game.undo(state, mv, undo);
        let value = self.leave(state, ply, value, ScoreSource::Probe);
        Ok(Some((value, player == 0)))
    }
}
