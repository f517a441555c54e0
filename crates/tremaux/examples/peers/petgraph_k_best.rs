//! The task of `petgraph_k_best` by the crate `pathfinding`: `petgraph` has the costs of the k
//! best paths to a node, and not the paths.

use pathfinding::prelude::yen;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

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
    let lines = |&city: &NodeIndex| {
        trains.edges(city).map(|line| (line.target(), u64::from(*line.weight())))
    };
    let (from, to) = (NodeIndex::new(0), NodeIndex::new(2));
    let paths = yen(&from, lines, |&city| city == to, 5)
        .into_iter()
        .map(|(stops, minutes)| (stops.iter().map(|city| CITIES[city.index()]).collect(), minutes));
    paths.collect()
}

pub(crate) fn main() {
    let connections = solve();
    for (stops, minutes) in &connections {
        println!("{minutes} min: {}", stops.join(" - "));
    }
    assert_eq!(connections[0], (vec!["Basel", "Olten", "Bern", "Brig"], 117));
}
