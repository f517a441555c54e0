//! Every algorithm under every option on random graphs, compared with Bellman-Ford.

use crate::algorithms::{
    Entry, Truth, best_first, canonical, check_claims, check_sound, depth_first, family,
};
use tremaux_core::{
    Algorithm, AnyHeuristic, AnySearch, IndexedSpace, Limits, NoHeuristic, Search, SearchReport,
    Session, StateSpace, StopReason, Termination,
};
use tremaux_search::{
    AnyOrder, AnytimeAStar, BestFirst, BranchAndBound, Buckets, ByEstimate, DepthFirst, IdaStar,
    Indexed, MemoryBounded, RecursiveBestFirst, plan_cost,
};
use tremaux_testkit::{
    Arc, Edge, Estimates, Graph, Lines, Pruning, Quality, Remembering, arcs, bellman_ford,
    distances_to_goals, random_graph,
};

const GRAPHS: u64 = 2000;

/// A random graph with a heuristic, and the true properties of both.
struct Problem {
    graph: Graph,
    estimates: Estimates<u32>,
    truth: Truth,
}

impl Problem {
    fn random(seed: u64, most_nodes: usize, quality: Quality) -> Self {
        let graph = random_graph(seed, most_nodes);
        let estimates = Estimates::random(&graph, quality, seed);
        let truth = Truth {
            cost: distances_to_goals(&graph)[0],
            length: distances_to_goals(&graph.with_costs(|_| 1_u32))[0],
            guarantees: quality.guarantees(),
            is_uniform: graph.uniform_cost().is_some(),
        };
        Self { graph, estimates, truth }
    }

    fn solve(
        &self,
        entry: &Entry<Graph, Estimates<u32>>,
        limits: &Limits,
    ) -> SearchReport<u32, u32> {
        let mut search = (entry.start)(&self.graph, &self.estimates);
        let _ = search.advance_any(limits, &mut ());
        search.report_any()
    }
}

/// The random problems, each with all kinds of heuristic.
fn problems(most_nodes: usize) -> impl Iterator<Item = (u64, Problem)> {
    (0..GRAPHS).flat_map(move |seed| {
        Quality::ALL.map(|quality| (seed, Problem::random(seed, most_nodes, quality)))
    })
}

/// Of two paths to an open node, breadth-first search must keep the shorter, not the cheaper.
#[test]
fn breadth_first_search_keeps_the_shorter_path() {
    let edge = |from, to, cost: u32| Edge { from, to, cost };
    let edges = vec![edge(0, 2, 1), edge(0, 1, 10), edge(2, 1, 1), edge(1, 3, 1)];
    let graph = Graph::new(4, edges, &[3]);
    let report = BestFirst::breadth_first().solve(&graph, NoHeuristic, &Limits::default(), &mut ());
    assert_eq!(report.plan.expect("solvable").actions.len(), 2);
}

#[test]
fn best_first_searches_keep_their_claims() {
    let entries: Vec<_> = best_first().into_iter().chain(family()).collect();
    let (mut reopened, mut solved, mut proved) = (0, 0, 0);
    for (seed, problem) in problems(30) {
        for entry in &entries {
            let name = format!("{}, graph {seed}", entry.name);
            let report = problem.solve(entry, &Limits::default());
            check_claims(&name, entry.claim, &problem.graph, &report, &problem.truth);
            reopened += report.statistics.reopened;
            solved += u64::from(report.plan.is_some());
            proved += u64::from(report.is_proven_optimal());
        }
    }
    println!("{} settings, {solved} solved, {proved} proved, {reopened} reopened", entries.len());
    assert!(reopened > 10_000 && solved > 100_000 && proved > 100_000);
}

#[test]
fn depth_first_searches_keep_their_claims() {
    let entries = depth_first();
    let (mut ended, mut stopped) = (0, 0);
    for (seed, problem) in problems(12) {
        // If there is no plan and the graph has a cycle, they do not end.
        let nodes = if problem.truth.cost < u32::MAX { 20_000 } else { 1000 };
        let limits = Limits::default().with_nodes(nodes);
        for entry in &entries {
            let name = format!("{}, graph {seed}", entry.name);
            let report = problem.solve(entry, &limits);
            check_claims(&name, entry.claim, &problem.graph, &report, &problem.truth);
            if problem.truth.cost < u32::MAX {
                let is_stopped = matches!(report.termination, Termination::Stopped(_));
                *if is_stopped { &mut stopped } else { &mut ended } += 1;
            }
        }
    }
    println!("{ended} ended, {stopped} were stopped");
    assert!(stopped * 20 < ended, "{ended} ended, {stopped} were stopped");
}

