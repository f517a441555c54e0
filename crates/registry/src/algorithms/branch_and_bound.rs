//! Branch and bound by name: what bounds it, what it remembers, in which order it goes.

use std::cmp::Reverse;

use tremaux_core::{Algorithm, Cost, StateSpace};
use tremaux_search::{
    ActionOrder, AsListed, BranchAndBound, ByHistory, IntegerCost, MemoryKind, Scheme,
    SchemedStates,
};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Integer, IntegerVisitor};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::{ActionClasses, Problem};

const SCHEMES: &[&str] = &["two-level", "cluster", "always", "least-g"];
const ORDERS: &[&str] = &["estimate", "listed", "history", "estimate-history"];

/// Branch and bound.
pub(super) static BRANCH_AND_BOUND: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bnb", "dfbnb"],
        source: "Land and Doig 1960; Reinefeld and Marsland 1994; Helmert, Lattimore, Lelis, \
                 Orseau and Sturtevant 2019",
        guarantees: "optimal if the heuristic is admissible; with `bounds=best-plan` plans get \
                     better and better until one is proved",
        use_when: "every path ends soon (best-plan), costs are so fine-grained that IDA* has an \
                   iteration for each (budgeted), or IDA* comes to the same states again and \
                   again (least-cut: IDA* with a table)",
        avoid_when: "paths are long and plans are few: best-plan then loses itself in depth",
        options: &[
            OptionInfo {
                name: "bounds",
                title: "where bounds come from",
                kind: OptionKind::Choice { words: &["budgeted", "best-plan", "least-cut"] },
                default: Some("budgeted"),
            },
            OptionInfo {
                name: "table",
                title: "MiB of memory for states that were searched before; 0 for what \
                        `--memory` allows, or 64 without it",
                kind: OptionKind::Integer { least: 0, most: 1 << 20 },
                default: Some("0"),
            },
            OptionInfo {
                name: "replacement",
                title: "which state the table forgets",
                kind: OptionKind::Choice { words: SCHEMES },
                default: Some("two-level"),
            },
            OptionInfo {
                name: "order",
                title: "which action is tried first",
                kind: OptionKind::Choice { words: ORDERS },
                default: Some("estimate"),
            },
            OptionInfo {
                name: "table-move",
                title: "whether the best action of the last time is tried before all others",
                kind: OptionKind::Choice { words: &["no", "yes"] },
                default: Some("no"),
            },
        ],
        example: "branch-and-bound(bounds=least-cut, replacement=cluster)",
        ..Component::new(
            "branch-and-bound",
            "depth-first, cutting off what cannot be cheaper than a bound",
        )
    },
    family: Family::DepthFirst,
    is_informed: true,
    breaks_ties: false,
    depth: DepthLimit::Optional,
    is_saved: false,
    runs_on_threads: false,
};

/// An order of actions chosen at run time: one type for all that need an estimate first.
struct NamedOrder<S: StateSpace> {
    by_estimate: bool,
    /// Of actions, if history counts.
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

/// A search of these settings, in the order that is named.
fn ordered<P, T>(
    start: Start<P>,
    settings: BranchAndBound<T>,
    order: Option<NamedOrder<P::Space>>,
) -> AnySearchOf<P>
where
    P: Problem,
    T: MemoryKind<P::Space, Memory: 'static> + 'static,
{
    let Start { space, estimator, .. } = start;
    match order {
        Some(order) => Box::new(settings.order(order).start(space, estimator)),
        None => Box::new(settings.order(AsListed).start(space, estimator)),
    }
}

/// Starts a search that remembers states, which takes whole costs.
struct Remembering<P: Problem> {
    start: Start<P>,
    settings: BranchAndBound,
    table: SchemedStates,
    tries_best_first: bool,
    order: Option<NamedOrder<P::Space>>,
}

impl<P: Problem> IntegerVisitor<P::Space> for Remembering<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        <P::Space as StateSpace>::Cost: IntegerCost,
    {
        let settings = self.settings.table(self.table).best_first(self.tries_best_first);
        ordered(self.start, settings, self.order)
    }
}

/// Bytes of the table: what is given, or all but a sixteenth of the memory, or 64 MiB.
fn table_bytes(options: &Options<'_>, memory: Option<usize>) -> usize {
    const MOST: usize = 1 << 40;
    match (options.integer("table"), memory) {
        (0, Some(memory)) => (memory - memory / 16).min(MOST),
        (0, None) => 64 << 20,
        (mebibytes, _) => usize::try_from(mebibytes << 20).unwrap_or(MOST),
    }
}

/// Starts branch and bound.
pub(super) fn branch_and_bound<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let settings = match options.word("bounds") {
        "best-plan" => BranchAndBound::new(),
        "least-cut" => BranchAndBound::ida_star(),
        _ => BranchAndBound::budgeted(),
    };
    let named = |by_estimate, classes| {
        let history = ByHistory::default();
        Some(NamedOrder { by_estimate, classes, history })
    };
    let learnt = || match P::action_classes() {
        Some(classes) => Ok(Some(classes)),
        None => Err(options.wrong("order", "another order: this problem classes no actions")),
    };
    let order = match options.word("order") {
        "listed" => None,
        "history" => named(false, learnt()?),
        "estimate-history" => named(true, learnt()?),
        _ => named(true, None),
    };
    if P::Integer::IS_OFFERED {
        let scheme = match options.word("replacement") {
            "cluster" => Scheme::Cluster,
            "always" => Scheme::Always,
            "least-g" => Scheme::LeastCost,
            _ => Scheme::TwoLevel,
        };
        let table = SchemedStates::new(table_bytes(options, start.memory), scheme);
        let tries_best_first = options.word("table-move") == "yes";
        let visitor = Remembering { start, settings, table, tries_best_first, order };
        return Ok(P::Integer::visit(visitor).expect("whole costs are offered"));
    }
    Ok(ordered(start, settings, order))
}
