//! Memory-bounded A* under every limit from next to nothing to plenty.

use tremaux_core::{Algorithm, Limits, Progress, Search, StopReason, Termination};
use tremaux_search::{MemoryBounded, plan_cost};
use tremaux_testkit::{Estimates, Quality, distances_to_goals, random_graph};

#[test]
fn it_ends_with_the_optimum_or_a_true_bound_whatever_the_limit() {
    let (mut full, mut optimal, mut descended) = (0, 0, 0);
    let (mut stopped, mut unfinished) = (0, 0);
    for seed in 0..600 {
        // With a hundred nodes a table of 4 KB fills up.
        let graph = random_graph(seed, if seed % 2 == 0 { 12 } else { 100 });
        let truth = distances_to_goals(&graph)[0];
        // Below a full table the search goes down every path, as IDA* does, and not once to
        // every state: that can take very long, and where there is no plan but a cycle it
        // ends only when costs run out.
        let most = if truth == u32::MAX { 3000 } else { 1_000_000 };
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
                // Empty, it takes 48 bytes.
                assert!(peak <= bytes.max(48), "{name}: took {peak}");
                if let Some(plan) = &report.plan {
                    assert_eq!(plan_cost(&graph, &plan.actions), Some(plan.cost), "{name}");
                }
                descended += u32::from(report.statistics.iterations > 0 && bytes > 6000);
                match progress {
                    Progress::Done(Termination::Stopped(reason)) => panic!("{name}: {reason:?}"),
                    Progress::Done(_) if quality == Quality::Inadmissible => {}
                    Progress::Done(_) => {
                        let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
                        assert_eq!((cost, report.lower_bound), (truth, truth), "{name}");
                        optimal += 1;
                    }
                    Progress::Paused(StopReason::MemoryLimit) => full += 1,
                    Progress::Paused(reason) => {
                        assert_eq!(reason, StopReason::NodeLimit, "{name}");
                        assert!(bytes < 1 << 20, "{name}: stopped for nothing");
                        unfinished += u32::from(truth < u32::MAX);
                        stopped += 1;
                    }
                }
            }
        }
    }
    println!(
        "{optimal} optimal, {full} full, {stopped} stopped, {unfinished} of them with a plan, \
         {descended} in full tables"
    );
    assert!(optimal > 15_000 && full > 1000 && descended > 300);
    assert!(stopped < 120, "{stopped} stopped");
    // Four of more than 16,000 do.
    assert!(unfinished < 10, "{unfinished} that have a plan stopped");
}
