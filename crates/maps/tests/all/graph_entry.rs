//! The entry of graph.

use tremaux_domain::{HeuristicCache, SolveRequest, Source};
use tremaux_maps::catalog::GRAPH;

#[test]
fn the_nearest_goal_is_found() {
    let given = [("to", "b,d".to_owned())];
    let mut instances = GRAPH.instances(Source::One("a b 9; a c 1; c d 2"), &given).unwrap();
    let instance = instances.pop().unwrap();
    assert!(instance.text().ends_with("from a to b or d"), "{}", instance.text());
    let limits = tremaux_core::Limits::default();
    // One minimizes the cost, the other the number of arcs, and also searches from the
    // goals.
    for (algorithm, cost) in [("dijkstra", 3.0), ("bidirectional-breadth-first", 9.0)] {
        let request = SolveRequest { algorithm: Some(algorithm.into()), ..Default::default() };
        let mut running = instance.start(&request, &HeuristicCache::default()).unwrap();
        let slice = std::time::Duration::from_secs(1);
        tremaux_domain::drive(
            &mut *running,
            &limits,
            std::time::Instant::now(),
            slice,
            &mut |_| {},
        );
        assert_eq!(running.report().unwrap().cost.map(|cost| cost.as_f64()), Some(cost));
    }
}
