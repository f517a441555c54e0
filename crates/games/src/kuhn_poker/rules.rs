//! The rules: three cards, one bet.

use tremaux_core::{Game, Player, Turn};

use crate::history::History;

/// Kuhn poker. Both players ante 1; a bet is 1 more. Payoffs are net winnings in antes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KuhnPoker;

/// A move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Move {
    /// Stands for a card that the player does not see; never a legal move.
    #[default]
    Unseen,
    /// Chance deals a card, to the first player and then to the second: 0 is the jack, 1 the queen,
    /// 2 the king.
    Deal(u8),
    /// Checks; folds if the other player has bet.
    Pass,
    /// Bets; calls if the other player has bet.
    Bet,
}

/// The cards and the moves so far: the longest game has 5.
pub(super) type Position = History<Move, 5>;

impl Game for KuhnPoker {
    crate::history::history_moves!(Move);

    fn turn(&self, position: &Position) -> Turn {
        match position.moves() {
            [] | [_] => Turn::Chance,
            [_, _] | [_, _, Move::Pass, Move::Bet] => Turn::Player(0),
            [_, _, _] => Turn::Player(1),
            _ => Turn::Over,
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.moves().len() < 2 {
            let first = position.moves().first();
            moves.extend((0..3).map(Move::Deal).filter(|card| first != Some(card)));
        } else {
            moves.extend([Move::Pass, Move::Bet]);
        }
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let (first_wins, stake) = match *position.moves() {
            [_, _, Move::Bet, Move::Pass] => (true, 1.0),
            [_, _, Move::Pass, Move::Bet, Move::Pass] => (false, 1.0),
            [Move::Deal(first), Move::Deal(second), _, last] => {
                (first > second, if last == Move::Bet { 2.0 } else { 1.0 })
            }
            [Move::Deal(first), Move::Deal(second), ..] => (first > second, 2.0),
            _ => return 0.0,
        };
        if first_wins == (player == 0) { stake } else { -stake }
    }
}
