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

/// The fewest arcs cost least where all cost the same, so that searches by length prove it.
#[test]
fn costs_that_are_equal_are_known() {
    let proves = |algorithm: &str, text: &str| {
        let given = [("from", "a".to_owned()), ("to", "d".to_owned())];
        let instance = GRAPH.instances(Source::One(text), &given).unwrap().pop().unwrap();
        let request = SolveRequest { algorithm: Some(algorithm.into()), ..Default::default() };
        let mut running = instance.start(&request, &HeuristicCache::default()).unwrap();
        let limits = tremaux_core::Limits::default();
        let (now, slice) = (std::time::Instant::now(), std::time::Duration::from_secs(1));
        tremaux_domain::drive(&mut *running, &limits, now, slice, &mut |_| {});
        running.report().unwrap().optimal
    };
    for algorithm in ["breadth-first", "iterative-deepening", "bidirectional-breadth-first"] {
        assert_eq!(proves(algorithm, "a b 2; b d 2; a c 2; c b 2"), Some(true), "{algorithm}");
        assert_eq!(proves(algorithm, "a b 0; b d 0; a c 0; c b 0"), Some(true), "{algorithm}");
        assert_eq!(proves(algorithm, "a b 2; b d 2; a c 2; c b 1"), Some(false), "{algorithm}");
        // Sums of halves and tenths may be rounded: nothing is claimed of them.
        assert_eq!(proves(algorithm, "a b 0.1; b d 0.1; a c 0.1"), Some(false), "{algorithm}");
    }
}

#[test]
fn several_goals_are_names_with_commas_between() {
    let ends = |to: &str| {
        let given = [("to", to.to_owned())];
        let found = GRAPH.instances(Source::One("a b 4\na c,d 1\nc e 1\n"), &given);
        found.map(|instances| instances[0].text().rsplit(": ").next().unwrap().to_owned())
    };
    assert_eq!(ends("b").unwrap(), "from a to b");
    assert_eq!(ends("e, b").unwrap(), "from a to e or b");
    // A name may contain a comma.
    assert_eq!(ends("c,d").unwrap(), "from a to c,d");
    let error = ends("b,nowhere").unwrap_err();
    let place = error.place().map(|(_, error)| (error.offset, error.length));
    assert_eq!(place, Some((2, 7)));
    assert!(error.to_string().contains("5 nodes"), "{error}");
}
