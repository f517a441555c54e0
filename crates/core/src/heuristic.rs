//! Estimates of the cost to the nearest goal.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::sync::Arc;

pub use crate::closure_heuristic::{FromFn, admissible, consistent};
use crate::cost::Cost;
use crate::space::StateSpace;

/// What the author of a heuristic promises. The test kit checks it; solvers rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Admissible: never more than the true cost, so that solutions are optimal.
    pub admissible: bool,
    /// Consistent: never drops by more than the action's cost, and zero at goals; no reopening
    /// is needed.
    pub consistent: bool,
    /// Safe: an infinite estimate proves a dead end.
    pub safe: bool,
}

impl Guarantees {
    /// Consistent, hence admissible and safe.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true, safe: true };
    /// Admissible, hence safe, but not consistent: an expanded state may be reached again by a
    /// better path.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false, safe: true };
    /// No guarantee.
    pub const NONE: Self = Self { admissible: false, consistent: false, safe: false };
}

/// Estimates the cost from a state to the nearest goal.
///
/// A plain heuristic sets `type Memo = ();` and implements [`Heuristic::guarantees`] and
/// [`Heuristic::estimate`]. The other methods only make searches faster:
///
/// * [`Heuristic::estimate_successor`] if a child's estimate can be computed from its parent:
///   depth-first searches then cut off a child without generating its state, which saves most of
///   their time;
/// * [`Heuristic::child`] if it is easier to compute from the child's state;
/// * a `Memo` and [`Heuristic::root`] if the parent's estimate alone is not enough.
///
/// Their estimate and memo must equal those that `root` computes for the child.
///
/// [`admissible`] and [`consistent`] make a heuristic of a closure.
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, NoHeuristic, Guarantees, Heuristic, Limits};
/// # use tremaux::StateSpace;
/// # struct Numbers;
/// # impl StateSpace for Numbers {
/// #     type State = u32;
/// #     type Packed = u32;
/// #     type Action = u32;
/// #     type Cost = u32;
/// #     fn initial_state(&self) -> u32 { 1 }
/// #     fn is_goal(&self, &number: &u32) -> bool { number == 100 }
/// #     fn actions(&self, &number: &u32, actions: &mut Vec<u32>) {
/// #         actions.extend([number, 1].into_iter().filter(|add| number + add <= 100));
/// #     }
/// #     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
/// #     fn apply(&self, number: &mut u32, add: u32) { *number += add; }
/// #     fn pack(&self, &number: &u32) -> u32 { number }
/// #     fn unpack(&self, &number: &u32) -> u32 { number }
/// # }
///
/// /// From a number to 100, each action at most doubles it.
/// struct Doublings;
///
/// impl Heuristic<Numbers> for Doublings {
///     type Memo = ();
///
///     fn guarantees(&self) -> Guarantees {
///         Guarantees::CONSISTENT
///     }
///     fn estimate(&self, _: &Numbers, &number: &u32) -> u32 {
///         100_u32.div_ceil(number).next_power_of_two().ilog2()
///     }
/// }
///
/// let (a_star, limits) = (BestFirst::a_star(), Limits::default());
/// let with = a_star.solve(&Numbers, Doublings, &limits, &mut ());
/// let without = a_star.solve(&Numbers, NoHeuristic, &limits, &mut ());
/// assert_eq!((with.lower_bound, without.lower_bound), (8, 8));
/// assert!(with.statistics.expanded < without.statistics.expanded);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a heuristic for `{S}`",
    label = "not a heuristic",
    note = "use `tremaux::NoHeuristic`, or make a heuristic of a closure from a state to a cost: \
            `tremaux::search::admissible(|state: &State| …)`"
)]
pub trait Heuristic<S: StateSpace + ?Sized> {
    /// What the heuristic stores about a state besides the estimate; `()` if nothing.
    ///
    /// Searches keep a memo for each state on a path, but not for states in a table: for those,
    /// `root` recomputes it at each expansion.
    type Memo: Clone + Default + 'static;

    /// The guarantees of this heuristic.
    fn guarantees(&self) -> Guarantees;

    /// The estimate for `state`. [`Cost::INFINITY`] means a dead end; an estimate that is merely
    /// too large for the type is [`Cost::LARGEST`].
    fn estimate(&self, space: &S, state: &S::State) -> S::Cost;

    /// The bytes of the tables in which it looks estimates up, mapped from a file or not. They
    /// count towards a memory limit.
    fn table_bytes(&self) -> usize {
        0
    }

