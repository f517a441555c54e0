use std::time::{Duration, Instant};

use tremaux_core::{Limits, Meter, StopReason};

#[test]
fn slow_nodes_are_stopped_in_time() {
    let started = Instant::now();
    let limits = Limits::default().with_time(Duration::from_millis(60));
    let mut meter = Meter::start(&limits, 7);
    // The first nodes are fast: the checks become rare before the slow ones.
    let mut nodes = 7;
    let stopped = loop {
        if let Err(stopped) = meter.check(nodes, || 0) {
            break stopped;
        }
        nodes += 1;
        if nodes > 100 {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    assert_eq!(stopped, StopReason::TimeLimit);
    // A thousand slow nodes would take more than a second.
    assert!(started.elapsed() < Duration::from_millis(500), "{nodes}");
}

#[test]
fn memory_is_checked_at_nodes_that_depend_neither_on_the_clock_nor_on_slices() {
    let limits = Limits::default().with_memory(100);
    let naps = [(5, Duration::ZERO), (300, Duration::ZERO), (5, Duration::from_micros(30))];
    for (first, nap) in naps {
        let mut meter = Meter::start(&limits, first);
        let stopped = (first..).find(|&nodes| {
            std::thread::sleep(nap);
            meter.check(nodes, || nodes as usize).is_err()
        });
        assert_eq!(stopped, Some(1024));
    }
}
