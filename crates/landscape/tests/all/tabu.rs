//! What is tabu, and for how long.

use tremaux_core::Random;
use tremaux_landscape::{Landscape, LocalSearch, Optimization, Tabu};

use crate::script::Script;

/// The solutions that a search is at, one after the other.
fn course<L: Landscape<Solution = usize>>(landscape: &L, tabu: Tabu, moves: usize) -> Vec<usize> {
    let mut search = LocalSearch::new(landscape, tabu, 0);
    let mut course = vec![0];
    while course.len() <= moves && search.step() {
        if search.tally().accepted as usize == course.len() {
            course.push(*search.current().expect("one"));
        }
    }
    course
}

/// Of ten solutions of the values 0 to 9, each a neighbour of all others, the best that was not
/// left within the tenure is the next.
#[test]
fn a_solution_is_tabu_for_as_many_moves_as_the_tenure() {
    for tenure in 1..8 {
        let script = Script::new((0..10).map(f64::from).collect());
        let found = course(&script, Tabu::default().tenure(tenure).sample(0).steps(10_000), 50);
        let expected: Vec<usize> = (0..=50).map(|at| at % (tenure + 2)).collect();
        assert_eq!(found, expected, "tenure {tenure}");
    }
}

/// A chain of values on which every move takes away and gives the same attribute.
struct Chain(Vec<f64>);

impl Landscape for Chain {
    type Solution = usize;
    type Move = usize;

    fn initial_solution(&self, _: &mut Random) -> usize {
        0
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
        moves.extend([at.wrapping_sub(1), at + 1].into_iter().filter(|&to| to < self.0.len()));
    }

    fn key(&self, &at: &usize) -> u64 {
        at as u64
    }

    fn lost(&self, _: &usize, _: usize) -> u64 {
        7
    }

    fn gained(&self, _: &usize, _: usize) -> u64 {
        7
    }
}

#[test]
fn what_is_tabu_is_allowed_if_it_is_the_best_of_all() {
    // Down to 1 although all moves are tabu; then nothing is allowed.
    let chain = Chain(vec![5.0, 4.0, 3.0, 1.0, 2.0, 0.0]);
    assert_eq!(course(&chain, Tabu::default().tenure(3).sample(0).steps(500), 50), [0, 1, 2, 3]);
    // Without a tenure nothing is tabu: it goes to and fro.
    let found = course(&chain, Tabu::default().tenure(0).sample(0).steps(500), 8);
    assert_eq!(found, [0, 1, 2, 3, 4, 5, 4, 5, 4]);
}
