//! Descriptions of states and actions.

use std::fmt::{self, Write};
use std::hash::Hash;

use tremaux_core::{Notation, StateSpace, Vocabulary};

use crate::event::Place;

/// What a recorder needs to know of a problem: how to tell its states apart, and how to replay a
/// plan. Every [`StateSpace`] is recordable.
pub trait Recordable: Vocabulary<State: Clone> {
    /// Equal for equal states.
    type Key: Clone + Eq + Hash;

    /// The key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The state in which plans start.
    fn root(&self) -> Self::State;

    /// Changes `state` to the state that `action` leads to.
    fn step(&self, state: &mut Self::State, action: Self::Action);
}

impl<S: StateSpace> Recordable for S {
    type Key = S::Packed;

    #[inline]
    fn key(&self, state: &S::State) -> S::Packed {
        self.pack(state)
    }

    fn root(&self) -> S::State {
        self.initial_state()
    }

    fn step(&self, state: &mut S::State, action: S::Action) {
        self.apply(state, action);
    }
}

/// How the states and actions of a problem are told of in a trace.
pub trait Describe<S: Vocabulary> {
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

    /// The text that [`Describe::write_action`] would write, if it is a constant.
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

/// Describes states and actions as [`fmt::Debug`] writes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct DebugDescriber;

impl<S: Vocabulary<State: fmt::Debug, Action: fmt::Debug>> Describe<S> for DebugDescriber {
    fn place<'a>(&self, _space: &S, state: &S::State, scratch: &'a mut String) -> Place<'a> {
        write!(scratch, "{state:?}").expect("a string takes everything");
        Place::Text { text: scratch.as_str().into() }
    }

    fn write_action(
        &self,
        _space: &S,
        _state: &S::State,
        action: S::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(out, "{action:?}")
    }
}

/// Describes states and actions by their [`Notation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NotationDescriber;

impl<S: Notation> Describe<S> for NotationDescriber {
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
