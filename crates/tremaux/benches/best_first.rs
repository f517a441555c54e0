//! A* on 15-puzzles and 8-puzzles against the crate `pathfinding`, both with the same packed
//! states and the same heuristic, and against a loop written for this one algorithm and
//! data layout. Costs must agree; prints the best of several rounds, ratios, and bytes a state.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tremaux_core::{Algorithm, Heuristic, Limits, Search, StateSpace};
use tremaux_puzzles::tiles::{Board, Manhattan, SlidingPuzzle};
use tremaux_search::{BestFirst, Buckets, LowH};

/// Counts bytes in use and the most there were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: passes everything on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Counted without the copy, in favour of those that grow by doubling.
        let now = IN_USE.fetch_add(size, Ordering::Relaxed) + size - layout.size();
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn by_pathfinding<const SIDE: usize>(
    space: &SlidingPuzzle<SIDE>,
    heuristic: &Manhattan<SIDE>,
) -> (u32, usize) {
    let start = space.pack(&space.initial_state());
    let mut actions = Vec::with_capacity(4);
    let (_, cost) = pathfinding::prelude::astar(
        &start,
        |packed| {
            let board = space.unpack(packed);
            actions.clear();
            space.actions(&board, &mut actions);
            let mut successors = [None; 4];
            for (slot, &action) in successors.iter_mut().zip(&actions) {
                let mut child = board;
                space.apply(&mut child, action);
                *slot = Some((space.pack(&child), 1_u32));
            }
            successors.into_iter().flatten()
        },
        |packed| heuristic.estimate(space, &space.unpack(packed)),
        |packed| space.is_goal(&space.unpack(packed)),
    )
    .expect("solvable");
    (cost, 0)
}

fn ours<const SIDE: usize>(
    algorithm: &impl Algorithm<SlidingPuzzle<SIDE>>,
    space: &SlidingPuzzle<SIDE>,
    heuristic: &Manhattan<SIDE>,
) -> (u32, usize) {
    let mut search = algorithm.start(space, heuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let report = search.report();
    assert!(report.is_proven_optimal());
    if std::env::var("V").is_ok() {
        eprintln!("{:?}", report.statistics);
    }
    (report.plan.expect("solvable").cost, report.statistics.peak_stored)
}

type Contestant<'a, const SIDE: usize> =
    (&'static str, Box<dyn Fn(&SlidingPuzzle<SIDE>) -> (u32, usize) + 'a>);

fn compare<const SIDE: usize>(title: &str, puzzles: &[SlidingPuzzle<SIDE>], rounds: usize) {
    let heuristic = Manhattan::to_goal(&puzzles[0]);
    let h = &heuristic;
    let heap = BestFirst::astar();
    let buckets = BestFirst::astar().ties(LowH).open_list(Buckets);
    let contestants: [Contestant<'_, SIDE>; 3] = [
        ("pathfinding", Box::new(|space| by_pathfinding(space, h))),
        ("ours, heap, high g first", Box::new(|space| ours(&heap, space, h))),
        ("ours, buckets", Box::new(|space| ours(&buckets, space, h))),
    ];
    let mut best = [Duration::MAX; 3];
    let mut bytes = [0; 3];
    let mut states = [0; 3];
    let mut costs = HashMap::new();
    for _ in 0..rounds {
        for (at, (name, solve)) in contestants.iter().enumerate() {
            let before = IN_USE.load(Ordering::Relaxed);
            MOST.store(before, Ordering::Relaxed);
            let started = Instant::now();
            let results: Vec<(u32, usize)> =
                puzzles.iter().map(|space| solve(black_box(space))).collect();
            best[at] = best[at].min(started.elapsed());
            bytes[at] = MOST.load(Ordering::Relaxed) - before;
            states[at] = results.iter().map(|result| result.1).max().unwrap_or(0);
            let total: u32 = results.iter().map(|result| result.0).sum();
            assert_eq!(*costs.entry("cost").or_insert(total), total, "{name} disagrees");
        }
    }
    println!("{title}: {} puzzles, {} moves in all", puzzles.len(), costs["cost"]);
    for (at, (name, _)) in contestants.iter().enumerate() {
        println!(
            "  {name:<26} {:>9.2?}  {:>5.2} times pathfinding's speed  {:>6.1} MB at most, {:.2} of its",
            best[at],
            best[0].as_secs_f64() / best[at].as_secs_f64(),
            bytes[at] as f64 / 1e6,
            bytes[at] as f64 / bytes[0] as f64,
        );
    }
    println!("  the largest search stored {} states", states[2]);
}

fn main() {
    let solved: Vec<u8> = (0..9).collect();
    let solved = Board::from_tiles::<3>(&solved).expect("a board");
    let mut small = Vec::new();
    for seed in 0..60 {
        let start = SlidingPuzzle::<3>::with_goal(solved, solved);
        let mut last = solved;
        tremaux_testkit::walk(&start, seed, 2000 + seed as usize % 2, |_, _, child| last = *child);
        small.push(SlidingPuzzle::<3>::with_goal(last, solved));
    }
    if std::env::var("V").is_err() {
        compare("8-puzzle", &small, 9);
    }

    let goal: Vec<u8> = (0..16).collect();
    let goal = Board::from_tiles::<4>(&goal).expect("a board");
    // Korf's numbers 12, 42, 55, 79, 97 (Korf 1985).
    let large: Vec<SlidingPuzzle<4>> = [
        [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15],
        [4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10],
        [13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11],
        [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
        [9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3],
    ]
    .iter()
    .map(|tiles| SlidingPuzzle::with_goal(Board::from_tiles::<4>(tiles).expect("a board"), goal))
    .collect();
    compare("15-puzzle", &large, 5);
}
