//! Connect Four against a naive board, published counts and published scores.

use tremaux_core::{
    Evaluator, Game, GameNotation, HashedGame, Limits, Score, StopReason, Turn, ZeroSumGame,
};
use tremaux_games::connect_four::{
    AnySize, Column, ConnectFour, Position, Size, Solution, Solver, Standard, Threats, exact_score,
};
use tremaux_play::{AlphaBeta, SearchParts, perft};
use tremaux_tables::{TranspositionTable, TwoLevel};
use tremaux_testkit as testkit;
use tremaux_testkit::textbook_games::minimax;

type Game7x6 = ConnectFour<Standard>;

fn sized(columns: u32, rows: u32) -> ConnectFour<AnySize> {
    ConnectFour::with_size(columns, rows).expect("a board that fits")
}

/// A board of lists, which shares no code with the game.
#[derive(Clone)]
struct Naive {
    columns: Vec<Vec<usize>>,
    rows: usize,
    moves: usize,
}

impl Naive {
    fn new(columns: usize, rows: usize) -> Self {
        Self { columns: vec![Vec::new(); columns], rows, moves: 0 }
    }

    fn legal(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.rows).collect()
    }

    fn play(&mut self, column: usize) {
        self.columns[column].push(self.moves % 2);
        self.moves += 1;
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn has_won(&self, player: usize) -> bool {
        (0..self.columns.len() as i32).any(|x| {
            (0..self.rows as i32).any(|y| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .iter()
                    .any(|(dx, dy)| (0..4).all(|i| self.at(x + i * dx, y + i * dy) == Some(player)))
            })
        })
    }

    /// The score by the published convention, for the player to move.
    fn score(&self, cells: usize) -> i32 {
        if self.has_won(1 - self.moves % 2) {
            return -(((cells + 2 - self.moves) / 2) as i32);
        }
        let score = |&column: &usize| {
            let mut child = self.clone();
            child.play(column);
            -child.score(cells)
        };
        self.legal().iter().map(score).max().unwrap_or(0)
    }
}

#[test]
fn perft_of_the_standard_board() {
    // Published counts of move sequences; the first to end early is of seven moves.
    let game = Game7x6::default();
    let expected = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, count) in expected.into_iter().enumerate() {
        assert_eq!(perft(&game, &mut game.initial_state(), depth as u32), count, "{depth}");
    }
    let game = sized(7, 6);
    assert_eq!(perft(&game, &mut game.initial_state(), 7), 823_536);
}

