//! Reports, limits, statistics, routes and scores are written and read without a loss.

use std::time::Duration;

use serde_json::{Value, from_str, to_string};
use tremaux::maps::grid::{Cell, Grid, Movement, PathMethod, Pathfinder, Route, StepCosts};
use tremaux::play::GameReport;
use tremaux::prelude::*;
use tremaux::search::Step;
use tremaux::{FloatCost, SearchReport, Statistics};

#[test]
fn the_report_of_a_search_is_read_as_it_was_written() {
    let space = tremaux::space(1_u32, |&n| [(2 * n, 0.5), (n + 1, 0.25)], |&n| n == 100);
    let report = BestFirst::dijkstra().run(&space);
    let text = to_string(&report).expect("JSON");
    let read: SearchReport<Step<FloatCost>, FloatCost> = from_str(&text).expect("a report");
    assert_eq!((&read.plan, read.lower_bound), (&report.plan, report.lower_bound));
    assert_eq!((read.termination, &read.statistics), (report.termination, &report.statistics));
    let statistics: Statistics = from_str(&to_string(&report.statistics).unwrap()).unwrap();
    assert_eq!(statistics, report.statistics);

    // JSON has no infinity.
    let none = tremaux::space(1_u32, |&n| (n < 9).then_some((n + 1, 0.5)), |_| false);
    let report = BestFirst::dijkstra().run(&none);
    let text = to_string(&report).expect("JSON");
    let read: SearchReport<Step<FloatCost>, FloatCost> = from_str(&text).expect("a report");
    assert!(read.is_proven_unsolvable(), "{text}");
    assert_eq!(from_str::<Value>(&text).unwrap()["termination"], "exhausted");
}

#[test]
fn limits_are_read_with_defaults() {
    let limits = Limits::default().with_nodes(7).with_time(Duration::from_millis(1500));
    let read: Limits = from_str(&to_string(&limits).unwrap()).unwrap();
    assert_eq!((read.nodes, read.time, read.memory), (limits.nodes, limits.time, None));
    let read: Limits = from_str(r#"{"depth": 3}"#).unwrap();
    assert_eq!((read.depth, read.nodes), (Some(3), None));
}

#[test]
fn the_report_of_a_game_is_read_as_it_was_written() {
    let lost = |&left: &u32| (left == 0).then_some(Score::LOSS);
    let matches = tremaux::game(10_u32, |&left| 1..=left.min(3), |&left, take| left - take, lost);
    let parts = SearchParts::new();
    let limits = Limits::default();
    let report = AlphaBeta::default().solve(&matches, &matches.initial_state(), parts, &limits);
    let read: GameReport<u32> = from_str(&to_string(&report).unwrap()).unwrap();
    assert_eq!((read.score, &read.lines), (report.score, &report.lines));
    assert_eq!((read.root_moves, read.statistics), (report.root_moves, report.statistics));
}

#[test]
fn a_route_is_read_as_it_was_written() {
    let grid = Grid::from_rows(&["....", ".##.", "...."], Movement::CornersAlways).unwrap();
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar).unwrap();
    let route = finder.path(Cell::new(0, 0), Cell::new(3, 2)).unwrap().unwrap();
    let read: Route = from_str(&to_string(&route).unwrap()).unwrap();
    assert_eq!(read, route);
}
