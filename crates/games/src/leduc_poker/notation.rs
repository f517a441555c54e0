//! The notation: cards as they are dealt, and check, bet, fold, call and raise.

use super::rules::{LeducPoker, Move};
use crate::history::history_notation;

history_notation!(LeducPoker, |before, mv, out| {
    let is_facing = LeducPoker::is_facing(before);
    out.write_str(match mv {
        Move::Unseen => "?",
        Move::Deal(card) => ["J", "Q", "K"][usize::from(card.min(2))],
        Move::Fold => "fold",
        Move::Call if is_facing => "call",
        Move::Call => "check",
        Move::Raise if is_facing => "raise",
        Move::Raise => "bet",
    })
});
