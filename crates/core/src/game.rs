//! Games: several players, moves in turn, perhaps chance.

use std::fmt::Debug;
use std::ops::Neg;

use crate::limits::Limits;
use crate::report::GameReport;
use crate::search::Progress;

/// A player's number, from zero.
pub type Player = u8;

/// Who decides in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This player moves. It may be the one who moved before.
    Player(Player),
    /// Nature moves; see [`ChanceGame`].
    Chance,
    /// The game is over; see [`Game::payoff`].
    Over,
}

/// The rules of a game with perfect information.
///
/// The implementor holds the variant (board size, options); a state holds a position.
/// Abilities that not every game has are further traits, so that the bounds of an
/// algorithm say what it needs.
pub trait Game {
    /// A position, with whatever history the rules need.
    type State: Clone;
    /// A move, of a player or of chance.
    type Move: Copy + Eq + Debug;
    /// What [`Game::undo`] needs besides the move. A game with small positions uses
    /// `State`: play keeps a copy, undo restores it.
    type Undo;

    /// The number of players, chance not counted.
    fn player_count(&self) -> usize;

    /// The position where the game starts.
    fn initial_state(&self) -> Self::State;

    /// Who decides in `state`.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal moves to `moves`, in a deterministic order; at least one unless
    /// the game is over. Never clears or reads `moves`.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays `mv`, which must be legal.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// What `player` gets when the game is over.
    fn payoff(&self, state: &Self::State, player: Player) -> f64;
}

/// A game for two players whose payoffs cancel out.
pub trait ZeroSumGame: Game {
    /// The value of a finished game for `player`: [`Score::WIN`], [`Score::LOSS`],
    /// [`Score::DRAW`], or a margin of points as [`Score::estimate`]. For the other player
    /// it is the negation.
    ///
    /// The player is named because nobody is to move: a search asks for the one who made
    /// the last move, and that need not be the opponent of the one who moved before.
    fn final_score(&self, state: &Self::State, player: Player) -> Score;
}

/// A game with dice or cards.
pub trait ChanceGame: Game {
    /// The probability of the chance move `mv` in `state`, where chance is to move.
    fn probability(&self, state: &Self::State, mv: Self::Move) -> f64;
}

/// A game whose positions have a hash, kept up to date by play and undo.
pub trait HashedGame: Game {
    /// Equal for equal positions, different for almost all others, in all 64 bits. The
    /// player to move is part of the position; history is not. Positions that a symmetry
    /// maps to each other may share one.
    fn hash(&self, state: &Self::State) -> u64;

    /// `mv` as transposition tables keep it, below [`NO_MOVE`]; best different for all
    /// legal moves of a position, and alike for moves that the symmetry maps to each other.
    ///
    /// The code is a hint: it is only ever compared with those of the legal moves, so that
    /// two moves with one code cost some order, never a wrong result. A long move (a
    /// capture of many men) may well be hashed to 16 bits.
    fn code(&self, state: &Self::State, mv: Self::Move) -> u16;
}

/// The code that stands for no move.
pub const NO_MOVE: u16 = u16::MAX;

/// A game whose moves are classed, for tables of how well moves of a class have done.
pub trait MoveKey: Game {
    /// Every key is below this.
    fn key_count(&self) -> usize;

    /// The class of `mv` in `state`, such as the piece moved and where it goes.
    fn move_key(&self, state: &Self::State, mv: Self::Move) -> usize;
}

/// A game in which a player may be made to pass, against the rules, to see what a move is
/// worth.
pub trait NullMoveGame: Game {
    /// Whether passing tells something in `state`: not in check, not where having to move
    /// hurts.
    fn may_pass(&self, state: &Self::State) -> bool;

    /// Gives the turn to the other player.
    fn pass(&self, state: &mut Self::State) -> Self::Undo;

    /// Takes back [`NullMoveGame::pass`].
    fn undo_pass(&self, state: &mut Self::State, undo: Self::Undo);
}

