//! Monte Carlo tree search.

mod options;
mod parallel;
mod report;
mod sampler;
mod search;
mod tree;
mod worker;

pub use options::{Mcts, Selection};
pub use report::{MctsReport, SampledMove};
pub(crate) use sampler::cancel_out;
pub use sampler::{PayoffSampler, Playout, Sampler, ScoreSampler, reward_of, value_of};
pub use search::MctsSearch;
pub use tree::SampledTree;
pub(crate) use worker::observe_entered;
