//! A lower bound for TopSpin.

use tremaux_core::{Guarantees, Heuristic};

use super::{Ring, TopSpin};

/// Half the number of neighbours in the ring whose numbers do not follow each other, rounded up.
///
/// A turn changes the neighbours at both ends of the turnstile and no others, so it mends at most
/// two breaks: consistent. It is zero at the goal, and at the goal read backwards.
///
/// Takes time proportional to the number of tokens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaks;

impl Heuristic<TopSpin> for Breaks {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, puzzle: &TopSpin, ring: &Ring) -> u32 {
        let tokens = puzzle.tokens();
        let is_break = |&place: &usize| {
            let (one, next) = (ring[place], ring[(place + 1) % tokens]);
            let distance = usize::from(one.abs_diff(next));
            distance != 1 && distance != tokens - 1
        };
        (0..tokens).filter(is_break).count().div_ceil(2) as u32
    }
}
