//! Lights Out: contracts, published facts, and brute force on small boards.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use tremaux_core::{Algorithm, Heuristic, Limits, Notation, StateSpace};
use tremaux_puzzles::Random;
use tremaux_puzzles::catalog::LIGHTS_OUT_EXAMPLES as EXAMPLES;
use tremaux_puzzles::lights_out::{Edges, FewestPresses, LightsOn, LightsOut};
use tremaux_search::{BestFirst, BidirectionalBreadthFirst, IdaStar, plan_cost};
use tremaux_testkit as kit;

const BOTH: [Edges; 2] = [Edges::Plain, Edges::Torus];

fn empty(width: usize, height: usize, edges: Edges) -> LightsOut {
    LightsOut::new(width, height, edges, 0).expect("a size that fits")
}

/// Every size that fits.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (1..=64).flat_map(|width| (1..=64 / width).map(move |height| (width, height)))
}

/// The number of presses to turn off each set of lights, by breadth-first search from the dark
/// board with neighbours found by trying all cells.
fn distances(width: usize, height: usize, edges: Edges) -> HashMap<u64, u32> {
    let is_beside = |one: usize, other: usize, length: usize| {
        let apart = one.abs_diff(other);
        apart == 1 || edges == Edges::Torus && apart + 1 == length && apart > 0
    };
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let presses: Vec<u64> = cells()
        .map(|(row, column)| {
            let bits = cells().enumerate().filter(|&(_, (there, across))| {
                let is_below = column == across && is_beside(row, there, height);
                let is_right = row == there && is_beside(column, across, width);
                (row, column) == (there, across) || is_below || is_right
            });
            bits.map(|(bit, _)| 1 << bit).sum()
        })
        .collect();
    let mut found = HashMap::from([(0, 0)]);
    let mut queue = VecDeque::from([0]);
    while let Some(lights) = queue.pop_front() {
        for press in &presses {
            let next = found[&lights] + 1;
            found.entry(lights ^ press).or_insert_with(|| {
                queue.push_back(lights ^ press);
                next
            });
        }
    }
    found
}

#[test]
fn small_boards_agree_with_breadth_first_search() {
    for (width, height) in sizes().filter(|(width, height)| width * height <= 12) {
        for edges in BOTH {
            let puzzle = empty(width, height, edges);
            let distances = distances(width, height, edges);
            let solvable = 1 << (width * height - puzzle.quiet_patterns().len());
            assert_eq!(distances.len(), solvable);
            for lights in 0..1 << (width * height) {
                let presses = puzzle.minimum_presses(lights);
                let distance = distances.get(&lights).copied();
                assert_eq!(presses.map(|presses| presses.len() as u32), distance, "{lights:b}");
                let after = |presses| puzzle.after(lights, presses);
                assert!(presses.is_none_or(|presses| after(presses) == 0));
                assert!(puzzle.presses(lights).is_none_or(|presses| after(presses) == 0));
                assert_eq!(puzzle.parity_obstacle(lights).is_none(), distance.is_some());
                let estimate = LightsOn.estimate(&puzzle, &lights);
                assert!(distance.is_none_or(|distance| estimate <= distance));
                let estimate = FewestPresses.estimate(&puzzle, &lights);
                assert_eq!(estimate, distance.unwrap_or(u32::MAX));
            }
        }
    }
}

/// A159257 and A165738 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn published_nullities() {
    let nullities = |edges| {
        let nullity = |side| empty(side, side, edges).quiet_patterns().len();
        [1, 2, 3, 4, 5, 6, 7, 8].map(nullity)
    };
    assert_eq!(nullities(Edges::Plain), [0, 0, 0, 4, 2, 0, 0, 0]);
    assert_eq!(nullities(Edges::Torus), [0, 0, 4, 0, 8, 8, 0, 0]);
}

#[test]
fn quiet_patterns_change_nothing_and_are_few() {
    for (width, height) in sizes() {
        for (edges, most) in [(Edges::Plain, 1), (Edges::Torus, 2)] {
            let puzzle = empty(width, height, edges);
            let quiet = puzzle.quiet_patterns();
            assert!(quiet.len() <= most * width.min(height), "{width}×{height} {edges:?}");
            for &pattern in quiet {
                assert!(pattern != 0);
                let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
                let presses = cells.filter_map(|(row, column)| puzzle.press(row, column));
                let pressed = presses.filter(|press| pattern >> press.cell() & 1 == 1);
                assert_eq!(puzzle.after(0, pressed), 0, "{width}×{height} {edges:?}");
            }
        }
    }
}

/// The fewest presses that turn off all lights (A075464 of the same encyclopedia).
#[test]
fn published_presses_for_all_lights() {
    let presses = |side: usize| {
        let all = u64::MAX >> (64 - side * side);
        let puzzle = LightsOut::new(side, side, Edges::Plain, all).expect("it fits");
        puzzle.minimum_presses(all).map(|presses| presses.len())
    };
    let published = [1, 4, 5, 4, 15, 28, 33, 40];
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(presses), published.map(Some));
}

