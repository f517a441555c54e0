//! Redundant sequences of slides.

use std::sync::Arc;

use tremaux_core::{Algorithm, Limits};
use tremaux_search::{BestFirst, IdaStar, MoveAutomaton, MovePruning};
use tremaux_tiles::korf::{self, KORF_100};
use tremaux_tiles::{Arrangement, Board64, Instance, Manhattan, Random, Size, SlidingPuzzle};

type Puzzle = SlidingPuzzle<Board64>;

fn fifteen(number: usize) -> Puzzle {
    Puzzle::new(&korf::fifteen_puzzle(number).expect("one of the hundred")).expect("it fits")
}

/// Round a square of four cells there are two ways of six slides; of each pair one is left.
#[test]
fn the_first_are_those_round_a_square() {
    let puzzle = fifteen(1);
    let none = MoveAutomaton::learn(&puzzle, 5);
    // What was slid last tells which slide leads back, and the blank's cell which there are.
    assert_eq!(none.node_count(), 16 + 48);
    assert!(MoveAutomaton::learn(&puzzle, 6).node_count() > none.node_count());
}

#[test]
fn all_boards_of_small_size_are_solved_as_well() {
    for (width, height, length) in [(3, 3, 12), (2, 4, 10), (3, 2, 9)] {
        let size = Size::new(width, height).expect("in range");
        let goal = Arrangement::blank_first(size);
        let mut random = Random::new(7);
        let instance = |random: &mut Random| Instance::new(goal.random(random), goal.clone());
        let first = instance(&mut random).expect("of one size");
        let automaton =
            Arc::new(MoveAutomaton::learn(&Puzzle::new(&first).expect("it fits"), length));
        for _ in 0..100 {
            let instance = instance(&mut random).expect("of one size");
            let puzzle = Puzzle::new(&instance).expect("it fits");
            let heuristic = Manhattan::to_goal(&goal);
            let limits = Limits::default();
            let a_star = BestFirst::a_star().solve(&puzzle, &heuristic, &limits, &mut ());
            let pruned = MovePruning::new(IdaStar::compact(), Arc::clone(&automaton));
            let report = pruned.solve(&puzzle, &heuristic, &limits, &mut ());
            let plan = report.plan.expect("solvable");
            assert_eq!(Some(plan.cost), a_star.plan.map(|plan| plan.cost));
            assert_eq!(report.lower_bound, plan.cost);
            assert_eq!(tremaux_search::plan_cost(&puzzle, &plan.actions), Some(plan.cost));
        }
    }
}

#[test]
fn fifteen_puzzles_take_fewer_nodes() {
    let automaton = Arc::new(MoveAutomaton::learn(&fifteen(1), 12));
    let (mut plain, mut pruned) = (0, 0);
    for number in [12, 42, 79, 97] {
        let (puzzle, limits) = (fifteen(number), Limits::default());
        let heuristic = Manhattan::to_goal(puzzle.goal());
        let report = IdaStar::compact().solve(&puzzle, &heuristic, &limits, &mut ());
        plain += report.statistics.generated;
        let algorithm = MovePruning::new(IdaStar::compact(), Arc::clone(&automaton));
        let report = algorithm.solve(&puzzle, &heuristic, &limits, &mut ());
        pruned += report.statistics.generated;
        assert_eq!(report.plan.map(|plan| plan.cost), Some(KORF_100[number - 1].0));
        // On two threads the same is proved.
        let algorithm = MovePruning::new(IdaStar::compact().parallel(2), Arc::clone(&automaton));
        let mut search = algorithm.start(&puzzle, &heuristic);
        let _ = tremaux_core::Search::advance(&mut search, &limits, &mut ());
        let report = tremaux_core::Search::report(&search);
        assert_eq!(report.lower_bound, KORF_100[number - 1].0);
    }
    println!("{pruned} of {plain} nodes");
    assert!(3 * pruned < 2 * plain, "{pruned} of {plain}");
}
