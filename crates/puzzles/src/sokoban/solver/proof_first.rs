//! A* within a budget, and the search through the space of features.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Limits, Meter, Observer, Progress, Search, SearchReport, Statistics, StopReason,
    Termination,
};
use tremaux_search::{BestFirst, BestFirstSearch, Buckets, GPlusH, LowH};

use super::super::matching::MinimalMatching;
use super::super::rules::{Push, Sokoban};
use super::search::FeatureSearch;

type Proof<P, const W: usize> =
    BestFirstSearch<P, MinimalMatching, Sokoban<W>, BestFirst<GPlusH, LowH, Buckets>>;

/// Tries to prove the fewest pushes, and finds a solution where that takes too long.
///
/// A* and [`FeatureSearch`] take turns, of as many nodes each, which grow from turn to turn. If
/// A* ends, its solution has the fewest pushes, or there is none. It expands
/// [`ProofFirst::MOST_NODES`] at most, in a quarter of the memory; after that the other search
/// goes on alone. If that one finds a solution first, A* still uses up its nodes to prove it, or
/// goes on until a limit ([`ProofFirst::until_limit`]).
///
/// ```
/// use tremaux::{Limits, Search};
/// use tremaux::puzzles::sokoban::{ProofFirst, Sokoban};
/// let level = Sokoban::parse("#######|#@__$.#|#_$___#|#___._#|#######")?;
/// let mut search = ProofFirst::new(&level);
/// search.advance(&Limits::default(), &mut ());
/// assert!(search.report().is_proven_optimal());
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub struct ProofFirst<P: Deref<Target = Sokoban<W>>, const W: usize> {
    proof: Proof<P, W>,
    features: FeatureSearch<P, W>,
    /// How A* ended.
    proved: Option<Termination>,
    /// Whether A* goes on beyond its budget once there is a solution.
    goes_on: bool,
    /// Whether A* has used up its budget.
    gives_up: bool,
    /// How the other search ended.
    found: Option<Termination>,
    /// Whether it is A*'s turn, the number of nodes of the turn, and how many of them are left.
    proves: bool,
    turn: u64,
    left: u64,
    stopped: StopReason,
}

impl<P: Deref<Target = Sokoban<W>> + Clone, const W: usize> ProofFirst<P, W> {
    /// The nodes of the first turn.
    const FIRST_TURN: u64 = 250;

    /// The search of a level, which has not yet taken a step.
    pub fn new(space: P) -> Self {
        let settings = BestFirst::a_star().ties(LowH).open_list(Buckets);
        Self {
            proof: settings.start(space.clone(), MinimalMatching),
            features: FeatureSearch::new(space),
            proved: None,
            goes_on: false,
            gives_up: false,
            found: None,
            proves: true,
            turn: Self::FIRST_TURN,
            left: Self::FIRST_TURN,
            stopped: StopReason::NodeLimit,
        }
    }
}

impl<P: Deref<Target = Sokoban<W>>, const W: usize> ProofFirst<P, W> {
    /// The most nodes that A* expands, unless it goes on until a limit.
    pub const MOST_NODES: u64 = 250_000;

    /// Once the other search has found a solution, A* goes on until a limit, however many nodes it
    /// expands.
    #[must_use]
    pub fn until_limit(self) -> Self {
        Self { goes_on: true, ..self }
    }

    /// The nodes that A* may still expand.
    fn budget(&self) -> u64 {
        match self.goes_on && self.found.is_some() {
            true => u64::MAX,
            false => Self::MOST_NODES.saturating_sub(self.proof.statistics().expanded),
        }
    }

    /// Chooses the search that goes on. Without a second one there are no turns.
    fn take_turns(&mut self, budget: u64) {
        if self.gives_up || self.found.is_some() || budget == 0 {
            (self.proves, self.left) = (!self.gives_up && budget > 0, u64::MAX);
        } else if self.left == 0 {
            self.turn = if self.proves { self.turn } else { 2 * self.turn };
            (self.proves, self.left) = (!self.proves, self.turn);
        }
    }

