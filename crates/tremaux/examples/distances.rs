//! Distances on a large graph: from one node to all of a hundred thousand, by Dijkstra's
//! algorithm without a goal.
//!
//! Run it with `cargo run --example distances -p tremaux`.

const NODES: u32 = 100_000;

/// The nodes reached from node 0, and the distance of the last one.
pub(crate) fn solve() -> (usize, Option<u32>) {
    // A ring of edges of cost 1, with chords over a hundred nodes of cost 10.
    let edges = |&node: &u32| [((node + 1) % NODES, 1_u32), ((node + 100) % NODES, 10)];
    let distances = tremaux::dijkstra_all([0], edges);
    (distances.len(), distances.cost(&(NODES - 1)))
}

pub(crate) fn main() {
    let (reached, last) = solve();
    println!("{reached} nodes reached, the last at distance {last:?}");
    // 999 chords, and 99 edges of the ring.
    assert_eq!((reached, last), (NODES as usize, Some(999 * 10 + 99)));
}
