//! The heuristics of sliding-tile puzzles by name.

use std::sync::Arc;

use tremaux_core::{AnyHeuristic, Max};
use tremaux_puzzles::tiles::{
    Arrangement, BadEvaluator, Board, GoodEvaluator, LinearConflict, Manhattan, Misplaced,
    PrintedLinearConflict, SlidingPuzzle, Unsupported, WalkingDistance,
};

use super::patterns::{self, PATTERNS};
use crate::compiled::Built;
use crate::component::Component;
use crate::error::RegistryError;
use crate::options::Options;
use crate::tables::TableSource;

/// All of them, the weakest first.
pub(super) const ALL: &[&Component] = &[
    &MISPLACED,
    &MANHATTAN,
    &LINEAR_CONFLICT,
    &WALKING_DISTANCE,
    &PATTERNS,
    &GOOD_EVALUATOR,
    &BAD_EVALUATOR,
    &PRINTED_LINEAR_CONFLICT,
];

static MISPLACED: Component = Component {
    aliases: &["hamming", "weak-evaluator"],
    source: "Doran and Michie 1966; Nilsson 1971",
    guarantees: "consistent",
    use_when: "you want to see how much a better estimate saves",
    avoid_when: "manhattan is as cheap and never less",
    ..Component::new("misplaced", "tiles that are not in their goal cells")
};

pub(super) static MANHATTAN: Component = Component {
    aliases: &["md"],
    source: "Doran and Michie 1966; Korf 1985 for IDA*",
    guarantees: "consistent",
    use_when: "counts are to be compared with published ones, or boards are large",
    avoid_when: "linear-conflict is stronger at little more cost",
    ..Component::new("manhattan", "the tiles' distances to their goal cells, summed up")
};

static LINEAR_CONFLICT: Component = Component {
    aliases: &["lc"],
    source: "Hansson, Mayer and Yung 1992",
    guarantees: "consistent",
    use_when: "any board of any size and goal; the best that needs no table of states",
    avoid_when: "a 4x4 board with the blank in a corner: pdb is far stronger",
    ..Component::new(
        "linear-conflict",
        "Manhattan distance, and two for each tile that must leave its line to let others pass",
    )
};

static WALKING_DISTANCE: Component = Component {
    aliases: &["wd"],
    source: "Takahashi 2001",
    guarantees: "consistent",
    use_when: "boards of up to 4x4 with any goal, best in max(walking-distance, linear-conflict)",
    avoid_when: "the board has 5 columns and 5 rows or lines of eight: the tables grow too large",
    ..Component::new(
        "walking-distance",
        "moves to bring all tiles to their rows, and to their columns, a row's tiles being alike",
    )
};

static GOOD_EVALUATOR: Component = Component {
    aliases: &["nilsson"],
    source: "Nilsson 1971, as P + 3 S",
    guarantees: "none",
    use_when: "the 8-puzzle with --goal ring, and a plan is wanted soon",
    avoid_when: "an optimal plan is wanted, or any other board",
    ..Component::new("good-evaluator", "Manhattan distance and three times a score of the sequence")
};

static BAD_EVALUATOR: Component = Component {
    guarantees: "none",
    use_when: "you want to see what a search makes of a poor estimate (the 8-puzzle, --goal ring)",
    avoid_when: "in all other cases",
    ..Component::new("bad-evaluator", "differences of opposite tiles: zero at a great many boards")
};

static PRINTED_LINEAR_CONFLICT: Component = Component {
    guarantees: "none: it counts conflicts that are not there",
    use_when: "the figures of a Java library of 2012 are to be repeated",
    avoid_when: "in all other cases: linear-conflict is admissible, this is not",
    ..Component::new("printed-linear-conflict", "linear conflict with the counters of a library")
};

fn refused(component: &'static Component, error: &Unsupported) -> RegistryError {
    RegistryError::NotOffered {
        component: component.name.into(),
        reason: format!("it needs {}", error.needs),
    }
}

/// Builds the heuristic that `component` describes, for `goal`; those that are asked for most
/// with compiled searches.
pub(super) fn build<B: Board>(
    goal: &Arrangement,
    component: &'static Component,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<Built<SlidingPuzzle<B>>, RegistryError> {
    type Any<B> = Arc<dyn AnyHeuristic<SlidingPuzzle<B>>>;
    let refused = |error: Unsupported| refused(component, &error);
    Ok(match component.name {
        "misplaced" => Built::from(Arc::new(Misplaced::to_goal(goal)) as Any<B>),
        "manhattan" => Built::compiled(Manhattan::to_goal(goal)),
        "linear-conflict" => Built::compiled(LinearConflict::to_goal(goal)),
        "walking-distance" => Built::compiled(WalkingDistance::to_goal(goal).map_err(refused)?),
        "good-evaluator" => {
            Built::from(Arc::new(GoodEvaluator::to_goal(goal).map_err(refused)?) as Any<B>)
        }
        "bad-evaluator" => {
            Built::from(Arc::new(BadEvaluator::to_goal(goal).map_err(refused)?) as Any<B>)
        }
        "printed-linear-conflict" => {
            Built::from(Arc::new(PrintedLinearConflict::to_goal(goal).map_err(refused)?) as Any<B>)
        }
        _ => patterns::built(goal, options, tables)?,
    })
}

/// The greater of walking distance and linear conflict, the default where there are no
/// patterns, with compiled searches.
pub(super) fn greatest<B: Board>(
    parts: &[Built<SlidingPuzzle<B>>],
) -> Option<Built<SlidingPuzzle<B>>> {
    let [a, b] = parts else { return None };
    let pair = |walking: &Built<_>, conflict: &Built<_>| {
        let walking = walking.downcast::<WalkingDistance>()?;
        Some(Built::compiled(Max(walking, conflict.downcast::<LinearConflict>()?)))
    };
    pair(a, b).or_else(|| pair(b, a))
}
