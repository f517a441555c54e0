//! Watching a game-tree search, for visualisation, logging and tests.

use crate::game::Game;
use crate::score::Score;

/// Where the score of a node came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreSource {
    /// Its moves were searched.
    Moves,
    /// The game is over.
    Final,
    /// The evaluator's estimate.
    Estimate,
    /// [`Evaluator::known`](crate::Evaluator::known).
    Known,
    /// The transposition table.
    Table,
    /// No win is quick enough, or no loss soon enough, to matter.
    Distance,
    /// The position stood on the line before.
    Repetition,
    /// Even passing was good enough.
    NullMove,
    /// Near the horizon, the estimate was far outside the window.
    Futile,
    /// Its first move alone was searched: a bound.
    Probe,
}

/// One step of a game-tree search.
#[non_exhaustive]
pub enum GameEvent<'a, G: Game + ?Sized> {
    /// A position is about to be searched. Scores are for the player who moved into it.
    Entered {
        /// The position.
        state: &'a G::State,
        /// The move that led to it; `None` at the root, and after a pass.
        mv: Option<G::Move>,
        /// The distance from the root.
        ply: u32,
        /// The plies left; zero and less beyond the horizon.
        depth: i32,
        /// Scores up to this do not matter.
        alpha: Score,
        /// Scores from this on do not matter.
        beta: Score,
    },
    /// A position has a score, for the same player.
    Left {
        /// The position.
        state: &'a G::State,
        /// The distance from the root.
        ply: u32,
        /// Its score.
        score: Score,
        /// Where that came from.
        source: ScoreSource,
    },
    /// A move refuted a position: its score is at least beta.
    Cutoff {
        /// The position.
        state: &'a G::State,
        /// The move.
        mv: G::Move,
        /// How many moves were tried before it.
        tried_before: usize,
        /// The distance from the root.
        ply: u32,
        /// The score, for the player to move.
        score: Score,
        /// Scores from this on do not matter.
        beta: Score,
    },
    /// An iteration is complete.
    Iteration {
        /// Its depth in plies.
        depth: u32,
        /// The score for the player to move at the root.
        score: Score,
        /// Whether it is the true one.
        is_exact: bool,
        /// The principal variation.
        line: &'a [G::Move],
    },
}

impl<G: Game + ?Sized> Clone for GameEvent<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for GameEvent<'_, G> {}

/// Receives the events of a game-tree search.
///
/// `()` ignores them all; a search monomorphized with it contains no trace of the calls.
pub trait GameObserver<G: Game + ?Sized> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe(&mut self, event: GameEvent<'_, G>);
}

impl<G: Game + ?Sized> GameObserver<G> for () {
    #[inline(always)]
    fn observe(&mut self, _event: GameEvent<'_, G>) {}
}

impl<G: Game + ?Sized, O: GameObserver<G> + ?Sized> GameObserver<G> for &mut O {
    #[inline]
    fn observe(&mut self, event: GameEvent<'_, G>) {
        (**self).observe(event);
    }
}
