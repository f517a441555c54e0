//! Monte Carlo counterfactual regret minimization: updates of regrets from sampled play.

use tremaux_core::{HiddenGame, Random};

use super::extensive_form::{CHANCE, ExtensiveForm, OVER};
use super::regrets::{Tables, match_regrets};

/// A position on the current line where the player being updated moves.
struct Frame {
    node: u32,
    /// The child that was entered last.
    child: u32,
    /// External sampling: where the values of the children begin.
    base: u32,
}

/// The child that `at`, from 0 to 1, selects by the probabilities of `count` children. Because of
/// rounding, their sum may be slightly below 1; a child that is never played is not selected.
#[inline]
fn select(mut at: f64, count: u32, probability: impl Fn(u32) -> f64) -> u32 {
    let mut last = 0;
    for child in 0..count {
        let share = probability(child);
        if share > 0.0 {
            last = child;
            if at < share {
                break;
            }
            at -= share;
        }
    }
    last
}

/// A traversal under way for one player, node by node.
pub(super) struct Traversal {
    random: Random,
    /// `None` for external sampling; the rate of exploration for outcome sampling.
    exploration: Option<f64>,
    frames: Vec<Frame>,
    values: Vec<f64>,
    next: u32,
    /// Outcome sampling: one over the probability that the moves of the player being updated were
    /// sampled. Chance and the other player are sampled as they play, which needs no correction.
    correction: f64,
}

impl Traversal {
    pub(super) fn new(seed: u64, exploration: Option<f64>) -> Self {
        Self {
            random: Random::new(seed),
            exploration,
            frames: Vec::new(),
            values: Vec::new(),
            next: 0,
            correction: 1.0,
        }
    }

    /// Enters the next node. Returns whether the traversal for `player` is complete; the next call
    /// begins another one.
    pub(super) fn step<G: HiddenGame>(
        &mut self,
        form: &ExtensiveForm<G>,
        tables: &mut Tables,
        player: u8,
    ) -> bool {
        let node = &form.nodes[self.next as usize];
        if node.actor == OVER {
            let payoff = if player == 0 { node.payoff } else { -node.payoff };
            let is_done = match self.exploration {
                None => self.back_up(form, tables, payoff),
                Some(_) => self.back_up_outcome(form, tables, payoff),
            };
            if is_done {
                (self.next, self.correction) = (0, 1.0);
            }
            return is_done;
        }
        if node.actor == CHANCE {
            let of_child = |child: u32| form.nodes[(node.first + child) as usize].probability;
            self.next = node.first + select(self.random.unit(), node.count, of_child);
            return false;
        }
        let set = &form.sets[node.set as usize];
        match_regrets(set, &tables.regrets, &mut tables.strategy);
        let strategy = &tables.strategy[set.moves()];
        if node.actor != player {
            // The average is that of the other player: its sets are reached in proportion to its
            // own strategy, whatever the player being updated prefers.
            for sequence in set.moves() {
                tables.sums[sequence] += self.correction * tables.strategy[sequence];
            }
            let of_child = |child: u32| strategy[child as usize];
            self.next = node.first + select(self.random.unit(), node.count, of_child);
            return false;
        }
        let Some(explore) = self.exploration else {
            let base = self.values.len();
            self.values.resize(base + node.count as usize, 0.0);
            self.frames.push(Frame { node: self.next, child: 0, base: base as u32 });
            self.next = node.first;
            return false;
        };
        let uniform = explore / f64::from(node.count);
        let of_child = |child: u32| uniform + (1.0 - explore) * strategy[child as usize];
        let child = select(self.random.unit(), node.count, of_child);
        self.correction /= of_child(child);
        self.frames.push(Frame { node: self.next, child, base: 0 });
        self.next = node.first + child;
        false
    }

    /// External sampling: backs up a value until another child is to be visited. Returns whether
    /// none is left.
    fn back_up<G: HiddenGame>(
        &mut self,
        form: &ExtensiveForm<G>,
        tables: &mut Tables,
        mut value: f64,
    ) -> bool {
        while let Some(frame) = self.frames.last_mut() {
            let node = &form.nodes[frame.node as usize];
            let base = frame.base as usize;
            self.values[base + frame.child as usize] = value;
            frame.child += 1;
            if frame.child < node.count {
                self.next = node.first + frame.child;
                return false;
            }
            let set = &form.sets[node.set as usize];
            let values = &self.values[base..];
            value = 0.0;
            for (sequence, of_move) in set.moves().zip(values) {
                value += tables.strategy[sequence] * of_move;
            }
            for (sequence, of_move) in set.moves().zip(values) {
                tables.regrets[sequence] += of_move - value;
            }
            self.values.truncate(base);
            self.frames.pop();
        }
        true
    }

    /// Outcome sampling: updates the regrets along the line.
    fn back_up_outcome<G: HiddenGame>(
        &mut self,
        form: &ExtensiveForm<G>,
        tables: &mut Tables,
        payoff: f64,
    ) -> bool {
        let utility = payoff * self.correction;
        // The probability that the player plays from the current node to the end.
        let mut tail = 1.0;
        while let Some(frame) = self.frames.pop() {
            let node = &form.nodes[frame.node as usize];
            let set = &form.sets[node.set as usize];
            let chosen = (set.first + frame.child) as usize;
            let before = tail * tables.strategy[chosen];
            for sequence in set.moves() {
                let gain = if sequence == chosen { tail - before } else { -before };
                tables.regrets[sequence] += utility * gain;
            }
            tail = before;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::{Game, Player, Turn};

    use super::*;

    /// Both players choose one of two moves, which both see.
    struct Choices;

    impl Game for Choices {
        type State = Vec<u8>;
        type Move = u8;
        type Undo = ();

        fn initial_state(&self) -> Vec<u8> {
            Vec::new()
        }
        fn turn(&self, moves: &Vec<u8>) -> Turn {
            if moves.len() == 2 { Turn::Over } else { Turn::Player(moves.len() as Player) }
        }
        fn moves(&self, _: &Vec<u8>, moves: &mut Vec<u8>) {
            moves.extend([0, 1]);
        }
        fn play(&self, moves: &mut Vec<u8>, mv: u8) {
            moves.push(mv);
        }
        fn undo(&self, moves: &mut Vec<u8>, _: u8, (): ()) {
            moves.pop();
        }
        fn payoff(&self, _: &Vec<u8>, _: Player) -> f64 {
            0.0
        }
    }

    impl HiddenGame for Choices {
        type Information = Vec<u8>;

        fn information(&self, moves: &Vec<u8>, _: Player) -> Vec<u8> {
            moves.clone()
        }
    }

    /// In the average of the other player, a set counts as often as that player wants to reach it:
    /// always, here, however seldom the player being updated leads there.
    #[test]
    fn averages_do_not_depend_on_what_the_updated_player_prefers() {
        let mut form = ExtensiveForm::new(Choices.initial_state());
        while form.expand(&Choices) {}
        let mut tables = Tables::new(&form);
        let first = form.sets_of[0][0] as usize;
        tables.regrets[form.sets[first].moves()].copy_from_slice(&[9.0, 1.0]);
        let mut traversal = Traversal::new(3, Some(0.1));
        let traversals = 200_000;
        for _ in 0..traversals {
            while !traversal.step(&form, &mut tables, 0) {}
        }
        for &set in &form.sets_of[1] {
            let sum: f64 = tables.sums[form.sets[set as usize].moves()].iter().sum();
            let times = sum / f64::from(traversals);
            assert!((times - 1.0).abs() < 0.02, "{times}");
        }
    }
}
