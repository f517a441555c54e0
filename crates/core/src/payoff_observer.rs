//! Watching a search of payoffs: of games with chance, or for more than two players.

use crate::game::Game;
use crate::game_observer::ScoreSource;

/// Why a search of payoffs leaves out the moves of a position that are not yet looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PayoffCutoff {
    /// A move gives the player judged so much that it will not be allowed: beta or more.
    AtLeast,
    /// A move gives the player judged so little that better is to be had elsewhere: alpha or
    /// less.
    AtMost,
    /// The player to move has so much already that the one before cannot get more out of what is
    /// left than elsewhere (shallow pruning of max^n, Korf 1991).
    Share,
    /// Whatever the other moves of chance are worth, the mean is beta or more (Star1, Ballard
    /// 1983).
    MeanAtLeast,
    /// The same: alpha or less.
    MeanAtMost,
    /// One reply to each of some moves of chance is enough to see that the mean is beta or more
    /// (Star2, Ballard 1983).
    ProbedAtLeast,
    /// The same: alpha or less.
    ProbedAtMost,
}

/// One step of a search of payoffs.
///
/// Values are what one player gets, whoever moved: the player judged, who is to move at the
/// root, or player 0 if chance is.
#[non_exhaustive]
pub enum PayoffEvent<'a, G: Game + ?Sized> {
    /// A position is about to be searched.
    Entered {
        /// The position.
        state: &'a G::State,
        /// The move that led to it, of a player or of chance; `None` at the root.
        mv: Option<G::Move>,
        /// The distance from the root, moves of chance counted.
        ply: u32,
        /// The plies left.
        depth: u32,
        /// Values up to the first and from the second on do not matter. Infinite where nothing
        /// bounds them, as everywhere in max^n, which has no window.
        window: (f64, f64),
    },
    /// A position has a value: a bound only, if that lies outside its window.
    Left {
        /// The position.
        state: &'a G::State,
        /// The distance from the root.
        ply: u32,
        /// What the player judged gets; where chance is to move, the mean.
        value: f64,
        /// What each player gets, in max^n; empty in searches that ask for one value.
        payoffs: &'a [f64],
        /// Where that came from.
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
        /// What the player judged gets at least or at most; with [`PayoffCutoff::Share`] what
        /// the player to move has.
        value: f64,
        /// What that is not below, or not above; with [`PayoffCutoff::Share`] what the sum of all
        /// payoffs exceeds the best of the player before by, or the sum.
        bound: f64,
        /// Why.
        reason: PayoffCutoff,
    },
    /// An iteration is complete.
    Iteration {
        /// Its depth in plies.
        depth: u32,
        /// What the player judged gets.
        value: f64,
        /// Whether it is the true one.
        is_exact: bool,
        /// The line of best play, up to where chance moves.
        line: &'a [G::Move],
    },
}

impl<G: Game + ?Sized> Clone for PayoffEvent<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for PayoffEvent<'_, G> {}

/// Receives the events of a search of payoffs, as
/// [`GameObserver`](crate::GameObserver) those of alpha-beta.
///
/// `()` ignores them all; a search monomorphized with it contains no trace of the calls.
pub trait PayoffObserver<G: Game + ?Sized> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe_payoff(&mut self, event: PayoffEvent<'_, G>);
}

impl<G: Game + ?Sized> PayoffObserver<G> for () {
    #[inline(always)]
    fn observe_payoff(&mut self, _event: PayoffEvent<'_, G>) {}
}

impl<G: Game + ?Sized, O: PayoffObserver<G> + ?Sized> PayoffObserver<G> for &mut O {
    #[inline]
    fn observe_payoff(&mut self, event: PayoffEvent<'_, G>) {
        (**self).observe_payoff(event);
    }
}