#[test]
fn every_size_agrees_with_the_naive_board() {
    let mut walker = testkit::Walker::new(7);
    for (columns, rows) in [
        (1, 1),
        (1, 62),
        (2, 31),
        (3, 20),
        (4, 4),
        (5, 5),
        (6, 7),
        (7, 6),
        (8, 7),
        (12, 4),
        (32, 1),
    ] {
        let game = sized(columns, rows);
        for _ in 0..60 {
            let mut position = game.initial_state();
            let mut naive = Naive::new(columns as usize, rows as usize);
            loop {
                let is_won = naive.has_won(0) || naive.has_won(1);
                let is_over = is_won || naive.legal().is_empty();
                assert_eq!(game.turn(&position) == Turn::Over, is_over, "{columns}x{rows}");
                assert_eq!(game.final_score(&position, 0) == Score::WIN, naive.has_won(0));
                if is_over {
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut sorted: Vec<usize> = moves.iter().map(|mv| usize::from(mv.0)).collect();
                sorted.sort_unstable();
                assert_eq!(sorted, naive.legal());
                let mv = moves[walker.below(moves.len())];
                let _ = game.play(&mut position, mv);
                naive.play(usize::from(mv.0));
            }
        }
    }
    assert!(AnySize::new(8, 8).is_err() && AnySize::new(0, 3).is_err());
    assert!(AnySize::new(u32::MAX, u32::MAX).is_err());
}

#[test]
fn contracts() {
    let game = Game7x6::default();
    testkit::check_zero_sum_game(&game, 1, 200);
    testkit::check_game_notation(&game, 2, 50);
    let plain: ConnectFour<Standard, false> = ConnectFour::default();
    testkit::check_hashed_game(&plain, 4, 200);
    for (columns, rows) in [(4, 4), (5, 5), (8, 7), (32, 1), (1, 3)] {
        let game = sized(columns, rows);
        testkit::check_zero_sum_game(&game, 5, 50);
        testkit::check_game_notation(&game, 6, 10);
        let canonical = |position: &Position| {
            let text = game.position_text(position);
            let mirrored: Vec<String> =
                text.split('/').map(|row| row.chars().rev().collect()).collect();
            text.clone().min(mirrored.join("/"))
        };
        testkit::check_folded_game(&game, 7, 100, canonical, true);
    }
}

#[test]
fn mirror_images_are_folded() {
    let game = Game7x6::default();
    let hash = |columns: &str| game.hash(&game.parse_position(columns).expect("legal moves"));
    assert_eq!(hash("4453"), hash("4435"));
    assert_ne!(hash("4453"), hash("4452"));
    // A position that is its own image keeps apart the moves to the left and to the right.
    let codes = [0, 6].map(|column| {
        let column = Column(column);
        game.code(&game.initial_state(), column)
    });
    assert_ne!(codes[0], codes[1]);
    let size = Standard;
    assert_eq!(size.mirror(size.column(0) | size.column(5)), size.column(6) | size.column(1));
}

#[test]
fn what_is_known_at_a_glance_is_true() {
    let game = Game7x6::default();
    let mut known = 0;
    testkit::play_at_random(&game, 4, 2000, |position, _| {
        let Turn::Player(player) = game.turn(position) else { return };
        let deep = minimax(&game, &(), &mut position.clone(), player, 2, &mut 0);
        match Threats.known(&game, position) {
            Some(score) => {
                assert_eq!(deep, score, "{position:?}");
                known += 1;
            }
            None => assert!(!deep.is_decisive(), "{position:?}"),
        }
    });
    assert!(known > 1000, "{known}");
}

#[test]
fn small_boards_by_brute_force() {
    let mut walker = testkit::Walker::new(11);
    for (columns, rows, stones) in
        [(4, 4, 6), (5, 4, 10), (4, 5, 10), (5, 5, 15), (3, 5, 3), (2, 6, 0)]
    {
        let game = sized(columns, rows);
        let mut solver = Solver::new(game, 1 << 16);
        for _ in 0..20 {
            let mut naive = Naive::new(columns as usize, rows as usize);
            let mut position = game.initial_state();
            while naive.moves < stones && !naive.has_won(0) && !naive.has_won(1) {
                let legal = naive.legal();
                let column = legal[walker.below(legal.len())];
                naive.play(column);
                let _ = game.play(&mut position, Column(column as u8));
            }
            let solution = solver.solve(&position, &Limits::default());
            let expected = naive.score((columns * rows) as usize);
            let text = game.position_text(&position);
            assert_eq!(solution.score(), Some(expected), "{text}");
        }
    }
}

#[test]
fn small_boards_have_their_published_values() {
    // Who wins from the empty board, as tabulated by J. Tromp: 0 nobody, -1 the second.
    for (columns, rows, sign) in [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0)]
    {
        let game = sized(columns, rows);
        let mut solver = Solver::new(game, 1 << 24);
        let solution = solver.solve(&game.initial_state(), &Limits::default());
        assert_eq!(solution.score().map(i32::signum), Some(sign), "{columns}x{rows}");
    }
}

#[test]
fn positions_have_their_published_scores() {
    // From the test sets of P. Pons, and Fhourstones' first position: facts of the game.
    let game = Game7x6::default();
    for (columns, expected) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("5554224333234511764415115", 4),
        ("52753311433677442422121", 8),
        ("1233722555341451114725221333", -1),
        ("45461667", 11),
    ] {
        let position = game.parse_position(columns).expect("legal moves");
        for threads in 1..=3 {
            let mut solver = Solver::new(game, 1 << 22).with_threads(threads);
            let solution = solver.solve(&position, &Limits::default());
            check_solution(&game, &position, &solution, expected);
        }
    }
}

/// The score is right, and the line is one of best play to the end.
fn check_solution<S: Size>(
    game: &ConnectFour<S>,
    position: &Position,
    solution: &Solution,
    expected: i32,
) {
    let text = game.position_text(position);
    assert_eq!(solution.score(), Some(expected), "{text}");
    assert_eq!(solution.bounds, (expected, expected), "{text}");
    let mut end = *position;
    for &mv in &solution.line {
        assert!(game.turn(&end) != Turn::Over, "{text}");
        let _ = game.play(&mut end, mv);
    }
    assert_eq!(game.turn(&end), Turn::Over, "{text}");
    let value = game.final_score(&end, position.player_to_move());
    assert_eq!(value.get().signum(), expected.signum(), "{text}");
    let cells = game.size().full().count_ones() as i32;
    if expected != 0 {
        assert_eq!((cells + 2 - end.stones() as i32) / 2, expected.abs(), "the line of {text}");
    }
}

