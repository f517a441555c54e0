//! The source of the probabilities of chance moves.

use tremaux_core::{ChanceGame, Game};

/// The probabilities of chance moves: [`Dice`] for a game that defines them, `()` for games
/// without chance.
pub trait Chances<G: Game + ?Sized> {
    /// The probability of `mv` in `state`, where chance is to move.
    fn probability(&self, game: &G, state: &G::State, mv: G::Move) -> f64;
}

/// For games without chance.
impl<G: Game + ?Sized> Chances<G> for () {
    /// # Panics
    ///
    /// Panics when called, because the game has chance after all.
    fn probability(&self, _: &G, _: &G::State, _: G::Move) -> f64 {
        panic!("chance is to move in a game without chance")
    }
}

/// The probabilities defined by the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dice;

impl<G: ChanceGame + ?Sized> Chances<G> for Dice {
    #[inline]
    fn probability(&self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        game.probability(state, mv)
    }
}
