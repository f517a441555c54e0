//! Counterfactual regret minimization as a search that can be paused.

use std::ops::Deref;
use std::time::Duration;

use tremaux_core::{HiddenGame, Limits, Meter, Progress, StopReason, Termination};

use super::evaluation::{StrategyValue, normalize, value_of};
use super::extensive_form::ExtensiveForm;
use super::regrets::{Tables, Weights};
use super::report::{EquilibriumReport, InformationSet};
use super::sampling::Traversal;

/// How regrets are updated and strategies averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EquilibriumMethod {
    /// Counterfactual regret minimization (Zinkevich, Johanson, Bowling and Piccione 2007).
    Cfr,
    /// Negative regrets become zero, and iteration t counts t-fold in the average (CFR+, Tammelin
    /// 2014).
    CfrPlus,
    /// Iteration t multiplies positive regrets by t^α/(t^α + 1) and negative ones by
    /// t^β/(t^β + 1), and counts t^γ-fold in the average (Brown and Sandholm 2019). They recommend
    /// 1.5, 0 and 2.
    Discounted {
        /// The exponent α of positive regrets.
        alpha: f64,
        /// The exponent β of negative regrets.
        beta: f64,
        /// The exponent γ of the average.
        gamma: f64,
    },
    /// Samples chance and the other player, and tries every move of the player being updated
    /// (Lanctot, Waugh, Zinkevich and Bowling 2009).
    ExternalSampling,
    /// Samples one game at a time (the same authors).
    OutcomeSampling {
        /// The probability with which the player being updated moves at random; above 0, at most 1.
        exploration: f64,
    },
}

tremaux_core::options! {
    /// Finds an equilibrium of a two-player zero-sum game with hidden information, by
    /// counterfactual regret minimization.
    ///
    /// The average strategy converges to an equilibrium; its exploitability after t iterations is
    /// at most proportional to 1/√t, with sampling with high probability. What is reported is
    /// exact whatever the method: exploitability, and bounds on the value of the game, are computed
    /// by best responses. An iteration updates one player, then the other (alternating updates).
    ///
    /// The game is enumerated first. Memory is linear in its tree, `Limits::memory` bounds it, and
    /// so is the time of an iteration that does not sample: it visits each information set twice
    /// and each pair of sequences that ends the game twice.
    ///
    /// ```
    /// use tremaux::games::kuhn_poker::KuhnPoker;
    /// use tremaux::play::Equilibrium;
    /// use tremaux::Limits;
    /// let search = Equilibrium::default().iterations(10_000);
    /// let report = search.solve(&KuhnPoker, &Limits::default());
    /// assert!((report.value + 1.0 / 18.0).abs() < 1e-4);
    /// assert!(report.exploitability < 1e-4);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Equilibrium {
        /// How regrets are updated.
        pub method: EquilibriumMethod = EquilibriumMethod::CfrPlus,
        /// The number of iterations; no limit by default.
        pub iterations: u64 = u64::MAX,
        /// Stops when exploitability, measured after 1, 2, 4, … iterations, is at most this, in
        /// units of payoff; 0 by default.
        pub target: f64 = 0.0,
        /// The seed of sampling.
        pub seed: u64 = 0,
    }
}

impl Equilibrium {
    /// Creates a search of `game` from its start in its initial state.
    pub fn start<P: Deref<Target = G>, G: HiddenGame>(&self, game: P) -> EquilibriumSearch<P, G> {
        let exploration = match self.method {
            EquilibriumMethod::OutcomeSampling { exploration } => {
                Some(exploration.clamp(0.01, 1.0))
            }
            _ => None,
        };
        let form = ExtensiveForm::new(game.initial_state());
        EquilibriumSearch {
            options: *self,
            game,
            tables: Tables::new(&form),
            form,
            traversal: Traversal::new(self.seed, exploration),
            stage: Stage::Enumerate,
            weights: Weights { average: 1.0, regrets: (1.0, 1.0) },
            curve: Vec::new(),
            iterations: 0,
            nodes: 0,
            stopped: StopReason::NodeLimit,
            elapsed: Duration::ZERO,
        }
    }

    /// Searches until the target, the number of iterations or one of `limits` is reached.
    ///
    /// # Panics
    ///
    /// Panics if a third player moves, if payoffs do not cancel out or probabilities of chance do
    /// not sum to 1, or if the game contradicts [`HiddenGame`].
    pub fn solve<G: HiddenGame>(
        &self,
        game: &G,
        limits: &Limits,
    ) -> EquilibriumReport<G::State, G::Move> {
        let mut search = self.start(game);
        let _ = search.advance(limits);
        search.report()
    }
}

/// What the next step does.
#[derive(Clone, Copy)]
enum Stage {
    /// Enumerates a position.
    Enumerate,
    /// Updates the regrets of a player in one of so many sets that are left.
    Update(u8, usize),
    /// Sets the strategy of a player in the set with this number among its own.
    Choose(u8, usize),
    /// Samples play for a player.
    Sample(u8),
    /// The search is over.
    Done,
}

/// A running [`Equilibrium`] search. It takes the same steps however it is divided into slices.
pub struct EquilibriumSearch<P, G: HiddenGame> {
    options: Equilibrium,
    game: P,
    form: ExtensiveForm<G>,
    tables: Tables,
    traversal: Traversal,
    stage: Stage,
    weights: Weights,
    curve: Vec<(u64, f64)>,
    iterations: u64,
    nodes: u64,
    stopped: StopReason,
    elapsed: Duration,
}

