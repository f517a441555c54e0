//! The figures that *Algorithms in a Nutshell* (Heineman, Pollice and Selkow, 2nd edition,
//! 2015) prints in chapter 7 for search trees, by its own conventions.

use tremaux_core::{Heuristic, StateSpace};
use tremaux_puzzles::tiles::{
    Arrangement, BadEvaluator, Board64, GoodEvaluator, Instance, Random, Size, Slide,
    SlidingPuzzle, WeakEvaluator,
};
use tremaux_search::plan_cost;
use tremaux_search::reference::{Conventions, Outcome, Rank, graph_search};

type Puzzle = SlidingPuzzle<Board64>;

/// Nilsson's goal.
fn goal() -> Arrangement {
    Arrangement::spiral(Size::new(3, 3).expect("in range"))
}

/// From `start` to Nilsson's goal; the blank moves down, left, up, right.
fn puzzle(start: Arrangement) -> Puzzle {
    let instance = Instance::new(start, goal()).expect("of one size");
    let order = [Slide::Down, Slide::Left, Slide::Up, Slide::Right];
    Puzzle::new(&instance).expect("nine cells").with_order(order)
}

/// Estimate of the start, moves, closed, open.
fn row<H: Heuristic<Puzzle>>(rank: Rank, heuristic: &H) -> (u32, u32, usize, usize) {
    let start = Arrangement::new(goal().size(), &[1, 4, 8, 7, 3, 0, 6, 5, 2]);
    let space = puzzle(start.expect("every tile once"));
    let outcome = graph_search(&space, heuristic, &Conventions::nutshell(rank));
    let plan = outcome.plan.expect("solvable");
    assert_eq!(plan_cost(&space, &plan.actions), Some(plan.cost));
    let h = heuristic.estimate(&space, &space.initial_state());
    (h, plan.cost, outcome.closed, outcome.open)
}

#[test]
fn table_7_2_to_the_last_digit() {
    let good = GoodEvaluator::to_goal(&goal()).expect("Nilsson's goal");
    let bad = BadEvaluator::to_goal(&goal()).expect("Nilsson's goal");
    assert_eq!(row(Rank::GPlusH, &good), (46, 13, 14, 12));
    assert_eq!(row(Rank::GPlusH, &WeakEvaluator::to_goal(&goal())), (7, 13, 145, 110));
    assert_eq!(row(Rank::H, &bad), (9, 421, 2499, 1583));
}

/// The states in open and closed at the end, and the length of the plan, of a row of
/// Table 7-3: A*, breadth-first, depth-first to n and to 2n; then the trials of a thousand
/// in which depth-first search to n and to 2n failed.
struct Printed {
    states: [f64; 4],
    length: [f64; 4],
    failed: [f64; 2],
}

const fn printed(states: [f64; 4], length: [f64; 4], failed: [f64; 2]) -> Printed {
    Printed { states, length, failed }
}

/// For n = 2 to 14.
const TABLE_7_3: [Printed; 13] = [
    printed([5.0, 4.5, 3.0, 6.2], [2.0, 2.0, 2.0, 2.0], [0.0, 0.0]),
    printed([7.0, 13.3, 7.1, 27.7], [3.0, 3.0, 3.0, 3.0], [0.0, 0.0]),
    printed([9.0, 25.6, 12.7, 67.9], [4.0, 4.0, 4.0, 5.1], [0.0, 0.0]),
    printed([11.0, 46.7, 20.8, 179.2], [5.0, 5.0, 5.0, 5.9], [0.0, 0.0]),
    printed([12.5, 77.3, 31.8, 319.5], [6.0, 6.0, 6.0, 9.4], [0.0, 45.0]),
    printed([14.9, 136.7, 57.9, 758.1], [6.8, 6.8, 6.9, 9.8], [0.0, 294.0]),
    printed([17.0, 217.1, 90.7, 1124.3], [7.7, 7.7, 7.9, 12.9], [49.0, 199.0]),
    printed([22.6, 369.2, 149.7, 2577.3], [8.9, 8.7, 8.8, 12.8], [74.0, 357.0]),
    printed([25.9, 567.6, 206.8, 3065.4], [9.7, 9.6, 9.7, 16.4], [216.0, 281.0]),
    printed([32.8, 911.7, 285.6, 7033.8], [10.5, 10.3, 10.5, 17.1], [430.0, 356.0]),
    printed([42.0, 1405.2, 457.4, 6104.0], [11.9, 11.3, 11.7, 20.5], [364.0, 423.0]),
    printed([54.8, 2355.8, 558.5, 12346.0], [13.3, 12.2, 12.2, 21.8], [624.0, 308.0]),
    printed([60.1, 3424.9, 912.5, 14079.1], [14.4, 12.9, 13.4, 25.3], [611.0, 251.0]),
];

