//! A* on 15-puzzles and 8-puzzles, compared with the crate `pathfinding` on the same packed
//! states and heuristic, and with a loop written only for this algorithm and data layout. The
//! costs must agree. Prints the best of several rounds, the ratios, and the bytes per state.

mod special;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tremaux_core::{Algorithm, Heuristic, Limits, Search, StateSpace};
use tremaux_search::{BestFirst, Buckets, Heap, HighG, LowH};
use tremaux_tiles::{Arrangement, Board64, Instance, Manhattan, Random, Size, SlidingPuzzle, korf};

/// An allocator that counts the bytes in use and their maximum.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: passes everything on to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The copy made by growing is not counted, which favours vectors that grow by doubling.
        let now = IN_USE.fetch_add(size, Ordering::Relaxed) + size - layout.size();
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn by_pathfinding(space: &SlidingPuzzle<Board64>, heuristic: &Manhattan) -> (u32, usize) {
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

fn ours(
    algorithm: &impl Algorithm<SlidingPuzzle<Board64>>,
    space: &SlidingPuzzle<Board64>,
    heuristic: &Manhattan,
) -> (u32, usize) {
    let mut search = algorithm.start(space, heuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let report = search.report();
    assert!(report.is_proven_optimal());
    (report.plan.expect("solvable").cost, report.statistics.peak_stored)
}

type Contestant<'a> = (&'static str, Box<dyn Fn(&SlidingPuzzle<Board64>) -> (u32, usize) + 'a>);

fn compare(title: &str, puzzles: &[SlidingPuzzle<Board64>], rounds: usize) {
    let heuristic = Manhattan::to_goal(puzzles[0].goal());
    let h = &heuristic;
    let heap = BestFirst::a_star().ties(HighG).open_list(Heap);
    let buckets = BestFirst::a_star().ties(LowH).open_list(Buckets);
    let size = puzzles[0].size();
    let special =
        RefCell::new(special::Special::new(size.width(), size.height(), puzzles[0].goal().tiles()));
    let contestants: [Contestant<'_>; 4] = [
        ("pathfinding", Box::new(|space| by_pathfinding(space, h))),
        ("ours, heap, high g first", Box::new(|space| ours(&heap, space, h))),
        ("ours, buckets", Box::new(|space| ours(&buckets, space, h))),
        (
            "specialised loop",
            Box::new(|space| {
                let start = Arrangement::of_board(space.size(), &space.initial_state());
                (special.borrow_mut().solve(start.tiles()).0, 0)
            }),
        ),
    ];
    // The algorithm and the data layout are the same, so the same states are expanded.
    for space in puzzles {
        let report = buckets.solve(space, h, &Limits::default(), &mut ());
        let start = Arrangement::of_board(space.size(), &space.initial_state());
        let (_, expanded) = special.borrow_mut().solve(start.tiles());
        assert_eq!(report.statistics.expanded, expanded, "the loop expands different states");
    }
    let mut best = [Duration::MAX; 4];
    let mut bytes = [0; 4];
    let mut states = [0; 4];
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
    println!("{title}: {} puzzles, {} moves in total", puzzles.len(), costs["cost"]);
    for (at, (name, _)) in contestants.iter().enumerate() {
        println!(
            "  {name:<26} {:>9.2?}  {:>5.2} times pathfinding's speed  {:>6.1} MB at most, {:.2} of its",
            best[at],
            best[0].as_secs_f64() / best[at].as_secs_f64(),
            bytes[at] as f64 / 1e6,
            bytes[at] as f64 / bytes[0] as f64,
        );
    }
    println!("  buckets: {:.2} of the loop's speed", best[3].as_secs_f64() / best[2].as_secs_f64());
    println!("  the largest search stored {} states", states[2]);
}

fn main() {
    let size = Size::new(3, 3).expect("a size");
    let goal = Arrangement::blank_first(size);
    let mut random = Random::new(1);
    let puzzle = |instance: Instance| SlidingPuzzle::new(&instance).expect("sixteen cells");
    let small: Vec<SlidingPuzzle<Board64>> = (0..60)
        .map(|_| Instance::new(goal.random(&mut random), goal.clone()).expect("one size"))
        .map(puzzle)
        .collect();
    compare("8-puzzle", &small, 9);
    // The instances of Korf's that A* with Manhattan distance solves fastest (Korf 1985).
    let large: Vec<SlidingPuzzle<Board64>> = [12, 42, 55, 79, 97]
        .iter()
        .map(|&number| korf::fifteen_puzzle(number).expect("one of the hundred"))
        .map(puzzle)
        .collect();
    compare("15-puzzle", &large, 5);
}
