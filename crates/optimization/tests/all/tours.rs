//! Tours, checked by naive code.

use std::sync::Arc;

use tremaux_core::{Limits, Optimality, Progress, Random, StopReason};
use tremaux_landscape::{Landscape, Optimization};
use tremaux_optimization::catalog::TSP_EXAMPLES as EXAMPLES;
use tremaux_optimization::tsp::{
    BoundedSearch, BranchAndBound, Cities, IteratedSearch, Metric, Neighborhood, Tour, Tours,
};
use tremaux_testkit::{data, data_text};

/// The length of the shortest tour, by dynamic programming over sets (Held and Karp 1962).
fn shortest(cities: &Cities) -> f64 {
    let n = cities.count() - 1;
    let d = |a: usize, b: usize| cities.distance(a, b);
    let mut best = vec![vec![f64::INFINITY; n]; 1 << n];
    for last in 0..n {
        best[1 << last][last] = d(n, last);
    }
    for set in 1..1_usize << n {
        for last in (0..n).filter(|last| set >> last & 1 == 1) {
            for next in (0..n).filter(|next| set >> next & 1 == 0) {
                let length = best[set][last] + d(last, next);
                let entry = &mut best[set | 1 << next][next];
                *entry = entry.min(length);
            }
        }
    }
    let whole = (0..n).map(|last| best[(1 << n) - 1][last] + d(last, n));
    whole.reduce(f64::min).unwrap_or(0.0)
}

fn order(tour: &Tour) -> Vec<usize> {
    tour.order().iter().map(|&city| city as usize).collect()
}

/// Random cities: in a square, on a small grid with many equal distances, in the unit square, on
/// the globe, in a square with rounded distances, or without a metric.
fn random(count: usize, kind: u64, random: &mut Random) -> Cities {
    if kind % 6 < 5 {
        let (width, height) =
            [(1000, 1000), (4, 4), (1, 1), (90, 180), (99, 99)][kind as usize % 6];
        let mut place = || {
            if width < 90 && height == 1 {
                (random.unit(), random.unit())
            } else {
                (random.below(width) as f64, random.below(height) as f64)
            }
        };
        let places: Vec<(f64, f64)> = (0..count).map(|_| place()).collect();
        let metric = match kind % 6 {
            3 => Metric::GreatCircle,
            4 => Metric::RoundedEuclidean,
            _ => Metric::Euclidean,
        };
        return Cities::at(places, metric);
    }
    let mut matrix = vec![0; count * count];
    for a in 0..count {
        for b in 0..a {
            let distance = random.below(100) as u32;
            (matrix[a * count + b], matrix[b * count + a]) = (distance, distance);
        }
    }
    Cities::with_distances(count, matrix).expect("a symmetric matrix")
}

#[test]
fn branch_and_bound_finds_the_shortest_tours() {
    let mut generator = Random::new(3);
    for case in 0..300 {
        let count = 2 + case as usize % 10;
        let cities = random(count, case / 10, &mut generator);
        let expected = shortest(&cities);
        let tours = Arc::new(Tours::new(cities.clone(), 10));
        let mut search = BranchAndBound::with_any_tour(tours, case);
        let progress = search.advance(&Limits::default(), &mut |_| {});
        assert!(matches!(progress, Progress::Done(_)), "case {case}");
        let report = search.report();
        let (tour, units) = report.best.expect("a tour");
        let length = cities.length(&order(tour)).expect("a tour");
        assert_ne!(report.optimality(), Optimality::Open, "case {case}");
        assert_eq!(
            (report.rounding, report.is_proven_optimal()),
            (cities.rounding(), cities.rounding() == 0.0,)
        );
        if cities.rounding() == 0.0 {
            assert_eq!([length, units, report.lower_bound], [expected; 3], "case {case}");
        } else {
            // Sums of floats in another order.
            let error = 1e-14 * expected;
            assert!((-error..=report.rounding).contains(&(length - expected)), "case {case}");
            assert!(report.lower_bound <= expected + error, "case {case}");
            assert!(report.rounding <= 1e-8 * expected.max(1.0), "case {case}");
        }
    }
}