/// On the 5×5 board 2²³ sets of lights can be turned off, and none of them needs more than 15
/// presses: how many need how many (Scherphuis, *Jaap's Puzzle Page*).
#[test]
fn published_maximum_for_five_by_five() {
    let puzzle = empty(5, 5, Edges::Plain);
    let mut counts = [0_u32; 16];
    for lights in 0..1 << 25 {
        if let Some(presses) = puzzle.minimum_presses(lights) {
            counts[presses.len()] += 1;
        }
    }
    let published = [
        1, 25, 300, 2300, 12_650, 53_130, 176_176, 467_104, 982_335, 1_596_279, 1_935_294,
        1_684_446, 1_004_934, 383_670, 82_614, 7350,
    ];
    assert_eq!(counts, published);
    assert_eq!(counts.iter().sum::<u32>(), 1 << 23);
}

/// The optimum by searches of different kinds, which must agree.
fn optimum(puzzle: &LightsOut) -> Option<u32> {
    let limits = Limits::default();
    let report = BestFirst::a_star().solve(puzzle, LightsOn, &limits, &mut ());
    assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
    let cost = report.plan.map(|plan| {
        assert_eq!(plan_cost(puzzle, &plan.actions), Some(plan.cost));
        plan.cost
    });
    let presses = puzzle.minimum_presses(puzzle.start());
    assert_eq!(cost, presses.map(|presses| presses.len() as u32), "{puzzle}");
    let report = BestFirst::a_star().solve(puzzle, FewestPresses, &limits, &mut ());
    assert!(report.statistics.expanded <= u64::from(cost.unwrap_or(0)) + 1, "{puzzle}");
    assert_eq!(report.plan.map(|plan| plan.cost), cost, "{puzzle}");
    let report =
        BidirectionalBreadthFirst.solve(puzzle, tremaux_core::NoHeuristic, &limits, &mut ());
    assert_eq!(report.plan.map(|plan| plan.cost), cost, "{puzzle}");
    if cost.is_some() {
        let report = IdaStar::canonical().solve(puzzle, LightsOn, &limits, &mut ());
        assert_eq!(report.plan.map(|plan| plan.cost), cost, "{puzzle}");
    }
    cost
}

#[test]
fn searches_find_the_minimum() {
    let mut random = Random::new(3);
    for (width, height) in [(3, 3), (4, 3), (1, 7), (2, 6), (4, 4)] {
        for edges in BOTH {
            for _ in 0..3 {
                let puzzle = LightsOut::random(width, height, edges, &mut random).expect("it fits");
                assert!(optimum(&puzzle).is_some(), "{puzzle}");
            }
        }
    }
    let small = LightsOut::parse("#... / .... / .... / ....").expect("lights");
    assert_eq!(optimum(&small), None);
}

#[test]
fn random_puzzles_keep_the_contracts() {
    let mut random = Random::new(1);
    for (seed, (width, height)) in (0..).zip(sizes().step_by(5)) {
        for edges in BOTH {
            let puzzle = LightsOut::random(width, height, edges, &mut random).expect("it fits");
            assert_eq!(LightsOut::parse(&puzzle.to_string()).as_ref(), Ok(&puzzle));
            kit::check_space(&puzzle, seed, 20);
            kit::check_undo(&puzzle, seed, 20);
            kit::check_backward(&puzzle, seed, 10);
            kit::check_compact_actions(&puzzle, seed, 20);
            kit::check_commuting(&puzzle, seed, 5);
            kit::check_heuristic(&puzzle, &LightsOn, seed, 40);
            kit::check_heuristic(&puzzle, &FewestPresses, seed, 10);
            kit::check_notation(&puzzle, seed, 10);
            kit::check_depict(&puzzle, seed, 5);
        }
    }
    for (width, height) in [(0, 5), (5, 0), (65, 1), (8, 9), (usize::MAX, 2)] {
        assert!(LightsOut::new(width, height, Edges::Plain, 0).is_none(), "{width}×{height}");
    }
    assert!(LightsOut::new(2, 2, Edges::Plain, 1 << 4).is_none());
}

#[test]
fn examples_are_what_they_say() {
    let presses = EXAMPLES.iter().map(|(name, text)| {
        let puzzle = LightsOut::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let presses = puzzle.minimum_presses(puzzle.start()).map(|presses| presses.len());
        assert_eq!(presses.is_none(), puzzle.parity_obstacle(puzzle.start()).is_some());
        (*name, presses)
    });
    let expected = [
        ("small", Some(5)),
        ("4x4", Some(4)),
        ("5x5", Some(15)),
        ("8x8", Some(40)),
        ("torus", Some(12)),
        ("unsolvable", None),
    ];
    assert_eq!(presses.collect::<Vec<_>>(), expected);
}

