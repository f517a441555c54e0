//! Limits of time and memory, and cancellation, during preprocessing.

use std::time::Duration;

use tremaux_core::{CancelToken, Limits, StopReason};
use tremaux_maps::grid::{
    Cell, Grid, GridHierarchy, Movement, PathError, PathMethod, Pathfinder, StepCosts,
};
use tremaux_maps::road::{
    ContractionHierarchy, ContractionSettings, LandmarkSelection, Landmarks, PreparationError,
    generate,
};

/// Limits that are all reached at once, with their reasons.
fn at_once() -> [(Limits, StopReason); 3] {
    let cancel = CancelToken::default();
    cancel.cancel();
    [
        (Limits::default().with_time(Duration::ZERO), StopReason::TimeLimit),
        (Limits::default().with_memory(1000), StopReason::MemoryLimit),
        (Limits::default().with_cancel(cancel), StopReason::Cancelled),
    ]
}

fn rooms() -> Grid {
    let is_wall = |cell: Cell| {
        matches!((cell.x % 40, cell.y % 40), (0, y) if y != 11)
            || matches!((cell.x % 40, cell.y % 40), (x, 0) if x != 17)
    };
    Grid::new(300, 300, Movement::NoCornerCutting, |cell| !is_wall(cell))
}

/// Checks that every limit stops `prepare`, and that the memory limit stops it exactly below a
/// minimum number of bytes, which this function determines.
fn check<T>(name: &str, prepare: impl Fn(&Limits) -> Result<T, StopReason>) {
    for (limits, reason) in at_once() {
        assert_eq!(prepare(&limits).err(), Some(reason), "{name}");
    }
    assert!(prepare(&Limits::default()).is_ok(), "{name}");
    let fits = |bytes: usize| match prepare(&Limits::default().with_memory(bytes)) {
        Ok(_) => true,
        Err(reason) => {
            assert_eq!(reason, StopReason::MemoryLimit, "{name}");
            false
        }
    };
    let least = (10..40).map(|power| 1 << power).find(|&bytes| fits(bytes));
    let least = least.expect("enough");
    assert!(least > 10_000 && !fits(least / 2) && fits(2 * least), "{name}: {least}");
}

#[test]
fn what_is_made_for_grids_keeps_to_limits() {
    let reason = |error| match error {
        PathError::Stopped(reason) => reason,
        error => panic!("{error}"),
    };
    check("a hierarchy", |limits| {
        GridHierarchy::prepared(rooms(), StepCosts::Euclidean, 3, limits).map_err(reason)
    });
    for method in [PathMethod::TabledJumpPoints, PathMethod::BoundedJumpPoints] {
        check("jump points", |limits| {
            Pathfinder::prepared(rooms(), StepCosts::Euclidean, method, 2, limits).map_err(reason)
        });
    }
}

#[test]
fn what_is_made_for_roads_keeps_to_limits() {
    let graph = generate::road_like(3000, 4);
    let reason = |error| match error {
        PreparationError::Stopped(reason) => reason,
        error => panic!("{error}"),
    };
    for selection in [LandmarkSelection::Farthest, LandmarkSelection::Avoid] {
        check("landmarks", |limits| {
            Landmarks::<u32>::choose_within(&graph, 6, selection, 1, limits).map_err(reason)
        });
    }
    check("a contraction hierarchy", |limits| {
        let settings = ContractionSettings::default();
        ContractionHierarchy::<u32>::build_within(&graph, &settings, limits).map_err(reason)
    });
}

/// Preprocessing within limits gives the same result as without.
#[test]
fn limits_change_nothing_that_is_made() {
    let graph = generate::road_like(1000, 4);
    let wide = Limits::default().with_memory(1 << 30).with_time(Duration::from_secs(3600));
    let all =
        Landmarks::<u32>::choose(&graph, 8, LandmarkSelection::Avoid, 3).expect("short paths");
    let within = Landmarks::<u32>::choose_within(&graph, 8, LandmarkSelection::Avoid, 3, &wide);
    assert_eq!(within.expect("time enough").nodes(), all.nodes());
    let made = |limits: &Limits| GridHierarchy::prepared(rooms(), StepCosts::Euclidean, 3, limits);
    let [all, within] = [Limits::default(), wide].map(|limits| made(&limits).expect("enough"));
    assert_eq!((all.entrances(), all.bytes()), (within.entrances(), within.bytes()));
}
