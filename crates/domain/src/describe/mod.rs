//! What problems, algorithms and heuristics say of themselves: data.

mod algorithm;
mod common;
mod component;
mod domain;
mod need;
mod tie_break;

pub use algorithm::{AlgorithmInfo, DepthLimit, Family, NamedAlgorithm, Proves};
pub(crate) use common::Common;
pub use component::{Component, Operands, OptionInfo, OptionKind};
pub use domain::{DefaultInfo, DomainInfo};
pub use need::Need;
pub use tie_break::TieBreakName;
