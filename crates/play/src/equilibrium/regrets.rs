//! Updates of regrets that visit the whole game.

use tremaux_core::HiddenGame;

use super::extensive_form::{ExtensiveForm, Set};

/// The numbers of every sequence.
pub(super) struct Tables {
    /// Cumulative regrets.
    pub(super) regrets: Vec<f64>,
    /// The current strategy.
    pub(super) strategy: Vec<f64>,
    /// The cumulative weights of the average strategy.
    pub(super) sums: Vec<f64>,
    /// The player's own probability of playing this sequence.
    reach: Vec<f64>,
    /// Values of sequences during an update.
    values: Vec<f64>,
}

/// How an update weighs what it adds.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    /// The weight of the current strategy in the average.
    pub(super) average: f64,
    /// The factors of positive and negative regrets after the update.
    pub(super) regrets: (f64, f64),
}

/// Regret matching (Hart and Mas-Colell 2000): probabilities in proportion to positive regrets.
#[inline]
pub(super) fn match_regrets(set: &Set, regrets: &[f64], strategy: &mut [f64]) {
    let (regrets, strategy) = (&regrets[set.moves()], &mut strategy[set.moves()]);
    let mut sum = 0.0;
    for &regret in regrets {
        sum += regret.max(0.0);
    }
    for (share, &regret) in strategy.iter_mut().zip(regrets) {
        *share = if sum > 0.0 { regret.max(0.0) / sum } else { 1.0 / f64::from(set.count) };
    }
}

impl Tables {
    /// No regrets, uniform strategies.
    pub(super) fn new<G: HiddenGame>(form: &ExtensiveForm<G>) -> Self {
        let zeros = vec![0.0; form.sequence_count()];
        let mut tables = Self {
            regrets: zeros.clone(),
            strategy: zeros.clone(),
            sums: zeros.clone(),
            reach: zeros.iter().map(|_| 1.0).collect(),
            values: zeros,
        };
        for set in &form.sets {
            tables.choose(set);
        }
        tables
    }

    /// Adds the current regrets of an information set, and the strategy to the average. Visits the
    /// sets of a player last first.
    pub(super) fn update<G: HiddenGame>(
        &mut self,
        form: &ExtensiveForm<G>,
        set: &Set,
        weights: Weights,
    ) {
        let mut mean = 0.0;
        for sequence in set.moves() {
            let value = self.values[sequence] + form.payoff(set.player, sequence, &self.reach);
            self.values[sequence] = value;
            mean += self.strategy[sequence] * value;
        }
        for sequence in set.moves() {
            let regret = self.regrets[sequence] + self.values[sequence] - mean;
            let factors = weights.regrets;
            self.regrets[sequence] = regret * if regret > 0.0 { factors.0 } else { factors.1 };
            self.sums[sequence] += weights.average * self.reach[sequence];
            self.values[sequence] = 0.0;
        }
        self.values[set.parent as usize] += mean;
    }

    /// Sets the strategy of an information set by its regrets. Visits the sets of a player in
    /// order.
    #[inline]
    pub(super) fn choose(&mut self, set: &Set) {
        match_regrets(set, &self.regrets, &mut self.strategy);
        let before = self.reach[set.parent as usize];
        for sequence in set.moves() {
            self.reach[sequence] = before * self.strategy[sequence];
        }
    }
}
