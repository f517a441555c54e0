//! Searches for a best solution.

use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{Limits, Meter, Optimality, Progress, StopReason, Termination};

use crate::walk::Tally;

/// What every search for a best solution measures.
#[derive(Clone, Debug, Default)]
pub struct Log {
    curve: Vec<(u64, f64)>,
    stride: u64,
    improvements: u64,
    peak_bytes: usize,
    elapsed: Duration,
}

/// The greatest number of points of a curve.
const MOST_POINTS: usize = 4096;

impl Log {
    /// Notes an improvement. When there are too many, every other one is forgotten, and from then
    /// on only some are noted.
    fn improve(&mut self, evaluated: u64, value: f64) {
        if self.improvements.is_multiple_of(self.stride.max(1)) {
            if self.curve.len() == MOST_POINTS {
                let mut is_kept = false;
                self.curve.retain(|_| {
                    is_kept = !is_kept;
                    is_kept
                });
                self.stride = 2 * self.stride.max(1);
            }
            self.curve.push((evaluated, value));
        }
        self.improvements += 1;
    }
}

/// The result of a search for a best solution.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OptimizationReport<'a, S> {
    /// The best solution so far and its value.
    pub best: Option<(&'a S, f64)>,
    /// No solution has a lower value; minus infinity if nothing is proved.
    pub lower_bound: f64,
    /// How much worse than the best of all a solution of the value `lower_bound` can be, because
    /// values are rounded.
    pub rounding: f64,
    /// The counts.
    pub tally: Tally,
    /// Solutions evaluated and the best value at each improvement, thinned out.
    pub curve: &'a [(u64, f64)],
    /// The places of the current solutions: see [`Optimization::trail`].
    pub trail: &'a [(f64, f64)],
    /// Most bytes in the search's own tables at once.
    pub peak_bytes: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl<S> OptimizationReport<'_, S> {
    /// Whether the best solution is proved to be one of the best of all. Never true if values
    /// are rounded.
    pub fn is_proven_optimal(&self) -> bool {
        self.optimality() == Optimality::Proved
    }

    /// How far the best solution is proved to be one of the best of all. Up to rounding means
    /// that no solution is better by more than [`rounding`](Self::rounding).
    pub fn optimality(&self) -> Optimality {
        match self.best {
            Some((_, value)) if value <= self.lower_bound && self.rounding > 0.0 => {
                Optimality::UpToRounding
            }
            Some((_, value)) if value <= self.lower_bound => Optimality::Proved,
            _ => Optimality::Open,
        }
    }
}

/// A search for a best solution of the type `S`, under way.
///
/// It can be paused at any step and takes the same steps however it is sliced.
pub trait Optimization<S> {
    /// Takes one step; false if there is none left.
    fn step(&mut self) -> bool;

    /// The best solution so far and its value. Called between calls of
    /// [`Optimization::advance`].
    fn best(&self) -> Option<(&S, f64)>;

    /// The solution that the search is at, if it moves from one to the next.
    fn current(&self) -> Option<&S> {
        None
    }

    /// The value of the best solution so far; infinite if there is none.
    fn best_value(&self) -> f64;

    /// No solution has a lower value; minus infinity if nothing is proved.
    fn lower_bound(&self) -> f64;

    /// How much worse than the best of all a solution of the value
    /// [`Optimization::lower_bound`] can be, because values are rounded.
    fn rounding(&self) -> f64 {
        0.0
    }

    /// The counts.
    fn tally(&self) -> Tally;

    /// The number of bytes in its own tables.
    fn bytes(&self) -> usize;

    /// The number of further bytes that its next step may take at once.
    fn wanted(&self) -> usize {
        0
    }

    /// The measurements.
    fn log(&mut self) -> &mut Log;

    /// The measurements so far.
    fn logged(&self) -> &Log;

    /// The places of the solutions that the search was at, in their order, if the landscape has
    /// places. A place that is not a number separates two starts.
    fn trail(&self) -> &[(f64, f64)] {
        &[]
    }

    /// Prepares [`Optimization::best`] at the end of a slice.
    fn pause(&mut self) {}

    /// Continues until the search is over or a limit is reached. The limit of nodes counts
    /// evaluated solutions, or what exact searches count instead. Calls `improved` with each new
    /// best value.
    fn advance(&mut self, limits: &Limits, improved: &mut dyn FnMut(f64)) -> Progress {
        let started = Instant::now();
        let mut meter = Meter::start(limits, self.tally().evaluated);
        let mut best = self.best_value();
        let progress = loop {
            if let Err(reason) = meter.check(self.tally().evaluated, || self.bytes()) {
                break Progress::Paused(reason);
            }
            // The meter asks seldom, and a solution may take kilobytes.
            if limits.memory.is_some_and(|most| self.bytes().saturating_add(self.wanted()) > most) {
                break Progress::Paused(StopReason::MemoryLimit);
            }
            if !self.step() {
                break Progress::Done(Termination::Finished);
            }
            if self.best_value() < best {
                best = self.best_value();
                let evaluated = self.tally().evaluated;
                self.log().improve(evaluated, best);
                improved(best);
            }
        };
        self.pause();
        let bytes = self.bytes();
        let log = self.log();
        log.peak_bytes = log.peak_bytes.max(bytes);
        log.elapsed += started.elapsed();
        progress
    }

    /// The result so far.
    fn report(&self) -> OptimizationReport<'_, S> {
        let Log { curve, peak_bytes, elapsed, .. } = self.logged();
        OptimizationReport {
            best: self.best(),
            lower_bound: self.lower_bound(),
            rounding: self.rounding(),
            tally: self.tally(),
            curve,
            trail: self.trail(),
            peak_bytes: *peak_bytes,
            elapsed: *elapsed,
        }
    }
}
