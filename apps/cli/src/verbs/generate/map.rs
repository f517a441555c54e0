//! `tremaux generate map`.

use std::io::Write;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint, value_parser};
use serde_json::json;
use tremaux_core::ParseError;
use tremaux_maps::grid::{Grid, MapKind, generate_scenarios};
use tremaux_registry::SCHEMA;
use tremaux_registry::paths::{GridRules, parse_movement};

use super::GenerateOptions;
use crate::atomic_file::write_whole;
use crate::failure::{Failure, not_applicable};
use crate::input::parsed;
use crate::options::{Format, format_of};
use crate::output::write_rows;
use crate::quantity;

/// The kinds of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MapSort {
    Rooms,
    Caves,
    Maze,
    Random,
    City,
}

/// The options of a map.
#[derive(Clone, Debug, Args)]
struct MapOptions {
    /// Kind of map
    #[arg(long, value_enum, default_value = "rooms")]
    kind: MapSort,
    /// Size of the map, columns x rows
    #[arg(long, value_name = "SIZE", default_value = "64x64")]
    size: String,
    /// Side length of a room [default: 7]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=4096))]
    room_size: Option<u16>,
    /// Corridor width of a maze [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=4096))]
    corridor: Option<u16>,
    /// Percentage of blocked cells of a random map [default: 25]
    #[arg(long, alias = "percent", value_name = "N")]
    #[arg(value_parser = value_parser!(u8).range(0..=100))]
    walls: Option<u8>,
    /// Write the map to a file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Also write a scenario file for the map
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    scen_out: Option<PathBuf>,
    /// Number of scenarios [default: 100]
    #[arg(long, value_name = "N", requires = "scen_out", value_parser = quantity::count)]
    scenarios: Option<u64>,
    /// Allowed steps in the scenarios [default: eight-no-corners]
    #[arg(long, value_name = "RULE", requires = "scen_out")]
    movement: Option<String>,
}

/// The map under `generate` on the command line.
pub(crate) fn command() -> Command {
    MapOptions::augment_args(Command::new("map"))
        .about(
            "Random grid map in the MovingAI format: rooms, caves, maze, random cells or city; \
                with a scenario file on request",
        )
        .after_help(
            "Examples:\n  tremaux generate map --kind caves --size 60x40 --seed 3\n  \
             tremaux generate map --kind random --size 80x50 --walls 30",
        )
}

/// Columns and rows.
fn parse_size(text: &str) -> Result<(u16, u16), ParseError> {
    let sides = 1..=Grid::LARGEST_SIDE;
    let expected = format!("columns x rows, such as 64x48, each from 1 to {}", Grid::LARGEST_SIDE);
    let side = |word: &str| {
        let side = word.trim().parse().ok().filter(|side| sides.contains(side));
        side.ok_or_else(|| ParseError::about(text, word.trim(), expected.as_str()))
    };
    match text.split_once('x') {
        Some((columns, rows)) => Ok((side(columns)?, side(rows)?)),
        None => Err(ParseError::about(text, text.trim(), expected)),
    }
}

/// Generates the map given by `matches`.
pub(crate) fn generate(matches: &ArgMatches, out: &mut dyn Write) -> Result<u8, Failure> {
    let options = MapOptions::from_arg_matches(matches).expect("the options of a map");
    let format = format_of(matches);
    let GenerateOptions { seed, count } =
        GenerateOptions::from_arg_matches(matches).expect("the options of every domain");
    if count != 1 {
        return not_applicable("--count", "one map is generated at a time; vary --seed");
    }
    let of_kinds = [
        ("--room-size", options.room_size.is_some(), MapSort::Rooms, "rooms"),
        ("--corridor", options.corridor.is_some(), MapSort::Maze, "maze"),
        ("--walls", options.walls.is_some(), MapSort::Random, "random"),
    ];
    for (option, is_given, kind, name) in of_kinds {
        if is_given && options.kind != kind {
            return not_applicable(option, format!("only for --kind {name}"));
        }
    }
    let size = parsed("--size", Some(&options.size), parse_size)?;
    let (width, height) = size.expect("it has a default");
    let movement = parsed("--movement", options.movement.as_ref(), parse_movement)?;
    let movement = movement.unwrap_or(GridRules::BENCHMARK_MOVEMENT);
    let landscape = match options.kind {
        MapSort::Rooms => MapKind::Rooms { size: options.room_size.unwrap_or(7) },
        MapSort::Caves => MapKind::Caves,
        MapSort::Maze => MapKind::Maze { corridor: options.corridor.unwrap_or(1) },
        MapSort::Random => MapKind::Random { percent: options.walls.unwrap_or(25) },
        MapSort::City => MapKind::City,
    };
    let map = landscape.generate(width, height, seed);
    let text = map.to_string();
    // Generate everything before writing anything.
    let mut scenario_file = None;
    if let Some(path) = &options.scen_out {
        let name = options.output.as_deref().and_then(|path| path.file_name());
        let name = name.map_or("generated.map".into(), |name| name.to_string_lossy());
        let count = usize::try_from(options.scenarios.unwrap_or(100)).unwrap_or(usize::MAX);
        let scenarios = generate_scenarios(&map, &name, movement, count, seed)
            .map_err(|error| Failure::Usage(format!("no scenarios: {error}")))?;
        scenario_file = Some((path, scenarios.to_string()));
    }
    match (&options.output, format) {
        (Some(path), _) => write_whole(path, text.as_bytes())?,
        (None, Format::Text) => out.write_all(text.as_bytes())?,
        (None, format) => {
            let row = json!({
                "schema": SCHEMA, "domain": "map", "instance": text, "seed": seed, "number": 1
            });
            write_rows(out, format, super::COLUMNS, [row])?;
        }
    }
    out.flush()?;
    if let Some((path, scenarios)) = scenario_file {
        write_whole(path, scenarios.as_bytes()).map_err(Failure::after_result)?;
    }
    Ok(0)
}
