//! Tours, checked by naive code.

use std::path::PathBuf;
use std::sync::Arc;

use tremaux_core::{Limits, Progress, Random, StopReason};
use tremaux_landscape::Optimization;
use tremaux_optimization::tsp::{
    BranchAndBound, Cities, IteratedSearch, Neighborhood, Tour, Tours,
};

/// The length of the shortest tour, by dynamic programming over sets (Held and Karp 1962).
fn shortest(cities: &Cities) -> u64 {
    let n = cities.count() - 1;
    let d = |a: usize, b: usize| u64::from(cities.distance(a, b));
    let mut best = vec![vec![u64::MAX / 2; n]; 1 << n];
    for last in 0..n {
        best[1 << last][last] = d(n, last);
    }
    for set in 1..1_usize << n {
        for last in (0..n).filter(|last| set >> last & 1 == 1) {
            for next in (0..n).filter(|next| set >> next & 1 == 0) {
                let length = best[set][last] + d(last, next);
                let entry = &mut best[set | 1 << next][next];
                *entry = (*entry).min(length);
            }
        }
    }
    (0..n).map(|last| best[(1 << n) - 1][last] + d(last, n)).min().unwrap_or(0)
}

fn order(tour: &Tour) -> Vec<usize> {
    tour.order().iter().map(|&city| city as usize).collect()
}

/// Random cities: in a square, on a small grid with many equal distances, or without a metric.
fn random(count: usize, kind: u64, random: &mut Random) -> Cities {
    let side = [1000, 4, 0][kind as usize % 3];
    if side > 0 {
        let text: Vec<String> =
            (0..count).map(|_| format!("{} {}", random.below(side), random.below(side))).collect();
        return Cities::parse(&text.join(" / ")).expect("points");
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
        let (tour, length) = report.best.expect("a tour");
        assert_eq!(cities.length(&order(tour)), Some(length as u64), "case {case}");
        assert_eq!((length, report.lower_bound), (expected as f64, expected as f64), "{case}");
    }
}

#[test]
fn bounds_hold_at_any_time_and_slices_change_nothing() {
    let mut generator = Random::new(4);
    for case in 0..12 {
        let cities = random(12, case, &mut generator);
        let expected = shortest(&cities) as f64;
        let tours = Arc::new(Tours::new(cities, 6));
        let mut whole = BranchAndBound::with_any_tour(Arc::clone(&tours), 1);
        let _ = whole.advance(&Limits::default(), &mut |_| {});
        let mut sliced = BranchAndBound::with_any_tour(tours, 1);
        let slice = Limits::default().with_nodes(1);
        while let Progress::Paused(reason) = sliced.advance(&slice, &mut |_| {}) {
            assert_eq!(reason, StopReason::NodeLimit);
            let report = sliced.report();
            assert!(report.lower_bound <= expected);
            assert!(report.best.is_none_or(|(_, length)| length >= expected));
        }
        let (whole, sliced) = (whole.report(), sliced.report());
        assert_eq!(whole.tally, sliced.tally);
        assert_eq!(whole.best.expect("a tour").0.order(), sliced.best.expect("a tour").0.order());
    }
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
                let (tour, length) = report.best.expect("a tour");
                assert_eq!(cities.length(&order(tour)), Some(length as u64), "case {case}");
            }
            let (whole, sliced) = (whole.report(), sliced.report());
            let (tour, length) = whole.best.expect("a tour");
            assert_eq!(cities.length(&order(tour)), Some(length as u64), "case {case}");
            assert_eq!((whole.tally, Some(length)), (sliced.tally, sliced.best.map(|it| it.1)));
            assert_eq!(tour.order(), sliced.best.expect("a tour").0.order());
        }
    }
}

/// TSPLIB's burma14, with distances on the globe.
const BURMA: &str = "NAME: burma14\nTYPE: TSP\nDIMENSION: 14\nEDGE_WEIGHT_TYPE: GEO\n\
NODE_COORD_SECTION\n1 16.47 96.10\n2 16.47 94.44\n3 20.09 92.54\n4 22.39 93.37\n5 25.23 97.24\n\
6 22.00 96.05\n7 20.47 97.02\n8 17.20 96.29\n9 16.30 97.38\n10 14.05 98.12\n11 16.53 97.38\n\
12 21.52 95.59\n13 19.41 97.13\n14 20.09 94.55\nEOF\n";

fn proved(cities: Cities) -> f64 {
    let mut search = BranchAndBound::new(Arc::new(Tours::new(cities, 10)), 0);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    let report = search.report();
    assert!(report.is_proven_optimal());
    report.best.expect("a tour").1
}

#[test]
fn published_optima_are_proved() {
    assert_eq!(proved(Cities::parse(BURMA).expect("TSPLIB")), 3323.0);
    let folder = std::env::var_os("TREMAUX_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    for (name, optimum) in [("berlin52", 7542.0), ("eil51", 426.0)] {
        let path = folder.join("tsp").join(format!("{name}.tsp"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: there is no {}", path.display());
            continue;
        };
        assert_eq!(proved(Cities::parse(&text).expect(name)), optimum, "{name}");
    }
    // The length of the tour 1, 2, …, n, as TSPLIB's documentation prints it to check distances.
    if let Ok(text) = std::fs::read_to_string(folder.join("tsp/pcb442.tsp")) {
        let cities = Cities::parse(&text).expect("pcb442");
        assert_eq!(cities.length(&(0..442).collect::<Vec<_>>()), Some(221_440));
    }
}
