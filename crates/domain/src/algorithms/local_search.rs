//! Local search in state spaces by name: from state to neighbouring state, by estimates.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Nearest, Observer, Plan, Progress, Search, SearchReport,
    Session, StateSpace, Statistics, StopReason, Termination,
};
use tremaux_landscape::{
    LocalSearch, LocalSearchMethod, Optimization, Position, Restarts, StateLandscape,
};

use super::landscape as methods;
use super::start::{AnySearchOf, Start};
use crate::describe::AlgorithmInfo;
use crate::options::Options;
use crate::refuse::RegistryError;

/// A method that moves from state to state.
const fn by_estimates(info: &AlgorithmInfo) -> AlgorithmInfo {
    AlgorithmInfo { is_informed: true, ..*info }
}

/// Hill climbing.
pub static HILL_CLIMBING: AlgorithmInfo = by_estimates(&methods::HILL_CLIMBING);
/// Simulated annealing.
pub static ANNEALING: AlgorithmInfo = by_estimates(&methods::ANNEALING);
/// Tabu search.
pub static TABU: AlgorithmInfo = by_estimates(&methods::TABU);
/// Late acceptance.
pub static LATE_ACCEPTANCE: AlgorithmInfo = by_estimates(&methods::LATE_ACCEPTANCE);

/// Starts hill climbing.
pub fn hill_climbing<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    walk(start, methods::hill_climbing(options))
}

/// Starts simulated annealing.
pub fn annealing<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    repeated(start, methods::annealing(options), options)
}

/// Starts tabu search.
pub fn tabu<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    repeated(start, methods::tabu(options), options)
}

/// Starts late acceptance.
pub fn late_acceptance<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    repeated(start, methods::late_acceptance(options), options)
}

/// Starts a method that ends after a number of states: without an option of it, and with a limit,
/// it starts again and again.
fn repeated<S, M>(
    start: Start<'_, S>,
    method: M,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError>
where
    S: StateSpace + 'static,
    M: LocalSearchMethod<StateLandscape<Arc<S>, Session<S>>, State: 'static> + 'static,
{
    if start.is_limited && options.integer("steps") == 0 {
        walk(start, Restarts(method))
    } else {
        walk(start, method)
    }
}

fn walk<S, M>(start: Start<'_, S>, method: M) -> Result<AnySearchOf<S>, RegistryError>
where
    S: StateSpace + 'static,
    M: LocalSearchMethod<StateLandscape<Arc<S>, Session<S>>, State: 'static> + 'static,
{
    let Start { space, estimator, seed, .. } = start;
    let heuristic = Session::new(Arc::clone(estimator.heuristic()));
    let landscape = Box::new(StateLandscape::new(Arc::clone(&space), estimator));
    let state = space.initial_state();
    Ok(Box::new(StateWalk {
        g: S::Cost::ZERO,
        h: heuristic.estimate(&space, &state),
        search: Box::new(LocalSearch::new(landscape, method, seed)),
        space,
        heuristic,
        state,
        length: 0,
        moved_at: 0,
        is_started: false,
        lower_bound: S::Cost::ZERO,
        statistics: Statistics::default(),
        done: None,
        stopped: StopReason::NodeLimit,
    }))
}

/// A local search of a state space. A state is expanded when the search moves on from it, to the
/// only successor that is counted as generated.
struct StateWalk<S: StateSpace> {
    space: Arc<S>,
    heuristic: Session<S>,
    search: Box<dyn Optimization<Position<S>>>,
    /// The state last reported to the observer, the length and cost of the path to it, and its
    /// estimate.
    state: S::State,
    length: usize,
    g: S::Cost,
    h: S::Cost,
    /// How many states had been looked at when the search last moved on, or last used up its nodes.
    moved_at: u64,
    is_started: bool,
    lower_bound: S::Cost,
    statistics: Statistics,
    done: Option<Termination>,
    stopped: StopReason,
}

impl<S: StateSpace> StateWalk<S> {
    fn begin<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        self.is_started = true;
        self.statistics.iterations = 1;
        let (g, h) = (self.g, self.h);
        observer.observe(Event::Generated { state: &self.state, action: None, g, h });
        let guarantees = self.heuristic.guarantees();
        if guarantees.admissible && (h < S::Cost::INFINITY || guarantees.safe) {
            self.lower_bound = h;
            if h < S::Cost::INFINITY {
                observer.observe(Event::LowerBound(h));
            }
        }
    }

    /// Reports where the last step has led.
    fn follow<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let starts = self.search.tally().starts;
        let Some(position) = self.search.current() else { return };
        if starts > self.statistics.iterations {
            self.statistics.iterations = starts;
            (self.state, self.length) = (self.space.initial_state(), 0);
            (self.g, self.h) = (S::Cost::ZERO, self.heuristic.estimate(&self.space, &self.state));
        }
        if position.path.len() > self.length {
            self.moved_at = self.search.tally().evaluated;
        }
        for &action in &position.path[self.length..] {
            observer.observe(Event::Expanded { state: &self.state, g: self.g });
            self.g = self.g.plus(self.space.cost(&self.state, action));
            self.space.apply(&mut self.state, action);
            self.h = self.heuristic.estimate(&self.space, &self.state);
            self.statistics.expanded += 1;
            self.statistics.generated += 1;
            let (state, action, g, h) = (&self.state, Some(action), self.g, self.h);
            observer.observe(Event::Generated { state, action, g, h });
        }
        self.length = position.path.len();
    }

    /// The bytes held, and those needed at the end for the path to the best state.
    fn bytes(&self) -> usize {
        let length = |position: Option<&Position<S>>| position.map_or(0, |it| it.path.len());
        let best = self.search.best().map(|(position, _)| position);
        let longest = length(best).max(length(self.search.current()));
        self.search.bytes() + loop_bytes(longest)
    }

    /// The path to the best state, and that state.
    fn best(&self) -> Option<(PlanOf<S>, S::State)> {
        let path = without_loops(&*self.space, &self.search.best()?.0.path);
        let (mut state, mut cost) = (self.space.initial_state(), S::Cost::ZERO);
        for &action in &path {
            cost = cost.plus(self.space.cost(&state, action));
            self.space.apply(&mut state, action);
        }
        Some((Plan { actions: path, cost }, state))
    }
}

