//! Compares every count of files of EPD records with operations such as `D3 8902`.
//!
//! `cargo run --release -p tremaux-chess --example perft -- FILE…`
//!
//! Equal positions are counted once: a table of 256 MB keeps counts by hash and depth. Two
//! positions with the same 64 bits would show as a difference, not hide one.

use std::error::Error;
use std::time::Instant;

use tremaux_chess::{Board, Position};

/// A hash with the depth mixed in, and the count.
type Memo = [(u64, u64)];

fn count(board: &Board, depth: u32, memo: &mut Memo) -> u64 {
    let mut total = 0;
    if depth < 2 {
        board.generate_moves(|moves| {
            total += moves.len() as u64;
            false
        });
        return if depth == 0 { 1 } else { total };
    }
    let key = board.hash() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let at = (key % memo.len() as u64) as usize;
    if memo[at].0 == key {
        return memo[at].1;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            total += count(&child, depth - 1, memo);
        }
        false
    });
    memo[at] = (key, total);
    total
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut memo = vec![(0, 0); 1 << 24];
    let mut differences = 0;
    for file in std::env::args().skip(1) {
        let start = Instant::now();
        let (mut positions, mut counts, mut sequences) = (0, 0, 0);
        for line in std::fs::read_to_string(&file)?.lines() {
            let (fen, operations) = line.split_once(';').ok_or("no operations")?;
            let position = Position::parse_fen(fen)?;
            for operation in operations.split(';') {
                let (depth, published) = operation.trim().split_once(' ').ok_or("no count")?;
                let depth: u32 = depth.trim_start_matches('D').parse()?;
                let published: u64 = published.trim().parse()?;
                let found = count(position.board(), depth, &mut memo);
                if found != published {
                    differences += 1;
                    println!("{fen}: depth {depth}, published {published}, found {found}");
                }
                counts += 1;
                sequences += published;
            }
            positions += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{file}: {positions} positions, {counts} counts, {sequences} sequences, {seconds:.0} s"
        );
    }
    if differences > 0 { Err(format!("{differences} differences").into()) } else { Ok(()) }
}
