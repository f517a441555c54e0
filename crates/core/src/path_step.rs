//! The steps of a search along one path, without states.

use crate::cost::Cost;
use crate::event::{Event, Pruning, Vocabulary};

/// A step of a search along one path, without the states: whoever knows the rules has them
/// from the actions. See [`Observer::take_log`](crate::Observer::take_log).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep<A, C> {
    /// What was done.
    pub kind: PathStepKind,
    /// Why the search goes no farther, if it does not; else nothing.
    pub reason: Pruning,
    /// How the state was reached, if it is one just generated.
    pub action: Option<A>,
    /// Cost of the path to it; of what was not just generated, nothing.
    pub g: C,
    /// Its estimated cost to a goal, likewise.
    pub h: C,
    /// How many times the end of the path was left after that.
    pub then_left: u32,
}

/// What was done in a [`PathStep`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PathStepKind {
    /// The search begins at the initial state, which is the root of the path.
    Root,
    /// A successor of the end of the path was generated.
    Generated,
    /// The same, and it was expanded: it is the end of the path now.
    Entered,
    /// The same, but the search goes no farther, and left it.
    Cut,
    /// What was generated last, or else the root, is expanded: it is the end of the path now.
    Expanded,
    /// From what was generated last the search goes no farther, and left it.
    Pruned,
    /// Nothing: for what is left after that.
    Nothing,
}

impl<A, C: Cost> PathStep<A, C> {
    /// A step that is not about a state just generated.
    #[inline(always)]
    pub const fn of(kind: PathStepKind) -> Self {
        let (g, h) = (C::ZERO, C::ZERO);
        Self { kind, reason: Pruning::Bound, action: None, g, h, then_left: 0 }
    }

    /// The step along a path that an event stands for, if it stands for one.
    #[inline(always)]
    pub fn from_event<S>(event: &Event<'_, S>) -> Option<Self>
    where
        S: Vocabulary<Action = A, Cost = C> + ?Sized,
        A: Copy,
    {
        match *event {
            Event::Generated { action, g, h, .. } => {
                let kind = match action {
                    Some(_) => PathStepKind::Generated,
                    None => PathStepKind::Root,
                };
                Some(Self { action, g, h, ..Self::of(kind) })
            }
            Event::Expanded { .. } => Some(Self::of(PathStepKind::Expanded)),
            Event::Backtracked { .. } => {
                Some(Self { then_left: 1, ..Self::of(PathStepKind::Nothing) })
            }
            _ => None,
        }
    }
}
