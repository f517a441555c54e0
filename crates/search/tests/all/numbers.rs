//! Costs near the limit of their type, and costs that are not integers.

use tremaux_core::{
    Algorithm, AnySearch, Cost, FloatCost, Limits, NoHeuristic, Optimality, StateSpace, StopReason,
    Termination,
};
use tremaux_search::{
    AnyOrder, AnytimeAStar, Beam, BestFirst, Buckets, Fifo, IdaStar, Indexed, KBest, LowH,
    MemoryBounded, NearOptimalBidirectional, plan_cost,
};
use tremaux_testkit::{Edge, Estimates, Graph, Quality, distances_to_goals, random_graph};

type Searches<'a, C> = Vec<(&'static str, Box<dyn AnySearch<Graph<C>> + 'a>)>;

macro_rules! searches {
    ($graph:expr, $h:expr; $($algorithm:expr;)*) => {
        vec![$((stringify!($algorithm), Box::new($algorithm.start($graph, $h)) as Box<_>)),*]
    };
}

/// Byte costs whose sums mostly exceed a byte.
#[test]
fn nothing_false_is_claimed_where_costs_overflow() {
    let (mut overflowed, mut proved) = (0, 0);
    for seed in 0..2000 {
        let drawn = random_graph(seed, 12);
        let factor = 1 + seed as u32 % 90;
        let graph: Graph<u8> = drawn.with_costs(|edge| (edge.cost * factor).min(254) as u8);
        let wide: Graph<u32> = graph.with_costs(|edge| u32::from(edge.cost));
        let truth = distances_to_goals(&wide)[0];
        for quality in [Quality::Exact, Quality::Consistent, Quality::Inconsistent] {
            let estimates = Estimates::random(&wide, quality, seed);
            // Keep finite estimates finite, and so admissible; a larger one might not fit into
            // a byte.
            let estimates = estimates.map(|value| match value {
                u32::MAX => u8::MAX,
                _ => value.min(254) as u8,
            });
            let h = &estimates;
            let searches: Searches<'_, u8> = searches! { &graph, h;
                BestFirst::a_star();
                BestFirst::a_star().ties(LowH).table(Indexed);
                BestFirst::a_star().ties(AnyOrder).open_list(Buckets);
                BestFirst::a_star().ties(Fifo);
                BestFirst::dijkstra();
                BestFirst::weighted_a_star(1.5);
                BestFirst::greedy();
                BestFirst::breadth_first();
                AnytimeAStar::new();
                NearOptimalBidirectional::new();
                MemoryBounded;
                KBest::new(2);
                Beam::new(1000);
                IdaStar::new();
                IdaStar::in_place();
                IdaStar::compact();
            };
            for (name, mut search) in searches {
                let _ = search.advance_any(&Limits::default().with_nodes(5000), &mut ());
                let report = search.report_any();
                let name = format!("{name}, {quality:?}, graph {seed}");
                let overflows =
                    report.termination == Termination::Stopped(StopReason::CostOverflow);
                overflowed += u32::from(overflows);
                assert!(!(overflows && truth == 0), "{name}: overflows for nothing");
                if report.lower_bound == u8::MAX {
                    assert_eq!(truth, u32::MAX, "{name}: there is a plan");
                } else {
                    assert!(u32::from(report.lower_bound) <= truth, "{name}: bound too high");
                }
                if let Some(plan) = &report.plan {
                    let cost = plan_cost(&wide, &plan.actions);
                    assert_eq!(cost, Some(u32::from(plan.cost)), "{name}: no such plan");
                }
                if report.is_proven_optimal() {
                    proved += 1;
                    let cost = report.plan.map(|plan| u32::from(plan.cost));
                    assert_eq!(cost, Some(truth), "{name}: a cheaper plan exists");
                }
            }
        }
    }
    println!("{overflowed} overflowed, {proved} proved");
    assert!(overflowed > 1000 && proved > 5000, "{overflowed} overflowed, {proved} proved");
}

