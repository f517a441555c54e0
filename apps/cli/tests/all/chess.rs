//! Chess in the terminal.

use crate::support::{file, run, run_with_input};

/// Whatever Black does after e7, the new queen mates.
const PROMOTION: &str = "6k1/8/4P1K1/8/8/p7/8/8 w - - 0 1";

#[test]
fn a_game_is_played_with_a_promotion_and_moves_taken_back() {
    let input = b"e7\nundo\ne6e7\nhint\ne8\ne8=N\nundo\ne7e8q\nquit\n";
    let run = run_with_input(&["play", "chess", PROMOTION, "--level", "2"], input);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("the piece that the pawn becomes, as in `e8=Q`"), "{}", run.err);
    assert!(run.out.contains("hint: e8="), "{}", run.out);
    assert_eq!(run.out.matches("black plays ").count(), 3, "{}", run.out);
    assert!(run.out.contains("the game is over: white has won (checkmate)"), "{}", run.out);
    // Letters without colours, and what the last move changed.
    assert!(
        run.out.contains("\n8 . . . .[Q]. . k\n") || run.out.contains(".[Q]. k ."),
        "{}",
        run.out
    );
}

#[test]
fn what_is_wrong_with_a_move_is_told() {
    let cases = [
        ("Nf9", "expected a move, for example `Nf3`"),
        ("Qd4", "a legal move; the nearest are `"),
        ("Nd2", "one of `Nbd2`, `Nfd2`: several pieces can go there"),
        ("e2e5", "a legal move"),
        ("O-O-O", "a legal move"),
        ("", ""),
    ];
    let fen = "rnbqkbnr/pppppppp/8/8/8/3P1N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3";
    for (mv, expected) in cases {
        let input = format!("{mv}\nquit\n");
        let run = run_with_input(&["play", "chess", fen, "--side", "both"], input.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(run.err.contains(expected), "{mv}: {}", run.err);
        assert_eq!(run.out.matches("white> ").count(), 2, "{mv}: {}", run.out);
    }
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    let run = run_with_input(&["play", "chess", pinned, "--side", "both"], b"Nc3\n");
    assert!(run.err.contains("a legal move"), "{}", run.err);
}

#[test]
fn either_colour_is_played_and_its_name_is_a_side() {
    let input = b"side black\nside first\nside green\nquit\n";
    let run = run_with_input(&["play", "chess", "--side", "black", "--level", "1"], input);
    assert!(run.out.starts_with("\n8 r n b q k b n r\n"), "{}", run.out);
    assert!(run.out.contains("white plays ") && run.out.contains("black> "), "{}", run.out);
    let expected = "unknown side `green`: expected white, black, first, second";
    assert!(run.err.contains(expected), "{}", run.err);
    let refused = crate::support::run(&["play", "chess", "--side", "green"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
    assert!(refused.err.contains(expected), "{}", refused.err);
}

#[test]
fn how_a_game_ended_is_told() {
    for (arguments, moves, words) in [
        (&["7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"][..], "Qf7\n", "a draw (stalemate)"),
        (&[], "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n", "a draw (threefold repetition)"),
        (&["7k/8/6K1/8/8/8/8/R7 w - - 99 80"], "Rb1\n", "a draw (fifty moves without"),
        (&["7k/8/8/8/8/8/1r6/K7 w - - 0 1"], "Kxb2\n", "a draw (insufficient material)"),
        (&[], "f3\ne5\ng4\nQh4\n", "black has won (checkmate)"),
    ] {
        let arguments = [&["play", "chess", "--side", "both"], arguments].concat();
        let run = run_with_input(&arguments, moves.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn games_are_saved_and_loaded_as_pgn() {
    let path = file("game.pgn", b"");
    let name = path.to_str().expect("a name");
    let input = format!("e4\ne5\nsave {name}\nquit\n");
    let saved = run_with_input(&["play", "chess", "--side", "both"], input.as_bytes());
    assert_eq!(saved.status, 0, "{}", saved.err);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.starts_with("[Event \"?\"]\n") && text.ends_with("\n1. e4 e5 *\n\n"), "{text}");
    let load = ["play", "chess", "--side", "both", "--load", name];
    let loaded = run_with_input(&load, b"Nf3\nundo\nundo\n");
    assert!(
        loaded.out.contains("\n4 . . . .[P]. . .\n") && loaded.err.is_empty(),
        "{}",
        loaded.out
    );
    std::fs::write(&path, "1. e4 *\n\n[White \"A\"]\n\n1. d4 *\n").expect("it can be written");
    let first = run_with_input(&load, b"");
    assert!(first.err.contains("the first of 2 games"), "{}", first.err);
    for (text, words) in [
        ("1. e4 e5 2. Nf4 *", "line 1, column 13"),
        ("[FEN \"8/8/8 w\"]\n\n*", "line 1, column 12"),
        ("", "expected a game"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *", "threefold repetition"),
    ] {
        std::fs::write(&path, text).expect("it can be written");
        let refused = run(&load);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
        assert!(refused.err.contains(words), "{words}: {}", refused.err);
    }
}

#[test]
fn with_colours_pieces_are_symbols_on_a_chequered_board() {
    let run = run_with_input(&["play", "chess", "--side", "both", "--color", "always"], b"e4\n");
    let (light, dark, last) = ("48;5;137", "48;5;65", "48;5;136");
    for part in [light, dark, last, "♜", "♚"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}
