//! Evaluation of positions and moves.

use tremaux_core::{Evaluator, MoveOrdering, Score};

use crate::board::{CORNERS, moves, neighbours, turned};
use crate::rules::{Move, Othello, Position};

/// Mobility and corners: what both players can do, not how many discs they have.
///
/// Counted are legal moves, squares next to discs of the opponent (potential mobility), corners,
/// and discs diagonally beside an empty corner, in discs (Rosenbloom 1982 has the same parts, but
/// stability).
///
/// ```
/// use tremaux::games::othello::{Mobility, Othello};
/// use tremaux::play::{Evaluator, GameNotation};
/// let position = Othello.parse_position("f5f6e6f4").unwrap();
/// assert!(Mobility.evaluate(&Othello, &position).get() > 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

/// The squares diagonally beside corners without a disc.
#[inline]
fn beside_empty_corners(discs: u64) -> u64 {
    let open = !discs & CORNERS;
    (open & 1) << 9 | (open >> 7 & 1) << 14 | (open >> 56 & 1) << 49 | (open >> 63) << 54
}

impl Mobility {
    /// The estimate for the player with the discs `mine`, who is to move, in eighths of a disc.
    #[inline]
    pub(crate) fn eighths(mine: u64, theirs: u64) -> i32 {
        let count = |squares: u64| squares.count_ones() as i32;
        let empty = !(mine | theirs);
        let traps = beside_empty_corners(mine | theirs);
        let legal = count(moves(mine, theirs)) - count(moves(theirs, mine));
        let potential = count(neighbours(theirs) & empty) - count(neighbours(mine) & empty);
        let corners = count(mine & CORNERS) - count(theirs & CORNERS);
        let trapped = count(mine & traps) - count(theirs & traps);
        8 * legal + 3 * potential + 80 * corners - 32 * trapped
    }
}

impl Evaluator<Othello> for Mobility {
    #[inline]
    fn evaluate(&self, _: &Othello, position: &Position) -> Score {
        Score::estimate(Self::eighths(position.mine(), position.theirs()) / 8)
    }
}

/// Rates moves by the number of the opponent's replies, the fewest first, and corners before
/// others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewestReplies;

impl MoveOrdering<Othello> for FewestReplies {
    #[inline]
    fn rate(
        &self,
        _: &Othello,
        position: &Position,
        _: u32,
        candidates: &[Move],
        ratings: &mut Vec<i32>,
    ) {
        const REPLY: i32 = 1 << 11;
        let (mine, theirs) = (position.mine(), position.theirs());
        for mv in candidates {
            let Some(square) = mv.square() else {
                ratings.push(0);
                continue;
            };
            let turned = turned(usize::from(square), mine, theirs);
            let (own, other) = (theirs ^ turned, mine ^ turned | 1 << square);
            let replies = moves(own, other);
            let count = replies.count_ones() + (replies & CORNERS).count_ones();
            let corner = (1 << square & CORNERS).count_ones();
            ratings.push(REPLY * (4 * corner as i32 - count as i32));
        }
    }
}
