//! Road searches allocate no memory once they have grown.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, Dijkstra, HierarchySearch, LandmarkSearch,
    LandmarkSelection, Landmarks, RoadSearch, TargetBuckets, generate,
};
use tremaux_testkit::Walker;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the allocations of each thread.
struct Counting;

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn counted(run: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

#[test]
fn queries_allocate_nothing_after_the_first_round() {
    let graph = generate::road_like(5_000, 5);
    let landmarks =
        Landmarks::<u32>::choose(&graph, 6, LandmarkSelection::Avoid, 1).expect("short paths");
    let hierarchy = ContractionHierarchy::<u32>::build(&graph).expect("short paths");
    let mut searches: [Box<dyn RoadSearch<u32> + '_>; 4] = [
        Box::new(Dijkstra::<u32>::new(&graph).expect("short paths")),
        Box::new(BidirectionalDijkstra::<u32, _>::new(&graph).expect("short paths")),
        Box::new(LandmarkSearch::new(&graph, &landmarks).expect("short paths")),
        Box::new(HierarchySearch::new(&hierarchy)),
    ];
    let mut walker = Walker::new(3);
    let queries: Vec<[u32; 2]> =
        (0..100).map(|_| [0; 2].map(|_| walker.below(graph.node_count()) as u32)).collect();
    let mut nodes = Vec::new();
    for (number, search) in searches.iter_mut().enumerate() {
        let mut round = || {
            for &[from, to] in &queries {
                let _ = search.route(from, to, &mut nodes);
            }
        };
        assert!(counted(&mut round) > 0, "the counter does not count");
        assert_eq!(counted(&mut round), 0, "search {number}");
    }
    let mut search = HierarchySearch::new(&hierarchy);
    let targets: Vec<u32> = queries.iter().map(|&[_, to]| to).collect();
    let buckets = TargetBuckets::new(&mut search, &targets);
    let mut row = Vec::new();
    let mut round = || {
        for &[from, _] in &queries {
            buckets.distances_from(&mut search, from, &mut row);
        }
    };
    round();
    assert_eq!(counted(round), 0, "one to many");
}
