//! What happens where the depth runs out.

use tremaux_core::{Game, TacticalGame};

/// Which moves are still searched beyond the horizon.
pub trait Horizon<G: Game + ?Sized> {
    /// False if none ever are: then the estimate stands.
    const IS_USED: bool = true;

    /// Appends the moves to search `beyond` plies after the depth ran out, and says whether
    /// the player to move may rest on the estimate instead.
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool;
}

/// The estimate stands.
impl<G: Game + ?Sized> Horizon<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn moves(&self, _: &G, _: &G::State, _: u32, _: &mut Vec<G::Move>) -> bool {
        true
    }
}

/// Noisy moves are searched until the position is quiet.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    /// But no deeper than this many plies.
    pub max_plies: u32,
}

/// No deeper than 64 plies: to the end of any exchange.
impl Default for Quiescence {
    fn default() -> Self {
        Self { max_plies: 64 }
    }
}

impl<G: TacticalGame + ?Sized> Horizon<G> for Quiescence {
    #[inline]
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool {
        if beyond >= self.max_plies {
            return true;
        }
        game.noisy_moves(state, moves);
        game.may_rest(state)
    }
}
