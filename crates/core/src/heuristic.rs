//! Estimates of the cost to the nearest goal.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::cost::Cost;
use crate::space::StateSpace;

/// What the author of a heuristic promises. The test kit checks it; solvers rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Never more than the true cost: solutions are optimal.
    pub admissible: bool,
    /// Never drops by more than the action's cost, and zero at goals: no reopening is
    /// needed.
    pub consistent: bool,
    /// An infinite estimate is proof of a dead end.
    pub safe: bool,
}

impl Guarantees {
    /// Consistent, hence admissible and safe.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true, safe: true };
    /// Admissible, hence safe, but a better path may reach an expanded state.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false, safe: true };
    /// No promise at all.
    pub const NONE: Self = Self { admissible: false, consistent: false, safe: false };
}

/// Estimates the cost from a state to the nearest goal.
///
/// A plain heuristic says `type Memo = ();` and gives [`Heuristic::guarantees`] and
/// [`Heuristic::estimate`]: no more is needed anywhere. All else is speed:
///
/// * [`Heuristic::ahead`] where a child's estimate follows from its parent: depth-first
///   searches then cut a child without ever making it, which is most of what they do;
/// * [`Heuristic::child`] where it is easier to tell from the child;
/// * a `Memo` and [`Heuristic::root`] where the parent's estimate alone does not do.
///
/// What they give must equal what `root` gives for the child, estimate and memo.
pub trait Heuristic<S: StateSpace + ?Sized> {
    /// What it remembers of a state besides the estimate; `()` if nothing.
    ///
    /// Searches keep one for each state on a path, and none for states in a table: there
    /// `root` makes it again once an expansion.
    type Memo: Clone + Default + 'static;

    /// What this heuristic promises.
    fn guarantees(&self) -> Guarantees;

    /// The estimate for `state`. [`Cost::INFINITY`] marks a dead end.
    fn estimate(&self, space: &S, state: &S::State) -> S::Cost;

    /// The estimate for `state` and what to remember of it, from scratch.
    #[inline]
    fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
        (self.estimate(space, state), Self::Memo::default())
    }

    /// What to remember of a state whose estimate `h` is known, from scratch.
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

    /// Like [`Heuristic::child`], but for the state that `action` leads to from `parent`,
    /// without going there. `None`, always or never, if that is no cheaper.
    #[inline]
    fn ahead(
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
}

macro_rules! impl_heuristic_for_pointer {
    ($($pointer:ty),*) => {$(
        impl<S: StateSpace + ?Sized, H: Heuristic<S> + ?Sized> Heuristic<S> for $pointer {
            type Memo = H::Memo;

            fn guarantees(&self) -> Guarantees {
                (**self).guarantees()
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
            fn ahead(
                &self,
                space: &S,
                parent: &S::State,
                h: S::Cost,
                memo: &Self::Memo,
                action: S::Action,
            ) -> Option<(S::Cost, Self::Memo)> {
                (**self).ahead(space, parent, h, memo, action)
            }
        }
    )*};
}

impl_heuristic_for_pointer!(&H, Box<H>, std::rc::Rc<H>, std::sync::Arc<H>);

/// Any heuristic of `S`, whatever it remembers, as a trait object: to be chosen by name.
///
/// Implemented for every [`Heuristic`]. To search with one, start a [`Session`].
pub trait AnyHeuristic<S: StateSpace + ?Sized>: Send + Sync {
    /// [`Heuristic::guarantees`].
    fn guarantees_any(&self) -> Guarantees;
    /// [`Heuristic::estimate`].
    fn estimate_any(&self, space: &S, state: &S::State) -> S::Cost;
    /// A stack of what the heuristic remembers along one path.
    fn trail(&self) -> Box<dyn Trail<S> + '_>;
    /// [`AnyHeuristic::trail`] that shares the heuristic, for a search that is kept.
    fn shared_trail(self: Arc<Self>) -> Box<dyn Trail<S>>
    where
        Self: 'static;
}

/// The memos along one path, behind a trait object. Only [`Session`] needs it.
pub trait Trail<S: StateSpace + ?Sized> {
    /// [`Heuristic::root`], its memo kept at depth 0.
    fn root(&mut self, space: &S, state: &S::State) -> S::Cost;
    /// [`Heuristic::memo`], kept at depth 0.
    fn memo(&mut self, space: &S, state: &S::State, h: S::Cost);
    /// [`Heuristic::child`], from the memo at `depth` to that one deeper.
    fn child(
        &mut self,
        space: &S,
        h: S::Cost,
        depth: u32,
        action: S::Action,
        child: &S::State,
    ) -> S::Cost;
    /// [`Heuristic::ahead`], from the memo at `depth` to that one deeper.
    fn ahead(
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

    fn estimate_any(&self, space: &S, state: &S::State) -> S::Cost {
        self.estimate(space, state)
    }

    fn trail(&self) -> Box<dyn Trail<S> + '_> {
        Box::new(MemoStack { heuristic: self, memos: Vec::new() })
    }

    fn shared_trail(self: Arc<Self>) -> Box<dyn Trail<S>>
    where
        Self: 'static,
    {
        Box::new(MemoStack { heuristic: self, memos: Vec::new() })
    }
}

/// A heuristic, or a pointer to one, and its memos by depth.
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

    fn ahead(
        &mut self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        depth: u32,
        action: S::Action,
    ) -> Option<S::Cost> {
        let memo = &self.memos[depth as usize];
        let (h, memo) = self.heuristic.ahead(space, parent, h, memo, action)?;
        self.set(depth as usize + 1, memo);
        Some(h)
    }
}