    fn expanded(&self) -> u64 {
        self.proof.statistics().expanded + self.features.report().statistics.expanded
    }

    /// How the search ends, if it is over.
    fn end(&self) -> Option<Termination> {
        self.proved.or(self.found.filter(|_| self.gives_up))
    }
}

impl<P: Deref<Target = Sokoban<W>> + Clone, const W: usize> Search<Sokoban<W>>
    for ProofFirst<P, W>
{
    fn advance<O: Observer<Sokoban<W>> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress {
        let meter = Meter::start(limits, 0);
        let first = self.expanded();
        loop {
            if let Some(termination) = self.end() {
                return Progress::Done(termination);
            }
            let budget = self.budget();
            self.take_turns(budget);
            let mut part = limits.clone();
            let used = self.expanded() - first;
            let allowed = limits.nodes.map(|nodes| nodes.saturating_sub(used));
            let mut nodes = self.left.min(allowed.unwrap_or(u64::MAX));
            part.time = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
            let before = self.expanded();
            let progress = if self.proves {
                nodes = nodes.min(budget);
                part.nodes = (nodes < u64::MAX).then_some(nodes);
                part.memory = limits.memory.map(|bytes| bytes / 4);
                self.proof.advance(&part, observer)
            } else {
                part.nodes = (nodes < u64::MAX).then_some(nodes);
                part.memory = limits.memory.map(|bytes| bytes - bytes / 4);
                self.features.advance(&part, observer)
            };
            if self.left < u64::MAX {
                self.left = self.left.saturating_sub(self.expanded() - before);
            }
            match progress {
                Progress::Done(Termination::Stopped(_)) if self.proves => self.gives_up = true,
                Progress::Done(termination) if self.proves => self.proved = Some(termination),
                Progress::Done(Termination::Exhausted) => {
                    // There is no solution.
                    (self.found, self.gives_up) = (Some(Termination::Exhausted), true);
                }
                Progress::Done(termination) => self.found = Some(termination),
                Progress::Paused(StopReason::MemoryLimit) if self.proves => self.gives_up = true,
                Progress::Paused(StopReason::NodeLimit) => {
                    self.gives_up |= !self.goes_on && self.budget() == 0;
                    if limits.nodes.is_some_and(|most| self.expanded() - first >= most) {
                        self.stopped = StopReason::NodeLimit;
                        return Progress::Paused(StopReason::NodeLimit);
                    }
                }
                Progress::Paused(reason) => {
                    self.stopped = reason;
                    return Progress::Paused(reason);
                }
            }
        }
    }

    fn report(&self) -> SearchReport<Push, u32> {
        let (proof, features) = (self.proof.report(), self.features.report());
        let (one, other) = (proof.statistics, features.statistics);
        SearchReport::new(
            proof.plan.or(features.plan),
            proof.lower_bound.max(features.lower_bound),
            self.end().unwrap_or(Termination::Stopped(self.stopped)),
            {
                let mut statistics = Statistics::default();
                statistics.expanded = one.expanded + other.expanded;
                statistics.generated = one.generated + other.generated;
                statistics.evaluated = one.evaluated + other.evaluated;
                statistics.reopened = one.reopened + other.reopened;
                statistics.duplicates = one.duplicates + other.duplicates;
                statistics.dead_ends = one.dead_ends + other.dead_ends;
                statistics.inconsistencies = one.inconsistencies + other.inconsistencies;
                statistics.open = one.open + other.open;
                statistics.closed = one.closed + other.closed;
                statistics.peak_open = one.peak_open + other.peak_open;
                statistics.peak_stored = one.peak_stored + other.peak_stored;
                statistics.peak_bytes = one.peak_bytes + other.peak_bytes;
                statistics.elapsed = one.elapsed + other.elapsed;
                statistics
            },
        )
    }
}
