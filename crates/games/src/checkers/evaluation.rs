//! Evaluation of positions.

use tremaux_core::{Evaluator, Player, Score};

use super::board::Board;
use super::position::{Colour, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// The evaluation of Bożykowski (2009), as P. Klęsk prints it.
///
/// 13 for a man, 85 for a king, 6 more for a man one step from promotion, 1 for a piece that
/// cannot be captured, less 1 for a piece that cannot move; the values of the side to move minus
/// those of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bozykowski;

impl Bozykowski {
    fn side<V: Variant>(game: &Checkers<V>, position: &Position, player: Player) -> i32 {
        let own = position.pieces[usize::from(player)];
        let men = own & !position.kings;
        let forwards = game.forwards(player);
        let near = forwards.iter().fold(0, |near, &direction| {
            near | Board::<V>::step(game.last_row(player), 3 - direction)
        });
        let count = |set: u64| set.count_ones() as i32;
        13 * count(men)
            + 85 * count(own & position.kings)
            + 6 * count(men & near)
            + count(own & !game.endangered(position, player))
            - count(own & !game.movable(position, player))
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Bozykowski {
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        let mover = position.player_to_move();
        let lead = Self::side(game, position, mover) - Self::side(game, position, 1 - mover);
        Score::estimate(lead)
    }
}

impl<V: Variant> Checkers<V> {
    /// The pieces of `player` that the opponent could capture by the first jump of a capture, if
    /// it were the opponent's turn.
    pub(super) fn endangered(&self, position: &Position, player: Player) -> u64 {
        let own = position.pieces[usize::from(player)];
        let enemies = position.pieces[usize::from(1 - player)];
        let empty = Self::empty(position);
        let takers = enemies & !position.kings;
        let mut endangered = 0;
        for direction in 0..4 {
            let open = own & Board::<V>::step(empty, 3 - direction);
            let mut from = if self.taking(1 - player).contains(&direction) { takers } else { 0 };
            from |= enemies & position.kings;
            endangered |= Board::<V>::step(from, direction) & open;
            if V::KINGS_FLY {
                let mut ray = Board::<V>::step(enemies & position.kings, direction) & empty;
                while ray != 0 {
                    ray = Board::<V>::step(ray, direction);
                    endangered |= ray & open;
                    ray &= empty;
                }
            }
        }
        endangered
    }

    /// The pieces of `player` that could step or capture, ignoring that other pieces may have to
    /// capture.
    pub(super) fn movable(&self, position: &Position, player: Player) -> u64 {
        let own = position.pieces[usize::from(player)];
        let empty = Self::empty(position);
        let mut movable = self.capturers(position, player);
        for direction in 0..4 {
            let mut steppers = own & position.kings;
            if self.forwards(player).contains(&direction) {
                steppers = own;
            }
            movable |= Board::<V>::step(empty, 3 - direction) & steppers;
        }
        movable
    }
}

/// Material, advanced men, back-row guards and central kings.
///
/// A man counts 100 and 2 more for each row behind it, 8 more on the own back row while the
/// other has men; a king counts 140, or 300 if it flies, and 6 more away from the edge.
/// Exchanges favour the side that is ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Material {
    fn side<V: Variant>(game: &Checkers<V>, position: &Position, player: Player) -> i32 {
        let own = position.pieces[usize::from(player)];
        let (men, kings) = (own & !position.kings, own & position.kings);
        let count = |set: u64| set.count_ones() as i32;
        // The sum of the row numbers, bit by bit.
        let from_top: i32 = (0..4).map(|bit| count(men & Board::<V>::ROW_BITS[bit]) << bit).sum();
        let rows = match game.colour(player) {
            Colour::White => (V::SIDE as i32 - 1) * count(men) - from_top,
            Colour::Black => from_top,
        };
        let king = if V::KINGS_FLY { 300 } else { 140 };
        let guards = if position.men(1 - player) > 0 {
            8 * count(men & game.last_row(1 - player))
        } else {
            0
        };
        let middle = 6 * count(kings & !Board::<V>::EDGE);
        100 * count(men) + 2 * rows + guards + king * count(kings) + middle
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Material {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        let mover = position.player_to_move();
        let (own, other) =
            (Self::side(game, position, mover), Self::side(game, position, 1 - mover));
        // The same lead weighs more when fewer pieces are left.
        let lead = own - other;
        Score::estimate(lead + 200 * lead / (own + other).max(1))
    }
}
