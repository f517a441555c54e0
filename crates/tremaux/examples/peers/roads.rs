//! The task of `roads` by the crate `petgraph`, which prepares nothing: A* without estimates. Only
//! the data are from `tremaux`.

use std::thread;

use petgraph::algo::astar;
use petgraph::graph::{DiGraph, NodeIndex};
use tremaux::maps::road::generate::road_like;

/// The travel times of 400 queries, in hundredths of a second.
pub(crate) fn solve() -> Vec<Option<u32>> {
    let data = road_like(3_000, 7);
    let nodes = data.node_count() as u32;
    let arcs = (0..nodes).flat_map(|tail| data.outgoing(tail).iter().map(move |arc| (tail, arc)));
    let roads = DiGraph::<(), u32>::from_edges(arcs.map(|(tail, arc)| (tail, arc.node, arc.cost)));
    let queries: Vec<(u32, u32)> =
        (0..400).map(|query| (query * 7919 % nodes, query * 104_729 % nodes)).collect();
    thread::scope(|scope| {
        let threads: Vec<_> = queries
            .chunks(100)
            .map(|queries| {
                let roads = &roads;
                scope.spawn(move || {
                    let times = queries.iter().map(|&(from, to)| {
                        let (from, to) = (NodeIndex::from(from), NodeIndex::from(to));
                        let route = astar(roads, from, |at| at == to, |arc| *arc.weight(), |_| 0);
                        route.map(|(time, _)| time)
                    });
                    times.collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

pub(crate) fn main() {
    let times = solve();
    let total: u32 = times.iter().flatten().sum();
    println!("{} routes, {:.0} s each on average", times.len(), f64::from(total) / 40_000.0);
    assert!(times.len() == 400 && times[0] == Some(0));
}
