//! Equilibria of two-player zero-sum games with hidden information.

mod evaluation;
mod extensive_form;
mod regrets;
mod report;
mod sampling;
mod search;

pub use evaluation::{StrategyValue, evaluate};
pub use report::{EquilibriumReport, InformationSet};
pub use search::{Equilibrium, EquilibriumMethod, EquilibriumSearch};
