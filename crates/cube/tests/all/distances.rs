//! Estimates and near-optimal plans against what is known.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tremaux_core::{
    Algorithm, Heuristic, Limits, NoHeuristic, Progress, Random, Search, StateSpace, StopReason,
};
use tremaux_cube::{CosetDistance, Cube, Cubies, MisplacedCubies, Turns, TwoPhase};
use tremaux_search::IdaStar;
use tremaux_tables::{Builder, Cache};
use tremaux_testkit as kit;

/// The cubes in a file of scrambles of the test data.
fn cubes(file: &str) -> Vec<Cubies> {
    let text = kit::data_text(&format!("cube/{file}")).unwrap_or_default();
    text.lines().map(|line| Cubies::parse(line).expect("turns")).collect()
}

/// The number of cubes at each distance from the solved one (A080601 of the On-Line Encyclopedia
/// of Integer Sequences).
const CUBES: [usize; 5] = [1, 18, 243, 3240, 43_239];

/// Flips, places and twists by distance: Reid 1997, Kociemba.
const COSETS: [u64; 13] = [
    1,
    4,
    50,
    592,
    7156,
    87_236,
    1_043_817,
    12_070_278,
    124_946_368,
    821_605_960,
    1_199_128_738,
    58_202_444,
    476,
];

#[test]
fn no_estimate_exceeds_a_known_distance() {
    let mut builder = Builder::new();
    let cosets = CosetDistance::load_or_build(false, &Cache::none(), &mut builder);
    let cosets = cosets.expect("nothing stops it");
    assert_eq!(builder.layers(), COSETS);
    let mut distances = HashMap::from([(Cubies::SOLVED, 0)]);
    let mut layer = vec![Cubies::SOLVED];
    for (distance, &count) in CUBES.iter().enumerate() {
        assert_eq!(layer.len(), count);
        let mut next = Vec::new();
        for cubies in layer {
            let cube = Cube::new(cubies);
            assert!(cosets.estimate(&cube, &cubies) <= distance as u32);
            assert!(MisplacedCubies.estimate(&cube, &cubies) <= distance as u32);
            for turn in Turns::ALL {
                let mut turned = cubies;
                turned.turn(turn);
                if distances.insert(turned, distance + 1).is_none() {
                    next.push(turned);
                }
            }
        }
        layer = next;
    }
    for (file, length) in [("random_state_depth15.txt", 15), ("random_state_depth16.txt", 16)] {
        for cubies in cubes(file) {
            let estimate = cosets.estimate(&Cube::new(cubies), &cubies);
            assert!((8..=length).contains(&estimate), "{estimate} of {length}");
        }
    }
    let cube = Cube::new(Cubies::random(&mut Random::new(1)));
    kit::check_heuristic(&cube, &cosets, 2, 500);
    let cube = Cube::new(Cubies::parse("R U F' L2 D B U' R2 F").expect("turns"));
    let report = IdaStar::canonical_compact().solve(&cube, &cosets, &Limits::default(), &mut ());
    let two_phase =
        TwoPhase::default().nodes(u64::MAX).solve(&cube, NoHeuristic, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal() && two_phase.is_proven_optimal());
    assert_eq!(report.plan.map(|plan| plan.cost), two_phase.plan.map(|plan| plan.cost));
}

/// At every point of a search, no bound is above the known distance and no plan below it.
#[test]
fn bounds_of_two_phases_enclose_known_distances() {
    let mut distances = HashMap::from([(Cubies::SOLVED, 0)]);
    let mut known = vec![(Cubies::SOLVED, 0)];
    let mut layer = vec![Cubies::SOLVED];
    for distance in 1..=4 {
        let mut next = Vec::new();
        for turn in layer.iter().flat_map(|cubies| Turns::ALL.map(move |turn| (*cubies, turn))) {
            let (mut cubies, turn) = turn;
            cubies.turn(turn);
            if distances.insert(cubies, distance).is_none() {
                next.push(cubies);
            }
        }
        layer = next;
        let step = [1, 1, 3, 41, 557][distance as usize];
        known.extend(layer.iter().step_by(step).map(|&cubies| (cubies, distance)));
    }
    for (file, length) in [("random_state_depth15.txt", 15), ("random_state_depth16.txt", 16)] {
        known.extend(cubes(file).into_iter().take(10).map(|cubies| (cubies, length)));
    }
    let mut proved = 0;
    for (cubies, distance) in known {
        let cube = Cube::new(cubies);
        let mut search = TwoPhase::default().nodes(100_000).start(&cube, NoHeuristic);
        let nodes = [1, 1, 1, 50, 200].get(distance as usize).copied().unwrap_or(10_000);
        let slice = Limits::default().with_nodes(nodes);
        loop {
            let progress = search.advance(&slice, &mut ());
            let report = search.report();
            assert!(report.lower_bound <= distance, "{} of {distance}", report.lower_bound);
            assert!(report.plan.as_ref().is_none_or(|plan| plan.cost >= distance));
            if let Progress::Done(_) = progress {
                proved += u32::from(report.is_proven_optimal());
                break;
            }
        }
    }
    assert!(proved > 200, "{proved}");
}

#[test]
fn plans_of_two_phases() {
    let mut random = Random::new(6);
    for _ in 0..30 {
        let cube = Cube::new(Cubies::random(&mut random));
        let report = TwoPhase::default().solve(&cube, NoHeuristic, &Limits::default(), &mut ());
        let plan = report.plan.expect("every cube can be solved");
        let mut end = cube.initial_state();
        plan.actions.iter().for_each(|&turn| end.turn(turn));
        assert!(end == Cubies::SOLVED && plan.cost as usize == plan.actions.len());
        assert!(report.lower_bound <= plan.cost && plan.cost <= 22);
    }
    for (turns, length) in [("", 0), ("U", 1), ("R", 1), ("R L' R2", 2), ("R U2 F'", 3)] {
        let cube = Cube::new(Cubies::parse(turns).expect("turns"));
        let report = TwoPhase::default().solve(&cube, NoHeuristic, &Limits::default(), &mut ());
        assert!(report.is_proven_optimal(), "{turns}");
        assert_eq!(report.plan.map(|plan| plan.cost), Some(length), "{turns}");
    }
}

#[test]
fn two_phases_take_the_same_steps_in_slices() {
    let cube = Cube::new(Cubies::random(&mut Random::new(7)));
    let settings = TwoPhase::default().nodes(50_000);
    let whole = settings.solve(&cube, NoHeuristic, &Limits::default(), &mut ());
    let mut search = settings.start(&cube, NoHeuristic);
    let slice = Limits::default().with_nodes(997);
    while let Progress::Paused(reason) = search.advance(&slice, &mut ()) {
        assert_eq!(reason, StopReason::NodeLimit);
    }
    let sliced = search.report();
    assert_eq!(sliced.plan, whole.plan);
    assert_eq!(sliced.lower_bound, whole.lower_bound);
}

#[test]
fn builds_of_the_large_table_can_be_stopped() {
    let mut builder = Builder::new().with_progress(|_| ControlFlow::Break(()));
    assert!(CosetDistance::load_or_build(true, &Cache::none(), &mut builder).is_err());
}
