//! n queens: published counts and contracts.

use tremaux_constraints::{ConstraintSpace, Propagation};
use tremaux_core::{Algorithm, Blind, Limits, Search, StateSpace};
use tremaux_puzzles::queens::Queens;
use tremaux_search::{BestFirst, plan_cost};
use tremaux_testkit::{check_depict, check_notation, check_space};

/// OEIS A000170.
const COUNTS: [u64; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];

#[test]
fn there_are_as_many_solutions_as_published() {
    for (size, count) in (1..).zip(COUNTS) {
        let queens = Queens::new(size).expect("a size");
        assert_eq!(queens.model().count(u64::MAX), count, "{size} queens");
    }
}

#[test]
fn every_solution_can_be_replayed() {
    for (size, count) in (1..9).zip(COUNTS) {
        let queens = Queens::new(size).expect("a size");
        let mut search = Propagation::default().plan_count(u64::MAX).start(&queens, Blind);
        let _ = search.advance(&Limits::default(), &mut ());
        let plans = search.solutions();
        assert_eq!(plans.len() as u64, count);
        assert_eq!(search.report().is_proven_unsolvable(), count == 0);
        for plan in plans {
            assert_eq!(plan_cost(&queens, &plan.actions), Some(plan.cost));
        }
        let by_search =
            BestFirst::breadth_first().solve(&queens, Blind, &Limits::default(), &mut ());
        assert_eq!(by_search.plan.is_some(), count > 0);
    }
}

#[test]
fn a_large_board_is_solved() {
    let queens = Queens::new(100).expect("a size");
    let report = Propagation::default().solve(&queens, Blind, &Limits::default(), &mut ());
    let plan = report.plan.expect("a solution");
    let mut rows = queens.initial_state();
    plan.actions.iter().for_each(|&row| queens.apply(&mut rows, row));
    assert!(queens.is_goal(&rows));
}

#[test]
fn the_contracts_hold() {
    let queens = Queens::new(7).expect("a size");
    check_space(&queens, 1, 50);
    check_notation(&queens, 1, 50);
    check_depict(&queens, 1, 50);
    assert!(Queens::new(0).is_none() && Queens::new(1001).is_none());
}