/// Mean of a sample, and its variance.
fn moments(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let squares = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, squares / (count - 1.0))
}

const NAMES: [&str; 4] = ["A*", "breadth-first", "depth-first to n", "depth-first to 2n"];

const TRIALS: usize = 200;
const PRINTED_TRIALS: f64 = 1000.0;

/// How many standard errors the means of two samples may differ by. Were they normal, one
/// table in 120 would have one of its 130 figures farther off; small samples of lengths of a
/// few moves, and of numbers of states with a long tail, are not quite.
const MOST_ERRORS: f64 = 4.0;

/// How far the mean of `sample` is from what is printed, in standard errors of the
/// difference of two samples with the variance of ours, one of our size and one of theirs.
/// What is printed is rounded to 0.1, and that is no error.
fn standard_errors(sample: &[f64], printed: f64) -> f64 {
    let (mean, variance) = moments(sample);
    let difference = ((mean - printed).abs() - 0.05).max(0.0);
    let error = (variance / sample.len() as f64 + variance / PRINTED_TRIALS).sqrt();
    if difference <= 1e-9 { 0.0 } else { difference / error }
}

#[test]
fn table_7_3_within_sampling_error() {
    let good = GoodEvaluator::to_goal(&goal()).expect("Nilsson's goal");
    let mut random = Random::new(73);
    for (n, printed) in (2..).zip(&TABLE_7_3) {
        let mut states = [const { Vec::new() }; 4];
        let mut lengths = [const { Vec::new() }; 4];
        for _ in 0..TRIALS {
            // Never the same tile twice in a row.
            let space = puzzle(goal().random_walk(n, &mut random));
            let searches: [Outcome<Puzzle>; 4] = [
                graph_search(&space, &good, &Conventions::nutshell(Rank::GPlusH)),
                graph_search(&space, &good, &Conventions::nutshell_breadth_first()),
                graph_search(&space, &good, &Conventions::nutshell_depth_first(n)),
                graph_search(&space, &good, &Conventions::nutshell_depth_first(2 * n)),
            ];
            for (column, outcome) in searches.iter().enumerate() {
                states[column].push((outcome.closed + outcome.open) as f64);
                if let Some(plan) = &outcome.plan {
                    lengths[column].push(f64::from(plan.cost));
                }
            }
        }
        let mut line = format!("n = {n:2}: states");
        let mut compare = |what: &str, sample: &[f64], printed: f64| {
            let (mean, off) = (moments(sample).0, standard_errors(sample, printed));
            line += &format!(" {mean:.1}");
            assert!(off <= MOST_ERRORS, "n = {n}, {what}: {mean:.2} is {off:.1} off {printed}");
        };
        for (sample, (printed, name)) in states.iter().zip(printed.states.into_iter().zip(NAMES)) {
            compare(&format!("states of {name}"), sample, printed);
        }
        for (sample, (printed, name)) in lengths.iter().zip(printed.length.into_iter().zip(NAMES)) {
            compare(&format!("moves of {name}"), sample, printed);
        }
        for (sample, printed) in lengths[2..].iter().zip(printed.failed) {
            let failed = TRIALS - sample.len();
            let (share, expected) = (failed as f64 / TRIALS as f64, printed / PRINTED_TRIALS);
            let both = (failed as f64 + printed) / (TRIALS as f64 + PRINTED_TRIALS);
            let error = (both * (1.0 - both) * (1.0 / TRIALS as f64 + 1.0 / PRINTED_TRIALS)).sqrt();
            let off = (share - expected).abs();
            assert!(off <= MOST_ERRORS * error, "n = {n}: failed {share} for {expected}");
            line += &format!(" ({failed} failed)");
        }
        println!("{line}");
    }
}