    /// The estimate and the memo for `state`, computed from scratch.
    #[inline]
    fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
        (self.estimate(space, state), Self::Memo::default())
    }

    /// The memo for a state whose estimate `h` is known, computed from scratch.
    #[inline]
    fn memo(&self, space: &S, state: &S::State, h: S::Cost) -> Self::Memo {
        let _ = h;
        if size_of::<Self::Memo>() == 0 { Self::Memo::default() } else { self.root(space, state).1 }
    }

    /// Like [`Heuristic::root`] for `child`, reached by `action` from a state with estimate
    /// `h` and memo `memo`.
    #[inline]
    fn child(
        &self,
        space: &S,
        h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, Self::Memo) {
        let _ = (h, memo, action);
        self.root(space, child)
    }

    /// Like [`Heuristic::child`], but computed from `parent` without applying `action`. Returns
    /// `None` if that would be no cheaper; a heuristic returns `None` either always or never.
    #[inline]
    fn estimate_successor(
        &self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let _ = (space, parent, h, memo, action);
        None
    }

    /// Like [`Heuristic::estimate_successor`], but may stop as soon as an estimate is too much: the
    /// search then cuts the successor off and does not use its memo.
    #[inline]
    fn estimate_successor_until(
        &self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
        is_too_much: &dyn Fn(S::Cost) -> bool,
    ) -> Option<(S::Cost, Self::Memo)> {
        let _ = is_too_much;
        self.estimate_successor(space, parent, h, memo, action)
    }

    /// Prefetches the memory that the estimates of the successors of a state with this memo will
    /// read: a search calls this before it asks for the first. By default, it does nothing.
    #[inline]
    fn prefetch_successors(&self, memo: &Self::Memo) {
        let _ = memo;
    }
}

macro_rules! impl_heuristic_for_pointer {
    ($($pointer:ty),*) => {$(
        impl<S: StateSpace + ?Sized, H: Heuristic<S> + ?Sized> Heuristic<S> for $pointer {
            type Memo = H::Memo;

            fn guarantees(&self) -> Guarantees {
                (**self).guarantees()
            }

            fn table_bytes(&self) -> usize {
                (**self).table_bytes()
            }

            #[inline]
            fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
                (**self).estimate(space, state)
            }

            #[inline]
            fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
                (**self).root(space, state)
            }

            #[inline]
            fn memo(&self, space: &S, state: &S::State, h: S::Cost) -> Self::Memo {
                (**self).memo(space, state, h)
            }

            #[inline]
            fn child(
                &self,
                space: &S,
                h: S::Cost,
                memo: &Self::Memo,
                action: S::Action,
                child: &S::State,
            ) -> (S::Cost, Self::Memo) {
                (**self).child(space, h, memo, action, child)
            }

            #[inline]
            fn estimate_successor(
                &self,
                space: &S,
                parent: &S::State,
                h: S::Cost,
                memo: &Self::Memo,
                action: S::Action,
            ) -> Option<(S::Cost, Self::Memo)> {
                (**self).estimate_successor(space, parent, h, memo, action)
            }

            #[inline]
            fn estimate_successor_until(
                &self,
                space: &S,
                parent: &S::State,
                h: S::Cost,
                memo: &Self::Memo,
                action: S::Action,
                is_too_much: &dyn Fn(S::Cost) -> bool,
            ) -> Option<(S::Cost, Self::Memo)> {
                (**self).estimate_successor_until(space, parent, h, memo, action, is_too_much)
            }

            #[inline]
            fn prefetch_successors(&self, memo: &Self::Memo) {
                (**self).prefetch_successors(memo);
            }
        }
    )*};
}

impl_heuristic_for_pointer!(&H, Box<H>, std::rc::Rc<H>, std::sync::Arc<H>);

/// Any heuristic of `S`, whatever its memo, as a trait object: for heuristics chosen by name.
///
/// Implemented for every [`Heuristic`]. To search with one, start a [`Session`].
pub trait AnyHeuristic<S: StateSpace + ?Sized>: Send + Sync {
    /// [`Heuristic::guarantees`].
    fn guarantees_any(&self) -> Guarantees;
    /// [`Heuristic::table_bytes`].
    fn table_bytes_any(&self) -> usize;
    /// [`Heuristic::estimate`].
    fn estimate_any(&self, space: &S, state: &S::State) -> S::Cost;
    /// A stack of the memos along one path.
    fn trail(self: Arc<Self>) -> Box<dyn Trail<S>>
    where
        Self: 'static;
}

