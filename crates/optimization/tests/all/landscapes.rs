//! What holds for every landscape and method.

use tremaux_core::{Limits, Progress, Random, StopReason};
use tremaux_landscape::{
    AnnealedBestFirst, Annealing, Choice, Genetic, HillClimbing, Landscape, LateAcceptance,
    LocalSearch, LocalSearchMethod, Optimization, Recombination, Schedule, StateLandscape, Tabu,
};
use tremaux_optimization::function::{DifferentialEvolution, Function};
use tremaux_optimization::packing::{Packing, Rectangles};
use tremaux_optimization::queens::Queens;
use tremaux_optimization::sequencing::Line;
use tremaux_optimization::tsp::{Cities, Metric, Tours};

fn functions() -> Vec<Function> {
    let texts = [
        "rastrigin 5",
        "rosenbrock 4",
        "ackley 3",
        "schwefel",
        "rosenbrock 1",
        "terrain",
        "x^2 + sin(3*y) - sqrt(z)",
    ];
    texts.into_iter().map(|text| Function::parse(text).expect(text)).collect()
}

fn random_cities(count: usize, seed: u64) -> Cities {
    let mut random = Random::new(seed);
    let mut number = || random.below(1000) as f64;
    Cities::at((0..count).map(|_| (number(), number())).collect(), Metric::RoundedEuclidean)
}

/// Landscapes with hardly any solutions.
fn is_tiny(name: &str) -> bool {
    let tiny = ["tsp 1", "tsp 2", "tsp 3", "tsp 4", "tsp 5", "tsp 6", "queens 4", "queens 5"];
    tiny.contains(&name.split(',').next().unwrap_or(name))
}

/// Something done with every landscape.
trait Visitor {
    fn visit<L: Recombination>(&mut self, name: &str, landscape: &L, is_exact: bool);
}

fn visit_all(visitor: &mut impl Visitor) {
    for function in functions() {
        visitor.visit(function.text(), &function, false);
    }
    for count in [4, 5, 8, 50] {
        visitor.visit(&format!("queens {count}"), &Queens::new(count).expect("some"), true);
    }
    for (text, may_turn) in [("9: 3x4 2 5x1 4x2 3 1x6 2x3", true), ("9: 4 3*3 2x5 7x2", false)] {
        let rectangles = Rectangles::parse(text).expect(text);
        visitor.visit(text, &Packing::new(rectangles, may_turn), true);
    }
    let line = "change 5; change a b 2; change c a 9; start c; job 1 a 4 due 9; job 2 b 3; \
                job 3 c 2 due 4 weight 3; job 4 a 6; job 5 b 1 due 20 weight 2; job 6 c 3; \
                job 7 b 2 due 11";
    visitor.visit("sequencing", &Line::parse(line).expect("a line"), true);
    for count in [1, 2, 3, 4, 5, 6, 9, 40] {
        let tours = Tours::new(random_cities(count, count as u64), 8);
        visitor.visit(&format!("tsp {count}"), &tours, true);
    }
    let places = (0..20).map(|at| (f64::from(at).sin(), f64::from(at * at).cos())).collect();
    let tours = Tours::new(Cities::at(places, Metric::Euclidean), 8);
    visitor.visit("tsp with real distances", &tours, true);
}

/// Random walks, in which every change is compared with the full values.
struct Changes;

impl Visitor for Changes {
    fn visit<L: Recombination>(&mut self, name: &str, landscape: &L, is_exact: bool) {
        let mut random = Random::new(7);
        let mut solution = landscape.initial_solution(&mut random);
        let mut moves = Vec::new();
        let mut at = 0;
        while at < 10_000 {
            let before = landscape.full_value(&solution);
            assert_eq!(landscape.value(&solution), before, "{name}");
            // Half of them from the list of moves.
            let mv = if at % 2 == 0 {
                landscape.random_move(&solution, &mut random)
            } else {
                moves.clear();
                landscape.moves(&solution, &mut moves);
                let chosen = random.below(moves.len() as u64) as usize;
                moves.get(chosen).copied()
            };
            let Some(mv) = mv else {
                if is_tiny(name) {
                    return;
                }
                solution = landscape.initial_solution(&mut random);
                continue;
            };
            at += 1;
            let change = landscape.change(&solution, mv);
            landscape.apply(&mut solution, mv);
            let after = landscape.full_value(&solution);
            let difference = if before == after { 0.0 } else { after - before };
            if is_exact || !before.is_finite() || !after.is_finite() {
                assert_eq!(change, difference, "{name}, move {at}");
            } else {
                let size = before.abs() + after.abs() + 1.0;
                assert!((change - difference).abs() <= 1e-12 * size, "{name}, move {at}");
            }
            if at % 100 == 0 {
                let other = landscape.initial_solution(&mut random);
                let child = landscape.cross(&solution, &other, &mut random);
                assert_eq!(landscape.value(&child), landscape.full_value(&child), "{name}");
                assert_eq!(landscape.key(&child), landscape.key(&child.clone()));
                solution = child;
            }
        }
    }
}

