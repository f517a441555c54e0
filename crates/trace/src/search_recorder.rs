//! Recording a search for one agent.

mod single_steps;
mod watch;

pub use watch::Watch;

use tremaux_core::{Cost, Event, Pruning, StateSpace, Untold};

use self::single_steps::SingleSteps;
use crate::action_words::ActionWords;
use crate::counts::TraceCounts;
use crate::describe::Describe;
use crate::event::{Place, Sink, Target, TraceEvent};
use crate::graph_coder::GraphCoder;
use crate::header::Shape;
use crate::numbering::{NONE, Numbering};
use crate::path_coder::PathCoder;
use crate::selection::{Budget, Selection};
use crate::word::Word;
use crate::writer::Direct;

/// A state on the path, or the one expanded last.
struct Frame<S: StateSpace> {
    /// [`NONE`] if it is not recorded.
    id: u32,
    state: S::State,
    /// Whether what it generates is recorded.
    is_on: bool,
}

/// A state generated last.
struct Leaf<P> {
    packed: P,
    /// [`NONE`] if it is not recorded.
    id: u32,
    parent: u32,
}

/// A cost as it is told, if the search has `unit` for 1.
#[inline]
fn told<C: Cost>(cost: C, unit: f64) -> f64 {
    let cost = cost.to_f64();
    if unit == 1.0 { cost } else { divided(cost, unit) }
}

/// So that nothing is divided where nothing need be.
#[cold]
fn divided(cost: f64, unit: f64) -> f64 {
    cost / unit
}

/// A state that is generated, by which action, its cost and its estimate.
type Generated<'a, S> = (
    &'a <S as StateSpace>::State,
    Option<<S as StateSpace>::Action>,
    <S as StateSpace>::Cost,
    <S as StateSpace>::Cost,
);

/// Records a search for one agent: numbers its states, and counts.
///
/// It belongs to one search; between slices it is kept. In a [`Shape::Graph`] a state is one
/// node and the parent of what is generated is the state expanded last; in a [`Shape::Tree`] a
/// path is one node, the same in every iteration, and parents are those on the path.
///
/// Takes memory for the nodes recorded, at most one for each event of the [`Selection`], and
/// in a tree for the path. Once the selection is used up, it follows no more steps, and takes
/// their counts at the end of each slice.
pub struct SearchRecorder<S: StateSpace> {
    shape: Shape,
    budget: Budget,
    /// The counts, but for those of `single`, and for how many events were recorded, which the
    /// budget knows: see [`SearchRecorder::counts`].
    counts: TraceCounts,
    single: SingleSteps,
    numbering: Numbering<S::Packed>,
    frames: Vec<Frame<S>>,
    /// Whether the last of these is not the state expanded last.
    hangs_aside: bool,
    /// The state generated last, if it is not yet known what comes of it.
    leaf: Option<Leaf<S::Packed>>,
    /// What writes the steps of a search along a path, if this is one that is written so.
    path: Option<PathCoder<S::Cost>>,
    /// What writes new states of a graph.
    graph: Option<GraphCoder<S::Cost>>,
    tells_places: bool,
    /// Whether everything is recorded, straight into a file, of a graph whose states the search
    /// numbers, and one was expanded: most events are then as simple as can be.
    is_simple: bool,
    /// What the search has for 1 of what is told.
    unit: f64,
    /// The same for 1 of what the problem has, as far as the search said.
    search_unit: f64,
    /// By what costs are divided before they are told: 1 if whoever reads the trace does.
    divisor: f64,
    place: String,
    word: Word,
    /// The words of actions that have numbers.
    words: ActionWords,
}

