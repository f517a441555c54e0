//! Checks every published length of every scenario file in a folder by every method.
//!
//! `cargo run --release -p tremaux-maps --example scenarios [FOLDER] [METHOD...]`
//!
//! The folder is `grid` in `TREMAUX_DATA`, or beside the repository, unless given. Prints for
//! each map and method how many lengths are right and how long queries took, and fails if any
//! length is wrong. Methods are those of [`PathMethod`], and the two that search in a fixed amount
//! of memory, `ida-star` and `table-a-star`. Their time grows exponentially with the ways around
//! obstacles, so they stop at a limit; such queries are counted separately.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use tremaux_core::{Limits, Progress};
use tremaux_maps::grid::{
    Grid, Movement, PathMethod, Pathfinder, Route, SmallMemory, StepCosts, TerrainRules, Workspace,
    load_map, load_scenarios,
};

/// The node limit of the searches with little memory.
const MOST_NODES: u64 = 200_000;
/// Bytes of its table.
const TABLE_BYTES: usize = 1 << 20;

/// A method to answer queries.
#[derive(Clone, Copy)]
enum Way {
    PathMethod(PathMethod),
    SmallMemory(SmallMemory),
}

impl Way {
    fn all() -> impl Iterator<Item = Self> {
        let rules = [SmallMemory::LeastCut, SmallMemory::Budgeted];
        PathMethod::ALL.into_iter().map(Self::PathMethod).chain(rules.map(Self::SmallMemory))
    }

    fn name(self) -> &'static str {
        match self {
            Self::PathMethod(method) => method.name(),
            Self::SmallMemory(SmallMemory::LeastCut) => "ida-star",
            Self::SmallMemory(SmallMemory::Budgeted) => "table-a-star",
        }
    }
}

fn check(path: &Path, ways: &[Way]) -> Result<usize, Box<dyn Error>> {
    let rules = TerrainRules::land();
    let map = load_map(path, &rules)?;
    let grid = Grid::from_file(&map, &rules, Movement::NoCornerCutting);
    let scenarios = load_scenarios(&path.with_extension("map.scen"), &grid)?.scenarios;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    println!("{name}: {} x {}, {} scenarios", grid.width(), grid.height(), scenarios.len());
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut wrong = 0;
    for &way in ways {
        let method = if let Way::PathMethod(method) = way { method } else { PathMethod::AStar };
        let started = Instant::now();
        let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, method)?;
        let prepared = started.elapsed().as_secs_f64();
        let limits = Limits::default().with_nodes(MOST_NODES);
        let mut micros = Vec::with_capacity(scenarios.len());
        let (mut failures, mut stopped, mut expanded) = (0, 0, 0);
        for scenario in &scenarios {
            let started = Instant::now();
            let (start, goal) = (scenario.start, scenario.goal);
            if let Way::SmallMemory(rule) = way {
                let found = finder.find_in(TABLE_BYTES, rule, start, goal, &limits, &mut route)?;
                if let Progress::Paused(_) = found {
                    stopped += 1;
                    continue;
                }
            } else {
                finder.find(start, goal, &mut workspace, &mut route)?;
            }
            micros.push(started.elapsed().as_secs_f64() * 1e6);
            expanded += route.expanded;
            let is_right = (route.cost - scenario.length).abs() <= scenario.tolerance;
            if !is_right {
                println!("  {start} to {goal}: {} instead of {}", route.cost, scenario.length);
                failures += 1;
            }
        }
        micros.sort_by(f64::total_cmp);
        let count = micros.len().max(1);
        let at = |part: usize| micros.get((count * part / 100).min(count - 1)).unwrap_or(&0.0);
        println!(
            "  {:<14} {:>5} right {failures} wrong   mean {:>9.1} us   median {:>9.1}   \
             99 % {:>9.1}   {:>8} expanded   prepared in {prepared:.3} s{}",
            way.name(),
            micros.len() - failures,
            micros.iter().sum::<f64>() / count as f64,
            at(50),
            at(99),
            expanded / count as u64,
            if stopped > 0 { format!("   {stopped} given up") } else { String::new() },
        );
        wrong += failures;
    }
    Ok(wrong)
}

fn run() -> Result<usize, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let default = std::env::var("TREMAUX_DATA").map_or(beside, PathBuf::from).join("grid");
    let is_method = |name: &String| Way::all().any(|way| way.name() == name);
    let folder = arguments.next_if(|name| !is_method(name)).map_or(default, PathBuf::from);
    let mut ways = Vec::new();
    for name in arguments {
        let known = Way::all().find(|way| way.name() == name);
        ways.push(known.ok_or_else(|| format!("no method `{name}`"))?);
    }
    if ways.is_empty() {
        ways.extend(Way::all());
    }
    let mut maps: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    let mut wrong = 0;
    for map in &maps {
        wrong += check(map, &ways)?;
    }
    println!("{} maps, {wrong} lengths wrong", maps.len());
    Ok(wrong)
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
