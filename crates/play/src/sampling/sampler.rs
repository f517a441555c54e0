//! What Monte Carlo tree search asks about a game: playouts, priors and proved values.

use tremaux_core::{
    Evaluator, Game, HashedGame, MoveKey, PayoffEvaluator, Player, Random, Score, Turn, ZeroSumGame,
};

/// What a playout works with.
pub struct Playout<'a, M> {
    /// The random numbers.
    pub random: &'a mut Random,
    /// A buffer for moves.
    pub moves: &'a mut Vec<M>,
    /// The keys of the moves played, as [`Sampler::key`] tells them: for RAVE.
    pub trail: &'a mut Vec<u32>,
}

/// How a game is sampled: the counterpart of an evaluator.
///
/// Rewards are from 0 to 1 for each player: 1 for a win. Values are for player 0, in a unit in
/// which greater is better, and only games whose rewards sum to 1 have any.
pub trait Sampler<G: Game> {
    /// Plays `state` to its end, or as far as it can be judged, and writes what each player gets.
    fn sample(
        &self,
        game: &G,
        state: &mut G::State,
        playout: &mut Playout<'_, G::Move>,
        rewards: &mut [f64],
    );

    /// The value of `state` if it is known without a search, as in a finished game, and whether it
    /// holds only for the line that led there.
    fn known(&self, game: &G, state: &G::State) -> Option<(f64, bool)> {
        let _ = (game, state);
        None
    }

