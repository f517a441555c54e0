//! Roads and graphs against `fast_paths` and `petgraph`, in one process.
//!
//! `cargo bench -p tremaux-maps --bench roads`, with `-- small` to leave out the million nodes,
//! `-- plain` the hierarchies too. On Andorra and Liechtenstein where the data is there, else on
//! drawn networks of their size. Every cost is compared, every path added up. Times are means
//! per query, the best of several rounds; only the ratios matter.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use petgraph::graph::{DiGraph, NodeIndex};
use tremaux_core::{Algorithm, Heuristic, IndexedSpace, Limits, NoHeuristic, Search};
use tremaux_maps::graph::{ArcId, Euclidean, Graph, GraphQuery, dimacs};
use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, Dijkstra, HierarchySearch, LandmarkHeuristic,
    LandmarkSearch, LandmarkSelection, Landmarks, RoadSearch, TargetBuckets, generate,
};
use tremaux_search::{
    AnyOrder, BestFirst, BestFirstSearch, Indexed, PackedHeap, SearchMemory, Strategy,
};
use tremaux_testkit::data_text;

/// A query with 32-bit path costs, as `petgraph` uses here.
type Query = GraphQuery<u32, u32>;

const ROUNDS: usize = 5;

fn networks() -> Vec<(String, Graph)> {
    let mut networks = Vec::new();
    for (name, places) in [
        ("andorra-time", "andorra"),
        ("liechtenstein-time", "liechtenstein"),
        ("liechtenstein-dist", "liechtenstein"),
    ] {
        let read = |name: String| data_text(&format!("road/{name}"));
        let Some(text) = read(format!("{name}.gr")) else { continue };
        let mut graph: Graph = dimacs::parse(&text).expect("a network");
        if let Some(text) = read(format!("{places}.co")) {
            let points = dimacs::parse_coordinates(&text, graph.node_count()).expect("places");
            graph.set_points(points).expect("a place for each node");
        }
        networks.push((name.to_owned(), graph));
    }
    if networks.is_empty() {
        println!("no data: drawn networks instead");
        networks.push(("drawn, 20,000 nodes".to_owned(), generate::road_like(20_000, 1)));
        networks.push(("drawn, 30,000 nodes".to_owned(), generate::road_like(30_000, 2)));
    }
    networks
}

/// Pairs of nodes, the same for everyone.
fn queries(graph: &Graph, count: usize) -> Vec<(u32, u32)> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut node = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % graph.node_count() as u64) as u32
    };
    (0..count).map(|_| (node(), node())).collect()
}

/// Microseconds a query: the best of several rounds.
fn timed(queries: &[(u32, u32)], rounds: usize, mut each: impl FnMut(u32, u32)) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let started = Clock::start();
        for &(from, to) in queries {
            each(from, to);
        }
        best = best.min(started.seconds() * 1e6 / queries.len() as f64);
    }
    best
}

/// The processor time of this thread if the system reports it, so that other programs disturb
/// less; otherwise wall-clock time.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), Self::nanoseconds())
    }

    fn nanoseconds() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.1, Self::nanoseconds()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e9,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

fn once<T>(make: impl Fn() -> T) -> (T, f64) {
    let started = Instant::now();
    let made = make();
    (made, started.elapsed().as_secs_f64())
}

fn best_of<T>(rounds: usize, make: impl Fn() -> T) -> (T, f64) {
    let (mut made, mut best) = (None, f64::INFINITY);
    for _ in 0..rounds {
        let started = Clock::start();
        made = Some(make());
        best = best.min(started.seconds());
    }
    (made.expect("at least one round"), best)
}

fn line(name: &str, micros: f64, reference: f64) {
    println!("  {name:<46} {micros:>10.2} us  {:>7.2}x", reference / micros);
}

