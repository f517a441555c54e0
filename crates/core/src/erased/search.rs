//! A search of a typed space, wrapped for the erased space.

use std::sync::Arc;

use super::key::{ActionCode, ErasedAction, StateKey, ToKey};
use super::space::Erased;
use crate::event::{Detail, Event};
use crate::limits::Limits;
use crate::observe::Observer;
use crate::path_step::PathStep;
use crate::report::{Nearest, Plan, SearchReport};
use crate::search::{AnySearch, Progress, UnwatchedSearch};
use crate::skipped_counts::SkippedCounts;
use crate::space::StateSpace;

/// A search compiled for the space `S` itself, presented as a search of its erased form.
pub struct ErasedSearch<S: StateSpace> {
    space: Arc<S>,
    search: Inner<S>,
}

enum Inner<S: StateSpace> {
    Once(Box<dyn AnySearch<S>>),
    Twice(Box<dyn UnwatchedSearch<S>>),
}

impl<S: StateSpace> Inner<S> {
    fn get(&self) -> &dyn AnySearch<S> {
        match self {
            Self::Once(search) => &**search,
            Self::Twice(search) => &**search,
        }
    }

    fn get_mut(&mut self) -> &mut dyn AnySearch<S> {
        match self {
            Self::Once(search) => &mut **search,
            Self::Twice(search) => &mut **search,
        }
    }
}

impl<S: StateSpace<Action: ActionCode>> ErasedSearch<S> {
    /// Wraps `search`, a search of `space`.
    pub fn new(space: Arc<S>, search: Box<dyn AnySearch<S>>) -> Self {
        Self { space, search: Inner::Once(search) }
    }

    /// The same, for a search with a fast form for runs that nobody watches.
    pub fn unwatched(space: Arc<S>, search: Box<dyn UnwatchedSearch<S>>) -> Self {
        Self { space, search: Inner::Twice(search) }
    }
}

fn erased<A: ActionCode, C>(plan: Plan<A, C>) -> Plan<ErasedAction, C> {
    let actions = plan.actions.into_iter().map(ErasedAction::new).collect();
    Plan { actions, cost: plan.cost }
}

impl<S, K> AnySearch<Erased<K, S::Cost>> for ErasedSearch<S>
where
    S: StateSpace<Packed: ToKey<K>, Action: ActionCode>,
    K: StateKey,
{
    fn advance_any(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer<Erased<K, S::Cost>>,
    ) -> Progress {
        let mut observer = Translator { space: &*self.space, observer };
        self.search.get_mut().advance_any(limits, &mut observer)
    }

    fn advance_unwatched(&mut self, limits: &Limits) -> Progress {
        match &mut self.search {
            Inner::Once(search) => search.advance_unwatched(limits),
            Inner::Twice(search) => search.advance_plainly(limits),
        }
    }

    fn report_any(&self) -> SearchReport<ErasedAction, S::Cost> {
        let SearchReport { plan, lower_bound, termination, statistics } =
            self.search.get().report_any();
        SearchReport::new(plan.map(erased), lower_bound, termination, statistics)
    }

    fn nearest_any(&self) -> Option<Nearest<ErasedAction, S::Cost>> {
        let Nearest { path, estimate } = self.search.get().nearest_any()?;
        Some(Nearest::new(erased(path), estimate))
    }

    fn solutions_any(&self) -> Vec<Plan<ErasedAction, S::Cost>> {
        self.search.get().solutions_any().into_iter().map(erased).collect()
    }

    fn saved_any(&self) -> Option<Vec<u8>> {
        self.search.get().saved_any()
    }
}

/// Translates the events of a typed space for an observer of the erased space.
struct Translator<'a, S, K: StateKey>
where
    S: StateSpace,
{
    space: &'a S,
    observer: &'a mut dyn Observer<Erased<K, S::Cost>>,
}

impl<S, K> Translator<'_, S, K>
where
    S: StateSpace<Packed: ToKey<K>, Action: ActionCode>,
    K: StateKey,
{
    fn key(&self, state: &S::State) -> K {
        self.space.pack(state).to_key()
    }

    /// Delivers `event` in its erased form.
    fn told(
        &mut self,
        event: Event<'_, S>,
        tell: impl FnOnce(&mut dyn Observer<Erased<K, S::Cost>>, Event<'_, Erased<K, S::Cost>>),
    ) {
        let key = match event {
            Event::Generated { state, .. }
            | Event::Expanded { state, .. }
            | Event::Duplicate { state }
            | Event::Reopened { state }
            | Event::Pruned { state, .. }
            | Event::Backtracked { state } => Some(self.key(state)),
            Event::Iteration(_) | Event::LowerBound(_) | Event::Solution(_) => None,
        };
        let event = match (event, &key) {
            (Event::Generated { action, g, h, .. }, Some(state)) => {
                Event::Generated { state, action: action.map(ErasedAction::new), g, h }
            }
            (Event::Expanded { g, .. }, Some(state)) => Event::Expanded { state, g },
            (Event::Duplicate { .. }, Some(state)) => Event::Duplicate { state },
            (Event::Reopened { .. }, Some(state)) => Event::Reopened { state },
            (Event::Pruned { reason, .. }, Some(state)) => Event::Pruned { state, reason },
            (Event::Backtracked { .. }, Some(state)) => Event::Backtracked { state },
            (Event::Iteration(measure), _) => Event::Iteration(measure),
            (Event::LowerBound(bound), _) => Event::LowerBound(bound),
            (Event::Solution(cost), _) => Event::Solution(cost),
            (_, None) => return,
        };
        tell(self.observer, event);
    }
}

impl<S, K> Observer<S> for Translator<'_, S, K>
where
    S: StateSpace<Packed: ToKey<K>, Action: ActionCode>,
    K: StateKey,
{
    fn observe(&mut self, event: Event<'_, S>) {
        self.told(event, |observer, event| observer.observe(event));
    }

    fn observe_numbered(
        &mut self,
        event: Event<'_, S>,
        number: u32,
        parent: Option<(&S::State, u32)>,
    ) {
        let parent = parent.map(|(state, number)| (self.key(state), number));
        self.told(event, |observer, event| {
            let parent = parent.as_ref().map(|(key, number)| (key, *number));
            observer.observe_numbered(event, number, parent);
        });
    }

    fn takes_log(&self) -> bool {
        self.observer.takes_log()
    }

    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        let erased = |step: &PathStep<S::Action, S::Cost>| {
            let &PathStep { kind, reason, action, g, h, then_left } = step;
            PathStep { kind, reason, action: action.map(ErasedAction::new), g, h, then_left }
        };
        self.observer.take_log(&steps.iter().map(erased).collect::<Vec<_>>());
    }

    fn detail(&self) -> Detail {
        self.observer.detail()
    }

    fn accept_cost_unit(&mut self, unit: f64) -> bool {
        self.observer.accept_cost_unit(unit)
    }

    fn take_skipped(&mut self, skipped: &SkippedCounts) {
        self.observer.take_skipped(skipped);
    }
}
