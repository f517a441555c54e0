//! Compares all road algorithms with the Bellman-Ford algorithm, on random and real networks.

use std::path::PathBuf;
use std::sync::Arc;

use tremaux_core::{Algorithm, Limits, NoHeuristic};
use tremaux_maps::PreparedFileError;
use tremaux_maps::graph::{Graph, GraphBuilder, GraphQuery, dimacs};
use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, ContractionSettings, Dijkstra, HierarchySearch,
    LandmarkHeuristic, LandmarkSearch, LandmarkSelection, Landmarks, RoadSearch, TargetBuckets,
    TooLong, Weight, generate,
};
use tremaux_search::{BestFirst, Indexed, plan_cost};
use tremaux_testkit::{Walker, data};

/// The Bellman-Ford algorithm.
fn naive(graph: &Graph, from: u32) -> Vec<Option<u64>> {
    let mut distances = vec![None; graph.node_count()];
    distances[from as usize] = Some(0);
    loop {
        let mut changed = false;
        for tail in 0..graph.node_count() as u32 {
            let Some(distance) = distances[tail as usize] else { continue };
            for link in graph.outgoing(tail) {
                let through: u64 = distance + u64::from(link.cost);
                let known = &mut distances[link.node as usize];
                if known.is_none_or(|known| through < known) {
                    *known = Some(through);
                    changed = true;
                }
            }
        }
        if !changed {
            return distances;
        }
    }
}

/// Few nodes or many arcs, loops, parallel arcs, zero-cost arcs, several components.
fn random_graph(walker: &mut Walker, greatest: usize) -> Graph {
    let nodes = 1 + walker.below(40);
    let mut builder = GraphBuilder::new(nodes);
    for _ in 0..walker.below(4 * nodes) {
        let (tail, head) = (walker.below(nodes) as u32, walker.below(nodes) as u32);
        let cost = match walker.below(4) {
            0 => 0,
            1 => walker.below(3),
            _ => walker.below(greatest),
        };
        builder.add_arc(tail, head, cost as u32);
        if walker.below(4) == 0 {
            builder.add_arc(tail, head, (cost / 2 + walker.below(5)) as u32);
        }
        if walker.below(2) == 0 {
            builder.add_arc(head, tail, cost as u32);
        }
    }
    builder.build().expect("arcs between nodes")
}

/// Checks that a route has the right ends and cost.
fn check_route<W: Weight>(
    graph: &Graph,
    search: &mut dyn RoadSearch<W>,
    (from, to): (u32, u32),
    expected: Option<u64>,
) {
    let mut nodes = vec![77];
    let found = search.route(from, to, &mut nodes).map(W::to_u64);
    assert_eq!(found, expected, "{from} to {to}");
    match expected {
        None => assert!(nodes.is_empty()),
        Some(_) => {
            assert_eq!((nodes.first(), nodes.last()), (Some(&from), Some(&to)));
            assert_eq!(graph.path_cost(&nodes), expected, "{from} to {to} by {nodes:?}");
        }
    }
    assert_eq!(search.distance(from, to).map(W::to_u64), expected);
}

fn check_all<W: Weight>(graph: &Graph, seed: u64) -> Result<(), TooLong> {
    let count = graph.node_count() as u32;
    let far = Landmarks::choose(graph, 3, LandmarkSelection::Farthest, seed)?;
    let avoiding = Landmarks::<W>::choose(graph, 6, LandmarkSelection::Avoid, seed)?;
    let settings = ContractionSettings::default().witness_hops(1).witness_nodes(1).depth_weight(0);
    let built = ContractionHierarchy::<W>::build_within(graph, &settings, &Limits::default());
    let hierarchies = [ContractionHierarchy::<W>::build(graph)?, built.expect("no limits")];
    let mut dijkstra = Dijkstra::<W>::new(graph)?;
    let mut searches: Vec<Box<dyn RoadSearch<W> + '_>> = vec![
        Box::new(Dijkstra::<W>::new(graph)?),
        Box::new(BidirectionalDijkstra::<W, _>::new(graph)?),
        Box::new(LandmarkSearch::new(graph, &far)?),
        Box::new(LandmarkSearch::new(graph, &avoiding)?),
        Box::new(HierarchySearch::new(&hierarchies[0])),
        Box::new(HierarchySearch::new(&hierarchies[1])),
    ];
    let all: Vec<u32> = (0..count).collect();
    let expected: Vec<Vec<Option<u64>>> = all.iter().map(|&from| naive(graph, from)).collect();
    for &from in &all {
        for &to in &all {
            let distance = expected[from as usize][to as usize];
            for search in &mut searches {
                check_route(graph, &mut **search, (from, to), distance);
            }
            for landmarks in [&far, &avoiding] {
                let bound = landmarks.lower_bound(from, to);
                let distance = distance.map_or(W::INFINITY, W::from_u64);
                assert!(bound <= distance, "{from} to {to}: {bound:?} is no lower bound");
            }
        }
    }
    let plain = |row: Vec<Option<W>>| -> Vec<Option<u64>> {
        row.into_iter().map(|distance| distance.map(W::to_u64)).collect()
    };
    let mut search = HierarchySearch::new(&hierarchies[0]);
    let buckets = TargetBuckets::new(&mut search, &all);
    let rows = buckets.matrix(&mut search, &all);
    let matrix = dijkstra.matrix(&all, &all);
    for (from, (row, other)) in rows.into_iter().zip(matrix).enumerate() {
        assert_eq!(plain(row), expected[from], "buckets from {from}");
        assert_eq!(plain(other), expected[from], "matrix from {from}");
        let from = from as u32;
        assert_eq!(plain(search.distances_from(from)), expected[from as usize], "upwards, down");
        assert_eq!(plain(dijkstra.distances_from(from)), expected[from as usize]);
    }
    Ok(())
}

