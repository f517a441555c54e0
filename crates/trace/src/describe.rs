//! How states and actions are told of.

use std::fmt;

use tremaux_core::{Notation, StateSpace};

use crate::event::Place;

/// How the states and actions of a problem are told of in a trace.
pub trait Describe<S: StateSpace> {
    /// Where `state` is; a text is written into `scratch`, which is empty.
    fn place<'a>(&self, space: &S, state: &S::State, scratch: &'a mut String) -> Place<'a>;

    /// Writes `action`, which is taken in `state`.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_action(
        &self,
        space: &S,
        state: &S::State,
        action: S::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;

    /// What [`Describe::write_action`] writes, if that is known as it is: it saves writing.
    fn action_word(
        &self,
        _space: &S,
        _state: &S::State,
        _action: S::Action,
    ) -> Option<&'static str> {
        None
    }

    /// [`Notation::action_count`].
    fn action_count(&self, _space: &S) -> u8 {
        0
    }

    /// [`Notation::action_number`].
    fn action_number(&self, _space: &S, _action: S::Action) -> u8 {
        0
    }
}

/// As [`Notation`] writes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written;

impl<S: Notation> Describe<S> for Written {
    fn place<'a>(&self, space: &S, state: &S::State, scratch: &'a mut String) -> Place<'a> {
        space.write_state(state, scratch).expect("a string takes everything");
        Place::Text { text: scratch.as_str().into() }
    }

    fn write_action(
        &self,
        space: &S,
        state: &S::State,
        action: S::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        space.write_action(state, action, out)
    }

    #[inline]
    fn action_count(&self, space: &S) -> u8 {
        space.action_count()
    }

    #[inline]
    fn action_number(&self, space: &S, action: S::Action) -> u8 {
        space.action_number(action)
    }
}
