//! A solver for large levels: searches over whole walks of boxes, spread over a feature space.

mod cells;
mod closed;
mod corral;
mod features;
mod forced;
mod packing;
mod plan;
mod proof_first;
mod search;
mod seen;
mod walks;

pub use proof_first::ProofFirst;
pub use search::FeatureSearch;
