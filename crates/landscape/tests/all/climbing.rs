//! Where hill climbing goes, and where it ends.

use tremaux_core::{Limits, Random};
use tremaux_landscape::{
    AnnealedBestFirst, Choice, HillClimbing, Landscape, LocalSearch, LocalSearchMethod,
    Optimization,
};

/// Places on a line with these values; each has the next two on both sides as neighbours.
struct Profile(Vec<f64>);

impl Landscape for Profile {
    type Solution = usize;
    type Move = usize;

    fn initial_solution(&self, random: &mut Random) -> usize {
        random.below(self.0.len() as u64) as usize
    }

    fn value(&self, &at: &usize) -> f64 {
        self.0[at]
    }

    fn change(&self, &at: &usize, to: usize) -> f64 {
        self.0[to] - self.0[at]
    }

    fn apply(&self, at: &mut usize, to: usize) {
        *at = to;
    }

    fn moves(&self, &at: &usize, moves: &mut Vec<usize>) {
        let near = at.saturating_sub(2)..=(at + 2).min(self.0.len() - 1);
        moves.extend(near.filter(|&to| to != at));
    }

    fn key(&self, &at: &usize) -> u64 {
        at as u64
    }
}

/// The best value, and the number of moves.
fn found<M: LocalSearchMethod<Profile>>(profile: &Profile, method: M, seed: u64) -> (f64, u64) {
    let mut search = LocalSearch::new(profile, method, seed);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    (search.best_value(), search.tally().accepted)
}

#[test]
fn the_steepest_climb_takes_the_best_neighbour() {
    // By twos where that is lower, always down the steeper side.
    let profile = Profile((0..101).map(|at| f64::from((at - 50_i32).abs())).collect());
    for seed in 0..20 {
        let start = profile.initial_solution(&mut Random::new(seed));
        let distance = start.abs_diff(50) as u64;
        let steepest = HillClimbing::steepest();
        assert_eq!(found(&profile, steepest, seed), (0.0, distance.div_ceil(2)), "{seed}");
        let (value, moves) = found(&profile, HillClimbing::first(), seed);
        assert!(value == 0.0 && (distance.div_ceil(2)..=distance).contains(&moves), "{seed}");
    }
}

/// A plateau from which three moves lead to the only lower place.
#[test]
fn plateaus_are_crossed_by_as_many_moves_as_allowed() {
    let profile = Profile(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    for choice in [Choice::Steepest, Choice::First] {
        let climb = |sideways| HillClimbing::steepest().choice(choice).sideways(sideways);
        for seed in 0..20 {
            let start = profile.initial_solution(&mut Random::new(seed));
            let (value, moves) = found(&profile, climb(0), seed);
            assert_eq!(value, if start <= 2 { 0.0 } else { 1.0 }, "{seed}");
            assert!(moves <= 1);
            assert_eq!(found(&profile, climb(1000), seed).0, 0.0, "{seed}");
        }
    }
}

#[test]
fn restarts_are_counted() {
    let profile = Profile(vec![3.0, 9.0, 9.0, 2.0, 9.0, 9.0, 1.0, 9.0, 9.0, 0.0]);
    let climb = HillClimbing::steepest().restarts(40);
    let mut search = LocalSearch::new(&profile, climb, 1);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    assert_eq!((search.tally().starts, search.best_value()), (41, 0.0));
}

/// Without random nodes it is best-first search: it sees the whole line.
#[test]
fn best_first_search_leaves_local_optima() {
    let profile = Profile((0..200).map(|at| f64::from((at * 37) % 101)).collect());
    let method = AnnealedBestFirst::default().probability(0.0);
    for seed in 0..10 {
        assert_eq!(found(&profile, method, seed).0, 0.0, "{seed}");
    }
}
