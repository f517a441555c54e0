//! Search of games for any number of players: each for itself, or all against one.

use tremaux_core::{
    CutoffReason, Game, GameEvent, GameObserver, Limits, PayoffEvaluator, Player, ScoreSource,
    StopReason, Turn,
};

use super::chances::Chances;
use super::report::{Iteration, PayoffMove, PayoffReport, SearchCore, deepen};

/// The assumed goal of the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// They maximise their own payoff (max^n, Luckhardt and Irani 1986).
    Selfish,
    /// They minimise the payoff of the player at the root (paranoid, Sturtevant and Korf 2000).
    /// This makes it a two-sided game, so alpha-beta applies.
    Paranoid,
}

/// Iterative-deepening search of games for any number of players, with or without chance.
///
/// With shallow pruning (Korf 1991), the value is that of the unpruned search in which the
/// first of equal moves is played. A position is pruned when its player is already certain of
/// so much that the rest cannot improve on the previous player's best. Deep pruning is not
/// sound for more than two players. Without pruning, time is b^d for b moves and d plies;
/// memory is b·d.
///
/// ```
/// use tremaux_core::{Game, Limits};
/// use tremaux_play::MaxN;
/// use tremaux_testkit::random_game::PayoffGame;
/// let game = PayoffGame { seed: 1, players: 3, has_chance: false, has_constant_sum: true };
/// let search = MaxN { payoff_sum: Some(6.0), ..MaxN::default() };
/// let (start, limits) = (game.initial_state(), Limits::default());
/// let report = search.solve(&game, &game, &(), &start, &limits, &mut ());
/// assert!(report.is_exact);
/// assert_eq!(report.payoffs.unwrap().iter().sum::<f64>(), 6.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MaxN {
    /// The depth of the last iteration, in plies; at most
    /// [`MAX_PAYOFF_DEPTH`](super::MAX_PAYOFF_DEPTH).
    pub max_depth: u32,
    /// The assumed goal of the opponents.
    pub opponents: Opponents,
    /// An upper bound on the sum of all players' payoffs, none of which may be negative,
    /// including estimates. This is the condition for shallow pruning; `None` disables it.
    /// Paranoid search prunes without it.
    pub payoff_sum: Option<f64>,
}

impl Default for MaxN {
    fn default() -> Self {
        Self { max_depth: 64, opponents: Opponents::Selfish, payoff_sum: None }
    }
}

impl MaxN {
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
        let root = match game.turn(state) {
            Turn::Player(player) => player,
            _ => 0,
        };
        deepen(game, state, self.max_depth, limits, observer, |core, state, depth, observer| {
            let players = game.player_count();
            let payoff_sum = self.payoff_sum;
            let values = Vec::new();
            let root_moves = Vec::new();
            let mut run = Run {
                game,
                evaluator,
                chances,
                players,
                payoff_sum,
                root,
                core,
                observer,
                values,
                root_moves,
            };
            let payoffs = match self.opponents {
                Opponents::Selfish => {
                    run.selfish((state, None), 0, depth, None)?;
                    Some(run.values[..players].to_vec())
                }
                Opponents::Paranoid => {
                    let window = (f64::NEG_INFINITY, f64::INFINITY);
                    let value = run.paranoid((state, None), 0, depth, window)?;
                    run.values = vec![value; players];
                    None
                }
            };
            let value = run.values[usize::from(root)];
            let line = run.core.line(0).to_vec();
            Ok(Iteration { value, payoffs, line, moves: run.root_moves })
        })
    }
}

