//! Chooses the bound of the next iteration.

use std::num::NonZeroU32;

use tremaux_core::Cost;

const HALF: NonZeroU32 = NonZeroU32::new(2).expect("not zero");
/// The first step is the bound divided by this, if costs cannot be subtracted.
const SMALL: NonZeroU32 = NonZeroU32::new(1024).expect("not zero");

/// How bounds grow from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub(super) enum Rule {
    /// A single iteration.
    Once,
    /// The least f that was cut off: IDA*.
    LeastCut,
    /// Node counts at least double, and grow at most eightfold where possible.
    Budgeted,
}

/// The options of a search that are values.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(super) struct Options {
    /// How bounds grow.
    pub(super) rule: Rule,
    /// Whether the best action of an earlier search is tried first.
    pub(super) tries_best_first: bool,
    /// How many plans are wanted.
    pub(super) plan_count: u64,
}

/// The stages of budgeted growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// An iteration bounded by the least f that was cut off.
    Regular,
    /// Increasing steps.
    Exponential,
    /// Decreasing steps, after one that was too large.
    Binary,
}

/// Chooses the bounds of iterations (budgeted tree search: Helmert, Lattimore, Lelis, Orseau
/// and Sturtevant 2019).
///
/// Every iteration that completes has searched everything within its bound, so the least f that
/// was cut off is a proved lower bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth<C> {
    pub(super) rule: Rule,
    stage: Stage,
    /// The number of nodes of the last iteration that was large enough.
    nodes: u64,
    step: C,
    /// The lowest bound known to be too large.
    upper: C,
}

impl<C: Cost> Growth<C> {
    /// The smallest growth factor of the number of nodes.
    const LEAST: u64 = 2;
    /// The largest growth factor, where the number of nodes is limited.
    const MOST: u64 = 8;

    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, stage: Stage::Regular, nodes: 0, step: C::ZERO, upper: C::INFINITY }
    }

    /// The number of nodes that the current iteration may expand.
    pub(super) fn budget(&self) -> u64 {
        match self.stage {
            Stage::Regular => u64::MAX,
            _ => self.nodes.saturating_mul(Self::MOST),
        }
    }

    /// Returns the bound of the next iteration. The last one was bounded by `limit` and
    /// expanded `nodes` nodes. If it completed, `least` is the least f beyond its bound; if it
    /// was abandoned, `least` is the best lower bound proved so far.
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

    /// With one node for every unit of cost, doubling takes a number of iterations logarithmic
    /// in the cost.
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
