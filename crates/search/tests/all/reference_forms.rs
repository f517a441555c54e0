//! The textbook forms on random graphs, compared with Bellman-Ford, and with the engines, which
//! must take the same steps if the conventions are the same.

use tremaux_core::{Algorithm, Event, Guarantees, Limits, NoHeuristic, Observer};
use tremaux_search::{
    BestFirst, ByKey, DuplicateRule, ExpansionOrder, GoalTest, GraphSearch, IdaStar, Reopening,
    TieRule, plan_cost,
};
use tremaux_testkit::reference::{
    Conventions, IdaStarConventions, Number, Rank, graph_search, ida_star,
};
use tremaux_testkit::{Estimates, Graph, Pruning, Quality, distances_to_goals, random_graph};

const GRAPHS: u64 = 2000;

fn number(node: &u32) -> i64 {
    // Distinct numbers that do not follow the order of the nodes.
    i64::from(node.wrapping_mul(0x9E37_79B1))
}

/// The states in the order of expansion.
#[derive(Default)]
struct Expanded(Vec<u32>);

impl Observer<Graph> for Expanded {
    fn observe(&mut self, event: Event<'_, Graph>) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

#[test]
fn orders_that_are_optimal_find_cheapest_plans() {
    for seed in 0..GRAPHS {
        let graph = random_graph(seed, 25);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let cost = distances_to_goals(&graph)[0];
        let length = distances_to_goals(&graph.with_costs(|_| 1_u32))[0];
        let a_star = graph_search(&graph, &estimates, &Conventions::nutshell(Rank::GPlusH));
        let dijkstra = graph_search(&graph, &NoHeuristic, &Conventions::sac(Rank::G, number));
        for outcome in [a_star, dijkstra] {
            let plan = outcome.plan;
            assert_eq!(plan.as_ref().map_or(u32::MAX, |plan| plan.cost), cost, "graph {seed}");
            let found = plan.map(|plan| (plan_cost(&graph, &plan.actions), Some(plan.cost)));
            assert!(found.is_none_or(|(replayed, cost)| replayed == cost), "graph {seed}");
        }
        let conventions = [
            Conventions::nutshell_breadth_first(),
            Conventions::nutshell(Rank::Shallowest),
            Conventions::sac(Rank::Shallowest, number),
        ];
        for conventions in conventions {
            let plan = graph_search(&graph, &NoHeuristic, &conventions).plan;
            let actions = plan.map_or(u32::MAX, |plan| plan.actions.len() as u32);
            assert_eq!(actions, length, "graph {seed}");
        }
    }
}

#[test]
fn depth_first_plans_keep_to_the_bound() {
    let mut missed = 0;
    for seed in 0..GRAPHS {
        let graph = random_graph(seed, 25);
        let length = distances_to_goals(&graph.with_costs(|_| 1_u32))[0];
        for bound in 0..6 {
            let conventions = Conventions::nutshell_depth_first(bound);
            let outcome = graph_search(&graph, &NoHeuristic, &conventions);
            match outcome.plan {
                Some(plan) => {
                    assert!(plan.actions.len() <= bound, "graph {seed}, bound {bound}");
                    assert!(plan_cost(&graph, &plan.actions).is_some(), "graph {seed}");
                }
                // Closed states hide shorter paths, as the textbook says.
                None => missed += u32::from(length as usize <= bound),
            }
        }
        let unbounded = Conventions { depth_bound: None, ..Conventions::nutshell_depth_first(0) };
        let outcome = graph_search(&graph, &NoHeuristic, &unbounded);
        assert_eq!(outcome.plan.is_some(), length < u32::MAX, "graph {seed}");
    }
    assert!(missed > 0, "a closed set never hid anything");
}

#[test]
fn engines_take_the_same_steps() {
    for seed in 0..GRAPHS {
        let graph = random_graph(seed, 25).pruned(Pruning::Nothing);
        // Cap the estimates: the engine does not store dead ends, so there must be none.
        let finite = |value: u32| value.min(50);
        for quality in [Quality::Consistent, Quality::Inconsistent, Quality::Inadmissible] {
            let estimates = Estimates::random(&graph, quality, seed).map(finite);
            let estimates = estimates.promising(Guarantees::NONE);
            macro_rules! check {
                ($rank:expr, $algorithm:expr) => {{
                    let conventions = Conventions::sac($rank, number);
                    let expected = graph_search(&graph, &estimates, &conventions);
                    let algorithm = $algorithm
                        .ties(ByKey(number as Number<u32>))
                        .reopening(Reopening::OnBetterScoreWhileOpen);
                    let mut expanded = Expanded::default();
                    let report =
                        algorithm.solve(&graph, &estimates, &Limits::default(), &mut expanded);
                    let counts = &report.statistics;
                    let name = format!("{:?}, {quality:?}, graph {seed}", $rank);
                    assert_eq!(counts.closed as usize, expected.closed, "{name}: closed");
                    assert_eq!(counts.open as usize, expected.open, "{name}: open");
                    // The goal is visited but not expanded.
                    let visits = expected.visits.len() - usize::from(expected.plan.is_some());
                    assert_eq!(expanded.0, expected.visits[..visits], "{name}: visits");
                    assert_eq!(report.plan, expected.plan, "{name}: plan");
                }};
            }
            check!(Rank::GPlusH, BestFirst::a_star());
            check!(Rank::G, BestFirst::dijkstra());
            check!(Rank::H, BestFirst::greedy());
        }
    }
}

/// Of the textbook forms, whose open list keeps paths, too.
#[test]
fn graph_search_takes_the_same_steps() {
    type Stated = tremaux_search::Conventions;
    let nutshell = Stated {
        ties: [TieRule::Lifo; 2],
        duplicates: DuplicateRule::Generated,
        ..Stated::default()
    };
    let early = Stated { goal_test: GoalTest::OnGeneration, reopens: false, ..nutshell };
    let breadth_first =
        Stated { order: ExpansionOrder::FewestMoves, ties: [TieRule::Fifo; 2], ..early };
    let depth_first =
        Stated { order: ExpansionOrder::MostMoves, reverses_successors: true, ..early };
    let sac = Stated { ties: [TieRule::Key; 2], reopens: false, ..Stated::default() };
    let by = |order| Stated { order, ..sac };
    let pairs = [
        (Conventions::nutshell(Rank::GPlusH), nutshell),
        (Conventions::nutshell_breadth_first(), breadth_first),
        (Conventions::nutshell_depth_first(4), Stated { depth: Some(4), ..depth_first }),
        (Conventions::sac(Rank::GPlusH, number), sac),
        (Conventions::sac(Rank::G, number), by(ExpansionOrder::G)),
        (Conventions::sac(Rank::Shallowest, number), by(ExpansionOrder::FewestMoves)),
        (
            Conventions::sac(Rank::GPlusH, |node| i64::from(node / 2)).merging_equal_numbers(),
            Stated { merges_equal_keys: true, ..sac },
        ),
    ];
    for seed in 0..GRAPHS {
        let graph = random_graph(seed, 25).pruned(Pruning::Nothing);
        for (reference, stated) in &pairs {
            // Of infinite scores, the form does not see which path is cheaper.
            let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
            let estimates = estimates.map(|value: u32| value.min(50)).promising(Guarantees::NONE);
            let expected = graph_search(&graph, &estimates, reference);
            let key = match stated.merges_equal_keys {
                true => |_: &Graph, node: &u32| u64::from(node / 2),
                false => |_: &Graph, node: &u32| number(node) as u64,
            };
            let search = GraphSearch::by(*stated).with_key(key);
            let mut expanded = Expanded::default();
            let report = search.solve(&graph, &estimates, &Limits::default(), &mut expanded);
            let name = format!("{stated:?}, graph {seed}");
            let counts = &report.statistics;
            assert_eq!(counts.closed as usize, expected.closed, "{name}: closed");
            assert_eq!(counts.open as usize, expected.open, "{name}: open");
            let is_late = stated.goal_test == GoalTest::OnExpansion && expected.plan.is_some();
            let visits = expected.visits.len() - usize::from(is_late);
            assert_eq!(expanded.0, expected.visits[..visits], "{name}: visits");
            assert_eq!(report.plan, expected.plan, "{name}: plan");
        }
    }
}

#[test]
fn ida_star_takes_the_same_steps() {
    let mut solved = 0;
    for seed in 0..GRAPHS {
        let graph = random_graph(seed, 10).with_costs(|edge| edge.cost.clamp(1, 6));
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let cost = distances_to_goals(&graph)[0];
        if cost > 12 {
            continue;
        }
        let outcome = ida_star(&graph, &estimates, &IdaStarConventions::default());
        let mut expanded = Expanded::default();
        let report = IdaStar::new().solve(&graph, &estimates, &Limits::default(), &mut expanded);
        assert_eq!(outcome.plan.as_ref().map(|plan| plan.cost), Some(cost), "graph {seed}");
        assert_eq!(report.plan, outcome.plan, "graph {seed}");
        assert_eq!(expanded.0, outcome.visits[..outcome.visits.len() - 1], "graph {seed}");
        assert_eq!(outcome.closed, outcome.visits.len(), "graph {seed}");
        let looking = IdaStarConventions { looks_at_path: true, ..Default::default() };
        let outcome = ida_star(&graph, &estimates, &looking);
        assert_eq!(outcome.plan.map(|plan| plan.cost), Some(cost), "graph {seed}");
        solved += 1;
    }
    assert!(solved > 500, "{solved} solved");
}

#[test]
fn ida_star_gives_up_where_it_is_told() {
    let line = Graph::line(10, 1_u32);
    for largest_threshold in 0..20 {
        let conventions = IdaStarConventions { largest_threshold, ..Default::default() };
        let outcome = ida_star(&line, &NoHeuristic, &conventions);
        assert_eq!(outcome.plan.is_some(), largest_threshold >= 10);
    }
}