/// Checks costs and paths of one method, then times it.
fn ours(
    graph: &Graph,
    queries: &[(u32, u32)],
    expected: &[Option<u32>],
    search: &mut dyn RoadSearch<u32>,
) -> f64 {
    let mut nodes = Vec::new();
    for (&(from, to), &expected) in queries.iter().zip(expected) {
        assert_eq!(search.route(from, to, &mut nodes), expected, "{from} to {to}");
        if let Some(cost) = expected {
            assert_eq!((nodes[0], *nodes.last().expect("both ends")), (from, to));
            assert_eq!(graph.path_cost(&nodes), Some(u64::from(cost)));
        }
    }
    timed(queries, ROUNDS, |from, to| {
        black_box(search.route(from, to, &mut nodes));
    })
}

fn hierarchies(graph: &Graph, queries: &[(u32, u32)], expected: &[Option<u32>], rounds: usize) {
    let mut input = fast_paths::InputGraph::new();
    for tail in 0..graph.node_count() as u32 {
        for link in graph.outgoing(tail) {
            input.add_edge(tail as usize, link.node as usize, link.cost as usize);
        }
    }
    input.freeze();
    let (theirs, their_seconds) = best_of(rounds, || fast_paths::prepare(&input));
    let (hierarchy, seconds) =
        best_of(rounds, || ContractionHierarchy::<u32>::build(graph).expect("short paths"));
    println!(
        "  preparation: fast_paths {their_seconds:.3} s, ours {seconds:.3} s, {:.2}x; arcs and \
         shortcuts {} and {}; ours {:.1} MB",
        their_seconds / seconds,
        theirs.get_num_out_edges() + theirs.get_num_in_edges(),
        hierarchy.arc_count(),
        hierarchy.bytes() as f64 / 1e6,
    );

    let mut calculator = fast_paths::create_calculator(&theirs);
    let mut nodes = 0_u64;
    for (&(from, to), &expected) in queries.iter().zip(expected) {
        let path = calculator.calc_path(&theirs, from as usize, to as usize);
        assert_eq!(path.as_ref().map(|path| path.get_weight() as u32), expected, "fast_paths");
        nodes += path.map_or(0, |path| path.get_nodes().len() as u64);
    }
    let mut search = HierarchySearch::new(&hierarchy);
    let mut settled = 0;
    for &(from, to) in queries {
        black_box(search.distance(from, to));
        settled += search.settled();
    }
    let count = queries.len() as f64;
    println!(
        "  a path has {:.0} nodes in the mean, our query takes {:.0} from its queues",
        nodes as f64 / count,
        settled as f64 / count,
    );
    // In alternation, so that a busy moment affects both.
    let (mut reference, mut micros) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        reference = reference.min(timed(queries, 2, |from, to| {
            black_box(calculator.calc_path(&theirs, from as usize, to as usize));
        }));
        micros = micros.min(ours(graph, queries, expected, &mut search));
    }
    line("fast_paths, path unpacked", reference, reference);
    line("contraction hierarchy, path unpacked", micros, reference);
    let distance = timed(queries, ROUNDS, |from, to| {
        black_box(search.distance(from, to));
    });
    line("contraction hierarchy, distance only", distance, reference);

    let ends: Vec<u32> = queries.iter().take(300).map(|&(from, _)| from).collect();
    let (matrix, seconds) = once(|| {
        let mut search = HierarchySearch::new(&hierarchy);
        TargetBuckets::new(&mut search, &ends).matrix(&mut search, &ends)
    });
    for (&from, row) in ends.iter().zip(&matrix).take(20) {
        for (&to, &cost) in ends.iter().zip(row) {
            assert_eq!(search.distance(from, to), cost);
        }
    }
    let each = seconds * 1e6 / (ends.len() * ends.len()) as f64;
    println!("  a table of {0} x {0}: {1:.1} ms, {each:.3} us an entry", ends.len(), seconds * 1e3);
    let (all, seconds) = once(|| HierarchySearch::new(&hierarchy).distances_from(ends[0]));
    assert_eq!(all[ends[1] as usize], search.distance(ends[0], ends[1]));
    println!("  all distances from a node: {:.2} ms", seconds * 1e3);
}

