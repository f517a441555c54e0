//! What strategies are worth: expected value, best responses, exploitability.

use tremaux_core::HiddenGame;

use super::extensive_form::ExtensiveForm;

/// What a pair of strategies is worth, in units of payoff. Exact, except for rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct StrategyValue {
    /// The expected payoff of the first player.
    pub value: f64,
    /// What each player gets by the best response to the other's strategy. The value of the game
    /// for the first player lies between `-best_responses[1]` and `best_responses[0]`.
    pub best_responses: [f64; 2],
}

impl StrategyValue {
    /// Half the sum of what both players gain by switching to a best response: zero exactly for
    /// an equilibrium. On average over both seats, the strategy loses at most this much a game
    /// more than an equilibrium does. Some authors state the sum (NashConv), which is twice this.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        (self.best_responses[0] + self.best_responses[1]) / 2.0
    }
}

/// Computes the expected value, best responses and exploitability of a pair of strategies.
///
/// `strategy` returns the probability of a move, for a position with the information of the player
/// to move: it may depend only on that. Weights are scaled to a sum of one; if all are zero, all
/// moves are equally likely. Payoffs are those of the first player; the second one gets their
/// negative. Enumerates the game: time and memory are linear in its tree.
///
/// # Panics
///
/// Panics if a third player moves, if payoffs do not cancel out or probabilities of chance do
/// not sum to 1, or if the game contradicts [`HiddenGame`].
///
/// ```
/// use tremaux::games::kuhn_poker::KuhnPoker;
/// use tremaux::play::evaluate;
/// // Players who bet and call half of the time, whatever they hold.
/// let uniform = evaluate(&KuhnPoker, |_, _| 1.0);
/// assert!((uniform.value - 0.125).abs() < 1e-12);
/// assert!((uniform.exploitability() - 11.0 / 24.0).abs() < 1e-12);
/// ```
pub fn evaluate<G: HiddenGame>(
    game: &G,
    mut strategy: impl FnMut(&G::State, G::Move) -> f64,
) -> StrategyValue {
    let mut form = ExtensiveForm::new(game.initial_state());
    while form.expand(game) {}
    let mut weights = vec![0.0; form.sequence_count()];
    for (set, state) in form.sets.iter().zip(&form.states) {
        for sequence in set.moves() {
            weights[sequence] = strategy(state, form.move_of(sequence)).max(0.0);
        }
    }
    value_of(&form, &normalize(&form, &weights))
}

/// Scales the weights of each information set to a sum of one.
pub(super) fn normalize<G: HiddenGame>(form: &ExtensiveForm<G>, weights: &[f64]) -> Vec<f64> {
    let mut probabilities = vec![1.0; weights.len()];
    for set in &form.sets {
        let sum: f64 = weights[set.moves()].iter().sum();
        for sequence in set.moves() {
            let share =
                if sum > 0.0 { weights[sequence] / sum } else { 1.0 / f64::from(set.count) };
            probabilities[sequence] = share;
        }
    }
    probabilities
}

/// The value of these probabilities of moves.
pub(super) fn value_of<G: HiddenGame>(
    form: &ExtensiveForm<G>,
    probabilities: &[f64],
) -> StrategyValue {
    let mut reach = vec![1.0; probabilities.len()];
    for set in &form.sets {
        for sequence in set.moves() {
            reach[sequence] = reach[set.parent as usize] * probabilities[sequence];
        }
    }
    let mut values = vec![0.0; probabilities.len()];
    let mut respond = |player: u8, is_best: bool| {
        values.fill(0.0);
        for &number in form.sets_of[usize::from(player)].iter().rev() {
            let set = form.sets[number as usize];
            let (mut mean, mut best) = (0.0, f64::NEG_INFINITY);
            for sequence in set.moves() {
                let value = values[sequence] + form.payoff(player, sequence, &reach);
                mean += probabilities[sequence] * value;
                best = best.max(value);
            }
            values[set.parent as usize] += if is_best { best } else { mean };
        }
        values[usize::from(player)] + form.payoff(player, usize::from(player), &reach)
    };
    StrategyValue { value: respond(0, false), best_responses: [respond(0, true), respond(1, true)] }
}