#[test]
fn bounds_hold_wherever_a_search_is_cut_off() {
    let entries = best_first().into_iter().chain(family()).chain(depth_first());
    let entries: Vec<_> = entries.collect();
    let mut cuts = 0;
    // Use every graph once, with the kinds of heuristic in turn.
    let in_turn = problems(12).enumerate().filter(|(at, _)| at % 4 == at / 4 % 4);
    for (_, (seed, problem)) in in_turn {
        for entry in &entries {
            let name = format!("{}, graph {seed}", entry.name);
            let mut bound = 0;
            for nodes in 0..60 {
                let report = problem.solve(entry, &Limits::default().with_nodes(nodes));
                check_sound(&name, &problem.graph, &report, &problem.truth);
                assert!(report.lower_bound >= bound, "{name}: the bound falls");
                assert!(report.statistics.expanded <= nodes, "{name}: beyond the limit");
                bound = report.lower_bound;
                if report.termination != Termination::Stopped(StopReason::NodeLimit) {
                    break;
                }
                cuts += 1;
            }
            for bytes in [0, 100, 1000, 4000] {
                let limits = Limits::default().with_nodes(1000).with_memory(bytes);
                let report = problem.solve(entry, &limits);
                check_sound(&name, &problem.graph, &report, &problem.truth);
            }
        }
    }
    println!("{cuts} cuts");
    assert!(cuts > 100_000);
}

/// A memo belongs to one state: [`Remembering`] panics if it is used for another.
#[test]
fn searches_do_not_confuse_what_heuristics_remember() {
    for (seed, problem) in problems(12).filter(|(_, problem)| problem.truth.guarantees.admissible) {
        for looks_ahead in [false, true] {
            let remembering = Remembering { estimates: &problem.estimates, looks_ahead };
            let (graph, h) = (&problem.graph, &remembering);
            // Through the erased interface, memos are kept on one stack, by depth.
            let estimates = Box::leak(Box::new(problem.estimates.clone()));
            let any: std::sync::Arc<dyn AnyHeuristic<Graph>> =
                std::sync::Arc::new(Remembering { estimates, looks_ahead });
            let session = || Session::new(std::sync::Arc::clone(&any));
            let remembering_all = BranchAndBound::ida_star().full(1 << 12);
            let pathmax = remembering_all.clone().order(ByEstimate).bidirectional_pathmax();
            let searches: [Box<dyn AnySearch<Graph>>; 17] = [
                Box::new(AnytimeAStar::new().start(graph, session())),
                Box::new(MemoryBounded.start(graph, session())),
                Box::new(MemoryBounded.start(graph, h)),
                Box::new(BestFirst::a_star().start(graph, h)),
                Box::new(BestFirst::a_star().table(Indexed).start(graph, h)),
                Box::new(BestFirst::a_star().open_list(Buckets).ties(AnyOrder).start(graph, h)),
                Box::new(IdaStar::new().start(graph, h)),
                Box::new(IdaStar::in_place().start(graph, h)),
                Box::new(IdaStar::compact().start(graph, h)),
                Box::new(remembering_all.start(graph, h)),
                Box::new(pathmax.start(graph, h)),
                Box::new(BranchAndBound::budgeted().in_place().start(graph, h)),
                Box::new(RecursiveBestFirst::new().start(graph, h)),
                Box::new(IdaStar::new().start(graph, session())),
                Box::new(pathmax.clone().start(graph, session())),
                Box::new(
                    BranchAndBound::ida_star().hashed(1 << 9).in_place().start(graph, session()),
                ),
                Box::new(RecursiveBestFirst::in_place().start(graph, session())),
            ];
            for (number, mut search) in searches.into_iter().enumerate() {
                // A memory limit at which one of the searches changes its strategy.
                let limits = Limits::default().with_nodes(2000);
                let limits = if number == 1 { limits.with_memory(2000) } else { limits };
                let _ = search.advance_any(&limits, &mut ());
                let report = search.report_any();
                let name = format!("search {number}, graph {seed}");
                check_sound(&name, graph, &report, &problem.truth);
                if !matches!(report.termination, Termination::Stopped(_)) {
                    assert_eq!(report.plan.map_or(u32::MAX, |plan| plan.cost), problem.truth.cost);
                }
            }
        }
    }
}

