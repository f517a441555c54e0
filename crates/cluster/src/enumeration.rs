//! Counting the states at each distance, with sorted levels in files.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::feedback::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;
use tremaux_core::{Numbering, StateGraph};

use crate::candidates::Candidates;
use crate::expansion::{Expansion, Narrow, Wide};
use crate::failure::ClusterError;
use crate::levels::{LevelFiles, WholeLevels};
use crate::machines::Machines;
use crate::parcel::Parcel;
use crate::run_file::{RunReader, RunWriter, remove};
use crate::word::Word;

/// How to enumerate.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Names the problem and the instance: a folder of another one is refused.
    pub problem: String,
    /// The folder of the levels, on a disk that all processes share. A level that is whole is on
    /// disk, so that the enumeration can be resumed, with another number of processes, too.
    pub folder: PathBuf,
    /// The number of bytes of states that a process keeps in memory; the rest goes to the disk.
    pub memory: usize,
    /// The last level to enumerate; `None` for all.
    pub depth: Option<u32>,
    /// Whether to go on with what the folder holds. Otherwise it must hold no levels.
    pub resumes: bool,
}

/// The number of states at each distance from the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    /// The number of states of each level, from the initial state's.
    pub counts: Vec<u64>,
    /// Whether no state is left beyond the last level.
    pub is_whole: bool,
}

/// Counts the states at each distance, in actions, from the initial state: breadth-first search
/// with sorting and delayed detection of duplicates (Korf 2008), each state owned by the thread
/// that its hash names.
///
/// All processes call it with the same arguments, but for [`Machines::process`]. Returns the counts
/// in process 0, `None` in the others. `progress` is called in process 0 whenever a level is whole,
/// with its number, its states and whether this is not new.
///
/// If the space is [reversible](tremaux_core::StateSpace::is_reversible), a new state differs from
/// those of two levels; otherwise from those of all levels, which are read each time.
///
/// n states and m edges take O(m log m) time, a few bytes of disk for each state of the last levels
/// (of all, if it is not reversible), and [`Enumeration::memory`].
///
/// # Errors
///
/// Fails if the processes cannot be connected, were started with different arguments, or if the
/// folder holds something else. Later failures [end the process](crate).
pub fn enumerate<E: Expansion>(
    expansion: Arc<E>,
    machines: &Machines,
    how: &Enumeration,
    progress: impl FnMut(u32, u64, bool) + Send + 'static,
) -> Result<Option<LevelCounts>, ClusterError> {
    let before = prepare(how)?;
    let agreed = format!("{how:?}\n{}", before.counts.len());
    let progress = Arc::new(Mutex::new(progress));
    if machines.process == 0 {
        let mut progress = progress.lock().expect("no thread panicked");
        for (level, &count) in before.counts.iter().enumerate() {
            progress(level as u32, count, true);
        }
    }
    let counts = Arc::new(Mutex::new(before.counts.clone()));
    let (sink, threads) = (Arc::clone(&counts), machines.threads);
    let job = Job { expansion, how: how.clone(), before };
    machines.run(&agreed, move |worker| {
        let (sink, progress) = (Arc::clone(&sink), Arc::clone(&progress));
        build(worker, threads, &job, move |level, count| {
            sink.lock().expect("no thread panicked").push(count);
            progress.lock().expect("no thread panicked")(level, count, false);
        });
    })?;
    if machines.process != 0 {
        return Ok(None);
    }
    let counts = counts.lock().expect("no thread panicked").clone();
    let is_whole = how.depth.is_none_or(|depth| counts.len() <= depth as usize);
    Ok(Some(LevelCounts { counts, is_whole }))
}

/// [`enumerate`] for a problem chosen by name.
///
/// # Errors
///
/// See [`enumerate`]; fails also if states have more than 16 bytes.
pub fn enumerate_graph(
    graph: Arc<dyn StateGraph>,
    machines: &Machines,
    how: &Enumeration,
    progress: Box<dyn FnMut(u32, u64, bool) + Send>,
) -> Result<Option<LevelCounts>, ClusterError> {
    match graph.width() {
        0..=8 => enumerate(Arc::new(Narrow(graph)), machines, how, progress),
        9..=16 => enumerate(Arc::new(Wide(graph)), machines, how, progress),
        _ => {
            let message = "states of more than 16 bytes cannot be enumerated";
            Err(ClusterError::Problem(message.into()))
        }
    }
}