#[test]
fn random_networks() {
    let mut walker = Walker::new(3);
    for seed in 0..120 {
        let greatest = [5, 100, 100_000][seed as usize % 3];
        let graph = random_graph(&mut walker, greatest);
        check_all::<u32>(&graph, seed).expect("short paths");
        if seed % 4 == 0 {
            check_all::<u64>(&graph, seed).expect("64 bits");
        }
    }
}

#[test]
fn costs_near_the_limit_are_right_or_refused() {
    let mut walker = Walker::new(5);
    let mut refused = 0;
    for seed in 0..40 {
        let graph = random_graph(&mut walker, u32::MAX as usize);
        refused += u32::from(check_all::<u32>(&graph, seed).is_err());
        check_all::<u64>(&graph, seed).expect("64 bits are enough");
        // The general engine adds in 64 bits.
        let graph = Arc::new(graph);
        let (from, to) = (0, graph.node_count() as u32 - 1);
        let query = GraphQuery::new(Arc::clone(&graph), from, to);
        let algorithm = BestFirst::dijkstra().table(Indexed);
        let report = algorithm.solve(&query, NoHeuristic, &Limits::default(), &mut ());
        let cost = report.plan.map(|plan| plan.cost);
        assert_eq!(cost, naive(&graph, from)[to as usize]);
    }
    assert!(refused > 20, "only {refused} of 40 refused");
    let error = TooLong { bound: 9_000_000_000, most: 2_147_483_647 };
    assert!(error.to_string().contains("9000000000"));
}

#[test]
fn landmarks_guide_the_general_engine() {
    let graph = Arc::new(generate::road_like(3_000, 2));
    let landmarks =
        Landmarks::<u32>::choose(&graph, 8, LandmarkSelection::Avoid, 1).expect("short paths");
    let mut dijkstra = Dijkstra::<u64>::new(&graph).expect("64 bits");
    let mut walker = Walker::new(9);
    let (mut blind, mut guided) = (0, 0);
    for _ in 0..50 {
        let ends = [0; 2].map(|_| walker.below(graph.node_count()) as u32);
        let query = GraphQuery::new(Arc::clone(&graph), ends[0], ends[1]);
        let heuristic = LandmarkHeuristic(&landmarks);
        tremaux_testkit::check_heuristic(&query, &heuristic, 4, 50);
        let algorithm = BestFirst::a_star().table(Indexed);
        let report = algorithm.solve(&query, heuristic, &Limits::default(), &mut ());
        let expected = dijkstra.distance(ends[0], ends[1]);
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), expected);
        if let Some(plan) = &report.plan {
            assert_eq!(plan_cost(&query, &plan.actions), expected);
        }
        blind += dijkstra.settled();
        guided += report.statistics.expanded;
    }
    assert!(guided * 4 < blind, "{guided} against {blind}");
}

#[test]
fn nearest_of_several() {
    let graph = generate::road_like(2_000, 8);
    let mut dijkstra = Dijkstra::<u32>::new(&graph).expect("short paths");
    let distances = dijkstra.distances_from(5);
    let goals = [70, 900, 1500];
    let expected = goals.iter().filter_map(|&goal| Some((distances[goal as usize]?, goal))).min();
    assert_eq!(dijkstra.nearest(5, &goals), expected.map(|(distance, goal)| (goal, distance)));
    assert_eq!(dijkstra.nearest(5, &[]), None);
}