/// The general engine on an `IndexedSpace`, with reused memory, paths included.
fn engine<B, H>(
    strategy: B,
    graph: &Arc<Graph>,
    queries: &[(u32, u32)],
    expected: &[Option<u32>],
    heuristic: &H,
) -> f64
where
    B: Strategy<Query> + Algorithm<Query>,
    H: Heuristic<Query>,
{
    let mut memory: SearchMemory<Query, B> = SearchMemory::default();
    let mut arcs: Vec<ArcId> = Vec::new();
    let mut run = |from, to, arcs: &mut Vec<ArcId>| {
        let query = GraphQuery::new(Arc::clone(graph), from, to).narrow();
        let kept = std::mem::take(&mut memory);
        let mut search = BestFirstSearch::new(strategy, &query, heuristic, kept);
        let _ = search.advance(&Limits::default(), &mut ());
        arcs.clear();
        let cost = search.copy_plan(arcs);
        memory = search.into_memory();
        assert!(query.state_count() == graph.node_count());
        cost
    };
    for (&(from, to), expected) in queries.iter().zip(expected) {
        let cost = run(from, to, &mut arcs);
        assert_eq!(cost, *expected, "{from} to {to}");
        let sum: u64 = arcs.iter().map(|&arc| u64::from(graph.cost(arc))).sum();
        assert_eq!(sum, u64::from(cost.unwrap_or(0)));
    }
    timed(queries, ROUNDS, |from, to| {
        black_box(run(from, to, &mut arcs));
    })
}

fn plain(graph: &Arc<Graph>, queries: &[(u32, u32)], expected: &[Option<u32>]) {
    let arcs = (0..graph.node_count() as u32)
        .flat_map(|tail| graph.outgoing(tail).iter().map(move |link| (tail, link.node, link.cost)));
    let theirs = DiGraph::<(), u32>::from_edges(arcs);
    let node = |node: u32| NodeIndex::new(node as usize);
    let reference = timed(queries, 3, |from, to| {
        let costs =
            petgraph::algo::dijkstra(&theirs, node(from), Some(node(to)), |edge| *edge.weight());
        black_box(costs.get(&node(to)));
    });
    line("petgraph::dijkstra, to one goal, no path", reference, reference);
    let mut results = Vec::new();
    let blind = timed(queries, 3, |from, to| {
        results.push(petgraph::algo::astar(
            &theirs,
            node(from),
            |reached| reached == node(to),
            |edge| *edge.weight(),
            |_| 0,
        ));
    });
    for (result, expected) in results.iter().zip(expected) {
        assert_eq!(result.as_ref().map(|(cost, _)| *cost), *expected, "petgraph");
    }
    line("petgraph::astar without estimates, path", blind, reference);

    let mut dijkstra = Dijkstra::<u32>::new(graph).expect("short paths");
    line("Dijkstra, path", ours(graph, queries, expected, &mut dijkstra), reference);
    let mut both = BidirectionalDijkstra::<u32, _>::new(&**graph).expect("short paths");
    line("bidirectional, path", ours(graph, queries, expected, &mut both), reference);
    let strategy = BestFirst::dijkstra().ties(AnyOrder).open_list(PackedHeap).table(Indexed);
    let micros = engine(strategy, graph, queries, expected, &NoHeuristic);
    line("general engine: Dijkstra, path", micros, reference);
    println!("    over petgraph::astar without estimates: {:.2}x", blind / micros);

    let landmarks = best_of(1, || {
        Landmarks::<u32>::choose(graph, 16, LandmarkSelection::Avoid, 1).expect("short paths")
    });
    let (landmarks, seconds) = landmarks;
    let mut guided = LandmarkSearch::new(&**graph, &landmarks).expect("short paths");
    line("A* with 16 landmarks, path", ours(graph, queries, expected, &mut guided), reference);
    println!("    prepared in {seconds:.2} s, {:.1} MB", landmarks.bytes() as f64 / 1e6);
    let strategy = BestFirst::a_star().ties(AnyOrder).open_list(PackedHeap).table(Indexed);
    let heuristic = LandmarkHeuristic(&landmarks);
    let micros = engine(strategy, graph, queries, expected, &heuristic);
    line("general engine: A* with 16 landmarks, path", micros, reference);

    let Ok(euclidean) = Euclidean::scaled(Arc::clone(graph)) else { return };
    let points = graph.points().expect("the heuristic has them");
    let mut results = Vec::new();
    let their_astar = timed(queries, 3, |from, to| {
        let goal = points[to as usize];
        results.push(petgraph::algo::astar(
            &theirs,
            node(from),
            |reached| reached == node(to),
            |edge| *edge.weight(),
            |at| (euclidean.factor() * points[at.index()].distance(goal)) as u32,
        ));
    });
    for (result, expected) in results.iter().zip(expected) {
        assert_eq!(result.as_ref().map(|(cost, _)| *cost), *expected, "petgraph");
    }
    line("petgraph::astar, straight line, path", their_astar, reference);
    let micros = engine(strategy, graph, queries, expected, &euclidean);
    line("general engine: A*, straight line, path", micros, reference);
    println!("    over petgraph::astar with the same estimates: {:.2}x", their_astar / micros);
}