/// A plan, or the path to another state.
type PlanOf<S> = Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>;

/// A path without the parts that lead back to one of its states.
///
/// States are identified by hashes, and compared wherever a part is left out.
fn without_loops<S: StateSpace>(space: &S, path: &[S::Action]) -> Vec<S::Action> {
    let hashes = BuildHasherDefault::<DefaultHasher>::default();
    let mut state = space.initial_state();
    let mut last_places = HashMap::with_capacity(path.len() + 1);
    last_places.insert(hashes.hash_one(space.pack(&state)), 0);
    for (place, &action) in path.iter().enumerate() {
        space.apply(&mut state, action);
        last_places.insert(hashes.hash_one(space.pack(&state)), place + 1);
    }
    let (mut state, mut place, mut kept) = (space.initial_state(), 0, Vec::new());
    loop {
        let key = space.pack(&state);
        let last_place = last_places[&hashes.hash_one(&key)];
        for &action in &path[place..last_place] {
            space.apply(&mut state, action);
        }
        if space.pack(&state) != key {
            // Two states with the same hash.
            return path.to_vec();
        }
        let Some(&action) = path.get(last_place) else { return kept };
        space.apply(&mut state, action);
        kept.push(action);
        place = last_place + 1;
    }
}

/// The bytes that [`without_loops`] takes for a path of `length` actions.
const fn loop_bytes(length: usize) -> usize {
    ((length + 1) * 8 / 7).next_power_of_two() * (size_of::<(u64, usize)>() + 1)
}

/// So many states may be looked at for each node of the limit, more than any state has neighbours
/// in practice.
const LOOKS_PER_NODE: u64 = 1000;

impl<S: StateSpace> Search<S> for StateWalk<S> {
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        if let Some(termination) = self.done {
            return Progress::Done(termination);
        }
        let started = Instant::now();
        let last = self.statistics.expanded.saturating_add(limits.nodes.unwrap_or(u64::MAX));
        let mut others = limits.clone();
        others.nodes = None;
        let mut meter = Meter::start(&others, self.search.tally().evaluated);
        if !self.is_started {
            self.begin(observer);
        }
        let reason = loop {
            let evaluated = self.search.tally().evaluated;
            // Some methods look at many states before they move on, and never do at a dead end.
            // What was looked at since the last move counts, whichever slice of time it was in.
            let left = last.saturating_sub(self.statistics.expanded);
            let most = left.saturating_mul(LOOKS_PER_NODE).saturating_add(self.moved_at);
            if left == 0 || evaluated >= most {
                self.moved_at = evaluated;
                break Some(StopReason::NodeLimit);
            }
            if let Err(reason) = meter.check(evaluated, || self.bytes()) {
                break Some(reason);
            }
            // The meter asks seldom, and a path grows with every step.
            if limits.memory.is_some_and(|most| self.bytes() > most) {
                break Some(StopReason::MemoryLimit);
            }
            if !self.search.step() {
                break None;
            }
            self.follow(observer);
        };
        self.statistics.evaluated = self.search.tally().evaluated;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.bytes());
        self.statistics.elapsed += started.elapsed();
        if let Some(reason) = reason {
            self.stopped = reason;
            return Progress::Paused(reason);
        }
        if self.search.best_value() <= self.search.lower_bound()
            && let Some((plan, _)) = self.best()
        {
            observer.observe(Event::Solution(plan.cost));
        }
        self.done = Some(Termination::Finished);
        Progress::Done(Termination::Finished)
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let is_goal = self.search.best_value() <= self.search.lower_bound();
        SearchReport::new(
            self.best().filter(|_| is_goal).map(|(plan, _)| plan),
            self.lower_bound,
            self.done.unwrap_or(Termination::Stopped(self.stopped)),
            self.statistics.clone(),
        )
    }

    fn nearest(&self) -> Option<Nearest<S::Action, S::Cost>> {
        let (path, state) = self.best()?;
        Some(Nearest::new(path, self.heuristic.estimate(&self.space, &state)))
    }
}
