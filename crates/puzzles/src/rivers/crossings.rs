//! How many crossings there must be.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::{Bank, Fare, River};

/// The crossings that it would take if everybody could row and nothing was forbidden: with
/// each way there and back all places but one are gained. Consistent.
///
/// Where crossings cost time, each costs that of the fastest rower at least; and the slowest
/// on the near bank must cross ([`Fare::Slowest`]), or everybody there ([`Fare::Sum`]).
///
/// Infinite where a boat for one is to take several: a dead end.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossingsNeeded;

/// The fewest crossings for `near` on the near bank and a boat for `capacity`.
fn crossings(near: u32, has_boat: bool, capacity: u32) -> Option<u32> {
    match (near, has_boat) {
        (0, _) => Some(0),
        // Somebody brings the boat.
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
            Fare::Crossings => needed,
            Fare::Slowest => {
                let slowest = near().map(|(time, _)| time).max().unwrap_or(0);
                slowest.max(needed * river.fastest_rower())
            }
            Fare::Sum => {
                let all = near().map(|(time, count)| time * count).sum::<u32>();
                all.max(needed * river.fastest_rower())
            }
        }
    }
}
