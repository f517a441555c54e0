//! A* on 15-puzzles and 8-puzzles, compared with the crate `pathfinding` on the same packed
//! states and heuristic, and with a loop written only for this algorithm and data layout. The
//! costs must agree. Prints ratios of the best of several rounds, in processor time, and of memory.
//!
//! The 15-puzzles are ten of those of Korf's hundred (Korf 1985) that the memory of a small machine
//! holds, drawn by a fixed seed.

mod drawn;
mod special;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tremaux_core::{Algorithm, Heuristic, Limits, Search, StateSpace};
use tremaux_search::{BestFirst, Buckets, LowH};
use tremaux_tiles::{Arrangement, Board64, Instance, Manhattan, Random, Size, SlidingPuzzle, korf};

/// A* with Manhattan distance expands at most so many states
const MOST_EXPANDED: u64 = 5_000_000;
/// on these of Korf's hundred.
#[rustfmt::skip]
const WITHIN: [usize; 59] = [
    2, 5, 6, 8, 9, 11, 12, 13, 16, 18, 19, 20, 23, 24, 28, 29, 30, 31, 34, 35, 36, 38, 39, 42, 44,
    45, 46, 47, 48, 50, 51, 55, 57, 58, 61, 62, 65, 69, 71, 73, 74, 75, 77, 78, 79, 80, 81, 83, 85,
    86, 87, 89, 90, 93, 94, 95, 96, 97, 100,
];

/// The processor time of this thread so far.
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

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

fn by_pathfinding(space: &SlidingPuzzle<Board64>, heuristic: &Manhattan) -> u32 {
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
    cost
}

fn ours(
    algorithm: &impl Algorithm<SlidingPuzzle<Board64>>,
    space: &SlidingPuzzle<Board64>,
    heuristic: &Manhattan,
) -> u32 {
    let mut search = algorithm.start(space, heuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let report = search.report();
    assert!(report.is_proven_optimal());
    report.plan.expect("solvable").cost
}

type Contestant<'a> = (&'static str, Box<dyn Fn(&SlidingPuzzle<Board64>) -> u32 + 'a>);

fn compare(title: &str, puzzles: &[SlidingPuzzle<Board64>], rounds: usize) {
    let heuristic = Manhattan::to_goal(puzzles[0].goal());
    let h = &heuristic;
    let default = BestFirst::a_star();
    let buckets = BestFirst::a_star().ties(LowH).open_list(Buckets);
    let size = puzzles[0].size();
    let special =
        RefCell::new(special::Special::new(size.width(), size.height(), puzzles[0].goal().tiles()));
    let contestants: [Contestant<'_>; 4] = [
        ("pathfinding", Box::new(|space| by_pathfinding(space, h))),
        ("ours, default", Box::new(|space| ours(&default, space, h))),
        ("ours, low h first", Box::new(|space| ours(&buckets, space, h))),
        (
            "specialised loop",
            Box::new(|space| {
                let start = Arrangement::of_board(space.size(), &space.initial_state());
                special.borrow_mut().solve(start.tiles()).0
            }),
        ),
    ];
    // The algorithm and the data layout are the same, so the same states are expanded.
    for space in puzzles {
        let report = buckets.solve(space, h, &Limits::default(), &mut ());
        let start = Arrangement::of_board(space.size(), &space.initial_state());
        let (_, expanded) = special.borrow_mut().solve(start.tiles());
        assert_eq!(report.statistics.expanded, expanded, "the loop expands different states");
        assert!(expanded <= MOST_EXPANDED, "not one of the instances to draw from");
    }
    let mut best = [Duration::MAX; 4];
    let mut bytes = [0; 4];
    let mut costs = HashMap::new();
    for _ in 0..rounds {
        for (at, (name, solve)) in contestants.iter().enumerate() {
            let before = IN_USE.load(Ordering::Relaxed);
            MOST.store(before, Ordering::Relaxed);
            let started = clock();
            let results: Vec<u32> = puzzles.iter().map(|space| solve(black_box(space))).collect();
            best[at] = best[at].min(clock() - started);
            bytes[at] = MOST.load(Ordering::Relaxed) - before;
            let total: u32 = results.iter().sum();
            assert_eq!(*costs.entry("cost").or_insert(total), total, "{name} disagrees");
        }
    }
    println!("{title}: {} moves in total; times as fast as", costs["cost"]);
    println!("{:20} {:>11} {:>5} {:>10} {:>8}", "", "pathfinding", "loop", "time", "memory");
    for (at, (name, _)) in contestants.iter().enumerate() {
        let of = |peer: usize| best[peer].as_secs_f64() / best[at].as_secs_f64();
        let memory = bytes[at] as f64 / bytes[0] as f64;
        println!(
            "{name:<20} {:11.2} {:5.2} {:8.3} s {memory:8.2}",
            of(0),
            of(3),
            best[at].as_secs_f64()
        );
    }
    println!("memory is relative to that of pathfinding, {:.1} MB\n", bytes[0] as f64 / 1e6);
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
    compare("60 random 8-puzzles", &small, 9);
    let numbers = drawn::ten(&WITHIN);
    let large: Vec<SlidingPuzzle<Board64>> = numbers
        .iter()
        .map(|&number| korf::fifteen_puzzle(number).expect("one of the hundred"))
        .map(puzzle)
        .collect();
    compare(&format!("Korf's 15-puzzles {numbers:?}"), &large, 2);
}
