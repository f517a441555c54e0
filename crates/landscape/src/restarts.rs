//! A method that starts anew whenever it ends.

use crate::landscape::Landscape;
use crate::local_search::Method;
use crate::walk::Walk;

/// Repeats a method from new solutions until a limit is reached, each time for twice as long.
///
/// It ends by itself only if the method makes no move from a solution, or at the landscape's
/// [lower bound](Landscape::lower_bound).
///
/// ```
/// # use tremaux::landscape::Landscape;
/// # use tremaux::Random;
/// # struct Waves;
/// # impl Landscape for Waves {
/// #     type Solution = i64;
/// #     type Move = i64;
/// #     fn initial_solution(&self, random: &mut Random) -> i64 { random.below(1000) as i64 }
/// #     fn value(&self, &x: &i64) -> f64 { (x * 37 % 101) as f64 }
/// #     fn change(&self, &x: &i64, step: i64) -> f64 { self.value(&(x + step)) - self.value(&x) }
/// #     fn apply(&self, x: &mut i64, step: i64) { *x += step; }
/// #     fn moves(&self, _: &i64, moves: &mut Vec<i64>) { moves.extend([-1, 1]); }
/// #     fn key(&self, &x: &i64) -> u64 { x as u64 }
/// # }
/// use tremaux::landscape::{Annealing, LocalSearch, Optimization, Restarts};
/// use tremaux::{Limits, Progress, StopReason};
///
/// let annealing = Annealing { steps: 1000, ..Annealing::default() };
/// let mut search = LocalSearch::new(&Waves, Restarts(annealing), 0);
/// let limits = Limits::default().with_nodes(20_000);
/// let progress = search.advance(&limits, &mut |_| {});
/// assert_eq!(progress, Progress::Paused(StopReason::NodeLimit));
/// assert_eq!(search.report().tally.starts, 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restarts<M>(pub M);

/// The state of the method, and its starts.
#[derive(Clone, Debug)]
pub struct RestartsState<S> {
    state: S,
    round: u32,
    /// Moves made before the first step of this round.
    before: u64,
}

impl<L: Landscape, M: Method<L>> Method<L> for Restarts<M> {
    type State = RestartsState<M::State>;

    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> Self::State {
        let state = self.0.start(landscape, walk);
        RestartsState { state, round: 0, before: walk.tally().accepted }
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, restarts: &mut Self::State) -> bool {
        if self.0.step(landscape, walk, &mut restarts.state) {
            return true;
        }
        if walk.tally().accepted == restarts.before {
            return false;
        }
        walk.restart(landscape);
        restarts.round += 1;
        restarts.state = self.0.start(landscape, walk);
        self.0.prolong(&mut restarts.state, 1 << restarts.round.min(40));
        restarts.before = walk.tally().accepted;
        true
    }

    fn bytes(&self, landscape: &L, restarts: &Self::State) -> usize {
        self.0.bytes(landscape, &restarts.state)
    }
}
