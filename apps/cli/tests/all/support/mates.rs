//! Positions of chess, most with a mate, and what `tremaux analyze` says of them.

use serde_json::Value;
use tremaux_chess::{Castling, Position};

use super::{output, run_of};

/// Mates in two of "Win at Chess" (F. Reinfeld 1945), and two positions without a mate.
pub(crate) const POSITIONS: [&str; 16] = [
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
pub(crate) type Answer = (String, String);

/// A position with the counters of moves that are left out.
fn position(fen: &str) -> Position {
    Position::parse_fen(&format!("{fen} 0 1")).expect("a position")
}

/// A move of SAN as squares.
pub(crate) fn squares(fen: &str, mv: &str) -> String {
    let position = position(fen);
    position.to_uci(position.parse_san(mv).expect("a legal move"), Castling::KingMoves)
}

/// What `analyze` says of each position.
pub(crate) fn analyzed(depth: u32) -> Vec<Answer> {
    let analyze = |fen: &&str| {
        let depth = depth.to_string();
        let arguments = ["analyze", "chess", fen, "--depth", &depth, "--format", "json"];
        let found = run_of(output(crate::tremaux().args(arguments)));
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