impl<P: Deref<Target = G>, G: HiddenGame> EquilibriumSearch<P, G> {
    /// Continues until the search is over or a limit is reached. The limits count from this call.
    ///
    /// # Panics
    ///
    /// See [`Equilibrium::solve`].
    pub fn advance(&mut self, limits: &Limits) -> Progress {
        let mut meter = Meter::start(limits, self.nodes);
        let progress = loop {
            if let Stage::Done = self.stage {
                break Progress::Done(Termination::Finished);
            }
            // The numbers of nodes must fit.
            let is_full = self.form.nodes.len() > u32::MAX as usize / 2;
            let is_full = is_full.then_some(StopReason::MemoryLimit);
            let checked = meter.check(self.nodes, || self.form.bytes());
            if let Some(reason) = checked.err().or(is_full) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
            self.nodes += 1;
            self.step();
        };
        self.elapsed += meter.elapsed();
        progress
    }

    #[inline]
    fn step(&mut self) {
        self.stage = match self.stage {
            Stage::Enumerate if self.form.expand(&self.game) => Stage::Enumerate,
            Stage::Enumerate => {
                self.tables = Tables::new(&self.form);
                if self.options.iterations == 0 { Stage::Done } else { self.begin() }
            }
            Stage::Update(player, 0) => Stage::Choose(player, 0),
            Stage::Update(player, left) => {
                let number = self.form.sets_of[usize::from(player)][left - 1];
                let set = self.form.sets[number as usize];
                self.tables.update(&self.form, &set, self.weights);
                Stage::Update(player, left - 1)
            }
            Stage::Choose(player, nth) => match self.form.sets_of[usize::from(player)].get(nth) {
                Some(&number) => {
                    self.tables.choose(&self.form.sets[number as usize]);
                    Stage::Choose(player, nth + 1)
                }
                None => self.after(player),
            },
            Stage::Sample(player) => {
                match self.traversal.step(&self.form, &mut self.tables, player) {
                    true => self.after(player),
                    false => Stage::Sample(player),
                }
            }
            Stage::Done => Stage::Done,
        };
    }

    /// The first step of an update of `player`.
    fn first_step(&self, player: u8) -> Stage {
        match self.options.method {
            EquilibriumMethod::ExternalSampling | EquilibriumMethod::OutcomeSampling { .. } => {
                Stage::Sample(player)
            }
            _ => Stage::Update(player, self.form.sets_of[usize::from(player)].len()),
        }
    }

    /// Begins an iteration.
    fn begin(&mut self) -> Stage {
        let number = (self.iterations + 1) as f64;
        let factor = |exponent: f64| {
            let power = number.powf(exponent);
            // The limit, where the power is infinite.
            if power.is_finite() { power / (power + 1.0) } else { 1.0 }
        };
        self.weights = match self.options.method {
            EquilibriumMethod::CfrPlus => Weights { average: number, regrets: (1.0, 0.0) },
            EquilibriumMethod::Discounted { alpha, beta, gamma } => {
                Weights { average: number.powf(gamma), regrets: (factor(alpha), factor(beta)) }
            }
            _ => Weights { average: 1.0, regrets: (1.0, 1.0) },
        };
        self.first_step(0)
    }

    /// What follows the update of `player`.
    fn after(&mut self, player: u8) -> Stage {
        if player == 0 {
            return self.first_step(1);
        }
        self.iterations += 1;
        if self.iterations.is_power_of_two() {
            let exploitability = self.value().1.exploitability();
            self.curve.push((self.iterations, exploitability));
            if exploitability <= self.options.target {
                return Stage::Done;
            }
        }
        if self.iterations >= self.options.iterations { Stage::Done } else { self.begin() }
    }

    /// The average strategy and its value.
    fn value(&self) -> (Vec<f64>, StrategyValue) {
        let average = normalize(&self.form, &self.tables.sums);
        let value = value_of(&self.form, &average);
        (average, value)
    }

    /// The result so far, computed from the average strategy in about the time of an iteration.
    pub fn report(&self) -> EquilibriumReport<G::State, G::Move> {
        let mut report = EquilibriumReport {
            value: 0.0,
            bounds: (f64::NEG_INFINITY, f64::INFINITY),
            exploitability: f64::INFINITY,
            is_exact: false,
            strategy: Vec::new(),
            curve: self.curve.clone(),
            iterations: self.iterations,
            nodes: self.nodes,
            termination: match self.stage {
                Stage::Done => Termination::Finished,
                _ => Termination::Stopped(self.stopped),
            },
            elapsed: self.elapsed,
        };
        if let Stage::Enumerate = self.stage {
            return report;
        }
        let (average, value) = self.value();
        report.value = value.value;
        report.bounds = (-value.best_responses[1], value.best_responses[0]);
        report.exploitability = value.exploitability();
        report.is_exact = report.exploitability <= 0.0;
        for (set, state) in self.form.sets.iter().zip(&self.form.states) {
            let moves = set.moves().map(|at| (self.form.move_of(at), average[at])).collect();
            let state = state.clone();
            report.strategy.push(InformationSet { player: set.player, state, moves });
        }
        report
    }
}
