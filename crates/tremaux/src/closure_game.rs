//! Games defined by closures.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::time::Duration;

use tremaux_core::{Game, HashedGame, Limits, NO_MOVE, Player, Score, Turn, ZeroSumGame, hash_of};
use tremaux_play::{AlphaBeta, SearchParts, value_of};

/// A game for two players who move in turn, by closures, for every search of games.
///
/// `moves` lists the legal moves, `play` returns the position after a move, and `outcome` returns
/// the value for the player to move once the game is over, [`Score::LOSS`] for instance, or
/// [`Score::estimate`] of a margin. Searches by payoffs get the same number ([`Score::get`]): the
/// margin, and for a win more than any margin.
///
/// A state is a position with the player to move, who is player 0 at the start. Each move copies
/// a position; for fast searches implement [`Game`]. Positions and moves with `Hash` can be stored
/// in a transposition table.
///
/// # Panics
///
/// A search panics if a position has neither an outcome nor a move.
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
pub fn game<S, M, I, L, P, O>(start: S, moves: L, play: P, outcome: O) -> ClosureGame<S, M, L, P, O>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<Score>,
{
    ClosureGame { start, moves, play, outcome, mv: PhantomData }
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
    /// The player to move.
    pub to_move: Player,
}

/// The game that closures define; see [`game`].
pub struct ClosureGame<S, M, L, P, O> {
    start: S,
    moves: L,
    play: P,
    outcome: O,
    mv: PhantomData<fn() -> M>,
}

impl<S, M, I, L, P, O> Game for ClosureGame<S, M, L, P, O>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<Score>,
{
    type State = InTurn<S>;
    type Move = M;
    type Undo = S;

    fn initial_state(&self) -> InTurn<S> {
        InTurn { position: self.start.clone(), to_move: 0 }
    }

    fn turn(&self, state: &InTurn<S>) -> Turn {
        match (self.outcome)(&state.position) {
            Some(_) => Turn::Over,
            None => Turn::Player(state.to_move),
        }
    }

    fn moves(&self, state: &InTurn<S>, moves: &mut Vec<M>) {
        let before = moves.len();
        moves.extend((self.moves)(&state.position));
        assert!(moves.len() > before, "a position has neither an outcome nor a move");
    }

    fn play(&self, state: &mut InTurn<S>, mv: M) -> S {
        let after = (self.play)(&state.position, mv);
        state.to_move = 1 - state.to_move;
        std::mem::replace(&mut state.position, after)
    }

    fn undo(&self, state: &mut InTurn<S>, _: M, before: S) {
        *state = InTurn { position: before, to_move: 1 - state.to_move };
    }

    fn payoff(&self, state: &InTurn<S>, player: Player) -> f64 {
        value_of(self.final_score(state, player))
    }
}

impl<S, M, I, L, P, O> ZeroSumGame for ClosureGame<S, M, L, P, O>
where
    S: Clone,
    M: Copy + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<Score>,
{
    fn final_score(&self, state: &InTurn<S>, player: Player) -> Score {
        let score = (self.outcome)(&state.position).expect("the game is over");
        if player == state.to_move { score } else { -score }
    }
}

impl<S, M, I, L, P, O> HashedGame for ClosureGame<S, M, L, P, O>
where
    S: Clone + Hash,
    M: Copy + Debug + Hash,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
    O: Fn(&S) -> Option<Score>,
{
    fn hash(&self, state: &InTurn<S>) -> u64 {
        hash_of(state)
    }

    fn code(&self, _: &InTurn<S>, mv: M) -> u16 {
        (hash_of(&mv) % u64::from(NO_MOVE)) as u16
    }
}