impl<S: StateSpace> SearchRecorder<S> {
    /// A recorder of a search that has not begun. `shape` is [`Shape::Graph`] for searches
    /// that keep all states, [`Shape::Tree`] for those that keep a path.
    #[must_use]
    pub fn new(shape: Shape, selection: Selection) -> Self {
        Self {
            shape,
            budget: Budget::new(selection),
            counts: TraceCounts::default(),
            single: SingleSteps::default(),
            numbering: Numbering::new(shape),
            frames: Vec::new(),
            hangs_aside: false,
            leaf: None,
            path: None,
            graph: None,
            tells_places: selection.tells_places(),
            is_simple: false,
            unit: 1.0,
            search_unit: 1.0,
            divisor: 1.0,
            place: String::new(),
            word: Word::default(),
            words: ActionWords::default(),
        }
    }

    /// Tells of costs in another unit: what the search has for 1 of it.
    #[must_use]
    pub fn in_unit(self, unit: f64) -> Self {
        Self { unit, divisor: unit, ..self }
    }

    /// Takes note of what the search has for 1 of what the problem has, if that is new.
    fn take_search_unit(&mut self, unit: f64, sink: &mut Target<'_>) {
        if self.search_unit == unit {
            return;
        }
        self.search_unit = unit;
        self.divisor = self.unit * unit;
        if let Target::Direct(out) = sink {
            out.cost_unit(self.divisor);
            self.divisor = 1.0;
        }
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> TraceCounts {
        TraceCounts { recorded: self.budget.used(), ..self.single.added_to(self.counts) }
    }

    /// The observer that a search is advanced with: it tells `sink`.
    pub fn watch<'a, D: Describe<S>>(
        &'a mut self,
        space: &'a S,
        describe: &'a D,
        sink: &'a mut dyn Sink,
    ) -> Watch<'a, S, D> {
        Watch { recorder: self, space, describe, sink: Target::new(sink) }
    }

    /// Tells `sink` of the plan, if there is one, and of the end.
    pub fn finish<D: Describe<S>>(
        self,
        space: &S,
        describe: &D,
        plan: Option<&[S::Action]>,
        status: &str,
        sink: &mut dyn Sink,
    ) -> TraceCounts {
        let (mut sink, counts) = (Target::new(sink), self.counts());
        if let Some(actions) = plan
            && self.path.is_some()
            && let Target::Direct(out) = &mut sink
        {
            self.finish_path(actions, (space, describe), out);
        } else if let Some(actions) = plan {
            self.tell_plan(actions, (space, describe), &mut sink);
        }
        sink.take(&TraceEvent::End { counts, status: status.into() });
        counts
    }

    /// Tells of the nodes of a plan.
    fn tell_plan<D: Describe<S>>(
        self,
        actions: &[S::Action],
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) {
        let Self { shape, mut numbering, mut place, .. } = self;
        let mut state = space.initial_state();
        let mut packed = Vec::with_capacity(actions.len() + 1);
        packed.push(space.pack(&state));
        for &action in actions {
            space.apply(&mut state, action);
            packed.push(space.pack(&state));
        }
        let nodes = if shape == Shape::Graph {
            numbering.number_all(&packed)
        } else {
            let mut parent = NONE;
            let below = |packed| {
                let node = numbering.number(parent, packed);
                parent = node.0;
                node
            };
            packed.into_iter().map(below).collect()
        };
        state = space.initial_state();
        for (at, (id, is_new)) in nodes.into_iter().enumerate() {
            let place = is_new.then(|| Self::placed(&mut place, describe, space, &state));
            match sink {
                Target::Direct(out) => out.on_path(id, place.as_ref()),
                Target::Told(sink) => sink.take(&TraceEvent::Path { id, place }),
            }
            if let Some(&action) = actions.get(at) {
                space.apply(&mut state, action);
            }
        }
    }

    /// Writes the plan of a search along a path: its nodes are known by their actions.
    fn finish_path<D: Describe<S>>(
        &self,
        actions: &[S::Action],
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) {
        let mut state = space.initial_state();
        let mut states = Vec::new();
        for &action in actions {
            let mut word = String::new();
            let written = describe.write_action(space, &state, action, &mut word);
            written.expect("a string takes everything");
            space.apply(&mut state, action);
            // Whether the node is new, the reader knows.
            let mut text = String::new();
            let place = describe.place(space, &state, &mut text).to_owned_place();
            states.push((word, Some(place)));
        }
        out.plan(&states);
    }

    /// Begins to write new states of a graph by codes, if that can be: the rules tell the
    /// places, and costs are told as they are.
    fn begin_graph(&mut self, action_count: u8, sink: &Target<'_>) {
        let is_graph = self.shape == Shape::Graph && !self.has_expanded();
        let is_plain = !self.tells_places && self.divisor == 1.0;
        if is_graph
            && is_plain
            && PathCoder::<S::Cost>::can_write(action_count)
            && matches!(sink, Target::Direct(_))
            && self.graph.is_none()
        {
            self.graph = Some(GraphCoder::new());
        }
    }

    /// Begins to write steps along a path, if that can be: everything is recorded, from the
    /// root on, and the rules tell the places.
    fn begin_path<D: Describe<S>>(
        &mut self,
        (state, g, h): (&S::State, S::Cost, S::Cost),
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) -> bool {
        let Target::Direct(out) = sink else { return false };
        let is_first = self.counts.iterations == 0 && !self.has_expanded();
        let is_tree = self.shape == Shape::Tree && is_first;
        let is_whole = !self.tells_places && self.budget.is_whole();
        if !is_tree || !is_whole || !PathCoder::<S::Cost>::can_write(describe.action_count(space)) {
            return false;
        }
        self.counts.events += 1;
        self.budget.takes();
        let costs = (g.to_f64(), h.to_f64());
        out.path_root(self.divisor, costs, &Self::placed(&mut self.place, describe, space, state));
        self.path = Some(PathCoder::new((g, h)));
        true
    }

    /// Whether any state was expanded.
    const fn has_expanded(&self) -> bool {
        self.counts.expanded + self.single.expanded > 0
    }

    fn placed<'a, D: Describe<S>>(
        scratch: &'a mut String,
        describe: &D,
        space: &S,
        state: &S::State,
    ) -> Place<'a> {
        scratch.clear();
        describe.place(space, state, scratch)
    }

    /// Nothing is expanded any more: the search begins anew.
    fn leave_all(&mut self) {
        self.frames.clear();
        self.is_simple = false;
    }

    /// The state whose successors are generated.
    fn parent(&self) -> u32 {
        self.frames.last().map_or(NONE, |frame| frame.id)
    }

    /// The number of a state that was told of before, if it has one.
    #[inline]
    fn known(&mut self, space: &S, state: &S::State, number: Option<u32>) -> Option<u32> {
        match number {
            Some(number) => self.numbering.get_numbered(number),
            None => self.known_as(&space.pack(state)),
        }
    }

    fn known_as(&mut self, packed: &S::Packed) -> Option<u32> {
        let parent = self.parent();
        match &self.leaf {
            Some(leaf) if leaf.id != NONE && leaf.packed == *packed && leaf.parent == parent => {
                Some(leaf.id)
            }
            _ => self.numbering.get(parent, packed),
        }
    }

    /// Counts what was not told.
    fn add(&mut self, untold: &Untold) {
        let counts = &mut self.counts;
        counts.events += untold.events();
        counts.generated += untold.generated + untold.duplicates;
        counts.expanded += untold.expanded;
        counts.duplicates += untold.duplicates + untold.searched;
        counts.reopened += untold.reopened;
        counts.pruned += untold.pruned;
        counts.dead_ends += untold.dead_ends;
    }

    /// The number of the state that hangs from `above`, and whether it is new.
    #[inline]
    fn number(
        &mut self,
        space: &S,
        state: &S::State,
        number: Option<u32>,
        above: u32,
    ) -> (u32, bool) {
        match number {
            Some(number) => self.numbering.number_numbered(number, || space.pack(state)),
            None => self.numbering.number(above, space.pack(state)),
        }
    }

    /// Whether what the state expanded last generates is recorded.
    #[inline]
    fn is_on(&self) -> bool {
        self.frames.last().is_none_or(|frame| frame.is_on)
    }

    #[inline]
    fn generated<D: Describe<S>>(
        &mut self,
        (state, action, g, h): Generated<'_, S>,
        number: Option<u32>,
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) {
        if action.is_none() {
            self.leave_all();
            self.begin_graph(describe.action_count(space), sink);
        }
        let above = self.parent();
        let mut id = NONE;
        if self.is_on() && self.budget.takes() {
            let is_new;
            (id, is_new) = self.number(space, state, number, above);
            let is_forward = number.is_some() || self.shape == Shape::Tree;
            let is_below = above != NONE && !self.hangs_aside;
            let mut is_told = false;
            if let (Some(action), Target::Direct(out)) = (action, &mut *sink)
                && is_forward
                && is_below
            {
                let (about, generated) = ((space, describe), (state, action, g, h));
                is_told = self.tell_below((id, is_new), generated, about, out);
            } else if let Some(graph) = &mut self.graph {
                graph.h = h;
            }
            if !is_told {
                let node = (id, is_new, number.is_some());
                self.tell_generated(node, (state, action, g, h), (space, describe), sink);
            }
        }
        if number.is_none() {
            self.leaf = Some(Leaf { packed: space.pack(state), id, parent: above });
        }
    }

    /// The same where most is known: see `is_simple`.
    #[inline(always)]
    fn generated_simply<D: Describe<S>>(
        &mut self,
        (state, action, g, h): (&S::State, S::Action, S::Cost, S::Cost),
        number: u32,
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) {
        self.budget.takes();
        let (id, is_new) = self.numbering.number_numbered(number, || space.pack(state));
        let Target::Direct(out) = &mut *sink else { return };
        if !self.tell_below((id, is_new), (state, action, g, h), (space, describe), out) {
            let generated = (state, Some(action), g, h);
            self.tell_generated((id, is_new, true), generated, (space, describe), sink);
        }
    }

    /// Writes a node that hangs from the state expanded last, if its code or the word of its
    /// action is known. Whether it did.
    #[inline(always)]
    fn tell_below<D: Describe<S>>(
        &mut self,
        (id, is_new): (u32, bool),
        (state, action, g, h): (&S::State, S::Action, S::Cost, S::Cost),
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) -> bool {
        if let Some(graph) = &mut self.graph {
            let is_told = is_new && graph.put((g, h), action, (space, describe), out);
            graph.h = h;
            if is_told {
                return true;
            }
        }
        let Some(before) = self.frames.last() else { return false };
        let about = (space, describe);
        let Some(word) = self.words.known((&before.state, action), about, out) else {
            return false;
        };
        // One that has no name does not tell where it leads.
        let has_place = is_new && (self.tells_places || word.is_empty);
        let place = has_place.then(|| Self::placed(&mut self.place, describe, space, state));
        let costs = (told(g, self.divisor), told(h, self.divisor));
        out.node_below((id, before.id, word.number), costs, place.as_ref());
        true
    }

    /// Tells of a node that is generated, and of its place if that is to be told.
    #[inline(never)]
    fn tell_generated<D: Describe<S>>(
        &mut self,
        (id, is_new, is_numbered): (u32, bool, bool),
        (state, action, g, h): Generated<'_, S>,
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) {
        let above = self.parent();
        let action = action.zip(self.frames.last()).map(|(action, before)| {
            let before = &before.state;
            describe.action_word(space, before, action).unwrap_or_else(|| {
                self.word.written(|out| describe.write_action(space, before, action, out))
            })
        });
        // Of other searches nobody knows that the action leads from there to here.
        let is_forward = is_numbered || self.shape == Shape::Tree;
        let is_below = above != NONE && !self.hangs_aside;
        // Nor does one that has no name.
        let has_name = action.is_some_and(|word| !word.is_empty());
        let follows = has_name && is_below && is_forward;
        let place = (is_new && (self.tells_places || !follows))
            .then(|| Self::placed(&mut self.place, describe, space, state));
        let parent = Some(above).filter(|&id| id != NONE);
        let (g, h) = (told(g, self.divisor), told(h, self.divisor));
        sink.generated(id, (parent, action), (g, h), place.as_ref());
    }

    #[inline]
    fn expanded<D: Describe<S>>(
        &mut self,
        (state, g): (&S::State, S::Cost),
        number: Option<u32>,
        (space, describe): (&S, &D),
        sink: &mut Target<'_>,
    ) {
        let is_on = self.budget.begins() && self.budget.takes();
        let mut id = self.known(space, state, number).unwrap_or(NONE);
        if is_on {
            let is_new = id == NONE;
            if is_new {
                let above = self.parent();
                (id, _) = self.number(space, state, number, above);
            }
            let g = told(g, self.divisor);
            match sink {
                Target::Direct(out) if !is_new => out.expanded_node(id, g),
                _ => {
                    let place =
                        is_new.then(|| Self::placed(&mut self.place, describe, space, state));
                    sink.expanded(id, g, place.as_ref());
                }
            }
        }
        if let Some(graph) = self.graph.as_mut().filter(|_| is_on) {
            graph.g = g;
        }
        if self.leaf.is_some() {
            self.leaf = None;
        }
        match self.frames.first_mut() {
            Some(frame) if self.shape == Shape::Graph => {
                frame.state.clone_from(state);
                (frame.id, frame.is_on) = (id, is_on);
            }
            _ => self.frames.push(Frame { id, state: state.clone(), is_on }),
        }
    }

    fn backtracked(&mut self, state: &S::State, space: &S, sink: &mut Target<'_>) {
        let packed = space.pack(state);
        let mut id = NONE;
        if let Some(leaf) = self.leaf.take_if(|leaf| leaf.packed == packed) {
            id = if self.is_on() { leaf.id } else { NONE };
        } else if let Some(frame) = self.frames.pop_if(|frame| space.pack(&frame.state) == packed) {
            id = if frame.is_on { frame.id } else { NONE };
        }
        if id != NONE && self.budget.takes() {
            sink.left(id);
        }
    }

    /// Records what proves something.
    fn prove(&mut self, event: &TraceEvent<'_>, sink: &mut Target<'_>) {
        if self.budget.takes_proof() {
            sink.take(event);
        }
    }

    /// A state is generated.
    #[inline(never)]
    fn take_generated<D: Describe<S>>(
        &mut self,
        state: &S::State,
        action: Option<S::Action>,
        (g, h): (S::Cost, S::Cost),
        number: Option<u32>,
        about: (&S, &D),
        sink: &mut Target<'_>,
    ) {
        match action {
            Some(_) => self.single.generated += 1,
            None => self.counts.events += 1,
        }
        if let (true, Some(action), Some(number)) = (self.is_simple, action, number)
            && !self.budget.is_spent()
        {
            return self.generated_simply((state, action, g, h), number, about, sink);
        }
        if !self.budget.is_spent() {
            let number = number.filter(|_| self.shape == Shape::Graph);
            self.generated((state, action, g, h), number, about, sink);
        }
    }

    /// A state is expanded.
    #[inline(never)]
    fn take_expanded<D: Describe<S>>(
        &mut self,
        expanded: (&S::State, S::Cost),
        number: Option<u32>,
        about: (&S, &D),
        sink: &mut Target<'_>,
    ) {
        self.single.expanded += 1;
        if let (true, Some(number), Target::Direct(out)) = (self.is_simple, number, &mut *sink)
            && !self.budget.is_spent()
            && let Some(id) = self.numbering.get_numbered(number)
            && let Some(frame) = self.frames.first_mut()
        {
            frame.state.clone_from(expanded.0);
            frame.id = id;
            if let Some(graph) = &mut self.graph {
                graph.g = expanded.1;
            }
            out.expanded_node(id, told(expanded.1, self.divisor));
            self.budget.takes();
        } else if !self.budget.is_spent() {
            let number = number.filter(|_| self.shape == Shape::Graph);
            self.expanded(expanded, number, about, sink);
            self.is_simple = self.shape == Shape::Graph
                && number.is_some()
                && self.budget.is_whole()
                && matches!(sink, Target::Direct(_));
        }
    }

    /// A state is reached again.
    #[inline(always)]
    fn take_duplicate(
        &mut self,
        state: &S::State,
        number: Option<u32>,
        space: &S,
        sink: &mut Target<'_>,
    ) {
        self.single.duplicates += 1;
        if let (true, Some(number), Target::Direct(out)) = (self.is_simple, number, &mut *sink)
            && !self.budget.is_spent()
            && let Some(id) = self.numbering.get_numbered(number)
        {
            self.budget.takes();
            return out.reached_again_here(id);
        }
        self.take_any_duplicate(state, number, space, sink);
    }

    #[inline(never)]
    fn take_any_duplicate(
        &mut self,
        state: &S::State,
        number: Option<u32>,
        space: &S,
        sink: &mut Target<'_>,
    ) {
        if !self.budget.is_spent() && self.is_on() && self.budget.takes() {
            let number = number.filter(|_| self.shape == Shape::Graph);
            let id = self.known(space, state, number);
            let parent = Some(self.parent()).filter(|&id| id != NONE);
            match sink {
                Target::Direct(out) => out.reached_again(id, parent),
                Target::Told(sink) => sink.duplicate(id, parent),
            }
        }
    }

    /// No plan is cheaper: nearly every expansion of some searches proves that.
    #[inline(never)]
    fn take_bound(&mut self, cost: S::Cost, sink: &mut Target<'_>) {
        self.single.bounds += 1;
        if self.budget.takes_proof() {
            let cost = told(cost, self.divisor);
            match sink {
                Target::Direct(out) => out.bound(cost),
                Target::Told(sink) => sink.take(&TraceEvent::Bound { cost }),
            }
        }
    }

    /// Counts an event of another kind, and records it if it is to be recorded. `number` is
    /// that of the search for the state, if it tells nodes apart.
    #[inline(never)]
    fn take_other(
        &mut self,
        event: &Event<'_, S>,
        number: Option<u32>,
        space: &S,
        sink: &mut Target<'_>,
    ) {
        self.counts.events += 1;
        let number = number.filter(|_| self.shape == Shape::Graph);
        let goes_on = !self.budget.is_spent();
        match *event {
            Event::Reopened { state } => {
                self.counts.reopened += 1;
                if goes_on
                    && self.is_on()
                    && let Some(id) = self.known(space, state, number)
                    && self.budget.takes()
                {
                    sink.take(&TraceEvent::Reopened { id });
                }
            }
            Event::Pruned { state, reason } => {
                match reason {
                    Pruning::Bound | Pruning::Circle => self.counts.pruned += 1,
                    Pruning::DeadEnd => self.counts.dead_ends += 1,
                    Pruning::Searched => self.counts.duplicates += 1,
                    _ => {}
                }
                if goes_on
                    && self.is_on()
                    && let Some(id) = self.known(space, state, number)
                    && self.budget.takes()
                {
                    sink.pruned(id, reason.into());
                }
                self.leaf = None;
            }
            Event::Backtracked { state } if goes_on => self.backtracked(state, space, sink),
            Event::Solution(cost) => {
                self.counts.solutions += 1;
                self.prove(&TraceEvent::Solution { cost: told(cost, self.divisor) }, sink);
            }
            Event::Iteration(limit) => {
                self.counts.iterations += 1;
                self.leave_all();
                if let Some(path) = &mut self.path {
                    path.begin_iteration();
                }
                self.prove(&TraceEvent::Iteration { limit: told(limit, self.divisor) }, sink);
            }
            _ => {}
        }
    }
}
