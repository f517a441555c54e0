//! Reports, limits, statistics, routes and scores are written and read without a loss.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, to_string};
use tremaux::maps::grid::{Cell, Grid, Movement, PathMethod, Pathfinder, Route, StepCosts};
use tremaux::play::{
    Clock, Equilibrium, EquilibriumMethod, EquilibriumReport, Expectiminimax, GameReport,
    HiddenGame, IndexedGame, MaxN, Mcts, MctsReport, Minimax, PayoffSampler, Player, ProofNumber,
    ProofReport, Quiescence, SelectiveSettings, SolvedGame, TimeAllocation, evaluate,
    retrograde_analysis,
};
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

/// What is read is written as it was.
fn check<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = to_string(value).expect("JSON");
    let read = from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(to_string(&read).unwrap(), text);
    read
}

#[test]
fn reports_of_games_are_read_as_they_were_written() {
    let lost = |&left: &u32| (left == 0).then_some(Score::LOSS);
    let matches = tremaux::game(10_u32, |&left| 1..=left.min(3), |&left, take| left - take, lost);
    let (start, limits) = (matches.initial_state(), Limits::default());
    // Stopped early, bounds are infinite: JSON has no infinity.
    for limits in [limits.clone(), limits.clone().with_nodes(1)] {
        let report = MaxN::default().solve(&matches, &start, SearchParts::new(), &limits);
        assert_eq!(check(&report), report);
        let sampler =
            PayoffSampler { evaluator: (), plies: 99, range: (-1e6, 1e6), is_zero_sum: true };
        let report = Mcts::default().memory(1 << 16).solve(&matches, &start, &sampler, &limits);
        let read: MctsReport<u32> = from_str(&to_string(&report).unwrap()).unwrap();
        assert_eq!(
            (read.value, read.bounds, read.line),
            (report.value, report.bounds, report.line)
        );
        // The last digit of a mean may be lost.
        assert!(
            read.moves.iter().zip(&report.moves).all(|(a, b)| (a.mv, a.bounds) == (b.mv, b.bounds))
        );
        let report = ProofNumber::default().memory(1 << 16).solve(&matches, &start, &limits);
        let read: ProofReport<u32> = check(&report);
        assert_eq!(
            (read.value, read.bounds, read.line),
            (report.value, report.bounds, report.line)
        );
        let report = Equilibrium::default().iterations(3).solve(&Coins, &limits);
        let read: EquilibriumReport<Vec<u8>, u8> = check(&report);
        assert_eq!(read, report);
    }
    let solved = retrograde_analysis(&Coins, &limits).expect("a small game");
    let read: SolvedGame = check(&solved);
    assert_eq!((read.counts(), read.get(1)), (solved.counts(), solved.get(1)));
    let value = evaluate(&Coins, |_, _| 1.0);
    assert_eq!(check(&value), value);
}

#[test]
fn distances_are_read_as_they_were_written() {
    let map = tremaux::dijkstra_all([1_u32, 40], |&n| {
        [(2 * n, 0.5), (n + 1, 0.25)].into_iter().filter(|it| it.0 < 100)
    });
    let read: tremaux::DistanceMap<u32, f64> = check(&map);
    assert!(read.iter().eq(map.iter()));
    assert!((0..100).all(|n| read.path_to(&n) == map.path_to(&n)));
    for wrong in
        [r#"[["a", 1, "b"]]"#, r#"[["a", -1, null]]"#, r#"[["a", 0, null], ["a", 1, "a"]]"#]
    {
        let read = from_str::<tremaux::DistanceMap<String, i32>>(wrong);
        assert!(read.unwrap_err().to_string().contains("is not a new state"), "{wrong}");
    }
    let grid = Grid::from_rows(&["..#.", "..#."], Movement::CornersAlways).unwrap();
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar).unwrap();
    let map = finder.distances_to(&[Cell::new(0, 0)]).unwrap();
    assert_eq!(check(&map), map);
    assert_eq!(map.get(Cell::new(3, 0)), f64::INFINITY);
}

#[test]
fn options_are_read_as_they_were_written() {
    check(&AlphaBeta::default());
    // What is missing has its default.
    let read: Minimax = from_str(r#"{"max_depth": 3}"#).unwrap();
    assert_eq!((read.max_depth, read.deepens), (3, true));
    check(&Minimax::default());
    // Its range is infinite.
    assert_eq!(check(&Expectiminimax::default()).range, Expectiminimax::default().range);
    check(&MaxN::default());
    check(&Mcts::default());
    check(&ProofNumber::default());
    check(&Quiescence::default());
    check(&SelectiveSettings::default());
    check(&Clock::default());
    check(&TimeAllocation::default());
    check(&tremaux::constraints::Settings::default());
    check(&tremaux::landscape::Annealing::default());
    check(&tremaux::landscape::HillClimbing::default());
    let method = EquilibriumMethod::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 };
    let options = Equilibrium::default().method(method);
    assert_eq!(check(&options), options);
    let text = to_string(&PathMethod::BidirectionalAStar).unwrap();
    assert_eq!(text, r#""bidirectional-a-star""#);
    check(&(Movement::OneSideFree, StepCosts::TEN_FOURTEEN, PathMethod::JumpPoints));
}

/// Both lay a coin, unseen by the other: the first wins if they are equal.
struct Coins;

impl Game for Coins {
    type State = Vec<u8>;
    type Move = u8;
    type Undo = ();

    fn initial_state(&self) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, coins: &Vec<u8>) -> Turn {
        [Turn::Player(0), Turn::Player(1), Turn::Over][coins.len()]
    }
    fn moves(&self, _: &Vec<u8>, moves: &mut Vec<u8>) {
        moves.extend([0, 1]);
    }
    fn play(&self, coins: &mut Vec<u8>, coin: u8) {
        coins.push(coin);
    }
    fn undo(&self, coins: &mut Vec<u8>, _: u8, (): ()) {
        coins.pop();
    }
    fn payoff(&self, coins: &Vec<u8>, player: Player) -> f64 {
        if (coins[0] == coins[1]) == (player == 0) { 1.0 } else { -1.0 }
    }
}

impl ZeroSumGame for Coins {}

impl HiddenGame for Coins {
    type Information = usize;

    fn information(&self, coins: &Vec<u8>, _: Player) -> usize {
        coins.len()
    }
}

/// As a binary number after a one.
impl IndexedGame for Coins {
    fn position_count(&self) -> usize {
        8
    }
    fn index(&self, coins: &Vec<u8>) -> usize {
        coins.iter().fold(1, |index, &coin| 2 * index + usize::from(coin))
    }
    fn position(&self, index: usize) -> Option<Vec<u8>> {
        let digits = index.checked_ilog2()?;
        Some((0..digits).rev().map(|digit| (index >> digit & 1) as u8).collect())
    }
}
