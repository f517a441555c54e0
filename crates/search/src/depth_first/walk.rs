//! How a depth-first search gets back to where it came from.

use tremaux_core::{StateSpace, UndoSpace};

/// How a depth-first search gets back to where it came from.
pub trait Walk<S: StateSpace> {
    /// Whether several states can be kept, so that one may be come to before it is its turn.
    const KEEPS_STATES: bool;
    /// What each state on the path has: the state, or nothing.
    type Here: Clone;
    /// What they share: nothing, or the last state.
    type Shared;
    /// What it needs to go back, besides the action.
    type Token;
    /// Starts at `state`.
    fn start(state: S::State) -> (Self::Shared, Self::Here);
    /// The last state on the path.
    fn state<'a>(shared: &'a Self::Shared, here: &'a Self::Here) -> &'a S::State;
    /// Goes to the successor.
    fn forth(
        space: &S,
        shared: &mut Self::Shared,
        here: &Self::Here,
        action: S::Action,
    ) -> (Self::Here, Self::Token);
    /// Goes back to where `action` was taken.
    fn back(space: &S, shared: &mut Self::Shared, action: S::Action, token: Self::Token);
}

/// Keeps a copy of each state on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying;

impl<S: StateSpace> Walk<S> for Copying {
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
    fn forth(space: &S, (): &mut (), here: &S::State, action: S::Action) -> (S::State, ()) {
        let mut child = here.clone();
        space.apply(&mut child, action);
        (child, ())
    }

    #[inline]
    fn back(_space: &S, (): &mut (), _action: S::Action, (): ()) {}
}

/// Keeps one state, and takes actions back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undoing;

impl<S: UndoSpace> Walk<S> for Undoing {
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
    fn forth(space: &S, shared: &mut S::State, (): &(), action: S::Action) -> ((), S::Undo) {
        ((), space.apply_undoable(shared, action))
    }

    #[inline]
    fn back(space: &S, shared: &mut S::State, action: S::Action, undo: S::Undo) {
        space.undo(shared, action, undo);
    }
}
