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
use tremaux_core::erased::StateGraph;

use crate::candidates::Candidates;
use crate::expansion::{Expansion, Narrow, Wide};
use crate::failure::ClusterError;
use crate::levels::{LevelFiles, WholeLevels};
use crate::machines::Machines;
use crate::parcel::Parcel;
use crate::run_file::{RunReader, RunWriter};
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

impl<E: Expansion> Job<E> {
    /// Says which is the first level whose states a candidate for a level may be among.
    fn first_known(&self) -> impl Fn(u32) -> u32 + use<E> {
        let back = self.expansion.numbering().levels_back;
        move |level| back.map_or(0, |back| level.saturating_sub(back))
    }

    /// The states that a thread keeps in memory: vectors may be twice as large as needed.
    fn most_states(&self, threads: usize) -> usize {
        (self.how.memory / threads / size_of::<E::State>() / 2).max(4096)
    }

    /// Makes the files of a thread from those that are there, and returns the last level.
    fn restore(&self, files: &LevelFiles, most: usize, owner_bits: E::State) -> Option<u32> {
        let last = (self.before.counts.len() as u32).checked_sub(1)?;
        let mark_bits = self.expansion.numbering().mark_bits;
        for level in self.first_known()(last + 1).min(last)..=last {
            let own = Candidates::new(most, mark_bits);
            files.redistribute::<E::State>(level, self.before.workers, own, owner_bits);
        }
        Some(last)
    }
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
}

