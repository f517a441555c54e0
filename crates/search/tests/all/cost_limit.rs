//! A search with a cost limit stops as soon as its bound exceeds the limit, and not before.

use tremaux_core::{Algorithm, AnySearch, Limits, Progress, StopReason, Termination};
use tremaux_search::{
    AnytimeAStar, BestFirst, BranchAndBound, Fringe, IdaStar, KBest, MemoryBounded,
    NearOptimalBidirectional, RecursiveBestFirst,
};
use tremaux_testkit::{Estimates, Graph, Quality, distances_to_goals, random_graph};

type Searches<'a> = Vec<(&'static str, Box<dyn AnySearch<Graph<u32>> + 'a>)>;

macro_rules! searches {
    ($graph:expr, $h:expr; $($algorithm:expr;)*) => {
        vec![$((stringify!($algorithm), Box::new($algorithm.start($graph, $h)) as Box<_>)),*]
    };
}

#[test]
fn a_search_stops_when_every_plan_exceeds_the_cost_limit() {
    let mut stopped = 0;
    for seed in 0..500 {
        let graph: Graph<u32> = random_graph(seed, 12);
        let truth = distances_to_goals(&graph)[0];
        let estimates = Estimates::random(&graph, Quality::Consistent, seed);
        let h = &estimates;
        if truth == u32::MAX {
            continue;
        }
        for most in [truth.saturating_sub(2), truth.saturating_sub(1), truth, truth + 1] {
            let searches: Searches<'_> = searches! { &graph, h;
                BestFirst::a_star();
                BestFirst::dijkstra();
                IdaStar::new();
                RecursiveBestFirst::new();
                BranchAndBound::new();
                NearOptimalBidirectional::new();
                MemoryBounded;
                AnytimeAStar::new();
                Fringe;
                KBest::new(1);
            };
            for (name, mut search) in searches {
                let limits = Limits::default().with_cost(most.into());
                let name = format!("{name}, graph {seed}, at most {most} of {truth}");
                let progress = search.advance_any(&limits, &mut ());
                let report = search.report_any();
                if let Progress::Paused(reason) = progress {
                    assert_eq!(reason, StopReason::CostLimit, "{name}");
                    assert!(report.lower_bound > most && most < truth, "{name}: not proved");
                    assert_eq!(report.termination, Termination::Stopped(reason), "{name}");
                    assert_eq!(search.advance_any(&limits, &mut ()), progress, "{name}");
                    stopped += 1;
                }
                let _ = search.advance_any(&Limits::default(), &mut ());
                let report = search.report_any();
                assert_eq!(report.plan.map(|plan| plan.cost), Some(truth), "{name}");
            }
        }
    }
    assert!(stopped > 1000, "{stopped} stopped");
}