#[test]
fn a_cost_that_overflows_is_not_a_proof() {
    let line = Graph::line(2, 200_u8);
    let searches: Searches<'_, u8> = searches! { &line, NoHeuristic;
        BestFirst::a_star();
        BestFirst::a_star().ties(AnyOrder).open_list(Buckets);
        BestFirst::dijkstra();
        BestFirst::weighted_a_star(2.0);
        BestFirst::greedy();
        IdaStar::new();
    };
    for (name, mut search) in searches {
        let _ = search.advance_any(&Limits::default(), &mut ());
        let report = search.report_any();
        assert!(report.plan.is_none() && !report.is_proven_unsolvable(), "{name}");
        let stopped = Termination::Stopped(StopReason::CostOverflow);
        assert_eq!(report.termination, stopped, "{name}");
    }
}

/// Costs in multiples of 1/8, which floats add exactly.
#[test]
fn float_costs_are_searched_like_integers() {
    for seed in 0..1000 {
        let drawn = random_graph(seed, 20);
        let graph = drawn.with_costs(|edge| FloatCost::new(f64::from(edge.cost) / 8.0));
        let truth = distances_to_goals(&drawn)[0];
        let truth = if truth == u32::MAX { f64::INFINITY } else { f64::from(truth) / 8.0 };
        for quality in [Quality::Consistent, Quality::Inconsistent] {
            let estimates = Estimates::random(&drawn, quality, seed).map(|value| {
                let is_dead_end = value == u32::MAX;
                FloatCost::new(if is_dead_end { f64::INFINITY } else { f64::from(value) / 8.0 })
            });
            let h = &estimates;
            let searches: Searches<'_, FloatCost> = searches! { &graph, h;
                BestFirst::a_star();
                BestFirst::a_star().ties(LowH).table(Indexed);
                BestFirst::a_star().ties(Fifo);
                BestFirst::dijkstra();
                IdaStar::new();
            };
            for (name, mut search) in searches {
                let limits = Limits::default().with_nodes(20_000);
                let _ = search.advance_any(&limits, &mut ());
                let report = search.report_any();
                assert!(report.lower_bound.get() <= truth, "{name}, graph {seed}");
                if matches!(report.termination, Termination::Stopped(_)) {
                    assert!(name.contains("IdaStar"), "{name}, graph {seed}");
                    continue;
                }
                let cost = report.plan.as_ref().map_or(f64::INFINITY, |plan| plan.cost.get());
                assert_eq!(cost, truth, "{name}, graph {seed}");
                let is_proven = report.optimality() > Optimality::Open;
                assert!(is_proven || report.is_proven_unsolvable(), "{name}");
            }
        }
    }
}

/// Costs in multiples of √2, weighed by whole and broken numbers.
#[test]
fn weighted_a_star_is_within_its_weight_for_floats() {
    let (mut dearer, mut proved) = (0, 0);
    for seed in 0..1000 {
        let drawn = random_graph(seed, 40);
        let root = |value: u32| match value {
            u32::MAX => FloatCost::INFINITY,
            _ => FloatCost::new(f64::from(value) * std::f64::consts::SQRT_2),
        };
        let graph = drawn.with_costs(|edge| root(edge.cost));
        let truth = root(distances_to_goals(&drawn)[0]);
        for (quality, weight) in [(Quality::Consistent, 1.0), (Quality::Inconsistent, 5.0)] {
            let estimates = Estimates::random(&drawn, quality, seed).map(root);
            let limits = Limits::default();
            let algorithm = BestFirst::weighted_a_star(weight);
            let report = algorithm.solve(&graph, &estimates, &limits, &mut ());
            let cost = report.plan.as_ref().map_or(FloatCost::INFINITY, |plan| plan.cost);
            let most = FloatCost::new(truth.get() * weight);
            assert!(!truth.exceeds(cost) && !cost.exceeds(most), "{seed}, {weight}: {cost}");
            assert!(!report.lower_bound.exceeds(truth), "{seed}: {}", report.lower_bound);
            dearer += u32::from(cost.exceeds(truth));
            proved += u32::from(report.optimality() > Optimality::Open);
            assert!(weight > 1.0 || report.plan.is_none() || !cost.exceeds(report.lower_bound));
        }
    }
    assert!(dearer > 20 && proved > 500, "{dearer} dearer, {proved} proved");
}