fn distances(graph: &Graph, queries: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut dijkstra = Dijkstra::<u32>::new(graph).expect("short paths");
    queries.iter().map(|&(from, to)| dijkstra.distance(from, to)).collect()
}

/// The peak memory of this process in megabytes, if the system reports it.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn million() {
    let graph = generate::road_like(1_000_000, 1);
    println!("\ndrawn: {} nodes, {} arcs", graph.node_count(), graph.arc_count());
    println!("  graph {:.0} MB; peak so far {:?} MB", graph.bytes() as f64 / 1e6, peak_megabytes());
    let (hierarchy, seconds) =
        best_of(1, || ContractionHierarchy::<u32>::build(&graph).expect("short paths"));
    println!(
        "  prepared in {seconds:.1} s: {} arcs and shortcuts, {:.0} MB; peak {:?} MB",
        hierarchy.arc_count(),
        hierarchy.bytes() as f64 / 1e6,
        peak_megabytes(),
    );
    let queries = queries(&graph, 1_000);
    let few = &queries[..20];
    let expected = distances(&graph, few);
    let mut dijkstra = Dijkstra::<u32>::new(&graph).expect("short paths");
    let reference = timed(few, 1, |from, to| {
        black_box(dijkstra.distance(from, to));
    });
    line("Dijkstra", reference, reference);
    let mut search = HierarchySearch::new(&hierarchy);
    let checked = ours(&graph, few, &expected, &mut search);
    black_box(checked);
    let mut nodes = Vec::new();
    let (mut settled, mut length) = (0, 0);
    for &(from, to) in &queries {
        search.route(from, to, &mut nodes);
        settled += search.settled();
        length += nodes.len() as u64;
    }
    let micros = timed(&queries, ROUNDS, |from, to| {
        black_box(search.route(from, to, &mut nodes));
    });
    line("contraction hierarchy, path unpacked", micros, reference);
    let micros = timed(&queries, ROUNDS, |from, to| {
        black_box(search.distance(from, to));
    });
    line("contraction hierarchy, distance only", micros, reference);
    println!("  {} from the queues a query, {} nodes a path", settled / 1_000, length / 1_000);
    let path = std::env::temp_dir().join(format!("tremaux-bench-{}", std::process::id()));
    let ((), seconds) = once(|| hierarchy.save(&path).expect("a writable folder"));
    let (mapped, opened) =
        once(|| ContractionHierarchy::<u32>::open(&path).expect("what was written"));
    println!("  saved in {seconds:.2} s, opened and checked in {opened:.2} s");
    let mut search = HierarchySearch::new(&mapped);
    assert_eq!(search.distance(few[0].0, few[0].1), expected[0]);
    let _ = std::fs::remove_file(&path);
}

fn main() {
    let is_plain = std::env::args().any(|argument| argument == "plain");
    let is_small = is_plain || std::env::args().any(|argument| argument == "small");
    for (name, graph) in networks() {
        println!("\n{name}: {} nodes, {} arcs", graph.node_count(), graph.arc_count());
        let graph = Arc::new(graph);
        let many = queries(&graph, 10_000);
        let expected = distances(&graph, &many);
        if !is_plain {
            hierarchies(&graph, &many, &expected, 3);
        }
        plain(&graph, &many[..200], &expected[..200]);
    }
    if !is_small {
        million();
    }
}
