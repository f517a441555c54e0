//! What is searched beyond the depth limit.

use tremaux_core::{Game, TacticalGame};

/// Selects the moves that are searched beyond the horizon.
pub trait Horizon<G: Game + ?Sized> {
    /// False if there are none, so that the estimate is used.
    const IS_USED: bool = true;

    /// Appends the moves to search `beyond` plies after the horizon. Returns whether the player
    /// to move may choose the estimate instead (stand pat).
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool;
}

/// Uses the estimate at the horizon.
impl<G: Game + ?Sized> Horizon<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn moves(&self, _: &G, _: &G::State, _: u32, _: &mut Vec<G::Move>) -> bool {
        true
    }
}

/// Quiescence search: searches noisy moves until the position is quiet.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    /// The maximum number of plies beyond the horizon.
    pub max_plies: u32,
}

/// At most 64 plies, enough for any exchange.
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
