//! Watching a game-tree search, for visualisation, logging and tests.

use crate::game::Game;
use crate::game_report::Line;
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
    /// Mate-distance pruning: no win or loss below can be quick enough to matter.
    Distance,
    /// The position repeats one earlier on the line.
    Repetition,
    /// A null-move search failed high.
    NullMove,
    /// Futility pruning: near the horizon, the estimate was far outside the window.
    Futile,
    /// Only its first move was searched: the score is a bound.
    Probe,
}

/// Why a search leaves out the moves of a position that it has not searched yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CutoffReason {
    /// A move is worth at least beta, so the opponent will avoid the position.
    AtLeast,
    /// A move is worth at most alpha: there is something better elsewhere. Only in searches of
    /// payoffs, whose values are all for the same player.
    AtMost,
    /// The player to move already has so much that the rest is too little for the player before
    /// (shallow pruning of max^n, Korf 1991).
    Share,
    /// The mean over the moves of chance is at least beta, whatever the remaining ones are worth
    /// (Star1, Ballard 1983).
    MeanAtLeast,
    /// As `MeanAtLeast`, but at most alpha.
    MeanAtMost,
    /// One reply to some of the moves of chance shows that the mean is at least beta (Star2,
    /// Ballard 1983).
    ProbedAtLeast,
    /// As `ProbedAtLeast`, but at most alpha.
    ProbedAtMost,
}

/// One step of a game-tree search, with values of type `V`.
///
/// In alpha-beta and minimax a value is a [`Score`]: on entering and leaving a position it is for
/// the player who moved into it, in a cutoff for the player to move. In searches of payoffs (games
/// with chance, or with more than two players) it is an `f64`: what one player gets, the player to
/// move at the root, or player 0 if chance moves there.
#[non_exhaustive]
pub enum GameEvent<'a, G: Game + ?Sized, V = Score> {
    /// The search goes on at a position other than the root: below the position that `line`
    /// leads to, as if it had just been entered by the last move of `line`.
    Resumed {
        /// The moves from the root, at least one. The last of them leads to the position that is
        /// entered next.
        line: &'a [G::Move],
        /// Whether positions are searched once more, to complete the principal variation, until
        /// the root is entered or the search is resumed elsewhere.
        is_again: bool,
    },
    /// A position is about to be searched.
    Entered {
        /// The position.
        state: &'a G::State,
        /// The move that led to it, of a player or of chance; `None` at the root, and after a
        /// pass.
        mv: Option<G::Move>,
        /// The distance from the root; moves of chance count.
        ply: u32,
        /// The remaining depth in plies; zero or negative beyond the horizon.
        depth: i32,
        /// Values up to this do not matter. Negative infinity in max^n, which has no window.
        alpha: V,
        /// Values from this on do not matter. Infinite in max^n.
        beta: V,
    },
    /// A position has a value; outside the window it is a bound only.
    Left {
        /// The position.
        state: &'a G::State,
        /// The distance from the root.
        ply: u32,
        /// Its value; where chance moves, the mean.
        score: V,
        /// What each player gets, in max^n; empty in every other search.
        payoffs: &'a [f64],
        /// Where the value came from.
        source: ScoreSource,
    },
    /// The other moves of a position are left out.
    Cutoff {
        /// The position.
        state: &'a G::State,
        /// The move that was enough.
        mv: G::Move,
        /// How many moves were tried before it.
        tried_before: usize,
        /// The distance from the root.
        ply: u32,
        /// The value that was enough; with [`CutoffReason::Share`] what the player to move gets.
        score: V,
        /// The bound that the value reaches; with [`CutoffReason::Share`] the sum of all payoffs,
        /// less the best of the player before.
        bound: V,
        /// Why.
        reason: CutoffReason,
    },
    /// An iteration is complete.
    Iteration {
        /// Its depth in plies.
        depth: u32,
        /// The value for the player to move at the root.
        score: V,
        /// Whether it is the true one.
        is_exact: bool,
        /// The principal variation, up to the first move of chance.
        line: &'a [G::Move],
        /// The lines found, the best first, each with a different first move; none in searches of
        /// payoffs.
        lines: &'a [Line<G::Move>],
    },
}

impl<G: Game + ?Sized, V: Copy> Clone for GameEvent<'_, G, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized, V: Copy> Copy for GameEvent<'_, G, V> {}

/// Receives the events of a game-tree search with values of type `V`.
///
/// `()` ignores them all; a search monomorphized with it contains no trace of the calls.
pub trait GameObserver<G: Game + ?Sized, V = Score> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe(&mut self, event: GameEvent<'_, G, V>);

    /// Whether anybody listens. A search may leave out events that take time to prepare otherwise.
    #[inline(always)]
    fn is_used(&self) -> bool {
        true
    }
}

impl<G: Game + ?Sized, V> GameObserver<G, V> for () {
    #[inline(always)]
    fn is_used(&self) -> bool {
        false
    }

    #[inline(always)]
    fn observe(&mut self, _event: GameEvent<'_, G, V>) {}
}

impl<G: Game + ?Sized, V, O: GameObserver<G, V> + ?Sized> GameObserver<G, V> for &mut O {
    #[inline]
    fn observe(&mut self, event: GameEvent<'_, G, V>) {
        (**self).observe(event);
    }

    #[inline]
    fn is_used(&self) -> bool {
        (**self).is_used()
    }
}

/// Nobody, or an observer: for a search that is compiled once for both.
impl<G: Game + ?Sized, V, O: GameObserver<G, V>> GameObserver<G, V> for Option<O> {
    #[inline]
    fn observe(&mut self, event: GameEvent<'_, G, V>) {
        if let Some(observer) = self {
            observer.observe(event);
        }
    }

    #[inline]
    fn is_used(&self) -> bool {
        self.as_ref().is_some_and(O::is_used)
    }
}
