//! A landscape that proposes what a script says.

use std::cell::Cell;

use tremaux_core::Random;
use tremaux_landscape::Landscape;

/// Solutions are places of a list of values; the random moves lead to one after the other.
pub(crate) struct Script {
    values: Vec<f64>,
    next: Cell<usize>,
}

impl Script {
    pub(crate) fn new(values: Vec<f64>) -> Self {
        Self { values, next: Cell::new(1) }
    }
}

impl Landscape for Script {
    type Solution = usize;
    type Move = usize;

    fn initial_solution(&self, _: &mut Random) -> usize {
        0
    }

    fn value(&self, &at: &usize) -> f64 {
        self.values[at]
    }

    fn change(&self, &at: &usize, to: usize) -> f64 {
        self.values[to] - self.values[at]
    }

    fn apply(&self, at: &mut usize, to: usize) {
        *at = to;
    }

    fn moves(&self, &at: &usize, moves: &mut Vec<usize>) {
        moves.extend((0..self.values.len()).filter(|&to| to != at));
    }

    fn random_move(&self, _: &usize, _: &mut Random) -> Option<usize> {
        let next = self.next.get();
        self.next.set(next + 1);
        (next < self.values.len()).then_some(next)
    }

    fn key(&self, &at: &usize) -> u64 {
        at as u64
    }
}

/// A slope on which every move changes the value by this much.
pub(crate) struct Slope(pub(crate) f64);

impl Landscape for Slope {
    type Solution = i64;
    type Move = ();

    fn initial_solution(&self, _: &mut Random) -> i64 {
        0
    }

    fn value(&self, &at: &i64) -> f64 {
        at as f64 * self.0
    }

    fn change(&self, _: &i64, (): ()) -> f64 {
        self.0
    }

    fn apply(&self, at: &mut i64, (): ()) {
        *at += 1;
    }

    fn moves(&self, _: &i64, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn key(&self, &at: &i64) -> u64 {
        at as u64
    }
}