/// What all threads of a process share.
struct Job<E> {
    expansion: Arc<E>,
    how: Enumeration,
    before: WholeLevels,
}

/// Reads what the folder holds, and checks it.
fn prepare(how: &Enumeration) -> Result<WholeLevels, ClusterError> {
    let folder = &how.folder;
    fs::create_dir_all(folder).map_err(|error| ClusterError::File(folder.clone(), error))?;
    let wrong = |message: String| Err(ClusterError::Folder(folder.clone(), message));
    let Some(found) = WholeLevels::read(folder)? else {
        let is_empty = fs::read_dir(folder)
            .map_err(|error| ClusterError::File(folder.clone(), error))?
            .next()
            .is_none();
        if !is_empty {
            return wrong(
                "is not empty, and holds no list of levels: choose another folder".into(),
            );
        }
        return Ok(WholeLevels { problem: how.problem.clone(), ..WholeLevels::default() });
    };
    if found.problem != how.problem {
        return wrong(format!("holds levels of another problem: {}", found.problem));
    }
    if !how.resumes {
        return wrong("holds levels already: resume them, or choose another folder".into());
    }
    Ok(found)
}

/// A level that is not whole yet.
struct Waiting<W> {
    /// To send its states on, and to say how many there are.
    capabilities: [Capability<u32>; 2],
    candidates: Candidates<W>,
}

/// The level whose states are being expanded.
struct Expanded<W> {
    level: u32,
    capability: Capability<u32>,
    /// For the count of the next level.
    count: Capability<u32>,
    states: RunReader<W>,
    successors: Vec<W>,
}

/// A level whose states are all in files.
struct Written {
    level: u32,
    capabilities: [Capability<u32>; 2],
    /// The number of its states in this thread, if it was not known.
    count: Option<u64>,
}

/// The levels of a thread.
struct ThreadLevels<E: Expansion> {
    expansion: Arc<E>,
    numbering: Numbering,
    files: LevelFiles,
    me: usize,
    workers: usize,
    owner_bits: E::State,
    /// The last level to enumerate.
    depth: u32,
    /// The number of candidates of a level in memory.
    most: usize,
    waiting: BTreeMap<u32, Waiting<E::State>>,
    expanded: Option<Expanded<E::State>>,
    own: Vec<E::State>,
    outgoing: Vec<Vec<E::State>>,
    largest: E::State,
    /// What the last level has left: its memory is used again.
    spare: Option<Candidates<E::State>>,
}

impl<E: Expansion> ThreadLevels<E> {
    fn new(job: &Job<E>, threads: usize, me: usize, workers: usize) -> Self {
        Self {
            expansion: Arc::clone(&job.expansion),
            numbering: job.expansion.numbering(),
            files: LevelFiles::new(&job.how.folder, me, workers),
            me,
            workers,
            owner_bits: job.expansion.owner_bits(workers),
            depth: job.how.depth.unwrap_or(u32::MAX),
            // Vectors may be twice as large as needed.
            most: (job.how.memory / threads / size_of::<E::State>() / 2).max(4096),
            waiting: BTreeMap::new(),
            expanded: None,
            own: Vec::new(),
            outgoing: vec![Vec::new(); workers],
            largest: E::State::default(),
            spare: None,
        }
    }

    /// The first level whose states a candidate for a level may be among.
    fn first_known(&self, level: u32) -> u32 {
        self.numbering.levels_back.map_or(0, |back| level.saturating_sub(back))
    }

    /// Makes the files of this thread from those that are there, and returns the last level.
    fn restore(&self, before: &WholeLevels) -> Option<u32> {
        let last = (before.counts.len() as u32).checked_sub(1)?;
        for level in self.first_known(last + 1).min(last)..=last {
            let own = Candidates::new(self.most, self.numbering.mark_bits);
            self.files.redistribute::<E::State>(level, before.workers, own, self.owner_bits);
        }
        Some(last)
    }

