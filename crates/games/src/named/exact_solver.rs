//! Solvers of one game each.

use tremaux_core::{Game, GameStatistics, Limits, Score, StopReason};

/// Solves positions of one game exactly. What it learns about one position is kept for the next.
pub trait ExactSolver<G: Game> {
    /// The name of its algorithm, if it is not the requested one.
    fn algorithm(&self) -> Option<&'static str> {
        None
    }

    /// The number of its threads, if it is not the requested one.
    fn threads(&self) -> Option<usize> {
        None
    }

    /// Bounds on the score of a position that is not over, known without a search.
    fn range(&self, state: &G::State) -> (Score, Score);

    /// Whether the score of a position is in a book, so that no line needs to show it.
    fn is_in_book(&self, _state: &G::State) -> bool {
        false
    }

    /// The greatest number of plies until the game is over.
    fn plies_left(&self, state: &G::State) -> u32;

    /// Solves a position that is not over, unless a limit is reached. `watch` is called now and
    /// then with the bounds that are proved so far and the number of positions visited.
    fn solve(
        &mut self,
        state: &G::State,
        limits: &Limits,
        watch: &mut dyn FnMut((Score, Score), u64),
    ) -> Solved<G::Move>;
}

/// What a solver proved of a position.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    /// The lower and upper bounds of its score, for the player to move.
    pub bounds: (Score, Score),
    /// A line of best play, if the bounds are equal; not to the end if a limit was reached.
    pub line: Vec<M>,
    /// The limit that was reached.
    pub stopped: Option<StopReason>,
    /// The counts.
    pub statistics: GameStatistics,
}
