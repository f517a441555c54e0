//! What one thread does in a search: its table, its open list, and its rounds.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::worker::Worker;
use tremaux_core::StopReason;

use crate::failure::fail;
use crate::informed::{InformedExpansion, InformedState};
use crate::machines::run_to_end;
use crate::parcel::{Parcel, Parcels};
use crate::word::Word;

/// The limits of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) run_ahead: u32,
    pub(crate) most_stored: usize,
    pub(crate) most_expanded: u64,
    pub(crate) deadline: Option<Instant>,
}

/// What is known of a state.
#[derive(Clone, Copy)]
pub(crate) struct Node<W> {
    /// The state before it on the best path; of the initial state, itself.
    pub(crate) parent: W,
    pub(crate) g: u32,
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
    pub(crate) stopped: Option<StopReason>,
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
            stopped: None,
            expanded: 0,
            generated: 0,
        }
    }
}

/// The open states of one f.
struct Layer<W> {
    /// To send their successors; its time says which round is the next.
    capability: Capability<u64>,
    /// By g: the greatest first, and of these the last.
    states: BTreeMap<u32, Vec<W>>,
}

/// The states that are expanded at a time.
const BATCH: usize = 8;

/// What a thread says in a parcel: to stop, and why, at the end of the numbers. Otherwise it says
/// the cost of the best path.
const STOPS: [(u64, StopReason); 3] = [
    (u64::MAX, StopReason::MemoryLimit),
    (u64::MAX - 1, StopReason::NodeLimit),
    (u64::MAX - 2, StopReason::TimeLimit),
];

/// The number that says why a thread stopped.
pub(crate) fn stop_note(reason: StopReason) -> Option<u64> {
    STOPS.iter().find(|stop| stop.1 == reason).map(|stop| stop.0)
}

/// The reason that a number says.
pub(crate) fn stop_reason(note: u64) -> Option<StopReason> {
    STOPS.iter().find(|stop| stop.0 == note).map(|stop| stop.1)
}

/// The states that a thread expands in a round after so many of the same f, and so many in all:
/// few while a goal may be near, but no fewer than a wait for all others is worth.
fn round_size(of_layer: u64, expanded: u64) -> u64 {
    (8 + of_layer / 8 + expanded / 512).min(1 << 14)
}

const TOO_DEAR: &str = "a path costs more than 4294967294, or no whole number";

