//! Sudoku: contracts, counts against brute force, published facts, texts that are wrong.

use tremaux_core::{
    Algorithm, Heuristic, Limits, NoHeuristic, Progress, Search, StateSpace, StopReason,
    Termination,
};
use tremaux_puzzles::Random;
use tremaux_puzzles::sudoku::{
    Clues, EmptyCells, Generator, Propagation, RemainingPossibilities, Shape, Solver, Step, Sudoku,
};
use tremaux_search::{BestFirst, DepthFirst, plan_cost};
use tremaux_testkit as kit;
use tremaux_testkit::{Walker, data_text};

fn clues(text: &str) -> Clues {
    Clues::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).expect("in range")
}

/// Whether no row, column or box has a digit twice, by the definition.
fn is_legal(shape: Shape, cells: &[u8]) -> bool {
    let side = shape.side();
    let sees = |a: usize, b: usize| {
        let (row, column) = (a / side, a % side);
        let (other_row, other_column) = (b / side, b % side);
        row == other_row
            || column == other_column
            || shape.box_of(row, column) == shape.box_of(other_row, other_column)
    };
    (0..cells.len()).all(|a| cells[a] == 0 || (0..a).all(|b| cells[a] != cells[b] || !sees(a, b)))
}

/// All solutions, by filling the empty cells in order with every digit.
fn brute_force(shape: Shape, cells: &mut [u8], from: usize, found: &mut Vec<Vec<u8>>) {
    let Some(cell) = (from..cells.len()).find(|&cell| cells[cell] == 0) else {
        found.push(cells.to_vec());
        return;
    };
    for digit in 1..=shape.side() as u8 {
        cells[cell] = digit;
        if is_legal(shape, cells) {
            brute_force(shape, cells, cell + 1, found);
        }
    }
    cells[cell] = 0;
}

/// All solutions by the solver, sorted.
fn solutions(clues: &Clues) -> Vec<Vec<u8>> {
    let mut solver = Solver::new(clues);
    let mut found = Vec::new();
    while solver.step(u64::MAX) == Step::Solution {
        found.push(solver.solution());
    }
    assert_eq!(solver.step(u64::MAX), Step::Exhausted);
    found.sort();
    found
}

/// Random clues that break no rule, about this many.
fn random_clues(shape: Shape, count: usize, walker: &mut Walker) -> Clues {
    let mut cells = vec![0; shape.cells()];
    for _ in 0..count {
        let cell = walker.below(cells.len());
        let before = cells[cell];
        cells[cell] = 1 + walker.below(shape.side()) as u8;
        if !is_legal(shape, &cells) {
            cells[cell] = before;
        }
    }
    Clues::new(shape, &cells).expect("they break no rule")
}

fn keeps_the_contracts<const N: usize>(clues: &Clues, seed: u64, steps: usize) {
    let sudoku = Sudoku::<N>::new(clues).expect("it fits");
    kit::check_space(&sudoku, seed, steps);
    kit::check_undo(&sudoku, seed, steps);
    kit::check_compact_actions(&sudoku, seed, steps);
    kit::check_heuristic(&sudoku, &EmptyCells, seed, steps);
    kit::check_heuristic(&sudoku, &RemainingPossibilities, seed, steps);
    kit::check_notation(&sudoku, seed, steps.min(10));
    kit::check_depict(&sudoku, seed, steps.min(10));
}

#[test]
fn boards_of_every_shape_keep_the_contracts() {
    let mut walker = Walker::new(4);
    for shape in Shape::USUAL {
        for seed in 0..3 {
            let clues = random_clues(shape, walker.below(shape.cells()), &mut walker);
            assert_eq!(Clues::parse(&clues.to_string()).as_ref(), Ok(&clues));
            assert_eq!(Clues::parse(&clues.drawn()).as_ref(), Ok(&clues), "{}", clues.drawn());
            if shape.side() <= 9 {
                keeps_the_contracts::<9>(&clues, seed, 60);
            }
            keeps_the_contracts::<25>(&clues, seed, 20);
        }
        assert!(Sudoku::<3>::new(&Clues::empty(shape)).is_none());
    }
}

