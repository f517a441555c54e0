//! The rules: legal moves, their effects, and the end of the game.

use std::marker::PhantomData;

use tremaux_core::{Game, HashedGame, MoveKey, Player, TacticalGame, Turn, ZeroSumGame};

use super::board::{Board, DOWN, UP, bits};
use super::captures::{Capturing, Trail};
use super::position::{Colour, KEYS, Move, Position, TURN_KEY};
use super::variant::Variant;

/// Checkers by the rules of a [`Variant`].
///
/// The first player is the one who begins: White, but Black in English draughts. White's men
/// move up the board. A player who cannot move loses. The game is drawn after a number of plies
/// with only king moves and no capture ([`Variant::QUIET_PLIES`]); this count is part of the
/// position and of its hash, so scores stay exact. Repetition, the federations' rule for three
/// kings against one, and draws by agreement are not implemented.
///
/// Capturing is compulsory, so a position is noisy exactly if the side to move can capture, and
/// then standing pat is not allowed.
///
/// ```
/// use tremaux::games::checkers::{Brazilian, Checkers};
/// use tremaux::play::GameNotation;
/// use tremaux::Game;
/// let game: Checkers<Brazilian> = Checkers::new();
/// let position = game.parse_position("W:Wc3,Ke1:Bd4,f6,d6").unwrap();
/// let mut moves = Vec::new();
/// game.moves(&position, &mut moves);
/// let moves: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
/// // The man must take two, whichever; the king may not step instead.
/// assert_eq!(moves, ["c3xe5xc7", "c3xe5xg7"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers<V> {
    quiet_plies: Option<u16>,
    variant: PhantomData<V>,
}

impl<V: Variant> Default for Checkers<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> Checkers<V> {
    /// The game.
    pub const fn new() -> Self {
        Self { quiet_plies: Some(V::QUIET_PLIES), variant: PhantomData }
    }

    /// The game without the move-count draw: kings may move forever.
    pub const fn without_draws() -> Self {
        Self { quiet_plies: None, variant: PhantomData }
    }

    /// The number of plies with only king moves after which the game is drawn.
    pub const fn most_quiet_plies(&self) -> Option<u16> {
        self.quiet_plies
    }

    /// The side of a player.
    #[inline]
    pub const fn colour(&self, player: Player) -> Colour {
        if (player == 0) == V::WHITE_BEGINS { Colour::White } else { Colour::Black }
    }

    /// The player of a side.
    #[inline]
    pub(super) const fn player(colour: Colour) -> Player {
        matches!(colour, Colour::White) as Player ^ V::WHITE_BEGINS as Player
    }

    /// The piece on a square, numbered from 1 at the top left: its owner, and whether it is a
    /// king.
    pub fn piece(&self, position: &Position, square: u32) -> Option<(Player, bool)> {
        if !(1..=Board::<V>::SQUARES).contains(&square) {
            return None;
        }
        let bit = 1_u64 << Board::<V>::bit(square - 1);
        let player = (0..2).find(|&player| position.pieces[usize::from(player)] & bit != 0)?;
        Some((player, position.kings & bit != 0))
    }

    /// The row where the men of a player become kings.
    #[inline]
    pub(super) const fn last_row(&self, player: Player) -> u64 {
        match self.colour(player) {
            Colour::White => Board::<V>::TOP,
            Colour::Black => Board::<V>::BOTTOM,
        }
    }