/// The memos along one path, behind a trait object. Only [`Session`] needs it.
pub trait Trail<S: StateSpace + ?Sized> {
    /// Whether the heuristic has memos: without, [`Trail::memo`] does nothing.
    fn keeps_memos(&self) -> bool;
    /// [`Heuristic::root`]; stores the memo at depth 0.
    fn root(&mut self, space: &S, state: &S::State) -> S::Cost;
    /// [`Heuristic::memo`]; stores it at depth 0.
    fn memo(&mut self, space: &S, state: &S::State, h: S::Cost);
    /// [`Heuristic::child`]; reads the memo at `depth` and stores the child's at the next depth.
    fn child(
        &mut self,
        space: &S,
        h: S::Cost,
        depth: u32,
        action: S::Action,
        child: &S::State,
    ) -> S::Cost;
    /// [`Heuristic::estimate_successor`]; reads the memo at `depth` and stores the successor's
    /// at the next depth.
    fn estimate_successor(
        &mut self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        depth: u32,
        action: S::Action,
    ) -> Option<S::Cost>;
}

impl<S: StateSpace + ?Sized, H: Heuristic<S> + Send + Sync> AnyHeuristic<S> for H {
    fn guarantees_any(&self) -> Guarantees {
        self.guarantees()
    }

    fn table_bytes_any(&self) -> usize {
        self.table_bytes()
    }

    fn estimate_any(&self, space: &S, state: &S::State) -> S::Cost {
        self.estimate(space, state)
    }

    fn trail(self: Arc<Self>) -> Box<dyn Trail<S>>
    where
        Self: 'static,
    {
        Box::new(MemoStack { heuristic: self, memos: vec![H::Memo::default()] })
    }
}

/// A heuristic and its memos by depth.
struct MemoStack<H, M> {
    heuristic: H,
    memos: Vec<M>,
}

impl<H, M> MemoStack<H, M> {
    #[inline]
    fn set(&mut self, depth: usize, memo: M) {
        match self.memos.get_mut(depth) {
            Some(place) => *place = memo,
            None => self.memos.push(memo),
        }
    }
}

impl<S, H> Trail<S> for MemoStack<H, H::Memo>
where
    S: StateSpace + ?Sized,
    H: Heuristic<S>,
{
    fn keeps_memos(&self) -> bool {
        size_of::<H::Memo>() > 0
    }

    fn root(&mut self, space: &S, state: &S::State) -> S::Cost {
        let (h, memo) = self.heuristic.root(space, state);
        self.set(0, memo);
        h
    }

    fn memo(&mut self, space: &S, state: &S::State, h: S::Cost) {
        let memo = self.heuristic.memo(space, state, h);
        self.set(0, memo);
    }

    fn child(
        &mut self,
        space: &S,
        h: S::Cost,
        depth: u32,
        action: S::Action,
        child: &S::State,
    ) -> S::Cost {
        let memo = &self.memos[depth as usize];
        let (h, memo) = self.heuristic.child(space, h, memo, action, child);
        self.set(depth as usize + 1, memo);
        h
    }

    fn estimate_successor(
        &mut self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        depth: u32,
        action: S::Action,
    ) -> Option<S::Cost> {
        let memo = &self.memos[depth as usize];
        let (h, memo) = self.heuristic.estimate_successor(space, parent, h, memo, action)?;
        self.set(depth as usize + 1, memo);
        Some(h)
    }
}

/// An [`AnyHeuristic`] in use by one search.
///
/// Its memo is a depth: the memos of the heuristic itself are stored here, one for each state of
/// the path, which avoids generic types and allocations. This works for every search that
/// finishes with a child before it takes the next one, as all searches of this library do.
pub struct Session<S: StateSpace + ?Sized> {
    heuristic: Arc<dyn AnyHeuristic<S>>,
    trail: RefCell<Box<dyn Trail<S>>>,
}

impl<S: StateSpace + ?Sized + 'static> Session<S> {
    /// A session of `heuristic` for one search.
    pub fn new(heuristic: Arc<dyn AnyHeuristic<S>>) -> Self {
        let trail = Arc::clone(&heuristic).trail();
        Self::on(heuristic, trail)
    }

    /// A session of `heuristic`, which computes the same estimates along `trail`.
    pub fn on(heuristic: Arc<dyn AnyHeuristic<S>>, trail: Box<dyn Trail<S>>) -> Self {
        Self { heuristic, trail: RefCell::new(trail) }
    }

    /// The heuristic.
    pub fn heuristic(&self) -> &Arc<dyn AnyHeuristic<S>> {
        &self.heuristic
    }
}

