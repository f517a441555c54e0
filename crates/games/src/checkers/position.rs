//! Positions and moves, and the keys of their hashes.

use tremaux_core::Player;

/// The side of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Plays up the board, towards square 1.
    White,
    /// Plays down the board.
    Black,
}

/// A move: a step, or a capture from its beginning to its end.
///
/// Of captures that differ only in the order in which the pieces are taken, `route` tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pieces taken.
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
    /// How many pieces it takes.
    #[inline]
    #[must_use]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }

    /// Whether it makes a king of a man.
    #[inline]
    #[must_use]
    pub fn promotes(self) -> bool {
        self.promotes
    }
}

/// A position: the men and kings of both players, whose turn it is, and for how many plies nothing
/// has happened that cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By player.
    pub(super) pieces: [u64; 2],
    /// Of both.
    pub(super) kings: u64,
    /// Of pieces and player to move.
    pub(super) hash: u64,
    pub(super) quiet: u16,
    pub(super) mover: Player,
}

impl Position {
    pub(super) const EMPTY: Self = Self { pieces: [0; 2], kings: 0, hash: 0, quiet: 0, mover: 0 };

    /// How many men a player has.
    #[inline]
    #[must_use]
    pub fn men(&self, player: Player) -> u32 {
        (self.pieces[usize::from(player)] & !self.kings).count_ones()
    }

    /// How many kings a player has.
    #[inline]
    #[must_use]
    pub fn kings(&self, player: Player) -> u32 {
        (self.pieces[usize::from(player)] & self.kings).count_ones()
    }

    /// Whose turn it is, or would be.
    #[inline]
    #[must_use]
    pub fn player_to_move(&self) -> Player {
        self.mover
    }

    /// For how many plies kings alone have moved and nothing was captured.
    #[inline]
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, player: Player, is_king: bool, bit: u32) {
        self.pieces[usize::from(player)] |= 1 << bit;
        self.kings |= u64::from(is_king) << bit;
        self.hash ^= KEYS[usize::from(player)][usize::from(is_king)][bit as usize];
    }

    /// Makes it a player's turn.
    pub(super) fn set_mover(&mut self, player: Player) {
        if self.mover != player {
            self.mover = player;
            self.hash ^= TURN_KEY;
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
const fn random(n: u64) -> u64 {
    let x = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// What a piece adds to the hash: by player, man or king, bit.
pub(super) static KEYS: [[[u64; 64]; 2]; 2] = {
    let mut keys = [[[0; 64]; 2]; 2];
    let mut n = 0;
    while n < 256 {
        keys[n / 128][n / 64 % 2][n % 64] = random(n as u64);
        n += 1;
    }
    keys
};

/// What the second player's turn adds.
pub(super) const TURN_KEY: u64 = random(256);
