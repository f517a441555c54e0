//! Watching a search, for visualisation, logging and tests.

use crate::event::{Detail, Event, Vocabulary};
use crate::path_step::PathStep;
use crate::skipped_counts::SkippedCounts;

/// Receives the events of a search.
///
/// Only [`Observer::observe`] is required. The other methods are for observers that want more than
/// events, or that want to hear less for the sake of speed. `()` ignores everything; a search
/// monomorphized with it contains no trace of the calls.
/// [`from_fn`](crate::closure_observer::from_fn) makes an observer of a closure.
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, NoHeuristic, Event, Limits, Observer};
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
/// /// How many states are expanded at each distance from the start.
/// #[derive(Default)]
/// struct Layers(Vec<u32>);
///
/// impl<S: StateSpace<Cost = u32>> Observer<S> for Layers {
///     fn observe(&mut self, event: Event<'_, S>) {
///         if let Event::Expanded { g, .. } = event {
///             self.0.resize(self.0.len().max(g as usize + 1), 0);
///             self.0[g as usize] += 1;
///         }
///     }
/// }
///
/// let mut layers = Layers::default();
/// let search = BestFirst::breadth_first();
/// let report = search.solve(&Numbers, NoHeuristic, &Limits::default(), &mut layers);
/// assert_eq!(layers.0[..4], [1, 1, 2, 3]);
/// assert_eq!(u64::from(layers.0.iter().sum::<u32>()), report.statistics.expanded);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an observer of searches of `{S}`",
    label = "not an observer",
    note = "use `&mut ()` to observe nothing, or make an observer of a closure: \
            `&mut tremaux::search::observer(|event| …)`"
)]
pub trait Observer<S: Vocabulary + ?Sized> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe(&mut self, event: Event<'_, S>);

    /// [`Observer::observe`], by a search that numbers its states: the same number for the same
    /// state, and another for any other, in the whole search. `parent` is the state that the
    /// event's state is generated from, and its number, where that is not the state expanded last.
    #[inline]
    fn observe_numbered(
        &mut self,
        event: Event<'_, S>,
        number: u32,
        parent: Option<(&S::State, u32)>,
    ) {
        let _ = (number, parent);
        self.observe(event);
    }

    /// How much the observer wants to hear from here on. A search may deliver more, and asks
    /// again now and then.
    #[inline]
    fn detail(&self) -> Detail {
        Detail::Steps
    }

    /// Takes the counts of the steps that were not delivered in a slice.
    fn take_skipped(&mut self, _skipped: &SkippedCounts) {}

    /// Whether the steps of a search along one path may be delivered by [`Observer::take_log`]:
    /// many at once, later, and without their states, which costs a fraction.
    #[inline]
    fn takes_log(&self) -> bool {
        false
    }

    /// Takes steps along a path, in order, before any event that follows them.
    #[inline]
    fn take_log(&mut self, _steps: &[PathStep<S::Action, S::Cost>]) {}

    /// Called by a search whose costs are `unit` times those of the problem. Returns whether the
    /// observer takes such costs from here on; if not, the search converts them.
    #[inline]
    fn accept_cost_unit(&mut self, _unit: f64) -> bool {
        false
    }
}

impl<S: Vocabulary + ?Sized> Observer<S> for () {
    #[inline(always)]
    fn observe(&mut self, _event: Event<'_, S>) {}

    #[inline(always)]
    fn detail(&self) -> Detail {
        Detail::Nothing
    }
}

impl<S: Vocabulary + ?Sized, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        (**self).observe(event);
    }

    #[inline]
    fn observe_numbered(
        &mut self,
        event: Event<'_, S>,
        number: u32,
        parent: Option<(&S::State, u32)>,
    ) {
        (**self).observe_numbered(event, number, parent);
    }

    #[inline]
    fn detail(&self) -> Detail {
        (**self).detail()
    }

    #[inline]
    fn take_skipped(&mut self, skipped: &SkippedCounts) {
        (**self).take_skipped(skipped);
    }

    #[inline]
    fn takes_log(&self) -> bool {
        (**self).takes_log()
    }

    #[inline]
    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        (**self).take_log(steps);
    }

    #[inline]
    fn accept_cost_unit(&mut self, unit: f64) -> bool {
        (**self).accept_cost_unit(unit)
    }
}
