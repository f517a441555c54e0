//! A fixed amount of work: the number of nodes says whether two builds search alike, the time how
//! fast they are.

use std::time::{Duration, Instant};

use tremaux_chess::{Castling, Position, endings};
use tremaux_core::CancelToken;

use crate::server::{ChessEngine, Engine as _, Task};

/// The default depth of [`bench()`].
pub const BENCH_DEPTH: u32 = 10;

/// The size of the table.
const BYTES: usize = 16 << 20;

/// Openings, middle games and endings, among them positions that generators of moves are tested
/// with, a study of Réti, one of Lasker and Reichhelm, and a position of Chess960.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 6 12",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1QB1PP/R4RK1 w - - 2 15",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3BPP2/2N2B2/PPP1Q1PP/R4RK1 b - - 0 14",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/2r2P1P/1R2P1P1/5PK1/8 b - - 0 40",
    "8/8/1p1k4/p1pPp3/P1P1P2p/1P3K2/8/8 b - - 0 50",
    "6k1/5p1p/4p1p1/3p4/3P1P2/2PB2P1/1r3K1P/R7 w - - 0 30",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Searches each of a fixed list of positions to `depth` plies with one thread and an empty table
/// of 16 MiB. Passes the lines to print to `tell`.
pub fn bench(depth: u32, cancel: &CancelToken, tell: &mut dyn FnMut(String)) {
    let Some(mut engine) = ChessEngine::new(BYTES) else {
        return tell(format!("not enough memory for a table of {} MiB", BYTES >> 20));
    };
    endings::prepare();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, fen) in POSITIONS.iter().enumerate() {
        let position = Position::parse_fen(fen).expect("a FEN of the list");
        let task = Task { depth: Some(depth.max(1)), ..Task::new(position.clone()) };
        engine.clear();
        let started = Instant::now();
        let found = engine.search(&task, cancel, &mut |_| {});
        time += started.elapsed();
        if cancel.is_cancelled() {
            return tell("stopped".to_owned());
        }
        let found = found.expect("every position has a move");
        nodes += found.counts.nodes;
        let (best, count) = (found.lines[0].moves[0], found.counts.nodes);
        let best = position.to_uci(best, Castling::KingMoves);
        let (number, count_of_all) = (number + 1, POSITIONS.len());
        tell(format!("position {number}/{count_of_all}: {count} nodes, {best}, {fen}"));
    }
    let rate = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    tell(format!(
        "\nDepth           : {depth}\nTotal time (ms) : {}\nNodes searched  : {nodes}\n\
         Nodes/second    : {rate}",
        time.as_millis()
    ));
}
