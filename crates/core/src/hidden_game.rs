//! Games with hidden information: cards in hand, dice under a cup, simultaneous moves.

use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{Game, Player};
use crate::game_notation::GameNotation;

/// A game in which players do not see everything.
///
/// Positions that a player cannot tell apart form an information set; [`information`] returns its
/// key. The player to move has the same moves in the same order in all of them. Players remember
/// what they saw and did (perfect recall): from the key follow all earlier keys of this player and
/// the moves made there. A simultaneous move is two moves, the first of which the second player
/// does not see.
///
/// ```
/// use tremaux::games::kuhn_poker::KuhnPoker;
/// use tremaux::play::{GameNotation, HiddenGame};
/// // Whoever holds the king cannot tell a jack from a queen in the other hand.
/// let jack = KuhnPoker.parse_position("K J bet")?;
/// let queen = KuhnPoker.parse_position("K Q bet")?;
/// assert_eq!(KuhnPoker.information(&jack, 0), KuhnPoker.information(&queen, 0));
/// assert_ne!(KuhnPoker.information(&jack, 1), KuhnPoker.information(&queen, 1));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
///
/// [`information`]: HiddenGame::information
pub trait HiddenGame: Game {
    /// What a player knows. Keys are compared exactly, so this is the knowledge itself and not a
    /// hash of it.
    type Information: Clone + Debug + Eq + Hash;

    /// What `player` knows in `state`.
    fn information(&self, state: &Self::State, player: Player) -> Self::Information;
}

/// How information sets are written.
pub trait HiddenNotation: HiddenGame + GameNotation {
    /// Writes what `player` knows in `state` on one line: equal for equal information, different
    /// for different information.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_information(
        &self,
        state: &Self::State,
        player: Player,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;

    /// What `player` knows, as [`HiddenNotation::write_information`] writes it.
    fn information_text(&self, state: &Self::State, player: Player) -> String {
        let mut text = String::new();
        self.write_information(state, player, &mut text).expect("a string takes everything");
        text
    }
}
