//! Extreme values of every option of every command.

use std::time::Duration;

use super::case::Case;
use super::random::Random;
use super::{Allowed, Attack, MB};

/// Easy commands: what makes them long is an option.
const COMMANDS: &[&[&str]] = &[
    &["solve", "tiles", "1 4 2 / 3 0 5 / 6 7 8"],
    &["solve", "pancake", "4 1 3 2"],
    &["solve", "pocket-cube", "R U R' F2"],
    &["solve", "jugs", "--example", "bachet"],
    &["solve", "rivers", "--example", "missionaries"],
    &["solve", "lights-out", "--example", "small"],
    &["solve", "peg-solitaire", "--example", "cross"],
    &["solve", "sudoku", "3.1....2.....4.."],
    &["solve", "crossword", "--example", "small"],
    &["solve", "word-ladder", "cold warm"],
    &["solve", "constraints", "--example", "australia"],
    &["solve", "sokoban", "--example", "room"],
    &["solve", "graph", "a b 4; a c 1; c b 2; b d 1"],
    &["solve", "grid", "S.9G/.#.#/...."],
    &["solve", "function", "x^2 + sin(3*y)"],
    &["solve", "tsp", "0 0 / 3 1 / 1 3 / 4 4"],
    &["solve", "queens", "8"],
    &["solve", "packing", "4: 3 2x1 1"],
    &["solve", "sequencing", "change 1; job a b 2; job c d 3"],
    &["path", "MAP", "--from", "5,5", "--to", "90,90"],
    &["path", "ROADS", "--from", "1", "--to", "22500"],
    &["analyze", "tic-tac-toe"],
    &["analyze", "mnk"],
    &["analyze", "nim", "3 4 5"],
    &["analyze", "connect-four", "4453"],
    &["analyze", "dots-and-boxes"],
    &["analyze", "checkers"],
    &["analyze", "backgammon"],
    &["analyze", "game-tree"],
    &["match", "nim", "random", "random"],
    &["play", "nim", "--side", "none"],
    &["build", "tiles", "pdb(4-4)"],
    &["compare", "--dry-run", "--domain", "tiles", "--algorithm", "a-star", "--random", "1"],
    &["trace", "solve", "grid", "S.#/#../#.G", "--form", "jsonl", "--output", "-"],
    &["generate", "tiles"],
    &["generate", "pancake"],
    &["generate", "sokoban"],
    &["generate", "sudoku"],
    &["generate", "graph"],
    &["generate", "grid"],
    &["generate", "map"],
    &["reproduce", "--list"],
    &["serve", "--port=-1"],
    &["explain"],
    &["man"],
    &["help"],
    &["completions"],
];

/// Options that name files, or whose value is an amount of work without a limit.
const LEFT_OUT: &[&str] = &[
    "output",
    "checkpoint",
    "plot",
    "draw",
    "save",
    "scen-out",
    "database",
    "export",
    "report",
    "cache",
    "program",
    "open",
    "count",
    "games",
    "random",
    "trials",
    "scenarios",
    "color",
];

/// Attacks until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let map = attack.path("small.map");
    attack.output(&["generate", "map", "--size", "96x96", "--output", &map])?;
    let roads = attack.path("roads.gr");
    let mut commands: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for command in COMMANDS {
        let words = command.iter().map(|word| match *word {
            "MAP" => map.clone(),
            "ROADS" => roads.clone(),
            word => word.to_owned(),
        });
        let words: Vec<String> = words.collect();
        let named = command.iter().take_while(|word| !word.starts_with('-')).take(2);
        let help = attack.output(&named.copied().chain(["--help"]).collect::<Vec<_>>())?;
        let listed = help.split("--").skip(1).filter_map(|text| {
            let name = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next()?;
            text[name.len()..].starts_with(" <").then(|| name.to_owned())
        });
        let listed = listed.filter(|name| !LEFT_OUT.contains(&name.as_str())).collect();
        commands.push((words, listed));
    }
    let kinds = ["algorithm", "heuristic", "path-algorithm", "game-algorithm"];
    let mut names = Vec::new();
    for kind in kinds {
        names.extend(attack.names(kind)?);
    }
    let mut random = attack.random(3);
    while !attack.is_over() {
        let (words, listed) = random.pick(&commands);
        let mut case = Case::new(words);
        let (mut has_time, mut has_memory) = (false, false);
        if listed.is_empty() {
            case.arguments.push(random.extreme());
        }
        for _ in 0..=random.below(2).min(listed.len()) {
            if listed.is_empty() {
                break;
            }
            let name = random.pick(listed);
            if case.arguments.iter().any(|it| it.starts_with(&format!("--{name}"))) {
                continue;
            }
            has_time |= name == "time";
            has_memory |= name == "memory";
            let value = match name.as_str() {
                "algorithm" | "heuristic" | "level" | "metric" => expression(&mut random, &names),
                _ => random.extreme(),
            };
            case.arguments.push(format!("--{name}={value}"));
        }
        // What is given huge is not given once more, and ends by the other limits.
        case.time = Some(Duration::from_secs(2));
        if listed.iter().any(|name| name == "time") && !has_time {
            case.arguments.push("--time=2s".into());
        }
        let has = |option: &str| listed.iter().any(|name| name == option);
        let is_new = |case: &Case| !case.arguments.iter().any(|it| it.starts_with("--nodes"));
        if has("nodes") && is_new(&case) && words[0] != "path" {
            case.arguments.push("--nodes=100k".into());
        }
        let memory = (has("memory") && !has_memory).then_some(40 * MB);
        if memory.is_some() {
            case.arguments.push("--memory=40M".into());
        }
        let allowed = Allowed { base_bytes: attack.start_bytes, memory, ..Allowed::default() };
        attack.judged(&case, allowed)?;
    }
    Ok(())
}

/// A name with extreme options, nested to any depth.
fn expression(random: &mut Random, names: &[String]) -> String {
    const PARAMETERS: &[&str] = &[
        "weight",
        "width",
        "depth",
        "table",
        "landmarks",
        "solutions",
        "time",
        "nodes",
        "factor",
        "dual",
        "bound",
        "islands",
        "size",
        "start",
        "step",
        "split",
    ];
    let name = random.pick(names).clone();
    let value = random.extreme();
    match random.below(7) {
        0 => value,
        1 => format!("{name}({value})"),
        2 => format!("{name}({}={value})", random.pick(PARAMETERS)),
        3 => format!("scaled({name}, {value})"),
        4 => format!("max({name}, {name}({value}))"),
        5 => format!("pdb({value}-{})", random.extreme()),
        _ => {
            let depth = random.below(4000);
            format!("{}{name}{}", "scaled(".repeat(depth), ", 1)".repeat(depth))
        }
    }
}
