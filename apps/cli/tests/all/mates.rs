//! One position searched to one depth gives one score and one best move, whatever surface asks.

use std::fmt::Write;

use serde_json::Value;
use tremaux_chess::{Castling, Position};

use crate::board_protocols::Server;
use crate::support::{file, run, run_with_input};

/// Mates in two of "Win at Chess" (F. Reinfeld 1945), and two positions without a mate.
const POSITIONS: [&str; 16] = [
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -",
    "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -",
    "4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - -",
    "7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - -",
    "r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q -",
    "rn1qr1k1/1p2np2/2p3p1/8/1pPb4/7Q/PB1P1PP1/2KR1B1R w - -",
    "3qrbk1/ppp1r2n/3pP2p/3P4/2P4P/1P3Q2/PB6/R4R1K w - -",
    "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - -",
    "r1bq1r1k/1pp1Np1p/p2p2pQ/4R3/n7/8/PPPP1PPP/R1B3K1 w - -",
    "r1b2rk1/2p2ppp/p7/1p6/3P3q/1BP3bP/PP3QP1/RNB1R1K1 w - -",
    "r1b1qN1k/1pp3p1/p2p3n/4p1B1/8/1BP4Q/PP3KPP/8 w - -",
    "qn1kr2r/1pRbb3/pP5p/P2pP1pP/3N1pQ1/3B4/3B1PP1/R5K1 w - -",
    "4kn2/r4p1r/p3bQ2/q1nNP1Np/1p5P/8/PPP3P1/2KR3R w - -",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -",
    "8/5pk1/4p1p1/7p/2r2P1P/1R2P1P1/5PK1/8 b - -",
];

/// The score in centipawns, or the moves to a mate with its sign, and the move as squares.
type Answer = (String, String);

/// A position with the counters of moves that are left out.
fn position(fen: &str) -> Position {
    Position::parse_fen(&format!("{fen} 0 1")).expect("a position")
}

/// A move of SAN as squares.
fn squares(fen: &str, mv: &str) -> String {
    let position = position(fen);
    position.to_uci(position.parse_san(mv).expect("a legal move"), Castling::KingMoves)
}

/// What `analyze` says of each position.
fn analyzed(depth: u32) -> Vec<Answer> {
    let analyze = |fen: &&str| {
        let depth = depth.to_string();
        let found = run(&["analyze", "chess", fen, "--depth", &depth, "--format", "json"]);
        let report: Value = serde_json::from_str(&found.out).expect("an object");
        let score = report["score"].as_i64().expect("a score");
        let score = match report["plies"].as_i64() {
            Some(plies) => format!("mate {}", score.signum() * ((plies + 1) / 2)),
            None => format!("cp {score}"),
        };
        (score, squares(fen, report["best"].as_str().expect("a move")))
    };
    POSITIONS.iter().map(analyze).collect()
}

fn by_uci(fen: &str, depth: u32) -> Answer {
    let mut server = Server::new("uci");
    let lines = server.ask(&format!("position fen {fen} 0 1\ngo depth {depth}"), "bestmove *");
    server.end();
    let words = lines.iter().map(|line| line.split(' ').collect::<Vec<_>>());
    let mut scored = words.filter_map(|it| {
        let at = it.iter().position(|&word| word == "score")?;
        Some(it[at + 1..at + 3].join(" "))
    });
    let score = scored.next_back().expect("a score");
    (score, lines.last().expect("a move").split(' ').nth(1).expect("a move").to_owned())
}

fn by_xboard(fen: &str, depth: u32) -> Answer {
    let mut server = Server::new("xboard");
    let asked = format!("force\npost\nsd {depth}\nsetboard {fen} 0 1\ngo");
    let lines = server.ask(&asked, "move *");
    server.end();
    let [.., thought, mv] = &lines[..] else { panic!("{lines:?}") };
    let found: i64 = thought.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a score");
    let score = match found.abs() {
        100_000.. => format!("mate {}", found.signum() * (found.abs() - 100_000)),
        _ => format!("cp {found}"),
    };
    (score, mv.replace("move ", ""))
}

/// The move that the computer plays against a person.
fn played(fen: &str, depth: u32) -> String {
    let other = if fen.contains(" w ") { "black" } else { "white" };
    let level = depth.to_string();
    let arguments = ["play", "chess", fen, "--level", &level, "--side", other];
    let shown = run_with_input(&arguments, b"quit\n").out;
    let mv = shown.lines().find_map(|line| line.split_once(" plays ")).expect("a move");
    squares(fen, mv.1)
}

/// The first moves of games between two such players from each position, and their scores.
fn of_a_match(depth: u32) -> Vec<Answer> {
    let openings = POSITIONS.iter().fold(String::new(), |mut text, fen| {
        let _ = writeln!(text, "{fen}");
        text
    });
    let openings = file(&format!("mates-{depth}.epd"), openings.as_bytes());
    let games = file(&format!("mates-{depth}.pgn"), b"");
    let player = format!("engine(depth={depth})");
    let count = (2 * POSITIONS.len()).to_string();
    let from = ["--openings", openings.to_str().expect("a name"), "--games", &count];
    let to = ["--max-moves", "1", "--pgn", games.to_str().expect("a name"), "--memory", "64M"];
    let found = run(&[&["match", "chess", &player, &player][..], &from, &to].concat());
    assert_eq!(found.status, 0, "{}", found.err);
    let text = std::fs::read_to_string(games).expect("the games");
    // Each position is played from both sides.
    let first = text.lines().filter(|line| line.starts_with("1.")).step_by(2);
    let moves = first.zip(POSITIONS).map(|(line, fen)| {
        let mut words = line.split(' ').skip(1);
        let (mv, note) = (words.next().expect("a move"), words.next().expect("a score"));
        let score = note.trim_start_matches('{').split('/').next().expect("a score");
        let score = match score.replace('M', "mate ").split_once("mate ") {
            Some((sign, moves)) => format!("mate {}{moves}", sign.replace('+', "")),
            None => format!("cp {}", (score.parse::<f64>().expect("pawns") * 100.0).round()),
        };
        (score, squares(fen, mv))
    });
    moves.collect()
}

#[test]
fn surfaces_agree_on_mates() {
    let mut mates = 0;
    for depth in [3, 5] {
        let (analyzed, of_a_match) = (analyzed(depth), of_a_match(depth));
        assert_eq!(of_a_match, analyzed, "match, depth {depth}");
        for (fen, expected) in POSITIONS.into_iter().zip(analyzed) {
            assert_eq!(by_uci(fen, depth), expected, "UCI, depth {depth}: {fen}");
            assert_eq!(by_xboard(fen, depth), expected, "xboard, depth {depth}: {fen}");
            assert_eq!(played(fen, depth), expected.1, "play, depth {depth}: {fen}");
            mates += usize::from(expected.0 == "mate 2");
        }
    }
    assert_eq!(mates, 2 * (POSITIONS.len() - 2), "every mate in two is found");
}
