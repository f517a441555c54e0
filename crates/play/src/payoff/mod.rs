//! Search of games with payoffs: any number of players, and chance.

mod chances;
mod expectiminimax;
mod max_n;
mod report;

pub use chances::{Chances, Dice};
pub use expectiminimax::{ChancePruning, Expectiminimax};
pub use max_n::{MaxN, Opponents};
pub use report::{PayoffMove, PayoffReport};

/// The maximum depth of a payoff search. These searches are recursive.
pub const MAX_PAYOFF_DEPTH: u32 = 400;
