//! What anytime A* reports while it runs.

use tremaux_core::{Algorithm, Event, Limits, Observer};
use tremaux_search::AnytimeAStar;
use tremaux_testkit::{Estimates, Graph, Quality, distances_to_goals, random_graph};

/// The gap as an observer sees it: costs only fall and bounds only rise.
#[derive(Default)]
struct Gap {
    costs: Vec<u32>,
    bounds: Vec<u32>,
}

impl Observer<Graph> for Gap {
    fn observe(&mut self, event: Event<'_, Graph>) {
        match event {
            Event::Solution(cost) => self.costs.push(cost),
            Event::LowerBound(bound) => self.bounds.push(bound),
            _ => {}
        }
    }
}

#[test]
fn the_gap_never_grows_and_is_closed_at_the_end() {
    let (mut better, mut raised) = (0, 0);
    for seed in 0..2000 {
        let graph = random_graph(seed, 60);
        let truth = distances_to_goals(&graph)[0];
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            for weight in [1000, 1500, 5000, 50_000] {
                let name = format!("weight {weight}, {quality:?}, graph {seed}");
                let mut gap = Gap::default();
                let algorithm = AnytimeAStar::from_weight(weight);
                let report = algorithm.solve(&graph, &estimates, &Limits::default(), &mut gap);
                let Gap { costs, bounds } = gap;
                assert!(costs.is_sorted_by(|before, after| before > after), "{name}: {costs:?}");
                assert!(bounds.is_sorted_by(|before, after| before < after), "{name}: {bounds:?}");
                let (cost, bound) = (costs.last(), bounds.last().copied().unwrap_or(0));
                assert_eq!(report.plan.map(|plan| plan.cost).as_ref(), cost, "{name}");
                if let Some(&cost) = cost {
                    assert_eq!((cost, bound), (truth, truth), "{name}: the gap is open");
                }
                better += costs.len().saturating_sub(1);
                raised += bounds.len().saturating_sub(1);
            }
        }
    }
    println!("{better} better plans, {raised} better bounds");
    assert!(better > 1000 && raised > 1000);
}
