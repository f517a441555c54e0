//! m,n,k against a naive board, published values, and the games it contains.

use tremaux_core::{Evaluator, Game, GameNotation, Limits, Player, Score, Turn, ZeroSumGame};
use tremaux_games::connect_four::ConnectFour;
use tremaux_games::m_n_k::{Cell, MnkGame, OpenLines, Position};
use tremaux_play::{AlphaBeta, History, SearchParts, perft};
use tremaux_tables::{TranspositionTable, TwoLevel};
use tremaux_testkit as testkit;

fn game(columns: usize, rows: usize, row_length: usize) -> MnkGame {
    MnkGame::new(columns, rows, row_length).expect("a game")
}

/// Whether `player` has k in a row on a board of marks, by looking at every line.
fn has_row(board: &[Option<Player>], game: &MnkGame, player: Player) -> bool {
    let (columns, rows, k) = (game.columns() as i32, game.rows() as i32, game.row_length() as i32);
    let at = |x: i32, y: i32| {
        (0..columns).contains(&x)
            && (0..rows).contains(&y)
            && board[(y * columns + x) as usize] == Some(player)
    };
    (0..rows).any(|y| {
        (0..columns).any(|x| {
            [(1, 0), (0, 1), (1, 1), (-1, 1)]
                .iter()
                .any(|(dx, dy)| (0..k).all(|i| at(x + i * dx, y + i * dy)))
        })
    })
}

fn variants() -> Vec<MnkGame> {
    let mut all = vec![];
    for (m, n, k) in [(1, 1, 1), (3, 3, 3), (4, 3, 3), (5, 2, 2), (6, 6, 4), (7, 6, 4), (9, 9, 5)] {
        all.extend([game(m, n, k), game(m, n, k).with_gravity()]);
    }
    all.extend([game(15, 15, 5), game(19, 19, 5), game(14, 26, 26), game(26, 14, 3)]);
    all
}

#[test]
fn every_board_agrees_with_the_naive_one() {
    for game in variants() {
        testkit::play_at_random(&game, 3, 20, |position, moves| {
            let board: Vec<_> = (0..game.cells()).map(|cell| position.stone(cell)).collect();
            let rows = [0, 1].map(|player| has_row(&board, &game, player));
            let is_full = board.iter().all(Option::is_some);
            let is_over = rows[0] || rows[1] || is_full;
            assert_eq!(game.turn(position) == Turn::Over, is_over, "{position:?}");
            assert_eq!(game.final_score(position, 0) == Score::WIN, rows[0]);
            assert_eq!(game.final_score(position, 1) == Score::WIN, rows[1]);
            if is_over {
                return;
            }
            let falls = |cell: usize| {
                let below = cell + game.columns();
                !game.has_gravity() || below >= game.cells() || board[below].is_some()
            };
            let mut expected: Vec<usize> =
                (0..game.cells()).filter(|&cell| board[cell].is_none() && falls(cell)).collect();
            let mut found: Vec<usize> = moves.iter().map(|mv| usize::from(mv.0)).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
        });
    }
}

#[test]
fn contracts() {
    for game in variants() {
        let games = if game.cells() > 100 { 2 } else { 20 };
        testkit::check_zero_sum_game(&game, 1, games);
        testkit::check_game_notation(&game, 2, games.min(5));
    }
}

#[test]
fn symmetries_are_folded() {
    for game in [game(3, 3, 3), game(4, 3, 3), game(5, 5, 4), game(4, 4, 3).with_gravity()] {
        let (columns, rows) = (game.columns(), game.rows());
        let canonical = |position: &Position| {
            let at = |x: usize, y: usize| position.stone(y * columns + x);
            let board = |image: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<_> {
                let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
                cells.map(|(x, y)| image(x, y)).map(|(x, y)| at(x, y)).collect()
            };
            let (right, bottom) = (columns - 1, rows - 1);
            let mut forms = vec![board(&|x, y| (x, y)), board(&|x, y| (right - x, y))];
            if !game.has_gravity() {
                forms.push(board(&|x, y| (x, bottom - y)));
                forms.push(board(&|x, y| (right - x, bottom - y)));
                if columns == rows {
                    forms.push(board(&|x, y| (y, x)));
                    forms.push(board(&|x, y| (right - y, x)));
                    forms.push(board(&|x, y| (y, bottom - x)));
                    forms.push(board(&|x, y| (right - y, bottom - x)));
                }
            }
            forms.into_iter().min().expect("some form")
        };
        testkit::check_folded_game(&game, 4, 300, canonical, true);
    }
}

