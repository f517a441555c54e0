//! The notation: both dice, then bids such as 2-5, and `liar`.

use super::rules::{LiarsDice, Move};
use crate::history::history_notation;

history_notation!(LiarsDice, |_before, mv, out| match mv {
    Move::Unseen => out.write_char('?'),
    Move::Roll(face) => write!(out, "{face}"),
    Move::Bid { quantity, face } => write!(out, "{quantity}-{face}"),
    Move::Liar => out.write_str("liar"),
});
