//! Tabu search.

use crate::annealing::default_steps;
use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

tremaux_core::options! {
    /// Tabu search: moves to the best neighbour even if it is worse, but for some moves not to one
    /// that brings back what a recent move has taken away, unless it is better than all before.
    ///
    /// Proves nothing. Source: Glover (1989).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Tabu {
        /// The number of moves for which what was lost stays tabu.
        pub tenure: usize = 20,
        /// The number of random neighbours that are looked at before each move; 0 for all.
        pub sample: usize = 0,
        /// It ends after so many evaluations; 0 for as many as annealing.
        pub steps: u64 = 0,
    }
}

/// What is tabu, and how far the search has looked.
#[derive(Clone, Debug)]
pub struct TabuState<M> {
    /// A ring of the attributes lost by the last moves.
    lost: Vec<u64>,
    oldest: usize,
    moves: Vec<M>,
    /// How many moves it will list at once.
    listed: usize,
    next: usize,
    best: Option<(M, f64)>,
    steps: u64,
    done: u64,
}

impl<L: Landscape> LocalSearchMethod<L> for Tabu {
    type State = TabuState<L::Move>;

    fn start(&self, landscape: &L, _walk: &mut Walk<L>) -> Self::State {
        let steps = default_steps(self.steps, landscape);
        let (lost, moves) = (Vec::new(), Vec::new());
        let listed = if self.sample == 0 { landscape.size() } else { self.sample };
        TabuState { lost, oldest: 0, moves, listed, next: 0, best: None, steps, done: 0 }
    }

    fn prolong(&self, state: &mut Self::State, times: f64) {
        state.steps = (state.steps as f64 * times).max(1.0) as u64;
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut Self::State) -> bool {
        if state.done == state.steps {
            return false;
        }
        if state.next == 0 {
            state.moves.clear();
            state.best = None;
            if self.sample == 0 {
                // Listing goes on without, if the size is a bad guess.
                let _ = state.moves.try_reserve_exact(state.listed);
                landscape.moves(walk.current(), &mut state.moves);
            } else {
                for _ in 0..self.sample {
                    let mv = walk.random_move(landscape);
                    state.moves.extend(mv);
                }
            }
            if state.moves.is_empty() {
                return false;
            }
        }
        let mv = state.moves[state.next];
        state.next += 1;
        state.done += 1;
        let change = walk.evaluate(landscape, mv);
        if state.best.is_none_or(|(_, best)| change < best) {
            let is_best_of_all = walk.value() + change < walk.best_value();
            if is_best_of_all || !state.lost.contains(&landscape.gained(walk.current(), mv)) {
                state.best = Some((mv, change));
            }
        }
        if state.next == state.moves.len() {
            state.next = 0;
            // If every neighbour is tabu, the oldest attribute is free again.
            let lost = state.best.map(|(mv, change)| {
                let lost = landscape.lost(walk.current(), mv);
                walk.make(landscape, mv, change);
                lost
            });
            if self.tenure == 0 {
                return lost.is_some();
            }
            match lost {
                Some(lost) if state.lost.len() < self.tenure => state.lost.push(lost),
                None if state.lost.is_empty() => return false,
                lost => {
                    let end = state.lost.len();
                    // Without a move the slot keeps an attribute that stays tabu anyway.
                    let newest = state.lost[(state.oldest + end - 1) % end];
                    state.lost[state.oldest] = lost.unwrap_or(newest);
                    state.oldest = (state.oldest + 1) % end;
                }
            }
        }
        true
    }

    fn bytes(&self, _: &L, state: &Self::State) -> usize {
        state.moves.capacity() * size_of::<L::Move>() + size_of_val(&*state.lost)
    }

    fn wanted(&self, state: &Self::State) -> usize {
        let missing = state.listed.saturating_sub(state.moves.capacity());
        missing.saturating_mul(size_of::<L::Move>())
    }
}
