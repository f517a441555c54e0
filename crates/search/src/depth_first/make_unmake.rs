//! How a depth-first search returns to previous states.

use tremaux_core::{StateSpace, UndoSpace};

/// How a depth-first search returns to previous states.
pub trait MakeUnmake<S: StateSpace> {
    /// Whether several states can be kept, so that a successor can be generated early.
    const KEEPS_STATES: bool;
    /// The data kept for each state on the path: the state, or nothing.
    type Here: Clone;
    /// The data shared by all of them: nothing, or the last state.
    type Shared;
    /// The data needed to go back, besides the action.
    type Token;
    /// Starts at `state`.
    fn start(state: S::State) -> (Self::Shared, Self::Here);
    /// The last state on the path.
    fn state<'a>(shared: &'a Self::Shared, here: &'a Self::Here) -> &'a S::State;
    /// Goes to the successor.
    fn make(
        space: &S,
        shared: &mut Self::Shared,
        here: &Self::Here,
        action: S::Action,
    ) -> (Self::Here, Self::Token);
    /// Goes back to the state where `action` was taken.
    fn back(space: &S, shared: &mut Self::Shared, action: S::Action, token: Self::Token);
}

/// Keeps a copy of each state on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying;

impl<S: StateSpace> MakeUnmake<S> for Copying {
    const KEEPS_STATES: bool = true;
    type Here = S::State;
    type Shared = ();
    type Token = ();

    fn start(state: S::State) -> ((), S::State) {
        ((), state)
    }

    #[inline]
    fn state<'a>((): &'a (), here: &'a S::State) -> &'a S::State {
        here
    }

    #[inline]
    fn make(space: &S, (): &mut (), here: &S::State, action: S::Action) -> (S::State, ()) {
        let mut child = here.clone();
        space.apply(&mut child, action);
        (child, ())
    }

    #[inline]
    fn back(_space: &S, (): &mut (), _action: S::Action, (): ()) {}
}

/// Keeps one state and undoes actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undoing;

impl<S: UndoSpace> MakeUnmake<S> for Undoing {
    const KEEPS_STATES: bool = false;
    type Here = ();
    type Shared = S::State;
    type Token = S::Undo;

    fn start(state: S::State) -> (S::State, ()) {
        (state, ())
    }

    #[inline]
    fn state<'a>(shared: &'a S::State, (): &'a ()) -> &'a S::State {
        shared
    }

    #[inline]
    fn make(space: &S, shared: &mut S::State, (): &(), action: S::Action) -> ((), S::Undo) {
        ((), space.apply_undoable(shared, action))
    }

    #[inline]
    fn back(space: &S, shared: &mut S::State, action: S::Action, undo: S::Undo) {
        space.undo(shared, action, undo);
    }
}
