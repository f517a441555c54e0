//! Proves the optima of cubes in a file, one scramble a line, with the small or the large table.
//!
//! ```sh
//! cargo run --release --example optimal_cubes -p tremaux-cube -- large 1 /tmp/tables FILE [LENGTH]
//! ```
//!
//! The arguments are the table, the number of threads, the directory of tables, the file, and the
//! length that every optimum must have.

use std::time::Instant;

use tremaux_core::{Algorithm, Limits, Search};
use tremaux_cube::{CosetDistance, Cube, Cubies};
use tremaux_search::IdaStar;
use tremaux_tables::{Builder, Cache};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, threads, directory, file, rest @ ..] = &arguments[..] else {
        return Err("give the table, the threads, the directory of tables, and the file".into());
    };
    let threads: usize = threads.parse()?;
    let started = Instant::now();
    let mut builder = Builder::new().with_threads(threads);
    let cache = Cache::at(directory);
    let heuristic = CosetDistance::load_or_build(table == "large", &cache, &mut builder)?;
    println!("table in {:.1} s: {:?}", started.elapsed().as_secs_f64(), builder.layers());
    let (mut nodes, mut seconds, mut count) = (0, 0.0, 0);
    for line in std::fs::read_to_string(file)?.lines() {
        let turns: Vec<&str> = line.split_whitespace().collect();
        if turns.is_empty() || line.starts_with('#') {
            continue;
        }
        // Some files have a number and a length before the scramble.
        let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let numbers: Vec<u32> = turns
            .iter()
            .take_while(is_number)
            .map(|word| word.parse())
            .collect::<Result<_, _>>()?;
        let cube = Cube::new(Cubies::parse(&turns[numbers.len()..].join(" "))?);
        let (started, limits) = (Instant::now(), Limits::default());
        let settings = IdaStar::canonical_compact();
        let report = if threads > 1 {
            let mut search = settings.parallel(threads).start(&cube, &heuristic);
            search.advance(&limits, &mut ());
            search.report()
        } else {
            settings.solve(&cube, &heuristic, &limits, &mut ())
        };
        assert!(report.is_proven_optimal());
        let time = started.elapsed().as_secs_f64();
        let plan = report.plan.as_ref().expect("every cube can be solved");
        println!(
            "{} turns, {} expanded, {} generated, {time:.2} s, {:.1} ns a node: {:?}",
            plan.cost,
            report.statistics.expanded,
            report.statistics.generated,
            time * 1e9 / report.statistics.generated as f64,
            plan.actions,
        );
        let expected = match (numbers.get(1), rest.first()) {
            (Some(&length), _) => Some(length),
            (None, length) => length.map(|length| length.parse()).transpose()?,
        };
        assert!(expected.is_none_or(|length| length == plan.cost), "{expected:?}");
        nodes += report.statistics.generated;
        seconds += time;
        count += 1;
    }
    println!("{count} cubes, {nodes} generated, {seconds:.1} s");
    Ok(())
}