#[test]
fn obstacles_say_why() {
    let puzzle = LightsOut::parse("#.... / ..... / ..... / ..... / .....").expect("lights");
    let obstacle = puzzle.parity_obstacle(puzzle.start()).expect("an obstacle");
    let cells = "1,1 1,3 1,5 2,1 2,3 2,5 4,1 4,3 4,5 5,1 5,3 5,5";
    assert_eq!(
        obstacle.to_string(),
        format!(
            "every press toggles an even number of these cells, but an odd number of them is on: \
             {cells}"
        )
    );
}

#[test]
fn texts() {
    let read = |text: &str| LightsOut::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let puzzle = read("#.#\n.#.\n");
    assert_eq!((puzzle.width(), puzzle.height(), puzzle.start()), (3, 2, 0b010_101));
    for same in ["1 0 1 / 0 1 0", "\r\n*.* \r\n\r\n0*0", "#.#/.#."] {
        assert_eq!(read(same), puzzle, "{same}");
    }
    let torus = read(" torus\n#.#\n.#.");
    assert_eq!((torus.edges(), torus.to_string().as_str()), (Edges::Torus, "torus #.#/.#."));
    assert_eq!(torus.toggled(torus.press(0, 0).expect("a cell")), 0b001_111);
    assert_eq!(puzzle.toggled(puzzle.press(0, 0).expect("a cell")), 0b001_011);

    let press = |text: &str| puzzle.parse_action(&0, text).map(|press| press.cell());
    assert_eq!((press("1,1"), press("2,3"), press(" 1,2 ")), (Ok(0), Ok(5), Ok(1)));
    for text in ["3,1", "1,4", "0,1", "1", "1,", ",1", "01,1", "+1,1", "1, 1", "1,1,1", "a1", ""] {
        assert!(press(text).is_err(), "{text}");
    }
    let long = ".".repeat(65);
    let tall = "........\n".repeat(9);
    let cases = [
        ("", 1, 1, "rows of lights"),
        (" \n\n", 1, 1, "rows of lights"),
        ("torus", 1, 6, "rows of lights"),
        ("torus7", 1, 1, "a light"),
        ("#.x", 1, 3, "a light"),
        ("#.\n.é", 2, 2, "a light"),
        ("#.#\n.#", 2, 3, "3 lights in each row"),
        ("#.#/.#..", 1, 8, "the end of the row after 3 lights"),
        ("#.#/", 1, 5, "3 lights in each row"),
        ("#.#//...", 1, 5, "3 lights in each row"),
        ("/..", 1, 1, "a light"),
        (&long, 1, 65, "at most 64 lights"),
        (&tall, 9, 1, "at most 64 lights"),
    ];
    for (text, line, column, expected) in cases {
        let error = LightsOut::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    for text in ["#.#", "#./.#/#.", "torus #.#/.#.", "#.#/.#./...", "a"] {
        assert!(puzzle.parse_state(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "(torus)?[#.01*/ \n\rxé]{0,90}") {
        match LightsOut::parse(&text) {
            Ok(puzzle) => prop_assert_eq!(LightsOut::parse(&puzzle.to_string()), Ok(puzzle)),
            Err(error) => prop_assert!(error.line > 0 && error.offset <= text.len()),
        }
    }

    #[test]
    fn presses_turn_off_what_presses_turned_on(
        width in 1..=8_usize,
        height in 1..=8_usize,
        is_torus: bool,
        seed: u64,
        flipped in 0..64_usize,
    ) {
        let edges = if is_torus { Edges::Torus } else { Edges::Plain };
        let puzzle = LightsOut::random(width, height, edges, &mut Random::new(seed));
        let puzzle = puzzle.expect("it fits");
        let start = puzzle.initial_state();
        let fewest = puzzle.minimum_presses(start).expect("a solvable puzzle");
        prop_assert_eq!(puzzle.after(start, fewest), 0);
        prop_assert!(fewest.len() <= puzzle.presses(start).expect("some presses").len());
        // One light more or less: it can be turned off, or there is a proof that it cannot.
        let other = start ^ 1 << (flipped % puzzle.cells());
        match puzzle.parity_obstacle(other) {
            None => {
                let left = puzzle.presses(other).map(|some| puzzle.after(other, some));
                prop_assert_eq!(left, Some(0));
            }
            Some(obstacle) => {
                prop_assert!((obstacle.cells & other).count_ones() % 2 == 1);
                let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
                for press in cells.filter_map(|(row, column)| puzzle.press(row, column)) {
                    prop_assert!((obstacle.cells & puzzle.toggled(press)).count_ones() % 2 == 0);
                }
                prop_assert_eq!(puzzle.presses(other), None);
            }
        }
    }
}
