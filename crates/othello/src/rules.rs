//! The rules: players put discs in turn and turn those that they enclose.

use tremaux_core::random::mix;
use tremaux_core::{Game, HashedGame, MoveKey, Player, Score, Turn, ZeroSumGame};

use crate::board::{final_difference, moves, turned};

/// Othello on 8×8 squares, as it is played in tournaments.
///
/// Black begins. A disc must enclose discs of the opponent in a straight line with another disc
/// of the player, and turns them. Who cannot move must pass, which is a move of its own here; if
/// neither can, the game is over. The score is the difference of discs, where empty squares count
/// for the winner.
///
/// ```
/// use tremaux::games::othello::Othello;
/// use tremaux::play::GameNotation;
/// use tremaux::Game;
/// let position = Othello.parse_position("f5d6c3d3c4").unwrap();
/// assert_eq!((position.discs(0), position.discs(1)), (6, 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Othello;

/// A square, from a1 at the top left, row by row, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The move of a player who has no other.
    pub const PASS: Self = Self(64);

    /// A disc on the square 8 × row + column, rows from the top.
    ///
    /// # Panics
    ///
    /// If there is no such square.
    #[inline]
    pub const fn on(square: u8) -> Self {
        assert!(square < 64, "a square of the board");
        Self(square)
    }

    /// The square; `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }
}

/// A position: the discs of both players, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mine: u64,
    theirs: u64,
    mover: Player,
}

impl Position {
    /// The position with the discs of Black and White, and the player to move. A square with both
    /// is White's. Whether the position can arise is not checked.
    pub fn new(black: u64, white: u64, mover: Player) -> Self {
        let black = black & !white;
        let (mine, theirs) = if mover == 0 { (black, white) } else { (white, black) };
        Self { mine, theirs, mover: mover & 1 }
    }

    /// The discs of the player to move, one bit for each square.
    #[inline]
    pub fn mine(&self) -> u64 {
        self.mine
    }

    /// The discs of the opponent.
    #[inline]
    pub fn theirs(&self) -> u64 {
        self.theirs
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        self.mover
    }

    /// The discs of a player, one bit for each square.
    #[inline]
    pub fn discs_of(&self, player: Player) -> u64 {
        if player == self.mover { self.mine } else { self.theirs }
    }

    /// The number of discs of a player.
    #[inline]
    pub fn discs(&self, player: Player) -> u32 {
        self.discs_of(player).count_ones()
    }

    /// The number of empty squares.
    #[inline]
    pub fn empties(&self) -> u32 {
        (self.mine | self.theirs).count_zeros()
    }

    /// The squares where the player to move may put a disc.
    #[inline]
    pub fn legal_squares(&self) -> u64 {
        moves(self.mine, self.theirs)
    }

    /// The difference of discs for `player` if the game ended here; empty squares count for the
    /// winner.
    pub fn difference(&self, player: Player) -> i32 {
        let difference = final_difference(self.mine, self.theirs);
        if player == self.mover { difference } else { -difference }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (mut mine, mut theirs) = (self.mine, self.theirs);
        if let Some(square) = mv.square() {
            let turned = turned(usize::from(square), mine, theirs);
            mine |= turned | 1 << square;
            theirs &= !turned;
        }
        *self = Self { mine: theirs, theirs: mine, mover: 1 - self.mover };
    }
}

impl Game for Othello {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        Position::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.legal_squares() == 0 && moves(position.theirs, position.mine) == 0 {
            Turn::Over
        } else {
            Turn::Player(position.mover)
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let mut squares = position.legal_squares();
        if squares == 0 {
            moves.push(Move::PASS);
        }
        while squares != 0 {
            moves.push(Move(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        position.play(mv);
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: Move, before: Position) {
        *position = before;
    }

    /// The difference of discs.
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        f64::from(position.difference(player))
    }
}

impl ZeroSumGame for Othello {
    /// The difference of discs.
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        Score::estimate(position.difference(player))
    }
}

/// A hash of the discs of the player to move and of the opponent.
#[inline]
pub(crate) fn hash(mine: u64, theirs: u64) -> u64 {
    let product = u128::from(mine ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    let folded = product as u64 ^ (product >> 64) as u64;
    mix(folded ^ theirs.wrapping_mul(0xBF58_476D_1CE4_E5B9))
}

impl HashedGame for Othello {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let side = u64::from(position.mover).wrapping_neg();
        hash(position.mine, position.theirs) ^ side & 0x94D0_49BB_1331_11EB
    }

    #[inline]
    fn code(&self, _: &Position, mv: Move) -> u16 {
        u16::from(mv.0)
    }
}

impl MoveKey for Othello {
    fn key_count(&self) -> usize {
        2 * 65
    }

    #[inline]
    fn move_key(&self, position: &Position, mv: Move) -> usize {
        2 * usize::from(mv.0) + usize::from(position.mover)
    }
}
