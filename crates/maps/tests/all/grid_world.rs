//! Grids with weights and several goals: contracts, and costs against Bellman and Ford.

use tremaux_core::{Algorithm, Cost};
use tremaux_core::{Heuristic, Limits, NoHeuristic, StateSpace};
use tremaux_maps::grid::{
    Cell, GridWorld, Measure, Movement, NeighbourOrder, OpenDistance, OtherDistance, StepScale,
};
use tremaux_search::{BestFirst, Indexed, NearOptimalBidirectional, plan_cost};
use tremaux_testkit::{
    Walker, check_backward, check_depict, check_heuristic, check_indexed, check_notation,
    check_space, check_undo,
};

const MEASURES: [Measure; 4] =
    [Measure::Manhattan, Measure::Chebyshev, Measure::Euclidean, Measure::EveryOther];

const ORDERS: [NeighbourOrder; 3] =
    [NeighbourOrder::Compass, NeighbourOrder::NearestFirst, NeighbourOrder::NearestLast];

fn scale(movement: Movement) -> StepScale<u32> {
    let is_four = movement == Movement::FourNeighbours;
    StepScale { straight: 10, diagonal: if is_four { 10 } else { 14 }, is_four }
}

/// A text of random cells with a start and some goals.
fn random_text(walker: &mut Walker, width: usize, height: usize) -> String {
    let mut cells: Vec<char> = (0..width * height)
        .map(|_| match walker.below(10) {
            0..=2 => '#',
            3 => char::from(b'2' + walker.below(8) as u8),
            _ => '.',
        })
        .collect();
    for _ in 0..walker.below(4) {
        let at = walker.below(cells.len());
        cells[at] = 'G';
    }
    let start = walker.below(cells.len());
    cells[start] = if cells[start] == 'G' { 'X' } else { 'S' };
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    rows.join("\n") + "\n"
}

/// The cheapest way from the start to a goal, by going over all steps until nothing changes.
fn cheapest(world: &GridWorld) -> Option<u32> {
    let (width, height) = (world.grid().width(), world.grid().height());
    let mut costs = std::collections::HashMap::from([(world.initial_state(), 0_u32)]);
    loop {
        let mut is_changed = false;
        for y in 0..height {
            for x in 0..width {
                let cell = Cell::new(x, y);
                let Some(&here) = costs.get(&cell) else { continue };
                for &step in world.grid().steps(cell) {
                    let there = here + world.cost(&cell, step);
                    let known = costs.entry(cell.stepped(step, 1)).or_insert(u32::MAX);
                    if there < *known {
                        *known = there;
                        is_changed = true;
                    }
                }
            }
        }
        if !is_changed {
            return world.goals().iter().filter_map(|goal| costs.get(goal).copied()).min();
        }
    }
}

#[test]
fn searches_find_the_cheapest_way() {
    let limits = Limits::default();
    let mut reopened = 0;
    for seed in 0..60 {
        let mut walker = Walker::new(seed);
        let (width, height) = (2 + walker.below(12), 1 + walker.below(9));
        let text = random_text(&mut walker, width, height);
        for movement in Movement::ALL {
            let world = GridWorld::parse(&text, movement, scale(movement)).expect(&text);
            let world = world.with_order(ORDERS[seed as usize % 3]);
            assert_eq!(world.to_text(), text);
            check_space(&world, seed, 30);
            check_undo(&world, seed, 30);
            check_backward(&world, seed, 30);
            check_indexed(&world, seed, 30);
            check_notation(&world, seed, 30);
            check_depict(&world, seed, 3);
            check_heuristic(&world, &OpenDistance, seed, 30);
            let expected = cheapest(&world);
            let dijkstra = BestFirst::dijkstra().table(Indexed);
            let report = dijkstra.solve(&world, NoHeuristic, &limits, &mut ());
            assert_eq!(report.plan.map(|plan| plan.cost), expected, "{text}");
            let astar = BestFirst::a_star().table(Indexed);
            let report = astar.solve(&world, OpenDistance, &limits, &mut ());
            assert_eq!(report.plan.as_ref().map(|plan| plan.cost), expected, "{text}");
            assert_eq!(report.statistics.reopened, 0);
            if let Some(plan) = report.plan {
                assert_eq!(plan_cost(&world, &plan.actions), Some(plan.cost));
            }
            let both = NearOptimalBidirectional::new();
            let report = both.solve(&world, OpenDistance, &limits, &mut ());
            assert_eq!(report.plan.map(|plan| plan.cost), expected, "{text}");
            for measure in MEASURES {
                let distance = OtherDistance::new(measure, &world);
                check_heuristic(&world, &distance, seed, 30);
                let report = astar.solve(&world, distance, &limits, &mut ());
                reopened += report.statistics.reopened;
                let promises = Heuristic::<GridWorld>::guarantees(&distance);
                if promises.admissible {
                    assert_eq!(report.plan.map(|plan| plan.cost), expected, "{measure:?} {text}");
                }
            }
        }
    }
    assert!(reopened > 0, "an inconsistent estimate opens states again");
}

#[test]
fn without_a_goal_there_is_no_way() {
    let movement = Movement::FourNeighbours;
    let world = GridWorld::parse("S..\n", movement, scale(movement)).expect("a grid");
    let report =
        BestFirst::a_star().table(Indexed).solve(&world, OpenDistance, &Limits::default(), &mut ());
    assert!(report.is_proven_unsolvable() && report.lower_bound == u32::INFINITY);
}

#[test]
fn errors_point_at_what_is_wrong() {
    for (text, line, column) in [
        ("", 1, 1),
        ("...\n", 1, 4),
        ("S.\n...\n", 2, 3),
        ("S..\n.\n", 2, 2),
        ("S.S\n", 1, 3),
        ("S0\n", 1, 2),
        ("Sß\n", 1, 2),
    ] {
        let movement = Movement::FourNeighbours;
        let error = GridWorld::parse(text, movement, scale(movement)).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
}
