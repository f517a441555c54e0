//! Where a depth-first search keeps the actions it has yet to try.

use tremaux_core::{CommutingSpace, StateSpace, TypedActions};

/// Where a depth-first search has the actions it has yet to try.
pub trait Listing<S: StateSpace> {
    /// What all states on the path share.
    type Pool: Default;
    /// What each state on the path has.
    type Left: Clone;
    /// Nothing left to try.
    fn none(pool: &Self::Pool) -> Self::Left;
    /// The actions of `state`, the last on the path, after `last`.
    fn open(
        space: &S,
        pool: &mut Self::Pool,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Self::Left;
    /// The next action of the last state on the path.
    fn next(pool: &mut Self::Pool, left: &mut Self::Left) -> Option<S::Action>;
    /// Bytes allocated.
    fn bytes(pool: &Self::Pool) -> usize;
}

/// One vector is the stack of the actions of all states on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed;

impl<S: StateSpace> Listing<S> for Listed {
    type Pool = Vec<S::Action>;
    /// Where they start, and the next.
    type Left = (u32, u32);

    #[inline]
    fn none(pool: &Vec<S::Action>) -> (u32, u32) {
        (pool.len() as u32, pool.len() as u32)
    }

    #[inline]
    fn open(
        space: &S,
        pool: &mut Vec<S::Action>,
        state: &S::State,
        last: Option<S::Action>,
    ) -> (u32, u32) {
        let first = pool.len() as u32;
        match last {
            None => space.actions(state, pool),
            Some(last) => space.actions_after(state, last, pool),
        }
        (first, first)
    }

    #[inline]
    fn next(pool: &mut Vec<S::Action>, (first, next): &mut (u32, u32)) -> Option<S::Action> {
        match pool.get(*next as usize) {
            Some(&action) => {
                *next += 1;
                Some(action)
            }
            None => {
                pool.truncate(*first as usize);
                None
            }
        }
    }

    fn bytes(pool: &Vec<S::Action>) -> usize {
        pool.capacity() * size_of::<S::Action>()
    }
}

/// Each frame has its own [`TypedActions::Actions`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed;

impl<S: TypedActions> Listing<S> for Typed {
    type Pool = ();
    type Left = S::Actions;

    #[inline]
    fn none((): &()) -> S::Actions {
        S::Actions::default()
    }

    #[inline]
    fn open(space: &S, (): &mut (), state: &S::State, last: Option<S::Action>) -> S::Actions {
        match last {
            None => space.action_set(state),
            Some(last) => space.action_set_after(state, last),
        }
    }

    #[inline]
    fn next((): &mut (), left: &mut S::Actions) -> Option<S::Action> {
        left.next()
    }

    fn bytes((): &()) -> usize {
        0
    }
}

/// Like [`Listed`], with one order only of actions that commute: for a [`CommutingSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Canonical;

impl<S: CommutingSpace> Listing<S> for Canonical {
    type Pool = Vec<S::Action>;
    type Left = (u32, u32);

    #[inline]
    fn none(pool: &Vec<S::Action>) -> (u32, u32) {
        <Listed as Listing<S>>::none(pool)
    }

    #[inline]
    fn open(
        space: &S,
        pool: &mut Vec<S::Action>,
        state: &S::State,
        last: Option<S::Action>,
    ) -> (u32, u32) {
        let first = pool.len() as u32;
        match last {
            None => space.actions(state, pool),
            Some(last) => space.canonical_actions_after(state, last, pool),
        }
        (first, first)
    }

    #[inline]
    fn next(pool: &mut Vec<S::Action>, left: &mut (u32, u32)) -> Option<S::Action> {
        <Listed as Listing<S>>::next(pool, left)
    }

    fn bytes(pool: &Vec<S::Action>) -> usize {
        <Listed as Listing<S>>::bytes(pool)
    }
}
