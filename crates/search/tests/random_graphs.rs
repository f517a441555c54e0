//! Every algorithm under every option on random graphs, against Bellman-Ford.

mod algorithms;

use algorithms::{Entry, Truth, best_first, check_claims, check_sound, depth_first};
use tremaux_core::{
    Blind, Guarantees, Heuristic, Limits, SearchReport, StateSpace, StopReason, Termination,
};
use tremaux_search::{BestFirst, IdaStar};
use tremaux_testkit::{
    Estimates, Graph, Lines, Quality, distances_to_goals, random_graph,
};

const GRAPHS: u64 = 2000;

/// A random graph with a heuristic and the truth about both.
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

    fn solve(&self, entry: &Entry<Graph, Estimates<u32>>, limits: &Limits) -> SearchReport<u32, u32> {
        let mut search = (entry.start)(&self.graph, &self.estimates);
        let _ = search.advance_any(limits, &mut ());
        search.report_any()
    }
}

/// All kinds of heuristic take turns.
fn problems(most_nodes: usize) -> impl Iterator<Item = (u64, Problem)> {
    (0..GRAPHS).flat_map(move |seed| {
        Quality::ALL.map(|quality| (seed, Problem::random(seed, most_nodes, quality)))
    })
}

#[test]
fn best_first_searches_keep_their_claims() {
    let entries = best_first();
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
    let limits = Limits::default().with_nodes(20_000);
    let (mut ended, mut stopped) = (0, 0);
    for (seed, problem) in problems(12) {
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
    let entries: Vec<_> = best_first().into_iter().chain(depth_first()).collect();
    let mut cuts = 0;
    for (seed, problem) in problems(12).step_by(7) {
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
