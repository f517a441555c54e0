//! Move ordering.

use crate::game::Game;

/// Rates moves, so that promising ones are tried first, and learns from cutoffs.
///
/// A search tries the move from its table first. Then it rates all other moves at once, and
/// picks the best-rated remaining move each time it needs one; among equals, the first
/// generated. So moves that are never tried are not sorted, and nothing is allocated. A pair of
/// orderings adds their ratings.
pub trait MoveOrdering<G: Game + ?Sized> {
    /// False if all moves have the same rating; then `rate` is not called. The same for the
    /// whole search.
    #[inline]
    fn is_used(&self) -> bool {
        true
    }

    /// Appends one rating for each of `moves`; the largest is tried first.
    fn rate(&self, game: &G, state: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>);

    /// Learns that the last of `tried` refuted `state`, with `depth` plies left to search,
    /// and those before it did not.
    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        let _ = (game, state, ply, depth, tried);
    }

    /// Called before `mv` is played in `state`, so that the following moves can be rated as
    /// replies to it.
    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        let _ = (game, state, ply, mv);
    }

    /// Called before a null move, so that the following moves are not rated as replies to an older
    /// move.
    #[inline]
    fn follow_pass(&mut self, ply: u32) {
        let _ = ply;
    }

    /// Called when a new iteration begins; what was learnt may decay.
    #[inline]
    fn begin(&mut self, game: &G) {
        let _ = game;
    }
}

/// Tries moves in the order of the move generator.
impl<G: Game + ?Sized> MoveOrdering<G> for () {
    #[inline]
    fn is_used(&self) -> bool {
        false
    }

    #[inline]
    fn rate(&self, _: &G, _: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        ratings.resize(ratings.len() + moves.len(), 0);
    }
}

/// Implements learning for an ordering made of others: each part learns the same.
macro_rules! forward_to_parts {
    ($self:ident: $($part:expr),+) => {
        #[inline]
        fn learn(&mut $self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
            $(if let Some(part) = $part { part.learn(game, state, ply, depth, tried) })+
        }

        #[inline]
        fn follow(&mut $self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
            $(if let Some(part) = $part { part.follow(game, state, ply, mv) })+
        }

        #[inline]
        fn follow_pass(&mut $self, ply: u32) {
            $(if let Some(part) = $part { part.follow_pass(ply) })+
        }

        fn begin(&mut $self, game: &G) {
            $(if let Some(part) = $part { part.begin(game) })+
        }
    };
}

impl<G: Game + ?Sized, A: MoveOrdering<G>, B: MoveOrdering<G>> MoveOrdering<G> for (A, B) {
    #[inline]
    fn is_used(&self) -> bool {
        self.0.is_used() || self.1.is_used()
    }

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

    forward_to_parts!(self: Some(&mut self.0), Some(&mut self.1));
}

/// A borrowed ordering; it keeps what it learns for the next search.
impl<G: Game + ?Sized, O: MoveOrdering<G>> MoveOrdering<G> for &mut O {
    #[inline]
    fn is_used(&self) -> bool {
        (**self).is_used()
    }

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

    forward_to_parts!(self: Some(&mut **self));
}

/// An ordering, or the order of the move generator, as a setting.
impl<G: Game + ?Sized, O: MoveOrdering<G>> MoveOrdering<G> for Option<O> {
    #[inline]
    fn is_used(&self) -> bool {
        self.as_ref().is_some_and(O::is_used)
    }

    #[inline]
    fn rate(
        &self,
        game: &G,
        state: &G::State,
        ply: u32,
        moves: &[G::Move],
        ratings: &mut Vec<i32>,
    ) {
        match self {
            Some(ordering) => ordering.rate(game, state, ply, moves, ratings),
            None => ().rate(game, state, ply, moves, ratings),
        }
    }

    forward_to_parts!(self: self.as_mut());
}
