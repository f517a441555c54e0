//! Where a depth-first search keeps the actions it has yet to try.

use tremaux_core::{CommutingSpace, StateSpace, TypedActions};

/// Where a depth-first search has the actions it has yet to try.
pub trait Listing<S: StateSpace> {
    /// What all states on the path share.
    type Pool: Default;
    /// What each state on the path has.
    type Left: Clone;
    /// The actions of `state`, the last on the path, after `last`.
    fn open(
        space: &S,
        pool: &mut Self::Pool,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Self::Left;
    /// The next action of the last state on the path.
    fn next(pool: &mut Self::Pool, left: &mut Self::Left) -> Option<S::Action>;
    /// How many actions are left, of the last state on the path.
    fn count(left: &Self::Left) -> u64;
    /// Bytes allocated.
    fn bytes(pool: &Self::Pool) -> usize;
}

/// One vector is the stack of the actions of all states on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed;

/// The actions of one state, in a vector that is the stack of all.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    first: u32,
    next: u32,
    end: u32,
}

impl Span {
    /// The actions at the end of `pool`, from `first` on.
    fn since<A>(first: usize, pool: &[A]) -> Self {
        Self { first: first as u32, next: first as u32, end: pool.len() as u32 }
    }
}

impl<S: StateSpace> Listing<S> for Listed {
    type Pool = Vec<S::Action>;
    type Left = Span;

    #[inline]
    fn open(
        space: &S,
        pool: &mut Vec<S::Action>,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Span {
        let first = pool.len();
        match last {
            None => space.actions(state, pool),
            Some(last) => space.actions_after(state, last, pool),
        }
        Span::since(first, pool)
    }

    #[inline]
    fn next(pool: &mut Vec<S::Action>, left: &mut Span) -> Option<S::Action> {
        if left.next < left.end {
            left.next += 1;
            Some(pool[left.next as usize - 1])
        } else {
            pool.truncate(left.first as usize);
            None
        }
    }

    #[inline]
    fn count(left: &Span) -> u64 {
        u64::from(left.end - left.next)
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

    #[inline]
    fn count(left: &S::Actions) -> u64 {
        left.len() as u64
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
    type Left = Span;

    #[inline]
    fn open(
        space: &S,
        pool: &mut Vec<S::Action>,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Span {
        let first = pool.len();
        match last {
            None => space.actions(state, pool),
            Some(last) => space.canonical_actions_after(state, last, pool),
        }
        Span::since(first, pool)
    }

    #[inline]
    fn next(pool: &mut Vec<S::Action>, left: &mut Span) -> Option<S::Action> {
        <Listed as Listing<S>>::next(pool, left)
    }

    #[inline]
    fn count(left: &Span) -> u64 {
        <Listed as Listing<S>>::count(left)
    }

    fn bytes(pool: &Vec<S::Action>) -> usize {
        <Listed as Listing<S>>::bytes(pool)
    }
}
