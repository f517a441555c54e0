//! Simulated annealing.

use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

/// How the temperature falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Schedule {
    /// By the same factor at every step, from the first temperature to the last.
    #[default]
    Geometric,
    /// So that the rate of accepted moves follows that of Lam and Delosme (1988), as simplified
    /// by Boyan (1998).
    Adaptive,
    /// Geometrically, several times; each time from half the temperature of the time before.
    Reheating,
}

tremaux_core::options! {
    /// Simulated annealing: moves to a random neighbour if it is better, and to a worse one with
    /// the probability e^(−change / temperature).
    ///
    /// Proves nothing. At temperature 0 it is hill climbing. Source: Kirkpatrick, Gelatt and Vecchi
    /// (1983).
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Annealing {
        /// How the temperature falls.
        pub schedule: Schedule,
        /// The first temperature; by default that at which half of the moves from the first
        /// solution would be accepted if each made it worse by the root mean square of those that
        /// do.
        pub start: Option<f64>,
        /// The last temperature; by default a thousandth of the first.
        pub end: Option<f64>,
        /// The number of solutions evaluated; 0 for 500 times the number of neighbours, at least
        /// 100,000.
        pub steps: u64,
    }
}

/// The number of steps of a method for which none is given.
pub(crate) fn default_steps<L: Landscape>(given: u64, landscape: &L) -> u64 {
    if given > 0 { given } else { (500 * landscape.size() as u64).max(100_000) }
}

/// How far annealing is.
#[derive(Clone, Debug)]
pub struct AnnealingState {
    steps: u64,
    done: u64,
    sampled: u64,
    sum: f64,
    worsening: u64,
    temperature: f64,
    start: f64,
    end: f64,
    next_cooling: u64,
    /// The rate of accepted moves, for the adaptive schedule.
    rate: f64,
}

/// Moves evaluated to calibrate the first temperature.
const SAMPLES: u64 = 256;
/// How often the temperature changes.
const LEVELS: u64 = 1000;
/// How often the reheating schedule begins again.
const ROUNDS: u64 = 4;

impl AnnealingState {
    /// Sets the temperature for the next steps.
    fn cool(&mut self, schedule: Schedule) {
        self.next_cooling = self.done + (self.steps / LEVELS).max(1);
        let part = self.done as f64 / self.steps as f64;
        let ratio = self.end / self.start;
        let power = |part: f64| if ratio > 0.0 { ratio.powf(part) } else { 0.0 };
        self.temperature = match schedule {
            Schedule::Geometric => self.start * power(part),
            Schedule::Reheating => {
                let round = (part * ROUNDS as f64).floor();
                let first = self.start * 0.5f64.powf(round);
                (first * power(part * ROUNDS as f64 - round)).max(self.end)
            }
            Schedule::Adaptive => {
                let target = match part {
                    ..0.15 => 0.44 + 0.56 * 560f64.powf(-part / 0.15),
                    ..0.65 => 0.44,
                    _ => 0.44 * 440f64.powf(-(part - 0.65) / 0.35),
                };
                // The published factor is for every step; this is for some hundreds of them.
                let factor = 0.999f64.powf((self.steps as f64 / LEVELS as f64).min(100.0));
                if self.rate > target {
                    self.temperature * factor
                } else {
                    self.temperature / factor
                }
            }
        };
    }
}

impl<L: Landscape> LocalSearchMethod<L> for Annealing {
    type State = AnnealingState;

    fn start(&self, landscape: &L, _walk: &mut Walk<L>) -> AnnealingState {
        let start = self.start.unwrap_or(0.0);
        AnnealingState {
            steps: default_steps(self.steps, landscape),
            done: 0,
            sampled: if self.start.is_some() { SAMPLES } else { 0 },
            sum: 0.0,
            worsening: 0,
            temperature: start,
            start,
            end: self.end.unwrap_or(start / 1000.0),
            next_cooling: 0,
            rate: 0.5,
        }
    }

    fn prolong(&self, state: &mut Self::State, times: f64) {
        state.steps = (state.steps as f64 * times).max(1.0) as u64;
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut AnnealingState) -> bool {
        let mv = walk.random_move(landscape);
        let Some(mv) = mv.filter(|_| state.done < state.steps) else { return false };
        state.done += 1;
        let change = walk.evaluate(landscape, mv);
        if state.sampled < SAMPLES {
            state.sampled += 1;
            if change > 0.0 && change.is_finite() {
                (state.sum, state.worsening) = (state.sum + change * change, state.worsening + 1);
            }
            if state.sampled == SAMPLES {
                let mean = (state.sum / state.worsening.max(1) as f64).sqrt();
                state.start = mean / std::f64::consts::LN_2;
                state.temperature = state.start;
                state.end = self.end.unwrap_or(state.start / 1000.0);
            }
            return true;
        }
        if state.done >= state.next_cooling && state.start > 0.0 {
            state.cool(self.schedule);
        }
        let temperature = state.temperature;
        let is_accepted = change <= 0.0
            || temperature > 0.0 && walk.random.unit() < (-change / temperature).exp();
        state.rate += (f64::from(u8::from(is_accepted)) - state.rate) / 500.0;
        if is_accepted {
            walk.make(landscape, mv, change);
        }
        true
    }
}
