//! The best connections in a graph of `petgraph`: the five quickest by train that pass no city
//! twice.
//!
//! Run it with `cargo run --example petgraph_k_best -p tremaux`.

use petgraph::graph::UnGraph;
use tremaux::maps::graph::{GraphQuery, from_petgraph};
use tremaux::search::KBest;
use tremaux::{Algorithm, Limits, NoHeuristic, Search};

const CITIES: [&str; 6] = ["Basel", "Bern", "Brig", "Luzern", "Olten", "Zürich"];

/// Pairs of cities, and minutes.
const LINES: [(u32, u32, u32); 9] = [
    (0, 4, 26),
    (0, 5, 53),
    (1, 2, 64),
    (1, 3, 62),
    (1, 4, 27),
    (1, 5, 56),
    (3, 4, 36),
    (3, 5, 45),
    (4, 5, 31),
];

/// The five quickest connections from Basel to Brig, with their minutes.
pub(crate) fn solve() -> Vec<(Vec<&'static str>, u64)> {
    let trains = UnGraph::<(), u32>::from_edges(LINES);
    let graph = from_petgraph(&trains, |line| *line.weight()).expect("a small graph");
    let query = GraphQuery::new(graph.into(), 0, 2);
    let mut search = KBest::new(5).loopless().start(&query, NoHeuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let plans = search.solutions().into_iter().map(|plan| {
        let stops = plan.actions.iter().map(|line| line.tail()).chain([2]);
        (stops.map(|city| CITIES[city as usize]).collect(), plan.cost)
    });
    plans.collect()
}

pub(crate) fn main() {
    let connections = solve();
    for (stops, minutes) in &connections {
        println!("{minutes} min: {}", stops.join(" - "));
    }
    assert_eq!(connections[0], (vec!["Basel", "Olten", "Bern", "Brig"], 117));
}