/// Builds the dataflow of a thread. Thread 0 of all calls `on_level` for each level.
fn build<E: Expansion>(
    worker: &mut Worker,
    threads: usize,
    job: &Job<E>,
    on_level: impl FnMut(u32, u64) + 'static,
) {
    let (me, workers) = (worker.index(), worker.peers());
    let files = LevelFiles::new(&job.how.folder, me, workers);
    let most = job.most_states(threads);
    let owner_bits = job.expansion.owner_bits(workers);
    let restored = job.restore(&files, most, owner_bits);
    let mut on_level = on_level;
    let (expansion, depth) = (Arc::clone(&job.expansion), job.how.depth.unwrap_or(u32::MAX));
    let first_known = job.first_known();
    let mut list = WholeLevels { workers, ..job.before.clone() };
    let folder = job.how.folder.clone();
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
            let mut waiting: BTreeMap<u32, Waiting<E::State>> = BTreeMap::new();
            let mut expanded: Option<Expanded<E::State>> = None;
            let (mut own, mut successors) = (Vec::new(), Vec::new());
            let mut outgoing: Vec<Vec<E::State>> = vec![Vec::new(); workers];
            let mut largest = E::State::default();
            let mark_bits = expansion.numbering().mark_bits;
            let levels_back = expansion.numbering().levels_back;
            // What the last level has left: its memory is used again.
            let mut spare = None;
            let candidates_for = move |spare: &mut Option<Candidates<E::State>>, largest| {
                let new = || Candidates::new(most, mark_bits);
                spare.take().unwrap_or_else(new).up_to(largest)
            };
            move |frontiers| {
                let (mut output, mut sums) = (output.activate(), sums.activate());
                input.for_each(|time, received| {
                    let Some(&level) = time.least() else { return };
                    let Waiting { candidates, .. } =
                        waiting.entry(level).or_insert_with(|| Waiting {
                            capabilities: [0, 1]
                                .map(|port| time.retain_least(port).expect("a time")),
                            candidates: candidates_for(&mut spare, largest),
                        });
                    for parcel in received.drain(..) {
                        own.clear();
                        for bytes in parcel.bytes.0.chunks_exact(size_of::<E::State>()) {
                            own.push(E::State::of_bytes(bytes));
                        }
                        candidates.add(&own, |number| files.candidates(level, number));
                    }
                });
                let mut level_done = None;
                if let Some([states, count]) = first.take() {
                    // The initial state, or the last level that is on disk.
                    let level = restored.unwrap_or_else(|| {
                        let initial = expansion.initial_state();
                        if (initial & owner_bits).owner_of(workers) == me {
                            let mut writer = RunWriter::create(&files.level(0));
                            writer.write(&[initial]);
                            sums.session(&count).give(writer.finish(true));
                        }
                        0
                    });
                    level_done = Some((level, states.delayed(&level), count));
                } else if expanded.is_none()
                    && let Some((&level, _)) = waiting.first_key_value()
                    && !frontiers[0].less_equal(&level)
                {
                    let Waiting { capabilities: [states, count], mut candidates } =
                        waiting.remove(&level).expect("it is the first");
                    let mut known: Vec<_> =
                        (first_known(level)..level).filter_map(|level| files.open(level)).collect();
                    let mut writer = RunWriter::create(&files.level(level));
                    candidates.write(&mut known, &mut writer);
                    if candidates.is_small() {
                        spare = Some(candidates);
                    }
                    largest = largest.max(writer.last());
                    sums.session(&count).give(writer.finish(true));
                    if level >= KEPT && levels_back.is_some() {
                        LevelFiles::remove(&files.level(level - KEPT));
                    }
                    level_done = Some((level, states, count));
                }
                if let Some((level, capability, count)) = level_done
                    && level < depth
                    && let Some(states) = files.open(level)
                {
                    let count = count.delayed(&(level + 1));
                    expanded = Some(Expanded { level, capability, count, states });
                }
                if let Some(Expanded { level, capability, count, states }) = &mut expanded {
                    let next = *level + 1;
                    let mut is_whole = false;
                    for _ in 0..TURN {
                        let chunk = states.next_states();
                        if chunk.is_empty() {
                            is_whole = true;
                            break;
                        }
                        successors.clear();
                        expansion.successors(chunk, &mut successors);
                        let skipped = chunk.len();
                        states.skip(skipped);
                        own.clear();
                        if workers == 1 {
                            std::mem::swap(&mut own, &mut successors);
                        }
                        for &state in &successors {
                            let owner = (state & owner_bits).owner_of(workers);
                            if owner == me {
                                own.push(state);
                            } else {
                                outgoing[owner].push(state);
                            }
                        }
                        if !own.is_empty() {
                            let Waiting { candidates, .. } =
                                waiting.entry(next).or_insert_with(|| Waiting {
                                    capabilities: [capability.delayed(&next), count.clone()],
                                    candidates: candidates_for(&mut spare, largest),
                                });
                            candidates.add(&own, |number| files.candidates(next, number));
                        }
                    }
                    let mut session = output.session(&*capability);
                    for (to, states) in outgoing.iter_mut().enumerate() {
                        if !states.is_empty() {
                            session.give(Parcel::of_states(to, states));
                            states.clear();
                        }
                    }
                    drop(session);
                    if is_whole {
                        expanded = None;
                    }
                    activator.activate();
                }
            }
        });
        states.connect_loop(handle);
        let to_first = Exchange::new(|_: &u64| 0);
        counts.unary_frontier::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            to_first,
            "counts",
            move |_, _| {
                let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
                move |(input, frontier), _| {
                    input.for_each(|time, counts| {
                        let Some(&level) = time.least() else { return };
                        *sums.entry(level).or_default() += counts.drain(..).sum::<u64>();
                    });
                    while let Some(entry) = sums.first_entry()
                        && !frontier.less_equal(entry.key())
                    {
                        let (level, count) = entry.remove_entry();
                        if count > 0 {
                            list.counts.push(count);
                            list.write(&folder);
                            on_level(level, count);
                        }
                    }
                }
            },
        );
    });
}

/// The chunks that a thread expands before it sends their successors.
const TURN: usize = 32;

/// How many levels are kept on disk: the list of whole levels may be behind by one or two.
const KEPT: u32 = 4;
