//! Search of games with payoffs: any number of players, and chance.

mod expectiminimax;
mod line;
mod max_n;
mod report;
mod search;
mod selfish;
mod two_sided;

pub use expectiminimax::Expectiminimax;
pub use max_n::{MaxN, Opponents};
pub use report::{PayoffMove, PayoffReport};
pub use search::PayoffSearch;
pub use two_sided::ChancePruning;

/// The maximum depth of a payoff search. The lines that they
/// keep take memory quadratic in it.
pub const MAX_PAYOFF_DEPTH: u32 = 400;
