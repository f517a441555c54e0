//! Branch and bound by name, with its options: bounds, tables, and action orders.

use std::cmp::Reverse;

use tremaux_core::{Algorithm, Cost, StateSpace};
use tremaux_search::{
    ActionOrder, AsListed, BranchAndBound, ByHistory, IntegerCost, MemoryKind, Scheme,
    SchemedStates,
};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, DepthLimit, Family, OptionInfo, Proves};
use crate::erased::ActionClasses;
use crate::options::Options;
use crate::refuse::RegistryError;

const SCHEMES: &[&str] = &["two-level", "cluster", "always", "least-g"];
/// The assumption of proofs by [`branch_and_bound`], which identifies states by a hash.
const ORDERS: &[&str] = &["estimate", "listed", "history", "estimate-history"];

/// Branch and bound.
pub static BRANCH_AND_BOUND: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bnb", "dfbnb"],
        source: "Land and Doig 1960; Reinefeld and Marsland 1994; Helmert, Lattimore, Lelis, \
                 Orseau and Sturtevant 2019",
        guarantees: "optimal if the heuristic is admissible; with `bounds=best-plan` plans get \
                     better and better until one is proved; with whole costs, the proof assumes \
                     that no two states in the table have the same 64-bit hash",
        use_when: "every path ends soon (best-plan), costs are so fine-grained that IDA* has an \
                   iteration for each (budgeted), or IDA* comes to the same states again and \
                   again (least-cut: IDA* with a table)",
        avoid_when: "paths are long and plans are few: best-plan then gets lost in deep paths",
        options: &[
            OptionInfo::choice("bounds", &["budgeted", "best-plan", "least-cut"])
                .title("how the bounds of iterations are chosen")
                .default("budgeted"),
            OptionInfo::integer("table", 0, 1 << 20)
                .title(
                    "MiB of memory for states that were searched before; 0 for what `--memory` \
                     allows, or 64 without it",
                )
                .default("0"),
            OptionInfo::choice("replacement", SCHEMES)
                .title("which entry of the table is replaced")
                .default("two-level"),
            OptionInfo::choice("order", ORDERS)
                .title("which action is tried first")
                .default("estimate"),
            OptionInfo::choice("table-move", &["no", "yes"])
                .title("whether the best action of the previous iteration is tried first")
                .default("no"),
        ],
        example: "branch-and-bound(bounds=least-cut, replacement=cluster)",
        ..Component::new(
            "branch-and-bound",
            "depth-first, pruning states that cannot lead to a plan within a bound",
        )
    },
    family: Family::DepthFirst,
    is_informed: true,
    depth: DepthLimit::Optional,
    proves: Proves::UnlessHashesCollide,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// An order of actions chosen at run time: one type for all orders that use estimates.
struct NamedOrder<S: StateSpace> {
    by_estimate: bool,
    /// The history table of actions, if the order uses it.
    classes: Option<ActionClasses<S>>,
    history: ByHistory,
}

impl<S: StateSpace> Clone for NamedOrder<S> {
    fn clone(&self) -> Self {
        let Self { by_estimate, classes, history } = self;
        Self { by_estimate: *by_estimate, classes: *classes, history: history.clone() }
    }
}

impl<S: StateSpace> ActionOrder<S> for NamedOrder<S> {
    type Rank = (S::Cost, Reverse<i32>);

    fn begin(&mut self, space: &S) {
        if let Some(classes) = self.classes {
            self.history.resize((classes.count)(space));
        }
    }

    #[inline]
    fn rank(&self, space: &S, state: &S::State, action: S::Action, bound: S::Cost) -> Self::Rank {
        let history = match self.classes {
            Some(classes) => self.history.rank_of((classes.class)(space, state, action)),
            None => Reverse(0),
        };
        (if self.by_estimate { bound } else { S::Cost::ZERO }, history)
    }

    #[inline]
    fn learn(&mut self, space: &S, state: &S::State, action: S::Action, nodes: u64) {
        if let Some(classes) = self.classes {
            self.history.learn_of((classes.class)(space, state, action), nodes);
        }
    }
}

/// A search with these settings and the named order.
fn ordered<S, T>(
    start: Start<'_, S>,
    settings: BranchAndBound<T>,
    order: Option<NamedOrder<S>>,
) -> AnySearchOf<S>
where
    S: StateSpace + 'static,
    T: MemoryKind<S, Memory: 'static> + 'static,
{
    let Start { space, estimator, .. } = start;
    match order {
        Some(order) => boxed(settings.order(order).start(space, estimator)),
        None => boxed(settings.order(AsListed).start(space, estimator)),
    }
}

/// The size of the table in bytes: the given size, or 64 MiB, and at most the memory limit less a
/// sixteenth.
fn table_bytes(options: &Options<'_>, memory: Option<usize>) -> usize {
    let addressable = 1_usize.checked_shl(40).unwrap_or(usize::MAX);
    let most = memory.map_or(addressable, |memory| (memory - memory / 16).min(addressable));
    match (options.integer("table"), memory) {
        (0, Some(_)) => most,
        (0, None) => 64 << 20,
        (mebibytes, _) => usize::try_from(mebibytes << 20).unwrap_or(most).min(most),
    }
}

fn settings(options: &Options<'_>) -> BranchAndBound {
    match options.word("bounds") {
        "best-plan" => BranchAndBound::new(),
        "least-cut" => BranchAndBound::ida_star(),
        _ => BranchAndBound::budgeted(),
    }
}

fn order<S: StateSpace>(
    start: &Start<'_, S>,
    options: &Options<'_>,
) -> Result<Option<NamedOrder<S>>, RegistryError> {
    let named = |by_estimate, classes| {
        let history = ByHistory::default();
        Some(NamedOrder { by_estimate, classes, history })
    };
    let learnt = || match start.classes {
        Some(classes) => Ok(Some(classes)),
        None => {
            Err(options.wrong("order", "another order: this problem has no classes of actions"))
        }
    };
    Ok(match options.word("order") {
        "listed" => None,
        "history" => named(false, learnt()?),
        "estimate-history" => named(true, learnt()?),
        _ => named(true, None),
    })
}

/// Starts branch and bound with a table of states, which requires integer costs.
pub fn branch_and_bound<S: StateSpace<Cost: IntegerCost> + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let scheme = match options.word("replacement") {
        "cluster" => Scheme::Cluster,
        "always" => Scheme::Always,
        "least-g" => Scheme::LeastCost,
        _ => Scheme::TwoLevel,
    };
    let order = order(&start, options)?;
    let table = SchemedStates::new(table_bytes(options, start.memory), scheme);
    let tries_best_first = options.word("table-move") == "yes";
    let settings = settings(options).table(table).best_first(tries_best_first);
    Ok(ordered(start, settings, order))
}

/// Starts branch and bound without a table.
pub fn branch_and_bound_any<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let order = order(&start, options)?;
    Ok(ordered(start, settings(options), order))
}
