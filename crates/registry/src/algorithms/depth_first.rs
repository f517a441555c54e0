//! The depth-first family by name.

use tremaux_core::{Algorithm, TypedActions, UndoSpace};
use tremaux_search::IdaStar;

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Typed, TypedVisitor, Undo, UndoVisitor};
use crate::component::Component;
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

const DEPTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component::new("", ""),
    family: Family::DepthFirst,
    is_informed: true,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
};

/// IDA*.
pub(super) static IDA_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["idastar", "ida*"],
        source: "Korf 1985",
        guarantees: "optimal if the heuristic is admissible; its bound grows with every iteration",
        use_when: "costs are small whole numbers, states are met again seldom, and memory is short",
        avoid_when: "many paths lead to one state, or costs differ widely: every iteration then \
                     adds little",
        ..Component::new(
            "ida-star",
            "depth-first to a bound on cost plus estimate, again and again",
        )
    },
    ..DEPTH_FIRST
};

struct Compact<P: Problem>(Start<P>);

impl<P: Problem> TypedVisitor<P::Space> for Compact<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        P::Space: TypedActions,
    {
        Box::new(IdaStar::typed().start(self.0.space, self.0.estimator))
    }
}

struct InPlace<P: Problem>(Start<P>);

impl<P: Problem> UndoVisitor<P::Space> for InPlace<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        P::Space: UndoSpace,
    {
        Box::new(IdaStar::in_place().start(self.0.space, self.0.estimator))
    }
}

/// Starts IDA* in the fastest form that the space allows.
pub(super) fn ida_star<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let search = if P::Typed::IS_OFFERED {
        P::Typed::visit(Compact(start))
    } else if P::Undo::IS_OFFERED {
        P::Undo::visit(InPlace(start))
    } else {
        Some(Box::new(IdaStar::new().start(start.space, start.estimator)) as AnySearchOf<P>)
    };
    Ok(search.expect("the capability is offered"))
}
