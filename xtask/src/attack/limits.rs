//! Limits: every algorithm of every domain and game, on instances too large to finish.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use super::case::Case;
use super::{Allowed, Attack, MB};

/// One cell of the matrix.
struct Cell {
    problem: String,
    algorithm: String,
    arguments: Vec<String>,
    base: (u64, f64),
    memory: u64,
    /// How many time limits a run has one after the other.
    phases: f64,
}

/// Instances of the domains: too large to solve, or as large as they get.
const INSTANCES: &[(&str, &[&str], &str, u64)] = &[
    ("tiles", &["--size", "8x8", "--seed", "3"], "", 40),
    ("tiles", &["--size", "8x8", "--seed", "4"], "", 400),
    ("pancake", &["--size", "60", "--seed", "3"], "", 40),
    ("pocket-cube", &["--turns", "200"], "", 20),
    ("jugs", &[], "jugs 47 43 41 37; goal any 19; tap", 10),
    ("rivers", &[], "who a b c d e f g h i j k=2 l=3 m=4 n=5 o=6 p=7; boat 2; cost slowest", 10),
    ("lights-out", &["--size", "8x8"], "", 40),
    ("peg-solitaire", &[], "board european; empty e1; goal any", 40),
    ("sudoku", &[], "blanks", 40),
    ("sokoban", &[], "rooms", 40),
    ("grid", &["--size", "1401x1401", "--braid", "50"], "", 10),
    ("graph", &["--size", "100000"], "", 4),
    ("grid", &["--size", "1001x1001", "--kind", "random"], "", 10),
    ("function", &[], "rastrigin 1000", 40),
    ("tsp", &["--size", "2000"], "", 40),
    ("queens", &[], "100000", 100),
    ("packing", &["--rectangles", "100", "--width", "100"], "", 40),
    ("sequencing", &["--jobs", "1000"], "", 40),
];

/// A level of Sokoban with many boxes that all have far to go.
const ROOMS: &str = "################|#______________#|#__$__$__$__$__#|#___#____#_____#|#__$__$__$__$__#|\
    #_____@____#___#|#__$__$________#|#____#____#____#|#_.._.._.._.___#|#______________#|\
    #_._._.________#|################";

/// Positions too deep to search to the end.
const POSITIONS: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &[]),
    ("mnk", &["--size", "15x15", "--row", "5"]),
    ("nim", &["9 11 13 15 17 19"]),
    ("connect-four", &[]),
    ("dots-and-boxes", &["--size", "5x5"]),
    ("dots-and-boxes", &["--size", "4x4", "--players", "3"]),
    ("checkers", &["--rules", "international"]),
    ("othello", &[]),
    ("backgammon", &["4HPwATDgc/ABMA 1"]),
    ("game-tree", &[]),
];

/// Searches under limits of memory and of time.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut cells = Vec::new();
    of_domains(attack, &mut cells)?;
    of_maps(attack, &mut cells)?;
    of_games(attack, &mut cells)?;
    let count = cells.len();
    attack.random(1).shuffle(&mut cells);
    let mut rows = Vec::new();
    for cell in cells {
        if attack.is_over() {
            break;
        }
        // First the memory is to run out, then the time; both limits hold in both.
        let time = Duration::from_secs(if cell.memory > 100 { 5 } else { 1 });
        let short = attack.measured(&cell, cell.memory, time)?;
        let Some(first) = short else { continue };
        let second = attack.measured(&cell, 200, Duration::from_millis(300))?;
        let second = second.unwrap_or_default();
        rows.push(format!(
            "| {} | {} | {} MB | {:.0} MB | {time:?} | {:.2} s | {:.2} s |\n",
            cell.problem, cell.algorithm, cell.memory, first.0, first.1, second.1
        ));
    }
    rows.sort();
    let mut text = String::from(
        "| problem | algorithm | `--memory` | held | `--time` | taken | taken of 300ms |\n\
         |---|---|--:|--:|--:|--:|--:|\n",
    );
    rows.iter().for_each(|row| text += row);
    writeln!(text, "\n{} of {count} pairs run.", rows.len()).expect("a string");
    fs::write(attack.path("limits.md"), text).map_err(|error| error.to_string())
}

