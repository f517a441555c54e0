//! A method that restarts whenever it ends.

use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::{Tally, Walk};

/// Repeats a method from new solutions until a limit is reached, each time for twice as long. The
/// first time takes a 64th of the method's own length, so that a limit may be short.
///
/// It ends by itself only if the method makes no move in seven starts in a row, the last of at
/// least its own length, or at the landscape's [lower bound](Landscape::lower_bound).
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
/// use tremaux::{Limits, Progress};
///
/// let annealing = Annealing::default().steps(1000);
/// let mut search = LocalSearch::new(&Waves, Restarts(annealing), 0);
/// let limits = Limits::default().with_nodes(20_000);
/// let progress = search.advance(&limits, &mut |_| {});
/// assert!(matches!(progress, Progress::Paused(_)), "time is used");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restarts<M>(pub M);

/// The state of the method, and its starts.
#[derive(Clone, Debug)]
pub struct RestartsState<S> {
    state: S,
    round: i32,
    /// The last round with an accepted move.
    moved: i32,
    /// What was counted before the first step of this round.
    before: Tally,
}

/// The round that takes the method's own length.
const WHOLE: i32 = 6;

impl<M> Restarts<M> {
    /// The beginning of a round.
    fn round<L: Landscape>(
        &self,
        round: i32,
        moved: i32,
        landscape: &L,
        walk: &mut Walk<L>,
    ) -> RestartsState<M::State>
    where
        M: LocalSearchMethod<L>,
    {
        let mut state = self.0.start(landscape, walk);
        self.0.prolong(&mut state, 2f64.powi(round - WHOLE));
        RestartsState { state, round, moved, before: walk.tally() }
    }
}

impl<L: Landscape, M: LocalSearchMethod<L>> LocalSearchMethod<L> for Restarts<M> {
    type State = RestartsState<M::State>;

    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> Self::State {
        self.round(0, 0, landscape, walk)
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, restarts: &mut Self::State) -> bool {
        if self.0.step(landscape, walk, &mut restarts.state) {
            return true;
        }
        let (now, before) = (walk.tally(), restarts.before);
        let round = restarts.round;
        let moved = if now.accepted > before.accepted { round } else { restarts.moved };
        if round >= moved + WHOLE || now.evaluated == before.evaluated {
            return false;
        }
        walk.restart(landscape);
        *restarts = self.round(round + 1, moved, landscape, walk);
        true
    }

    fn bytes(&self, landscape: &L, restarts: &Self::State) -> usize {
        self.0.bytes(landscape, &restarts.state)
    }

    fn wanted(&self, restarts: &Self::State) -> usize {
        self.0.wanted(&restarts.state)
    }
}
