//! States and actions as people write them.

use std::fmt;

use crate::parse::ParseError;
use crate::space::StateSpace;

/// How the states and actions of a problem are written and read.
///
/// Everything that is written must be readable; the test kit checks this.
pub trait Notation: StateSpace {
    /// Writes `state` on one line.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_state(&self, state: &Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads a state of this space.
    ///
    /// # Errors
    ///
    /// Returns the place of the error in `text`, and what was expected there.
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// Writes `action`, which is taken in `state`, as one word.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_action(
        &self,
        state: &Self::State,
        action: Self::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;

    /// The number of action numbers; 0 if actions have none. See [`Notation::action_number`].
    fn action_count(&self) -> u8 {
        0
    }

    /// The number of `action`, less than [`Notation::action_count`], which is at most 64. The
    /// actions of one state have different numbers, and actions with the same number have the
    /// same notation in all states. With numbers, recording a step takes one byte.
    fn action_number(&self, _action: Self::Action) -> u8 {
        0
    }

    /// Reads an action that is applicable in `state`.
    ///
    /// # Errors
    ///
    /// Returns the place of the error in `text`, and what was expected there.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ParseError>;

    /// `state` as [`Notation::write_state`] writes it.
    fn state_text(&self, state: &Self::State) -> String {
        let mut text = String::new();
        self.write_state(state, &mut text).expect("a string takes everything");
        text
    }

    /// `action` as [`Notation::write_action`] writes it.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_action(state, action, &mut text).expect("a string takes everything");
        text
    }
}
