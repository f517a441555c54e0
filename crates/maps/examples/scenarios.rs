//! Checks every published length of every scenario file in a folder by every method.
//!
//! `cargo run --release -p tremaux-maps --example scenarios [FOLDER] [METHOD...]`
//!
//! The folder is `grid` in `TREMAUX_DATA`, or beside the repository, unless given. Prints
//! for each map and method how many lengths are right, and what questions took, and fails if
//! any is wrong.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use tremaux_maps::grid::{
    Grid, Method, Movement, Pathfinder, Route, StepCosts, TerrainRules, Workspace, load_map,
    load_scenarios,
};

fn check(path: &Path, methods: &[Method]) -> Result<usize, Box<dyn Error>> {
    let rules = TerrainRules::land();
    let map = load_map(path, &rules)?;
    let grid = Grid::from_file(&map, &rules, Movement::NoCornerCutting);
    let scenarios = load_scenarios(&path.with_extension("map.scen"), &grid)?.scenarios;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    println!("{name}: {} x {}, {} scenarios", grid.width(), grid.height(), scenarios.len());
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut wrong = 0;
    for &method in methods {
        let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, method)?;
        let mut micros = Vec::with_capacity(scenarios.len());
        let (mut failures, mut expanded) = (0, 0);
        for scenario in &scenarios {
            let started = Instant::now();
            finder.find(scenario.start, scenario.goal, &mut workspace, &mut route)?;
            micros.push(started.elapsed().as_secs_f64() * 1e6);
            expanded += route.expanded;
            let is_right = (route.cost - scenario.length).abs() <= scenario.tolerance;
            if !is_right {
                let (start, goal, cost) = (scenario.start, scenario.goal, route.cost);
                println!("  {start} to {goal}: {cost} instead of {}", scenario.length);
                failures += 1;
            }
        }
        micros.sort_by(f64::total_cmp);
        let count = micros.len().max(1);
        let at = |part: usize| micros.get((count * part / 100).min(count - 1)).unwrap_or(&0.0);
        println!(
            "  {:<14} {failures} wrong   mean {:>9.1} us   median {:>9.1}   99 % {:>9.1}   {:>8} expanded",
            method.name(),
            micros.iter().sum::<f64>() / count as f64,
            at(50),
            at(99),
            expanded / count as u64,
        );
        wrong += failures;
    }
    Ok(wrong)
}

fn run() -> Result<usize, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let default = std::env::var("TREMAUX_DATA").map_or(beside, PathBuf::from).join("grid");
    let is_method = |name: &String| Method::ALL.iter().any(|method| method.name() == name);
    let folder = arguments.next_if(|name| !is_method(name)).map_or(default, PathBuf::from);
    let mut methods = Vec::new();
    for name in arguments {
        let known = Method::ALL.into_iter().find(|method| method.name() == name);
        methods.push(known.ok_or_else(|| format!("no method `{name}`"))?);
    }
    if methods.is_empty() {
        methods.extend(Method::ALL);
    }
    let mut maps: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    let mut wrong = 0;
    for map in &maps {
        wrong += check(map, &methods)?;
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
