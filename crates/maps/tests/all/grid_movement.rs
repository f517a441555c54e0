//! Rules of movement and scales of step costs.

use tremaux_maps::grid::{Grid, Movement, StepCosts, StepScale};

/// Checks every pair of differences below the bound near the critical line.
#[test]
fn the_scale_orders_all_differences_below_its_bound() {
    let [straight, diagonal] = [StepScale::FAST.straight, StepScale::FAST.diagonal].map(i128::from);
    for q in 1..straight {
        let p = (2 * q * q).isqrt();
        for p in [p, p + 1] {
            // p straight steps against q diagonal ones.
            let truth = (p * p).cmp(&(2 * q * q));
            assert_eq!((p * straight).cmp(&(q * diagonal)), truth, "{p} {q}");
            assert!(truth.is_ne());
        }
    }
}

#[test]
fn lengths_are_recovered_from_costs() {
    let costs = StepCosts::Euclidean;
    let exact = StepScale::exact_for(costs, Movement::CornersAlways, 20_000).expect("a scale");
    for (straight, diagonal) in [(0, 0), (5, 0), (0, 7), (1234, 5678), (9000, 11_000)] {
        let length = straight as f64 + diagonal as f64 * 2_f64.sqrt();
        let cost = straight * exact.straight + diagonal * exact.diagonal;
        assert_eq!(exact.length(costs, cost), length);
        let fast = StepScale::FAST;
        let cost = straight as u32 * fast.straight + diagonal as u32 * fast.diagonal;
        assert_eq!(fast.length(costs, cost), length);
    }
}

#[test]
fn the_largest_map_has_an_exact_scale() {
    let side = u64::from(Grid::LARGEST_SIDE);
    let (costs, movement) = (StepCosts::Euclidean, Movement::NoCornerCutting);
    assert!(StepScale::exact_for(costs, movement, side * side).is_some());
    assert!(StepScale::exact_for(costs, movement, u64::MAX / 2).is_none());
}

#[test]
fn diagonal_steps_need_what_the_rule_says() {
    // Everything free but the north.
    let free = 0b1111_1110;
    assert_eq!(Movement::FourNeighbours.steps(free), 0b0101_0100);
    assert_eq!(Movement::NoCornerCutting.steps(free), 0b0111_1100);
    assert_eq!(Movement::OneSideFree.steps(free), free);
    // North and east blocked: the corner between them.
    let free = 0b1111_1010;
    assert_eq!(Movement::OneSideFree.steps(free), 0b1111_1000);
    assert_eq!(Movement::CornersAlways.steps(free), free);
}
