//! Games: several players, moves in turn, perhaps chance.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::score::Score;

/// A player's number, from zero.
pub type Player = u8;

/// Who moves in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This player moves. It may be the one who moved before.
    Player(Player),
    /// Chance moves: dice or cards; see [`Game::probability`].
    Chance,
    /// The game is over; see [`Game::payoff`].
    Over,
}

/// The rules of a game with perfect information.
///
/// The implementor holds the variant (board size, options); a state holds a position. Optional
/// capabilities are separate traits, so that the bounds of an algorithm say exactly what it
/// needs. A game for two players without chance also implements [`ZeroSumGame`], usually with an
/// empty body: then alpha-beta can search it.
///
/// ```
/// use tremaux::play::Player;
/// use tremaux::{Game, Score, Turn, ZeroSumGame};
///
/// /// Ten matches: each player takes one to three; whoever takes the last one wins.
/// struct Matches;
///
/// impl Game for Matches {
///     type State = (u32, Player);
///     type Move = u32;
///     type Undo = ();
///
///     fn initial_state(&self) -> (u32, Player) {
///         (10, 0)
///     }
///     fn turn(&self, &(left, player): &(u32, Player)) -> Turn {
///         if left == 0 { Turn::Over } else { Turn::Player(player) }
///     }
///     fn moves(&self, &(left, _): &(u32, Player), moves: &mut Vec<u32>) {
///         moves.extend(1..=left.min(3));
///     }
///     fn play(&self, (left, player): &mut (u32, Player), take: u32) {
///         *left -= take;
///         *player = 1 - *player;
///     }
///     fn undo(&self, (left, player): &mut (u32, Player), take: u32, (): ()) {
///         *left += take;
///         *player = 1 - *player;
///     }
///     fn payoff(&self, &(_, to_move): &(u32, Player), player: Player) -> f64 {
///         if player == to_move { -1.0 } else { 1.0 }
///     }
/// }
///
/// impl ZeroSumGame for Matches {}
///
/// // The first player takes two, the second takes three, and so on.
/// let mut state = Matches.initial_state();
/// for take in [2, 3, 1, 2, 2] {
///     Matches.play(&mut state, take);
/// }
/// assert_eq!(Matches.turn(&state), Turn::Over);
/// assert_eq!(Matches.final_score(&state, 0), Score::WIN);
/// ```
pub trait Game {
    /// A position, with whatever history the rules need.
    type State: Clone;
    /// A move, of a player or of chance.
    type Move: Copy + Debug;
    /// What [`Game::undo`] needs besides the move. A game with small positions uses
    /// `State`: play keeps a copy, undo restores it.
    type Undo;

    /// The number of players, chance not counted; two by default.
    #[inline]
    fn player_count(&self) -> usize {
        2
    }

    /// The position where the game starts.
    fn initial_state(&self) -> Self::State;

    /// Who moves in `state`.
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

    /// The probability of the chance move `mv` in `state`, where chance is to move. By default
    /// all moves are equally likely; they are listed to count them.
    fn probability(&self, state: &Self::State, mv: Self::Move) -> f64 {
        let _ = mv;
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        1.0 / moves.len() as f64
    }
}

/// A game for two players whose payoffs cancel out.
pub trait ZeroSumGame: Game {
    /// The value of a finished game for `player`: [`Score::WIN`], [`Score::LOSS`],
    /// [`Score::DRAW`], or a margin of points as [`Score::estimate`]. For the other player
    /// it is the negation.
    ///
    /// `player` is an argument because nobody is to move in a finished game: a search asks for
    /// the player who made the last move.
    ///
    /// By default a positive [`Game::payoff`] is a win and a negative one a loss. A game in which
    /// the number of points matters overrides this. Searches do not call exact what rests on a
    /// margin that [`Score::estimate`] clamped.
    #[inline]
    fn final_score(&self, state: &Self::State, player: Player) -> Score {
        let payoff = self.payoff(state, player);
        if payoff > 0.0 {
            Score::WIN
        } else if payoff < 0.0 {
            Score::LOSS
        } else {
            assert!(payoff == 0.0, "player {player} gets {payoff} at the end");
            Score::DRAW
        }
    }

    /// Whether the score of the finished game `state` depends on how it was reached, as that of a
    /// draw by repetition does. Searches do not call exact what rests on such a score, because
    /// their tables ignore history.
    #[inline]
    fn depends_on_history(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// After how many plies a rule that counts moves may draw the game, at the earliest, if
    /// [`HashedGame::hash`] does not tell the count. What a table proves in more plies than that
    /// may be drawn before.
    #[inline]
    fn plies_to_counted_draw(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }
}

/// A game whose positions have a hash, for transposition tables. Large positions keep it up to
/// date in play and undo; [`hash_of`] computes it from scratch.
pub trait HashedGame: Game {
    /// The hash of `state`: equal for equal positions and, using all 64 bits, different for
    /// almost all others. The player to move is part of the position; history is not. Symmetric
    /// positions may share a hash.
    fn hash(&self, state: &Self::State) -> u64;

