//! A recorder as an observer.

use tremaux_core::{Event, Observer, PathStep, PathStepKind, Pruning, StateSpace, Untold};

use super::{Frame, SearchRecorder};
use crate::describe::Describe;
use crate::event::Target;
use crate::numbering::NONE;

/// An observer that records; see [`SearchRecorder::watch`].
pub struct Watch<'a, S: StateSpace, D> {
    pub(super) recorder: &'a mut SearchRecorder<S>,
    pub(super) space: &'a S,
    pub(super) describe: &'a D,
    pub(super) sink: Target<'a>,
}

impl<S: StateSpace, D: Describe<S>> Watch<'_, S, D> {
    // What comes of an event is made for its kind where the search tells of it.
    #[inline(always)]
    fn take(&mut self, event: Event<'_, S>, number: Option<u32>) {
        let (about, sink) = ((self.space, self.describe), &mut self.sink);
        match event {
            Event::Generated { state, action, g, h } => {
                self.recorder.take_generated(state, action, (g, h), number, about, sink);
            }
            Event::Expanded { state, g } => {
                self.recorder.take_expanded((state, g), number, about, sink);
            }
            Event::Duplicate { state } => {
                self.recorder.take_duplicate(state, number, about.0, sink);
            }
            Event::LowerBound(cost) => self.recorder.take_bound(cost, sink),
            other => self.recorder.take_other(&other, number, about.0, sink),
        }
    }

    /// Takes steps along a path, if they are written so. Whether they are.
    fn take_steps(&mut self, steps: &[PathStep<S::Action, S::Cost>]) -> bool {
        let SearchRecorder { path, budget, counts, .. } = &mut *self.recorder;
        let Some(path) = path else { return false };
        if let Target::Direct(out) = &mut self.sink {
            path.take(steps, (budget, counts), (self.space, self.describe), out);
        }
        true
    }
}

impl<S: StateSpace, D: Describe<S>> Observer<S> for Watch<'_, S, D> {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_, S>) {
        self.take(event, None);
    }

    #[inline(always)]
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        self.take(event, Some(number));
    }

    fn observe_from(&mut self, event: Event<'_, S>, number: u32, parent: (&S::State, u32)) {
        let recorder = &mut *self.recorder;
        let (state, id) = (parent.0.clone(), recorder.numbering.get_numbered(parent.1));
        let frame = Frame { id: id.unwrap_or(NONE), state, is_on: recorder.is_on() };
        recorder.frames.push(frame);
        let was_simple = std::mem::replace(&mut recorder.is_simple, false);
        recorder.hangs_aside = true;
        self.observe_numbered(event, number);
        self.recorder.hangs_aside = false;
        self.recorder.is_simple = was_simple;
        self.recorder.frames.pop();
    }

    fn observe_on_path(&mut self, event: Event<'_, S>) {
        let about = (self.space, self.describe);
        let is_taken = match event {
            Event::Generated { state, action: None, g, h } => {
                self.recorder.begin_path((state, g, h), about, &mut self.sink)
            }
            Event::Generated { action, g, h, .. } => {
                let generated = PathStep::of(PathStepKind::Generated);
                self.take_steps(&[PathStep { action, g, h, ..generated }])
            }
            Event::Expanded { .. } => self.take_steps(&[PathStep::of(PathStepKind::Expanded)]),
            Event::Backtracked { .. } => {
                let nothing = PathStep::of(PathStepKind::Nothing);
                self.take_steps(&[PathStep { then_left: 1, ..nothing }])
            }
            _ => false,
        };
        if !is_taken {
            self.observe(event);
        }
    }

    fn prune_on_path(&mut self, state: &S::State, reason: Pruning) {
        let pruned = PathStep::of(PathStepKind::Pruned);
        if !self.take_steps(&[PathStep { reason, ..pruned }]) {
            self.observe(Event::Pruned { state, reason });
            self.observe(Event::Backtracked { state });
        }
    }

    fn cut_on_path(&mut self, action: S::Action, g: S::Cost, h: S::Cost, reason: Pruning) -> bool {
        let cut = PathStep::of(PathStepKind::Cut);
        self.take_steps(&[PathStep { reason, action: Some(action), g, h, ..cut }])
    }

    fn takes_log(&self) -> bool {
        self.recorder.path.is_some()
    }

    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        self.take_steps(steps);
    }

    fn follows_steps(&self) -> bool {
        !self.recorder.budget.is_spent()
    }

    fn take_unit(&mut self, unit: f64) -> bool {
        self.recorder.take_search_unit(unit, &mut self.sink);
        true
    }

    fn take_untold(&mut self, untold: &Untold) {
        self.recorder.add(untold);
    }
}
