//! Best-first search that now and then expands a worse node.

use std::collections::HashSet;

use crate::annealing::default_steps;
use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

tremaux_core::options! {
    /// Best-first search over solutions which now and then expands another than the best one, with
    /// a probability that falls to zero: simulated annealing as a tree search.
    ///
    /// Proves nothing. It holds at most [`width`](Self::width) solutions and forgets the worst.
    /// Source: Ginsberg (1993), chapter 4.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct AnnealedBestFirst {
        /// The probability, at the beginning, that a random node is expanded.
        pub probability: f64 = 0.5,
        /// The greatest number of solutions on the open list.
        pub width: usize = 1000,
        /// The number of random neighbours generated from each solution; 0 for all.
        pub children: usize = 0,
        /// It ends after so many evaluations; 0 for as many as annealing.
        pub steps: u64 = 0,
    }
}

/// The open list and the solutions seen.
#[derive(Clone, Debug)]
pub struct AnnealedBestFirstState<S, M> {
    /// From the worst to the best.
    open: Vec<(f64, S)>,
    seen: HashSet<u64>,
    /// The solution being expanded.
    node: S,
    moves: Vec<M>,
    /// How many moves it will list at once.
    listed: usize,
    steps: u64,
    done: u64,
}

/// After so many the solutions seen are forgotten.
const MOST_SEEN: usize = 1 << 20;

impl<L: Landscape> LocalSearchMethod<L> for AnnealedBestFirst {
    type State = AnnealedBestFirstState<L::Solution, L::Move>;

    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> Self::State {
        let steps = default_steps(self.steps, landscape);
        let node = walk.current().clone();
        let seen = HashSet::from([landscape.key(&node)]);
        let open = vec![(walk.value(), node.clone())];
        let listed = if self.children == 0 { landscape.size() } else { self.children };
        AnnealedBestFirstState { open, seen, node, moves: Vec::new(), listed, steps, done: 0 }
    }

    fn prolong(&self, state: &mut Self::State, times: f64) {
        state.steps = (state.steps as f64 * times).max(1.0) as u64;
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut Self::State) -> bool {
        if state.done == state.steps {
            return false;
        }
        while state.moves.is_empty() {
            let probability = self.probability * (1.0 - state.done as f64 / state.steps as f64);
            let (len, is_other) = (state.open.len(), walk.random.unit() < probability);
            let Some(last) = len.checked_sub(1) else { return false };
            let at = if is_other { walk.random.below(len as u64) as usize } else { last };
            state.node = state.open.remove(at).1;
            walk.count_accepted();
            if self.children == 0 {
                // Listing goes on without, if the size is a bad guess.
                let _ = state.moves.try_reserve_exact(state.listed);
                landscape.moves(&state.node, &mut state.moves);
            } else {
                for _ in 0..self.children {
                    state.moves.extend(landscape.random_move(&state.node, &mut walk.random));
                }
            }
        }
        let Some(mv) = state.moves.pop() else { return false };
        state.done += 1;
        let mut child = state.node.clone();
        landscape.apply(&mut child, mv);
        let value = walk.offer(landscape, &child);
        let is_full = state.open.len() >= self.width.max(1);
        if is_full && state.open[0].0 <= value || !state.seen.insert(landscape.key(&child)) {
            return true;
        }
        if state.seen.len() > MOST_SEEN {
            state.seen.clear();
        }
        if is_full {
            state.open.remove(0);
        }
        let at = state.open.partition_point(|(other, _)| *other > value);
        state.open.insert(at, (value, child));
        true
    }

    fn bytes(&self, landscape: &L, state: &Self::State) -> usize {
        let solutions = (state.open.len() + 1) * landscape.bytes(&state.node);
        let entries = state.open.capacity() * size_of::<(f64, L::Solution)>();
        solutions
            + entries
            + state.seen.capacity() * 9
            + state.moves.capacity() * size_of::<L::Move>()
    }

    fn wanted(&self, state: &Self::State) -> usize {
        let missing = state.listed.saturating_sub(state.moves.capacity());
        missing.saturating_mul(size_of::<L::Move>())
    }
}