#[test]
fn changes_are_the_differences_of_full_values() {
    visit_all(&mut Changes);
}

#[test]
fn changes_of_state_spaces_are_the_differences_of_estimates() {
    let steps = |&(x, y): &(i32, i32)| {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            .into_iter()
            .filter(|(x, y)| x.abs() <= 40 && y.abs() <= 40)
            .map(|at| (at, 1_u32))
    };
    let space = tremaux::space((0, 0), steps, |&at| at == (9, -7));
    let distance = space.admissible(|&(x, y)| x.abs_diff(9) + 3 * y.abs_diff(-7));
    let landscape = StateLandscape::new(&space, distance);
    let mut random = Random::new(7);
    let mut position = landscape.initial_solution(&mut random);
    let mut checked = 0;
    while checked < 10_000 {
        let Some(mv) = landscape.random_move(&position, &mut random) else {
            position = landscape.initial_solution(&mut random);
            continue;
        };
        let before = landscape.full_value(&position);
        let change = landscape.change(&position, mv);
        landscape.apply(&mut position, mv);
        assert_eq!(change, landscape.full_value(&position) - before, "move {checked}");
        assert_eq!(landscape.value(&position), landscape.full_value(&position));
        checked += 1;
    }
}

/// The course of a search: every number that it reports, as bits.
fn course<L: Landscape, M: LocalSearchMethod<L>>(
    landscape: &L,
    method: M,
    seed: u64,
    slice: Option<u64>,
) -> Vec<u64> {
    let mut search = LocalSearch::new(landscape, method, seed);
    let mut limits = Limits::default();
    limits.nodes = slice;
    let mut found = Vec::new();
    while let Progress::Paused(reason) =
        search.advance(&limits, &mut |value| found.push(value.to_bits()))
    {
        assert_eq!(reason, StopReason::NodeLimit);
    }
    let report = search.report();
    let (best, value) = report.best.expect("there is always one");
    assert_eq!(landscape.full_value(best), value);
    found.extend([value.to_bits(), landscape.key(best)]);
    found.extend([report.tally.evaluated, report.tally.accepted, report.tally.starts]);
    found
}

/// Whether the seeds give the same whole and in slices, and how often other seeds differ.
fn check_method<L: Landscape, M: LocalSearchMethod<L> + Copy>(
    name: &str,
    landscape: &L,
    method: M,
) {
    let mut courses = Vec::new();
    for seed in 0..30 {
        let whole = course(landscape, method, seed, None);
        assert_eq!(whole, course(landscape, method, seed, None), "{name}, seed {seed}");
        if seed < 3 {
            for slice in [1, 7, 1000] {
                let sliced = course(landscape, method, seed, Some(slice));
                assert_eq!(whole, sliced, "{name}, seed {seed}, slices of {slice}");
            }
        }
        courses.push(whole);
    }
    courses.sort();
    courses.dedup();
    assert!(courses.len() > 10 || is_tiny(name), "{name}: {} courses", courses.len());
}

struct Methods;

impl Visitor for Methods {
    fn visit<L: Recombination>(&mut self, name: &str, landscape: &L, _is_exact: bool) {
        let steps = 1000;
        for choice in [Choice::First, Choice::Steepest, Choice::Random] {
            let method = HillClimbing::default()
                .choice(choice)
                .sideways(5)
                .restarts(3)
                .steps(steps)
                .patience(50);
            check_method(&format!("{name}, {choice:?}"), landscape, method);
        }
        for schedule in [Schedule::Geometric, Schedule::Adaptive, Schedule::Reheating] {
            let method = Annealing::default().schedule(schedule).steps(steps);
            check_method(&format!("{name}, {schedule:?}"), landscape, method);
        }
        check_method(name, landscape, Tabu::default().steps(steps));
        check_method(name, landscape, Tabu::default().steps(steps).sample(9).tenure(3));
        check_method(name, landscape, LateAcceptance::default().steps(steps).history(50));
        check_method(name, landscape, AnnealedBestFirst::default().steps(steps));
        let narrow =
            AnnealedBestFirst::default().steps(steps).width(5).children(4).probability(0.9);
        check_method(name, landscape, narrow);
        check_method(name, landscape, Genetic::default().steps(steps));
    }
}

