//! A lower bound on the number of crossings.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::{Bank, CrossingCost, River};

/// The number of crossings if everybody could row and there were no rules: each round trip moves
/// all but one of the boat's places. Consistent.
///
/// If crossings cost time, each costs at least the time of the fastest rower; in addition, the
/// slowest on the near bank must cross ([`CrossingCost::Slowest`]), or everybody there
/// ([`CrossingCost::Sum`]).
///
/// Infinite if a boat for one must take several passengers: a dead end.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossingsNeeded;

/// The minimum number of crossings for `near` passengers on the near bank and a boat for
/// `capacity`.
fn crossings(near: u32, has_boat: bool, capacity: u32) -> Option<u32> {
    match (near, has_boat) {
        (0, _) => Some(0),
        // Somebody must bring the boat back.
        (_, false) => Some(1 + crossings(near + 1, true, capacity)?),
        (_, true) if near <= capacity => Some(1),
        (_, true) if capacity < 2 => None,
        (_, true) => Some(1 + 2 * (near - capacity).div_ceil(capacity - 1)),
    }
}

impl Heuristic<River> for CrossingsNeeded {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, river: &River, bank: &Bank) -> u32 {
        let Some(needed) = crossings(bank.near.count(), bank.has_boat, river.capacity()) else {
            return u32::INFINITY;
        };
        let near = || bank.near.iter().map(|(kind, count)| (river.times()[kind], count));
        match river.fare() {
            CrossingCost::Crossings => needed,
            CrossingCost::Slowest => {
                let slowest = near().map(|(time, _)| time).max().unwrap_or(0);
                slowest.max(needed * river.fastest_rower())
            }
            CrossingCost::Sum => {
                let all = near().map(|(time, count)| time * count).sum::<u32>();
                all.max(needed * river.fastest_rower())
            }
        }
    }
}
