//! A* over many threads: HDA* (Kishimoto, Fukunaga and Botea 2009).

use std::marker::PhantomData;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::failure::ClusterError;
use crate::informed::{InformedExpansion, InformedState, Searched};
use crate::machines::Machines;
use crate::thread_search::{Node, Settings, run};
use crate::trace_back;
use crate::word::Word;

/// How to search.
#[derive(Clone, Debug)]
pub struct HdaStar {
    /// Names the problem, the instance and the heuristic.
    pub problem: String,
    /// How far a thread may run ahead of the least f of all threads.
    pub run_ahead: u32,
    /// The number of bytes of states that a process may store.
    pub memory: usize,
    /// The number of states that all threads together may expand. Each has an equal share.
    pub nodes: Option<u64>,
    /// How long the search may take. It is looked at between rounds.
    pub time: Option<Duration>,
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
        let Self { lower_bound, stopped, expanded, generated, stored, bytes, .. } = self;
        let path = self.path.map(widen);
        Searched { path, lower_bound, stopped, expanded, generated, stored, bytes }
    }
}

/// Finds a cheapest path from the initial state to a goal by A* with states owned by hash: each
/// thread expands its own states, and sends successors to their owners.
///
/// The timestamp of timely dataflow is f, so its progress protocol says which is the least f that
/// is open anywhere. A thread expands only states whose f is at most [`HdaStar::run_ahead`] above
/// it; with 0, no state is expanded whose f is greater than the cost of the solution.
///
/// States of the least f are expanded in rounds, by all threads: in a round each expands its
/// states with the greatest g, a few at first and then an eighth of those with this f. The next
/// round begins when all states of the last one have arrived, which is the other half of the
/// timestamp. So a thread that has no processor does not fall behind while the others expand
/// states that A* would never come to, and with 0 no more are expanded after a goal was generated
/// than a round has. Nothing being
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
        let settings = Settings {
            run_ahead: job.run_ahead,
            // Tables double, and are copied meanwhile.
            most_stored: job.memory / threads / bytes / 4,
            most_expanded: job.nodes.map_or(u64::MAX, |nodes| nodes / worker.peers() as u64),
            deadline: job.time.and_then(|time| Instant::now().checked_add(time)),
        };
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
