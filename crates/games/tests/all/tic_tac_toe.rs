//! Tic-tac-toe: published counts, contracts, and a player that never loses.

use std::collections::HashSet;

use tremaux_core::{Game, GameNotation, HashedGame, Limits, Player, Score, Turn, ZeroSumGame};
use tremaux_games::m_n_k::MnkGame;
use tremaux_games::tic_tac_toe::{OpenLines, Position, TicTacToe};
use tremaux_play::{AlphaBeta, SearchParts, every_line, folded_games, perft};
use tremaux_testkit as testkit;
use tremaux_testkit::textbook_games::minimax;

#[test]
fn published_counts() {
    let game = TicTacToe;
    let (mut games, mut positions) = ([0; 3], HashSet::new());
    every_line(&game, &mut game.initial_state(), &mut |position| {
        positions.insert(*position);
        if game.turn(position) == Turn::Over {
            let score = game.final_score(position, 0).get().signum();
            games[(score + 1) as usize] += 1;
        }
    });
    // Lost, drawn and won games: 255,168 in all; 5,478 positions.
    assert_eq!(games, [77_904, 46_080, 131_184]);
    assert_eq!(positions.len(), 5478);

    let folding = MnkGame::new(3, 3, 3).expect("a board");
    let mut hashes = HashSet::new();
    every_line(&folding, &mut folding.initial_state(), &mut |position| {
        hashes.insert(folding.hash(position));
    });
    assert_eq!(hashes.len(), 765);
    assert_eq!(folded_games(&folding, &mut folding.initial_state()), 26_830);

    let counts = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for (depth, count) in counts.into_iter().enumerate() {
        let mut start = game.initial_state();
        assert_eq!(perft(&game, &mut start, depth as u32), count, "{depth}");
        let mut start = folding.initial_state();
        assert_eq!(perft(&folding, &mut start, depth as u32), count, "{depth}");
    }
}

#[test]
fn contracts() {
    testkit::check_zero_sum_game(&TicTacToe, 1, 200);
    testkit::check_hashed_game(&TicTacToe, 2, 200);
    testkit::check_game_notation(&TicTacToe, 3, 200);
}

/// Lets the engine play one side and everything be played against it.
fn never_loses(position: Position, engine: Player, seen: &mut HashSet<Position>) {
    let game = TicTacToe;
    match game.turn(&position) {
        Turn::Over => assert!(game.final_score(&position, engine) >= Score::DRAW),
        Turn::Player(player) if player == engine => {
            let parts = SearchParts::new().evaluator(OpenLines);
            let options = AlphaBeta::default().max_depth(9);
            let report = options.solve(&game, &position, parts, &Limits::default());
            assert!(report.is_exact && report.score >= Score::DRAW, "{position:?}");
            let mut child = position;
            let _ = game.play(&mut child, report.principal_variation[0]);
            never_loses(child, engine, seen);
        }
        _ => {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                let mut child = position;
                let _ = game.play(&mut child, mv);
                if seen.insert(child) {
                    never_loses(child, engine, seen);
                }
            }
        }
    }
}

#[test]
fn the_engine_never_loses_whatever_is_played() {
    for engine in [0, 1] {
        never_loses(Position::default(), engine, &mut HashSet::new());
    }
}

#[test]
fn no_drawn_or_won_position_is_given_away() {
    // Every position there is: the engine's value is the true one, and its move keeps it.
    let game = TicTacToe;
    let mut positions = HashSet::new();
    every_line(&game, &mut game.initial_state(), &mut |position| {
        positions.insert(*position);
    });
    for position in positions {
        let Turn::Player(player) = game.turn(&position) else { continue };
        let truth = minimax(&game, &(), &mut position.clone(), player, 9, &mut 0);
        let options = AlphaBeta::default().max_depth(9);
        let report = options.solve(&game, &position, SearchParts::new(), &Limits::default());
        assert_eq!((report.score, report.is_exact), (truth, true), "{position:?}");
        let mut child = position;
        let _ = game.play(&mut child, report.principal_variation[0]);
        let kept = minimax(&game, &(), &mut child, player, 9, &mut 0).after(1);
        assert_eq!(kept, truth, "{position:?}");
    }
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    let game = TicTacToe;
    for (text, column, expected) in [
        ("", 1, "3 rows of 3 cells"),
        ("x.o/.x./..", 11, "3 rows of 3 cells"),
        ("x.o/.x./...x", 12, "3 rows of 3 cells"),
        ("x.o/.x/....", 7, "3 rows of 3 cells"),
        ("x.o/.x./.../", 12, "3 rows of 3 cells"),
        ("x.o/.X./...", 6, "`x`, `o` or `.`"),
        ("x.o/.x./.é.", 10, "`x`, `o` or `.`"),
        ("xxo/.x./...", 1, "as many x as o"),
        ("xxx/ooo/...", 1, "at most one winner"),
        ("xxx/oo./.o.", 1, "a winner who moved last"),
        ("ooo/xx./xx.", 1, "a winner who moved last"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    // Two rows with one stone in common may both come with the last move.
    let position = game.parse_position("xxxxooxoo").expect("five x and four o");
    assert_eq!(game.turn(&position), Turn::Over);
    let position = game.parse_position("x........").expect("one x");
    for text in ["", "a", "a4", "d1", "a3", "a1b", "a+1", "1a", "é1"] {
        assert!(game.parse_move(&position, text).is_err(), "{text:?}");
    }
    assert_eq!(game.parse_move(&position, "B2").expect("an empty cell").0, 4);
}
