//! Solvers made for sliding puzzles alone.

use std::marker::PhantomData;

use tremaux_core::{Algorithm, Limits, StateSpace};
use tremaux_puzzles::tiles::{Board, Board64, MacroTable, Manhattan, SlidingPuzzle};
use tremaux_search::BestFirst;

use super::large::PARBERRY;
use crate::algorithms::{AlgorithmInfo, Constructed, Construction, DepthLimit, Family};
use crate::component::Component;

/// Macro operators.
static MACROS: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["macros", "macro-problem-solver"],
        source: "Korf 1985",
        guarantees: "a plan whenever there is one, of at most one macro a tile; the bound in the \
                     report is the length of a shortest plan, found by A*",
        use_when: "you want to see what a table of learnt sequences is worth: it is solved without \
                   a search, by plans twice as long as need be",
        avoid_when: "the board has more than nine cells, or a short plan is wanted",
        ..Component::new(
            "macro-operators",
            "places tile after tile by sequences learnt for every cell it may be in",
        )
    },
    family: Family::Other,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// The solvers for boards of the type `B`.
pub(super) struct Own<B>(PhantomData<B>);

impl<B: Board> Own<B> {
    pub(super) const CONSTRUCTIONS: &'static [Construction<SlidingPuzzle<B>>] = &[
        Construction {
            info: &PARBERRY,
            lacks: |_| None,
            plan: |puzzle| Some((puzzle.constructive_plan()?, 0)),
        },
        Construction {
            info: &MACROS,
            lacks: |puzzle| {
                let is_small = puzzle.size().cells() <= MacroTable::MOST_CELLS;
                (!is_small).then_some("a board of at most nine cells")
            },
            plan: by_macros::<B>,
        },
    ];
}

/// The plan by macros learnt for the goal, and the length of a shortest one.
fn by_macros<B: Board>(puzzle: &SlidingPuzzle<B>) -> Option<Constructed<SlidingPuzzle<B>>> {
    let macros = MacroTable::learn(puzzle.goal()).ok()?;
    let board = puzzle.initial_state();
    let tiles: Vec<u8> = (0..puzzle.size().cells()).map(|cell| board.tile(cell) as u8).collect();
    let plan = macros.solve(&Board64::from_tiles(&tiles))?;
    let manhattan = Manhattan::to_goal(puzzle.goal());
    let shortest = BestFirst::astar().solve(puzzle, &manhattan, &Limits::default(), &mut ());
    Some((plan, shortest.lower_bound))
}
