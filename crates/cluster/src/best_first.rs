//! A* over many threads: HDA* (Kishimoto, Fukunaga and Botea 2009).

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::worker::Worker;

use crate::failure::{ClusterError, fail};
use crate::machines::Machines;
use crate::parcel::{Parcel, Parcels};
use crate::trace_back;
use crate::word::Word;

/// A state space with costs that are whole numbers, goals and a heuristic, whose states are numbers.
pub trait InformedExpansion: Send + Sync + 'static {
    /// A state.
    type State: Word;

    /// The initial state, which costs nothing.
    fn initial_state(&self) -> InformedState<Self::State>;

    /// Appends the successors of all these states, the parents being numbered from 0.
    fn successors(
        &self,
        states: &[Self::State],
        found: &mut Vec<(u32, InformedState<Self::State>)>,
    );
}

/// A state that was generated.
#[derive(Clone, Copy, Debug)]
pub struct InformedState<W> {
    /// The state.
    pub state: W,
    /// The cost of the action that led to it.
    pub cost: u32,
    /// The estimate of the remaining cost, `u32::MAX` for a dead end.
    pub h: u32,
    /// Whether it is a goal.
    pub is_goal: bool,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct HdaStar {
    /// Names the problem, the instance and the heuristic.
    pub problem: String,
    /// How far a thread may run ahead of the least f of all threads.
    pub run_ahead: u32,
    /// The number of bytes of states that a process may store.
    pub memory: usize,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched<W> {
    /// The states of a cheapest path, from the initial state to a goal, and its cost.
    pub path: Option<(Vec<W>, u32)>,
    /// No path costs less; `None` if there is none at all.
    pub lower_bound: Option<u32>,
    /// Whether the memory was full before the search ended.
    pub is_out_of_memory: bool,
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// States stored.
    pub stored: u64,
    /// The bytes that they take.
    pub bytes: u64,
}

/// An expansion whose states are numbers that `W` can hold.
struct Narrowed<W> {
    graph: Arc<dyn InformedExpansion<State = u128>>,
    word: PhantomData<fn() -> W>,
}

fn narrowed<W: Word>(wide: &InformedState<u128>) -> InformedState<W> {
    let &InformedState { state, cost, h, is_goal } = wide;
    InformedState { state: W::narrow(state), cost, h, is_goal }
}

impl<W: Word> InformedExpansion for Narrowed<W> {
    type State = W;

    fn initial_state(&self) -> InformedState<W> {
        narrowed(&self.graph.initial_state())
    }

    fn successors(&self, states: &[W], found: &mut Vec<(u32, InformedState<W>)>) {
        let states: Vec<u128> = states.iter().map(|state| state.wide()).collect();
        let mut successors = Vec::with_capacity(4 * states.len());
        self.graph.successors(&states, &mut successors);
        found.extend(successors.iter().map(|(parent, state)| (*parent, narrowed(state))));
    }
}

/// [`search`] for a problem chosen by name, whose states have `width` bytes.
///
/// # Errors
///
/// See [`search`]; fails also if states have more than 16 bytes.
pub fn search_graph(
    graph: Arc<dyn InformedExpansion<State = u128>>,
    width: usize,
    machines: &Machines,
    how: &HdaStar,
    progress: Box<dyn FnMut(u32) + Send>,
) -> Result<Option<Searched<u128>>, ClusterError> {
    match width {
        0..=8 => {
            let narrow = Narrowed::<u64> { graph, word: PhantomData };
            let found = search(Arc::new(narrow), machines, how, progress)?;
            Ok(found.map(Searched::widened))
        }
        9..=16 => {
            let wide = Narrowed::<u128> { graph, word: PhantomData };
            search(Arc::new(wide), machines, how, progress)
        }
        _ => {
            let message = "states of more than 16 bytes cannot be searched on a cluster";
            Err(ClusterError::Problem(message.into()))
        }
    }
}

impl<W: Word> Searched<W> {
    fn widened(self) -> Searched<u128> {
        let widen =
            |(path, cost): (Vec<W>, u32)| (path.into_iter().map(Word::wide).collect(), cost);
        let Self { lower_bound, is_out_of_memory, expanded, generated, stored, bytes, .. } = self;
        let path = self.path.map(widen);
        Searched { path, lower_bound, is_out_of_memory, expanded, generated, stored, bytes }
    }
}

/// What is known of a state.
#[derive(Clone, Copy)]
pub(crate) struct Node<W> {
    /// The state before it on the best path; of the initial state, itself.
    pub(crate) parent: W,
    pub(crate) g: u32,
}

/// Finds a cheapest path from the initial state to a goal by A* with states owned by hash: each
/// thread expands its own states, and sends successors to their owners.
///
/// The timestamp of timely dataflow is f, so its progress protocol says which is the least f that
/// is open anywhere. A thread expands only states whose f is at most [`HdaStar::run_ahead`] above it;
/// with 0, no state is expanded whose f is greater than the cost of the solution. Nothing being
/// open below the cost of the best path is the proof that it is optimal. Inconsistent estimates
/// are raised to the parent's f (pathmax), and states reopened.
///
/// All processes call it with the same arguments, but for [`Machines::process`]. Returns the result
/// in process 0, `None` in the others. `progress` is called in process 0 when the least f rises,
/// with it.
///
/// # Errors
///
/// Fails if the processes cannot be connected or were started with different arguments. Later
/// failures [end the process](crate).
pub fn search<E: InformedExpansion>(
    expansion: Arc<E>,
    machines: &Machines,
    how: &HdaStar,
    progress: impl FnMut(u32) + Send + 'static,
) -> Result<Option<Searched<E::State>>, ClusterError> {
    let progress = Arc::new(Mutex::new(progress));
    let (is_first, threads) = (machines.process == 0, machines.threads);
    let job = how.clone();
    let mut results = machines.run(&format!("{how:?}"), move |worker| {
        let bytes = size_of::<(E::State, Node<E::State>)>() + 1;
        // Tables double, and are copied meanwhile.
        let most = job.memory / threads / bytes / 4;
        let settings = (most, job.run_ahead);
        let progress = Arc::clone(&progress);
        let is_told = is_first && worker.index() == 0;
        let part = run(worker, &expansion, settings, move |f| {
            if is_told {
                progress.lock().expect("no thread panicked")(f);
            }
        });
        trace_back::collect(worker, part)
    })?;
    Ok(is_first.then(|| results.swap_remove(0)).flatten())
}

/// Mixes bits that [`Word::owner_of`] does not use.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

/// States with what is known of them.
pub(crate) type Table<W> = HashMap<W, Node<W>, BuildHasherDefault<Mix>>;

/// The part of a thread.
pub(crate) struct Part<W> {
    pub(crate) table: Table<W>,
    /// The cost of the best path of all threads; `u32::MAX` if there is none.
    pub(crate) best: u32,
    /// The goal of the best path to a goal of this thread.
    pub(crate) goal: Option<W>,
    /// No path that was not found costs less.
    pub(crate) bound: u32,
    pub(crate) is_out_of_memory: bool,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<W: Word> Part<W> {
    fn new() -> Self {
        Self {
            table: Table::default(),
            best: u32::MAX,
            goal: None,
            bound: u32::MAX,
            is_out_of_memory: false,
            expanded: 0,
            generated: 0,
        }
    }
}

/// The open states of one f.
struct Layer<W> {
    /// To send their successors.
    capability: Capability<u64>,
    /// By g: the greatest first, and of these the last.
    states: BTreeMap<u32, Vec<W>>,
}

/// The states that a thread expands before it sends their successors, and at a time.
const TURN: usize = 512;
const BATCH: usize = 8;

/// What a thread says in a parcel: to stop. Otherwise it says the cost of the best path.
const STOP: u64 = u64::MAX;

const TOO_DEAR: &str = "a path costs more than 4294967294, or no whole number";

/// The first time of the messages about states with this f.
fn time_of(f: u32) -> u64 {
    u64::from(f) << 32
}

/// The search of a thread.
struct ThreadSearch<E: InformedExpansion> {
    expansion: Arc<E>,
    me: usize,
    workers: usize,
    part: Part<E::State>,
    layers: BTreeMap<u32, Layer<E::State>>,
    parcels: Parcels,
    /// The most states that may be stored.
    most: usize,
    /// Whether the others do not know it yet.
    is_announcing: bool,
    chunk: Vec<E::State>,
    costs: Vec<u32>,
    found: Vec<(u32, InformedState<E::State>)>,
}

/// A state that was reached.
#[derive(Clone, Copy)]
struct Reached<W> {
    state: W,
    parent: W,
    g: u32,
    f: u32,
    is_goal: bool,
}

impl<W: Word> Reached<W> {
    const BYTES: usize = 2 * size_of::<W>() + 9;

    #[inline]
    fn write(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(self.state.to_bytes().as_ref());
        to.extend_from_slice(self.parent.to_bytes().as_ref());
        to.extend_from_slice(&self.g.to_le_bytes());
        to.extend_from_slice(&self.f.to_le_bytes());
        to.push(self.is_goal.into());
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let (state, rest) = bytes.split_at(size_of::<W>());
        let (parent, rest) = rest.split_at(size_of::<W>());
        let number = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().expect("four"));
        Self {
            state: W::of_bytes(state),
            parent: W::of_bytes(parent),
            g: number(0),
            f: number(4),
            is_goal: rest[8] != 0,
        }
    }
}

impl<E: InformedExpansion> ThreadSearch<E> {
    /// Takes note of a state of this thread; `capability` makes that of a new layer.
    fn insert(
        &mut self,
        reached: Reached<E::State>,
        capability: impl FnOnce(u64) -> Capability<u64>,
    ) {
        let Reached { state, parent, g, f, is_goal } = reached;
        let part = &mut self.part;
        if g > part.best || (f >= part.best && !is_goal) {
            return;
        }
        match part.table.entry(state) {
            Entry::Occupied(known) if known.get().g <= g => return,
            Entry::Occupied(mut known) => {
                known.insert(Node { parent, g });
            }
            Entry::Vacant(new) => {
                new.insert(Node { parent, g });
            }
        }
        if is_goal {
            part.goal = Some(state);
            part.best = g;
            return;
        }
        let layer = self.layers.entry(f).or_insert_with(|| Layer {
            capability: capability(time_of(f)),
            states: BTreeMap::new(),
        });
        layer.states.entry(g).or_default().push(state);
    }

    /// Forgets what cannot lead to a better path.
    fn prune(&mut self) {
        drop(self.layers.split_off(&self.part.best));
    }

    fn stop(&mut self, least: Option<u32>) {
        if !self.part.is_out_of_memory {
            self.part.is_out_of_memory = true;
            self.part.bound = least.unwrap_or(self.part.best);
        }
        self.layers.clear();
    }

    /// Takes some states of the least f out of the open list, and returns it.
    fn take_open(&mut self, most_f: u32) -> Option<(u32, Capability<u64>)> {
        self.chunk.clear();
        self.costs.clear();
        loop {
            let mut layer = self.layers.first_entry().filter(|layer| *layer.key() <= most_f)?;
            let f = *layer.key();
            let Layer { capability, states } = layer.get_mut();
            while self.chunk.len() < BATCH
                && let Some(mut of_g) = states.last_entry()
            {
                let g = *of_g.key();
                match of_g.get_mut().pop() {
                    Some(state) if self.part.table[&state].g == g => {
                        self.chunk.push(state);
                        self.costs.push(g);
                    }
                    Some(_) => {}
                    None => {
                        of_g.remove();
                    }
                }
            }
            let capability = capability.clone();
            if states.is_empty() {
                layer.remove();
            }
            if !self.chunk.is_empty() {
                return Some((f, capability));
            }
        }
    }

    /// Expands some states; returns the capability to send the parcels with, and whether there is
    /// more to do.
    fn turn(&mut self, least: Option<u32>, run_ahead: u32) -> (Option<Capability<u64>>, bool) {
        let mut first = None;
        let most_f = least.map_or(u32::MAX, |least| least.saturating_add(run_ahead));
        let before = self.part.expanded;
        while self.part.expanded < before + TURN as u64 {
            let Some((f, capability)) = self.take_open(most_f) else { return (first, false) };
            self.part.expanded += self.chunk.len() as u64;
            let mut found = std::mem::take(&mut self.found);
            found.clear();
            self.expansion.successors(&self.chunk, &mut found);
            self.part.generated += found.len() as u64;
            for &(at, InformedState { state, cost, h, is_goal }) in &found {
                if h == u32::MAX {
                    continue;
                }
                let (parent, g) = (self.chunk[at as usize], self.costs[at as usize]);
                let sum = g.checked_add(cost).and_then(|g| Some((g, g.checked_add(h)?)));
                let Some((g, f_of_path)) = sum.filter(|sum| sum.1 < u32::MAX) else {
                    fail(TOO_DEAR)
                };
                let f = f_of_path.max(f);
                if f >= self.part.best {
                    continue;
                }
                let owner = state.owner_of(self.workers);
                let reached = Reached { state, parent, g, f, is_goal };
                if owner == self.me {
                    self.insert(reached, |time| delayed(&capability, time));
                } else {
                    reached.write(self.parcels.of(owner));
                }
                if is_goal {
                    self.part.best = self.part.best.min(g);
                    self.is_announcing = true;
                    self.prune();
                }
            }
            self.found = found;
            first = first.or(Some(capability));
            if self.part.table.len() > self.most {
                self.stop(least);
                self.is_announcing = true;
            }
        }
        (first, true)
    }
}

fn delayed(capability: &Capability<u64>, time: u64) -> Capability<u64> {
    capability.delayed(&time.max(*capability.time()))
}

/// Searches on this thread until none has anything left to do.
fn run<E: InformedExpansion>(
    worker: &mut Worker,
    expansion: &Arc<E>,
    (most, run_ahead): (usize, u32),
    mut progress: impl FnMut(u32) + 'static,
) -> Part<E::State> {
    let (me, workers) = (worker.index(), worker.peers());
    let mut search = ThreadSearch {
        expansion: Arc::clone(expansion),
        me,
        workers,
        part: Part::new(),
        layers: BTreeMap::new(),
        parcels: Parcels::new(workers),
        most,
        is_announcing: false,
        chunk: Vec::new(),
        costs: Vec::new(),
        found: Vec::new(),
    };
    let shared = Rc::new(RefCell::new(None));
    let result = Rc::clone(&shared);
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Parcel>>(1);
        let mut builder = OperatorBuilder::new("search".into(), scope);
        let mut input = builder.new_input(cycle, Exchange::new(|parcel: &Parcel| parcel.to));
        let (output, parcels) = builder.new_output::<Vec<Parcel>>();
        let mut output = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(output);
        let activator = scope.activator_for(builder.operator_info().address);
        builder.build(move |mut capabilities| {
            let mut first = capabilities.pop();
            let mut told = 0;
            move |frontiers| {
                let mut output = output.activate();
                let least = frontiers[0].frontier().first().map(|&time| (time >> 32) as u32);
                if let Some(least) = least.filter(|&least| least > told) {
                    told = least;
                    progress(least);
                }
                if let Some(capability) = first.take() {
                    let InformedState { state, h, is_goal, .. } = search.expansion.initial_state();
                    if state.owner_of(workers) == me && h < u32::MAX {
                        let reached = Reached { state, parent: state, g: 0, f: h, is_goal };
                        search.insert(reached, |time| delayed(&capability, time));
                    }
                }
                input.for_each(|time, received| {
                    for Parcel { note, bytes, .. } in received.drain(..) {
                        if note == STOP {
                            search.stop(least);
                        } else if note < u64::from(search.part.best) {
                            search.part.best = note as u32;
                            search.prune();
                        }
                        if search.part.is_out_of_memory {
                            continue;
                        }
                        for bytes in bytes.0.chunks_exact(Reached::<E::State>::BYTES) {
                            search.insert(Reached::read(bytes), |at| {
                                delayed(&time.retain_least(0).expect("a time"), at)
                            });
                        }
                    }
                });
                let (capability, is_more) = search.turn(least, run_ahead);
                if let Some(capability) = capability {
                    let is_stopped = search.part.is_out_of_memory;
                    let note = if is_stopped { STOP } else { search.part.best.into() };
                    let mut session = output.session(&capability);
                    session.give_iterator(search.parcels.take(note));
                    if std::mem::take(&mut search.is_announcing) {
                        let others = (0..workers).filter(|&to| to != me);
                        session.give_iterator(others.map(|to| Parcel::empty(to, note)));
                    }
                }
                if is_more {
                    activator.activate();
                }
                if frontiers[0].is_empty() {
                    let mut result = result.borrow_mut();
                    result.get_or_insert_with(|| std::mem::replace(&mut search.part, Part::new()));
                }
            }
        });
        parcels.connect_loop(handle);
    });
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    shared.take().expect("it has ended")
}
