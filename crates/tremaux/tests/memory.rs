//! Spaces of closures keep within the memory limit of a search, by what is taken from the heap, for
//! every algorithm; searches along one path take little whatever they visit.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hash::Hash;

use tremaux::{Algorithm, Limits, NoHeuristic};

#[macro_use]
#[path = "all/by_every_algorithm.rs"]
mod by_every_algorithm;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn changed(bytes: isize) {
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        MOST.with(|most| most.set(most.get().max(now.get())));
    });
}

/// Counts the bytes that each thread holds.
struct Counting;

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks are moved by the system without a copy.
        changed(size as isize - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        changed(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const LIMIT: usize = 1 << 20;

/// What the heap may hold besides: blocks are rounded up, and some states are seen before the
/// memory is looked at again.
const BESIDES: usize = LIMIT / 4;

/// What a search along one path may take.
const OF_A_PATH: usize = 32 << 10;

/// A binary tree without end: `state` makes states of numbers.
fn check<N: Clone + Eq + Hash>(state: impl Fn(u64) -> N, number: impl Fn(&N) -> u64) {
    let mut stopped = 0;
    by_every_algorithm!(|name, algorithm| {
        let begin = NOW.get();
        MOST.set(begin);
        let report = {
            let steps = |from: &N| [0, 1].map(|side| (state(2 * number(from) + side), 1_u32));
            let before = |to: &N| (number(to) > 1).then(|| (state(number(to) / 2), 1_u32));
            let space = tremaux::space(state(1), steps, |at| number(at) >> 40 == 1)
                .with_predecessors([state(1 << 40)], before);
            let limits = Limits::default().with_memory(LIMIT).with_nodes(100_000);
            algorithm.solve(&space, NoHeuristic, &limits, &mut ())
        };
        let most = usize::try_from(MOST.get() - begin).expect("not less than at the beginning");
        let reported = report.statistics.peak_bytes;
        let termination = report.termination;
        let said = format!("{name}: {most} bytes, {reported} reported, {termination:?}");
        println!("{said}");
        assert!(most <= LIMIT + BESIDES, "{said}");
        assert!(reported + reported / 4 + 4096 >= most, "{said}");
        let is_path = ["IdaStar", "DepthFirst", "RecursiveBestFirst", "IterativeBroadening"];
        if is_path.iter().any(|word| name.starts_with(word))
            || name.starts_with("BranchAndBound") && !name.contains("budgeted")
        {
            assert!(most <= OF_A_PATH, "{said}");
        } else {
            stopped += u32::from(most > LIMIT / 2);
        }
    });
    assert!(stopped > 10, "{stopped} searches had to be stopped");
}

#[test]
fn states_that_allocate_nothing_count() {
    check(|number| number, |&state| state);
}

#[test]
fn states_with_a_heap_of_their_own_count() {
    check(
        |number| number.to_le_bytes().repeat(5),
        |state| state[..8].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
    );
}
