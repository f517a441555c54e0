//! Game-tree searches as values that can be paused.

use crate::game::Game;
use crate::game_observer::GameObserver;
use crate::game_report::GameReport;
use crate::limits::Limits;
use crate::search::Progress;

/// A game-tree search under way, the counterpart of [`Search`](crate::Search).
///
/// The search takes the same steps however it is divided into slices.
pub trait GameSearch<G: Game> {
    /// Continues until the search is over or a limit is reached. The limits count from this
    /// call.
    fn advance<O: GameObserver<G> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress;

    /// The result so far: that of the last completed iteration.
    fn report(&self) -> GameReport<G::Move>;
}