    /// The directions in which a player's men move.
    #[inline]
    pub(super) const fn forwards(&self, player: Player) -> &'static [usize; 2] {
        match self.colour(player) {
            Colour::White => &UP,
            Colour::Black => &DOWN,
        }
    }

    /// The directions in which a player's men capture.
    #[inline]
    pub(super) const fn taking(&self, player: Player) -> &'static [usize] {
        if V::MEN_CAPTURE_BACKWARDS { &[0, 1, 2, 3] } else { self.forwards(player) }
    }

    #[inline]
    pub(super) fn empty(position: &Position) -> u64 {
        Board::<V>::ALL & !(position.pieces[0] | position.pieces[1])
    }

    /// The pieces among `pieces` that are adjacent to an enemy with an empty square behind it,
    /// in one of these directions.
    #[inline]
    fn hoppers(pieces: u64, enemies: u64, empty: u64, directions: &[usize]) -> u64 {
        let mut hoppers = 0;
        for &direction in directions {
            let back = 3 - direction;
            let over = Board::<V>::step(empty, back) & enemies;
            hoppers |= Board::<V>::step(over, back) & pieces;
        }
        hoppers
    }

    /// Whether a flying king can capture something.
    fn can_fly_and_take(king: u64, enemies: u64, empty: u64) -> bool {
        (0..4).any(|direction| {
            let mut next = Board::<V>::step(king, direction);
            while next & empty != 0 {
                next = Board::<V>::step(next, direction);
            }
            Board::<V>::step(next & enemies, direction) & empty != 0
        })
    }

    /// The pieces of `player` that could capture if it were that player's turn.
    pub(super) fn capturers(&self, position: &Position, player: Player) -> u64 {
        let own = position.pieces[usize::from(player)];
        let enemies = position.pieces[usize::from(1 - player)];
        let empty = Self::empty(position);
        let kings = own & position.kings;
        let men = Self::hoppers(own & !kings, enemies, empty, self.taking(player));
        if !V::KINGS_FLY {
            return men | Self::hoppers(kings, enemies, empty, &[0, 1, 2, 3]);
        }
        let takes = |&king: &u64| Self::can_fly_and_take(king, enemies, empty);
        bits(kings).filter(takes).fold(men, |all, king| all | king)
    }

    /// Whether the side to move can, and so must, capture.
    #[inline]
    pub fn can_capture(&self, position: &Position) -> bool {
        self.capturers(position, position.mover) != 0
    }

    /// Whether the side to move can step without a capture.
    #[inline]
    fn can_step(&self, position: &Position) -> bool {
        let own = position.pieces[usize::from(position.mover)];
        let empty = Self::empty(position);
        let [one, other] = *self.forwards(position.mover);
        let steps = |pieces, direction| Board::<V>::step(pieces, direction) & empty;
        if (steps(own, one) | steps(own, other)) != 0 {
            return true;
        }
        let kings = own & position.kings;
        (steps(kings, 3 - one) | steps(kings, 3 - other)) != 0
    }

    /// Adds the captures of the side to move. Returns false if there are none.
    #[inline]
    pub(super) fn captures(&self, position: &Position, moves: &mut Vec<Move>) -> bool {
        let capturers = self.capturers(position, position.mover);
        if capturers == 0 {
            return false;
        }
        let mut capturing = self.capturing(position, moves, ());
        for piece in bits(capturers & !position.kings) {
            capturing.man(piece);
        }
        for piece in bits(capturers & position.kings) {
            capturing.king(piece);
        }
        capturing.has_any()
    }

    /// The capture generator for the side to move.
    #[inline]
    pub(super) fn capturing<'a, T: Trail>(
        &self,
        position: &Position,
        moves: &'a mut Vec<Move>,
        trail: T,
    ) -> Capturing<'a, V, T> {
        let mover = position.mover;
        let enemies = position.pieces[usize::from(1 - mover)];
        let (empty, last_row) = (Self::empty(position), self.last_row(mover));
        Capturing::new(enemies, empty, last_row, self.taking(mover), moves, trail)
    }

    /// Adds the steps of the side to move.
    #[inline]
    fn steps(&self, position: &Position, moves: &mut Vec<Move>) {
        let own = position.pieces[usize::from(position.mover)];
        let empty = Self::empty(position);
        let last_row = self.last_row(position.mover);
        let mut add = |from: u64, to: u64, promotes| {
            let (from, to) = (from.trailing_zeros() as u8, to.trailing_zeros() as u8);
            moves.push(Move { captured: 0, route: 0, from, to, promotes });
        };
        for &direction in self.forwards(position.mover) {
            for to in bits(Board::<V>::step(own & !position.kings, direction) & empty) {
                add(Board::<V>::step(to, 3 - direction), to, to & last_row != 0);
            }
        }
        for king in bits(own & position.kings) {
            for direction in 0..4 {
                let mut to = Board::<V>::step(king, direction) & empty;
                while to != 0 {
                    add(king, to, false);
                    to = if V::KINGS_FLY { Board::<V>::step(to, direction) & empty } else { 0 };
                }
            }
        }
    }
}

