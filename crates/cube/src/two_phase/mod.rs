//! Two-phase search: plans of about twenty turns, at once.

#[cfg(feature = "catalog")]
mod proving;
mod search;
mod tables;

use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic};

use crate::{Cube, Cubies, Turn};

#[cfg(feature = "catalog")]
pub(crate) use proving::{Proving, Table};
pub use search::TwoPhaseSearch;

/// Two-phase search (Kociemba 1992): the first phase brings the cube into the subgroup of the
/// turns of U and D and half turns of the other faces, the second solves it there.
///
/// The cube and its inverse are searched along all three axes, with first phases of growing
/// length: each may be followed by a short second phase. The search ends when its plan is proved
/// optimal, because no longer first phase can lead to a shorter plan, or when the plan is short
/// enough and enough nodes were searched. A cube that is given by turns has a plan from the start
/// ([`Cube::known_plan`]), and only shorter ones are looked for. Uses no heuristic; its tables of
/// four megabytes are built in a fraction of a second.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits};
/// use tremaux::puzzles::cube::{Cube, Cubies, TwoPhase};
///
/// let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
/// let cube = Cube::new(Cubies::parse(superflip)?);
/// let report = TwoPhase::default().solve(&cube, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.plan.is_some_and(|plan| plan.cost <= 22));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoPhase {
    longest: u32,
    nodes: u64,
    /// The longest second phase that is tried.
    longest_second: u32,
}

impl Default for TwoPhase {
    /// At most 22 turns, shortened during 300,000 nodes.
    fn default() -> Self {
        Self { longest: 22, nodes: 300_000, longest_second: 10 }
    }
}

impl TwoPhase {
    /// Sets the greatest length of plans, at most 30. The search goes on until it finds one.
    #[must_use]
    pub fn longest(self, turns: u32) -> Self {
        Self { longest: turns.min(30), ..self }
    }

    /// Sets the greatest length of second phases, at most 10. With short ones, longer first phases
    /// are searched, which prove more.
    #[must_use]
    pub fn longest_second(self, turns: u32) -> Self {
        Self { longest_second: turns.min(10), ..self }
    }

    /// Sets the number of nodes during which plans are shortened; `u64::MAX` until the plan is
    /// proved optimal.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}

impl Algorithm<Cube> for TwoPhase {
    type Search<P: Deref<Target = Cube>, H: Heuristic<Cube>> = TwoPhaseSearch;

    fn start<P: Deref<Target = Cube>, H: Heuristic<Cube>>(
        &self,
        space: P,
        _heuristic: H,
    ) -> TwoPhaseSearch {
        TwoPhaseSearch::new(&space, *self)
    }
}
