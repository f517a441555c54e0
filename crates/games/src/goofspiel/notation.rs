//! The notation: prizes that come up, and the bids for them.

use super::rules::{Goofspiel, Move};
use crate::history::history_notation;

history_notation!(
    Goofspiel,
    |_before, mv, out| match mv {
        Move::Unseen => out.write_char('?'),
        Move::Prize(prize) => write!(out, "prize-{prize}"),
        Move::Bid(card) => write!(out, "{card}"),
    },
    unseen: Goofspiel::unseen
);