impl<V: Variant> Game for Checkers<V> {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        let mut position = Position::EMPTY;
        let black = Board::<V>::rows(0, V::ROWS_OF_MEN);
        let white = Board::<V>::rows(V::SIDE - V::ROWS_OF_MEN, V::SIDE);
        for (colour, men) in [(Colour::White, white), (Colour::Black, black)] {
            for man in bits(men) {
                position.put(Self::player(colour), false, man.trailing_zeros());
            }
        }
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        let is_drawn = self.quiet_plies.is_some_and(|most| position.quiet >= most);
        if is_drawn || !(self.can_step(position) || self.can_capture(position)) {
            Turn::Over
        } else {
            Turn::Player(position.mover)
        }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if !self.captures(position, moves) {
            self.steps(position, moves);
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        let mover = usize::from(before.mover);
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let is_king = before.kings >> from & 1 == 1;
        let becomes_king = is_king | mv.promotes;
        let mut hash = before.hash ^ TURN_KEY;
        hash ^= KEYS[mover][usize::from(is_king)][from];
        hash ^= KEYS[mover][usize::from(becomes_king)][to];
        // A capture may end where it began.
        position.pieces[mover] = before.pieces[mover] & !(1 << from) | 1 << to;
        position.kings = before.kings & !(1 << from) | u64::from(becomes_king) << to;
        for piece in bits(mv.captured) {
            let is_king = usize::from(before.kings & piece != 0);
            hash ^= KEYS[1 - mover][is_king][piece.trailing_zeros() as usize];
        }
        position.pieces[1 - mover] &= !mv.captured;
        position.kings &= !mv.captured;
        position.hash = hash;
        position.mover = 1 - before.mover;
        let is_quiet = is_king && mv.captured == 0 && self.quiet_plies.is_some();
        position.quiet = if is_quiet { before.quiet + 1 } else { 0 };
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _mv: Move, before: Position) {
        *position = before;
    }

    /// A loss for the side that cannot move, otherwise a draw.
    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        if self.can_step(position) || self.can_capture(position) {
            0.0
        } else if position.mover == player {
            -1.0
        } else {
            1.0
        }
    }
}

impl<V: Variant> ZeroSumGame for Checkers<V> {}

impl<V: Variant> HashedGame for Checkers<V> {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash ^ u64::from(position.quiet).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Start and end squares; four bits distinguish captures with the same ones.
    #[inline]
    fn code(&self, _: &Position, mv: Move) -> u16 {
        let index = |bit: u8| Board::<V>::index(u32::from(bit)) as u16;
        let (from, to) = (index(mv.from), index(mv.to));
        let rest = mv.captured.wrapping_add(u64::from(mv.route) << 56);
        let rest = rest.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        from << 10 | to << 4 | rest as u16
    }
}

impl<V: Variant> MoveKey for Checkers<V> {
    fn key_count(&self) -> usize {
        2 * (Board::<V>::SQUARES * Board::<V>::SQUARES) as usize
    }

    /// The player, and the start and end squares of the piece.
    #[inline]
    fn move_key(&self, position: &Position, mv: Move) -> usize {
        let index = |bit: u8| Board::<V>::index(u32::from(bit)) as usize;
        let (from, to) = (index(mv.from), index(mv.to));
        let squares = Board::<V>::SQUARES as usize;
        (usize::from(position.mover) * squares + from) * squares + to
    }
}

impl<V: Variant> TacticalGame for Checkers<V> {
    /// The captures: all legal moves, if there are any.
    #[inline]
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let _ = self.captures(position, moves);
    }

    /// Only if there is nothing to capture.
    #[inline]
    fn may_rest(&self, position: &Position) -> bool {
        !self.can_capture(position)
    }

    /// Captured pieces count two each, a promotion one.
    #[inline]
    fn loudness(&self, _: &Position, mv: Move) -> u16 {
        (2 * mv.captures()) as u16 + u16::from(mv.promotes)
    }
}
