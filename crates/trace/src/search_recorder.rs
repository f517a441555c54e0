//! Recording a single-agent search.

use tremaux_core::{Detail, Event, Observer, PathStep, PathStepKind, SkippedCounts};

use crate::counts::TraceCounts;
use crate::describe::{Describe, Recordable};
use crate::event::{Place, Sink, TraceEvent};
use crate::header::TraceShape;
use crate::numbering::{NONE, Numbering};
use crate::path_recorder::{ActionWords, PathRecorder, Recording, scaled};
use crate::selection::{Budget, TraceSelection};

/// A state on the path, or the one expanded last.
struct Frame<S: Recordable> {
    /// [`NONE`] if it is not recorded.
    id: u32,
    state: S::State,
    /// Whether its successors are recorded.
    is_on: bool,
}

/// The state generated last.
struct Leaf<P> {
    packed: P,
    /// [`NONE`] if it is not recorded.
    id: u32,
    parent: u32,
}

/// Records a single-agent search: numbers its states, and counts events.
///
/// It belongs to one search, and is kept between slices. In a [`TraceShape::Graph`] a state is one
/// node, and the parent of a generated state is the state expanded last; in a [`TraceShape::Tree`]
/// a path is one node, the same in every iteration, and parents are on the path.
///
/// Memory is used for the recorded nodes, at most one per event of the [`TraceSelection`], and in a
/// tree for the path. Once the selection is used up, it no longer follows steps, and takes their
/// counts at the end of each slice.
pub struct SearchRecorder<S: Recordable> {
    shape: TraceShape,
    budget: Budget,
    /// The counts, except the recorded events, which the budget counts.
    counts: TraceCounts,
    numbering: Numbering<S::Key>,
    frames: Vec<Frame<S>>,
    /// Whether the last frame is not the state expanded last.
    hangs_aside: bool,
    /// The state generated last, if its outcome is not yet known.
    leaf: Option<Leaf<S::Key>>,
    records_places: bool,
    /// Cost units of the problem per unit of the trace.
    unit: f64,
    /// Cost units of the search per unit of the problem.
    search_unit: f64,
    /// The divisor of recorded costs; 1 if the sink divides them.
    divisor: f64,
    place: String,
    word: String,
    words: ActionWords,
    /// The recorder of logs of steps along a path, if the search may write one.
    path: Option<PathRecorder>,
}

impl<S: Recordable> SearchRecorder<S> {
    /// A recorder of a search that has not started. `shape` is [`TraceShape::Graph`] for searches
    /// that store all states, [`TraceShape::Tree`] for those that store a path.
    pub fn new(shape: TraceShape, selection: TraceSelection) -> Self {
        Self {
            shape,
            budget: Budget::new(selection),
            counts: TraceCounts::default(),
            numbering: Numbering::new(shape),
            frames: Vec::new(),
            hangs_aside: false,
            leaf: None,
            records_places: selection.records_places(),
            unit: 1.0,
            search_unit: 1.0,
            divisor: 1.0,
            place: String::new(),
            word: String::new(),
            words: ActionWords::default(),
            path: None,
        }
    }

    /// Sets the unit of recorded costs, in costs of the search.
    #[must_use]
    pub fn in_unit(self, unit: f64) -> Self {
        Self { unit, divisor: unit, ..self }
    }

    /// The counts so far.
    pub fn counts(&self) -> TraceCounts {
        TraceCounts { recorded: self.budget.used(), ..self.counts }
    }

