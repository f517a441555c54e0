//! Solves a test suite in EPD: how many best moves the engine finds.
//!
//! `cargo run --release -p tremaux-chess --example suite -- FILE [seconds=1|nodes=100000]`

use std::error::Error;
use std::time::{Duration, Instant};

use tremaux_chess::{Chess, Epd, engine};
use tremaux_core::Limits;
use tremaux_tables::TranspositionTable;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file is missing")?;
    let mut limits = Limits::default().with_time(Duration::from_secs(1));
    for argument in arguments {
        limits = match argument.split_once('=') {
            Some(("seconds", seconds)) => {
                Limits::default().with_time(Duration::try_from_secs_f64(seconds.parse()?)?)
            }
            Some(("nodes", nodes)) => Limits::default().with_nodes(nodes.parse()?),
            _ => return Err(format!("`{argument}`: expected seconds=… or nodes=…").into()),
        };
    }
    let suite = Epd::parse_all(&std::fs::read_to_string(&file)?)?;
    let game = Chess::new();
    let mut table: TranspositionTable = TranspositionTable::with_bytes(1 << 26);
    let (mut solved, mut nodes, mut depths) = (0, 0, 0);
    let start = Instant::now();
    for (number, epd) in suite.iter().enumerate() {
        table.clear();
        let mut root = epd.position.clone();
        root.set_search_root();
        let parts = engine::parts(&table, engine::ordering());
        let report = engine::options().solve(&game, &root, parts, &limits);
        nodes += report.statistics.nodes;
        depths += u64::from(report.depth);
        let found = report.principal_variation.first().copied();
        let (best, avoided) = (epd.best_moves(), epd.moves_to_avoid());
        let is_solved = found.is_some_and(|mv| match best.is_empty() {
            true => !avoided.contains(&mv),
            false => best.contains(&mv),
        });
        solved += u32::from(is_solved);
        if !is_solved {
            let mv = found.map_or_else(String::new, |mv| epd.position.to_san(mv));
            let name = epd.value("id").unwrap_or_default();
            println!("{number:4} {name:12} {mv:7} depth {} {}", report.depth, report.score.get());
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{solved} of {}; {:.2} million nodes per second, mean depth {:.1}",
        suite.len(),
        nodes as f64 / seconds / 1e6,
        depths as f64 / suite.len() as f64
    );
    Ok(())
}
