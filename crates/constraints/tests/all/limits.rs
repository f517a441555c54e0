//! Limits and seeds.

use tremaux_constraints::{Model, Settings, Solver, Step, ValueOrder};
use tremaux_core::{CancelToken, Limits, StopReason};

/// A problem that takes long: more pigeons than holes, as pairs.
fn pigeons(count: usize) -> Model {
    let mut model = Model::new();
    let pigeons = model.variables(count, count as u32 - 1);
    for a in 0..count {
        for b in 0..a {
            model.relation(pigeons[a], pigeons[b], |x, y| x != y);
        }
    }
    model
}

#[test]
fn a_search_stops_at_its_limits_and_goes_on() {
    let mut solver = Solver::new(pigeons(12), Settings::default());
    let limits = Limits::default().with_nodes(100);
    for slice in 1..4 {
        assert_eq!(solver.step_within(&limits), Err(StopReason::NodeLimit));
        assert_eq!(solver.counts().nodes, 100 * slice);
    }
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = Limits::default().with_cancel(cancel);
    assert_eq!(solver.step_within(&cancelled), Err(StopReason::Cancelled));
    let small = Limits::default().with_memory(10);
    assert_eq!(solver.step_within(&small), Err(StopReason::MemoryLimit));
    let mut solver = Solver::new(pigeons(7), Settings::default());
    assert_eq!(solver.step_within(&Limits::default()), Ok(Step::Exhausted));
    assert!(solver.counts().restarts > 0);
}

#[test]
fn a_seed_repeats_a_search() {
    let run = |seed| {
        let mut model = Model::new();
        let all = model.variables(20, 20);
        model.all_different(&all);
        let settings = Settings::default().seed(seed).values(ValueOrder::Random);
        let mut solver = Solver::new(model, settings);
        assert_eq!(solver.step(u64::MAX), Step::Solution);
        solver.solution().to_vec()
    };
    for seed in 0..30 {
        assert_eq!(run(seed), run(seed));
    }
    assert_ne!(run(1), run(2));
}