fn of_domains(attack: &mut Attack, cells: &mut Vec<Cell>) -> Result<(), String> {
    for (at, &(domain, options, text, memory)) in INSTANCES.iter().enumerate() {
        let file = attack.path(&format!("instance-{at}.txt"));
        let text = match text {
            "" => attack.output(&[&["generate", domain], options].concat())?,
            "blanks" => sudoku(),
            "rooms" => ROOMS.to_owned(),
            text => text.to_owned(),
        };
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let arguments = ["solve", domain, "--file", &file, "--format", "json"];
        let base = ["--algorithm", "breadth-first", "--nodes", "1"];
        let base = attack.run(&Case::new([&arguments[..], &base].concat()))?;
        if base.status.code() == Some(2) {
            return Err(format!("{domain}: {}", base.texts().concat()));
        }
        let described = attack.explained(domain)?;
        for algorithm in described["algorithms"].as_array().into_iter().flatten() {
            let algorithm = algorithm.as_str().unwrap_or_default();
            let mut arguments = [&arguments[..], &["--algorithm", algorithm]].concat();
            if matches!(algorithm, "depth-first" | "iterative-broadening") {
                arguments.extend(["--depth", "300"]);
            }
            cells.push(Cell {
                problem: domain.to_owned(),
                algorithm: algorithm.to_owned(),
                arguments: arguments.into_iter().map(str::to_owned).collect(),
                base: (base.peak, base.elapsed.as_secs_f64()),
                memory,
                phases: 1.0,
            });
        }
    }
    Ok(())
}

/// A sudoku of 25 rows with three of five cells left out.
fn sudoku() -> String {
    let cell = |at: usize| {
        let (row, column) = (at / 25, at % 25);
        let digit = (row * 5 + row / 5 + column) % 25;
        let is_left_out = (row * 7 + column * 3 + row * column) % 5 < 3;
        if is_left_out { '.' } else { char::from(b"123456789ABCDEFGHIJKLMNOP"[digit]) }
    };
    (0..625).map(cell).collect()
}

fn of_maps(attack: &mut Attack, cells: &mut Vec<Cell>) -> Result<(), String> {
    let map = attack.path("caves.map");
    let size = ["--kind", "caves", "--size", "1500x1500", "--output", &map];
    attack.output(&[&["generate", "map"], &size[..]].concat())?;
    // A square of crossings with arbitrary costs.
    let (side, roads) = (150, attack.path("roads.gr"));
    let mut text = format!("p sp {} {}\n", side * side, 4 * side * (side - 1));
    for node in 0..side * side {
        for (is_there, other) in
            [(node % side + 1 < side, node + 1), (node / side + 1 < side, node + side)]
        {
            if is_there {
                let (a, b, cost) = (node + 1, other + 1, 1 + node * 7919 % 101);
                writeln!(text, "a {a} {b} {cost}\na {b} {a} {cost}").expect("a string");
            }
        }
    }
    fs::write(&roads, text).map_err(|error| error.to_string())?;
    for (kind, file, to, least) in
        [("grid", &map, "1490,1490", "2400k"), ("graph", &roads, "22500", "2M")]
    {
        let from = if kind == "grid" { "5,5" } else { "1" };
        let arguments = ["path", file, "--from", from, "--to", to, "--format", "json"];
        // With so little memory the map is read, and no more.
        let base = attack.run(&Case::new([&arguments[..], &["--memory", least]].concat()))?;
        // An algorithm for maps of the other kind is refused.
        for algorithm in attack.names("path-algorithm")? {
            let words = [&arguments[..], &["--algorithm", &algorithm]].concat();
            let arguments = words.into_iter().map(str::to_owned).collect();
            cells.push(Cell {
                problem: format!("path on a {kind}"),
                algorithm,
                arguments,
                base: (base.peak, base.elapsed.as_secs_f64()),
                memory: 10,
                phases: 2.0,
            });
        }
    }
    Ok(())
}

fn of_games(attack: &mut Attack, cells: &mut Vec<Cell>) -> Result<(), String> {
    let algorithms = attack.names("game-algorithm")?;
    for &(game, options) in POSITIONS {
        for algorithm in algorithms.iter().filter(|name| *name != "random") {
            let arguments = [&["analyze", game], options].concat();
            let arguments = [&arguments[..], &["--algorithm", algorithm, "--format", "json"]];
            cells.push(Cell {
                problem: game.to_owned(),
                algorithm: algorithm.clone(),
                arguments: arguments.concat().into_iter().map(str::to_owned).collect(),
                base: (attack.start_bytes, 0.02),
                memory: 40,
                phases: 1.0,
            });
        }
    }
    Ok(())
}

impl Attack {
    /// The megabytes over the baseline and the seconds that a cell took; none if it is refused.
    fn measured(
        &mut self,
        cell: &Cell,
        megabytes: u64,
        time: Duration,
    ) -> Result<Option<(f64, f64)>, String> {
        let mut case = Case::new(&cell.arguments);
        case.arguments.extend(["--memory".into(), format!("{megabytes}M")]);
        let case = case.within(time);
        let ending = self.run(&case)?;
        if ending.status.code() == Some(2) {
            // An algorithm that cannot be used here.
            return Ok(None);
        }
        let allowed = Allowed {
            base_bytes: cell.base.0,
            base_seconds: cell.base.1,
            memory: Some(megabytes * MB),
            seconds: Some(time.as_secs_f64() * cell.phases),
        };
        self.judge(&case, &ending, allowed);
        let held = ending.peak.saturating_sub(cell.base.0) as f64 / MB as f64;
        Ok(Some((held, ending.elapsed.as_secs_f64())))
    }
}
