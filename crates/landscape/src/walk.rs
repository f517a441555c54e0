//! The course of a local search: the current solution, the best one, and what was counted.

use tremaux_core::Random;

use crate::landscape::Landscape;

/// What a local search counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Solutions whose value was computed.
    pub evaluated: u64,
    /// Moves made.
    pub accepted: u64,
    /// Solutions from which the search started anew.
    pub starts: u64,
}

/// The greatest number of places on a trail.
const MOST_PLACES: usize = 4096;

/// The current solution of a local search and the best one so far.
///
/// The best solution is copied only when the search leaves it for a worse one.
#[derive(Clone, Debug)]
pub struct Walk<L: Landscape> {
    /// The source of all random choices.
    pub random: Random,
    current: L::Solution,
    value: f64,
    best: Option<L::Solution>,
    best_value: f64,
    is_best_current: bool,
    tally: Tally,
    /// The places of the current solutions; `stride` moves apart if there are many.
    trail: Vec<(f64, f64)>,
    stride: u64,
}

impl<L: Landscape> Walk<L> {
    pub(crate) fn new(landscape: &L, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let current = landscape.initial_solution(&mut random);
        let value = landscape.value(&current);
        let tally = Tally { evaluated: 1, accepted: 0, starts: 1 };
        let mut walk = Self {
            random,
            current,
            value,
            best: None,
            best_value: f64::INFINITY,
            is_best_current: true,
            tally,
            trail: Vec::new(),
            stride: 1,
        };
        walk.arrive(landscape);
        walk
    }

    /// The current solution.
    #[inline]
    pub fn current(&self) -> &L::Solution {
        &self.current
    }

    /// The value of the current solution.
    #[inline]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The best solution and its value.
    pub fn best(&self) -> (&L::Solution, f64) {
        let best = if self.is_best_current { None } else { self.best.as_ref() };
        (best.unwrap_or(&self.current), self.best_value)
    }

    /// The best value.
    #[inline]
    pub fn best_value(&self) -> f64 {
        self.best_value
    }

    /// The counts.
    #[inline]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    pub(crate) fn trail(&self) -> &[(f64, f64)] {
        &self.trail
    }

    /// A random move from the current solution.
    #[inline]
    pub fn random_move(&mut self, landscape: &L) -> Option<L::Move> {
        landscape.random_move(&self.current, &mut self.random)
    }

    /// The change of value by a move from the current solution, which is counted.
    #[inline]
    pub fn evaluate(&mut self, landscape: &L, mv: L::Move) -> f64 {
        self.tally.evaluated += 1;
        landscape.change(&self.current, mv)
    }

    /// Makes a move from the current solution that changes the value by `change`.
    #[inline]
    pub fn make(&mut self, landscape: &L, mv: L::Move, change: f64) {
        if change > 0.0 {
            self.leave_best();
        }
        landscape.apply(&mut self.current, mv);
        self.tally.accepted += 1;
        self.value = landscape.value(&self.current);
        self.arrive(landscape);
    }

    /// Starts anew from another initial solution.
    pub fn restart(&mut self, landscape: &L) {
        self.leave_best();
        self.current = landscape.initial_solution(&mut self.random);
        self.value = landscape.value(&self.current);
        self.tally.evaluated += 1;
        self.tally.starts += 1;
        if !self.trail.is_empty() {
            self.trail.push((f64::NAN, f64::NAN));
        }
        self.arrive(landscape);
    }

    /// Notes a solution that is not the current one.
    pub fn offer(&mut self, landscape: &L, solution: &L::Solution) -> f64 {
        self.tally.evaluated += 1;
        let value = landscape.value(solution);
        if value < self.best_value {
            self.leave_best();
            self.current.clone_from(solution);
            self.value = value;
            self.arrive(landscape);
        }
        value
    }

    /// Counts a solution that was accepted without a move.
    pub fn count_accepted(&mut self) {
        self.tally.accepted += 1;
    }

    fn leave_best(&mut self) {
        if !self.is_best_current {
            return;
        }
        self.is_best_current = false;
        match &mut self.best {
            Some(best) => best.clone_from(&self.current),
            None => self.best = Some(self.current.clone()),
        }
    }

    #[inline]
    fn arrive(&mut self, landscape: &L) {
        if let Some((x, y)) = landscape.place(&self.current) {
            self.follow(x, y);
        }
        if self.value < self.best_value {
            self.best_value = self.value;
            self.is_best_current = true;
        }
    }

    /// Adds a place to the trail. When that is full, every other one is forgotten, and from then
    /// on only some are added.
    fn follow(&mut self, x: f64, y: f64) {
        if !(self.tally.accepted + self.tally.starts).is_multiple_of(self.stride) {
            return;
        }
        if self.trail.len() >= MOST_PLACES {
            let mut is_kept = false;
            self.trail.retain(|place| {
                is_kept = !is_kept;
                is_kept || place.0.is_nan()
            });
            self.stride *= 2;
        }
        self.trail.push((x, y));
    }
}