/// All 4×4 boards and some random ones of 4×4, 6×6 and 9×9: the solver, the space searched
/// depth-first, and brute force have the same solutions.
#[test]
fn solutions_are_those_of_brute_force() {
    let mut walker = Walker::new(8);
    let (mut none, mut one, mut many) = (0, 0, 0);
    for at in 0..600 {
        let (shape, most) = match at % 4 {
            0 => (shape(2, 3), 14 + walker.below(10)),
            1 => (shape(3, 2), 14 + walker.below(10)),
            _ => (shape(2, 2), walker.below(10)),
        };
        let clues = random_clues(shape, most, &mut walker);
        let mut expected = Vec::new();
        brute_force(shape, &mut clues.cells().to_vec(), 0, &mut expected);
        assert_eq!(solutions(&clues), expected, "{clues}");
        if clues.contradiction().is_some() {
            assert!(expected.is_empty(), "{clues}");
        }
        let sudoku = Sudoku::<9>::new(&clues).expect("it fits");
        let all = DepthFirst::iterative_deepening().plan_count(u64::MAX).compact();
        let mut search = all.start(&sudoku, NoHeuristic);
        let _ = search.advance(&Limits::default(), &mut ());
        assert_eq!(search.solutions().len(), expected.len(), "{clues}");
        match expected.len() {
            0 => none += 1,
            1 => one += 1,
            _ => many += 1,
        }
    }
    assert!(none > 50 && one > 20 && many > 100, "{none} {one} {many}");
}

/// On boards of 9×9 the specialized solver finds the same number of solutions as the
/// cell-by-cell solver.
#[test]
fn nine_by_nine_is_solved_as_cell_by_cell() {
    let mut random = Random::new(3);
    let mut generator = Generator::new(Shape::NINE);
    let mut walker = Walker::new(2);
    for _ in 0..30 {
        let full = generator.next(&mut random);
        // Some clues fewer, or one that is wrong.
        for change in 0..4 {
            let mut cells = full.cells().to_vec();
            for _ in 0..change.min(2) {
                let cell = walker.below(81);
                cells[cell] = 0;
            }
            if change == 3 {
                let cell = walker.below(81);
                cells[cell] = 1 + walker.below(9) as u8;
            }
            let Some(clues) = Clues::new(Shape::NINE, &cells) else { continue };
            let sudoku = Sudoku::<9>::new(&clues).expect("it fits");
            let mut search =
                DepthFirst::bounded(81).plan_count(500).compact().start(&sudoku, NoHeuristic);
            let _ = search.advance(&Limits::default(), &mut ());
            let mut solver = Solver::new(&clues);
            assert_eq!(solver.count(500), search.solutions().len() as u64, "{clues}");
        }
    }
}

/// 288 boards of 4×4, and 28,200,960 of 6×6 with boxes of 2×3 (Pettersen 2006), of which as many
/// begin with each of the 6! first rows.
#[test]
fn published_counts_of_all_boards() {
    assert_eq!(Solver::new(&Clues::empty(shape(2, 2))).count(u64::MAX), 288);
    let first_row = clues("123456..............................");
    assert_eq!(Solver::new(&first_row).count(u64::MAX), 28_200_960 / 720);
}

#[test]
fn a_board_with_seventeen_clues_and_its_neighbours() {
    let mut solver = Solver::new(&clues(SEVENTEEN));
    assert_eq!(solver.step(u64::MAX), Step::Solution);
    assert!(is_legal(Shape::NINE, &solver.solution()));
    assert_eq!(solver.step(u64::MAX), Step::Exhausted);
    // No sudoku with sixteen clues has one solution (McGuire, Tugemann and Civario 2012).
    let all = clues(SEVENTEEN);
    for cell in (0..81).filter(|&cell| all.cells()[cell] > 0) {
        let mut fewer = all.cells().to_vec();
        fewer[cell] = 0;
        let fewer = Clues::new(Shape::NINE, &fewer).expect("fewer clues");
        assert_eq!(Solver::new(&fewer).count(2), 2);
    }
}

const SEVENTEEN: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

