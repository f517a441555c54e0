//! Game-tree searches as values that can be paused.

use crate::game::Game;
use crate::game_observer::GameObserver;
use crate::limits::Limits;
use crate::search::Progress;

/// A game-tree search under way, the counterpart of [`Search`](crate::Search).
///
/// The search takes the same steps however it is divided into slices.
///
/// ```
/// use tremaux::play::GameSearch;
/// use tremaux::{Game, Limits, Progress};
/// /// Runs a search in slices of a thousand positions.
/// fn in_slices<G: Game, S: GameSearch<G>>(search: &mut S) -> S::Report {
///     let slice = Limits::default().with_nodes(1000);
///     while let Progress::Paused(_) = search.advance(&slice, &mut ()) {
///         // Show search.report(), look at the clock, or handle input.
///     }
///     search.report()
/// }
/// ```
pub trait GameSearch<G: Game> {
    /// What a position is worth: a [`Score`](crate::Score), or an `f64` in searches of payoffs.
    type Value;
    /// The result.
    type Report;

    /// Continues until the search is over or a limit is reached. The limits count from this
    /// call.
    fn advance<O: GameObserver<G, Self::Value> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress;

    /// The result so far: that of the last completed iteration.
    fn report(&self) -> Self::Report;
}
