//! The quadratic assignment problem by tabu search with restarts: twelve facilities on a grid of
//! 3 × 4 places, so that as little as possible is carried as short a way as possible (Nugent,
//! Vollmann and Ruml 1968, the instance nug12 of QAPLIB).
//!
//! Run it with `cargo run --example quadratic_assignment -p tremaux --features landscape`.

use tremaux::landscape::{Landscape, LocalSearch, Optimization, Restarts, Tabu};
use tremaux::{Limits, Random};

/// What is carried between two facilities.
const FLOWS: [[i32; 12]; 12] = [
    [0, 5, 2, 4, 1, 0, 0, 6, 2, 1, 1, 1],
    [5, 0, 3, 0, 2, 2, 2, 0, 4, 5, 0, 0],
    [2, 3, 0, 0, 0, 0, 0, 5, 5, 2, 2, 2],
    [4, 0, 0, 0, 5, 2, 2, 10, 0, 0, 5, 5],
    [1, 2, 0, 5, 0, 10, 0, 0, 0, 5, 1, 1],
    [0, 2, 0, 2, 10, 0, 5, 1, 1, 5, 4, 0],
    [0, 2, 0, 2, 0, 5, 0, 10, 5, 2, 3, 3],
    [6, 0, 5, 10, 0, 1, 10, 0, 0, 0, 5, 0],
    [2, 4, 5, 0, 0, 1, 5, 0, 0, 0, 10, 10],
    [1, 5, 2, 0, 5, 5, 2, 0, 0, 0, 5, 0],
    [1, 0, 2, 5, 1, 4, 3, 5, 10, 5, 0, 2],
    [1, 0, 2, 5, 1, 0, 3, 0, 10, 0, 2, 0],
];

/// The steps between two places.
fn distance(a: usize, b: usize) -> i32 {
    ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as i32
}

struct Assignment;

impl Landscape for Assignment {
    /// The place of each facility, and the value.
    type Solution = ([usize; 12], f64);
    /// Two facilities that change places.
    type Move = (usize, usize);

    fn initial_solution(&self, random: &mut Random) -> Self::Solution {
        let mut places: [usize; 12] = std::array::from_fn(|facility| facility);
        random.shuffle(&mut places);
        (places, self.full_value(&(places, 0.0)))
    }

    fn value(&self, solution: &Self::Solution) -> f64 {
        solution.1
    }

    fn full_value(&self, (places, _): &Self::Solution) -> f64 {
        let carried = |one: usize, other: usize| {
            f64::from(FLOWS[one][other] * distance(places[one], places[other]))
        };
        (0..12).flat_map(|one| (0..12).map(move |other| carried(one, other))).sum()
    }

    fn change(&self, &(places, _): &Self::Solution, (one, other): Self::Move) -> f64 {
        let change = |third: usize| {
            let flow = FLOWS[one][third] - FLOWS[other][third];
            let before = distance(places[one], places[third]);
            flow * (distance(places[other], places[third]) - before)
        };
        let thirds = (0..12).filter(|&third| third != one && third != other);
        f64::from(2 * thirds.map(change).sum::<i32>())
    }

    fn apply(&self, solution: &mut Self::Solution, mv: Self::Move) {
        solution.1 += self.change(solution, mv);
        solution.0.swap(mv.0, mv.1);
    }

    fn moves(&self, _: &Self::Solution, moves: &mut Vec<Self::Move>) {
        moves.extend((0..12).flat_map(|one| (0..one).map(move |other| (one, other))));
    }

    fn key(&self, (places, _): &Self::Solution) -> u64 {
        places.iter().fold(0, |key, &place| 12 * key + place as u64)
    }
}

/// The least value found, and the places.
pub(crate) fn solve() -> (f64, [usize; 12]) {
    let mut search = LocalSearch::new(&Assignment, Restarts(Tabu::default()), 1);
    let _ = search.advance(&Limits::default().with_nodes(300_000), &mut |_| {});
    let &(places, value) = search.report().best.expect("a solution").0;
    (value, places)
}

pub(crate) fn main() {
    let (value, places) = solve();
    println!("value {value}: facilities stand at {places:?}");
    // Proved to be the least by others, by branch and bound.
    assert_eq!(value, 578.0);
}