/// An [`AnyHeuristic`] at work in one search.
///
/// Its memo is a depth: what the heuristic itself remembers stays here, one for each state
/// of the path, so that neither types nor allocations come between. That holds for every
/// search that is done with a child before it takes the next, as all here are.
pub struct Session<'a, S: StateSpace + ?Sized> {
    heuristic: &'a dyn AnyHeuristic<S>,
    trail: RefCell<Box<dyn Trail<S> + 'a>>,
}

impl<'a, S: StateSpace + ?Sized> Session<'a, S> {
    /// A heuristic at work in one search.
    #[must_use]
    pub fn new(heuristic: &'a dyn AnyHeuristic<S>) -> Self {
        Self { heuristic, trail: RefCell::new(heuristic.trail()) }
    }
}

impl<S: StateSpace + ?Sized> Heuristic<S> for Session<'_, S> {
    type Memo = u32;

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees_any()
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
    fn ahead(
        &self,
        space: &S,
        parent: &S::State,
        h: S::Cost,
        &depth: &u32,
        action: S::Action,
    ) -> Option<(S::Cost, u32)> {
        let h = self.trail.borrow_mut().ahead(space, parent, h, depth, action)?;
        Some((h, depth + 1))
    }
}

/// The greater of two heuristics, each remembering its own.
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
    fn ahead(
        &self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let (a, for_a) = self.0.ahead(space, parent, memo.0, &memo.1, action)?;
        let (b, for_b) = self.1.ahead(space, parent, memo.2, &memo.3, action)?;
        Some((a.max(b), (a, for_a, b, for_b)))
    }
}

/// The sum of two heuristics, each remembering its own.
///
/// Two admissible estimates may together be too much, so [`Sum::new`] promises neither
/// admissibility nor consistency. [`Sum::of_disjoint`] does, where the caller knows that no
/// cost is counted by both.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B> {
    first: A,
    second: B,
    is_disjoint: bool,
}

impl<A, B> Sum<A, B> {
    /// The sum of any two.
    pub const fn new(first: A, second: B) -> Self {
        Self { first, second, is_disjoint: false }
    }

    /// The sum of two that count the costs of different actions: what both promise holds.
    pub const fn of_disjoint(first: A, second: B) -> Self {
        Self { first, second, is_disjoint: true }
    }
}

impl<S, A, B> Heuristic<S> for Sum<A, B>
where
    S: StateSpace + ?Sized,
    A: Heuristic<S>,
    B: Heuristic<S>,
{
    type Memo = (S::Cost, A::Memo, S::Cost, B::Memo);

    fn guarantees(&self) -> Guarantees {
        let (a, b) = (self.first.guarantees(), self.second.guarantees());
        Guarantees {
            admissible: self.is_disjoint && a.admissible && b.admissible,
            consistent: self.is_disjoint && a.consistent && b.consistent,
            safe: a.safe && b.safe,
        }
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.first.estimate(space, state).plus(self.second.estimate(space, state))
    }

    fn root(&self, space: &S, state: &S::State) -> (S::Cost, Self::Memo) {
        let ((a, for_a), (b, for_b)) =
            (self.first.root(space, state), self.second.root(space, state));
        (a.plus(b), (a, for_a, b, for_b))
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
        let (a, for_a) = self.first.child(space, memo.0, &memo.1, action, child);
        let (b, for_b) = self.second.child(space, memo.2, &memo.3, action, child);
        (a.plus(b), (a, for_a, b, for_b))
    }

    #[inline]
    fn ahead(
        &self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let (a, for_a) = self.first.ahead(space, parent, memo.0, &memo.1, action)?;
        let (b, for_b) = self.second.ahead(space, parent, memo.2, &memo.3, action)?;
        Some((a.plus(b), (a, for_a, b, for_b)))
    }
}

/// A heuristic times a fraction, rounded down by [`Cost::scaled`].
///
/// By at most one it stays admissible and, where costs are integers, consistent; with float
/// costs consistent but for an error of rounding. By more than one it is neither.
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
    /// The estimate before it is scaled, and the memo of that.
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
    fn ahead(
        &self,
        space: &S,
        parent: &S::State,
        _h: S::Cost,
        memo: &Self::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, Self::Memo)> {
        let (h, memo) = self.heuristic.ahead(space, parent, memo.0, &memo.1, action)?;
        Some((h.scaled(self.numerator, self.denominator), (h, memo)))
    }
}

/// Knows nothing: zero everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: StateSpace + ?Sized> Heuristic<S> for Blind {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &S, _state: &S::State) -> S::Cost {
        S::Cost::ZERO
    }
}
