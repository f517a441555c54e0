//! Where a depth-first search keeps the actions it has yet to try.

use tremaux_core::{CommutingSpace, CompactActions, StateSpace};

/// Storage for the actions that a depth-first search has yet to try.
pub trait SuccessorSource<S: StateSpace> {
    /// The part shared by all states on the path.
    type Pool: Default;
    /// The part kept for each state on the path.
    type Left: Clone;
    /// Whether paths may come back to one of their states at no cost, or in short cycles.
    const MAY_CIRCLE: bool = true;
    /// Lists the actions of `state`, the last on the path, after the action `last`.
    fn open(
        space: &S,
        pool: &mut Self::Pool,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Self::Left;
    /// The next action of the last state on the path.
    fn next(pool: &mut Self::Pool, left: &mut Self::Left) -> Option<S::Action>;
    /// The number of actions left for the last state on the path.
    fn count(left: &Self::Left) -> u64;
    /// Bytes allocated.
    fn bytes(pool: &Self::Pool) -> usize;
}

/// Keeps the actions of all states on the path in one vector, used as a stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionStack;

/// The actions of one state: a part of the shared vector.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    first: u32,
    next: u32,
    end: u32,
}

impl Span {
    /// The actions at the end of `pool`, starting at `first`.
    fn since<A>(first: usize, pool: &[A]) -> Self {
        Self { first: first as u32, next: first as u32, end: pool.len() as u32 }
    }
}

impl<S: StateSpace> SuccessorSource<S> for ActionStack {
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

/// Keeps the actions of each state in its frame, as [`CompactActions::Actions`], `IN_ONE_ORDER` if
/// they commute.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompactFrames<const IN_ONE_ORDER: bool = false>;

impl<S: CompactActions, const IN_ONE_ORDER: bool> SuccessorSource<S>
    for CompactFrames<IN_ONE_ORDER>
{
    type Pool = ();
    type Left = S::Actions;
    const MAY_CIRCLE: bool = S::MAY_CIRCLE;

    #[inline]
    fn open(space: &S, (): &mut (), state: &S::State, last: Option<S::Action>) -> S::Actions {
        match last {
            None => space.action_set(state),
            Some(last) if IN_ONE_ORDER => space.canonical_action_set_after(state, last),
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

/// [`CompactFrames`] with one order only of commuting actions.
pub type CanonicalFrames = CompactFrames<true>;

/// Like [`ActionStack`], but with one order only of commuting actions, for a [`CommutingSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Canonical;

impl<S: CommutingSpace> SuccessorSource<S> for Canonical {
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
        <ActionStack as SuccessorSource<S>>::next(pool, left)
    }

    #[inline]
    fn count(left: &Span) -> u64 {
        <ActionStack as SuccessorSource<S>>::count(left)
    }

    fn bytes(pool: &Vec<S::Action>) -> usize {
        <ActionStack as SuccessorSource<S>>::bytes(pool)
    }
}
