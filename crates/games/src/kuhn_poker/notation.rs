//! The notation: the two cards, then check, bet, fold and call.

use super::rules::{KuhnPoker, Move};
use crate::history::history_notation;

history_notation!(KuhnPoker, |before, mv, out| {
    let is_facing = before.moves().last() == Some(&Move::Bet);
    out.write_str(match mv {
        Move::Unseen => "?",
        Move::Deal(card) => ["J", "Q", "K"][usize::from(card.min(2))],
        Move::Pass if is_facing => "fold",
        Move::Pass => "check",
        Move::Bet if is_facing => "call",
        Move::Bet => "bet",
    })
});
