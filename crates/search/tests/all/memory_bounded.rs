//! Memory-bounded A* under limits from almost nothing to ample.

use tremaux_core::{Algorithm, IndexedSpace, Limits, NoHeuristic, Progress, Search};
use tremaux_core::{StopReason, Termination};
use tremaux_search::{MemoryBounded, plan_cost};
use tremaux_testkit::{Edge, Estimates, Graph, Quality, distances_to_goals, random_graph};

/// An upper bound on expansions: a thousand times the number of states, which tables as small
/// as these estimate from only sixteen hashes.
fn most_expanded(nodes: usize) -> u64 {
    2000 * nodes as u64
}

#[test]
fn it_ends_with_the_optimum_or_a_true_bound_whatever_the_limit() {
    let (mut optimal, mut none, mut too_long, mut thrashing, mut descended) = (0, 0, 0, 0, 0);
    for seed in 0..2000 {
        // With a hundred nodes, a table of 4 KB fills up.
        let graph = random_graph(seed, if seed % 2 == 0 { 12 } else { 100 });
        let truth = distances_to_goals(&graph)[0];
        let most = most_expanded(graph.state_count());
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            for bytes in [0, 100, 400, 700, 1000, 3000, 6000, 6500, 7000, 8000, 16_000, 1 << 20] {
                let limits = Limits::default().with_memory(bytes).with_nodes(most);
                let mut search = MemoryBounded.start(&graph, &estimates);
                let progress = search.advance(&limits, &mut ());
                let report = search.report();
                let name = format!("{bytes} bytes, {quality:?}, graph {seed}");
                assert!(report.lower_bound <= truth, "{name}: {}", report.lower_bound);
                let peak = report.statistics.peak_bytes;
                // An empty search takes 48 bytes.
                assert!(peak <= bytes.max(48), "{name}: took {peak}");
                if let Some(plan) = &report.plan {
                    assert_eq!(plan_cost(&graph, &plan.actions), Some(plan.cost), "{name}");
                }
                descended += u32::from(report.statistics.iterations > 0 && bytes > 6000);
                let is_full = match progress {
                    Progress::Done(Termination::Stopped(StopReason::MemoryLimit)) => {
                        thrashing += 1;
                        true
                    }
                    Progress::Paused(StopReason::MemoryLimit) => {
                        too_long += 1;
                        true
                    }
                    Progress::Done(Termination::Stopped(reason)) | Progress::Paused(reason) => {
                        panic!("{name}: {reason:?} after {}", report.statistics.expanded)
                    }
                    Progress::Done(_) => false,
                };
                if is_full {
                    assert!(bytes < 1 << 20, "{name}: stopped for nothing");
                    let reason = Termination::Stopped(StopReason::MemoryLimit);
                    assert_eq!(report.termination, reason, "{name}");
                } else if quality != Quality::Inadmissible {
                    let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
                    assert_eq!((cost, report.lower_bound), (truth, truth), "{name}");
                    *if truth == u32::MAX { &mut none } else { &mut optimal } += 1;
                }
            }
        }
    }
    println!(
        "{optimal} optimal, {none} proved to have no plan, {too_long} with too long a path, \
         {thrashing} thrashing; {descended} in full tables"
    );
    assert!(optimal > 15_000 && none > 20_000 && descended > 5000);
    assert!((100..300).contains(&thrashing), "{thrashing} thrash");
}

/// A ladder in which the number of paths doubles at every rung. The goal is unreachable or at
/// the far end.
fn ladder(goal: u32) -> Graph {
    let edge = |from, to| Edge { from, to, cost: 1_u32 };
    let rungs = (0..24).flat_map(|rung| {
        let (here, next) = (2 * rung, 2 * rung + 2);
        [(here, next), (here, next + 1), (here + 1, next), (here + 1, next + 1), (next, here)]
    });
    let edges = rungs.map(|(from, to)| edge(from, to)).collect();
    Graph::new(51, edges, &[goal])
}

#[test]
fn where_paths_double_and_double_it_gives_up_with_what_it_has_proved() {
    // Too little for a table, but enough for a path.
    let bytes = 4000;
    for (goal, truth) in [(50, u32::MAX), (48, 24)] {
        let graph = ladder(goal);
        let limits = Limits::default().with_memory(bytes).with_nodes(most_expanded(51));
        let mut search = MemoryBounded.start(&graph, NoHeuristic);
        assert_eq!(
            search.advance(&limits, &mut ()),
            Progress::Done(Termination::Stopped(StopReason::MemoryLimit))
        );
        let report = search.report();
        assert!(report.plan.is_none() && report.lower_bound < truth);
        assert!(report.lower_bound > 8, "{}", report.lower_bound);
        assert!(report.statistics.peak_bytes <= bytes);
        // The search is over and stays over.
        let expanded = report.statistics.expanded;
        let _ = search.advance(&Limits::default(), &mut ());
        assert_eq!(search.report().statistics.expanded, expanded);
        // With enough memory for the states, the search does not thrash.
        let enough = MemoryBounded.solve(&graph, NoHeuristic, &Limits::default(), &mut ());
        assert_eq!(enough.lower_bound, truth);
    }
}