#[test]
fn threads_share_a_hierarchy() {
    let graph = generate::road_like(4_000, 6);
    let hierarchy = ContractionHierarchy::<u32>::build(&graph).expect("short paths");
    let answers = |seed: u64| -> Vec<Option<u32>> {
        let mut walker = Walker::new(seed);
        let mut search = HierarchySearch::new(&hierarchy);
        let mut node = || walker.below(graph.node_count()) as u32;
        (0..200).map(|_| search.distance(node(), node())).collect()
    };
    let expected = answers(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| answers(1))).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), expected);
        }
    });
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tremaux-roads-{}-{name}", std::process::id()))
}

fn check_file<W: Weight>(name: &str) {
    let graph = generate::road_like(1_500, 3);
    let hierarchy = ContractionHierarchy::<W>::build(&graph).expect("short paths");
    let path = scratch(name);
    hierarchy.save(&path).expect("a writable folder");
    let mapped = ContractionHierarchy::<W>::open(&path).expect("what was just written");
    assert!(mapped.belongs_to(&graph));
    assert!(!mapped.belongs_to(&generate::road_like(1_500, 4)));
    let (mut own, mut search) = (HierarchySearch::new(&hierarchy), HierarchySearch::new(&mapped));
    let mut walker = Walker::new(1);
    let (mut nodes, mut others) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        let [from, to] = [0; 2].map(|_| walker.below(graph.node_count()) as u32);
        let distance = own.route(from, to, &mut nodes);
        assert_eq!(search.route(from, to, &mut others), distance);
        assert_eq!(nodes, others);
    }
    drop(mapped);

    let bytes = std::fs::read(&path).expect("the file");
    let open = |bytes: &[u8]| {
        // Replace the file, as `save` does.
        let _ = std::fs::remove_file(&path);
        std::fs::write(&path, bytes).expect("a writable folder");
        ContractionHierarchy::<W>::open(&path).map(|_| ())
    };
    for _ in 0..200 {
        let mut broken = bytes.clone();
        let place = walker.below(bytes.len());
        broken[place] ^= 1 << walker.below(8);
        assert!(open(&broken).is_err(), "byte {place} was changed");
    }
    for length in [0, 5, 63, 64, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(open(&bytes[..length]).is_err(), "cut to {length} bytes");
    }
    assert!(matches!(open(&[b'#'; 5000]), Err(PreparedFileError::Foreign)));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(matches!(open(&newer), Err(PreparedFileError::Version(9))));
    assert!(open(&bytes).is_ok());
    let other = if size_of::<W>() == 4 {
        ContractionHierarchy::<u64>::open(&path).map(|_| ())
    } else {
        ContractionHierarchy::<u32>::open(&path).map(|_| ())
    };
    assert!(matches!(
        other,
        Err(PreparedFileError::WeightWidth(width)) if width as usize == size_of::<W>()
    ));
    std::fs::remove_file(&path).expect("the file");
    assert!(matches!(ContractionHierarchy::<W>::open(&path), Err(PreparedFileError::Io(_))));
}

#[test]
fn files_are_mapped_and_damage_is_noticed() {
    check_file::<u32>("narrow");
    check_file::<u64>("wide");
}

#[test]
fn an_empty_network() {
    let graph = GraphBuilder::<u32>::new(0).build().expect("nothing");
    let hierarchy = ContractionHierarchy::<u32>::build(&graph).expect("nothing");
    let path = scratch("empty");
    hierarchy.save(&path).expect("a writable folder");
    assert_eq!(ContractionHierarchy::<u32>::open(&path).expect("what was written").node_count(), 0);
    std::fs::remove_file(&path).expect("the file");
    assert!(
        Landmarks::<u32>::choose(&graph, 4, LandmarkSelection::Avoid, 1)
            .expect("nothing")
            .nodes()
            .is_empty()
    );
}

