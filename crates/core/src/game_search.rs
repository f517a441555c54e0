//! Game-tree searches as values that can be paused.

use crate::game::Game;
use crate::game_observer::GameObserver;
use crate::game_report::GameReport;
use crate::limits::Limits;
use crate::search::Progress;

/// A game-tree search under way, the counterpart of [`Search`](crate::Search).
///
/// However it is cut into slices, it takes the same steps.
pub trait GameSearch<G: Game> {
    /// Goes on until the search is over or a limit steps in. The limits count from this
    /// call.
    fn advance<O: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress;

    /// What is known by now: the result of the last completed iteration.
    fn report(&self) -> GameReport<G::Move>;
}