    fn owner_of(&self, state: E::State) -> usize {
        (state & self.owner_bits).owner_of(self.workers)
    }

    /// Adds the states in `own` to the candidates for a level.
    fn add_own(&mut self, level: u32, capabilities: impl FnOnce() -> [Capability<u32>; 2]) {
        let Self { waiting, spare, files, most, numbering, largest, .. } = self;
        let of_level = waiting.entry(level).or_insert_with(|| {
            let candidates = spare.take();
            let candidates =
                candidates.unwrap_or_else(|| Candidates::new(*most, numbering.mark_bits));
            Waiting { capabilities: capabilities(), candidates: candidates.up_to(*largest) }
        });
        of_level.candidates.add(&self.own, |number| files.candidates(level, number));
    }

    /// Adds the states of a parcel to the candidates for a level.
    fn receive(
        &mut self,
        level: u32,
        parcel: &Parcel,
        capabilities: impl FnOnce() -> [Capability<u32>; 2],
    ) {
        self.own.clear();
        for bytes in parcel.bytes.0.chunks_exact(size_of::<E::State>()) {
            self.own.push(E::State::of_bytes(bytes));
        }
        self.add_own(level, capabilities);
    }

    /// The initial state, or the last level that is on disk.
    fn first_level(&self, restored: Option<u32>, capabilities: [Capability<u32>; 2]) -> Written {
        let [states, count] = capabilities;
        let level = restored.unwrap_or(0);
        let initial = self.expansion.initial_state();
        let is_new = restored.is_none() && self.owner_of(initial) == self.me;
        let written = is_new.then(|| {
            let mut writer = RunWriter::create(&self.files.level(0));
            writer.write(&[initial]);
            writer.finish(true)
        });
        Written { level, capabilities: [states.delayed(&level), count], count: written }
    }

    /// Writes the first level for which all candidates have arrived, if there is one.
    fn next_level(&mut self, has_arrived: impl Fn(u32) -> bool) -> Option<Written> {
        let (&level, _) = self.waiting.first_key_value()?;
        if self.expanded.is_some() || !has_arrived(level) {
            return None;
        }
        let Waiting { capabilities, mut candidates } = self.waiting.remove(&level)?;
        let known = self.first_known(level)..level;
        let mut known: Vec<_> = known.filter_map(|level| self.files.open(level)).collect();
        let mut writer = RunWriter::create(&self.files.level(level));
        candidates.write(&mut known, &mut writer);
        if candidates.is_small() {
            self.spare = Some(candidates);
        }
        self.largest = self.largest.max(writer.last());
        let count = Some(writer.finish(true));
        if level >= KEPT && self.numbering.levels_back.is_some() {
            remove(&self.files.level(level - KEPT));
        }
        Some(Written { level, capabilities, count })
    }

    /// Begins to expand a level, unless it is the last.
    fn begin(&mut self, written: Written) {
        let Written { level, capabilities: [capability, count], .. } = written;
        if level < self.depth
            && let Some(states) = self.files.open(level)
        {
            let count = count.delayed(&(level + 1));
            let successors = Vec::new();
            self.expanded = Some(Expanded { level, capability, count, states, successors });
        }
    }

    /// Expands some states of the level; `outgoing` has the successors of other threads
    /// afterwards. Returns whether all states of the level are expanded.
    fn expand(&mut self, expanded: &mut Expanded<E::State>) -> bool {
        let Expanded { level, capability, count, states, successors } = expanded;
        let next = *level + 1;
        for _ in 0..TURN {
            let chunk = states.next_states();
            if chunk.is_empty() {
                return true;
            }
            successors.clear();
            self.expansion.successors(chunk, successors);
            let skipped = chunk.len();
            states.skip(skipped);
            self.own.clear();
            if self.workers == 1 {
                std::mem::swap(&mut self.own, successors);
            }
            for &state in &*successors {
                let owner = self.owner_of(state);
                if owner == self.me {
                    self.own.push(state);
                } else {
                    self.outgoing[owner].push(state);
                }
            }
            if !self.own.is_empty() {
                self.add_own(next, || [capability.delayed(&next), count.clone()]);
            }
        }
        false
    }

