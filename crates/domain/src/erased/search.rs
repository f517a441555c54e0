//! A search of a typed space, wrapped for the erased space.

use std::sync::Arc;

use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{
    AnyResult, AnySearch, Cost, Detail, Event, Limits, Nearest, Observer, PathStep, Plan, Progress,
    Search, SearchReport, SkippedCounts, StateSpace, UnwatchedSearch,
};

use super::key::{ErasedAction, StateKey};
use super::space::Erased;

/// A search compiled for the space `S` itself.
pub enum TypedSearch<S: StateSpace> {
    /// Compiled once for watched and unwatched runs.
    Any(Box<dyn AnySearch<S>>),
    /// Compiled for unwatched runs only.
    Unwatched(Box<dyn UnwatchedSearch<S>>),
}

impl<S: StateSpace> TypedSearch<S> {
    /// `search`, compiled for watched and unwatched runs.
    pub fn any(search: impl Search<S> + 'static) -> Self {
        Self::Any(Box::new(search))
    }

    /// `search`, compiled for unwatched runs.
    pub fn unwatched(search: impl Search<S> + 'static) -> Self {
        Self::Unwatched(Box::new(search))
    }

    fn result(&self) -> &dyn AnyResult<S> {
        match self {
            Self::Any(search) => &**search,
            Self::Unwatched(search) => &**search,
        }
    }
}

/// A search compiled for the space `S` itself, presented as a search of its erased form.
///
/// Observers of one that is compiled for unwatched runs hear nothing: see [`Relay`].
pub struct ErasedSearch<S: StateSpace> {
    space: Arc<S>,
    search: TypedSearch<S>,
}

impl<S: StateSpace<Action: ActionCode>> ErasedSearch<S> {
    /// Wraps `search`, a search of `space`.
    pub fn new(space: Arc<S>, search: TypedSearch<S>) -> Self {
        Self { space, search }
    }
}

fn erased<A: ActionCode, C>(plan: Plan<A, C>) -> Plan<ErasedAction, C> {
    let actions = plan.actions.into_iter().map(ErasedAction::new).collect();
    Plan { actions, cost: plan.cost }
}

impl<S, K> AnyResult<Erased<K, S::Cost>> for ErasedSearch<S>
where
    S: StateSpace<Packed: ToKey<K>, Action: ActionCode>,
    K: StateKey,
{
    fn report_any(&self) -> SearchReport<ErasedAction, S::Cost> {
        let SearchReport { plan, lower_bound, termination, statistics, .. } =
            self.search.result().report_any();
        SearchReport::new(plan.map(erased), lower_bound, termination, statistics)
    }

    fn nearest_any(&self) -> Option<Nearest<ErasedAction, S::Cost>> {
        let Nearest { plan, estimate, .. } = self.search.result().nearest_any()?;
        Some(Nearest::new(erased(plan), estimate))
    }

    fn solutions_any(&self) -> Vec<Plan<ErasedAction, S::Cost>> {
        self.search.result().solutions_any().into_iter().map(erased).collect()
    }

    fn saved_any(&self) -> Option<Vec<u8>> {
        self.search.result().saved_any()
    }
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
        match &mut self.search {
            TypedSearch::Any(search) => {
                let mut observer = Translator { space: &*self.space, observer };
                search.advance_any(limits, &mut observer)
            }
            TypedSearch::Unwatched(search) => search.advance_plainly(limits),
        }
    }

    fn advance_unwatched(&mut self, limits: &Limits) -> Progress {
        match &mut self.search {
            TypedSearch::Any(search) => search.advance_unwatched(limits),
            TypedSearch::Unwatched(search) => search.advance_plainly(limits),
        }
    }
}

/// One search in two forms: compiled for its space as long as nobody watches, and from then on
/// that of the erased space, which takes the same steps.
pub struct Relay<K, C: Cost> {
    unwatched: Box<dyn AnySearch<Erased<K, C>>>,
    watched: Box<dyn AnySearch<Erased<K, C>>>,
    is_watched: bool,
    /// How the search ended before it was watched.
    done: Option<Progress>,
}

impl<K: StateKey, C: Cost> Relay<K, C> {
    /// Two forms of one search, both at its beginning.
    pub fn new(
        unwatched: Box<dyn AnySearch<Erased<K, C>>>,
        watched: Box<dyn AnySearch<Erased<K, C>>>,
    ) -> Self {
        Self { unwatched, watched, is_watched: false, done: None }
    }

    fn current(&self) -> &dyn AnySearch<Erased<K, C>> {
        if self.is_watched { &*self.watched } else { &*self.unwatched }
    }
}

impl<K: StateKey, C: Cost> AnyResult<Erased<K, C>> for Relay<K, C> {
    fn report_any(&self) -> SearchReport<ErasedAction, C> {
        self.current().report_any()
    }

    fn nearest_any(&self) -> Option<Nearest<ErasedAction, C>> {
        self.current().nearest_any()
    }

    fn solutions_any(&self) -> Vec<Plan<ErasedAction, C>> {
        self.current().solutions_any()
    }

    fn saved_any(&self) -> Option<Vec<u8>> {
        self.current().saved_any()
    }
}

impl<K: StateKey, C: Cost> AnySearch<Erased<K, C>> for Relay<K, C> {
    fn advance_any(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer<Erased<K, C>>,
    ) -> Progress {
        if let Some(done) = self.done {
            return done;
        }
        let expanded = self.unwatched.report_any().statistics.expanded;
        if !std::mem::replace(&mut self.is_watched, true) && expanded > 0 {
            let mut so_far = limits.clone().with_nodes(expanded);
            so_far.time = None;
            let _ = self.watched.advance_unwatched(&so_far);
        }
        self.watched.advance_any(limits, observer)
    }

    fn advance_unwatched(&mut self, limits: &Limits) -> Progress {
        if self.is_watched {
            return self.watched.advance_unwatched(limits);
        }
        let progress = self.unwatched.advance_unwatched(limits);
        self.done = matches!(progress, Progress::Done(_)).then_some(progress);
        progress
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
            _ => None,
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
            _ => return,
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