    /// The code under which transposition tables store `mv`, below [`NO_MOVE`]. It should differ
    /// between the legal moves of a position, and be equal for moves that a symmetry maps to
    /// each other.
    ///
    /// The code is a hint: it is only compared with the codes of the legal moves, so two moves
    /// with the same code worsen the move ordering but never the result. A long move (a capture
    /// of many men) may be hashed to 16 bits.
    fn code(&self, state: &Self::State, mv: Self::Move) -> u16;
}

/// A hash of `value` that suits [`HashedGame::hash`], by the hasher of the standard library.
///
/// It reads the whole value, which takes longer than a hash that a position keeps up to date.
///
/// ```
/// let (first, second) = ([0_u8; 9], [1_u8; 9]);
/// assert_ne!(tremaux::play::hash_of(&first), tremaux::play::hash_of(&second));
/// ```
pub fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The code that stands for no move.
pub const NO_MOVE: u16 = u16::MAX;

/// A game whose moves are grouped into classes, for history tables.
pub trait MoveKey: Game {
    /// The number of classes; each key is less than this.
    fn key_count(&self) -> usize;

    /// The class of `mv` in `state`, such as the piece moved and where it goes.
    fn move_key(&self, state: &Self::State, mv: Self::Move) -> usize;
}

/// A game in which a search may let a player pass, against the rules: for null-move pruning.
pub trait NullMoveGame: Game {
    /// Whether a null move is meaningful in `state`: not in check, and not in zugzwang.
    fn may_pass(&self, state: &Self::State) -> bool;

    /// Gives the turn to the other player.
    fn pass(&self, state: &mut Self::State) -> Self::Undo;

    /// Takes back [`NullMoveGame::pass`].
    fn undo_pass(&self, state: &mut Self::State, undo: Self::Undo);
}

/// A game with noisy moves: while there are any, a position is not quiet enough to be evaluated.
pub trait TacticalGame: Game {
    /// Appends the moves that must be searched before `state` is evaluated: a subset of the
    /// legal moves, none if the position is quiet.
    fn noisy_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Whether the player to move may accept the evaluation instead of playing a noisy move (not
    /// when in check: then [`TacticalGame::noisy_moves`] appends all legal moves).
    fn may_rest(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// Whether the player to move must answer a threat, as in check. Selective searches then
    /// neither judge the position by its estimate nor prune its quiet moves.
    fn is_threatened(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The loudness of `mv`: zero for a quiet move, and greater for moves that should be tried
    /// earlier (a pawn that takes a queen before a queen that takes a pawn).
    ///
    /// Used to order captures, and to decide which moves may be reduced or pruned.
    fn loudness(&self, state: &Self::State, mv: Self::Move) -> u16 {
        let _ = (state, mv);
        0
    }

    /// Whether `mv` makes a threat that must be answered, such as a check: [`is_threatened`]
    /// holds in the position after it. May overlook some such moves; nothing is pruned that is
    /// forcing.
    ///
    /// [`is_threatened`]: TacticalGame::is_threatened
    fn is_forcing(&self, state: &Self::State, mv: Self::Move) -> bool {
        let _ = (state, mv);
        false
    }

    /// Appends quiet moves that are forcing, for the first plies of a search beyond the horizon;
    /// none by default.
    fn forcing_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let _ = (state, moves);
    }

    /// What `mv` wins or loses at once, in the evaluator's unit: negative if the opponent's reply
    /// on the spot wins more than the move does. Zero if that is not known.
    fn exchange(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }

    /// The most that `mv` can win at once, in the evaluator's unit, such as the value of what it
    /// captures; [`i32::MAX`] if that is not known.
    fn gain(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        i32::MAX
    }
}

/// A game that extends the search after certain moves: checks, recaptures, forced replies.
pub trait ExtendingGame: Game {
    /// The number of extra plies to search after `mv`, which has just led to `state`.
    fn extension(&self, state: &Self::State, mv: Self::Move) -> u32;
}

/// A game whose positions are numbered, so that a table of all positions is a plain array.
///
/// The number includes the player to move, but not history.
pub trait IndexedGame: Game {
    /// The number of position numbers; each is less than this.
    fn position_count(&self) -> usize;

    /// The number of a position.
    fn index(&self, state: &Self::State) -> usize;

    /// The position of this number, with no history; `None` if the number stands for no
    /// legal position.
    fn position(&self, index: usize) -> Option<Self::State>;
}
