//! Progress and cancelling on threads: a search without an end reports what it expanded, slice by
//! slice, until the main thread has seen enough and cancels it.
//!
//! Run it with `cargo run --example progress_and_cancel -p tremaux`.

use std::sync::mpsc;
use std::thread;

use tremaux::search::BestFirst;
use tremaux::{
    Algorithm, CancelToken, Limits, NoHeuristic, Progress, Search, StopReason, Termination,
};

/// The nodes expanded after each of the first reports, and how the search ended.
pub(crate) fn solve() -> (Vec<u64>, Termination) {
    let cancel = CancelToken::default();
    let limits = Limits::default().with_cancel(cancel.clone());
    let (sender, reports) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        let search = scope.spawn(move || {
            let steps = |&number: &u64| [(number + 1, 1_u32), (2 * number, 3)];
            let space = tremaux::space(1, steps, |_| false);
            let mut search = BestFirst::dijkstra().start(&space, NoHeuristic);
            let slice = limits.clone().with_nodes(1_000);
            while search.advance(&slice, &mut ()) == Progress::Paused(StopReason::NodeLimit) {
                if sender.send(search.report().statistics.expanded).is_err() {
                    break;
                }
            }
            search.report().termination
        });
        let seen = reports.iter().take(3).collect();
        cancel.cancel();
        // A report may be waiting: whoever sends it goes on to the cancelled slice.
        reports.iter().for_each(drop);
        (seen, search.join().expect("no panic"))
    })
}

pub(crate) fn main() {
    let (seen, end) = solve();
    println!("{seen:?} nodes expanded, then {end:?}");
    assert!(seen.is_sorted() && seen.len() == 3);
    assert_eq!(end, Termination::Stopped(StopReason::Cancelled));
}
