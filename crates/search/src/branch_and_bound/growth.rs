//! Which bound the next iteration has.

use std::num::NonZeroU32;

use tremaux_core::Cost;

const HALF: NonZeroU32 = NonZeroU32::new(2).expect("not zero");
/// A first step is this part of the bound where steps cannot be told apart.
const SMALL: NonZeroU32 = NonZeroU32::new(1024).expect("not zero");

/// How bounds grow from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// One iteration.
    Once,
    /// To the least f that was cut off: IDA*.
    LeastCut,
    /// So that nodes at least double, and at most grow eightfold where that is possible.
    Budgeted,
}

/// What budgeted growth is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// An iteration by the least f that was cut off.
    Regular,
    /// Ever larger steps.
    Exponential,
    /// Ever smaller steps, as the last was too large.
    Binary,
}

/// Chooses the bounds of iterations (budgeted tree search: Helmert, Lattimore, Lelis, Orseau
/// and Sturtevant 2019).
///
/// In every case an iteration that ends has searched everything within its bound, so that
/// the least f cut off is a bound proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth<C> {
    pub(super) rule: Rule,
    stage: Stage,
    /// How many nodes the last iteration took that was large enough.
    nodes: u64,
    step: C,
    /// An iteration bounded by this was too large.
    upper: C,
}

impl<C: Cost> Growth<C> {
    /// Nodes grow at least by this factor.
    const LEAST: u64 = 2;
    /// And at most by this one, if they are limited.
    const MOST: u64 = 8;

    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, stage: Stage::Regular, nodes: 0, step: C::ZERO, upper: C::INFINITY }
    }

    /// How many nodes the iteration under way may take.
    pub(super) fn budget(&self) -> u64 {
        match self.stage {
            Stage::Regular => u64::MAX,
            _ => self.nodes.saturating_mul(Self::MOST),
        }
    }

    /// The bound of the next iteration, after one bounded by `limit` took so many nodes and
    /// was complete, `least` the least f beyond it; or was given up, with `least` proved
    /// before.
    pub(super) fn next(&mut self, limit: C, least: C, nodes: u64, is_complete: bool) -> C {
        if self.rule != Rule::Budgeted {
            return least;
        }
        let is_enough = is_complete && nodes >= self.nodes.saturating_mul(Self::LEAST);
        match self.stage {
            _ if is_enough => return self.regular(nodes, least),
            Stage::Regular => {
                self.stage = Stage::Exponential;
                self.upper = C::INFINITY;
                self.step = match least.minus(limit) {
                    Some(step) if step > C::ZERO => step,
                    _ => least.scaled(1, SMALL),
                };
            }
            Stage::Exponential if is_complete => self.step = self.step.plus(self.step),
            Stage::Exponential | Stage::Binary => {
                self.stage = Stage::Binary;
                if !is_complete {
                    self.upper = limit;
                }
                self.step = self.step.scaled(1, HALF);
            }
        }
        let limit = least.plus(self.step);
        let is_step = limit > least && limit < self.upper && limit < C::INFINITY;
        if is_step { limit } else { self.regular(self.nodes.saturating_mul(Self::LEAST), least) }
    }

    fn regular(&mut self, nodes: u64, least: C) -> C {
        self.stage = Stage::Regular;
        self.nodes = nodes.max(1);
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One node for every unit of cost: doubling takes as many iterations as there are
    /// digits, not as there are costs.
    #[test]
    fn iterations_are_few_where_costs_are_fine() {
        let mut growth = Growth::<u32>::new(Rule::Budgeted);
        let (mut limit, mut proved, mut iterations, mut total) = (0_u32, 0_u32, 0, 0_u64);
        while proved < 1_000_000 {
            let nodes = u64::from(limit) + 1;
            let is_complete = nodes <= growth.budget();
            if is_complete {
                proved = limit + 1;
            }
            total += nodes.min(growth.budget());
            iterations += 1;
            limit = growth.next(limit, proved, nodes.min(growth.budget()), is_complete);
        }
        assert!(iterations < 400, "{iterations}");
        assert!(total < 40_000_000, "{total}");
    }
}
