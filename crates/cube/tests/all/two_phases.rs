//! Two phases: plans that are known from the start, what is proved, and the proof by tables.

use std::time::Duration;

use tremaux_core::{
    Algorithm, Limits, NoHeuristic, Notation, Progress, Random, Search, StateSpace,
};
use tremaux_cube::catalog::CUBE;
use tremaux_cube::{Cube, Cubies, Face, MisplacedCubies, Turn, Turns, TwoPhase};
use tremaux_domain::{HeuristicCache, SolveRequest, Source, drive};
use tremaux_search::IdaStar;

/// Random turns, no two of the same face in a row.
fn scramble(random: &mut Random, count: usize) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for _ in 0..count {
        let mut choice = turns.last().map_or(Turns::ALL, |&last| Turns::ALL.after(last));
        turns.extend(choice.nth(random.below(choice.len() as u64) as usize));
    }
    turns
}

/// The half turn of this name.
fn turn(name: &str) -> Turn {
    let face = Face::ALL.into_iter().find(|face| name.starts_with(char::from(face.letter())));
    Turn::new(face.expect("a face"), 2).expect("a half turn")
}

fn solve(cube: &Cube) -> (u32, bool) {
    let report = TwoPhase::default().solve(cube, NoHeuristic, &Limits::default(), &mut ());
    let is_proved = report.is_proven_optimal();
    let plan = report.plan.expect("every cube can be solved");
    let mut end = Cubies::SOLVED;
    plan.actions.iter().rev().for_each(|turn| end.turn(turn.inverse()));
    assert_eq!(cube, &Cube::new(end), "the plan solves the cube");
    (plan.cost, is_proved)
}

#[test]
fn no_plan_is_longer_than_the_turns_that_are_known() {
    let mut random = Random::new(11);
    let mut shorter = 0;
    for count in 1..=26 {
        let turns = scramble(&mut random, count);
        let scrambled = Cube::scrambled(&turns);
        let known = scrambled.known_plan().expect("at most 30 turns");
        assert!(known.len() <= count);
        let report =
            TwoPhase::default().solve(&scrambled, NoHeuristic, &Limits::default(), &mut ());
        let plan = report.plan.expect("a plan");
        let mut end = Cubies::after(turns);
        plan.actions.iter().for_each(|&turn| end.turn(turn));
        assert_eq!(end, Cubies::SOLVED, "{count}");
        assert!(plan.cost as usize <= known.len(), "{count}: {}", plan.cost);
        // Without the turns, the first plans are longer.
        let facelets = Cube::new(Cubies::after(known.iter().rev().map(|turn| turn.inverse())));
        shorter += u32::from(plan.cost < solve(&facelets).0);
    }
    assert!(shorter > 1, "{shorter} shorter than without");
}

/// Turns that change nothing, eight and twelve, of which no two cancel.
const NOTHING: [&str; 2] = ["R2 L2 U2 D2 R2 L2 U2 D2", "R2 U2 R2 U2 R2 U2 R2 U2 R2 U2 R2 U2"];

/// With a longer plan from the start and short second phases, what is proved depends on which were
/// tried.
#[test]
fn bounds_of_short_second_phases_enclose_all_short_distances() {
    let mut layers = vec![vec![Cubies::SOLVED]];
    let mut seen = std::collections::HashSet::from([Cubies::SOLVED]);
    for _ in 0..3 {
        let mut next = Vec::new();
        for (cubies, turn) in
            layers[layers.len() - 1].iter().flat_map(|it| Turns::ALL.map(move |turn| (*it, turn)))
        {
            let mut cubies = cubies;
            cubies.turn(turn);
            if seen.insert(cubies) {
                next.push(cubies);
            }
        }
        layers.push(next);
    }
    let (mut proved, mut longer) = (0, 0);
    for (distance, layer) in layers.iter().enumerate() {
        let step = [1, 1, 5, 97][distance];
        for &cubies in layer.iter().step_by(step) {
            for (most, nothing) in
                [0, 1, 10].into_iter().flat_map(|most| NOTHING.map(|it| (most, it)))
            {
                let cube = Cube::new(cubies);
                let exact =
                    IdaStar::compact().solve(&cube, MisplacedCubies, &Limits::default(), &mut ());
                let plan = exact.plan.expect("a plan").actions;
                let mut turns: Vec<Turn> = plan.iter().rev().map(|turn| turn.inverse()).collect();
                turns.splice(0..0, nothing.split(' ').map(turn));
                let cube = Cube::scrambled(&turns);
                assert_eq!(cube.initial_state(), cubies);
                let settings = TwoPhase::default().longest_second(most).nodes(500);
                let mut search = settings.start(&cube, NoHeuristic);
                let slice = Limits::default().with_nodes(1);
                for _ in 0..500 {
                    let progress = search.advance(&slice, &mut ());
                    let report = search.report();
                    let bound = report.lower_bound as usize;
                    assert!(bound <= distance, "{bound} of {distance}, {most}");
                    let cost = report.plan.as_ref().map_or(99, |plan| plan.cost as usize);
                    assert!(cost >= distance, "{cost} of {distance}, {most}");
                    longer += u32::from(cost < 99 && cost > distance);
                    if let Progress::Done(_) = progress {
                        proved += u32::from(report.is_proven_optimal());
                        break;
                    }
                }
            }
        }
    }
    assert!(proved > 100 && longer > 1000, "{proved} proved, {longer} longer");
}

/// The small table is built in the time that there is, and no number of nodes ends the search.
#[test]
fn the_optimum_is_proved_in_the_time() {
    let cubies = Cubies::parse("R U F' L2 D B U' R2 F D2 L B2 R' D F2").expect("turns");
    let facelets = Cube::new(cubies).state_text(&cubies);
    let instances = CUBE.instances(Source::One(&facelets), &[]).expect("facelets");
    let heuristics = HeuristicCache::default();
    let limits = Limits::default().with_time(Duration::from_secs(300));
    heuristics.tables().limit(&limits);
    let request = SolveRequest { is_limited: true, ..SolveRequest::default() };
    let mut search = instances[0].start(&request, &heuristics).expect("a search");
    let (now, slice) = (std::time::Instant::now(), Duration::from_millis(50));
    let stopped = drive(&mut *search, &limits, now, slice, &mut |_| ());
    let report = search.report().expect("a report");
    assert_eq!((stopped, report.optimal), (None, Some(true)));
    assert!(report.length.is_some_and(|length| length <= 15), "{:?}", report.length);
    assert!(report.peak_bytes > 36_000_000, "without the table");
}