    /// The observer of a search, which records to `sink`.
    pub fn watch<'a, D: Describe<S> + ?Sized>(
        &'a mut self,
        space: &'a S,
        describe: &'a D,
        sink: &'a mut dyn Sink,
    ) -> Watch<'a, S, D> {
        Watch { recorder: self, space, describe, sink }
    }

    /// Records the plan, if there is one, and the end in `sink`.
    pub fn finish<D: Describe<S> + ?Sized>(
        self,
        space: &S,
        describe: &D,
        plan: Option<&[S::Action]>,
        status: &str,
        sink: &mut dyn Sink,
    ) -> TraceCounts {
        let counts = self.counts();
        if let Some(actions) = plan {
            self.record_plan(actions, space, describe, sink);
        }
        sink.give(TraceEvent::End { counts, status: status.into() });
        counts
    }

    /// Records the nodes of a plan.
    fn record_plan<D: Describe<S> + ?Sized>(
        self,
        actions: &[S::Action],
        space: &S,
        describe: &D,
        sink: &mut dyn Sink,
    ) {
        let Self { shape, mut numbering, mut place, path, .. } = self;
        let mut states = vec![space.root()];
        for (at, &action) in actions.iter().enumerate() {
            let mut next = states[at].clone();
            space.step(&mut next, action);
            states.push(next);
        }
        let packed = states.iter().map(|state| space.key(state));
        let nodes = if let Some(path) = path {
            path.plan(actions.iter().map(|&action| describe.action_number(space, action)))
        } else if shape == TraceShape::Graph {
            numbering.number_all(&packed.collect::<Vec<_>>())
        } else {
            numbering.number_path(packed)
        };
        for (state, (id, is_new)) in states.iter().zip(nodes) {
            let place = is_new.then(|| place_of(&mut place, describe, space, state));
            sink.give(TraceEvent::Path { id, place });
        }
    }

    /// The state being expanded.
    fn parent(&self) -> u32 {
        self.frames.last().map_or(NONE, |frame| frame.id)
    }

    /// The number of a state recorded before, if it has one.
    #[inline]
    fn known(&mut self, space: &S, state: &S::State, number: Option<u32>) -> Option<u32> {
        if let Some(number) = number {
            return self.numbering.get_numbered(number);
        }
        let (packed, parent) = (space.key(state), self.parent());
        match &self.leaf {
            Some(leaf) if leaf.id != NONE && leaf.packed == packed && leaf.parent == parent => {
                Some(leaf.id)
            }
            _ => self.numbering.get(parent, &packed),
        }
    }

    /// Counts an event.
    #[inline]
    fn count(&mut self, event: &Event<'_, S>) {
        let counts = &mut self.counts;
        counts.events += 1;
        match event {
            Event::Generated { action, .. } => counts.generated += u64::from(action.is_some()),
            Event::Expanded { .. } => counts.expanded += 1,
            Event::Duplicate { .. } => {
                counts.generated += 1;
                counts.duplicates += 1;
            }
            Event::Reopened { .. } => counts.reopened += 1,
            Event::Pruned { reason, .. } => counts.prune(*reason),
            Event::Solution(_) => counts.solutions += 1,
            Event::Iteration(_) => counts.iterations += 1,
            _ => {}
        }
    }

    /// Whether the successors of the state expanded last are recorded.
    #[inline]
    fn is_on(&self) -> bool {
        self.frames.last().is_none_or(|frame| frame.is_on)
    }

    /// Whether one more event about such a successor is recorded.
    #[inline]
    fn records(&mut self) -> bool {
        self.is_on() && self.budget.records()
    }

    /// The same for a state with a number, which it returns.
    fn records_known(&mut self, space: &S, state: &S::State, number: Option<u32>) -> Option<u32> {
        let id = if self.is_on() { self.known(space, state, number)? } else { return None };
        self.budget.records().then_some(id)
    }
}

fn place_of<'a, S: Recordable, D: Describe<S> + ?Sized>(
    scratch: &'a mut String,
    describe: &D,
    space: &S,
    state: &S::State,
) -> Place<'a> {
    scratch.clear();
    describe.place(space, state, scratch)
}

/// An observer that records; see [`SearchRecorder::watch`].
pub struct Watch<'a, S: Recordable, D: ?Sized> {
    recorder: &'a mut SearchRecorder<S>,
    space: &'a S,
    describe: &'a D,
    sink: &'a mut dyn Sink,
}