/// Costs so large that weighting them must not wrap around.
#[test]
fn great_costs_are_weighed_without_wrapping() {
    for cost in [u64::MAX / 3, u64::MAX / 2 + 1, 1 << 62] {
        let line = Graph::line(2, cost);
        let mut search = BestFirst::weighted_a_star(2.5).start(&line, NoHeuristic);
        let _ = tremaux_core::Search::advance(&mut search, &Limits::default(), &mut ());
        let report = tremaux_core::Search::report(&search);
        let truth = cost.checked_mul(2).filter(|&cost| cost < u64::INFINITY);
        assert_eq!(report.plan.map(|plan| plan.cost), truth, "{cost}");
        assert!(report.lower_bound <= truth.unwrap_or(u64::MAX - 1), "{cost}");
    }
    assert_eq!(Graph::line(2, 1_u64).initial_state(), 0);
}

/// Neither the steps of a search nor its memory depend on how large the costs are.
#[test]
fn costs_of_any_size_take_the_same_steps_and_memory() {
    for seed in 0..20 {
        let graph = random_graph(seed, 2000);
        let mut small: Option<(u64, u64)> = None;
        for factor in [1, 1000, 1_000_000, 1 << 31] {
            let graph = graph.with_costs(|edge| u64::from(edge.cost) * factor);
            let limits = Limits::default();
            let report = BestFirst::dijkstra().solve(&graph, NoHeuristic, &limits, &mut ());
            let steps = (report.statistics.expanded, report.statistics.generated);
            assert_eq!(*small.get_or_insert(steps), steps, "graph {seed}, costs times {factor}");
            let bytes = report.statistics.peak_bytes;
            let most = 20_000 + 150 * report.statistics.generated as usize;
            assert!(bytes <= most, "graph {seed}, costs times {factor}: {bytes} bytes");
        }
    }
}

/// 0.1 + 0.2 is more than 0.3 by rounding alone: a path that is cheaper in truth by less than the
/// error of the sums is not called proved.
#[test]
fn float_sums_are_optimal_up_to_rounding() {
    let tenths = |costs: [u32; 3]| {
        let edge = |from, to, cost| Edge { from, to, cost };
        let [one, two, both] = costs;
        Graph::new(3, vec![edge(0, 1, one), edge(1, 2, two), edge(0, 2, both)], &[2])
    };
    for costs in [[1, 2, 3], [3, 4, 7], [1, 1, 2], [1, 2, 4], [2, 2, 3]] {
        let whole = tenths(costs);
        let float = whole.with_costs(|edge| FloatCost::new(f64::from(edge.cost) / 10.0));
        let limits = Limits::default();
        let exact = BestFirst::dijkstra().solve(&whole, NoHeuristic, &limits, &mut ());
        assert_eq!((exact.optimality(), exact.rounding()), (Optimality::Proved, 0.0), "{costs:?}");
        assert!(exact.is_proven_optimal(), "{costs:?}");
        let rounded = BestFirst::dijkstra().solve(&float, NoHeuristic, &limits, &mut ());
        assert_eq!(rounded.optimality(), Optimality::UpToRounding, "{costs:?}");
        assert!(!rounded.is_proven_optimal() && rounded.rounding() == 1e-12, "{costs:?}");
        let truth = f64::from(exact.lower_bound) / 10.0;
        let cost = rounded.plan.expect("a path").cost.get();
        assert!((cost - truth).abs() <= truth * 1e-12, "{costs:?}: {cost}");
    }
}
