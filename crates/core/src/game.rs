//! Games: several players, moves in turn, perhaps chance.

use std::fmt::Debug;

use crate::score::Score;

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

    /// How much noise `mv` makes: zero for a quiet move, more for those that should be
    /// looked at first (a pawn that takes a queen before a queen that takes a pawn).
    ///
    /// Orders captures, and tells searches which moves they may reduce or leave out.
    fn loudness(&self, state: &Self::State, mv: Self::Move) -> u16 {
        let _ = (state, mv);
        0
    }
}

/// A game that says which moves deserve to be followed farther: checks, recaptures, forced
/// replies.
pub trait ExtendingGame: Game {
    /// How many plies more to search after `mv`, which has just led to `state`.
    fn extension(&self, state: &Self::State, mv: Self::Move) -> u32;
}

/// A game whose positions are numbered, so that tables over all of them are plain arrays.
///
/// The number tells whose turn it is, and leaves out history.
pub trait IndexedGame: Game {
    /// Every number is below this.
    fn position_count(&self) -> usize;

    /// The number of a position.
    fn index(&self, state: &Self::State) -> usize;

    /// The position of this number, with no history; `None` if the number stands for no
    /// legal position.
    fn position(&self, index: usize) -> Option<Self::State>;
}

/// A game whose moves can be followed backwards, for retrograde analysis.
pub trait ReversibleGame: Game {
    /// Appends every unfinished position from which a move leads to `state`, with that move,
    /// as often as there are such moves.
    fn predecessors(&self, state: &Self::State, predecessors: &mut Vec<(Self::State, Self::Move)>);
}
