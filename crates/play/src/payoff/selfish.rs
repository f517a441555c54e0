//! The tree of max^n: the payoffs of all players.

use tremaux_core::{
    CutoffReason, Game, GameEvent, GameObserver, PayoffEvaluator, Player, ScoreSource, StopReason,
    Turn,
};

use super::line::Run;
use super::report::PayoffMove;
use crate::contract::odds_of;

/// A search in which every player maximises its own payoff.
#[derive(Default)]
pub(super) struct Selfish {
    root: Player,
    players: usize,
    pub(super) payoff_sum: Option<f64>,
    /// Whether a position was met whose payoffs or estimates exceed that sum or are negative.
    pub(super) is_beyond_sum: bool,
    /// The payoffs of the current position at every ply, and of the child just finished.
    values: Vec<f64>,
    depth: u32,
    /// The player who moved into the position to enter next, and that player's best payoff
    /// elsewhere.
    before: Option<(Player, f64)>,
    frames: Vec<Frame>,
    odds: Vec<f64>,
}

/// Whether payoffs have a greater sum, or one is negative.
fn is_beyond(payoffs: &[f64], most: Option<f64>) -> bool {
    let is_share = |sum: f64| {
        payoffs.iter().all(|&it| it >= 0.0) && payoffs.iter().sum::<f64>() <= sum * (1.0 + 1e-9)
    };
    most.is_some_and(|sum| !is_share(sum))
}

/// A position on the current line whose moves are being searched.
struct Frame {
    /// The player to move; `None` for chance.
    player: Option<Player>,
    before: Option<(Player, f64)>,
    /// The player's best payoff before the current move.
    best: Option<f64>,
    /// The index of the odds of its first move, if chance moves.
    odds: usize,
    /// The indices of its first move, of the next one and of the end of its moves.
    first: usize,
    next: usize,
    end: usize,
}

impl Selfish {
    pub(super) fn new(root: Player, players: usize, payoff_sum: Option<f64>) -> Self {
        Self { root, players, payoff_sum, ..Self::default() }
    }

    pub(super) fn begin(&mut self, depth: u32) {
        self.frames.clear();
        self.odds.clear();
        (self.depth, self.before) = (depth, None);
    }

