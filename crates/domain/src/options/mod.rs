//! Names with their options: parsed, and checked against what is declared.

mod arguments;
mod expression;
mod look_up;
mod values;

pub use expression::{Argument, Expression};
pub use values::{OptionPairs, Options};