/// As long as a tour can be shorter by one, the proof is not complete.
#[test]
fn a_tour_one_longer_than_the_shortest_is_not_proved() {
    let mut generator = Random::new(9);
    let mut cases = 0;
    while cases < 200 {
        let count = 5 + generator.below(4) as usize;
        let mut matrix = vec![0; count * count];
        for a in 0..count {
            for b in 0..a {
                let distance = 1 + generator.below(9) as u32;
                (matrix[a * count + b], matrix[b * count + a]) = (distance, distance);
            }
        }
        let cities = Cities::with_distances(count, matrix).expect("a symmetric matrix");
        let expected = shortest(&cities);
        let tours = Arc::new(Tours::new(cities, 10));
        let next = (0..2000).find_map(|_| {
            let mut order: Vec<u32> = (0..count as u32).collect();
            generator.shuffle(&mut order);
            tours.tour(order).filter(|tour| tours.value(tour) == expected + 1.0)
        });
        let Some(tour) = next else { continue };
        cases += 1;
        let mut search = BranchAndBound::with_tour(tours, tour, 0);
        let _ = search.advance(&Limits::default(), &mut |_| {});
        let report = search.report();
        assert_eq!(report.best.expect("a tour").1, expected, "case {cases}");
        assert!(report.is_proven_optimal(), "case {cases}");
    }
}

/// Lengths within the unit square, where whole numbers say nothing.
#[test]
fn real_distances_are_not_rounded() {
    let text = "0 0 / 0.5 0 / 1 0 / 1 0.5 / 1 1 / 0.5 1 / 0 1 / 0 0.5";
    let cities = Cities::parse(text).expect("places");
    let mut search = BranchAndBound::new(Arc::new(Tours::new(cities.clone(), 10)), 0);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    let report = search.report();
    let length = cities.length(&order(report.best.expect("a tour").0));
    assert_eq!((length, report.optimality()), (Some(4.0), Optimality::UpToRounding));
    // Along the equator and two meridians, a quarter of the globe each.
    let places = Cities::parse_places("0 0 / 0 90 / 90 0", Metric::GreatCircle);
    let quarter = std::f64::consts::FRAC_PI_2 * 6371.0088;
    let places = places.expect("places");
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        assert!((places.distance(from, to) - quarter).abs() < 1e-9);
    }
    let error = Cities::parse_places("0 0 / 91 0", Metric::GreatCircle).expect_err("too far north");
    assert!((error.line, error.column) == (1, 7) && error.expected.contains("latitude"), "{error}");
}

#[test]
fn bounds_hold_at_any_time_and_slices_change_nothing() {
    let mut generator = Random::new(4);
    for case in 0..12 {
        let cities = random(12, case, &mut generator);
        let expected = shortest(&cities) * (1.0 + 1e-14);
        let rounding = cities.rounding();
        let tours = Arc::new(Tours::new(cities, 6));
        let mut whole = BranchAndBound::with_any_tour(Arc::clone(&tours), 1);
        let _ = whole.advance(&Limits::default(), &mut |_| {});
        let mut sliced = BranchAndBound::with_any_tour(tours, 1);
        let slice = Limits::default().with_nodes(1);
        while let Progress::Paused(reason) = sliced.advance(&slice, &mut |_| {}) {
            assert_eq!(reason, StopReason::NodeLimit);
            let report = sliced.report();
            assert!(report.lower_bound <= expected);
            assert!(
                report.best.is_none_or(|(_, length)| length + rounding >= expected / (1.0 + 1e-13))
            );
        }
        let (whole, sliced) = (whole.report(), sliced.report());
        assert_eq!(whole.tally, sliced.tally);
        assert_eq!(whole.best.expect("a tour").0.order(), sliced.best.expect("a tour").0.order());
    }
}

/// Whether the tour has its length.
fn check(cities: &Cities, best: Option<(&Tour, f64)>) {
    let (tour, units) = best.expect("a tour");
    let length = cities.length(&order(tour)).expect("every city once");
    let error = 1e-14 * length * f64::from(u8::from(cities.rounding() > 0.0));
    assert!((-error..=cities.rounding()).contains(&(length - units)), "{units} for {length}");
}