#[test]
fn sliced_searches_take_the_same_steps() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for clues in [clues(hard), clues("1..............."), Clues::empty(shape(2, 3))] {
        let sudoku = Sudoku::<9>::new(&clues).expect("it fits");
        let wanted = Propagation::default().plan_count(40);
        let mut whole = wanted.start(&sudoku, NoHeuristic);
        let _ = whole.advance(&Limits::default(), &mut ());
        let mut sliced = wanted.start(&sudoku, NoHeuristic);
        let one = Limits::default().with_nodes(1);
        let mut slices = 0;
        while let Progress::Paused(reason) = sliced.advance(&one, &mut ()) {
            assert_eq!(reason, StopReason::NodeLimit);
            let report = sliced.report();
            assert_eq!(report.statistics.expanded, slices + 1);
            assert_eq!(report.termination, Termination::Stopped(reason));
            slices += 1;
        }
        let (whole_report, report) = (whole.report(), sliced.report());
        assert_eq!(report.statistics.expanded, whole_report.statistics.expanded);
        assert_eq!(report.termination, whole_report.termination);
        assert_eq!(sliced.solutions(), whole.solutions());
        for plan in whole.solutions() {
            assert_eq!(plan_cost(&sudoku, &plan.actions), Some(plan.cost));
        }
        let none = wanted.solve(&sudoku, NoHeuristic, &Limits::default().with_nodes(0), &mut ());
        assert_eq!((none.plan.is_some(), none.statistics.expanded), (false, 0));
    }
    // Unsolvable, though no cell shows it.
    let twice =
        clues("5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8");
    let sudoku = Sudoku::<9>::new(&twice).expect("it fits");
    let report = Propagation::default().solve(&sudoku, NoHeuristic, &Limits::default(), &mut ());
    assert!(report.is_proven_unsolvable());
    let report = BestFirst::a_star().solve(&sudoku, EmptyCells, &Limits::default(), &mut ());
    assert!(report.is_proven_unsolvable());
    let few = Limits::default().with_memory(10_000);
    let empty = Sudoku::<9>::new(&Clues::empty(Shape::NINE)).expect("it fits");
    let report =
        Propagation::default().plan_count(u64::MAX).solve(&empty, NoHeuristic, &few, &mut ());
    assert_eq!(report.termination, Termination::Stopped(StopReason::MemoryLimit));
}

/// A solved 25×25 board with shuffled rows, columns and digits, of which some are left out.
fn large_board(random: &mut Random, is_left_out: &mut dyn FnMut(&mut Random, u8) -> bool) -> Clues {
    let (shape, mut digits) = (shape(5, 5), (1..=25).collect::<Vec<u8>>());
    random.shuffle(&mut digits);
    let mut line = || {
        let mut bands: Vec<Vec<usize>> =
            (0..5).map(|band| (5 * band..5 * band + 5).collect()).collect();
        bands.iter_mut().for_each(|band| random.shuffle(band));
        random.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, columns) = (line(), line());
    let mut cells = Vec::new();
    for &row in &rows {
        for &column in &columns {
            let digit = digits[(5 * (row % 5) + row / 5 + column) % 25];
            cells.push(if is_left_out(random, digit) { 0 } else { digit });
        }
    }
    Clues::new(shape, &cells).expect("a part of a solution")
}

#[test]
fn large_boards_with_three_fifths_blank_are_solved() {
    let mut random = Random::new(5);
    for number in 0..6 {
        let clues = large_board(&mut random, &mut |random, _| random.below(5) < 3);
        let mut solver = Solver::new(&clues);
        assert_eq!(solver.step(100_000), Step::Solution, "board {number}: {clues}");
        assert!(is_legal(clues.shape(), &solver.solution()));
    }
}

#[test]
fn large_boards_have_the_solutions_of_a_plain_search() {
    let mut random = Random::new(6);
    let mut several = 0;
    for _ in 0..8 {
        let clues =
            large_board(&mut random, &mut |random, digit| digit < 3 || random.below(4) == 0);
        let sudoku = Sudoku::<25>::new(&clues).expect("it fits");
        let all = DepthFirst::bounded(625).plan_count(200).compact();
        let mut search = all.start(&sudoku, NoHeuristic);
        let _ = search.advance(&Limits::default(), &mut ());
        let found = Solver::new(&clues).count(200);
        assert_eq!(found, search.solutions().len() as u64, "{clues}");
        several += u32::from(found > 1);
    }
    assert!(several > 4);
}

/// A unique solution, and no clue can be removed; the same seed always gives the same sudokus.
#[test]
fn generated_sudokus_are_minimal() {
    for shape in Shape::USUAL.into_iter().filter(|shape| shape.side() <= 10) {
        let mut generator = Generator::new(shape);
        let mut random = Random::new(1);
        for _ in 0..if shape.side() < 10 { 4 } else { 1 } {
            let clues = generator.next(&mut random);
            let solution = solutions(&clues);
            assert_eq!(solution.len(), 1, "{clues}");
            assert!(is_legal(shape, &solution[0]) && solution[0].iter().all(|&digit| digit > 0));
            for cell in (0..shape.cells()).filter(|&cell| clues.cells()[cell] > 0) {
                let mut fewer = clues.cells().to_vec();
                fewer[cell] = 0;
                let fewer = Clues::new(shape, &fewer).expect("fewer clues");
                assert_eq!(Solver::new(&fewer).count(2), 2, "{clues} has one too many");
            }
        }
    }
    let first = Generator::new(Shape::NINE).next(&mut Random::new(1));
    assert_eq!(first.to_string(), FIRST);
}

