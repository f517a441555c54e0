//! The rules of an instance, state by state.

use tremaux_core::ParseError;
use tremaux_trace::Place;

/// The rules of an instance and a heuristic, for searches that are not compiled for it. States are
/// numbered from 0 in the order in which they are first seen; the start is 0.
pub trait NumberedRules {
    /// The state at a place; `None` if no state was seen there.
    ///
    /// # Errors
    ///
    /// Returns the place of the error in a text that is not a state.
    fn at(&mut self, place: &Place<'_>) -> Result<Option<u32>, ParseError>;

    /// A state as text.
    fn text(&self, state: u32) -> String;

    /// Whether a state is a goal.
    fn is_goal(&self, state: u32) -> bool;

    /// The estimate of the cost from a state to a goal.
    fn estimate(&self, state: u32) -> f64;

    /// The key of a state for breaking ties; 0 if the problem defines none.
    fn key(&self, state: u32) -> u64;

    /// The states that moves lead to, in the order of the rules, with the costs of the moves.
    fn successors(&mut self, state: u32) -> Vec<(u32, f64)>;
}
