//! One position searched to one depth gives one score and one best move, whatever surface asks.

use tremaux_chess::Position;
use tremaux_chess::entry::CHESS;
use tremaux_games::named::{AnalysisRequest, GameTable};
use tremaux_protocol::{uci, xboard};

use crate::dialogue::Served;

/// Mates in two of "Win at Chess" (F. Reinfeld 1945), and two positions without a mate.
const POSITIONS: [&str; 16] = [
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
    "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
    "4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1",
    "7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - 0 1",
    "r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q - 0 1",
    "rn1qr1k1/1p2np2/2p3p1/8/1pPb4/7Q/PB1P1PP1/2KR1B1R w - - 0 1",
    "3qrbk1/ppp1r2n/3pP2p/3P4/2P4P/1P3Q2/PB6/R4R1K w - - 0 1",
    "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1",
    "r1bq1r1k/1pp1Np1p/p2p2pQ/4R3/n7/8/PPPP1PPP/R1B3K1 w - - 0 1",
    "r1b2rk1/2p2ppp/p7/1p6/3P3q/1BP3bP/PP3QP1/RNB1R1K1 w - - 0 1",
    "r1b1qN1k/1pp3p1/p2p3n/4p1B1/8/1BP4Q/PP3KPP/8 w - - 0 1",
    "qn1kr2r/1pRbb3/pP5p/P2pP1pP/3N1pQ1/3B4/3B1PP1/R5K1 w - - 0 1",
    "4kn2/r4p1r/p3bQ2/q1nNP1Np/1p5P/8/PPP3P1/2KR3R w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "8/5pk1/4p1p1/7p/2r2P1P/1R2P1P1/5PK1/8 b - - 0 40",
];

/// The score in centipawns, or the plies to a mate with its sign, and the move as squares.
type Answer = (String, String);

fn analyzed(fen: &str, depth: u32) -> Answer {
    let game = CHESS.open(&[], fen).expect("a position");
    let mut table = GameTable::new(64 << 20).expect("enough memory");
    let request = AnalysisRequest { depth: Some(depth), ..AnalysisRequest::default() };
    let report = game.analyze(&request, &mut table, &Default::default(), &mut |_| {});
    let position = Position::parse_fen(fen).expect("a position");
    let best = report.best.as_deref().expect("a move");
    let best = position.parse_san(best).expect("a legal move");
    let value = report.value().expect("a value");
    let score = match value.plies {
        Some(plies) => {
            format!("mate {}", value.score.signum() * i64::from(plies.div_ceil(2)))
        }
        None => format!("cp {}", value.score),
    };
    (score, position.to_uci(best, tremaux_chess::Castling::KingMoves))
}

fn by_uci(fen: &str, depth: u32) -> Answer {
    let mut dialogue = Served::new(uci::serve);
    dialogue.send(&format!("position fen {fen}"));
    dialogue.send(&format!("go depth {depth}"));
    let mut score = String::new();
    loop {
        let line = dialogue.expect("*", &[]);
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "bestmove" {
            return (score, words[1].to_owned());
        }
        if let Some(at) = words.iter().position(|&word| word == "score") {
            score = words[at + 1..at + 3].join(" ");
        }
    }
}

fn by_xboard(fen: &str, depth: u32) -> Answer {
    let mut dialogue = Served::new(xboard::serve);
    for line in ["force", "post", &format!("sd {depth}"), &format!("setboard {fen}"), "go"] {
        dialogue.send(line);
    }
    let mut score = String::new();
    loop {
        let line = dialogue.expect("*", &[]);
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "move" {
            return (score, words[1].to_owned());
        }
        let found: i64 = words[1].parse().expect("a score");
        score = match found.abs() {
            100_000.. => format!("mate {}", found.signum() * (found.abs() - 100_000)),
            _ => format!("cp {found}"),
        };
    }
}

#[test]
fn surfaces_agree_on_mates() {
    let mut mates = 0;
    for fen in POSITIONS {
        for depth in [3, 5] {
            let expected = analyzed(fen, depth);
            mates += usize::from(expected.0 == "mate 2");
            assert_eq!(by_uci(fen, depth), expected, "UCI, depth {depth}: {fen}");
            assert_eq!(by_xboard(fen, depth), expected, "xboard, depth {depth}: {fen}");
        }
    }
    assert_eq!(mates, 2 * (POSITIONS.len() - 2), "every mate in two is found");
}