#[test]
fn iterated_searches_keep_right_tours() {
    let mut generator = Random::new(5);
    for case in 0..60 {
        let count = [1, 2, 3, 4, 5, 8, 30, 200][case as usize % 8];
        let cities = random(count, case / 8, &mut generator);
        let neighborhoods = [Neighborhood::TwoOpt, Neighborhood::OrOpt, Neighborhood::OrThreeOpt];
        for neighborhood in neighborhoods {
            let tours = Arc::new(Tours::new(cities.clone(), 7));
            let start = || IteratedSearch::new(Arc::clone(&tours), neighborhood, 300, case);
            let mut whole = start();
            let _ = whole.advance(&Limits::default(), &mut |_| {});
            let mut sliced = start();
            let slice = Limits::default().with_nodes(200);
            while let Progress::Paused(_) = sliced.advance(&slice, &mut |_| {}) {
                let report = sliced.report();
                check(&cities, report.best);
            }
            assert_eq!(whole.report().rounding, cities.rounding());
            let (whole, sliced) = (whole.report(), sliced.report());
            check(&cities, whole.best);
            let (tour, length) = whole.best.expect("a tour");
            assert_eq!((whole.tally, Some(length)), (sliced.tally, sliced.best.map(|it| it.1)));
            assert_eq!(tour.order(), sliced.best.expect("a tour").0.order());
        }
    }
}

fn proved(cities: Cities) -> f64 {
    let mut search = BranchAndBound::new(Arc::new(Tours::new(cities, 10)), 0);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    let report = search.report();
    assert!(report.is_proven_optimal());
    report.best.expect("a tour").1
}

#[test]
fn published_optima_are_proved() {
    assert_eq!(proved(Cities::parse(EXAMPLES[0].1).expect("TSPLIB")), 3323.0);
    for (name, optimum) in [("berlin52", 7542.0), ("eil51", 426.0)] {
        let Some(text) = data_text(&format!("tsp/{name}.tsp")) else { continue };
        assert_eq!(proved(Cities::parse(&text).expect(name)), optimum, "{name}");
    }
    // The length of the tour 1, 2, …, n, as TSPLIB's documentation prints it to check distances.
    if let Some(text) = data_text("tsp/pcb442.tsp") {
        let cities = Cities::parse(&text).expect("pcb442");
        assert_eq!(cities.length(&(0..442).collect::<Vec<_>>()), Some(221_440.0));
    }
}

/// Files as people's programs write them.
#[test]
fn odd_tsplib_files_are_read_or_refused_plainly() {
    if data("odd-input").is_none() {
        return;
    }
    let read = |name: &str| data_text(&format!("odd-input/games/{name}")).expect("the data");
    for (name, optimum) in
        [("07_tsplib_no_blank_before_colon.tsp", 11.0), ("08c_lower_case_keywords.tsp", 220.0)]
    {
        assert_eq!(proved(Cities::parse(&read(name)).expect(name)), optimum, "{name}");
    }
    for (name, line, words) in [
        ("08_tsplib_fixed_edges.tsp", 11, "no fixed edges: they are not supported"),
        ("08b_atsp.tsp", 2, "asymmetric ones, are not supported"),
        ("08d_dimension_too_small.tsp", 10, "after 4 cities, as DIMENSION says"),
    ] {
        let error = Cities::parse(&read(name)).expect_err(name);
        assert!(error.line == line && error.expected.contains(words), "{name}: {error}");
    }
}

/// Local search has a bound, which no tour is below.
#[test]
fn local_search_of_tours_has_a_bound() {
    let mut random = Random::new(3);
    for count in [4, 5, 9, 12, 30] {
        let mut place = || f64::from(random.below(1000) as u32);
        let places = (0..count).map(|_| (place(), place())).collect();
        let cities = Cities::at(places, Metric::RoundedEuclidean);
        let tours = Arc::new(Tours::new(cities, 8));
        let mut exact = BranchAndBound::new(Arc::clone(&tours), 0);
        let _ = exact.advance(&Limits::default(), &mut |_| {});
        for kicks in [0, 200] {
            let mut search =
                BoundedSearch::new(Arc::clone(&tours), Neighborhood::OrThreeOpt, kicks, 1);
            let _ = search.advance(&Limits::default(), &mut |_| {});
            let (bound, best) = (search.lower_bound(), exact.best_value());
            assert!(bound > 0.6 * best && bound <= best, "{count} cities: {bound} for {best}");
        }
    }
}