    /// The parcels with the successors of other threads.
    fn parcels(&mut self) -> impl Iterator<Item = Parcel> {
        let filled = self.outgoing.iter_mut().enumerate().filter(|(_, states)| !states.is_empty());
        filled.map(|(to, states)| {
            let parcel = Parcel::of_states(to, states);
            states.clear();
            parcel
        })
    }
}

/// The sums of states of levels over all threads.
struct LevelSums<F> {
    sums: BTreeMap<u32, u64>,
    list: WholeLevels,
    folder: PathBuf,
    on_level: F,
}

impl<F: FnMut(u32, u64)> LevelSums<F> {
    fn new<E>(job: &Job<E>, workers: usize, on_level: F) -> Self {
        let list = WholeLevels { workers, ..job.before.clone() };
        Self { sums: BTreeMap::new(), list, folder: job.how.folder.clone(), on_level }
    }

    /// Adds the numbers of states of a level in some threads.
    fn add(&mut self, level: u32, counts: &mut Vec<u64>) {
        *self.sums.entry(level).or_default() += counts.drain(..).sum::<u64>();
    }

    /// Writes and reports the levels that are whole, in order.
    fn report(&mut self, is_whole: impl Fn(u32) -> bool) {
        while let Some(entry) = self.sums.first_entry()
            && is_whole(*entry.key())
        {
            let (level, count) = entry.remove_entry();
            if count > 0 {
                self.list.counts.push(count);
                self.list.write(&self.folder);
                (self.on_level)(level, count);
            }
        }
    }
}

/// Builds the dataflow of a thread. Thread 0 of all calls `on_level` for each level.
fn build<E: Expansion>(
    worker: &mut Worker,
    threads: usize,
    job: &Job<E>,
    on_level: impl FnMut(u32, u64) + 'static,
) {
    let (me, workers) = (worker.index(), worker.peers());
    let mut levels = ThreadLevels::new(job, threads, me, workers);
    let restored = levels.restore(&job.before);
    let mut level_sums = LevelSums::new(job, workers, on_level);
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Parcel>>(1);
        let mut builder = OperatorBuilder::new("levels".into(), scope);
        let mut input = builder.new_input(cycle, Exchange::new(|parcel: &Parcel| parcel.to));
        let (output, states) = builder.new_output::<Vec<Parcel>>();
        let (sums, counts) = builder.new_output::<Vec<u64>>();
        let mut output = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(output);
        let mut sums = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(sums);
        let activator = scope.activator_for(builder.operator_info().address);
        builder.build(move |capabilities| {
            let mut first = <[Capability<u32>; 2]>::try_from(capabilities).ok();
            move |frontiers| {
                let (mut output, mut sums) = (output.activate(), sums.activate());
                input.for_each(|time, received| {
                    let Some(&level) = time.least() else { return };
                    let retained = || [0, 1].map(|port| time.retain_least(port).expect("a time"));
                    received.drain(..).for_each(|it| levels.receive(level, &it, retained));
                });
                let written = match first.take() {
                    Some(capabilities) => Some(levels.first_level(restored, capabilities)),
                    None => levels.next_level(|level| !frontiers[0].less_equal(&level)),
                };
                if let Some(written) = written {
                    let count = written.count;
                    sums.session(&written.capabilities[1]).give_iterator(count.into_iter());
                    levels.begin(written);
                }
                if let Some(mut expanded) = levels.expanded.take() {
                    let is_whole = levels.expand(&mut expanded);
                    output.session(&expanded.capability).give_iterator(levels.parcels());
                    levels.expanded = Some(expanded).filter(|_| !is_whole);
                    activator.activate();
                }
            }
        });
        states.connect_loop(handle);
        counts.unary_frontier::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            Exchange::new(|_: &u64| 0),
            "counts",
            move |_, _| {
                move |(input, frontier), _| {
                    input.for_each(|time, counts| {
                        time.least().iter().for_each(|&&level| level_sums.add(level, counts));
                    });
                    level_sums.report(|level| !frontier.less_equal(&level));
                }
            },
        );
    });
}

/// The chunks that a thread expands before it sends their successors.
const TURN: usize = 32;

/// How many levels are kept on disk: the list of whole levels may be behind by one or two.
const KEPT: u32 = 4;