    /// Whether `state` is what the sampler's promises exclude, such as an end with a payoff beyond
    /// the range. Then nothing is proved any more.
    fn breaks_promise(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// The least and the greatest value.
    fn range(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// What a value is worth to player 0, as a reward.
    fn reward(&self, value: f64) -> f64 {
        value
    }

    /// A hash of `state`, under which its value is remembered once it is proved.
    fn hash(&self, game: &G, state: &G::State) -> Option<u64> {
        let _ = (game, state);
        None
    }

    /// Appends a weight for each of `moves`, at least zero: how promising it looks. Appends nothing
    /// if all look the same.
    fn priors(&self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f32>) {
        let _ = (game, state, moves, priors);
    }

    /// The number of move keys; 0 if moves have none.
    fn key_count(&self, game: &G) -> usize {
        let _ = game;
        0
    }

    /// The key of `mv` in `state`: the same move in other positions has the same, and moves of
    /// different players never have.
    fn key(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        let _ = (game, state, mv);
        0
    }
}

/// A score as a value: how soon a game is won or lost does not matter.
#[inline]
pub fn value_of(score: Score) -> f64 {
    if score.is_decisive() {
        f64::from(score.get().signum()) * f64::from(Score::WIN.get())
    } else {
        f64::from(score.get())
    }
}

/// The reward for a value, of which the margin has a share: half of it if the value is `half`.
#[inline]
pub fn reward_of(value: f64, share_of_margin: f64, half: f64) -> f64 {
    if value == 0.0 {
        return 0.5;
    }
    let share = value.abs() / (value.abs() + half);
    0.5 + value.signum() * (0.5 - share_of_margin + share_of_margin * share)
}

/// The share of a reward that the margin of a win has.
const MARGIN: f64 = 0.05;

/// Plays at random, and judges by scores: for two players without chance.
#[derive(Clone, Copy, Debug)]
pub struct ScoreSampler<E> {
    /// Judges positions where a playout ends early, and moves if [`ScoreSampler::has_priors`].
    pub evaluator: E,
    /// The length of a playout in plies, before the evaluator judges.
    pub plies: u32,
    /// The lead at which the evaluator expects to win three games of four.
    pub scale: f64,
    /// Whether the evaluator says how promising moves are.
    pub has_priors: bool,
}

impl<E> ScoreSampler<E> {
    /// Playouts to the end; `evaluator` is not asked for estimates.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, plies: u32::MAX, scale: 100.0, has_priors: false }
    }

    /// The expected reward for an estimate.
    fn expected(&self, score: Score) -> f64 {
        if score.is_decisive() {
            return if score > Score::DRAW { 1.0 } else { 0.0 };
        }
        let odds = (-f64::from(score.get()) / self.scale * 3.0_f64.ln()).exp();
        (1.0 / (1.0 + odds)).clamp(MARGIN, 1.0 - MARGIN)
    }
}

impl<G, E> Sampler<G> for ScoreSampler<E>
where
    G: ZeroSumGame + HashedGame + MoveKey,
    E: Evaluator<G>,
{
    fn sample(
        &self,
        game: &G,
        state: &mut G::State,
        playout: &mut Playout<'_, G::Move>,
        rewards: &mut [f64],
    ) {
        for _ in 0..self.plies {
            if game.turn(state) == Turn::Over {
                break;
            }
            playout.moves.clear();
            game.moves(state, playout.moves);
            let mv = playout.moves[playout.random.scaled(playout.moves.len() as u64) as usize];
            playout.trail.push(game.move_key(state, mv) as u32);
            let _ = game.play(state, mv);
        }
        rewards[0] = match game.turn(state) {
            Turn::Over => Sampler::<G>::reward(self, value_of(game.final_score(state, 0))),
            Turn::Player(0) => self.expected(self.evaluator.evaluate(game, state)),
            _ => 1.0 - self.expected(self.evaluator.evaluate(game, state)),
        };
        rewards[1] = 1.0 - rewards[0];
    }

    fn known(&self, game: &G, state: &G::State) -> Option<(f64, bool)> {
        match game.turn(state) {
            Turn::Over => {
                let score = Some(game.final_score(state, 0)).filter(|it| !it.is_clamped())?;
                Some((value_of(score), game.depends_on_history(state)))
            }
            Turn::Player(player) => {
                let score = self.evaluator.known(game, state)?;
                Some((value_of(if player == 0 { score } else { -score }), false))
            }
            Turn::Chance => None,
        }
    }

    fn range(&self) -> (f64, f64) {
        (value_of(Score::LOSS), value_of(Score::WIN))
    }

    /// A win counts at least 0.95, the rest is for its margin.
    fn reward(&self, value: f64) -> f64 {
        reward_of(value, MARGIN, 10.0)
    }

    fn hash(&self, game: &G, state: &G::State) -> Option<u64> {
        Some(game.hash(state))
    }

    fn priors(&self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f32>) {
        if !self.has_priors {
            return;
        }
        let Turn::Player(player) = game.turn(state) else { return };
        let mut after = state.clone();
        for &mv in moves {
            let undo = game.play(&mut after, mv);
            let expected = match game.turn(&after) {
                Turn::Over => {
                    let value = value_of(game.final_score(&after, player));
                    Sampler::<G>::reward(self, value)
                }
                Turn::Player(next) => {
                    let expected = self.expected(self.evaluator.evaluate(game, &after));
                    if next == player { expected } else { 1.0 - expected }
                }
                Turn::Chance => 0.5,
            };
            game.undo(&mut after, mv, undo);
            // Odds to the fourth: a move that looks twice as good is tried much more often.
            let odds = expected / (1.0 - expected).max(1e-3);
            priors.push((odds * odds).min(1e6) as f32);
        }
    }

    fn key_count(&self, game: &G) -> usize {
        game.key_count()
    }

    #[inline]
    fn key(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        game.move_key(state, mv) as u32
    }
}

/// Plays at random, and judges by payoffs: for any number of players, with or without chance.
#[derive(Clone, Copy, Debug)]
pub struct PayoffSampler<E> {
    /// Judges positions where a playout ends early.
    pub evaluator: E,
    /// The length of a playout in plies, before the evaluator judges.
    pub plies: u32,
    /// The least and the greatest payoff of a player. A promise, as the next one: an end that
    /// breaks it is noticed where the search meets it, and then nothing is proved.
    pub range: (f64, f64),
    /// Whether there are two players and what one gets the other loses, so that values can be
    /// proved.
    pub is_zero_sum: bool,
}

/// Whether what one player gets the other loses, except for rounding.
pub(crate) fn cancel_out(first: f64, second: f64) -> bool {
    (first + second).abs() <= 1e-9 * first.abs().max(1.0)
}

impl<E> PayoffSampler<E> {
    fn share(&self, payoff: f64) -> f64 {
        let (least, most) = self.range;
        ((payoff - least) / (most - least)).clamp(0.0, 1.0)
    }
}

impl<G: Game, E: PayoffEvaluator<G>> Sampler<G> for PayoffSampler<E> {
    fn sample(
        &self,
        game: &G,
        state: &mut G::State,
        playout: &mut Playout<'_, G::Move>,
        rewards: &mut [f64],
    ) {
        for _ in 0..self.plies {
            let turn = game.turn(state);
            if turn == Turn::Over {
                break;
            }
            playout.moves.clear();
            game.moves(state, playout.moves);
            let moves = &*playout.moves;
            let mut mv = moves[playout.random.scaled(moves.len() as u64) as usize];
            if turn == Turn::Chance {
                let mut left = playout.random.unit();
                let falls = |&&roll: &&G::Move| {
                    left -= game.probability(state, roll);
                    left < 0.0
                };
                mv = moves.iter().find(falls).copied().unwrap_or(mv);
            }
            let _ = game.play(state, mv);
        }
        // There is room for two, also where one plays alone.
        let rewards = &mut rewards[..game.player_count()];
        if game.turn(state) == Turn::Over {
            for (player, reward) in rewards.iter_mut().enumerate() {
                *reward = game.payoff(state, player as Player);
            }
        } else {
            self.evaluator.estimate(game, state, rewards);
        }
        for reward in rewards {
            *reward = self.share(*reward);
        }
    }

    fn known(&self, game: &G, state: &G::State) -> Option<(f64, bool)> {
        let is_over = self.is_zero_sum && game.turn(state) == Turn::Over;
        is_over.then(|| (game.payoff(state, 0), false))
    }

    fn breaks_promise(&self, game: &G, state: &G::State) -> bool {
        if !self.is_zero_sum || game.turn(state) != Turn::Over {
            return false;
        }
        let payoff = game.payoff(state, 0);
        let is_within = self.range.0 <= payoff && payoff <= self.range.1;
        !is_within || game.player_count() != 2 || !cancel_out(payoff, game.payoff(state, 1))
    }

    fn range(&self) -> (f64, f64) {
        self.range
    }

    fn reward(&self, value: f64) -> f64 {
        self.share(value)
    }
}
