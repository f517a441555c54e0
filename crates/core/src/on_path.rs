//! Reports of a search along one path.

use crate::event::{Detail, Event, Pruning, Vocabulary};
use crate::observe::Observer;
use crate::path_step::{PathStep, PathStepKind};

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
    g: S::Cost,
    h: S::Cost,
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
