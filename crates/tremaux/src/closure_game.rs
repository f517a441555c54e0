//! Games defined by closures.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::time::Duration;

use tremaux_core::{Game, HashedGame, Limits, NO_MOVE, Player, Score, Turn, ZeroSumGame, hash_of};
use tremaux_play::{AlphaBeta, SearchParts, value_of};

/// What a game by closures returns of a position where it is over: a [`Score`] for the player to
/// move, or what each of `N` players gets.
pub trait Outcome {
    /// The number of players.
    const PLAYERS: Player;

    /// What `player` gets where `to_move` would be to move.
    fn payoff(&self, player: Player, to_move: Player) -> f64;
}

impl Outcome for Score {
    const PLAYERS: Player = 2;

    fn payoff(&self, player: Player, to_move: Player) -> f64 {
        value_of(for_player(*self, player, to_move))
    }
}

impl<const N: usize> Outcome for [f64; N] {
    const PLAYERS: Player = {
        assert!(0 < N && N < 255, "a game has one to 254 players");
        N as Player
    };

    fn payoff(&self, player: Player, _: Player) -> f64 {
        self[usize::from(player)]
    }
}

/// The score for `player` of one for `to_move`.
fn for_player(score: Score, player: Player, to_move: Player) -> Score {
    assert!(!score.is_clamped(), "a margin beyond {score}: return what each player gets instead");
    if player == to_move { score } else { -score }
}

/// Who moves, and the odds of chance: `()`, the players in turn, or one or two closures.
pub trait Turns<S, M> {
    /// Who moves in `position`, where `next` would follow in turn.
    fn turn(&self, position: &S, next: Player) -> Turn;

    /// The probability of a move of chance; `None` if all are alike.
    fn odds(&self, _position: &S, _mv: M) -> Option<f64> {
        None
    }
}

impl<S, M> Turns<S, M> for () {
    fn turn(&self, _: &S, next: Player) -> Turn {
        Turn::Player(next)
    }
}

impl<S, M, F: Fn(&S) -> Turn> Turns<S, M> for F {
    fn turn(&self, position: &S, _: Player) -> Turn {
        self(position)
    }
}

impl<S, M, T: Turns<S, M>, F: Fn(&S, M) -> f64> Turns<S, M> for (T, F) {
    fn turn(&self, position: &S, next: Player) -> Turn {
        self.0.turn(position, next)
    }

    fn odds(&self, position: &S, mv: M) -> Option<f64> {
        Some((self.1)(position, mv))
    }
}

/// A game by closures, for every search of games.
///
/// `moves` lists the legal moves, and `play` returns the position after a move. `outcome` returns
/// `None` until the game is over. Then it returns, for two players, the [`Score`] for the player to
/// move: [`Score::LOSS`] for instance, or [`Score::estimate`] of a margin; searches by payoffs get
/// the same number ([`Score::get`]), and for a win more than any margin. Or it returns what each of
/// `N` players gets, as `[f64; N]`, of any size and sum: such a game is for
/// [`MaxN`](crate::play::MaxN) and [`Mcts`](crate::play::Mcts).
///
/// The players move in turn, the first one at the start, unless [`ClosureGame::with_turns`] says
/// who moves: a player again, or chance. A state is a position with the player to move. Each move
/// copies a position; for fast searches implement [`Game`]. Positions and moves with `Hash` can be
/// stored in a transposition table.
///
/// # Panics
///
/// A search panics if a position has neither an outcome nor a move, or if a margin is too great for
/// a [`Score`].
///
/// ```
/// use tremaux::play::{AlphaBeta, SearchParts};
/// use tremaux::{Game, Limits, Score};
///
/// // Ten matches: each player takes one to three; whoever takes the last one wins.
/// let matches = tremaux::game(
///     10_u32,
///     |&left| 1..=left.min(3),
///     |&left, take| left - take,
///     |&left| (left == 0).then_some(Score::LOSS),
/// );
/// let start = matches.initial_state();
/// let (parts, limits) = (SearchParts::new(), Limits::default());
/// let report = AlphaBeta::default().solve(&matches, &start, parts, &limits);
/// assert_eq!(report.score.to_string(), "win in 5 plies");
/// assert_eq!(report.principal_variation[0], 2);
/// ```
pub fn game<S, M, I, L, P, O, V>(
    start: S,
    moves: L,
    play: P,
    outcome: O,
) -> ClosureGame<S, M, L, P, O>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<V>,
    V: Outcome,
{
    ClosureGame { start, moves, play, outcome, turns: (), mv: PhantomData }
}

/// A best move found within `time`, by alpha-beta with iterative deepening; `None` if the game is
/// over.
///
/// The search looks ahead for the end of the game, as it knows no evaluation of other positions. It
/// returns early once the result is proved. For evaluations, tables, several threads and the whole
/// report, see [`AlphaBeta`].
///
/// ```
/// use std::time::Duration;
/// use tremaux::Game;
///
/// let moves = |&left: &u32| 1..=left.min(3);
/// let lost = |&left: &u32| (left == 0).then_some(tremaux::Score::LOSS);
/// let matches = tremaux::game(10, moves, |left, take| left - take, lost);
/// let second = Duration::from_secs(1);
/// assert_eq!(tremaux::best_move(&matches, &matches.initial_state(), second), Some(2));
/// ```
pub fn best_move<G: ZeroSumGame>(game: &G, state: &G::State, time: Duration) -> Option<G::Move> {
    let Turn::Player(_) = game.turn(state) else { return None };
    let limits = Limits::default().with_time(time);
    let report = AlphaBeta::default().solve(game, state, SearchParts::new(), &limits);
    let first = || {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.first().copied()
    };
    report.principal_variation.first().copied().or_else(first)
}