impl<S: Recordable, D: Describe<S> + ?Sized> Watch<'_, S, D> {
    /// Takes an event. `number` is the search's number of the state, if it identifies nodes.
    fn take(&mut self, event: Event<'_, S>, number: Option<u32>) {
        let recorder = &mut *self.recorder;
        recorder.count(&event);
        if let Event::Iteration(_) = event {
            recorder.frames.clear();
            recorder.path.iter_mut().for_each(PathRecorder::begin_iteration);
        }
        // Bounds, solutions and iterations have their own budget.
        let (divisor, is_graph) = (recorder.divisor, recorder.shape == TraceShape::Graph);
        let proof = match event {
            Event::LowerBound(cost) => {
                if recorder.budget.records_proof() {
                    self.sink.give(TraceEvent::Bound { cost: scaled(cost, divisor) });
                }
                return;
            }
            Event::Solution(cost) => TraceEvent::Solution { cost: scaled(cost, divisor) },
            Event::Iteration(limit) => TraceEvent::Iteration { limit: scaled(limit, divisor) },
            _ if recorder.budget.is_used_up() => return,
            _ => return self.take_step(event, number.filter(|_| is_graph)),
        };
        if recorder.budget.records_proof() {
            self.sink.give(proof);
        }
    }

    /// Takes an event about a state.
    #[inline]
    fn take_step(&mut self, event: Event<'_, S>, number: Option<u32>) {
        let (recorder, space) = (&mut *self.recorder, self.space);
        match event {
            Event::Generated { state, action, g, h } => {
                self.generated(state, action, g, h, number);
            }
            Event::Expanded { state, g } => self.expanded(state, g, number),
            Event::Duplicate { state } if recorder.records() => {
                let id = recorder.known(space, state, number);
                let parent = Some(recorder.parent()).filter(|&id| id != NONE);
                self.sink.give(TraceEvent::Duplicate { id, parent });
            }
            Event::Reopened { state } => {
                if let Some(id) = recorder.records_known(space, state, number) {
                    self.sink.give(TraceEvent::Reopened { id });
                }
            }
            Event::Pruned { state, reason } => {
                if let Some(id) = recorder.records_known(space, state, number) {
                    self.sink.pruned(id, reason.into());
                }
                recorder.leaf = None;
            }
            Event::Backtracked { state } => self.backtracked(state),
            _ => {}
        }
    }

    #[inline]
    fn generated(
        &mut self,
        state: &S::State,
        action: Option<S::Action>,
        g: S::Cost,
        h: S::Cost,
        number: Option<u32>,
    ) {
        let (recorder, space, describe) = (&mut *self.recorder, self.space, self.describe);
        if action.is_none() {
            recorder.frames.clear();
        }
        let above = recorder.parent();
        let mut id = NONE;
        if recorder.records() {
            let is_new;
            (id, is_new) = match number {
                Some(number) => recorder.numbering.number_numbered(number, || space.key(state)),
                None => recorder.numbering.number(above, space.key(state)),
            };
            // In other searches, the action may not lead from the parent to this state.
            let is_forward = number.is_some() || recorder.shape == TraceShape::Tree;
            let is_below = above != NONE && !recorder.hangs_aside;
            let SearchRecorder { frames, word, words, place, records_places, divisor, .. } =
                recorder;
            let action = action.zip(frames.last()).map(|(action, before)| {
                notation_of(space, describe, &before.state, action, word, words)
            });
            let follows = action.is_some_and(|word| !word.is_empty()) && is_below && is_forward;
            let place = (is_new && (*records_places || !follows))
                .then(|| place_of(place, describe, space, state));
            let parent = Some(above).filter(|&id| id != NONE);
            let (g, h) = (scaled(g, *divisor), scaled(h, *divisor));
            self.sink.generated(id, parent, action, g, h, place.as_ref());
        }
        if number.is_none() {
            recorder.leaf = Some(Leaf { packed: space.key(state), id, parent: above });
        }
    }

    #[inline]
    fn expanded(&mut self, state: &S::State, g: S::Cost, number: Option<u32>) {
        let (recorder, space) = (&mut *self.recorder, self.space);
        let is_on = recorder.budget.begins() && recorder.budget.records();
        let known = recorder.known(space, state, number);
        let mut id = known.unwrap_or(NONE);
        if is_on {
            if known.is_none() {
                let above = recorder.parent();
                (id, _) = match number {
                    Some(number) => recorder.numbering.number_numbered(number, || space.key(state)),
                    None => recorder.numbering.number(above, space.key(state)),
                };
            }
            let (g, place) = (scaled(g, recorder.divisor), &mut recorder.place);
            let place = known.is_none().then(|| place_of(place, self.describe, space, state));
            self.sink.expanded(id, g, place.as_ref());
        }
        recorder.leaf = None;
        match recorder.frames.first_mut() {
            Some(frame) if recorder.shape == TraceShape::Graph => {
                frame.state.clone_from(state);
                (frame.id, frame.is_on) = (id, is_on);
            }
            _ => recorder.frames.push(Frame { id, state: state.clone(), is_on }),
        }
    }

    fn backtracked(&mut self, state: &S::State) {
        let (recorder, space) = (&mut *self.recorder, self.space);
        let packed = space.key(state);
        let is_here = |frame: &mut Frame<S>| space.key(&frame.state) == packed;
        let mut id = NONE;
        if let Some(leaf) = recorder.leaf.take_if(|leaf| leaf.packed == packed) {
            id = if recorder.is_on() { leaf.id } else { NONE };
        } else if let Some(frame) = recorder.frames.pop_if(is_here) {
            id = if frame.is_on { frame.id } else { NONE };
        }
        if id != NONE && recorder.budget.records() {
            self.sink.left(id);
        }
    }
}

