//! Where the probabilities come from.

use tremaux_core::{ChanceGame, Game};

/// How probable the moves of chance are: [`Dice`] for a game that says so, `()` for games
/// without chance.
pub trait Chances<G: Game + ?Sized> {
    /// The probability of `mv` in `state`, where chance is to move.
    fn probability(&self, game: &G, state: &G::State, mv: G::Move) -> f64;
}

/// No chance.
impl<G: Game + ?Sized> Chances<G> for () {
    /// # Panics
    ///
    /// If it is asked: the game has chance after all.
    fn probability(&self, _: &G, _: &G::State, _: G::Move) -> f64 {
        panic!("chance is to move in a game that was taken to be without")
    }
}

/// The game's own probabilities.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dice;

impl<G: ChanceGame + ?Sized> Chances<G> for Dice {
    #[inline]
    fn probability(&self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        game.probability(state, mv)
    }
}
