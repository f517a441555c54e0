//! A genetic algorithm.

use tremaux_core::Random;

use crate::annealing::default_steps;
use crate::landscape::Recombination;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

tremaux_core::options! {
    /// A genetic algorithm: combines good solutions of a population, changes the children at
    /// random, and replaces bad solutions by better children, one at a time.
    ///
    /// Proves nothing. Source: Holland (1975); the steady state is that of Syswerda (1989).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Genetic {
        /// The number of solutions in the population.
        pub population: usize = 100,
        /// A parent is the best of so many random solutions, and the worst of so many is replaced.
        pub tournament: usize = 3,
        /// The probability that a child has two parents.
        pub crossover: f64 = 0.9,
        /// The mean number of random moves by which a child is changed.
        pub mutations: f64 = 1.0,
        /// It ends after so many evaluations; 0 for as many as annealing.
        pub steps: u64 = 0,
    }
}

/// The population.
#[derive(Clone, Debug)]
pub struct GeneticState<S> {
    /// The value, the key and the solution.
    members: Vec<(f64, u64, S)>,
    steps: u64,
    done: u64,
}

impl Genetic {
    /// The member at which `is_further` holds against all others of a random tournament.
    fn winner<S>(
        &self,
        members: &[(f64, u64, S)],
        random: &mut Random,
        is_further: impl Fn(f64, f64) -> bool,
    ) -> usize {
        let mut chosen = random.below(members.len() as u64) as usize;
        for _ in 1..self.tournament {
            let other = random.below(members.len() as u64) as usize;
            if is_further(members[other].0, members[chosen].0) {
                chosen = other;
            }
        }
        chosen
    }
}

impl<L: Recombination> LocalSearchMethod<L> for Genetic {
    type State = GeneticState<L::Solution>;

    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> Self::State {
        let steps = default_steps(self.steps, landscape);
        let first = walk.current().clone();
        let members = vec![(walk.value(), landscape.key(&first), first)];
        GeneticState { members, steps, done: 0 }
    }

    fn prolong(&self, state: &mut Self::State, times: f64) {
        state.steps = (state.steps as f64 * times).max(1.0) as u64;
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut Self::State) -> bool {
        if state.done == state.steps {
            return false;
        }
        state.done += 1;
        let members = &mut state.members;
        if members.len() < self.population {
            let solution = landscape.initial_solution(&mut walk.random);
            let value = walk.offer(landscape, &solution);
            members.push((value, landscape.key(&solution), solution));
            return true;
        }
        let random = &mut walk.random;
        let first = self.winner(members, random, |one, other| one < other);
        let mut child = if random.unit() < self.crossover {
            let second = self.winner(members, random, |one, other| one < other);
            landscape.cross(&members[first].2, &members[second].2, random)
        } else {
            members[first].2.clone()
        };
        // A geometric distribution with this mean.
        while random.unit() < self.mutations / (1.0 + self.mutations) {
            let Some(mv) = landscape.random_move(&child, random) else { break };
            landscape.apply(&mut child, mv);
        }
        let value = walk.offer(landscape, &child);
        let replaced = self.winner(members, &mut walk.random, |one, other| one > other);
        let key = landscape.key(&child);
        if value <= members[replaced].0 && members.iter().all(|(_, other, _)| *other != key) {
            members[replaced] = (value, key, child);
            walk.count_accepted();
        }
        true
    }

    fn bytes(&self, landscape: &L, state: &Self::State) -> usize {
        let solution = state.members.first().map_or(0, |it| landscape.bytes(&it.2));
        state.members.capacity() * size_of::<(f64, u64, L::Solution)>()
            + state.members.len() * solution
    }
}
