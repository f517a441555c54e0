//! The heuristics of the domain of sliding-tile puzzles.

use std::marker::PhantomData;
use tremaux_domain::{Built, BuiltOf, Component, HeuristicEntry, RegistryError};

use crate::{
    BadEvaluator, GoodEvaluator, LinearConflict, Manhattan, Misplaced, PrintedLinearConflict,
    SlidingPuzzle, Unsupported, WalkingDistance,
};
use tremaux_core::{Heuristic, Max};

use super::patterns::{self, PATTERNS};
use super::{NamedBoard, TilesOn, compiles};

static MISPLACED: Component = Component {
    aliases: &["hamming", "weak-evaluator"],
    source: "Doran and Michie 1966; Nilsson 1971",
    guarantees: "consistent",
    use_when: "you want to see how much a better estimate saves",
    avoid_when: "you want a good estimate: manhattan is as cheap and never lower",
    ..Component::new("misplaced", "number of tiles not in their goal cells")
};

pub(super) static MANHATTAN: Component = Component {
    aliases: &["md"],
    source: "Doran and Michie 1966; Korf 1985 for IDA*",
    guarantees: "consistent",
    use_when: "you compare node counts with published ones, or boards are large",
    avoid_when: "you want fewer nodes: linear-conflict is stronger at little more cost",
    ..Component::new("manhattan", "sum of the tiles' distances to their goal cells")
};

static LINEAR_CONFLICT: Component = Component {
    aliases: &["lc"],
    source: "Hansson, Mayer and Yung 1992",
    guarantees: "consistent",
    use_when: "the board or goal is unusual: it is the strongest heuristic without a table of \
               states",
    avoid_when: "a 4x4 board with the blank in a corner: pdb is far stronger",
    ..Component::new(
        "linear-conflict",
        "Manhattan distance plus two for each tile that must leave its line to let others pass",
    )
};

static WALKING_DISTANCE: Component = Component {
    aliases: &["wd"],
    source: "Takahashi 2001",
    guarantees: "consistent",
    use_when: "boards up to 4x4 with any goal; best combined as max(walking-distance, \
               linear-conflict)",
    avoid_when: "the board has 5 columns and 5 rows, or lines of eight: the tables are too large",
    ..Component::new(
        "walking-distance",
        "moves to bring every tile into its row plus moves to bring every tile into its column",
    )
};

static GOOD_EVALUATOR: Component = Component {
    aliases: &["nilsson"],
    source: "Nilsson 1971, as P + 3 S",
    guarantees: "none",
    use_when: "you want a plan quickly for the 8-puzzle with --goal ring",
    avoid_when: "you need an optimal plan, or the board is another one",
    ..Component::new(
        "good-evaluator",
        "Manhattan distance plus three times Nilsson's sequence score",
    )
};

static BAD_EVALUATOR: Component = Component {
    guarantees: "none",
    use_when: "you want to see a search with a poor estimate (8-puzzle, --goal ring)",
    avoid_when: "in all other cases",
    ..Component::new("bad-evaluator", "differences of opposite tiles; zero for many boards")
};

static PRINTED_LINEAR_CONFLICT: Component = Component {
    guarantees: "none: it counts conflicts that do not exist",
    use_when: "you reproduce the results of a Java library of 2012",
    avoid_when: "in all other cases: linear-conflict is admissible, this one is not",
    ..Component::new(
        "printed-linear-conflict",
        "linear conflict as counted by a Java library of 2012",
    )
};

fn refused(component: &'static Component, error: &Unsupported) -> RegistryError {
    RegistryError::NotOffered {
        component: component.name.into(),
        reason: format!("it requires {}", error.needs),
    }
}

/// The heuristics of boards of the type `B`.
pub(super) struct OnBoard<B>(PhantomData<B>);

impl<B: NamedBoard> OnBoard<B> {
    /// All heuristics, the weakest first; the most used ones have compiled searches.
    pub(super) const ALL: &'static [HeuristicEntry<TilesOn<B>>] = &[
        HeuristicEntry {
            info: &MISPLACED,
            build: |space, _, _| Ok(Built::new(Misplaced::to_goal(space.goal()))),
        },
        HeuristicEntry {
            info: &MANHATTAN,
            build: |space, _, _| {
                let made = Manhattan::to_goal(space.goal());
                Ok(if const { B::MOST_CELLS <= 16 } {
                    Built::compiled(made)
                } else {
                    Built::new(made)
                })
            },
        },
        HeuristicEntry {
            info: &LINEAR_CONFLICT,
            build: |space, _, _| Ok(compiled(LinearConflict::to_goal(space.goal()))),
        },
        HeuristicEntry {
            info: &WALKING_DISTANCE,
            build: |space, _, _| {
                let made = WalkingDistance::to_goal(space.goal());
                let made = made.map_err(|error| refused(&WALKING_DISTANCE, &error))?;
                Ok(Built::new(made))
            },
        },
        HeuristicEntry {
            info: &PATTERNS,
            build: |space, options, tables| patterns::built(space.goal(), options, tables),
        },
        HeuristicEntry {
            info: &GOOD_EVALUATOR,
            build: |space, _, _| {
                let made = GoodEvaluator::to_goal(space.goal());
                Ok(Built::new(made.map_err(|error| refused(&GOOD_EVALUATOR, &error))?))
            },
        },
        HeuristicEntry {
            info: &BAD_EVALUATOR,
            build: |space, _, _| {
                let made = BadEvaluator::to_goal(space.goal());
                Ok(Built::new(made.map_err(|error| refused(&BAD_EVALUATOR, &error))?))
            },
        },
        HeuristicEntry {
            info: &PRINTED_LINEAR_CONFLICT,
            build: |space, _, _| {
                let made = PrintedLinearConflict::to_goal(space.goal());
                Ok(Built::new(made.map_err(|error| refused(&PRINTED_LINEAR_CONFLICT, &error))?))
            },
        },
    ];
}

/// `heuristic` with compiled searches on boards of up to 25 cells; on larger ones IDA* seldom
/// finishes.
fn compiled<B, H>(heuristic: H) -> BuiltOf<TilesOn<B>>
where
    B: NamedBoard,
    H: Heuristic<SlidingPuzzle<B>, Memo: Send> + Send + Sync + 'static,
{
    if const { compiles(B::MOST_CELLS) } {
        Built::compiled(heuristic)
    } else {
        Built::new(heuristic)
    }
}

/// The maximum of walking distance and linear conflict, with compiled searches: the default
/// where there are no patterns.
pub(super) fn greatest<B: NamedBoard>(
    parts: &[BuiltOf<TilesOn<B>>],
) -> Option<BuiltOf<TilesOn<B>>> {
    let [a, b] = parts else { return None };
    let pair = |walking: &BuiltOf<TilesOn<B>>, conflict: &BuiltOf<TilesOn<B>>| {
        let walking = walking.downcast::<WalkingDistance>()?;
        let both = Max(walking, conflict.downcast::<LinearConflict>()?);
        Some(if const { B::MOST_CELLS <= 16 } { Built::compiled(both) } else { Built::new(both) })
    };
    pair(a, b).or_else(|| pair(b, a))
}
