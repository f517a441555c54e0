//! Specialized solvers for sliding puzzles.

use std::marker::PhantomData;
use tremaux_domain::{
    AlgorithmInfo, Component, ConstructedPlan, Construction, NamedAlgorithm, RegistryError,
    StartOwnSolver,
};

use crate::{Board, Board64, MacroTable, Manhattan, SlidingPuzzle};
use tremaux_core::{Algorithm, Limits, StateSpace};
use tremaux_search::BestFirst;

use super::large::PARBERRY;

/// Macro operators.
static MACROS: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["macros", "macro-problem-solver"],
        source: "Korf 1985",
        guarantees: "finds a plan if there is one, with at most one macro per tile; the bound in \
                     the report is the length of a shortest plan, found by A*",
        use_when: "you want to see what a table of learned macros is worth: it solves a board \
                   without search, with plans about twice as long as optimal",
        avoid_when: "the board has more than nine cells, or you want a short plan",
        ..Component::new(
            "macro-operators",
            "places one tile after the other with learned move sequences",
        )
    },
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// The solvers for boards of the type `B`.
pub(super) struct Own<B>(PhantomData<B>);

impl<B: Board> Own<B> {
    pub(super) const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<SlidingPuzzle<B>>>] = &[
        NamedAlgorithm {
            info: &PARBERRY,
            start: |space, _, _| {
                Ok(Box::new(Construction::new(space, |puzzle: &SlidingPuzzle<B>| {
                    Some((puzzle.constructive_plan()?, 0))
                })))
            },
        },
        NamedAlgorithm {
            info: &MACROS,
            start: |space, _, _| {
                if space.size().cells() > MacroTable::MOST_CELLS {
                    let reason =
                        "macro-operators requires a board of at most nine cells".to_owned();
                    return Err(RegistryError::NotApplicable { option: "--algorithm", reason });
                }
                Ok(Box::new(Construction::new(space, by_macros::<B>)))
            },
        },
    ];
}

/// The plan by macros learned for the goal, and the length of a shortest plan.
fn by_macros<B: Board>(puzzle: &SlidingPuzzle<B>) -> Option<ConstructedPlan<SlidingPuzzle<B>>> {
    let macros = MacroTable::learn(puzzle.goal()).ok()?;
    let board = puzzle.initial_state();
    let tiles: Vec<u8> = (0..puzzle.size().cells()).map(|cell| board.tile(cell) as u8).collect();
    let plan = macros.solve(&Board64::from_tiles(&tiles))?;
    let manhattan = Manhattan::to_goal(puzzle.goal());
    let shortest = BestFirst::a_star().solve(puzzle, &manhattan, &Limits::default(), &mut ());
    Some((plan, shortest.lower_bound))
}
