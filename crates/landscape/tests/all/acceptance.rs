//! Which worse solutions annealing and late acceptance move to.

use tremaux_core::{Limits, Progress, Random};
use tremaux_landscape::{Annealing, LateAcceptance, LocalSearch, Optimization, Schedule};

use crate::script::{Script, Slope};

/// The values after each proposal, by the rule as Burke and Bykov print it.
fn late_acceptance(values: &[f64], history: usize) -> Vec<f64> {
    let (mut current, mut past) = (values[0], vec![values[0]; history]);
    let mut course = Vec::new();
    for (at, &proposed) in values[1..].iter().enumerate() {
        let before = &mut past[at % history];
        if proposed <= current || proposed <= *before {
            current = proposed;
        }
        if current < *before {
            *before = current;
        }
        course.push(current);
    }
    course
}

#[test]
fn late_acceptance_compares_with_the_solution_some_moves_ago() {
    let mut random = Random::new(1);
    let values: Vec<f64> = (0..3000).map(|_| random.below(1000) as f64).collect();
    for history in [1, 2, 5, 50, 400] {
        let script = Script::new(values.clone());
        let method = LateAcceptance::default().history(history).steps(0);
        let mut search = LocalSearch::new(&script, method, 0);
        let mut course = Vec::new();
        while course.len() < values.len() - 1 && search.step() {
            course.push(values[*search.current().expect("one")]);
        }
        assert_eq!(course, late_acceptance(&values, history), "{history}");
    }
}

/// The rates of accepted moves in equal parts of a run on the slope.
fn rates(annealing: Annealing, parts: u64) -> Vec<f64> {
    let mut search = LocalSearch::new(&Slope(1.0), annealing, 3);
    let length = annealing.steps / parts;
    let mut rates = Vec::new();
    for _ in 0..parts {
        let before = search.tally().accepted;
        let progress = search.advance(&Limits::default().with_nodes(length), &mut |_| {});
        assert!(matches!(progress, Progress::Paused(_)));
        rates.push((search.tally().accepted - before) as f64 / length as f64);
    }
    rates
}

fn assert_near(rate: f64, expected: f64, what: &str) {
    assert!((rate - expected).abs() < 0.03, "{what}: {rate}, expected {expected}");
}

fn annealing(schedule: Schedule, start: f64, end: f64) -> Annealing {
    Annealing::default().schedule(schedule).start(Some(start)).end(Some(end)).steps(4_000_000)
}

#[test]
fn worse_solutions_are_accepted_with_the_probability_of_metropolis() {
    for temperature in [0.3, 1.0, 5.0] {
        let rates = rates(annealing(Schedule::Geometric, temperature, temperature), 4);
        let expected = (-1.0 / temperature).exp();
        rates.iter().for_each(|&rate| assert_near(rate, expected, "constant"));
    }
}

#[test]
fn temperatures_fall_as_each_schedule_says() {
    let at = |temperature: f64| (-1.0 / temperature).exp();
    let geometric = rates(annealing(Schedule::Geometric, 16.0, 0.25), 100);
    for (part, temperature) in [(0, 16.0), (33, 4.0), (50, 2.0), (66, 1.0), (99, 0.25)] {
        assert_near(geometric[part], at(temperature), &format!("geometric, part {part}"));
    }
    // Four times, each from half the temperature of the time before, down to the same ratio.
    let reheating = rates(annealing(Schedule::Reheating, 8.0, 0.08), 400);
    for round in 0..4 {
        let first = 8.0 * 0.5f64.powi(round);
        let part = 100 * round as usize;
        assert_near(reheating[part], at(first), &format!("round {round} begins"));
        assert_near(reheating[part + 99], at((first / 100.0).max(0.08)), "and ends");
        assert!(reheating[part..part + 100].is_sorted_by(|one, other| one + 0.03 > *other));
    }
    // The rate that is planned for the middle part.
    let adaptive = rates(annealing(Schedule::Adaptive, 1.0, 0.01), 20);
    adaptive[6..12].iter().for_each(|&rate| assert_near(rate, 0.44, "adaptive"));
    assert!(adaptive[19] < 0.1, "{adaptive:?}");
}

/// Half of the moves from the first solution would be accepted.
#[test]
fn the_first_temperature_fits_the_landscape() {
    let method = Annealing::default().steps(400_000);
    let mut search = LocalSearch::new(&Slope(1.0), method, 5);
    // Without the samples that it is computed from.
    let _ = search.advance(&Limits::default().with_nodes(256), &mut |_| {});
    let before = search.tally().accepted;
    let _ = search.advance(&Limits::default().with_nodes(4000), &mut |_| {});
    let rate = (search.tally().accepted - before) as f64 / 4000.0;
    assert_near(rate, 0.5, "the beginning");
}