/// A position, and the player to move in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InTurn<S> {
    /// The position.
    pub position: S,
    /// The player to move; player 0 where chance moves.
    pub to_move: Player,
}

/// The game that closures define; see [`game`].
pub struct ClosureGame<S, M, L, P, O, T = ()> {
    start: S,
    moves: L,
    play: P,
    outcome: O,
    turns: T,
    mv: PhantomData<fn() -> M>,
}

impl<S, M, L, P, O, T> ClosureGame<S, M, L, P, O, T> {
    /// The same game in which `turn` says who moves: any player, also the one who moved before, or
    /// chance, whose moves are equally likely unless [`ClosureGame::with_probability`] follows.
    /// Where the game is over, it says for which player a [`Score`] is; no player is the first.
    ///
    /// ```
    /// use tremaux::play::{MaxN, SearchParts};
    /// use tremaux::{Game, Limits, Turn};
    ///
    /// // The first player bets on a coin, or passes.
    /// let coin = tremaux::game(
    ///     "",
    ///     |&line| if line.is_empty() { ["bet", "pass"] } else { ["heads", "tails"] },
    ///     |_, mv| mv,
    ///     |&line| [("heads", 10.0), ("tails", -5.0), ("pass", 0.0)].into_iter().find_map(
    ///         |(end, payoff)| (end == line).then_some([payoff, 3.0]),
    ///     ),
    /// )
    /// .with_turns(|&line| if line == "bet" { Turn::Chance } else { Turn::Player(0) })
    /// .with_probability(|_, mv| if mv == "heads" { 0.6 } else { 0.4 });
    /// let (parts, limits) = (SearchParts::new(), Limits::default());
    /// let report = MaxN::default().solve(&coin, &coin.initial_state(), parts, &limits);
    /// assert_eq!((report.line[0], report.value, report.is_exact), ("bet", 4.0, true));
    /// ```
    pub fn with_turns<F: Fn(&S) -> Turn>(self, turn: F) -> ClosureGame<S, M, L, P, O, F> {
        self.with(|_| turn)
    }

    /// The same game with the probability of each move of chance.
    pub fn with_probability<F: Fn(&S, M) -> f64>(
        self,
        probability: F,
    ) -> ClosureGame<S, M, L, P, O, (T, F)> {
        self.with(|turns| (turns, probability))
    }

    fn with<U>(self, turns: impl FnOnce(T) -> U) -> ClosureGame<S, M, L, P, O, U> {
        let Self { start, moves, play, outcome, turns: before, mv } = self;
        ClosureGame { start, moves, play, outcome, turns: turns(before), mv }
    }

    /// A position where `next` would follow in turn.
    fn state(&self, position: S, next: Player) -> InTurn<S>
    where
        T: Turns<S, M>,
    {
        let turn = self.turns.turn(&position, next);
        InTurn { position, to_move: if let Turn::Player(player) = turn { player } else { 0 } }
    }
}

impl<S, M, I, L, P, O, V, T> Game for ClosureGame<S, M, L, P, O, T>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<V>,
    V: Outcome,
    T: Turns<S, M>,
{
    type State = InTurn<S>;
    type Move = M;
    type Undo = InTurn<S>;

    fn player_count(&self) -> usize {
        V::PLAYERS.into()
    }

    fn initial_state(&self) -> InTurn<S> {
        self.state(self.start.clone(), 0)
    }

    fn turn(&self, InTurn { position, to_move }: &InTurn<S>) -> Turn {
        match (self.outcome)(position) {
            Some(_) => Turn::Over,
            None => self.turns.turn(position, *to_move),
        }
    }

    fn moves(&self, state: &InTurn<S>, moves: &mut Vec<M>) {
        let before = moves.len();
        moves.extend((self.moves)(&state.position));
        assert!(moves.len() > before, "a position has neither an outcome nor a move");
    }

    fn play(&self, state: &mut InTurn<S>, mv: M) -> InTurn<S> {
        let after = (self.play)(&state.position, mv);
        let next = self.state(after, (state.to_move + 1) % V::PLAYERS);
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut InTurn<S>, _: M, before: InTurn<S>) {
        *state = before;
    }

    fn payoff(&self, state: &InTurn<S>, player: Player) -> f64 {
        let outcome = (self.outcome)(&state.position).expect("the game is over");
        outcome.payoff(player, state.to_move)
    }

    fn probability(&self, InTurn { position, .. }: &InTurn<S>, mv: M) -> f64 {
        let alike = || 1.0 / (self.moves)(position).into_iter().count() as f64;
        self.turns.odds(position, mv).unwrap_or_else(alike)
    }
}

impl<S, M, I, L, P, O, T> ZeroSumGame for ClosureGame<S, M, L, P, O, T>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<Score>,
    T: Turns<S, M>,
{
    fn final_score(&self, state: &InTurn<S>, player: Player) -> Score {
        let score = (self.outcome)(&state.position).expect("the game is over");
        for_player(score, player, state.to_move)
    }
}

impl<S, M, I, L, P, O, V, T> HashedGame for ClosureGame<S, M, L, P, O, T>
where
    S: Clone + Hash,
    M: Copy + Debug + Hash,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<V>,
    V: Outcome,
    T: Turns<S, M>,
{
    fn hash(&self, state: &InTurn<S>) -> u64 {
        hash_of(state)
    }

    fn code(&self, _: &InTurn<S>, mv: M) -> u16 {
        (hash_of(&mv) % u64::from(NO_MOVE)) as u16
    }
}
