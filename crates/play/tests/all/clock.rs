use std::time::Duration;

use tremaux_core::Limits;
use tremaux_play::{AlphaBeta, Clock, TimeAllocation};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn no_clock_is_no_limit() {
    assert_eq!(Clock::default().allocate(), TimeAllocation::default());
}

#[test]
fn time_lasts() {
    // Play forty moves, each using all the time it may: the time never runs out.
    for increment in [Duration::ZERO, SECOND] {
        for moves_to_go in [None, Some(40)] {
            let mut left = 60 * SECOND;
            for done in 0..40 {
                let moves_to_go = moves_to_go.map(|moves: u32| moves - done);
                let remaining = Some(left);
                let clock = Clock::default()
                    .remaining(remaining)
                    .increment(increment)
                    .moves_to_go(moves_to_go);
                let time = clock.allocate();
                let (soft, hard) = (time.soft.expect("set"), time.hard.expect("set"));
                let least = Duration::from_millis(1);
                assert!(soft <= hard && hard <= left.max(least), "{clock:?} {time:?}");
                left = left.saturating_sub(hard) + increment;
            }
        }
    }
}

#[test]
fn a_time_for_the_move_is_used_whole() {
    let overhead = Duration::from_millis(20);
    let clock = Clock::default().move_time(Some(SECOND)).overhead(overhead);
    let expected = TimeAllocation::default().soft(None).hard(Some(SECOND - overhead));
    assert_eq!(clock.allocate(), expected);
    let late = clock.remaining(Some(Duration::ZERO));
    assert_eq!(late.allocate().hard, Some(Duration::from_millis(1)));
}

#[test]
fn the_tighter_limit_holds() {
    let clock = Clock::default().move_time(Some(SECOND)).nodes(Some(5)).depth(Some(3));
    let limits = Limits::default().with_time(SECOND / 2);
    let (options, limits) = clock.apply(AlphaBeta::default(), limits);
    assert_eq!((limits.time, limits.nodes, limits.depth), (Some(SECOND / 2), Some(5), Some(3)));
    assert_eq!(options.soft_time, None);
}
