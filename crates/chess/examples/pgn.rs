//! Reads a file of games in PGN and reports its speed, or writes random games.
//!
//! `cargo run --release -p tremaux-chess --example pgn -- write=60000 > games.pgn`
//! `cargo run --release -p tremaux-chess --example pgn -- read=games.pgn`

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write, stdout};
use std::time::Instant;

use tremaux_chess::pgn::{Outcome, PgnGame, PgnReader};
use tremaux_chess::{Chess, Position};
use tremaux_core::{Game, Random, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.split_once('=') {
        Some(("write", count)) => write(count.parse()?),
        Some(("read", path)) => read(path),
        _ => Err(format!("`{argument}`: expected write=COUNT or read=FILE").into()),
    }
}

fn read(path: &str) -> Result<(), Box<dyn Error>> {
    let file = File::open(path)?;
    let megabytes = file.metadata()?.len() as f64 / 1e6;
    let (started, mut games, mut plies, mut wrong) = (Instant::now(), 0_u64, 0, 0_u64);
    for game in PgnReader::new(BufReader::with_capacity(1 << 16, file)) {
        match game {
            Ok(game) => (games, plies) = (games + 1, plies + game.line.moves.len()),
            Err(error) => {
                wrong += 1;
                eprintln!("{error}");
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{games} games with {plies} plies, {wrong} wrong: {megabytes:.1} MB in {seconds:.2} s, \
         {:.1} MB a second",
        megabytes / seconds
    );
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("most memory: {}", peak.trim());
    }
    Ok(())
}

/// Writes games of at most 120 random plies.
fn write(count: u64) -> Result<(), Box<dyn Error>> {
    let (mut random, mut out) = (Random::new(1), BufWriter::new(stdout().lock()));
    for number in 1..=count {
        let (mut position, mut moves) = (Position::initial(), Vec::new());
        while moves.len() < 120 && Chess::new().turn(&position) != Turn::Over {
            let legal = position.legal_moves();
            let mv = legal[random.below(legal.len() as u64) as usize];
            position.play(mv);
            moves.push(mv);
        }
        let mut game = PgnGame::new(Position::initial(), &moves, Outcome::Unknown);
        game.set_tag("Event", "random moves");
        game.set_tag("Round", number.to_string());
        write!(out, "{game}")?;
    }
    Ok(out.flush()?)
}