/// The notation of an action; constant or repeated ones are not written again.
#[inline]
fn notation_of<'a, S: Recordable, D: Describe<S> + ?Sized>(
    space: &S,
    describe: &D,
    before: &S::State,
    action: S::Action,
    word: &'a mut String,
    words: &'a mut ActionWords,
) -> &'a str {
    if let Some(word) = describe.action_word(space, before, action) {
        return word;
    }
    let write = |word: &mut String| describe.write_action(space, before, action, word);
    if describe.action_count(space) > 0 {
        return words.word_of(describe.action_number(space, action), write);
    }
    word.clear();
    write(word).expect("a string takes everything");
    word
}

impl<S: Recordable, D: Describe<S> + ?Sized> Observer<S> for Watch<'_, S, D> {
    fn observe(&mut self, event: Event<'_, S>) {
        self.take(event, None);
    }

    fn observe_numbered(
        &mut self,
        event: Event<'_, S>,
        number: u32,
        parent: Option<(&S::State, u32)>,
    ) {
        let Some((state, at)) = parent else { return self.take(event, Some(number)) };
        let recorder = &mut *self.recorder;
        let (state, id) = (state.clone(), recorder.numbering.get_numbered(at));
        let frame = Frame { id: id.unwrap_or(NONE), state, is_on: recorder.is_on() };
        recorder.frames.push(frame);
        recorder.hangs_aside = true;
        self.take(event, Some(number));
        self.recorder.hangs_aside = false;
        self.recorder.frames.pop();
    }

    fn detail(&self) -> Detail {
        if self.recorder.budget.is_used_up() { Detail::Counts } else { Detail::Steps }
    }

    /// Also before the first event, if all is recorded, and actions have numbers by which the
    /// rules tell the places.
    fn takes_log(&self) -> bool {
        let recorder = &*self.recorder;
        recorder.path.is_some()
            || recorder.shape == TraceShape::Tree
                && recorder.counts.events == 0
                && !recorder.records_places
                && !recorder.budget.is_used_up()
                && self.describe.action_count(self.space) > 0
    }

    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        let mut steps = steps;
        if let Some((root, rest)) = steps.split_first()
            && root.kind == PathStepKind::Root
        {
            let path = PathRecorder::new(scaled(root.g, self.recorder.divisor));
            self.recorder.path = Some(path);
            let state = self.space.root();
            let event = Event::Generated { state: &state, action: None, g: root.g, h: root.h };
            self.take(event, None);
            steps = rest;
        }
        let SearchRecorder { path, budget, counts, divisor, words, .. } = &mut *self.recorder;
        let Some(path) = path else { return };
        let (sink, divisor) = (&mut *self.sink, *divisor);
        let mut recording = Recording { budget: *budget, counts: *counts, divisor, words, sink };
        for step in steps {
            path.take(step, self.space, self.describe, &mut recording);
        }
        (*budget, *counts) = (recording.budget, recording.counts);
    }

    fn accept_cost_unit(&mut self, unit: f64) -> bool {
        let recorder = &mut *self.recorder;
        if recorder.search_unit != unit {
            recorder.search_unit = unit;
            let divisor = recorder.unit * unit;
            recorder.divisor = if self.sink.accept_cost_unit(divisor) { 1.0 } else { divisor };
        }
        true
    }

    fn take_skipped(&mut self, skipped: &SkippedCounts) {
        let counts = &mut self.recorder.counts;
        counts.events += skipped.events();
        counts.generated += skipped.generated + skipped.duplicates;
        counts.expanded += skipped.expanded;
        counts.duplicates += skipped.duplicates + skipped.searched;
        counts.reopened += skipped.reopened;
        counts.pruned += skipped.pruned;
        counts.dead_ends += skipped.dead_ends;
    }
}
