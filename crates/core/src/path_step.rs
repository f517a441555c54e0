//! The steps of a search along one path, without states.

use crate::cost::Cost;
use crate::observe::{Detail, Event, Observer, Pruning, Vocabulary};

/// A step of a search along one path, without the states: whoever knows the rules has them
/// from the actions. See [`Observer::take_log`].
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

/// Reports an event of a search along one path: what is generated hangs from the end of the path,
/// what is expanded was generated last or is the root, and what is left is the end of the path.
#[inline(always)]
pub fn observe_on_path<S, O>(observer: &mut O, event: Event<'_, S>)
where
    S: Vocabulary + ?Sized,
    O: Observer<S> + ?Sized,
{
    if observer.takes_log()
        && let Some(step) = PathStep::from_event(&event)
    {
        observer.take_log(&[step]);
    } else {
        observer.observe(event);
    }
}

/// Reports that a search along one path goes no farther from `state`, which it generated last, and
/// leaves it.
#[inline(always)]
pub fn prune_on_path<S, O>(observer: &mut O, state: &S::State, reason: Pruning)
where
    S: Vocabulary + ?Sized,
    O: Observer<S> + ?Sized,
{
    if observer.takes_log() {
        observer.take_log(&[PathStep { reason, ..PathStep::of(PathStepKind::Pruned) }]);
    } else {
        observer.observe(Event::Pruned { state, reason });
        observer.observe(Event::Backtracked { state });
    }
}

/// Reports that the successor of the path's end by `action` is generated, pruned and left. Returns
/// false if the observer needs the state: then the search makes the state, and reports three
/// events.
#[inline(always)]
pub fn cut_on_path<S, O>(
    observer: &mut O,
    action: S::Action,
    (g, h): (S::Cost, S::Cost),
    reason: Pruning,
) -> bool
where
    S: Vocabulary + ?Sized,
    O: Observer<S> + ?Sized,
{
    if observer.takes_log() {
        let cut = PathStep::of(PathStepKind::Cut);
        observer.take_log(&[PathStep { reason, action: Some(action), g, h, ..cut }]);
        return true;
    }
    observer.detail() == Detail::Nothing
}
