//! The rules: legal moves, their effects, and the end of the game.

use cozy_chess::{Color, Move};
use tremaux_core::{Game, Player, Turn, ZeroSumGame};

use crate::position::{FIFTY_MOVES, Position, Undo};

/// Chess, or Chess960.
///
/// The first player is White. The game ends with mate or stalemate, after fifty moves by each
/// side without a capture or a pawn move, with [insufficient
/// material](Position::is_insufficient_material), and by repetition: at the third occurrence of a
/// position, or at the second since [the root of a search](Position::set_search_root).
///
/// By the laws of chess, a player must claim a draw after fifty moves or at the third occurrence.
/// Here it is claimed at once, except in the first position, for example that of a FEN whose
/// half-move clock is above 100, and in a position that is [played on](Position::play_on): these
/// are drawn without a claim, after seventy-five moves or at the fifth occurrence.
///
/// The score of a draw by repetition depends on the moves that led to it, so searches with a
/// table do not call it exact.
///
/// ```
/// use tremaux::games::chess::Chess;
/// use tremaux::{Game, Turn};
/// let game = Chess::new();
/// let mut position = game.initial_state();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let mv = position.parse_uci(text)?;
///     game.play(&mut position, mv);
/// }
/// assert_eq!((game.turn(&position), game.payoff(&position, 0)), (Turn::Over, -1.0));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    start: Position,
    has_draws: bool,
}

impl Chess {
    /// Chess from the usual position.
    pub fn new() -> Self {
        Self::from_position(Position::initial())
    }

    /// Chess960 from the position with this number, 0 to 959; `None` if there is no such number.
    pub fn chess960(number: u32) -> Option<Self> {
        Position::chess960(number).map(Self::from_position)
    }

    /// The game that begins with `start`.
    pub fn from_position(start: Position) -> Self {
        Self { start, has_draws: true }
    }

    /// The game without draws by repetition, fifty moves or insufficient material: it ends when
    /// there is no legal move. Published perft counts are for this game.
    #[must_use]
    pub fn without_draws(self) -> Self {
        Self { has_draws: false, ..self }
    }

    /// Why the game is over; `None` if it is not.
    ///
    /// ```
    /// use tremaux::games::chess::{Chess, Ending, Position};
    /// let position = Position::parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(Chess::new().ending(&position), Some(Ending::Stalemate));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        Some(match position.has_move() {
            false if position.is_check() => Ending::Checkmate,
            false => Ending::Stalemate,
            true if !self.has_draws => return None,
            true if !self.is_drawn(position) => return None,
            true if position.is_insufficient_material() => Ending::InsufficientMaterial,
            true if !position.is_unclaimed() && position.is_repetition() => Ending::Repetition,
            true if !position.is_unclaimed() => Ending::FiftyMoves,
            true if position.repetitions() >= 4 => Ending::FivefoldRepetition,
            true => Ending::SeventyFiveMoves,
        })
    }

    /// Whether the game is drawn, although there may be legal moves. A mate on the last of the
    /// fifty moves counts.
    #[inline]
    fn is_drawn(&self, position: &Position) -> bool {
        if !self.has_draws {
            return false;
        }
        if position.is_fifty_moves() || position.is_repetition() {
            return !position.is_unclaimed()
                || position.is_drawn_without_claim()
                || position.is_insufficient_material();
        }
        position.is_insufficient_material()
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position occurred for the third time.
    Repetition,
    /// The position occurred for the fifth time.
    FivefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// Neither side can give mate.
    InsufficientMaterial,
}

impl Ending {
    /// The ending in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "fifty moves without a capture or a pawn move",
            Self::SeventyFiveMoves => "seventy-five moves without a capture or a pawn move",
            Self::InsufficientMaterial => "insufficient material",
        }
    }
}

impl Default for Chess {
    fn default() -> Self {
        Self::new()
    }
}

/// The player of a side.
#[inline]
pub(crate) fn player_of(color: Color) -> Player {
    color as Player
}

impl Game for Chess {
    type State = Position;
    type Move = Move;
    type Undo = Undo;

    fn initial_state(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.is_drawn(position) || !position.has_move() {
            Turn::Over
        } else {
            Turn::Player(player_of(position.side_to_move()))
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        position.append_moves(moves);
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Undo {
        position.play(mv)
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: Move, undo: Undo) {
        position.undo(undo);
    }

    /// A loss for the side that is mated, otherwise a draw.
    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        if !position.is_checkmate() {
            0.0
        } else if player_of(position.side_to_move()) == player {
            -1.0
        } else {
            1.0
        }
    }
}

impl ZeroSumGame for Chess {
    /// Draws by repetition.
    #[inline]
    fn depends_on_history(&self, position: &Position) -> bool {
        self.has_draws && position.is_repetition()
    }

    /// Hashes tell only the class of the half-move clock.
    fn plies_to_counted_draw(&self, position: &Position) -> Option<u32> {
        let left = FIFTY_MOVES.saturating_sub(position.halfmove_clock());
        self.has_draws.then_some(left.into())
    }
}