#[test]
fn seeds_and_slices_give_the_same_bit_for_bit() {
    visit_all(&mut Methods);
}

#[test]
fn evolutions_are_the_same_bit_for_bit() {
    for function in functions() {
        let method = DifferentialEvolution::default().population(0).steps(1000);
        check_method(function.text(), &function, method);
        // Several populations, each sharpened.
        let method = DifferentialEvolution::default().population(4).steps(30_000);
        let whole = course(&function, method, 1, None);
        assert_eq!(whole, course(&function, method, 1, Some(77)), "{}", function.text());
    }
}

struct Frozen;

impl Visitor for Frozen {
    fn visit<L: Recombination>(&mut self, name: &str, landscape: &L, _is_exact: bool) {
        for seed in 0..30 {
            let steps = 5000;
            let annealing = Annealing::default().start(Some(0.0)).steps(steps);
            let climbing = HillClimbing::default()
                .choice(Choice::Random)
                .sideways(u64::MAX)
                .restarts(0)
                .steps(steps)
                .patience(u64::MAX);
            let annealed = course(landscape, annealing, seed, None);
            assert_eq!(annealed, course(landscape, climbing, seed, None), "{name}, seed {seed}");
        }
    }
}

#[test]
fn annealing_at_temperature_zero_is_hill_climbing() {
    visit_all(&mut Frozen);
}

struct Optima;

impl Visitor for Optima {
    fn visit<L: Recombination>(&mut self, name: &str, landscape: &L, _is_exact: bool) {
        for method in [HillClimbing::first(), HillClimbing::steepest()] {
            let mut search = LocalSearch::new(landscape, method, 5);
            let _ = search.advance(&Limits::default(), &mut |_| {});
            let report = search.report();
            let (best, _) = report.best.expect("there is always one");
            let mut moves = Vec::new();
            landscape.moves(best, &mut moves);
            assert!(moves.iter().all(|&mv| landscape.change(best, mv) >= 0.0), "{name}");
        }
    }
}

#[test]
fn hill_climbing_ends_at_local_optima() {
    visit_all(&mut Optima);
}

#[test]
fn known_minima_are_found() {
    for (text, least) in [
        ("rastrigin", 0.0),
        ("rosenbrock", 0.0),
        ("ackley", 0.0),
        ("schwefel", 0.0),
        ("terrain", 0.0),
        ("(x - 3)^2 - 2", -2.0),
    ] {
        let function = Function::parse(text).expect(text);
        let annealing = Annealing::default().steps(100_000);
        let best = (0..5).map(|seed| {
            let mut search = LocalSearch::new(&function, annealing, seed);
            let _ = search.advance(&Limits::default(), &mut |_| {});
            search.report().best.expect("a point").1
        });
        let best = best.fold(f64::INFINITY, f64::min);
        assert!((best - least).abs() < 1e-3, "{text}: {best}");
    }
}

/// A value that is computed as the lower bound away from the minimum proves nothing exact.
#[test]
fn rounded_values_are_not_proved_optimal() {
    for (text, at) in [("terrain", [7.500_000_01, 7.0]), ("rastrigin", [1e-10, 0.0])] {
        let function = Function::parse(text).expect(text);
        let point = function.point(at.to_vec());
        assert_eq!(function.value(&point), function.lower_bound(), "{text}");
        assert!(function.rounding() > 0.0, "{text}");
        let mut search = LocalSearch::new(&function, Annealing::default(), 0);
        let _ = search.advance(&Limits::default(), &mut |_| {});
        assert!(!search.report().is_proven_optimal(), "{text}");
    }
    // Nothing is rounded at its minimum.
    let function = Function::parse("rosenbrock 3").expect("a name");
    assert_eq!((function.rounding(), function.lower_bound()), (0.0, 0.0));
}
