//! States and actions as people write them.

use std::fmt;

use crate::parse::ParseError;
use crate::space::StateSpace;

/// How the states and actions of a problem are written and read.
///
/// What is written can be read back: that is a law, and the test kit checks it.
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
    /// Returns where `text` is no state, and what was expected.
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

    /// How many numbers [`Notation::action_number`] has for actions; 0, where actions have none.
    fn action_count(&self) -> u8 {
        0
    }

    /// The number of `action`, below [`Notation::action_count`], of which there are 64 at most.
    /// Actions of one state have different numbers, and those with the same number are written
    /// as the same word, whatever the state. So a step takes a byte to record.
    fn action_number(&self, _action: Self::Action) -> u8 {
        0
    }

    /// Reads an action that is applicable in `state`.
    ///
    /// # Errors
    ///
    /// Returns where `text` is no such action, and what was expected.
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
