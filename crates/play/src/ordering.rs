//! Move orderings that learn from cutoffs.

use tremaux_core::{Game, MoveKey, MoveOrdering};

/// The last two moves that refuted a position at the same distance from the root (Akl and
/// Newborn 1977): they go before all that history rates.
#[derive(Clone, Debug)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M> Killers<M> {
    /// What a killer is rated.
    pub const RATING: i32 = 1 << 24;
}

impl<G: Game + ?Sized> MoveOrdering<G> for Killers<G::Move> {
    #[inline]
    fn rate(&self, _: &G, _: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        let [first, second] = self.0.get(ply as usize).copied().unwrap_or_default();
        ratings.extend(moves.iter().map(|&mv| match Some(mv) {
            mv if mv == first => Self::RATING,
            mv if mv == second => Self::RATING / 2,
            _ => 0,
        }));
    }

    #[inline]
    fn learn(&mut self, _: &G, _: &G::State, ply: u32, _depth: u32, tried: &[G::Move]) {
        let ply = ply as usize;
        if ply >= self.0.len() {
            self.0.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.0[ply];
        if killers[0] != tried.last().copied() {
            *killers = [tried.last().copied(), killers[0]];
        }
    }
}

/// How well moves of a class have done wherever they were tried (Schaeffer 1983): up for a
/// cutoff, down for each move that was tried before and failed.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<i32>);

impl History {
    /// Ratings stay between this and its negation.
    pub const LIMIT: i32 = 1 << 14;

    #[inline]
    fn add(&mut self, key: usize, bonus: i32) {
        // The nearer the limit, the slower: old lessons fade as new ones come.
        let rating = &mut self.0[key];
        *rating += bonus - *rating * bonus.abs() / Self::LIMIT;
    }
}

impl<G: MoveKey + ?Sized> MoveOrdering<G> for History {
    #[inline]
    fn rate(&self, game: &G, state: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        let rating = |&mv| self.0.get(game.move_key(state, mv)).copied().unwrap_or(0);
        ratings.extend(moves.iter().map(rating));
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, _: u32, depth: u32, tried: &[G::Move]) {
        let Some((&cut, failed)) = tried.split_last() else { return };
        let bonus = (depth * depth).min(400) as i32;
        self.add(game.move_key(state, cut), bonus);
        for &mv in failed {
            self.add(game.move_key(state, mv), -bonus);
        }
    }

    fn begin(&mut self, game: &G) {
        self.0.resize(game.key_count(), 0);
    }
}
