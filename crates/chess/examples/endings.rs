//! Solves the endings against a king alone, and lets the engine play out won positions.
//!
//! `cargo run --release -p tremaux-chess --example endings -- [games=1000] [nodes=1000] [seed=1]`

use std::error::Error;
use std::time::{Duration, Instant};

use tremaux_chess::endings::{Endgame, value};
use tremaux_chess::{Board, Chess, Color, Piece, Position, engine};
use tremaux_core::{Limits, Random};
use tremaux_tables::{EndgameValue, TranspositionTable};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut nodes, mut seed) = (1000_u32, 1000, 1);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("games", number)) => games = number.parse()?,
            Some(("nodes", number)) => nodes = number.parse()?,
            Some(("seed", number)) => seed = number.parse()?,
            _ => return Err(format!("`{argument}`: expected games=…, nodes=… or seed=…").into()),
        }
    }
    for ending in Endgame::ALL {
        let start = Instant::now();
        let counts = ending.counts();
        println!("{ending:?}: solved and counted in {:.0?}", start.elapsed());
        println!("  {counts:?}");
    }
    let mut random = Random::new(seed);
    let limits = Limits::default().with_nodes(nodes);
    let table = TranspositionTable::with_bytes(1 << 20);
    for ending in
        [Endgame::Queen, Endgame::Rook, Endgame::Pawn, Endgame::Bishops, Endgame::BishopKnight]
    {
        let (mut mated, mut shortest, mut moves, mut slowest) = (0, 0, 0_u32, Duration::ZERO);
        for _ in 0..games {
            let (mut position, plies) = won_position(ending, &mut random);
            let mut played = 0;
            while played < 200 && !position.is_fifty_moves() && position.has_move() {
                let mut root = position.clone();
                root.set_search_root();
                let start = Instant::now();
                let parts = engine::parts(&table, engine::Ordering::default());
                let report = engine::options().solve(&Chess::new(), &root, parts, &limits);
                slowest = slowest.max(start.elapsed());
                position.play(report.principal_variation[0]);
                played += 1;
            }
            mated += u32::from(position.is_checkmate());
            shortest += u32::from(position.is_checkmate() && played == plies);
            moves += u32::from(played.div_ceil(2));
        }
        println!(
            "{ending:?}: {mated} of {games} won positions mated, {shortest} in the fewest moves; \
             {:.1} moves on average, {slowest:.1?} for the slowest",
            f64::from(moves) / f64::from(games)
        );
    }
    Ok(())
}

/// A random won position, and the plies to mate.
fn won_position(ending: Endgame, random: &mut Random) -> (Position, u16) {
    loop {
        let mut builder = cozy_chess::BoardBuilder::empty();
        let [color, mover] = [(); 2].map(|()| Color::index(random.below(2) as usize));
        builder.side_to_move = mover;
        let kings = [(Piece::King, color), (Piece::King, !color)];
        let pieces = ending.pieces().iter().map(|&piece| (piece, color));
        for man in kings.into_iter().chain(pieces) {
            let square = cozy_chess::Square::index(random.below(64) as usize);
            *builder.square_mut(square) = Some(man);
        }
        let Ok(position) = builder.build().map(|board: Board| Position::of(board)) else {
            continue;
        };
        if let Some(EndgameValue::Win(plies) | EndgameValue::Loss(plies)) = value(&position)
            && position.has_move()
        {
            return (position, plies);
        }
    }
}