#[test]
fn with_gravity_it_is_connect_four() {
    let falling = game(7, 6, 4).with_gravity();
    let dropped: ConnectFour = ConnectFour::default();
    for depth in 0..=7 {
        let count = perft(&dropped, &mut dropped.initial_state(), depth);
        assert_eq!(perft(&falling, &mut falling.initial_state(), depth), count, "{depth}");
    }
    testkit::play_at_random(&falling, 5, 100, |position, _| {
        let text = falling.position_text(position);
        let same = dropped.parse_position(&text).expect("rows of stones");
        assert_eq!(falling.turn(position), dropped.turn(&same), "{text}");
        assert_eq!(falling.final_score(position, 0), dropped.final_score(&same, 0), "{text}");
    });
}

#[test]
fn games_have_their_published_values() {
    // For 4,4,4 see Uiterwijk and van den Herik 2000: with three in a row all but 3,3,3 of
    // the boards this large are won, with four in a row on four by four nobody wins.
    for (m, n, k, value) in
        [(3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (5, 2, 3, 0)]
    {
        let game = game(m, n, k);
        let parts = SearchParts::new()
            .evaluator(OpenLines::new(&game))
            .ordering(History::default())
            .table(TranspositionTable::<TwoLevel>::with_scheme(1 << 24));
        let options = AlphaBeta::default().max_depth(25);
        let report = options.solve(&game, &game.initial_state(), parts, &Limits::default());
        assert!(report.is_exact, "{m},{n},{k}");
        assert_eq!(report.score.get().signum(), value, "{m},{n},{k}");
    }
}

/// Plain negamax on a board of marks.
fn naive_value(board: &mut [Option<Player>], game: &MnkGame, mover: Player) -> i32 {
    if has_row(board, game, 1 - mover) {
        return -1;
    }
    let mut best = None;
    for cell in 0..board.len() {
        let below = board.get(cell + game.columns()).copied();
        let falls = !game.has_gravity() || below.is_none_or(|below| below.is_some());
        if board[cell].is_some() || !falls {
            continue;
        }
        board[cell] = Some(mover);
        let value = -naive_value(board, game, 1 - mover);
        board[cell] = None;
        best = best.max(Some(value));
    }
    best.unwrap_or(0)
}

#[test]
fn small_games_by_brute_force() {
    for game in [
        game(3, 2, 2),
        game(3, 3, 3),
        game(3, 3, 3).with_gravity(),
        game(4, 2, 3),
        game(4, 3, 3).with_gravity(),
        game(2, 2, 2),
        game(1, 5, 3),
        game(3, 3, 1),
    ] {
        let parts = SearchParts::new().table(TranspositionTable::<TwoLevel>::with_scheme(1 << 16));
        let options = AlphaBeta::default().max_depth(20);
        let report = options.solve(&game, &game.initial_state(), parts, &Limits::default());
        let naive = naive_value(&mut vec![None; game.cells()], &game, 0);
        assert_eq!((report.score.get().signum(), report.is_exact), (naive, true), "{game:?}");
    }
}

#[test]
fn open_lines_are_counted() {
    // Tic-tac-toe has 8 lines, gomoku 572, a column of five with three in a row 3.
    for (game, lines) in [(game(3, 3, 3), 8), (game(15, 15, 5), 572), (game(1, 5, 3), 3)] {
        assert_eq!(OpenLines::new(&game).lines(), lines);
    }
    let game = game(3, 3, 3);
    let lines = OpenLines::new(&game);
    // x in the centre: four lines of one stone. o in a corner takes one, and has two more.
    let position = game.parse_position("o../.x./...").expect("a position");
    assert_eq!(lines.balance(&position, 0), 3 * 4 - 2 * 4);
    assert_eq!(lines.evaluate(&game, &position), Score::estimate(4));
}

#[test]
fn bad_input_is_refused() {
    for (m, n, k) in [(0, 3, 3), (3, 0, 3), (27, 3, 3), (20, 20, 5), (3, 3, 4), (3, 3, 0)] {
        assert!(MnkGame::new(m, n, k).is_err(), "{m},{n},{k}");
    }
    let falling = game(4, 4, 3).with_gravity();
    for (text, expected) in [
        ("..../..../x.../....", "stones on top of each other"),
        ("..../..../..../xxx.", "as many x as o"),
        ("..../..../ooo./xxx.", "at most one winner"),
        ("..../..../..../xxxo", "as many x as o"),
        ("..../..../..oo/xxxo", "a winner who moved last"),
    ] {
        let error = falling.parse_position(text).expect_err(text);
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    let start = falling.initial_state();
    assert_eq!(falling.parse_move(&start, "b").expect("a column"), Cell(13));
    assert_eq!(falling.parse_move(&start, "b1").expect("a cell"), Cell(13));
    for text in ["e", "b2", "", "é", "b99999999999999999999"] {
        assert!(falling.parse_move(&start, text).is_err(), "{text:?}");
    }
}