/// A game with moves that keep a position from being judged at rest.
pub trait TacticalGame: Game {
    /// Appends the moves that must be looked at before `state` is judged: a subset of the
    /// legal ones, none if it is quiet.
    fn noisy_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Whether the player to move may rest on the judgement instead (not when in check:
    /// then [`TacticalGame::noisy_moves`] holds all legal moves).
    fn may_rest(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }
}

/// The value of a position for one of two players.
///
/// Wins are worth less the later they come, so that searches prefer the quickest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// A game already won.
    pub const WIN: Self = Self(1_000_000);
    /// A game already lost.
    pub const LOSS: Self = Self(-1_000_000);
    /// Scores beyond this are won, and below its negation lost.
    const DECISIVE: i32 = 990_000;

    /// An estimate or a margin of points, clamped to leave room for wins and losses.
    #[must_use]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-Self::DECISIVE + 1, Self::DECISIVE - 1))
    }

    /// A win by the last of so many plies.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss by the last of so many plies.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(Self::LOSS.0 + plies as i32)
    }

    /// The score whose [`Score::get`] is `value`.
    #[inline]
    #[must_use]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// The raw value.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether this is a win or a loss. No estimate is.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::DECISIVE
    }

    /// The number of plies to the end, for a win or a loss.
    #[inline]
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() { Some((Self::WIN.0 - self.0.abs()) as u32) } else { None }
    }

    /// The score seen from `plies` earlier: wins and losses are that much farther off.
    #[inline]
    #[must_use]
    pub const fn after(self, plies: u32) -> Self {
        if self.0 >= Self::DECISIVE {
            Self(self.0 - plies as i32)
        } else if self.0 <= -Self::DECISIVE {
            Self(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::after`].
    #[inline]
    #[must_use]
    pub const fn before(self, plies: u32) -> Self {
        if self.0 >= Self::DECISIVE {
            Self(self.0 + plies as i32)
        } else if self.0 <= -Self::DECISIVE {
            Self(self.0 - plies as i32)
        } else {
            self
        }
    }

    /// The least better score.
    #[inline]
    #[must_use]
    pub const fn next_up(self) -> Self {
        Self(self.0 + 1)
    }

    /// The greatest worse score.
    #[inline]
    #[must_use]
    pub const fn next_down(self) -> Self {
        Self(self.0 - 1)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
}

/// Judges unfinished positions.
pub trait Evaluator<G: Game + ?Sized> {
    /// The estimated value of `state` for the player to move.
    fn evaluate(&self, game: &G, state: &G::State) -> Score;

    /// The true value of `state` for the player to move, if it is known at a glance: from
    /// an endgame table, by a rule that is proved. Asked at every node before its moves are
    /// generated. Wins and losses count from `state`, by quickest play.
    #[inline]
    fn known(&self, game: &G, state: &G::State) -> Option<Score> {
        let _ = (game, state);
        None
    }
}

/// Evaluates every position as a draw.
impl<G: Game + ?Sized> Evaluator<G> for () {
    #[inline]
    fn evaluate(&self, _game: &G, _state: &G::State) -> Score {
        Score::DRAW
    }
}

impl<G: Game + ?Sized, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        (**self).evaluate(game, state)
    }

    #[inline]
    fn known(&self, game: &G, state: &G::State) -> Option<Score> {
        (**self).known(game, state)
    }
}

/// Rates moves, so that promising ones are tried first, and learns from cutoffs.
///
/// A search tries the move from its table before anything is rated; then it has the rest
/// rated at once, and takes the best rated each time it needs one more, the first
/// generated among equals. Nothing is sorted that is not tried, nothing is allocated.
/// A pair of orderings adds their ratings.
pub trait MoveOrdering<G: Game + ?Sized> {
    /// False if all moves are rated alike: then nothing is rated.
    const IS_USED: bool = true;

    /// Appends one rating for each of `moves`; the largest is tried first.
    fn rate(&self, game: &G, state: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>);

    /// Learns that the last of `tried` refuted `state`, with `depth` plies left to search,
    /// and those before it did not.
    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        let _ = (game, state, ply, depth, tried);
    }

    /// A new iteration begins: what was learnt may fade.
    #[inline]
    fn begin(&mut self, game: &G) {
        let _ = game;
    }
}

/// Keeps the order of the move generator.
impl<G: Game + ?Sized> MoveOrdering<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn rate(&self, _: &G, _: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        ratings.resize(ratings.len() + moves.len(), 0);
    }
}

impl<G: Game + ?Sized, A: MoveOrdering<G>, B: MoveOrdering<G>> MoveOrdering<G> for (A, B) {
    const IS_USED: bool = A::IS_USED || B::IS_USED;

    #[inline]
    fn rate(
        &self,
        game: &G,
        state: &G::State,
        ply: u32,
        moves: &[G::Move],
        ratings: &mut Vec<i32>,
    ) {
        let first = ratings.len();
        self.0.rate(game, state, ply, moves, ratings);
        let second = ratings.len();
        self.1.rate(game, state, ply, moves, ratings);
        for i in 0..moves.len() {
            ratings[first + i] += ratings[second + i];
        }
        ratings.truncate(second);
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        self.0.learn(game, state, ply, depth, tried);
        self.1.learn(game, state, ply, depth, tried);
    }

    fn begin(&mut self, game: &G) {
        self.0.begin(game);
        self.1.begin(game);
    }
}

/// Where the score of a node came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreSource {
    /// Its moves were searched.
    Moves,
    /// The game is over.
    Final,
    /// The evaluator's estimate.
    Estimate,
    /// [`Evaluator::known`].
    Known,
    /// The transposition table.
    Table,
    /// No win is quick enough, or no loss soon enough, to matter.
    Distance,
}

/// One step of a game-tree search.
#[non_exhaustive]
pub enum GameEvent<'a, G: Game + ?Sized> {
    /// A position is about to be searched. Scores are for the player who moved into it.
    Entered {
        /// The position.
        state: &'a G::State,
        /// The distance from the root.
        ply: u32,
        /// The plies left; zero and less beyond the horizon.
        depth: i32,
        /// Scores up to this do not matter.
        alpha: Score,
        /// Scores from this on do not matter.
        beta: Score,
    },
    /// A position has a score, for the same player.
    Left {
        /// The position.
        state: &'a G::State,
        /// The distance from the root.
        ply: u32,
        /// Its score.
        score: Score,
        /// Where that came from.
        source: ScoreSource,
    },
    /// A move refuted a position: its score is at least beta.
    Cutoff {
        /// The position.
        state: &'a G::State,
        /// The move.
        mv: G::Move,
        /// How many moves were tried before it.
        tried_before: usize,
        /// The distance from the root.
        ply: u32,
        /// The score, for the player to move.
        score: Score,
        /// Scores from this on do not matter.
        beta: Score,
    },
    /// An iteration is complete.
    Iteration {
        /// Its depth in plies.
        depth: u32,
        /// The score for the player to move at the root.
        score: Score,
        /// Whether it is the true one.
        is_exact: bool,
        /// The principal variation.
        line: &'a [G::Move],
    },
}

impl<G: Game + ?Sized> Clone for GameEvent<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for GameEvent<'_, G> {}

/// Receives the events of a game-tree search.
///
/// `()` ignores them all; a search monomorphized with it contains no trace of the calls.
pub trait GameObserver<G: Game + ?Sized> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe(&mut self, event: GameEvent<'_, G>);
}

impl<G: Game + ?Sized> GameObserver<G> for () {
    #[inline(always)]
    fn observe(&mut self, _event: GameEvent<'_, G>) {}
}

impl<G: Game + ?Sized, O: GameObserver<G> + ?Sized> GameObserver<G> for &mut O {
    #[inline]
    fn observe(&mut self, event: GameEvent<'_, G>) {
        (**self).observe(event);
    }
}

/// A game-tree search under way, the counterpart of [`Search`](super::Search).
///
/// However it is cut into slices, it takes the same steps.
pub trait GameSearch<G: Game> {
    /// Goes on until the search is over or a limit steps in. The limits count from this
    /// call.
    fn advance<O: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress;

    /// What is known by now: the result of the last completed iteration.
    fn report(&self) -> GameReport<G::Move>;
}