    /// Searches on. Returns the value for the player at the root, and all payoffs.
    pub(super) fn search<G, E, Ob>(
        &mut self,
        run: &mut Run<'_, G, E, Ob>,
    ) -> Result<(f64, Option<Vec<f64>>), StopReason>
    where
        G: Game,
        E: PayoffEvaluator<G>,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        loop {
            run.enter(self.frames.len())?;
            let mut is_done = self.enter(run);
            while is_done {
                if self.frames.is_empty() {
                    let payoffs = self.values[..self.players].to_vec();
                    return Ok((payoffs[usize::from(self.root)], Some(payoffs)));
                }
                is_done = self.back_up(run);
            }
        }
    }

    /// Reports the position just reached. Returns whether its payoffs are known; otherwise the
    /// first of its moves was played.
    #[inline(always)]
    fn enter<G, E, Ob>(&mut self, run: &mut Run<'_, G, E, Ob>) -> bool
    where
        G: Game,
        E: PayoffEvaluator<G>,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len();
        let state = &run.core.state;
        let depth = self.depth - ply as u32;
        run.observer.observe(GameEvent::Entered {
            state,
            mv: self.frames.last().map(|above| run.core.moves[above.next - 1]),
            ply: ply as u32,
            depth: depth as i32,
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
        });
        let first = ply * self.players;
        if self.values.len() < first + 2 * self.players {
            self.values.resize(first + 2 * self.players, 0.0);
        }
        let payoffs = &mut self.values[first..first + self.players];
        let turn = run.game.turn(state);
        let line = |run: &Run<'_, G, E, Ob>| run.line(self.frames.iter().map(|it| it.next));
        if turn == Turn::Over {
            for (player, payoff) in payoffs.iter_mut().enumerate() {
                *payoff = run.game.payoff(state, player as Player);
                assert!(!payoff.is_nan(), "player {player} gets NaN after {:?}", line(run));
            }
            self.is_beyond_sum |= is_beyond(payoffs, self.payoff_sum);
            self.leave(ScoreSource::Final, run);
            return true;
        }
        if depth == 0 {
            run.core.statistics.evaluated += 1;
            run.core.saw_estimate = true;
            run.evaluator.estimate(run.game, state, payoffs);
            self.is_beyond_sum |= is_beyond(payoffs, self.payoff_sum);
            self.leave(ScoreSource::Estimate, run);
            return true;
        }
        payoffs.fill(0.0);
        let player = match turn {
            Turn::Player(player) => Some(player),
            _ => None,
        };
        let (first, end) = run.list_moves();
        let (before, odds) = (self.before, self.odds.len());
        if turn == Turn::Chance {
            let moves = &run.core.moves[first..end];
            self.odds.extend(odds_of(run.game, &run.core.state, moves, || line(run)));
        }
        self.frames.push(Frame { player, before, best: None, odds, first, next: first, end });
        self.play_next(run);
        false
    }

    #[inline(always)]
    fn play_next<G: Game, E, Ob: ?Sized>(&mut self, run: &mut Run<'_, G, E, Ob>) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        let is_first = frame.next == frame.first;
        let player = frame.player.filter(|_| !is_first);
        self.before =
            player.map(|player| (player, self.values[ply * self.players + usize::from(player)]));
        frame.best = self.before.map(|(_, best)| best);
        run.play(frame.next);
        frame.next += 1;
    }

    /// Takes back the last move and updates the position before it. Returns whether that position
    /// is done; otherwise its next move was played.
    #[inline(always)]
    fn back_up<G, E, Ob>(&mut self, run: &mut Run<'_, G, E, Ob>) -> bool
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len() - 1;
        let &Frame { player, odds, first, next, end, .. } = &self.frames[ply];
        run.undo(next - 1);
        let is_cut = match player {
            Some(player) => self.choose(player, run),
            None => {
                self.average(run);
                false
            }
        };
        let is_done = is_cut || next == end;
        if is_done {
            self.frames.pop();
            self.odds.truncate(odds);
            run.core.moves.truncate(first);
            self.leave(ScoreSource::Moves, run);
        } else {
            self.play_next(run);
        }
        is_done
    }

    /// Takes over the payoffs of a move if they are better for its player. Returns whether the
    /// moves that are left are pruned.
    #[inline(always)]
    fn choose<G, E, Ob>(&mut self, player: Player, run: &mut Run<'_, G, E, Ob>) -> bool
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let (ply, players, me) = (self.frames.len() - 1, self.players, usize::from(player));
        let (mine, child) = (ply * players, (ply + 1) * players);
        let &Frame { before, best, first, next, end, .. } = &self.frames[ply];
        let mv = run.core.moves[next - 1];
        let value = self.values[child + me];
        if ply == 0 {
            // A pruned position may hold more for this player than was found in it, but not
            // more than the player has elsewhere.
            let bound = best.filter(|&best| value <= best && self.payoff_sum.is_some());
            let (value, is_bound) = (bound.unwrap_or(value), bound.is_some());
            run.core.root_moves.push(PayoffMove { mv, value, is_bound });
        }
        if best.is_none_or(|best| value > best) {
            self.values.copy_within(child..child + players, mine);
            run.core.improve(ply, mv);
        }
        let Some(sum) = self.payoff_sum.filter(|_| next < end && ply > 0) else { return false };
        let best = self.values[mine + me];
        let before = before.filter(|&(other, has)| other != player && sum - best <= has);
        if best < sum && before.is_none() {
            return false;
        }
        run.core.statistics.cutoffs += 1;
        run.core.statistics.first_move_cutoffs += u64::from(next - 1 == first);
        run.observer.observe(GameEvent::Cutoff {
            state: &run.core.state,
            mv,
            tried_before: next - 1 - first,
            ply: ply as u32,
            score: best,
            bound: before.map_or(sum, |(_, has)| sum - has),
            reason: CutoffReason::Share,
        });
        true
    }

    /// Adds the payoffs of a move of chance to the means.
    #[inline(always)]
    fn average<G: Game, E, Ob: ?Sized>(&mut self, run: &mut Run<'_, G, E, Ob>) {
        let (ply, players) = (self.frames.len() - 1, self.players);
        let (mine, child) = (ply * players, (ply + 1) * players);
        let &Frame { odds, first, next, .. } = &self.frames[ply];
        let weight = self.odds[odds + next - 1 - first];
        for player in 0..players {
            self.values[mine + player] += weight * self.values[child + player];
        }
        run.core.forget_line(ply);
    }

    /// Reports the payoffs of the current position, which is not on the line.
    #[inline(always)]
    fn leave<G, E, Ob>(&self, source: ScoreSource, run: &mut Run<'_, G, E, Ob>)
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let first = self.frames.len() * self.players;
        let payoffs = &self.values[first..first + self.players];
        let (ply, score) = (self.frames.len() as u32, payoffs[usize::from(self.root)]);
        run.observer.observe(GameEvent::Left {
            state: &run.core.state,
            ply,
            score,
            payoffs,
            source,
        });
    }
}
