//! The variants of the game.

use std::fmt::Debug;

/// The rules of a variant of checkers.
///
/// Common to all variants: men step forwards; capturing is compulsory and must be completed; no
/// piece is jumped twice, and captured pieces stay on the board until the move ends; a player
/// who cannot move loses.
pub trait Variant: Copy + Debug + Default + Send + Sync + 'static {
    /// The name.
    const NAME: &'static str;
    /// The number in the tag `GameType` of PDN.
    const GAME_TYPE: u32;
    /// Rows and columns of the board.
    const SIDE: u32;
    /// Rows of men on each side at the start.
    const ROWS_OF_MEN: u32;
    /// Whether White begins; White plays up the board, from the squares with the high numbers.
    const WHITE_BEGINS: bool;
    /// Whether men capture backwards, too.
    const MEN_CAPTURE_BACKWARDS: bool;
    /// Whether kings fly (move any distance).
    const KINGS_FLY: bool;
    /// Whether a capture that takes the most pieces must be played.
    const MOST_MUST_BE_TAKEN: bool;
    /// Whether a man that reaches the last row during a capture continues as a king. Otherwise
    /// it becomes one only if the move ends there.
    const PROMOTES_IN_PASSING: bool;
    /// Whether captures of the same pieces with the same start and end squares are one move,
    /// regardless of the order of captures.
    const ORDERS_ARE_ONE_MOVE: bool;
    /// The game is drawn after this many plies with only king moves and no capture.
    const QUIET_PLIES: u16;
    /// Whether squares are written as `c3`, not as numbers.
    const WRITES_LETTERS: bool;
}

/// English draughts, or American checkers: 8×8, men capture forwards, kings move one square, any
/// capture may be chosen, Black begins.
///
/// Drawn after 40 moves by each side without a capture or a man's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Variant for English {
    const NAME: &'static str = "english";
    const GAME_TYPE: u32 = 21;
    const SIDE: u32 = 8;
    const ROWS_OF_MEN: u32 = 3;
    const WHITE_BEGINS: bool = false;
    const MEN_CAPTURE_BACKWARDS: bool = false;
    const KINGS_FLY: bool = false;
    const MOST_MUST_BE_TAKEN: bool = false;
    const PROMOTES_IN_PASSING: bool = false;
    const ORDERS_ARE_ONE_MOVE: bool = false;
    const QUIET_PLIES: u16 = 80;
    const WRITES_LETTERS: bool = false;
}

/// Brazilian draughts: the international rules on 8×8.
///
/// Drawn after 20 moves by each side with only king moves and no capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Variant for Brazilian {
    const NAME: &'static str = "brazilian";
    const GAME_TYPE: u32 = 26;
    const SIDE: u32 = 8;
    const ROWS_OF_MEN: u32 = 3;
    const WHITE_BEGINS: bool = true;
    const MEN_CAPTURE_BACKWARDS: bool = true;
    const KINGS_FLY: bool = true;
    const MOST_MUST_BE_TAKEN: bool = true;
    const PROMOTES_IN_PASSING: bool = false;
    const ORDERS_ARE_ONE_MOVE: bool = false;
    const QUIET_PLIES: u16 = 40;
    const WRITES_LETTERS: bool = true;
}

/// International draughts: 10×10, men capture backwards, kings fly, the largest capture is
/// compulsory.
///
/// Drawn after 25 moves by each side with only king moves and no capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct International;

impl Variant for International {
    const NAME: &'static str = "international";
    const GAME_TYPE: u32 = 20;
    const SIDE: u32 = 10;
    const ROWS_OF_MEN: u32 = 4;
    const WHITE_BEGINS: bool = true;
    const MEN_CAPTURE_BACKWARDS: bool = true;
    const KINGS_FLY: bool = true;
    const MOST_MUST_BE_TAKEN: bool = true;
    const PROMOTES_IN_PASSING: bool = false;
    const ORDERS_ARE_ONE_MOVE: bool = true;
    const QUIET_PLIES: u16 = 50;
    const WRITES_LETTERS: bool = false;
}

/// Russian draughts: 8×8, men capture backwards and continue as kings after promotion, kings
/// fly, any capture may be chosen.
///
/// Drawn after 15 moves by each side with only king moves and no capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Variant for Russian {
    const NAME: &'static str = "russian";
    const GAME_TYPE: u32 = 25;
    const SIDE: u32 = 8;
    const ROWS_OF_MEN: u32 = 3;
    const WHITE_BEGINS: bool = true;
    const MEN_CAPTURE_BACKWARDS: bool = true;
    const KINGS_FLY: bool = true;
    const MOST_MUST_BE_TAKEN: bool = false;
    const PROMOTES_IN_PASSING: bool = true;
    const ORDERS_ARE_ONE_MOVE: bool = false;
    const QUIET_PLIES: u16 = 30;
    const WRITES_LETTERS: bool = true;
}