/// `queries` random ones on each real network, some of its arcs made to cost nothing.
fn check_real(queries: usize) {
    let Some(folder) = data("road") else { return };
    for name in ["andorra-time.gr", "liechtenstein-time.gr", "liechtenstein-dist.gr"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a readable file");
        let real: Graph = dimacs::parse(&text).expect("a network");
        let mut builder = GraphBuilder::new(real.node_count());
        for tail in 0..real.node_count() as u32 {
            for link in real.outgoing(tail) {
                let is_free = (tail + link.node) % 11 == 0;
                builder.add_arc(tail, link.node, if is_free { 0 } else { link.cost });
            }
        }
        let altered = builder.build().expect("the same arcs");
        for graph in [&real, &altered] {
            let hierarchy = ContractionHierarchy::<u32>::build(graph).expect("short paths");
            let landmarks = Landmarks::<u32>::choose(graph, 8, LandmarkSelection::Avoid, 1)
                .expect("short paths");
            let mut dijkstra = Dijkstra::<u64>::new(graph).expect("64 bits");
            let mut both = BidirectionalDijkstra::<u32, _>::new(graph).expect("short paths");
            let mut guided = LandmarkSearch::new(graph, &landmarks).expect("short paths");
            let mut search = HierarchySearch::new(&hierarchy);
            let mut walker = Walker::new(2026);
            let mut unreachable = 0;
            for query in 0..queries {
                let ends = [0; 2].map(|_| walker.below(graph.node_count()) as u32);
                let expected = dijkstra.distance(ends[0], ends[1]);
                unreachable += usize::from(expected.is_none());
                check_route(graph, &mut search, (ends[0], ends[1]), expected);
                if query % 4 == 0 {
                    check_route(graph, &mut both, (ends[0], ends[1]), expected);
                    check_route(graph, &mut guided, (ends[0], ends[1]), expected);
                }
            }
            println!("{name}: {queries} queries equal, {unreachable} without a path");
        }
    }
}

#[test]
fn real_networks() {
    check_real(100);
}

/// The documented run: `cargo test --release -p tremaux-maps roads -- --ignored`.
#[test]
#[ignore = "a minute; 10,000 queries on each network"]
fn real_networks_at_length() {
    check_real(10_000);
}

#[test]
fn hierarchies_are_prepared_within_limits() {
    use tremaux_core::{CancelToken, Limits, StopReason};
    use tremaux_maps::road::{ContractionSettings, PreparationError};
    let graph = generate::road_like(3_000, 7);
    let build = |limits: &Limits| {
        ContractionHierarchy::<u32>::build_within(&graph, &ContractionSettings::default(), limits)
    };
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = build(&Limits::default().with_cancel(cancel));
    assert_eq!(cancelled.err(), Some(PreparationError::Stopped(StopReason::Cancelled)));
    for nodes in [0, 1, 2_999, 4_000] {
        let stopped = build(&Limits::default().with_nodes(nodes));
        assert_eq!(stopped.err(), Some(PreparationError::Stopped(StopReason::NodeLimit)));
    }
    assert!(build(&Limits::default()).is_ok());
}

#[test]
fn a_limit_ends_a_query_and_the_next_is_right() {
    use tremaux_core::{CancelToken, StopReason};
    let graph = generate::road_like(2_000, 5);
    let landmarks =
        Landmarks::<u32>::choose(&graph, 4, LandmarkSelection::Farthest, 1).expect("small");
    let hierarchy = ContractionHierarchy::<u32>::build(&graph).expect("small");
    fn check(mut search: impl RoadSearch<u32>) -> Option<u32> {
        let mut nodes = Vec::new();
        let cancel = CancelToken::default();
        cancel.cancel();
        let limits = Limits::default().with_cancel(cancel);
        let stopped = search.route_within(3, 900, &mut nodes, &limits, &mut ());
        assert_eq!(stopped, Err(StopReason::Cancelled));
        let whole = search.route(3, 900, &mut nodes);
        let settled = search.settled();
        let route = std::mem::take(&mut nodes);
        for count in 0..settled.min(50) {
            let limits = Limits::default().with_nodes(count);
            let stopped = search.route_within(3, 900, &mut nodes, &limits, &mut ());
            assert_eq!((stopped, search.settled()), (Err(StopReason::NodeLimit), count));
            assert!(nodes.is_empty());
        }
        let limits = Limits::default().with_nodes(settled);
        assert_eq!(search.route_within(3, 900, &mut nodes, &limits, &mut ()), Ok(whole));
        assert_eq!(nodes, route);
        whole
    }
    let found = check(Dijkstra::new(&graph).expect("small"));
    assert!(found.is_some());
    assert_eq!(check(BidirectionalDijkstra::new(&graph).expect("small")), found);
    assert_eq!(check(LandmarkSearch::new(&graph, &landmarks).expect("small")), found);
    assert_eq!(check(HierarchySearch::new(&hierarchy)), found);
}
