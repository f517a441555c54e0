//! A lower bound for knapsacks.

use tremaux_core::{Guarantees, Heuristic};

use super::{Knapsack, Load};

/// The least value that must be left if one item may be taken in part, rounded up (Dantzig 1957).
/// Consistent.
///
/// Takes time logarithmic in the number of items.
#[derive(Clone, Copy, Debug, Default)]
pub struct FractionalBound;

impl Heuristic<Knapsack> for FractionalBound {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, knapsack: &Knapsack, load: &Load) -> u64 {
        knapsack.least_left(load.decided as usize, knapsack.capacity() - load.weight)
    }
}