#[test]
fn searches_keep_their_claims_on_several_lines() {
    let best_first: Vec<_> = best_first().into_iter().chain(family()).collect();
    let depth_first = depth_first();
    let depth_first: Vec<_> = depth_first.into_iter().chain(canonical()).collect();
    let mut ended = 0;
    for seed in 0..300 {
        let lines = Lines::random(seed, 4);
        let length = steps_to_go(&lines);
        for quality in Quality::ALL {
            let estimates = Estimates::random(&lines, quality, seed);
            let cost = distances_to_goals(&lines)[lines.index(&lines.initial_state())];
            let truth = Truth { cost, length, guarantees: quality.guarantees(), is_uniform: false };
            for entry in &best_first {
                let mut search = (entry.start)(&lines, &estimates);
                let _ = search.advance_any(&Limits::default(), &mut ());
                let report = search.report_any();
                if truth.guarantees.safe {
                    check_claims(&entry.name, entry.claim, &lines, &report, &truth);
                }
            }
            for entry in depth_first.iter().filter(|_| truth.guarantees.admissible) {
                let mut search = (entry.start)(&lines, &estimates);
                let _ = search.advance_any(&Limits::default().with_nodes(5000), &mut ());
                let report = search.report_any();
                check_claims(&entry.name, entry.claim, &lines, &report, &truth);
                ended += u32::from(!matches!(report.termination, Termination::Stopped(_)));
            }
        }
    }
    assert!(ended > 4000, "{ended} ended");
}

/// The fewest steps to a goal.
fn steps_to_go(lines: &Lines) -> u32 {
    let arcs: Vec<Arc<u32>> = arcs(lines).iter().map(|arc| Arc { cost: 1, ..*arc }).collect();
    let is_goal = |index| lines.is_goal(&lines.state(index));
    let distances = bellman_ford(lines.state_count(), &arcs, is_goal);
    distances[lines.index(&lines.initial_state())]
}

/// Appends every path of at most `most` edges to its first goal.
fn paths(graph: &Graph, node: u32, most: usize, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if graph.is_goal(&node) {
        found.push(path.clone());
    } else if most > 0 {
        let mut edges = Vec::new();
        graph.actions(&node, &mut edges);
        for edge in edges {
            path.push(edge);
            paths(graph, graph.edges()[edge as usize].to, most - 1, path, found);
            path.pop();
        }
    }
}

#[test]
fn depth_first_search_finds_all_that_is_within_its_bound() {
    let mut most_plans = 0;
    for seed in 0..600 {
        let graph = random_graph(seed, 10);
        let length = distances_to_goals(&graph.with_costs(|_| 1_u32))[0];
        for bound in 0..6 {
            let limits = Limits::default();
            let report = DepthFirst::bounded(bound).solve(&graph, NoHeuristic, &limits, &mut ());
            let name = format!("bound {bound}, graph {seed}");
            assert_eq!(report.plan.is_some(), length <= bound, "{name}");
            assert!(report.plan.is_none_or(|plan| plan.actions.len() <= bound as usize), "{name}");

            let graph = graph.clone().pruned(Pruning::Nothing);
            let (mut path, mut expected) = (Vec::new(), Vec::new());
            paths(&graph, 0, bound as usize, &mut path, &mut expected);
            let mut search =
                DepthFirst::bounded(bound).plan_count(u64::MAX).start(&graph, NoHeuristic);
            let _ = search.advance(&limits, &mut ());
            let plans = search.solutions();
            let found: Vec<Vec<u32>> = plans.iter().map(|plan| plan.actions.clone()).collect();
            assert_eq!(found, expected, "{name}: not all, or in another order");
            most_plans = most_plans.max(found.len());
            for plan in plans {
                assert_eq!(plan_cost(&graph, &plan.actions), Some(plan.cost), "{name}");
            }
        }
    }
    assert!(most_plans > 100, "{most_plans} plans at most");
}

#[test]
fn ida_star_finds_all_cheapest_plans() {
    let mut several = 0;
    for seed in 0..600 {
        let graph = random_graph(seed, 10).with_costs(|edge| edge.cost.clamp(1, 4));
        let graph = graph.pruned(Pruning::Nothing);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let truth = distances_to_goals(&graph)[0];
        if truth > 8 {
            continue;
        }
        let (mut path, mut expected) = (Vec::new(), Vec::new());
        paths(&graph, 0, truth as usize, &mut path, &mut expected);
        expected.retain(|actions| plan_cost(&graph, actions) == Some(truth));
        let mut search = IdaStar::new().plan_count(u64::MAX).start(&graph, &estimates);
        let _ = search.advance(&Limits::default(), &mut ());
        let found: Vec<Vec<u32>> =
            search.solutions().into_iter().map(|plan| plan.actions).collect();
        assert_eq!(found, expected, "graph {seed}");
        assert!(search.report().is_proven_optimal(), "graph {seed}");
        several += u32::from(found.len() > 1);
    }
    assert!(several > 30, "{several} with several plans");
}
