//! Searches from both ends by name.

use tremaux_core::{Algorithm, BackwardSpace};
use tremaux_search::{BidirectionalBreadthFirst, NearOptimalBidirectional};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Backward, BackwardVisitor};
use crate::component::Component;
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// Bidirectional breadth-first search.
pub(super) static BREADTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bibfs", "bidirectional-bfs"],
        source: "Pohl 1969",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same",
        use_when: "you have no heuristic, all actions cost the same and the goals are few: it \
                   looks half as deep from both ends",
        avoid_when: "costs differ, or you have a good heuristic",
        ..Component::new("bidirectional-breadth-first", "breadth-first from both ends by turns")
    },
    family: Family::Other,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Bidirectional A*.
pub(super) static A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["nbs", "bidirectional-astar"],
        source: "Chen, Holte, Zilles and Sturtevant 2017",
        guarantees: "optimal, whatever the heuristic; by an admissible one it expands at most \
                     twice as many states as any search of its kind must",
        use_when: "estimates are weak, the goals are few and the states fit into memory",
        avoid_when: "the heuristic is strong: a-star then expands fewer states",
        ..Component::new(
            "bidirectional-a-star",
            "near-optimal bidirectional search: pairs of states, one from each end",
        )
    },
    is_informed: true,
    ..BREADTH_FIRST
};

struct FromBothEnds<P: Problem>(Start<P>, &'static AlgorithmInfo);

impl<P: Problem> BackwardVisitor<P::Space> for FromBothEnds<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        P::Space: BackwardSpace,
    {
        let Start { space, estimator, .. } = self.0;
        if self.1.is_informed {
            Box::new(NearOptimalBidirectional::new().start(space, estimator))
        } else {
            Box::new(BidirectionalBreadthFirst.start(space, estimator))
        }
    }
}

fn from_both_ends<P: Problem>(
    start: Start<P>,
    info: &'static AlgorithmInfo,
) -> Result<AnySearchOf<P>, RegistryError> {
    P::Backward::visit(FromBothEnds(start, info)).ok_or_else(|| RegistryError::NotOffered {
        component: info.component.name.into(),
        reason: "this problem cannot be searched from its goals".into(),
    })
}

/// Starts bidirectional breadth-first search.
pub(super) fn breadth_first<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    from_both_ends(start, &BREADTH_FIRST)
}

/// Starts bidirectional A*.
pub(super) fn a_star<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    from_both_ends(start, &A_STAR)
}
