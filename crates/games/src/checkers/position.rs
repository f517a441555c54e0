//! Positions and moves, and their hash keys.

use tremaux_core::{Player, Random};

use super::board::{Board, bits};
use super::variant::Variant;

/// The side of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Plays up the board, towards square 1.
    White,
    /// Plays down the board.
    Black,
}

/// A move: a step or a complete capture.
///
/// `route` distinguishes captures that differ only in the order in which pieces are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The captured pieces.
    pub(super) captured: u64,
    /// The number of the capture among those of the piece.
    pub(super) route: u32,
    /// Bits of squares.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Whether a man becomes a king.
    pub(super) promotes: bool,
}

impl Move {
    /// The number of pieces it captures.
    #[inline]
    #[must_use]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }
}

/// A position: the men and kings of both players, the side to move, and the number of plies
/// since the last irreversible move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Indexed by player.
    pub(super) pieces: [u64; 2],
    /// The kings of both players.
    pub(super) kings: u64,
    /// The hash of the pieces and the player to move.
    pub(super) hash: u64,
    pub(super) quiet: u16,
    pub(super) mover: Player,
}

impl Position {
    pub(super) const EMPTY: Self = Self { pieces: [0; 2], kings: 0, hash: 0, quiet: 0, mover: 0 };

    /// The number of men of a player.
    #[inline]
    pub fn men(&self, player: Player) -> u32 {
        (self.pieces[usize::from(player)] & !self.kings).count_ones()
    }

    /// The number of kings of a player.
    #[inline]
    pub fn kings(&self, player: Player) -> u32 {
        (self.pieces[usize::from(player)] & self.kings).count_ones()
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        self.mover
    }

    /// The number of plies with only king moves and no capture.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, player: Player, is_king: bool, bit: u32) {
        self.pieces[usize::from(player)] |= 1 << bit;
        self.kings |= u64::from(is_king) << bit;
        self.hash ^= KEYS[usize::from(player)][usize::from(is_king)][bit as usize];
    }

    /// The position with the board turned around and the players exchanged, without its history.
    pub(super) fn reversed<V: Variant>(&self) -> Self {
        let mut reversed = Self::EMPTY;
        for player in 0..2 {
            for piece in bits(self.pieces[usize::from(player)]) {
                let square = Board::<V>::SQUARES - 1 - Board::<V>::index(piece.trailing_zeros());
                reversed.put(1 - player, self.kings & piece != 0, Board::<V>::bit(square));
            }
        }
        reversed.set_mover(1 - self.mover);
        reversed
    }

    /// Sets the player to move.
    #[inline]
    pub(super) fn set_mover(&mut self, player: Player) {
        if self.mover != player {
            self.mover = player;
            self.hash ^= TURN_KEY;
        }
    }
}

/// The hash key of a piece: by player, man or king, and bit.
pub(super) static KEYS: [[[u64; 64]; 2]; 2] = {
    let mut keys = [[[0; 64]; 2]; 2];
    let mut n = 0;
    while n < 256 {
        keys[n / 128][n / 64 % 2][n % 64] = Random::new(0).bits_after(n as u64);
        n += 1;
    }
    keys
};

/// The hash key for the second player to move.
pub(super) const TURN_KEY: u64 = Random::new(0).bits_after(256);
