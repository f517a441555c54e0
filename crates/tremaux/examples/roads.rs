//! Roads on four threads: a contraction hierarchy is prepared once and shared; each thread has
//! its own search.
//!
//! Run it with `cargo run --example roads -p tremaux`.

use std::thread;

use tremaux::maps::road::generate::road_like;
use tremaux::maps::road::{ContractionHierarchy, HierarchySearch, RoadSearch};

/// The travel times of 400 queries, in hundredths of a second.
pub(crate) fn solve() -> Vec<Option<u32>> {
    let roads = road_like(3_000, 7);
    let hierarchy = ContractionHierarchy::<u32>::build(&roads).expect("travel times that fit");
    let nodes = roads.node_count() as u32;
    let queries: Vec<(u32, u32)> =
        (0..400).map(|query| (query * 7919 % nodes, query * 104_729 % nodes)).collect();
    thread::scope(|scope| {
        let threads: Vec<_> = queries
            .chunks(100)
            .map(|queries| {
                let (mut search, mut route) = (HierarchySearch::new(&hierarchy), Vec::new());
                scope.spawn(move || {
                    let times =
                        queries.iter().map(|&(from, to)| search.route(from, to, &mut route));
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