const FIRST: &str =
    "3.9.........89.7....24....5....4.8...5........63....4.93...6..7....1.9..6....3.1.";

#[test]
fn estimates() {
    let both = |text: &str| {
        let sudoku = Sudoku::<9>::new(&clues(text)).expect("it fits");
        let start = sudoku.initial_state();
        (EmptyCells.estimate(&sudoku, &start), RemainingPossibilities.estimate(&sudoku, &start))
    };
    assert_eq!(both("................"), (16, 64));
    assert_eq!(both("1234341221434321"), (0, 0));
    assert_eq!(both("123434122143432."), (1, 1));
    assert_eq!(both("123............."), (13, 1 + 2 * 2 + 2 * 2 + 8 * 3 + 4));
    assert_eq!(both("12....3....4...."), (u32::MAX, u32::MAX));
}

#[test]
fn bad_sudokus_are_refused_with_their_place() {
    let cases = [
        ("", 1, 1, "81 cells for a board of 9×9, or 16, 36"),
        ("1", 1, 2, "81 cells"),
        ("12.. ..3. .... ...4 .", 1, 21, "81 cells"),
        (&"1".repeat(80), 1, 81, "81 cells"),
        (&".".repeat(82), 1, 82, "81 cells"),
        ("12.. ..z. .... ....", 1, 8, "a digit, a letter"),
        ("12.. ..5. .... ....", 1, 8, "a digit from 1 to 4"),
        ("12.. ..3. 1... ....", 1, 11, "each digit once in column 1"),
        ("12.. ..3. .... .4.4", 1, 19, "each digit once in row 4"),
        ("12..\n..34\n..1.\n...1", 4, 4, "each digit once in box 4"),
        ("12..\n..34\n.é..\n....", 3, 2, "a digit, a letter"),
    ];
    for (text, line, column, expected) in cases {
        let error = Clues::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    let many = [
        ("# nothing\n\n", 1, 10, "81 cells"),
        ("12....3.........\n12....3.....\n", 2, 13, "row 2 of 12, 12 cells"),
        ("12....3.........\n12....3.......\n", 2, 15, "81 cells"),
        ("1234\n3412\n", 2, 5, "row 3 of 4, 4 cells"),
        ("1234\n3412\n21\n", 3, 3, "row 3 of 4, 4 cells"),
        ("1234\n3412\n21433\n", 3, 5, "row 3 of 4, 4 cells"),
        ("Grid 01\n1234\n3412\nGrid 02\n", 4, 1, "row 3 of 4, 4 cells"),
    ];
    for (text, line, column, expected) in many {
        let error = Clues::parse_all(text, None).expect_err(text);
        assert!(error.expected.contains(expected), "{text:?}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
    let error = Clues::parse_all("12....3.........", Some(Shape::NINE)).expect_err("of 4x4");
    assert!(error.expected.starts_with("81 cells for a board of 9×9"), "{error}");
}

#[test]
fn boards_are_read_as_they_circulate() {
    let flat = "12....3.......4.";
    let drawn = "Grid 01\n1 2 | . .\n* 0 | 3 _\n----+----\n....  # a row\n\n..4.\n";
    assert_eq!(Clues::parse(drawn), Clues::parse(flat));
    let all = Clues::parse_all(&format!("# two\n{flat} # one\n{drawn}"), None).expect("two");
    assert_eq!(all, [clues(flat), clues(flat)]);
    let sixteen = format!("{}\n", ".".repeat(16)).repeat(16);
    let one = Clues::parse_all(&sixteen, None).expect("one board");
    assert_eq!(one, [Clues::empty(shape(4, 4))]);
    let many = Clues::parse_all(&sixteen, Some(shape(2, 2))).expect("sixteen boards");
    assert_eq!(many.len(), 16);
    assert_eq!(Clues::parse_all(&sixteen[17..], None).map(|all| all.len()), Ok(15));
    let upright = Clues::parse_shaped(&".".repeat(36), Some(shape(3, 2))).expect("of 6x6");
    assert_eq!(upright.shape(), shape(3, 2));
    let reason = |text: &str| clues(text).contradiction().map(|it| it.to_string());
    assert_eq!(reason("1... ...1 .... ...."), None);
    assert_eq!(
        reason("123. ...4 .... ....").as_deref(),
        Some("no digit fits into row 1, column 4")
    );
    let no_cell = "12.. ..3. .... ....";
    assert_eq!(reason(no_cell).as_deref(), Some("row 1 has no cell left for the digit 3"));
}

/// Each sudoku of the long-circulated lists has one solution.
#[test]
fn lists_have_one_solution_each() {
    let lists = [
        ("17_clue_10000.txt", 10_000),
        ("top1465.txt", 1465),
        ("top95.txt", 95),
        ("hardest11.txt", 11),
        ("euler96.txt", 50),
    ];
    for (name, count) in lists {
        let Some(text) = data_text(&format!("sudoku/{name}")) else { continue };
        let all = Clues::parse_all(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(all.len(), count, "{name}");
        let mut solver = Solver::new(&all[0]);
        for clues in &all {
            solver.load(clues);
            assert_eq!(solver.step(u64::MAX), Step::Solution, "{clues}");
            assert!(is_legal(Shape::NINE, &solver.solution()), "{clues}");
            let agrees = |(&clue, &digit): (&u8, &u8)| digit > 0 && (clue == 0 || clue == digit);
            assert!(clues.cells().iter().zip(&solver.solution()).all(agrees), "{clues}");
            assert_eq!(solver.step(u64::MAX), Step::Exhausted, "{clues}");
        }
    }
}

#[test]
fn files_of_one_board_and_of_many_are_read() {
    let rows = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n\
                ...419..5\n....8..79\n";
    let line: String = rows.split_whitespace().collect();
    let sdk =
        format!("#A an author\n#D a description\n[Puzzle]\n{rows}[State]\n{}", "1".repeat(81));
    for text in [sdk.as_str(), rows, &line, &format!("# a title\n{line}\n")] {
        let read = Clues::parse_all(text, None).expect("a board");
        assert_eq!(read.iter().map(ToString::to_string).collect::<Vec<_>>(), [line.as_str()]);
        assert_eq!(Clues::parse(text).map(|it| it.to_string()), Ok(line.clone()));
    }
    let sdm = format!("{line}\n{line}\r\n\n{}\n", line.replace('.', "0"));
    assert_eq!(Clues::parse_all(&sdm, None).expect("three boards").len(), 3);
    let wrong = Clues::parse_all("[Sudoku]\n", None).expect_err("an unknown heading").to_string();
    assert!(wrong.starts_with("line 1, column 1: expected `[Puzzle]` or `[State]`"), "{wrong}");
    let twice = format!("{line}\n5{}", &line[..80]);
    let error = Clues::parse_all(&twice, None).expect_err("a digit twice");
    assert_eq!(error.line, 2);
}

#[test]
fn solutions_are_checked_by_units() {
    let clues = clues(SEVENTEEN);
    let mut solver = Solver::new(&clues);
    assert_eq!(solver.step(u64::MAX), Step::Solution);
    let mut cells = solver.solution();
    assert!(clues.is_solution(&cells));
    cells.swap(0, 1);
    assert!(!clues.is_solution(&cells));
    assert!(!clues.is_solution(&cells[1..]));
    assert!(!clues.is_solution(&[1; 81]));
}

#[test]
fn every_box_has_a_cell_of_each_digit() {
    for shape in Shape::USUAL.into_iter().flat_map(|shape| [shape, shape.from_zero()]) {
        let mut cells = vec![0; shape.side()];
        for row in 0..shape.side() {
            for column in 0..shape.side() {
                cells[shape.box_of(row, column)] += 1;
            }
        }
        assert!(cells.iter().all(|&count| count == shape.side()), "{shape}");
        let usual = Shape::of_cells(shape.cells());
        assert!(usual == Some(shape) || usual.map(Shape::from_zero) == Some(shape));
        let most = shape.side() as u8;
        assert!((1..=most).all(|digit| shape.digit(shape.sign(digit)) == Some(digit)));
        assert_eq!(shape.digit(shape.sign(most + 1)), None);
    }
    assert!(Shape::new(5, 6).is_none() && Shape::new(1, 1).is_none());
    assert!(Shape::new(usize::MAX, 2).is_none() && Shape::new(0, 7).is_none());
}

#[test]
fn json_with_a_wrong_bracket_is_refused() {
    for text in ["{\"grid\": [1}", "{\"grid\": [[1, 2}, 3]]}", "[1, 2, }", "[[}"] {
        assert!(Clues::parse(text).is_err(), "{text}");
    }
}