impl<S: StateSpace + ?Sized> Heuristic<S> for Session<S> {
    type Memo = u32;

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees_any()
    }

    fn table_bytes(&self) -> usize {
        self.heuristic.table_bytes_any()
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.heuristic.estimate_any(space, state)
    }

    fn root(&self, space: &S, state: &S::State) -> (S::Cost, u32) {
        (self.trail.borrow_mut().root(space, state), 0)
    }

    fn memo(&self, space: &S, state: &S::State, h: S::Cost) -> u32 {
        self.trail.borrow_mut().memo(space, state, h);
        0
    }

    #[inline]
    fn child(
        &self,
        space: &S,
        h: S::Cost,
        &depth: &u32,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, u32) {
        (self.trail.borrow_mut().child(space, h, depth, action, child), depth + 1)
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        &depth: &u32,
        action: S::Action,
    ) -> Option<(S::Cost, u32)> {
        let h = self.trail.borrow_mut().estimate_successor(space, parent, h, depth, action)?;
        Some((h, depth + 1))
    }
}

/// The maximum of two heuristics.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<S, A, B> Heuristic<S> for Max<A, B>
where
    S: StateSpace + ?Sized,
    A: Heuristic<S>,
    B: Heuristic<S>,
{
    type Memo = (S::Cost, A::Memo, S::Cost, B::Memo);

    fn guarantees(&self) -> Guarantees {
        let (a, b) = (self.0.guarantees(), self.1.guarantees());
        Guarantees {
            admissible: a.admissible && b.admissible,
            consistent: a.consistent && b.consistent,
            safe: a.safe && b.safe,
        }
    }

    fn table_bytes(&self) -> usize {
        self.0.table_bytes() + self.1.table_bytes()
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.0.estimate(space, state).max(self.1.estimate(space, state))
    }

    fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
        let ((a, for_a), (b, for_b)) = (self.0.root(space, state), self.1.root(space, state));
        (a.max(b), (a, for_a, b, for_b))
    }

    #[inline]
    fn child(
        &self,
        space: &S,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, Self::Memo) {
        let (a, for_a) = self.0.child(space, memo.0, &memo.1, action, child);
        let (b, for_b) = self.1.child(space, memo.2, &memo.3, action, child);
        (a.max(b), (a, for_a, b, for_b))
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let (a, for_a) = self.0.estimate_successor(space, parent, memo.0, &memo.1, action)?;
        let (b, for_b) = self.1.estimate_successor(space, parent, memo.2, &memo.3, action)?;
        Some((a.max(b), (a, for_a, b, for_b)))
    }
}

/// A heuristic times a fraction, rounded down by [`Cost::scaled`].
///
/// With a factor of at most one, it stays admissible and, for integer costs, consistent; for
/// float costs it is consistent up to rounding errors. With a factor above one, it is neither.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<H> {
    heuristic: H,
    numerator: u32,
    denominator: NonZeroU32,
}

impl<H> Scaled<H> {
    /// `heuristic` times `numerator / denominator`.
    pub const fn new(heuristic: H, numerator: u32, denominator: NonZeroU32) -> Self {
        Self { heuristic, numerator, denominator }
    }
}

impl<S: StateSpace + ?Sized, H: Heuristic<S>> Heuristic<S> for Scaled<H> {
    /// The unscaled estimate and its memo.
    type Memo = (S::Cost, H::Memo);

    fn guarantees(&self) -> Guarantees {
        let own = self.heuristic.guarantees();
        let is_less = self.numerator <= self.denominator.get();
        Guarantees {
            admissible: own.admissible && is_less,
            consistent: own.consistent && is_less,
            safe: own.safe,
        }
    }

    fn table_bytes(&self) -> usize {
        self.heuristic.table_bytes()
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.heuristic.estimate(space, state).scaled(self.numerator, self.denominator)
    }

    fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
        let (h, memo) = self.heuristic.root(space, state);
        (h.scaled(self.numerator, self.denominator), (h, memo))
    }

    #[inline]
    fn child(
        &self,
        space: &S,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, Self::Memo) {
        let (h, memo) = self.heuristic.child(space, memo.0, &memo.1, action, child);
        (h.scaled(self.numerator, self.denominator), (h, memo))
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let (h, memo) =
            self.heuristic.estimate_successor(space, parent, memo.0, &memo.1, action)?;
        Some((h.scaled(self.numerator, self.denominator), (h, memo)))
    }
}

/// The blind heuristic: zero everywhere.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NoHeuristic;

impl<S: StateSpace + ?Sized> Heuristic<S> for NoHeuristic {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &S, _state: &S::State) -> S::Cost {
        S::Cost::ZERO
    }
}
