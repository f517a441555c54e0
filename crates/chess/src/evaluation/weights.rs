//! The weights of the default evaluation, in hundredths of a pawn in the middlegame and the
//! endgame. `tremaux lab tune chess` writes new ones.

use std::ops::{Add, Sub};

/// A value in the middlegame and in the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middle: i32,
    /// With kings and pawns alone.
    pub end: i32,
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { middle: self.middle + other.middle, end: self.end + other.end }
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { middle: self.middle - other.middle, end: self.end - other.end }
    }
}

const fn w(middle: i32, end: i32) -> Tapered {
    Tapered { middle, end }
}

/// By piece; none for the king.
pub(crate) const MATERIAL: usize = 0;
pub(crate) const PAWN_ADVANCE_CENTRAL: usize = 5;
pub(crate) const PAWN_FILE: usize = 6;
pub(crate) const PAWN_ADVANCE: usize = 7;
pub(crate) const PAWN_ADVANCE_SQUARED: usize = 8;
pub(crate) const KNIGHT_CENTRE: usize = 9;
pub(crate) const KNIGHT_HOME: usize = 10;
pub(crate) const BISHOP_CENTRE: usize = 11;
pub(crate) const BISHOP_HOME: usize = 12;
pub(crate) const ROOK_FILE: usize = 13;
pub(crate) const ROOK_SEVENTH: usize = 14;
pub(crate) const QUEEN_CENTRE: usize = 15;
pub(crate) const KING_RANK: usize = 16;
pub(crate) const KING_FILE: usize = 17;
pub(crate) const KING_WING_HOME: usize = 18;
pub(crate) const KING_CENTRE: usize = 19;
/// Knight, bishop, rook, queen: for each square that is attacked, beyond an average number.
pub(crate) const MOBILITY: usize = 20;
pub(crate) const BISHOP_PAIR: usize = 24;
pub(crate) const OPEN_FILE: usize = 25;
pub(crate) const HALF_OPEN_FILE: usize = 26;
pub(crate) const ISOLATED: usize = 27;
pub(crate) const DOUBLED: usize = 28;
pub(crate) const PROTECTED: usize = 29;
/// By rank, from the second to the seventh.
pub(crate) const PASSED: usize = 30;
/// The same if the next square is occupied.
pub(crate) const BLOCKED_PASSED: usize = 36;
/// For each step of the king to the square before a passed pawn, times the ranks beyond the third.
pub(crate) const PASSED_OWN_KING: usize = 42;
pub(crate) const PASSED_ENEMY_KING: usize = 43;
pub(crate) const NO_SHELTER: usize = 44;
pub(crate) const KING_OPEN_FILE: usize = 45;
pub(crate) const KING_HALF_OPEN_FILE: usize = 46;
pub(crate) const KNIGHT_OUTPOST: usize = 47;
pub(crate) const BISHOP_OUTPOST: usize = 48;
pub(crate) const THREAT_BY_PAWN: usize = 49;
pub(crate) const THREAT_BY_MINOR: usize = 50;
pub(crate) const THREAT_BY_ROOK: usize = 51;
pub(crate) const TO_MOVE: usize = 52;
/// By half the weight of the attacks on the king, up to 20.
pub(crate) const ASSAULT: usize = 53;
/// The number of weights.
pub(crate) const COUNT: usize = 74;

/// The names of groups of weights, with the index of the first, as the command that tunes them
/// writes them.
pub(crate) const GROUPS: &[(usize, &str)] = &[
    (MATERIAL, "material"),
    (PAWN_ADVANCE_CENTRAL, "squares of pawns"),
    (KNIGHT_CENTRE, "squares of knights, bishops, rooks and queens"),
    (KING_RANK, "squares of kings"),
    (MOBILITY, "mobility"),
    (BISHOP_PAIR, "pair of bishops, rooks on open files"),
    (ISOLATED, "isolated, doubled and protected pawns"),
    (PASSED, "passed pawns"),
    (BLOCKED_PASSED, "blocked passed pawns"),
    (PASSED_OWN_KING, "kings near passed pawns"),
    (NO_SHELTER, "pawns before the king"),
    (KNIGHT_OUTPOST, "outposts"),
    (THREAT_BY_PAWN, "threats"),
    (TO_MOVE, "the move"),
    (ASSAULT, "attacks on the king"),
];

/// The weights, from a file that the command writes.
pub(crate) static WEIGHTS: [Tapered; COUNT] = include!("weights.in");

/// Takes the features of a side: adds up what they are worth, or records them.
pub(crate) trait Features {
    /// `count` times the feature of this weight.
    fn add(&mut self, weight: usize, count: i32);
}

impl Features for Tapered {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.middle += WEIGHTS[weight].middle * count;
        self.end += WEIGHTS[weight].end * count;
    }
}

impl Features for [i32; COUNT] {
    fn add(&mut self, weight: usize, count: i32) {
        self[weight] += count;
    }
}