/// The exact score by the general engine with every move of every position.
fn searched<S: Size>(game: &ConnectFour<S>, position: &Position) -> i32 {
    let depth = (game.size().full().count_ones() - position.stones()).max(1);
    let options = AlphaBeta::default().first_depth(depth).max_depth(depth);
    let table = TranspositionTable::<TwoLevel>::with_scheme(1 << 18);
    let parts = SearchParts::new().ordering(Threats).table(table);
    let report = options.solve(game, position, parts, &Limits::default());
    assert!(report.is_exact);
    // For a finished game the report has the first player's score.
    let is_turned = game.turn(position) == Turn::Over && position.player_to_move() == 1;
    let score = if is_turned { -report.score } else { report.score };
    exact_score(game, position, score)
}

/// Random games whose players win if they can, and otherwise answer threats and make none for the
/// opponent if they can: with few stones left they are still open.
fn play_with_care<S: Size>(
    game: &ConnectFour<S>,
    seed: u64,
    games: usize,
    mut visit: impl FnMut(&Position),
) {
    let mut walker = testkit::Walker::new(seed);
    for _ in 0..games {
        let mut position = game.initial_state();
        while game.turn(&position) != Turn::Over {
            visit(&position);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let after = |mv| {
                let mut child = position;
                let _ = game.play(&mut child, mv);
                child
            };
            let wins = |&mv: &Column| game.turn(&after(mv)) == Turn::Over;
            let is_safe = |&mv: &Column| Threats.known(game, &after(mv)) != Some(Score::win_in(1));
            let winning: Vec<Column> = moves.iter().copied().filter(wins).collect();
            let safe: Vec<Column> = moves.iter().copied().filter(is_safe).collect();
            let moves = [winning, safe, moves].into_iter().find(|moves| !moves.is_empty());
            let moves = moves.expect("a move");
            position = after(moves[walker.below(moves.len())]);
        }
        visit(&position);
    }
}

#[test]
fn the_solver_agrees_with_the_engine_on_boards_of_every_shape() {
    for (columns, rows, seed) in
        [(4, 4, 1), (5, 5, 2), (6, 5, 3), (7, 6, 4), (9, 5, 5), (12, 4, 6), (3, 15, 7), (8, 7, 8)]
    {
        let game = sized(columns, rows);
        // Few cells are left, so that the slower of the two has not much to do.
        let stones = (columns * rows).saturating_sub(18);
        let mut solver = Solver::new(game, 1 << 18);
        let mut checked = 0;
        play_with_care(&game, seed, 12, |position| {
            if position.stones() < stones {
                return;
            }
            let solution = solver.solve(position, &Limits::default());
            check_solution(&game, position, &solution, searched(&game, position));
            checked += 1;
        });
        assert!(checked > 20, "{columns}x{rows}: {checked}");
    }
}

#[test]
fn what_is_proved_when_a_limit_steps_in_is_true() {
    let game = Game7x6::default();
    let position = game.parse_position("45461667").expect("legal moves");
    let mut narrowed = 0;
    for nodes in (0..60_000).step_by(1500) {
        let mut solver = Solver::new(game, 1 << 16);
        let limits = Limits::default().with_nodes(nodes);
        let solution = solver.solve(&position, &limits);
        let (least, most) = solution.bounds;
        assert!(least <= 11 && 11 <= most, "{nodes}: {least} to {most}");
        narrowed += usize::from(least < most && (least > -17 || most < 16));
    }
    assert!(narrowed > 3, "{narrowed}");
    let mut told = 0;
    let solution = Solver::new(game, 1 << 20).solve_watched(
        &game.parse_position("45461667").expect("legal moves"),
        &Limits::default(),
        &mut |standing| {
            assert!(standing.bounds.0 <= 11 && 11 <= standing.bounds.1);
            told += 1;
        },
    );
    assert!(solution.score() == Some(11) && told > 10, "{told}");
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    let solution = Solver::new(game, 1 << 16).with_threads(2).solve(&position, &cancelled);
    assert_eq!((solution.score(), solution.stopped), (None, Some(StopReason::Cancelled)));
}

