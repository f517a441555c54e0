//! Errors of models.

use std::error::Error;
use std::fmt;

/// A constraint or an objective that makes no sense.
///
/// ```
/// use tremaux::constraints::{Model, ModelError};
///
/// let mut model = Model::new();
/// let index = model.variable(3);
/// let list = model.variables(2, 5);
/// let result = model.variable(5);
/// let error = model.element(&list, index, result).unwrap_err();
/// assert_eq!(error, ModelError::IndexOutOfRange { index: 2, length: 2 });
/// assert_eq!(error.to_string(), "the index can be 2; expected less than 2, the list's length");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// There are no variables.
    Empty,
    /// No number is in the range.
    EmptyRange {
        /// The least number.
        low: i64,
        /// The greatest number, less than the least.
        high: i64,
    },
    /// The sum of the absolute values of all terms can exceed 2⁶¹.
    Overflow,
    /// A value of an index is not less than the length of the list.
    IndexOutOfRange {
        /// The value.
        index: u32,
        /// The length of the list.
        length: usize,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no variables; expected at least one"),
            Self::EmptyRange { low, high } => {
                write!(f, "the range from {low} to {high} is empty; expected the lesser first")
            }
            Self::Overflow => f.write_str("the sum can exceed 2^61; expected smaller coefficients"),
            Self::IndexOutOfRange { index, length } => write!(
                f,
                "the index can be {index}; expected less than {length}, the list's length"
            ),
        }
    }
}

impl Error for ModelError {}
