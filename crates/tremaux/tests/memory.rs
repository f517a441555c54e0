//! Spaces of closures keep within the memory limit of a search, by what is taken from the heap, for
//! every algorithm; searches along one path take little whatever they visit.

use std::hash::Hash;

use tremaux::{Algorithm, Limits, NoHeuristic};
use tremaux_testkit::heap::{Counting, most_bytes};

#[macro_use]
#[path = "all/by_every_algorithm.rs"]
mod by_every_algorithm;

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
    by_every_algorithm!(|name, algorithm, is_along_path| {
        let (report, most) = most_bytes(|| {
            let steps = |from: &N| [0, 1].map(|side| (state(2 * number(from) + side), 1_u32));
            let before = |to: &N| (number(to) > 1).then(|| (state(number(to) / 2), 1_u32));
            let space = tremaux::space(state(1), steps, |at| number(at) >> 40 == 1)
                .with_predecessors([state(1 << 40)], before);
            let limits = Limits::default().with_memory(LIMIT).with_nodes(100_000);
            algorithm.solve(&space, NoHeuristic, &limits, &mut ())
        });
        let reported = report.statistics.peak_bytes;
        let termination = report.termination;
        let said = format!("{name}: {most} bytes, {reported} reported, {termination:?}");
        println!("{said}");
        assert!(most <= LIMIT + BESIDES, "{said}");
        assert!(reported + reported / 4 + 4096 >= most, "{said}");
        if is_along_path {
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
