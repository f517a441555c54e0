//! Counts the states at each distance from the initial state.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Cost, IndexedSpace, Limits, Meter, StateSpace, Statistics, StopReason, Termination,
    start_thread,
};
use tremaux_tables::prefetch;

use super::layers::Layers;
use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{list_actions, make_table_room};

/// The progress of a count, reported after every layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LayerProgress {
    /// The number of actions to the states of the layer.
    pub depth: u32,
    /// The number of states in the layer.
    pub states: u64,
    /// The number of states up to and including the layer.
    pub total: u64,
}

/// The number of reachable states at each distance, in actions, from the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct DistanceHistogram {
    /// The number of states at each distance. Contains only complete layers.
    pub layers: Vec<u64>,
    /// [`Termination::Exhausted`] if all states are counted, otherwise the limit that was
    /// reached.
    pub termination: Termination,
    /// The largest number of bytes in tables at any one time.
    pub peak_bytes: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// The layers counted so far, and the progress callback.
struct Count<F> {
    layers: Vec<u64>,
    total: u64,
    progress: F,
}

impl<F: FnMut(LayerProgress) -> ControlFlow<()>> Count<F> {
    fn new(progress: F) -> Self {
        Self { layers: Vec::new(), total: 0, progress }
    }

    fn add(&mut self, states: u64) -> Result<(), StopReason> {
        let depth = self.layers.len() as u32;
        self.layers.push(states);
        self.total += states;
        match (self.progress)(LayerProgress { depth, states, total: self.total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Cancelled),
        }
    }
}

impl DistanceHistogram {
    fn new<F>(
        count: Count<F>,
        result: Result<(), StopReason>,
        peak_bytes: usize,
        elapsed: Duration,
    ) -> Self {
        let termination = result.map_or_else(Termination::Stopped, |()| Termination::Exhausted);
        Self { layers: count.layers, termination, peak_bytes, elapsed }
    }

