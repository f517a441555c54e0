//! Extreme values of every option of every command.

use std::time::Duration;

use super::case::Case;
use super::random::Random;
use super::{Allowed, Attack, MB, text_of};

/// Easy commands besides those of domains, games and protocols: what makes them long is an option.
const COMMANDS: &[&str] = &[
    "path DIR/small.map --from 5,5 --to 90,90",
    "path DIR/roads.gr --from 1 --to 22500",
    "build tiles pdb(4-4)",
    "lab compare --dry-run --domain tiles --algorithm a-star --random 1",
    "trace solve grid S.#/#../#.G --form jsonl --output -",
    "generate map",
    "lab reproduce --list",
    "serve --port=-1",
    "list",
    "explain",
    "man",
    "help",
    "completions",
];

/// Options that name files, or whose value is an amount of work without a limit.
const LEFT_OUT: &str = "output checkpoint plot draw save scen-out pgn database export report cache \
    program open count games random trials scenarios color";

/// A command with its options.
struct Command {
    words: Vec<String>,
    /// The instance or position, which may begin with a hyphen.
    text: String,
    options: Vec<String>,
}

fn commands(attack: &Attack) -> Result<Vec<Command>, String> {
    attack.run(&attack.case("generate map --size 96x96 --output DIR/small.map"))?;
    let mut lines: Vec<(String, String)> = Vec::new();
    for target in &attack.targets {
        let (name, example) = (&target.name, text_of(&target.info["example"]));
        match &*target.kind {
            "domain" => {
                lines.push((format!("solve {name}"), example));
                lines.push((format!("generate {name}"), String::new()));
            }
            "game" => {
                lines.push((format!("analyze {name}"), example));
                lines.push((format!("play {name}"), String::new()));
                lines.push((format!("lab match {name} random random"), String::new()));
            }
            "protocol" => lines.push((text_of(&target.info["read_by"][0]), String::new())),
            _ => {}
        }
    }
    lines.extend(COMMANDS.iter().map(|&line| (line.to_owned(), String::new())));
    let mut commands = Vec::new();
    for (line, text) in lines {
        let words = attack.case(&line).arguments;
        let named = words.iter().map(String::as_str).take_while(|word| !word.starts_with('-'));
        let depth = if line.starts_with("lab ") { 3 } else { 2 };
        let help = attack.output(&named.take(depth).chain(["--help"]).collect::<Vec<_>>())?;
        let options = help.split("--").skip(1).filter_map(|text| {
            let name = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next()?;
            let is_left_out =
                LEFT_OUT.split(' ').any(|it| it == name) || !text[name.len()..].starts_with(" <");
            (!is_left_out).then(|| name.to_owned())
        });
        commands.push(Command { words, text, options: options.collect() });
    }
    Ok(commands)
}

/// Attacks until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut commands = commands(attack)?;
    let mut names = Vec::new();
    for kind in ["algorithm", "heuristic", "path-algorithm", "game-algorithm"] {
        names.extend(attack.names(kind)?);
    }
    let mut random = attack.random(3);
    random.shuffle(&mut commands);
    for at in 0.. {
        if attack.is_over() {
            break;
        }
        let Command { words, text, options } = &commands[at % commands.len()];
        let has = |option: &str| options.iter().any(|name| name == option);
        let mut case = Case::new(words);
        if options.is_empty() {
            case.arguments.push(random.extreme());
        }
        let is_given = |case: &Case, name: &str| {
            case.arguments
                .iter()
                .any(|it| it.strip_prefix("--").is_some_and(|it| it.starts_with(name)))
        };
        for _ in 0..(1 + random.below(2)).min(options.len()) {
            let name = random.pick(options);
            if is_given(&case, name) {
                continue;
            }
            let value = match name.as_str() {
                "algorithm" | "heuristic" | "level" | "metric" => expression(&mut random, &names),
                _ => random.extreme(),
            };
            case.arguments.push(format!("--{name}={value}"));
        }
        // What is given huge is not given once more, and ends by the other limits.
        case.time = Some(Duration::from_secs(2));
        let is_limited = |case: &Case, name| has(name) && !is_given(case, name);
        if is_limited(&case, "time") {
            case.arguments.push("--time=2s".into());
        }
        if is_limited(&case, "nodes") && words[0] != "path" {
            case.arguments.push("--nodes=100k".into());
        }
        let memory = is_limited(&case, "memory").then_some(40 * MB);
        if memory.is_some() {
            case.arguments.push("--memory=40M".into());
        }
        if !text.is_empty() {
            case.arguments.extend(["--".into(), text.clone()]);
        }
        let allowed = Allowed { base_bytes: attack.start_bytes, memory, ..Allowed::default() };
        attack.judged(&case, allowed)?;
    }
    Ok(())
}

/// A name with extreme options, nested to any depth.
fn expression(random: &mut Random, names: &[String]) -> String {
    const PARAMETERS: &str = "weight width depth table landmarks solutions time nodes factor dual \
        bound islands size start step split";
    let name = random.pick(names).clone();
    let value = random.extreme();
    match random.below(7) {
        0 => value,
        1 => format!("{name}({value})"),
        2 => format!("{name}({}={value})", random.word(PARAMETERS)),
        3 => format!("scaled({name}, {value})"),
        4 => format!("max({name}, {name}({value}))"),
        5 => format!("pdb({value}-{})", random.extreme()),
        _ => {
            let depth = random.below(4000);
            format!("{}{name}{}", "scaled(".repeat(depth), ", 1)".repeat(depth))
        }
    }
}
