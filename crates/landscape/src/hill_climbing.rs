//! Hill climbing.

use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

/// Which neighbour hill climbing moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Choice {
    /// The first better neighbour, in random order.
    First,
    /// The best neighbour.
    Steepest,
    /// A random neighbour, if it is not worse. Local optima are not recognised; the climb ends
    /// after many failures.
    Random,
}

tremaux_core::options! {
    /// Hill climbing: moves to a better neighbour until there is none.
    ///
    /// Finds a local optimum, proves nothing about others, and needs no memory besides the list of
    /// moves. A landscape stops it at foothills (local optima), on plateaus (no neighbour is
    /// better, some are equal; [`HillClimbing::sideways`] crosses small ones) and on ridges (only
    /// several moves together improve the value).
    ///
    /// Source: described by Simon and Newell (1958) as "hill climbing"; the terms are those of
    /// Minsky (1961).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct HillClimbing {
        /// Which neighbour it moves to.
        pub choice: Choice,
        /// The greatest number of moves in succession that leave the value as it is.
        pub sideways: u64,
        /// How often it starts anew from another solution.
        pub restarts: u64,
        /// It ends after so many evaluations; 0 for no limit.
        pub steps: u64,
        /// For [`Choice::Random`]: it ends after so many failures in succession; 0 for 20 times the
        /// number of neighbours.
        pub patience: u64,
    }
}

impl Default for HillClimbing {
    fn default() -> Self {
        Self::steepest()
    }
}

impl HillClimbing {
    /// Moves to the best neighbour.
    pub const fn steepest() -> Self {
        Self { choice: Choice::Steepest, sideways: 0, restarts: 0, steps: 0, patience: 0 }
    }

    /// Moves to the first better neighbour.
    pub const fn first() -> Self {
        Self { choice: Choice::First, ..Self::steepest() }
    }
}

/// What hill climbing remembers: the moves from the current solution, and how far it has looked.
#[derive(Clone, Debug)]
pub struct Climb<M> {
    moves: Vec<M>,
    /// How many moves it will list at once.
    listed: usize,
    next: usize,
    best: Option<(M, f64)>,
    equal: u64,
    ties: u64,
    failures: u64,
    patience: u64,
    restarts: u64,
}

impl HillClimbing {
    /// Goes on from a local optimum.
    fn stuck<L: Landscape>(
        &self,
        landscape: &L,
        walk: &mut Walk<L>,
        climb: &mut Climb<L::Move>,
    ) -> bool {
        if climb.restarts == 0 {
            return false;
        }
        climb.restarts -= 1;
        (climb.equal, climb.failures) = (0, 0);
        climb.moves.clear();
        climb.next = 0;
        walk.restart(landscape);
        true
    }

    fn step_random<L: Landscape>(
        &self,
        landscape: &L,
        walk: &mut Walk<L>,
        climb: &mut Climb<L::Move>,
    ) -> bool {
        let mv = walk.random_move(landscape);
        let Some(mv) = mv.filter(|_| climb.failures < climb.patience) else {
            return self.stuck(landscape, walk, climb);
        };
        let change = walk.evaluate(landscape, mv);
        climb.failures += 1;
        if change < 0.0 {
            (climb.failures, climb.equal) = (0, 0);
            walk.make(landscape, mv, change);
        } else if change == 0.0 && climb.equal < self.sideways {
            climb.equal += 1;
            walk.make(landscape, mv, change);
        }
        true
    }
}

impl<L: Landscape> LocalSearchMethod<L> for HillClimbing {
    type State = Climb<L::Move>;

    fn start(&self, landscape: &L, _walk: &mut Walk<L>) -> Self::State {
        let patience = match self.patience {
            0 if self.choice == Choice::Random => 20 * landscape.size() as u64,
            patience => patience,
        };
        Climb {
            moves: Vec::new(),
            listed: if self.choice == Choice::Random { 0 } else { landscape.size() },
            next: 0,
            best: None,
            equal: 0,
            ties: 0,
            failures: 0,
            patience,
            restarts: self.restarts,
        }
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, climb: &mut Self::State) -> bool {
        if self.steps > 0 && walk.tally().evaluated > self.steps {
            return false;
        }
        if self.choice == Choice::Random {
            return self.step_random(landscape, walk, climb);
        }
        if climb.next == 0 {
            climb.moves.clear();
            // Listing goes on without, if the size is a bad guess.
            let _ = climb.moves.try_reserve_exact(climb.listed);
            landscape.moves(walk.current(), &mut climb.moves);
            (climb.best, climb.ties) = (None, 0);
        }
        if let Some(left) = (climb.moves.len() - climb.next).checked_sub(1) {
            if self.choice == Choice::First {
                let other = climb.next + walk.random.scaled(left as u64 + 1) as usize;
                climb.moves.swap(climb.next, other);
            }
            let mv = climb.moves[climb.next];
            climb.next += 1;
            let change = walk.evaluate(landscape, mv);
            if change < 0.0 && self.choice == Choice::First {
                climb.best = Some((mv, change));
            } else {
                match climb.best {
                    Some((_, best)) if change > best => {}
                    // One of several best neighbours, each with the same probability.
                    Some((_, best)) if change == best => {
                        climb.ties += 1;
                        if walk.random.scaled(climb.ties + 1) == 0 {
                            climb.best = Some((mv, change));
                        }
                    }
                    _ => (climb.best, climb.ties) = (Some((mv, change)), 0),
                }
                if left > 0 {
                    return true;
                }
            }
        }
        climb.next = 0;
        match climb.best.take() {
            Some((mv, change)) if change < 0.0 => {
                climb.equal = 0;
                walk.make(landscape, mv, change);
                true
            }
            Some((mv, 0.0)) if climb.equal < self.sideways => {
                climb.equal += 1;
                walk.make(landscape, mv, 0.0);
                true
            }
            _ => self.stuck(landscape, walk, climb),
        }
    }

    fn bytes(&self, _: &L, climb: &Self::State) -> usize {
        climb.moves.capacity() * size_of::<L::Move>()
    }

    fn wanted(&self, climb: &Self::State) -> usize {
        let missing = climb.listed.saturating_sub(climb.moves.capacity());
        missing.saturating_mul(size_of::<L::Move>())
    }
}