    /// The number of states in all layers.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The number of actions to the farthest state.
    pub fn depth(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// Counts by breadth-first search (Moore 1959). Keeps all states, about 26 bytes each for
    /// packed states of eight bytes.
    ///
    /// `progress` is called after every layer and can end the count by returning `Break`.
    pub fn breadth_first<S: StateSpace>(
        space: &S,
        limits: &Limits,
        progress: impl FnMut(LayerProgress) -> ControlFlow<()>,
    ) -> Self {
        let mut meter = Meter::start(limits, 0);
        let mut table = HashedTable::<S>::default();
        let mut count = Count::new(progress);
        let result = count_all(space, &mut meter, &mut table, &mut count);
        Self::new(count, result, table.bytes(), meter.elapsed())
    }

    /// Counts by frontier search (Korf, Zhang, Thayer and Hohwald 2005). Keeps three layers at
    /// a time.
    ///
    /// Every action must be undone by some other action. Otherwise states reappear after they
    /// have been forgotten, and are counted again.
    ///
    /// `progress` is called after every layer and can end the count by returning `Break`.
    pub fn frontier<S: StateSpace>(
        space: &S,
        limits: &Limits,
        progress: impl FnMut(LayerProgress) -> ControlFlow<()>,
    ) -> Self {
        let mut meter = Meter::start(limits, 0);
        let mut layers = Layers::<S>::default();
        let mut count = Count::new(progress);
        let result = count_layers(space, &mut meter, &mut layers, &mut count);
        Self::new(count, result, layers.bytes(), meter.elapsed())
    }

    /// Counts in a table of two bits for each state of an indexed space (Korf 2008), on the
    /// given number of threads.
    ///
    /// The result does not depend on the number of threads. Time is linear in the number of
    /// actions, plus the number of states times the greatest distance, where 32 states are
    /// checked at once.
    ///
    /// `progress` is called after every layer and can end the count by returning `Break`.
    pub fn indexed<S: IndexedSpace + Sync>(
        space: &S,
        threads: usize,
        limits: &Limits,
        progress: impl FnMut(LayerProgress) -> ControlFlow<()>,
    ) -> Self {
        let started = Instant::now();
        let mut count = Count::new(progress);
        let words = space.state_count().div_ceil(TOGETHER);
        let bytes = words * size_of::<AtomicU64>();
        if limits.memory.is_some_and(|most| bytes > most) {
            let result = Err(StopReason::MemoryLimit);
            return Self::new(count, result, 0, started.elapsed());
        }
        let marks = Marks((0..words).map(|_| AtomicU64::new(0)).collect());
        let result = marks.count(space, threads.max(1), limits, started, &mut count);
        Self::new(count, result, bytes, started.elapsed())
    }
}

fn count_all<S: StateSpace, F: FnMut(LayerProgress) -> ControlFlow<()>>(
    space: &S,
    meter: &mut Meter,
    table: &mut HashedTable<S>,
    count: &mut Count<F>,
) -> Result<(), StopReason> {
    let limit = meter.memory_limit();
    let mut actions = Vec::new();
    let first = space.initial_state();
    make_table_room(table, 1, limit)?;
    let mut probe = table.probe(space, &first);
    let _ = table.find(&mut probe);
    table.insert(probe, 0, None, S::Cost::ZERO);
    // The table also serves as the queue: states are expanded in the order of their numbers.
    let (mut begin, mut id, mut end) = (0, 0, 1);
    loop {
        while id < end {
            meter.check(u64::from(id), || table.bytes() + space.stored_bytes())?;
            let state = table.state(space, id);
            list_actions(space, &state, table.reached_by(id), &mut actions);
            make_table_room(table, actions.len(), limit)?;
            for &action in &actions {
                let mut child = state.clone();
                space.apply(&mut child, action);
                let mut probe = table.probe(space, &child);
                if table.find(&mut probe).is_none() {
                    table.insert(probe, id, Some(action), S::Cost::ZERO);
                }
            }
            id += 1;
        }
        count.add(u64::from(end - begin))?;
        (begin, end) = (end, table.len() as u32);
        if begin == end {
            return Ok(());
        }
    }
}

fn count_layers<S: StateSpace, F: FnMut(LayerProgress) -> ControlFlow<()>>(
    space: &S,
    meter: &mut Meter,
    layers: &mut Layers<S>,
    count: &mut Count<F>,
) -> Result<(), StopReason> {
    let limit = meter.memory_limit();
    let mut statistics = Statistics::default();
    layers.restart(space, &space.initial_state(), S::Cost::ZERO, limit)?;
    loop {
        let states = layers.current.len() as u64;
        while layers.pending().is_some() {
            meter.check(statistics.expanded, || layers.bytes() + space.stored_bytes())?;
            layers.expand(space, limit, &mut statistics, &mut (), |_, _, _| false)?;
        }
        count.add(states)?;
        if layers.overflows {
            return Err(StopReason::CostOverflow);
        }
        if layers.go_deeper(space) == 0 {
            return Ok(());
        }
    }
}

/// The number of states in a word.
const TOGETHER: usize = 32;

/// The number of words that a thread takes at a time.
const SHARE: usize = 1 << 12;

/// Two bits for each state, by number: 0 for unseen, 3 for done. The other two values alternate
/// between the current layer and the next.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn count<S: IndexedSpace + Sync, F: FnMut(LayerProgress) -> ControlFlow<()>>(
        &self,
        space: &S,
        threads: usize,
        limits: &Limits,
        started: Instant,
        count: &mut Count<F>,
    ) -> Result<(), StopReason> {
        self.mark(space.index(&space.initial_state()), 0);
        let mut turn = 0;
        loop {
            let (taken, found) = (AtomicUsize::new(0), AtomicU64::new(0));
            let work = || self.work(space, turn, &taken, &found, limits, started);
            // Starting a thread takes longer than expanding a few thousand states.
            let threads = if self.0.len() < SHARE { 1 } else { threads };
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    if start_thread(scope, work).is_none() {
                        break;
                    }
                }
                work();
            });
            if let Some(reason) = exceeded(limits, started) {
                return Err(reason);
            }
            let states = found.into_inner();
            if states == 0 {
                return Ok(());
            }
            count.add(states)?;
            if limits.nodes.is_some_and(|most| count.total >= most) {
                return Err(StopReason::NodeLimit);
            }
            turn ^= 1;
        }
    }

    /// Marks a state as part of the layer `turn`, unless it was seen before.
    #[inline]
    fn mark(&self, index: usize, turn: u32) {
        let (word, at) = (&self.0[index / TOGETHER], 2 * (index % TOGETHER) as u32);
        // The order does not matter, because all threads write the same bits.
        if word.load(Ordering::Relaxed) >> at & 3 == 0 {
            word.fetch_or(1 << turn << at, Ordering::Relaxed);
        }
    }

    /// Expands the states of the layer `turn`, in words that no other thread has taken.
    fn work<S: IndexedSpace>(
        &self,
        space: &S,
        turn: u32,
        taken: &AtomicUsize,
        found: &AtomicU64,
        limits: &Limits,
        started: Instant,
    ) {
        const LOW: u64 = 0x5555_5555_5555_5555;
        let (mut actions, mut successors) = (Vec::new(), Vec::new());
        let mut states = 0;
        loop {
            let first = taken.fetch_add(SHARE, Ordering::Relaxed);
            if first >= self.0.len() || exceeded(limits, started).is_some() {
                break;
            }
            for at in first..self.0.len().min(first + SHARE) {
                let word = self.0[at].load(Ordering::Relaxed);
                let (low, high) = (word & LOW, word >> 1 & LOW);
                let mut layer = if turn == 0 { low & !high } else { high & !low };
                if layer == 0 {
                    continue;
                }
                self.0[at].fetch_or(layer | layer << 1, Ordering::Relaxed);
                states += u64::from(layer.count_ones());
                while layer != 0 {
                    let state = space.state(at * TOGETHER + layer.trailing_zeros() as usize / 2);
                    layer &= layer - 1;
                    actions.clear();
                    space.actions(&state, &mut actions);
                    for &action in &actions {
                        let mut child = state.clone();
                        space.apply(&mut child, action);
                        let index = space.index(&child);
                        prefetch(&self.0, index / TOGETHER);
                        successors.push(index);
                    }
                }
                for index in successors.drain(..) {
                    self.mark(index, turn ^ 1);
                }
            }
        }
        found.fetch_add(states, Ordering::Relaxed);
    }
}

/// The time limit or cancellation, if it has been reached.
fn exceeded(limits: &Limits, started: Instant) -> Option<StopReason> {
    if limits.cancel.is_cancelled() {
        return Some(StopReason::Cancelled);
    }
    let is_late = limits.time.is_some_and(|time| started.elapsed() >= time);
    is_late.then_some(StopReason::TimeLimit)
}
