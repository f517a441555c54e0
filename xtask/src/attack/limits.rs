//! Limits: every algorithm of every domain and game, on large and on usual instances.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::time::Duration;

use serde_json::Value;

use super::case::{Case, Ending};
use super::{Allowed, Attack, MB, Target, text_of};

/// A search without its limits, and the memory and time of a run that does nothing but read.
type Cell = (Vec<String>, (u64, f64));

/// The memory that is to run out, and that of the run whose time is to run out, in megabytes.
const MEMORY: [u64; 2] = [40, 200];

/// Searches under limits of memory and of time.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut cells = of_maps(attack)?;
    cells.extend(of_domains_and_games(attack)?);
    attack.random(1).shuffle(&mut cells);
    // One of each problem, then the next of each.
    let mut seen = BTreeMap::new();
    let mut turn_of = |(words, _): &Cell| {
        let turn = seen.entry(words[1].clone()).or_insert(0);
        *turn += 1;
        *turn
    };
    let mut cells: Vec<(i32, Cell)> = cells.into_iter().map(|it| (turn_of(&it), it)).collect();
    cells.sort_by_key(|(turn, _)| *turn);
    for (_, cell) in cells {
        if attack.is_over() {
            break;
        }
        // First the memory is to run out, then the time; both limits hold in both.
        attack.measure(&cell, MEMORY[0], Duration::from_secs(1))?;
        attack.measure(&cell, MEMORY[1], Duration::from_millis(300))?;
    }
    Ok(())
}

/// Makes the maps that several attacks use.
pub(super) fn make_maps(attack: &Attack) -> Result<(), String> {
    attack
        .run(&attack.case("generate map --kind caves --size 1500x1500 --output DIR/caves.map"))?;
    // A square of crossings with arbitrary costs.
    let side = 150;
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
    fs::write(attack.path("roads.gr"), text).map_err(|error| error.to_string())
}

/// The end of a run that takes at most two seconds, with its output.
fn at_once(attack: &Attack, words: &[String]) -> Result<Option<Ending>, String> {
    let mut case = Case::new(words);
    case.patience = Some(Duration::from_secs(2));
    let ending = attack.run(&case)?;
    let is_done = ending.status.code() == Some(0) && ending.out.len() < 2 << 20;
    Ok((is_done && !ending.is_hung).then_some(ending))
}

/// `words` with the greatest numbers and sizes of `options` with which they still end soon.
fn enlarged(
    attack: &Attack,
    mut words: Vec<String>,
    options: &Value,
) -> Result<Vec<String>, String> {
    for option in options.as_array().into_iter().flatten() {
        let (kind, name) = (&option["kind"], text_of(&option["name"]));
        let sizes = [1_000_000, 100_000, 10_000, 1000, 256, 100, 50, 19, 11, 8, 5, 4];
        let values: Vec<String> = match (kind["least"].as_i64(), kind["most"].as_i64()) {
            (Some(least), Some(most)) => {
                let fitting = sizes.into_iter().filter(|size| (least..most).contains(size));
                [most].into_iter().chain(fitting).map(|size| size.to_string()).collect()
            }
            _ if text_of(&kind["form"]).contains("COLUMNS") => {
                sizes[3..].iter().map(|size| format!("{size}x{size}")).collect()
            }
            _ => continue,
        };
        for value in values {
            let more = [&words[..], &[format!("--{name}={value}")]].concat();
            if at_once(attack, &more)?.is_some() {
                words = more;
                break;
            }
        }
    }
    Ok(words)
}

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|&word| word.to_owned()).collect()
}

fn of_domains_and_games(attack: &Attack) -> Result<Vec<Cell>, String> {
    let of_games = attack.names("game-algorithm")?;
    let mut cells = Vec::new();
    for Target { kind, name, info } in &attack.targets {
        let of_domain = info["algorithms"].as_array().into_iter().flatten().map(text_of).collect();
        let (usual, options, algorithms): (_, _, &Vec<String>) = match &**kind {
            "domain" => (words(&["generate", name]), &info["generator"], &of_domain),
            "game" => (words(&["analyze", name, "--nodes=1"]), &info["options"], &of_games),
            _ => continue,
        };
        let large = enlarged(attack, usual.clone(), options)?;
        for (at, mut line) in [usual, large].into_iter().enumerate() {
            let mut first = words(&["--nodes=1", "--memory=1M"]);
            if kind == "domain" {
                let file = attack.path(&format!("{name}-{at}.txt"));
                let text = attack.run(&Case::new(&line))?.out;
                fs::write(&file, text).map_err(|error| error.to_string())?;
                line = words(&["solve", name, "--file", &file]);
                first.push(format!("--algorithm={}", algorithms[0]));
            } else {
                line.remove(2);
            }
            let base = attack.baseline([&line[..], &first].concat())?;
            for algorithm in algorithms {
                let chosen = words(&["--format", "json", "--algorithm", algorithm]);
                cells.push(([&line[..], &chosen].concat(), base));
            }
        }
    }
    Ok(cells)
}

fn of_maps(attack: &Attack) -> Result<Vec<Cell>, String> {
    let mut cells = Vec::new();
    let grid = "path DIR/caves.map --from 5,5 --to 1490,1490 --format json";
    let graph = "path DIR/roads.gr --from 1 --to 22500 --format json";
    for (line, least) in [(grid, "--memory=2400k"), (graph, "--memory=2M")] {
        let line = attack.case(line).arguments;
        // With so little memory the map is read, and no more.
        let base = attack.baseline([&line[..], &words(&[least])].concat())?;
        // An algorithm for maps of the other kind is refused.
        for algorithm in attack.names("path-algorithm")? {
            cells.push(([&line[..], &words(&["--algorithm", &algorithm])].concat(), base));
        }
    }
    Ok(cells)
}

impl Attack {
    /// The memory and the time of a run that does nothing but read.
    fn baseline(&self, words: Vec<String>) -> Result<(u64, f64), String> {
        let ending = self.run(&Case::new(words))?;
        Ok((ending.peak.max(self.start_bytes), ending.elapsed.as_secs_f64().max(0.02)))
    }

    /// Runs a search under two limits, unless it is refused.
    fn measure(&mut self, cell: &Cell, megabytes: u64, time: Duration) -> Result<(), String> {
        let (words, (base_bytes, base_seconds)) = cell;
        let mut case = Case::new(words);
        case.arguments.extend(["--memory".into(), format!("{megabytes}M")]);
        let mut case = case.within(time);
        let mut ending = self.run(&case)?;
        if ending.status.code() == Some(2) && ending.texts()[1].contains("--depth") {
            case.arguments.push("--depth=300".into());
            ending = self.run(&case)?;
        }
        // An algorithm that cannot be used here is refused.
        if ending.status.code() != Some(2) {
            // Preprocessing and query have a limit each.
            let phases = if words[0] == "path" { 2.0 } else { 1.0 };
            let allowed = Allowed {
                base_bytes: *base_bytes,
                base_seconds: *base_seconds,
                memory: Some(megabytes * MB),
                seconds: Some(time.as_secs_f64() * phases),
            };
            self.judge(&case, &ending, allowed);
        }
        Ok(())
    }
}
