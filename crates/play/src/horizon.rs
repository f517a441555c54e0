//! What is searched beyond the depth limit.

use tremaux_core::{Game, TacticalGame};

/// Selects the moves that are searched beyond the horizon.
pub trait LeafSearch<G: Game + ?Sized> {
    /// False if there are none, so that the estimate is used. The same for the whole search.
    #[inline]
    fn is_used(&self) -> bool {
        true
    }

    /// Appends the moves to search `beyond` plies after the horizon. Returns whether the player
    /// to move may choose the estimate instead (stand pat).
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool;
}

/// Uses the estimate at the horizon.
impl<G: Game + ?Sized> LeafSearch<G> for () {
    #[inline]
    fn is_used(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, _: &G, _: &G::State, _: u32, _: &mut Vec<G::Move>) -> bool {
        true
    }
}

/// A search beyond the horizon, or the estimate, as a setting.
impl<G: Game + ?Sized, H: LeafSearch<G>> LeafSearch<G> for Option<H> {
    #[inline]
    fn is_used(&self) -> bool {
        self.as_ref().is_some_and(H::is_used)
    }

    #[inline]
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool {
        self.as_ref().is_none_or(|horizon| horizon.moves(game, state, beyond, moves))
    }
}

tremaux_core::options! {
    /// Quiescence search: searches noisy moves until the position is quiet.
    #[derive(Clone, Copy, Debug)]
    pub struct Quiescence {
        /// The maximum number of plies beyond the horizon.
        pub max_plies: u32 = 64,
        /// The number of plies beyond the horizon in which quiet moves that are
        /// [forcing](TacticalGame::forcing_moves) are searched, too.
        pub forcing_plies: u32 = 0,
    }
}

impl<G: TacticalGame + ?Sized> LeafSearch<G> for Quiescence {
    #[inline]
    fn moves(&self, game: &G, state: &G::State, beyond: u32, moves: &mut Vec<G::Move>) -> bool {
        if beyond >= self.max_plies {
            return true;
        }
        game.noisy_moves(state, moves);
        let may_rest = game.may_rest(state);
        if may_rest && beyond < self.forcing_plies {
            game.forcing_moves(state, moves);
        }
        may_rest
    }
}
