//! Published counts of move sequences.

use tremaux_chess::{Chess, Position, perft, perft_by_move};
use tremaux_core::Game;

/// Positions with the counts of sequences of 1, 2, 3 … moves (chessprogramming.org, Perft
/// Results).
const KNOWN: &[(&str, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890],
    ),
];

#[test]
fn published_counts() {
    for (fen, counts) in KNOWN {
        let position = Position::parse_fen(fen).expect(fen);
        for (depth, &count) in (1..).zip(*counts) {
            assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
        }
    }
    assert_eq!(perft(&Position::initial(), 0), 1);
}

#[test]
fn the_general_perft_agrees_and_leaves_the_position_as_it_was() {
    for (fen, counts) in KNOWN {
        let mut position = Position::parse_fen(fen).expect(fen);
        let game = Chess::from_position(position.clone()).without_draws();
        for (depth, &count) in (1..=3).zip(*counts) {
            assert_eq!(tremaux_play::perft(&game, &mut position, depth), count, "{fen}");
            let by_move = perft_by_move(&position, depth);
            assert_eq!(by_move.iter().map(|(_, count)| count).sum::<u64>(), count, "{fen}");
        }
        assert_eq!(position, game.initial_state());
    }
}

/// Compares the counts of a file of EPD records with operations such as `D3 8902`, up to
/// `budget` sequences in each position. Returns the numbers of positions and sequences.
fn file_agrees(name: &str, budget: u64) -> (usize, u64) {
    let (mut positions, mut total) = (0, 0);
    for line in crate::data(name) {
        let (fen, counts) = line.split_once(';').expect("operations");
        let position = Position::parse_fen(fen).expect(fen);
        for operation in counts.split(';') {
            let (depth, count) = operation.trim().split_once(' ').expect("a depth and a count");
            let depth: u32 = depth.trim_start_matches('D').parse().expect("a depth");
            let count: u64 = count.trim().parse().expect("a count");
            if count <= budget {
                assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
                total += count;
            }
        }
        positions += 1;
    }
    (positions, total)
}

#[test]
fn the_files_of_counts_agree() {
    for (name, positions) in [("chess-perft-126.epd", 126), ("chess960-perft-959.epd", 960)] {
        let (count, _) = file_agrees(name, 100_000);
        assert!(count == 0 || count == positions, "{count} positions in {name}");
    }
}