struct Run<'a, G: Game, E, C, Ob: ?Sized> {
    game: &'a G,
    evaluator: &'a E,
    chances: &'a C,
    players: usize,
    payoff_sum: Option<f64>,
    root: Player,
    core: &'a mut SearchCore<G::Move>,
    observer: &'a mut Ob,
    /// The payoffs of the current position at every ply, and of the child just finished.
    values: Vec<f64>,
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
    #[inline(always)]
    fn enter(
        &mut self,
        (state, mv): (&G::State, Option<G::Move>),
        ply: usize,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Result<(), StopReason> {
        self.core.enter(ply)?;
        let (ply, depth) = (ply as u32, depth as i32);
        self.observer.observe(GameEvent::Entered { state, mv, ply, depth, alpha, beta });
        Ok(())
    }

    /// Reports the payoffs of a position, which are at `ply` of `values`.
    #[inline(always)]
    fn leave(&mut self, state: &G::State, ply: usize, source: ScoreSource) {
        let first = ply * self.players;
        let payoffs = &self.values[first..first + self.players];
        let (ply, score) = (ply as u32, payoffs[usize::from(self.root)]);
        self.observer.observe(GameEvent::Left { state, ply, score, payoffs, source });
    }

    /// Reports and returns the payoff of the root player in a position.
    #[inline(always)]
    fn leave_with(&mut self, state: &G::State, ply: usize, value: f64, source: ScoreSource) -> f64 {
        let (ply, payoffs) = (ply as u32, &[][..]);
        self.observer.observe(GameEvent::Left { state, ply, score: value, payoffs, source });
        value
    }

    /// Counts and reports a cutoff by `mv`.
    #[inline]
    fn cut(
        &mut self,
        (state, mv): (&G::State, G::Move),
        (ply, tried_before): (usize, usize),
        (value, bound): (f64, f64),
        reason: CutoffReason,
    ) {
        self.core.statistics.cutoffs += 1;
        self.core.statistics.first_move_cutoffs += u64::from(tried_before == 0);
        let ply = ply as u32;
        let event = GameEvent::Cutoff { state, mv, tried_before, ply, score: value, bound, reason };
        self.observer.observe(event);
    }

    /// Writes the payoffs of a finished game or an estimate to `ply` of `values`, and returns
    /// which it was. Returns `None` if the position is neither finished nor at the horizon.
    #[inline(always)]
    fn leaf(&mut self, state: &G::State, ply: usize, depth: u32) -> Option<ScoreSource> {
        let first = ply * self.players;
        if self.values.len() < first + 2 * self.players {
            self.values.resize(first + 2 * self.players, 0.0);
        }
        let payoffs = &mut self.values[first..first + self.players];
        if self.game.turn(state) == Turn::Over {
            for (player, payoff) in payoffs.iter_mut().enumerate() {
                *payoff = self.game.payoff(state, player as Player);
            }
            return Some(ScoreSource::Final);
        }
        if depth == 0 {
            self.core.statistics.evaluated += 1;
            self.core.saw_estimate = true;
            self.evaluator.estimate(self.game, state, payoffs);
            return Some(ScoreSource::Estimate);
        }
        None
    }

    /// Computes the payoffs of `state`, which was reached by `mv`, for selfish opponents, at
    /// `ply` of `values`. `before` is the player who moved into it, and that player's best
    /// payoff elsewhere.
    fn selfish(
        &mut self,
        (state, mv): (&mut G::State, Option<G::Move>),
        ply: usize,
        depth: u32,
        before: Option<(Player, f64)>,
    ) -> Result<(), StopReason> {
        self.enter((state, mv), ply, depth, (f64::NEG_INFINITY, f64::INFINITY))?;
        if let Some(source) = self.leaf(state, ply, depth) {
            self.leave(state, ply, source);
            return Ok(());
        }
        let (game, players) = (self.game, self.players);
        let (mine, child) = (ply * players, (ply + 1) * players);
        let (first, end) = self.core.list_moves(game, state);
        let turn = game.turn(state);
        if turn == Turn::Chance {
            let mut sums = vec![0.0; players];
            for at in first..end {
                let mv = self.core.moves[at];
                let weight = self.chances.probability(game, state, mv);
                let undo = game.play(state, mv);
                self.selfish((state, Some(mv)), ply + 1, depth - 1, None)?;
                game.undo(state, mv, undo);
                for (sum, payoff) in sums.iter_mut().zip(&self.values[child..child + players]) {
                    *sum += weight * payoff;
                }
            }
            self.values[mine..mine + players].copy_from_slice(&sums);
            self.core.forget_line(ply);
            self.core.moves.truncate(first);
            self.leave(state, ply, ScoreSource::Moves);
            return Ok(());
        }
        let Turn::Player(player) = turn else { unreachable!("not over") };
        let me = usize::from(player);
        for at in first..end {
            let mv = self.core.moves[at];
            let best = (at > first).then(|| (player, self.values[mine + me]));
            let undo = game.play(state, mv);
            self.selfish((state, Some(mv)), ply + 1, depth - 1, best)?;
            game.undo(state, mv, undo);
            let value = self.values[child + me];
            if ply == 0 {
                // A pruned position may hold more for this player than was found in it, but not
                // more than the player has elsewhere.
                let bound = best.map(|(_, best)| best).filter(|&best| value <= best);
                let bound = bound.filter(|_| self.payoff_sum.is_some());
                let (value, is_bound) = (bound.unwrap_or(value), bound.is_some());
                self.root_moves.push(PayoffMove { mv, value, is_bound });
            }
            if best.is_none_or(|(_, best)| value > best) {
                self.values.copy_within(child..child + players, mine);
                self.core.improve(ply, mv);
            }
            let best = self.values[mine + me];
            if let (Some(sum), true) = (self.payoff_sum, at + 1 < end) {
                let is_all = best >= sum;
                let before = before.filter(|&(other, has)| other != player && sum - best <= has);
                if ply > 0 && (is_all || before.is_some()) {
                    let bound = before.map_or(sum, |(_, has)| sum - has);
                    let at = (ply, at - first);
                    self.cut((state, mv), at, (best, bound), CutoffReason::Share);
                    break;
                }
            }
        }
        self.core.moves.truncate(first);
        self.leave(state, ply, ScoreSource::Moves);
        Ok(())
    }

    /// The payoff of the root player in `state`, which was reached by `mv`, when all others
    /// play against that player.
    fn paranoid(
        &mut self,
        (state, mv): (&mut G::State, Option<G::Move>),
        ply: usize,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Result<f64, StopReason> {
        self.enter((state, mv), ply, depth, (alpha, beta))?;
        let root = ply * self.players + usize::from(self.root);
        if let Some(source) = self.leaf(state, ply, depth) {
            return Ok(self.leave_with(state, ply, self.values[root], source));
        }
        let game = self.game;
        let (first, end) = self.core.list_moves(game, state);
        let turn = game.turn(state);
        let is_max = turn == Turn::Player(self.root);
        let mut result = match turn {
            Turn::Chance => 0.0,
            _ if is_max => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        };
        for at in first..end {
            let mv = self.core.moves[at];
            let is_chance = turn == Turn::Chance;
            let weight = if is_chance { self.chances.probability(game, state, mv) } else { 1.0 };
            let whole = (f64::NEG_INFINITY, f64::INFINITY);
            let window = if is_chance { whole } else { (alpha, beta) };
            let undo = game.play(state, mv);
            let value = self.paranoid((state, Some(mv)), ply + 1, depth - 1, window)?;
            game.undo(state, mv, undo);
            if is_chance {
                result += weight * value;
                continue;
            }
            if ply == 0 {
                let is_bound = at > first && value <= alpha;
                self.root_moves.push(PayoffMove { mv, value, is_bound });
            }
            if at == first || (if is_max { value > result } else { value < result }) {
                result = value;
                self.core.improve(ply, mv);
            }
            if is_max {
                alpha = alpha.max(result);
            } else {
                beta = beta.min(result);
            }
            if alpha >= beta && at + 1 < end {
                let (bound, reason) = match is_max {
                    true => (beta, CutoffReason::AtLeast),
                    false => (alpha, CutoffReason::AtMost),
                };
                self.cut((state, mv), (ply, at - first), (result, bound), reason);
                break;
            }
        }
        if turn == Turn::Chance {
            self.core.forget_line(ply);
        }
        self.core.moves.truncate(first);
        Ok(self.leave_with(state, ply, result, ScoreSource::Moves))
    }
}
