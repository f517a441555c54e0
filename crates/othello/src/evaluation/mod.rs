//! Evaluation of positions and moves.

mod mobility;
mod patterns;

pub use mobility::{FewestReplies, Mobility};
pub use patterns::Patterns;
pub(crate) use patterns::{FOLDED, STAGE, STAGES, USED, fold, indices};