#[test]
fn a_solver_that_knows_a_position_knows_its_image() {
    for (columns, rows, least) in [(5, 5, 9), (6, 5, 13), (4, 6, 6)] {
        let game = sized(columns, rows);
        let mut solver = Solver::new(game, 1 << 20);
        let mut checked = 0;
        play_with_care(&game, 17, 8, |position| {
            if position.stones() < least || game.turn(position) == Turn::Over {
                return;
            }
            let rows = game.position_text(position);
            let rows: Vec<String> =
                rows.split('/').map(|row| row.chars().rev().collect()).collect();
            let image = game.parse_position(&rows.join("/")).expect("as legal");
            let solution = solver.solve(position, &Limits::default());
            let score = solution.score().expect("no limit");
            check_solution(&game, position, &solution, score);
            check_solution(&game, &image, &solver.solve(&image, &Limits::default()), score);
            checked += 1;
        });
        assert!(checked > 20, "{columns}x{rows}: {checked}");
    }
}

#[test]
fn the_published_test_sets() {
    let game = Game7x6::default();
    for (file, every) in [("connect4_Test_L3_R1.txt", 1), ("connect4_Test_L2_R1.txt", 5)] {
        let Some(text) = tremaux_testkit::data_text(&format!("games/{file}")) else { continue };
        let mut solver = Solver::new(game, 1 << 24);
        for line in text.lines().step_by(every) {
            let (columns, score) = line.split_once(' ').expect("columns and a score");
            let position = game.parse_position(columns).expect("legal moves");
            let solution = solver.solve(&position, &Limits::default());
            assert_eq!(solution.score(), score.trim().parse().ok(), "{columns}");
        }
    }
}

#[test]
fn several_threads_find_the_same_score() {
    let game = Game7x6::default();
    for (columns, expected) in
        [("5554224333234511764415115", 4), ("1233722555341451114725221333", -1), ("45461667", 11)]
    {
        let position = game.parse_position(columns).expect("legal moves");
        let mut solver = Solver::new(game, 1 << 20).with_threads(3);
        let solution = solver.solve(&position, &Limits::default());
        assert_eq!(solution.score(), Some(expected), "{columns}");
    }
}

#[test]
fn a_finished_game_and_a_limit() {
    let game = Game7x6::default();
    let mut solver = Solver::new(game, 1 << 12);
    // The first player has won with the fourth of seven stones: 22 - 4 for him.
    let won = game.parse_position("1212121").expect("legal moves");
    let solution = solver.solve(&won, &Limits::default());
    assert_eq!(solution.score(), Some(-18));
    let won = game.parse_position("71212121").expect("legal moves");
    assert_eq!(solver.solve(&won, &Limits::default()).score(), Some(-18));
    let limits = Limits::default().with_nodes(1000);
    let solution = solver.solve(&game.initial_state(), &limits);
    assert_eq!((solution.score(), solution.stopped), (None, Some(StopReason::NodeLimit)));
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    let game = Game7x6::default();
    for (text, column, expected) in [
        ("448", 3, "a column from 1 to 7"),
        ("44 4", 3, "a column from 1 to 7"),
        (" 4444444", 8, "a column that is not full"),
        ("12121212", 8, "no move: the game is already won before this move"),
        ("44é", 3, "a column from 1 to 7"),
        ("44x", 3, "a column from 1 to 7"),
        ("xxo", 1, "7 cells in a row"),
        ("......./......./......./......./......./......", 41, "7 cells in a row"),
        ("......./......./......./......./.......", 40, "6 rows"),
        ("......./......./......./......./......./......./", 49, "6 rows"),
        ("......./......./......./......./.......x/.......", 40, "7 cells in a row"),
        ("......./......./......./......./...y.../.......", 36, "`x`, `o`, `.` or `/`"),
        ("......./......./......./......./...o.../...x..o", 1, "as many x as o, or one more"),
        ("......./......./......./......./...o.../..xxx..", 1, "as many x as o"),
        ("......./......./......./...x.../......./...o...", 1, "stones on top of each other"),
        ("......./......./......./......./oooo.../xxxx...", 1, "at most one winner"),
        ("......./......./......./......./......./xxxxo.o", 1, "as many x as o"),
        ("......./......./......./......./o....../xxxxooo", 1, "a winner who moved last"),
        ("......./......./......./xxxx.../ooxooo./xxxxooo", 1, "ended with its last move"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    let won = game.parse_position("......./......./......./......./......./xxxxooo");
    assert_eq!(game.turn(&won.expect("x has just won")), Turn::Over);

    let position = game.parse_position("444444").expect("legal moves");
    for text in ["", "8", "4", "11", "x", "é"] {
        assert!(game.parse_move(&position, text).is_err(), "{text:?}");
    }
    assert!(game.parse_move(&position, " 3 ").is_ok());
    assert_eq!(game.parse_position("").expect("the empty board"), game.initial_state());
}