/// The time of the first round of states with this f.
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
    settings: Settings,
    /// The f of the last round, and how many states of it were expanded.
    of_f: (u32, u64),
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
    fn new(expansion: Arc<E>, me: usize, workers: usize, settings: Settings) -> Self {
        Self {
            expansion,
            me,
            workers,
            part: Part::new(),
            layers: BTreeMap::new(),
            parcels: Parcels::new(workers),
            settings,
            of_f: (0, 0),
            is_announcing: false,
            chunk: Vec::new(),
            costs: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Takes note of the initial state, if it is of this thread.
    fn begin(&mut self, capability: &Capability<u64>) {
        let InformedState { state, h, is_goal, .. } = self.expansion.initial_state();
        if state.owner_of(self.workers) == self.me && h < u32::MAX {
            let reached = Reached { state, parent: state, g: 0, f: h, is_goal };
            self.insert(reached, |time| delayed(capability, time));
        }
    }

    /// Takes note of what another thread sends: why it stopped or the cost of the best path, and
    /// states of this thread.
    fn receive(
        &mut self,
        parcel: &Parcel,
        least: Option<u32>,
        capability: impl Fn(u64) -> Capability<u64>,
    ) {
        if let Some(reason) = stop_reason(parcel.note) {
            self.stop(reason, least);
        } else if parcel.note < u64::from(self.part.best) {
            self.part.best = parcel.note as u32;
            self.prune();
        }
        if self.part.stopped.is_none() {
            for bytes in parcel.bytes.0.chunks_exact(Reached::<E::State>::BYTES) {
                self.insert(Reached::read(bytes), &capability);
            }
        }
    }

    /// The parcels for the others: states, and what all must know.
    fn parcels(&mut self) -> Vec<Parcel> {
        let stopped = self.part.stopped.and_then(stop_note);
        let note = stopped.unwrap_or(self.part.best.into());
        let mut parcels: Vec<Parcel> = self.parcels.take(note).collect();
        if std::mem::take(&mut self.is_announcing) {
            let others = (0..self.workers).filter(|&to| to != self.me);
            parcels.extend(others.map(|to| Parcel::empty(to, note)));
        }
        parcels
    }

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

    fn stop(&mut self, reason: StopReason, least: Option<u32>) {
        if self.part.stopped.is_none() {
            self.part.stopped = Some(reason);
            self.part.bound = least.unwrap_or(self.part.best);
        }
        self.layers.clear();
    }

    /// The limit that is reached.
    fn reached(&self) -> Option<StopReason> {
        let Settings { most_stored, most_expanded, deadline, .. } = self.settings;
        if self.part.table.len() > most_stored {
            Some(StopReason::MemoryLimit)
        } else if self.part.expanded >= most_expanded {
            Some(StopReason::NodeLimit)
        } else {
            deadline.filter(|&at| Instant::now() >= at).map(|_| StopReason::TimeLimit)
        }
    }

    /// The least f of which a round may begin: `time` is the first at which states may still
    /// arrive.
    fn next_f(&self, time: Option<u64>) -> Option<u32> {
        let least = time.map_or(u32::MAX, |time| (time >> 32) as u32);
        let most = least.saturating_add(self.settings.run_ahead);
        for (&f, layer) in self.layers.range(..=most) {
            let is_whole = time.is_none_or(|time| *layer.capability.time() < time);
            if is_whole || f > least {
                return Some(f);
            }
        }
        None
    }

    /// Takes some states of this f with the greatest g out of the open list.
    fn take_open(&mut self, f: u32, most: usize) {
        self.chunk.clear();
        self.costs.clear();
        let Some(Layer { states, .. }) = self.layers.get_mut(&f) else { return };
        while self.chunk.len() < most
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
    }

    /// Expands some states of this f; returns the capability to send the parcels with.
    fn round(&mut self, f: u32, least: Option<u32>) -> Option<Capability<u64>> {
        let layer = self.layers.get(&f)?;
        let capability = layer.capability.clone();
        if self.of_f.0 != f {
            self.of_f = (f, 0);
        }
        let most = round_size(self.of_f.1, self.part.expanded);
        let mut expanded = 0;
        while expanded < most {
            if let Some(reason) = self.reached() {
                self.stop(reason, least);
                self.is_announcing = true;
                break;
            }
            let left = (most - expanded).min(self.settings.most_expanded - self.part.expanded);
            self.take_open(f, BATCH.min(left as usize));
            if self.chunk.is_empty() {
                break;
            }
            expanded += self.chunk.len() as u64;
            self.part.expanded += self.chunk.len() as u64;
            self.expand(f, &capability);
        }
        self.of_f.1 += expanded;
        if let Some(layer) = self.layers.get_mut(&f) {
            if layer.states.is_empty() {
                self.layers.remove(&f);
            } else {
                layer.capability.downgrade(&(*capability.time() + 1));
            }
        }
        Some(capability)
    }

    /// Expands the states that were taken.
    fn expand(&mut self, f: u32, capability: &Capability<u64>) {
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
            let Some((g, f_of_path)) = sum.filter(|sum| sum.1 < u32::MAX) else { fail(TOO_DEAR) };
            let f = f_of_path.max(f);
            if f >= self.part.best {
                continue;
            }
            let owner = state.owner_of(self.workers);
            let reached = Reached { state, parent, g, f, is_goal };
            if owner == self.me {
                self.insert(reached, |time| delayed(capability, time));
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
    }
}

fn delayed(capability: &Capability<u64>, time: u64) -> Capability<u64> {
    capability.delayed(&time.max(*capability.time()))
}

/// Searches on this thread until none has anything left to do.
pub(crate) fn run<E: InformedExpansion>(
    worker: &mut Worker,
    expansion: &Arc<E>,
    settings: Settings,
    mut progress: impl FnMut(u32) + 'static,
) -> Part<E::State> {
    let (me, workers) = (worker.index(), worker.peers());
    let mut search = ThreadSearch::new(Arc::clone(expansion), me, workers, settings);
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
                let time = frontiers[0].frontier().first().copied();
                let least = time.map(|time| (time >> 32) as u32);
                if let Some(least) = least.filter(|&least| least > told) {
                    told = least;
                    progress(least);
                }
                if let Some(capability) = first.take() {
                    search.begin(&capability);
                }
                input.for_each(|time, received| {
                    for parcel in received.drain(..) {
                        search.receive(&parcel, least, |at| {
                            delayed(&time.retain_least(0).expect("a time"), at)
                        });
                    }
                });
                if let Some(f) = search.next_f(time)
                    && let Some(capability) = search.round(f, least)
                {
                    output.session(&capability).give_iterator(search.parcels().into_iter());
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
    run_to_end(worker);
    shared.take().expect("it has ended")
}
