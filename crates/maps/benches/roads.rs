//! Roads and graphs against `fast_paths` and `petgraph`, in one process.
//!
//! `cargo bench -p tremaux-maps --bench roads`, with `-- small` to leave out the million nodes. On
//! Andorra and Liechtenstein where the data is there, else on drawn networks of their size. Every
//! cost is compared, every path added up. Times are means per query, the best of several rounds,
//! in processor time; only the ratios matter.

mod table;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use petgraph::graph::{DiGraph, NodeIndex};
use tremaux_core::{Algorithm, Heuristic, IndexedSpace, Limits, NoHeuristic, Search};
use tremaux_maps::graph::{ArcId, Euclidean, Graph, GraphQuery, dimacs};
use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, Dijkstra, HierarchySearch, LandmarkSearch,
    LandmarkSelection, Landmarks, RoadSearch, TargetBuckets, generate,
};
use tremaux_search::{
    AnyOrder, BestFirst, BestFirstSearch, Indexed, PackedHeap, SearchMemory, Strategy,
};
use tremaux_testkit::data_text;

use table::Table;

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

fn best_of<T>(rounds: usize, make: impl Fn() -> T) -> (T, f64) {
    let (mut made, mut best) = (None, f64::INFINITY);
    for _ in 0..rounds {
        let started = Clock::start();
        made = Some(make());
        best = best.min(started.seconds());
    }
    (made.expect("at least one round"), best)
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

fn hierarchies(graph: &Graph, queries: &[(u32, u32)], expected: &[Option<u32>], table: &mut Table) {
    let mut input = fast_paths::InputGraph::new();
    for tail in 0..graph.node_count() as u32 {
        for link in graph.outgoing(tail) {
            input.add_edge(tail as usize, link.node as usize, link.cost as usize);
        }
    }
    input.freeze();
    let (theirs, their_seconds) = best_of(3, || fast_paths::prepare(&input));
    let (hierarchy, seconds) =
        best_of(3, || ContractionHierarchy::<u32>::build(graph).expect("short paths"));
    let mut calculator = fast_paths::create_calculator(&theirs);
    for (&(from, to), &expected) in queries.iter().zip(expected) {
        let path = calculator.calc_path(&theirs, from as usize, to as usize);
        assert_eq!(path.as_ref().map(|path| path.get_weight() as u32), expected, "fast_paths");
    }
    let mut search = HierarchySearch::new(&hierarchy);
    // In alternation, so that a busy moment affects both.
    let (mut reference, mut micros) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        reference = reference.min(timed(queries, 2, |from, to| {
            black_box(calculator.calc_path(&theirs, from as usize, to as usize));
        }));
        micros = micros.min(ours(graph, queries, expected, &mut search));
    }
    table.set_ratio("contraction hierarchy: path, to fast_paths", reference / micros);
    table.set_ratio("  preparation, to fast_paths", their_seconds / seconds);
    table.set_time("  prepared in", seconds);
    let ends: Vec<u32> = queries.iter().take(300).map(|&(from, _)| from).collect();
    let buckets = TargetBuckets::new(&mut search, &ends);
    let matrix = buckets.matrix(&mut search, &ends);
    for (&from, row) in ends.iter().zip(&matrix).take(20) {
        for (&to, &cost) in ends.iter().zip(row) {
            assert_eq!(search.distance(from, to), cost);
        }
    }
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

fn plain(graph: &Arc<Graph>, queries: &[(u32, u32)], expected: &[Option<u32>], table: &mut Table) {
    let arcs = (0..graph.node_count() as u32)
        .flat_map(|tail| graph.outgoing(tail).iter().map(move |link| (tail, link.node, link.cost)));
    let theirs = DiGraph::<(), u32>::from_edges(arcs);
    let node = |node: u32| NodeIndex::new(node as usize);
    let reference = timed(queries, 3, |from, to| {
        let costs =
            petgraph::algo::dijkstra(&theirs, node(from), Some(node(to)), |edge| *edge.weight());
        black_box(costs.get(&node(to)));
    });
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

    let mut dijkstra = Dijkstra::<u32>::new(graph).expect("short paths");
    let micros = ours(graph, queries, expected, &mut dijkstra);
    table.set_ratio("Dijkstra: path, to petgraph::dijkstra (no path)", reference / micros);
    let mut both = BidirectionalDijkstra::<u32, _>::new(&**graph).expect("short paths");
    let micros = ours(graph, queries, expected, &mut both);
    table.set_ratio("Dijkstra from both ends, to the same", reference / micros);
    let strategy = BestFirst::dijkstra().ties(AnyOrder).open_list(PackedHeap).table(Indexed);
    let micros = engine(strategy, graph, queries, expected, &NoHeuristic);
    table.set_ratio("general engine: Dijkstra, to petgraph::astar (blind)", blind / micros);

    let landmarks = best_of(1, || {
        Landmarks::<u32>::choose(graph, 16, LandmarkSelection::Avoid, 1).expect("short paths")
    });
    let (landmarks, seconds) = landmarks;
    let mut guided = LandmarkSearch::new(&**graph, &landmarks).expect("short paths");
    let micros = ours(graph, queries, expected, &mut guided);
    table.set_ratio("A* with 16 landmarks, to petgraph::dijkstra", reference / micros);
    table.set_time("  prepared in (landmarks)", seconds);
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
    let strategy = BestFirst::a_star().ties(AnyOrder).open_list(PackedHeap).table(Indexed);
    let micros = engine(strategy, graph, queries, expected, &euclidean);
    let ratio = their_astar / micros;
    table.set_ratio("general engine: A*, straight line, to petgraph::astar", ratio);
}

fn distances(graph: &Graph, queries: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut dijkstra = Dijkstra::<u32>::new(graph).expect("short paths");
    queries.iter().map(|&(from, to)| dijkstra.distance(from, to)).collect()
}

fn million(table: &mut Table) {
    let graph = generate::road_like(1_000_000, 1);
    table.begin("drawn");
    table.set("nodes", graph.node_count().to_string());
    let (hierarchy, seconds) =
        best_of(1, || ContractionHierarchy::<u32>::build(&graph).expect("short paths"));
    let queries = queries(&graph, 1_000);
    let few = &queries[..20];
    let expected = distances(&graph, few);
    let mut dijkstra = Dijkstra::<u32>::new(&graph).expect("short paths");
    let reference = timed(few, 1, |from, to| {
        black_box(dijkstra.distance(from, to));
    });
    let mut search = HierarchySearch::new(&hierarchy);
    black_box(ours(&graph, few, &expected, &mut search));
    let mut nodes = Vec::new();
    let micros = timed(&queries, ROUNDS, |from, to| {
        black_box(search.route(from, to, &mut nodes));
    });
    table.set_time("  prepared in", seconds);
    table.set_ratio("contraction hierarchy: path, to our Dijkstra", reference / micros);
    let path = std::env::temp_dir().join(format!("tremaux-bench-{}", std::process::id()));
    hierarchy.save(&path).expect("a writable folder");
    let mapped = ContractionHierarchy::<u32>::open(&path).expect("what was written");
    let mut search = HierarchySearch::new(&mapped);
    assert_eq!(search.distance(few[0].0, few[0].1), expected[0]);
    let _ = std::fs::remove_file(&path);
}

fn main() {
    let is_small = std::env::args().any(|argument| argument == "small");
    let mut table = Table::default();
    for (name, graph) in networks() {
        table.begin(&name);
        table.set("nodes", graph.node_count().to_string());
        let graph = Arc::new(graph);
        let many = queries(&graph, 10_000);
        let expected = distances(&graph, &many);
        hierarchies(&graph, &many, &expected, &mut table);
        plain(&graph, &many[..200], &expected[..200], &mut table);
    }
    if !is_small {
        million(&mut table);
    }
    table.print("times as fast, paths included");
}
