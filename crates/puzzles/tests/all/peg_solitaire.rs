//! Peg solitaire: contracts, published facts, and brute force on small boards.

use std::collections::HashMap;

use proptest::prelude::*;
use tremaux_core::{Algorithm, Heuristic, Limits, Notation, StateSpace};
use tremaux_puzzles::Random;
use tremaux_puzzles::catalog::PEG_SOLITAIRE_EXAMPLES as EXAMPLES;
use tremaux_puzzles::peg_solitaire::{Board, DeadEnds, Goal, PegCount, PegSolitaire};
use tremaux_search::{BestFirst, IdaStar, plan_cost};
use tremaux_testkit as kit;

fn puzzle(text: &str) -> PegSolitaire {
    PegSolitaire::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The number of jumps of a plan by A* with dead ends, if there is one.
fn optimum(puzzle: &PegSolitaire) -> Option<u32> {
    let heuristic = DeadEnds::new(puzzle);
    let report = BestFirst::a_star().solve(puzzle, heuristic, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal() || report.is_proven_unsolvable(), "{puzzle}");
    report.plan.map(|plan| {
        assert_eq!(plan_cost(puzzle, &plan.actions), Some(plan.cost));
        plan.cost
    })
}

/// The central game of the English board takes 31 jumps, that of the triangle of 15 holes with
/// an empty corner 13; the central game of the European board is impossible (Beasley 1985,
/// Bell 2008).
#[test]
fn examples_are_what_they_say() {
    let jumps = EXAMPLES.iter().map(|(name, text)| (*name, optimum(&puzzle(text))));
    let expected = [
        ("central", Some(31)),
        ("cross", Some(5)),
        ("plus", Some(8)),
        ("pyramid", Some(15)),
        ("european", Some(35)),
        ("triangle", Some(13)),
        ("unsolvable", None),
    ];
    assert_eq!(jumps.collect::<Vec<_>>(), expected);
    assert_eq!(optimum(&puzzle("board english; empty a3; goal a3")), Some(31));
    assert_eq!(optimum(&puzzle("board european; empty d4; goal any")), None);
    for (size, holes) in [(4, 10), (5, 15), (6, 21), (7, 28), (8, 36)] {
        assert_eq!(optimum(&puzzle(&format!("board triangle {size}"))), Some(holes - 2));
    }
    assert_eq!(optimum(&puzzle("board english; pegs d4 d5; goal d3")), Some(1));
    assert_eq!(optimum(&puzzle("board english; pegs d4; goal any")), Some(0));
}

/// The holes where the last peg may be, as far as classes tell.
fn last_holes(board: &Board, empty: usize) -> Vec<usize> {
    let class = board.class(board.full() & !(1 << empty));
    (0..board.holes()).filter(|&hole| board.class(1 << hole) == class).collect()
}

/// On the English board a game that starts with the hole in the middle empty ends there or in
/// the middle of an edge, and one that starts anywhere may end there. The European board has
/// three essentially different starts from which one peg may be left. On a triangle whose size
/// is 1 modulo 3, none may be left if a corner is empty at the start (Beasley 1985; Bell,
/// *Solving triangular peg solitaire*, 2008).
#[test]
fn published_classes() {
    let holes = |board: &Board, names: &str| {
        let mut holes: Vec<_> = names.split(' ').filter_map(|name| board.hole(name)).collect();
        holes.sort_unstable();
        holes
    };
    let english = Board::english();
    assert_eq!(english.holes(), 33);
    let middle = english.hole("d4").expect("a hole");
    assert_eq!(last_holes(&english, middle), holes(&english, "d1 a4 d4 g4 d7"));
    assert!((0..33).all(|hole| last_holes(&english, hole).contains(&hole)));
    let classes: std::collections::HashSet<u64> = (0..10_000_u64)
        .map(|seed| english.class(Random::new(seed).bits() & english.full()))
        .collect();
    assert_eq!(classes.len(), 16);

    let european = Board::european();
    assert_eq!(european.holes(), 37);
    let starts: Vec<usize> =
        (0..37).filter(|&hole| !last_holes(&european, hole).is_empty()).collect();
    let published = "c1 e1 a3 g3 a5 g5 c7 e7 d2 b4 f4 d6 d3 c4 e4 d5";
    assert_eq!(starts, holes(&european, published));

    for size in Board::TRIANGLES {
        let board = Board::triangle(size).expect("a size");
        assert_eq!(last_holes(&board, 0).is_empty(), size % 3 == 1, "{size}");
        assert!(!last_holes(&board, 1).is_empty(), "{size}");
    }
}

/// From an empty corner of the triangle of 15 holes there are 568,630 games, of which 29,760
/// leave one peg.
#[test]
fn published_numbers_of_games() {
    fn games(puzzle: &PegSolitaire, pegs: u64, known: &mut HashMap<u64, (u64, u64)>) -> (u64, u64) {
        if let Some(&counts) = known.get(&pegs) {
            return counts;
        }
        let mut jumps = Vec::new();
        puzzle.actions(&pegs, &mut jumps);
        let counts = jumps.iter().fold((0, 0), |(all, solved), &jump| {
            let mut child = pegs;
            puzzle.apply(&mut child, jump);
            let more = games(puzzle, child, known);
            (all + more.0, solved + more.1)
        });
        let is_end = jumps.is_empty();
        let counts = if is_end { (1, puzzle.is_goal(&pegs).into()) } else { counts };
        known.insert(pegs, counts);
        counts
    }
    let corner = puzzle("board triangle 5");
    assert_eq!(games(&corner, corner.start(), &mut HashMap::new()), (568_630, 29_760));
}

/// All jumps of a board as it is drawn, found by trying all triples of holes.
fn naive_jumps(board: &Board) -> Vec<(u64, u64)> {
    let place = |hole: usize| {
        let (column, row) = board.place(hole);
        (i32::from(column), i32::from(row))
    };
    let holes = || 0..board.holes();
    let mut jumps = Vec::new();
    for (from, to) in holes().flat_map(|from| holes().map(move |to| (from, to))) {
        let ((x, y), (x_there, y_there)) = (place(from), place(to));
        let (right, down) = (x_there - x, y_there - y);
        let is_line = match (right.abs(), down.abs()) {
            (2, 0) | (0, 2) => true,
            (2, 2) => board.is_triangular() && right == down,
            _ => false,
        };
        let between = (x + right / 2, y + down / 2);
        if let Some(over) = holes().find(|&hole| is_line && place(hole) == between) {
            jumps.push((1 << from | 1 << over, 1 << to));
        }
    }
    jumps
}

/// Whether each position leads to a goal, by increasing number of pegs.
fn solvable(puzzle: &PegSolitaire) -> Vec<bool> {
    let jumps = naive_jumps(puzzle.board());
    let mut positions: Vec<u64> = (0..=puzzle.board().full()).collect();
    positions.sort_by_key(|pegs| pegs.count_ones());
    let mut solvable = vec![false; positions.len()];
    for pegs in positions {
        let is_goal = match puzzle.goal() {
            Goal::OnePeg => pegs.count_ones() == 1,
            Goal::Pegs(goal) => pegs == goal,
        };
        let mut possible =
            jumps.iter().filter(|(before, after)| pegs & (before | after) == *before);
        solvable[pegs as usize] =
            is_goal || possible.any(|(before, after)| solvable[(pegs & !before | after) as usize]);
    }
    solvable
}

/// Dead ends are never claimed where the goal can be reached, the estimate is exact where it
/// can, and at least a third of the dead ends are found.
#[test]
fn small_boards_agree_with_brute_force() {
    let boards = [
        "board triangle 4",
        "board triangle 5",
        "board triangle 5; empty a1; goal a1",
        "board triangle 5; empty b4; goal b4",
        "board triangle 5; empty a3; goal c3 c5 d5",
        "oooo/oo.o/oooo/oooo",
        "oooo/oo.o/oooo/oooo; goal c2",
        "#oo#/oooo/o.oo/#oo#; goal d2",
        "ooooooooooo./ooo",
        "ooo ooo / o.ooo / o ; goal b1",
        "ooo",
        "oo.; goal b1 c1",
    ];
    for text in boards {
        let puzzle = puzzle(text);
        let heuristic = DeadEnds::new(&puzzle);
        let (mut dead, mut found, mut counted) = (0, 0, 0);
        for (pegs, is_solvable) in (0..).zip(solvable(&puzzle)) {
            let count = PegCount.estimate(&puzzle, &pegs);
            let estimate = heuristic.estimate(&puzzle, &pegs);
            if is_solvable {
                assert_eq!((estimate, count), (count, estimate), "{text}: {pegs:b}");
                assert!(count < u32::MAX, "{text}: {pegs:b}");
            } else {
                dead += 1;
                found += u32::from(estimate == u32::MAX);
                counted += u32::from(count == u32::MAX);
            }
            assert!(estimate >= count);
        }
        assert!(3 * found > dead && found > counted, "{text}: {found} of {dead}, {counted}");
        let starts = solvable(&puzzle)[puzzle.start() as usize];
        assert_eq!(optimum(&puzzle).is_some(), starts, "{text}");
        if starts {
            let search = IdaStar::canonical();
            let report = search.solve(&puzzle, PegCount, &Limits::default(), &mut ());
            let jumps = PegCount.estimate(&puzzle, &puzzle.start());
            assert_eq!(report.plan.map(|plan| plan.cost), Some(jumps), "{text}");
        }
    }
}

#[test]
fn pagoda_functions_never_increase() {
    let mut count = 0;
    for (_, text) in EXAMPLES {
        let puzzle = puzzle(text);
        let heuristic = DeadEnds::new(&puzzle);
        let goals: Vec<u64> = match puzzle.goal() {
            Goal::OnePeg => (0..puzzle.board().holes()).map(|hole| 1 << hole).collect(),
            Goal::Pegs(pegs) => vec![pegs],
        };
        for function in goals.iter().flat_map(|&goal| heuristic.functions(goal)) {
            count += 1;
            for (before, after) in naive_jumps(puzzle.board()) {
                assert!(function.value(before) >= function.value(after), "{text}: {function:?}");
            }
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn puzzles_keep_the_contracts() {
    let mut random = Random::new(2);
    let mut puzzles: Vec<PegSolitaire> = EXAMPLES.iter().map(|(_, text)| puzzle(text)).collect();
    puzzles.push(puzzle("board english"));
    for size in Board::TRIANGLES {
        let board = Board::triangle(size).expect("a size");
        puzzles.push(PegSolitaire::random(board, 20, &mut random));
    }
    for jumps in [0, 5, 20, 31, 60] {
        puzzles.push(PegSolitaire::random(Board::english(), jumps, &mut random));
        puzzles.push(PegSolitaire::random(Board::european(), jumps, &mut random));
    }
    puzzles.push(puzzle(&[".ooooooo"; 8].join("/")));
    for (seed, puzzle) in (0..).zip(&puzzles) {
        assert_eq!(PegSolitaire::parse(&puzzle.to_string()).as_ref(), Ok(puzzle));
        let dead_ends = DeadEnds::new(puzzle);
        for seed in 10 * seed..10 * seed + 5 {
            kit::check_space(puzzle, seed, 40);
            kit::check_undo(puzzle, seed, 40);
            kit::check_backward(puzzle, seed, 40);
            kit::check_commuting(puzzle, seed, 20);
            kit::check_heuristic(puzzle, &PegCount, seed, 40);
            kit::check_heuristic(puzzle, &dead_ends, seed, 40);
        }
        kit::check_notation(puzzle, seed, 15);
        kit::check_depict(puzzle, seed, 10);
    }
    assert!(PegSolitaire::new(Board::english(), 1 << 33, Goal::OnePeg).is_none());
    assert!(PegSolitaire::new(Board::english(), 1, Goal::Pegs(1 << 40)).is_none());
    assert!(Board::triangle(3).is_none() && Board::triangle(11).is_none());
}

#[test]
fn texts() {
    let central = puzzle("board english; empty d4; goal d4");
    let drawn = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\ngoal d4\n";
    for same in [
        drawn,
        "board english\ngoal d4",
        "goal d4; board english",
        "##xxx##/##xxx##/xxxxxxx/xxx.xxx/xxxxxxx/##xxx##/##xxx##; goal d4",
        "\n    OOO\n    OOO   \n  OOOOOOO\n  OOO.OOO\n  OOOOOOO\n    OOO\n    OOO\n\ngoal d4",
    ] {
        assert_eq!(puzzle(same), central, "{same}");
    }
    let text = "##ooo##/##ooo##/ooooooo/ooo.ooo/ooooooo/##ooo##/##ooo##; goal d4";
    assert_eq!(central.to_string(), text);
    let triangle = puzzle("board triangle 4\n   .\n  o o\n o o o\no o o o\ngoal any");
    assert_eq!(triangle.to_string(), "board triangle 4; ./oo/ooo/oooo; goal any");
    assert_eq!(triangle, puzzle("board triangle 4; empty a1; goal any"));
    assert_eq!(puzzle("board triangle 4"), puzzle("board triangle 4; empty a2"));
    assert_eq!(puzzle("board triangle 5"), puzzle("board triangle 5; empty a1"));
    assert_eq!(puzzle("board triangle").board().holes(), 15);

    let start = central.start();
    let mut jumps = Vec::new();
    central.actions(&start, &mut jumps);
    let mut words: Vec<String> =
        jumps.iter().map(|&jump| central.action_text(&start, jump)).collect();
    words.sort();
    assert_eq!(words, ["b4-d4", "d2-d4", "d6-d4", "f4-d4"]);
    for text in ["d1-d3", "d4-d2", "d2d4", "d2-d4-d6", "D2-d4", "d3-d4", "", "é"] {
        assert!(central.parse_action(&start, text).is_err(), "{text}");
    }
    for text in ["", "ooo", "board english", "ooo/ooo", "##oo##"] {
        assert!(central.parse_state(text).is_err(), "{text}");
    }
}

#[test]
fn bad_texts_are_refused_with_their_place() {
    let many = "o".repeat(27);
    let large = ["oooooooo"; 9].join("\n");
    let sparse = format!("o{}o", " ".repeat(30));
    let cases = [
        ("", 1, 1, "a position or a board"),
        ("goal any", 1, 9, "a position or a board"),
        ("##\n##", 2, 3, "`o` for a peg"),
        ("ooo\no?o", 2, 2, "`o` for a peg"),
        ("ooo; \too", 1, 6, "`o` for a peg"),
        (&many, 1, 28, "at most 26 rows"),
        (&sparse, 1, 33, "at most 26 rows"),
        (&large, 9, 1, "at most 64 holes"),
        ("board", 1, 6, "`english`, `european`"),
        ("board german", 1, 7, "`english`, `european`"),
        ("board english 5", 1, 15, "the end of the line"),
        ("board triangle 3", 1, 16, "4 to 10"),
        ("board triangle 11", 1, 16, "4 to 10"),
        ("board triangle +5", 1, 16, "4 to 10"),
        ("board triangle 5 5", 1, 18, "the end of the line"),
        ("board english\nboard english", 2, 1, "each clause once"),
        ("board english; empty d4; pegs d4", 1, 26, "each clause once"),
        ("board english; empty", 1, 21, "a hole of the board"),
        ("board english; empty a1", 1, 22, "a hole of the board"),
        ("board english; empty d4 d4", 1, 25, "each hole once"),
        ("board english; goal", 1, 20, "a hole of the board"),
        ("board english; goal d4 any", 1, 24, "a hole of the board"),
        ("board english; goal any d4", 1, 21, "a hole of the board"),
        ("ooo; goal a2", 1, 11, "a hole of the board"),
        ("ooo; empty a1", 1, 6, "no other start"),
        ("empty a1", 1, 9, "a position or a board"),
        ("board english; ooo", 1, 16, "the 33 holes of the board"),
        ("board triangle 4; o/oo/ooo/ooo", 1, 19, "the 10 holes of the board"),
    ];
    for (text, line, column, expected) in cases {
        let error = PegSolitaire::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(
        text in "(board (english|triangle [0-9]*)[;\\n])?[ox.#/ \\n;a-e1-9é]{0,60}(goal \
            [a-f][1-5])?",
    ) {
        match PegSolitaire::parse(&text) {
            Ok(puzzle) => prop_assert_eq!(PegSolitaire::parse(&puzzle.to_string()), Ok(puzzle)),
            Err(error) => prop_assert!(error.line > 0 && error.offset <= text.len()),
        }
    }

    #[test]
    fn drawn_boards_keep_their_class_and_are_read_again(
        text in "[o.#]{5}/[o.#]{5}/[o.#]{3}o[o.#]/[o.#]{5}",
        seed: u64,
    ) {
        let puzzle = PegSolitaire::parse(&text).expect("a board");
        prop_assert_eq!(PegSolitaire::parse(&puzzle.to_string()), Ok(puzzle.clone()));
        let class = puzzle.board().class(puzzle.start());
        kit::walk(&puzzle, seed, 20, |_, _, child| {
            assert_eq!(puzzle.board().class(*child), class);
        });
        let dead_ends = DeadEnds::new(&puzzle);
        kit::check_heuristic(&puzzle, &dead_ends, seed, 20);
    }

    #[test]
    fn positions_played_backwards_are_no_dead_ends(seed: u64, jumps in 0..31_usize) {
        let puzzle = PegSolitaire::random(Board::english(), jumps, &mut Random::new(seed));
        let dead_ends = DeadEnds::new(&puzzle);
        let pegs = puzzle.start().count_ones();
        prop_assert_eq!(dead_ends.estimate(&puzzle, &puzzle.start()), pegs - 1);
    }
}
