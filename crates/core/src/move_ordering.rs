//! Which move is tried first.

use crate::game::Game;

/// Rates moves, so that promising ones are tried first, and learns from cutoffs.
///
/// A search tries the move from its table before anything is rated; then it has the rest
/// rated at once, and takes the best rated each time it needs one more, the first
/// generated among equals. Nothing is sorted that is not tried, nothing is allocated.
/// A pair of orderings adds their ratings.
pub trait MoveOrdering<G: Game + ?Sized> {
    /// False if all moves are rated alike: then nothing is rated.
    const IS_USED: bool = true;

    /// Appends one rating for each of `moves`; the largest is tried first.
    fn rate(&self, game: &G, state: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>);

    /// Learns that the last of `tried` refuted `state`, with `depth` plies left to search,
    /// and those before it did not.
    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        let _ = (game, state, ply, depth, tried);
    }

    /// `mv` is about to be played in `state`, and what follows may be rated as a reply to it.
    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        let _ = (game, state, ply, mv);
    }

    /// A new iteration begins: what was learnt may fade.
    #[inline]
    fn begin(&mut self, game: &G) {
        let _ = game;
    }
}

/// Keeps the order of the move generator.
impl<G: Game + ?Sized> MoveOrdering<G> for () {
    const IS_USED: bool = false;

    #[inline]
    fn rate(&self, _: &G, _: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        ratings.resize(ratings.len() + moves.len(), 0);
    }
}

impl<G: Game + ?Sized, A: MoveOrdering<G>, B: MoveOrdering<G>> MoveOrdering<G> for (A, B) {
    const IS_USED: bool = A::IS_USED || B::IS_USED;

    #[inline]
    fn rate(
        &self,
        game: &G,
        state: &G::State,
        ply: u32,
        moves: &[G::Move],
        ratings: &mut Vec<i32>,
    ) {
        let first = ratings.len();
        self.0.rate(game, state, ply, moves, ratings);
        let second = ratings.len();
        self.1.rate(game, state, ply, moves, ratings);
        for i in 0..moves.len() {
            ratings[first + i] += ratings[second + i];
        }
        ratings.truncate(second);
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        self.0.learn(game, state, ply, depth, tried);
        self.1.learn(game, state, ply, depth, tried);
    }

    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        self.0.follow(game, state, ply, mv);
        self.1.follow(game, state, ply, mv);
    }

    fn begin(&mut self, game: &G) {
        self.0.begin(game);
        self.1.begin(game);
    }
}

/// An ordering that is lent to a search, and keeps what it has learnt.
impl<G: Game + ?Sized, O: MoveOrdering<G>> MoveOrdering<G> for &mut O {
    const IS_USED: bool = O::IS_USED;

    #[inline]
    fn rate(
        &self,
        game: &G,
        state: &G::State,
        ply: u32,
        moves: &[G::Move],
        ratings: &mut Vec<i32>,
    ) {
        (**self).rate(game, state, ply, moves, ratings);
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        (**self).learn(game, state, ply, depth, tried);
    }

    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        (**self).follow(game, state, ply, mv);
    }

    fn begin(&mut self, game: &G) {
        (**self).begin(game);
    }
}
