//! The heuristics of sliding-tile puzzles by name.

use std::sync::Arc;

use tremaux_core::{AnyHeuristic, Max};
use tremaux_puzzles::tiles::{
    AdditivePatterns, Arrangement, BadEvaluator, Board, GoodEvaluator, LinearConflict, Manhattan,
    Misplaced, PrintedLinearConflict, SlidingPuzzle, Unsupported, WalkingDistance,
};

use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;

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

static PATTERNS: Component = Component {
    aliases: &["additive-patterns"],
    source: "Korf and Felner 2002",
    guarantees: "admissible, not consistent: the blank is left out of the tables",
    use_when: "15-puzzles whose goal has the blank in a corner",
    avoid_when: "other sizes and goals, for which there are no patterns here; a single easy board, \
                 if building 6-6-3 takes longer than the search",
    options: &[
        OptionInfo {
            name: "patterns",
            title: "tiles in each pattern; 5-5-5 takes half a MiB, 6-6-3 six and longer to build",
            kind: OptionKind::Choice { words: &["5-5-5", "6-6-3"] },
            default: Some("5-5-5"),
        },
        OptionInfo {
            name: "reflected",
            title: "take the maximum with the board reflected in its diagonal, from the same tables",
            kind: OptionKind::Choice { words: &["yes", "no"] },
            default: Some("yes"),
        },
    ],
    example: "pdb(6-6-3)",
    ..Component::new(
        "pdb",
        "disjoint pattern databases: the moves of each group of tiles, added up",
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

/// Builds the heuristic that `component` describes, for `goal`.
pub(super) fn build<B: Board>(
    goal: &Arrangement,
    component: &'static Component,
    options: &Options<'_>,
) -> Result<Arc<dyn AnyHeuristic<SlidingPuzzle<B>>>, RegistryError> {
    let refused = |error: Unsupported| refused(component, &error);
    Ok(match component.name {
        "misplaced" => Arc::new(Misplaced::to_goal(goal)),
        "manhattan" => Arc::new(Manhattan::to_goal(goal)),
        "linear-conflict" => Arc::new(LinearConflict::to_goal(goal)),
        "walking-distance" => Arc::new(WalkingDistance::to_goal(goal).map_err(refused)?),
        "good-evaluator" => Arc::new(GoodEvaluator::to_goal(goal).map_err(refused)?),
        "bad-evaluator" => Arc::new(BadEvaluator::to_goal(goal).map_err(refused)?),
        "printed-linear-conflict" => {
            Arc::new(PrintedLinearConflict::to_goal(goal).map_err(refused)?)
        }
        _ => {
            let patterns = match options.word("patterns") {
                "6-6-3" => AdditivePatterns::six_six_three(goal),
                _ => AdditivePatterns::five_five_five(goal),
            };
            let patterns = Arc::new(patterns.map_err(refused)?);
            if options.word("reflected") == "no" {
                return Ok(Arc::new(patterns));
            }
            let reflected = patterns.reflected().map_err(refused)?;
            Arc::new(Max(patterns, reflected))
        }
    })
}
