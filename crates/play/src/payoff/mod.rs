//! Games for any number of players, and games with chance: values are payoffs.

mod chances;
mod expectiminimax;
mod max_n;
mod report;

pub use chances::{Chances, Dice};
pub use expectiminimax::{ChancePruning, Expectiminimax};
pub use max_n::{MaxN, Opponents};
pub use report::{PayoffMove, PayoffReport};

/// No search of payoffs goes deeper: they are recursive.
pub const MAX_PAYOFF_DEPTH: u32 = 400;
