//! A local search for the last digits of a minimum.

use std::f64::consts::TAU;

use tremaux_core::Random;

/// An evolution strategy with one parent, whose steps adapt their size and directions to the
/// function: the (1+1)-CMA-ES. Sources: Igel, Suttorp and Hansen (2006); Suttorp, Hansen and
/// Igel (2009) for the factor of the covariances.
#[derive(Clone, Debug)]
pub(super) struct Sharpening {
    at: Vec<f64>,
    value: f64,
    low: f64,
    high: f64,
    /// The size of steps.
    step: f64,
    /// Steps are this matrix, row by row, times normally distributed numbers; empty for the unit
    /// matrix, with many variables.
    factor: Vec<f64>,
    /// The path of the last successful steps, before the factor.
    path: Vec<f64>,
    /// The rate of successes.
    rate: f64,
    drawn: Vec<f64>,
    candidate: Vec<f64>,
    left: u64,
    fails: u32,
}

/// With more variables, all directions are equal.
const MOST_DIRECTIONS: usize = 200;
/// It ends after so many steps in succession that are too small to change the point.
const MOST_FAILS: u32 = 10;

impl Sharpening {
    /// A search around the point `at`, which has this value, with a first step of this size.
    pub(super) fn new(
        at: Vec<f64>,
        value: f64,
        low: f64,
        high: f64,
        step: f64,
        evaluations: u64,
    ) -> Self {
        let count = at.len();
        let mut factor = Vec::new();
        if count <= MOST_DIRECTIONS {
            factor = vec![0.0; count * count];
            (0..count).for_each(|axis| factor[axis * (count + 1)] = 1.0);
        }
        let most = 2000 * count as u64 + 200 * (count * count) as u64;
        Self {
            value,
            low,
            high,
            step,
            factor,
            path: vec![0.0; count],
            rate: 2.0 / 11.0,
            drawn: vec![0.0; count],
            candidate: at.clone(),
            at,
            left: evaluations.min(most),
            fails: 0,
        }
    }

    /// The next point to be evaluated.
    pub(super) fn candidate(&mut self, random: &mut Random) -> Vec<f64> {
        for pair in self.drawn.chunks_mut(2) {
            pair.copy_from_slice(&normal(random)[..pair.len()]);
        }
        let count = self.at.len();
        for axis in 0..count {
            let along = match self.factor.get(axis * count..(axis + 1) * count) {
                Some(row) => row.iter().zip(&self.drawn).map(|(one, other)| one * other).sum(),
                None => self.drawn[axis],
            };
            self.candidate[axis] = (self.at[axis] + self.step * along).clamp(self.low, self.high);
        }
        self.candidate.clone()
    }

    /// Takes the value of the candidate. Returns false when the search is over.
    pub(super) fn accept(&mut self, value: f64) -> bool {
        let count = self.at.len() as f64;
        let pairs = self.at.iter().zip(&self.candidate);
        let moved = pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        let is_tiny = moved <= 1e-16 * (self.high - self.low);
        self.fails = if is_tiny { self.fails + 1 } else { 0 };
        let is_success = value <= self.value;
        self.rate += (f64::from(u8::from(is_success)) - self.rate) / 12.0;
        const TARGET: f64 = 2.0 / 11.0;
        self.step *= ((self.rate - TARGET) / (1.0 - TARGET) / (1.0 + count / 2.0)).exp();
        self.step = self.step.min(self.high - self.low);
        if is_success {
            self.at.clone_from(&self.candidate);
            self.value = value;
            self.adapt();
        }
        self.left = self.left.saturating_sub(1);
        self.left > 0 && self.fails < MOST_FAILS
    }

    /// Turns the factor towards the path of the successful steps.
    fn adapt(&mut self) {
        let count = self.at.len();
        let fading = 2.0 / (count as f64 + 2.0);
        // Long steps say nothing about directions.
        let weight = if self.rate < 0.44 { (fading * (2.0 - fading)).sqrt() } else { 0.0 };
        for (path, drawn) in self.path.iter_mut().zip(&self.drawn) {
            *path = (1.0 - fading) * *path + weight * drawn;
        }
        let norm: f64 = self.path.iter().map(|path| path * path).sum();
        if self.factor.is_empty() || norm < 1e-30 {
            return;
        }
        let learning = 2.0 / ((count * count) as f64 + 6.0);
        // Where the path is not renewed, the covariances keep their size.
        let kept =
            1.0 - learning + if weight > 0.0 { 0.0 } else { learning * fading * (2.0 - fading) };
        let (a, ratio) = (kept.sqrt(), learning / kept);
        let b = a / norm * ((1.0 + ratio * norm).sqrt() - 1.0);
        for row in self.factor.chunks_mut(count) {
            let along: f64 = row.iter().zip(&self.path).map(|(one, other)| one * other).sum();
            for (entry, path) in row.iter_mut().zip(&self.path) {
                *entry = a * *entry + b * along * path;
            }
        }
        // The same path before the new factor.
        let shrinking = 1.0 / (a * (1.0 + b / a * norm));
        self.path.iter_mut().for_each(|path| *path *= shrinking);
    }

    /// The best point and its value.
    pub(super) fn result(&self) -> (Vec<f64>, f64) {
        (self.at.clone(), self.value)
    }

    /// The number of bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * (self.factor.len() + 4 * self.at.len())
    }
}

/// Normally distributed numbers, in pairs (Box and Muller 1958).
fn normal(random: &mut Random) -> [f64; 2] {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    let (sine, cosine) = (TAU * random.unit()).sin_cos();
    [radius * sine, radius * cosine]
}
