//! `tremaux explain`.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use serde_json::{Value, json};
use tremaux_core::ParseError;
use tremaux_registry::{
    CONCEPTS, Component, Concept, DOMAINS, DepthLimit, DomainEntry, Expression, Field, GAMES,
    GameEntry, Listed, OptionInfo, listed_algorithms, nearest_names,
};

use crate::algorithms::kind_of;
use crate::failure::Failure;
use crate::formats::{FORMATS, FormatInfo};
use crate::games::options::analyze_example;
use crate::options::{Format, FormatOption, format_of};
use crate::output::write_rows;
use crate::program::Invocation;
use crate::style::Style;
use crate::text::{shell_quoted, wrapped, wrapped_at};

/// The verb on the command line.
pub(crate) fn command() -> Command {
    FormatOption::augment_args(Command::new("explain"))
        .about("Explains a domain, game, algorithm, heuristic, concept, format or protocol")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .required(true)
                .action(ArgAction::Set)
                .help("Name or alias, as shown by `tremaux list`"),
        )
        .after_help("Examples:\n  tremaux explain tiles\n  tremaux explain admissible")
}

/// A meaning of a name; the same name can be a heuristic of several domains.
enum Meaning {
    Domain(&'static dyn DomainEntry),
    Game(&'static GameEntry),
    Algorithm(Listed),
    Heuristic(&'static Component, Vec<&'static str>),
    Concept(&'static Concept),
    Format(&'static FormatInfo),
}

fn meanings(name: &str) -> Vec<Meaning> {
    let is_called = |full: &str, aliases: &[&str]| full == name || aliases.contains(&name);
    let domains = DOMAINS.iter().filter(|it| is_called(it.info().name, it.info().aliases));
    let games = GAMES.iter().filter(|it| is_called(it.info().name, it.info().aliases));
    let domains = domains.map(|domain| Meaning::Domain(**domain));
    let mut found: Vec<Meaning> = domains.chain(games.map(|game| Meaning::Game(game))).collect();
    // An alias of one algorithm also means algorithms of other fields with the same full name.
    let all = listed_algorithms();
    let called = all.iter().filter(|it| it.component.is_called(name));
    let names: Vec<&str> = called.map(|it| it.component.name).collect();
    let mut meant: Vec<Listed> =
        all.into_iter().filter(|it| names.contains(&it.component.name)).collect();
    // A domain may have its own form of an algorithm, with other options.
    for info in DOMAINS.iter().flat_map(|domain| domain.algorithms()) {
        let is_new = meant.iter().all(|it| *it.component != info.component);
        if names.contains(&info.component.name) && is_new {
            let component = &info.component;
            meant.push(Listed { field: Field::Domains, component, info: Some(info) });
        }
    }
    found.extend(meant.into_iter().map(Meaning::Algorithm));
    let mut heuristics: Vec<(&'static Component, Vec<&'static str>)> = Vec::new();
    for domain in DOMAINS {
        for component in domain.heuristics() {
            if !component.is_called(name) {
                continue;
            }
            let same = heuristics.iter_mut().find(|(there, _)| std::ptr::eq(*there, component));
            match same {
                Some((_, domains)) => domains.push(domain.info().name),
                None => heuristics.push((component, vec![domain.info().name])),
            }
        }
    }
    found.extend(heuristics.into_iter().map(|(it, domains)| Meaning::Heuristic(it, domains)));
    let concepts = CONCEPTS.iter().filter(|it| it.names().any(|known| known == name));
    found.extend(concepts.map(Meaning::Concept));
    let formats = FORMATS.iter().filter(|it| is_called(it.name, it.extensions));
    found.extend(formats.map(Meaning::Format));
    found
}

fn unknown(text: &str, name: &Expression) -> Failure {
    let domains = DOMAINS.iter().map(|domain| domain.info().name);
    let algorithms = listed_algorithms().into_iter().flat_map(|it| it.component.names());
    let heuristics = DOMAINS.iter().flat_map(|domain| domain.heuristics());
    let games = GAMES.iter().map(|game| game.info().name);
    let formats = FORMATS.iter().map(|format| format.name);
    let all = domains.chain(games).chain(algorithms).chain(heuristics.flat_map(Component::names));
    let concepts = CONCEPTS.iter().flat_map(Concept::names);
    let all = all.chain(concepts).chain(formats);
    let near: Vec<String> =
        nearest_names(&name.name, all).into_iter().map(|name| format!("`{name}`")).collect();
    let expected = match near.as_slice() {
        [] => "the name of a domain, game, algorithm, heuristic, concept, format or protocol"
            .to_owned(),
        near => format!("a name (did you mean {}?)", near.join(" or ")),
    };
    let found = format!("`{}`", name.name);
    wrong(text, ParseError::at(text, name.offset, name.name.len(), found, expected))
}

fn wrong(text: &str, error: ParseError) -> Failure {
    Failure::Text {
        origin: "NAME".into(),
        text: text.to_owned(),
        error: error.into(),
        help: Some("run `tremaux list` for all names".into()),
    }
}

/// Explains a name.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { style, out, .. } = invocation;
    let format = format_of(matches);
    let text: &String = matches.get_one("name").expect("a name is required");
    let expression = Expression::parse(text).map_err(|error| wrong(text, error))?;
    let meanings = meanings(&expression.name);
    if meanings.is_empty() {
        return Err(unknown(text, &expression));
    }
    if format == Format::Text {
        for (at, meaning) in meanings.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            write_meaning(out, meaning, style)?;
        }
    } else {
        let rows: Vec<Value> = meanings.iter().map(row).collect::<Result<_, _>>()?;
        const COLUMNS: &str = "kind name aliases title source guarantees use_when avoid_when";
        write_rows(out, format, COLUMNS, rows)?;
    }
    out.flush()?;
    Ok(0)
}

fn row(meaning: &Meaning) -> Result<Value, serde_json::Error> {
    let (kind, value) = match meaning {
        Meaning::Domain(domain) => {
            let mut value = serde_json::to_value(domain.info())?;
            let names = |all: Vec<&'static str>| json!(all);
            let algorithms = domain.algorithms().into_iter().map(|it| it.component.name);
            value["algorithms"] = names(algorithms.collect());
            let heuristics = domain.heuristics().into_iter().map(|it| it.name);
            value["heuristics"] = names(heuristics.collect());
            ("domain", value)
        }
        Meaning::Game(game) => ("game", serde_json::to_value(game.info())?),
        Meaning::Algorithm(Listed { field, component, info }) => {
            let mut value = match info {
                Some(info) => serde_json::to_value(info)?,
                None => serde_json::to_value(component)?,
            };
            let (kind, maps) = kind_of(*field);
            if let Some(maps) = maps {
                value["maps"] = json!(maps);
            }
            (kind, value)
        }
        Meaning::Heuristic(component, domains) => {
            let mut value = serde_json::to_value(component)?;
            value["domains"] = json!(domains);
            ("heuristic", value)
        }
        Meaning::Concept(concept) => ("concept", serde_json::to_value(concept)?),
        Meaning::Format(format) => (format.kind, serde_json::to_value(format)?),
    };
    let mut row = json!({"kind": kind});
    if let (Value::Object(row), Value::Object(fields)) = (&mut row, value) {
        row.extend(fields);
    }
    Ok(row)
}

fn write_meaning(out: &mut dyn Write, meaning: &Meaning, style: Style) -> Result<(), Failure> {
    match meaning {
        Meaning::Domain(domain) => write_domain(out, *domain, style),
        Meaning::Game(game) => write_game(out, game, style),
        Meaning::Algorithm(Listed { field: Field::Games, component, .. }) => {
            write_component(out, component, "game algorithm", style)?;
            let offering = GAMES.iter().filter(|game| offered(game).contains(&component.name));
            let names: Vec<&str> = offering.map(|game| game.info().name).collect();
            write_item(out, "offered for", &names.join(", "), style)
        }
        Meaning::Algorithm(Listed { field, component, info: None }) => {
            let maps = kind_of(*field).1.unwrap_or_default();
            write_component(out, component, &format!("algorithm for paths on {maps}"), style)?;
            write_item(out, "offered by", "tremaux path", style)
        }
        Meaning::Algorithm(Listed { info: Some(info), .. }) => {
            write_component(out, &info.component, "algorithm", style)?;
            let takes = [
                (info.is_informed, "--heuristic"),
                (info.breaks_ties, "--tie-break"),
                (info.depth == DepthLimit::Optional, "--depth"),
                (info.depth == DepthLimit::Required, "--depth (required)"),
                (info.runs_on_threads, "--threads"),
                (info.is_saved, "--checkpoint, --resume"),
            ];
            let takes = takes.into_iter().filter_map(|(does, option)| does.then_some(option));
            write_item(out, "accepts", &takes.collect::<Vec<_>>().join(", "), style)?;
            let offering = DOMAINS.iter().filter(|domain| {
                domain.algorithms().iter().any(|it| it.component == info.component)
            });
            let names: Vec<&str> = offering.map(|domain| domain.info().name).collect();
            write_item(out, "offered for", &names.join(", "), style)
        }
        Meaning::Heuristic(component, domains) => {
            write_component(out, component, "heuristic", style)?;
            write_item(out, "offered for", &domains.join(", "), style)
        }
        Meaning::Concept(concept) => {
            let heading =
                format!("{} (concept{})", style.strong(concept.name), also(&concept.aliases));
            writeln!(out, "{heading}\n{}\n", wrapped(concept.title.split(' ')))?;
            writeln!(out, "{}\n", wrapped(concept.text.split(' ')))?;
            write_item(out, "source", concept.source, style)?;
            // On one line, so that it can be copied.
            writeln!(out, "{}\n  {}", style.strong("example"), concept.command)?;
            Ok(())
        }
        Meaning::Format(format) => {
            writeln!(out, "{} ({})\n{}\n", style.strong(format.name), format.kind, format.title)?;
            write_item(out, "extensions", &format.extensions.join(", "), style)?;
            write_item(out, "read by", &format.read_by.join("\n"), style)?;
            write_item(out, "made by", format.made_by, style)?;
            let sample: Vec<String> = format.sample.lines().map(|it| format!("  {it}")).collect();
            write_item(out, "sample", &sample.join("\n"), style)
        }
    }
}

/// Writes a heading and a text beside it.
fn write_item(out: &mut dyn Write, heading: &str, text: &str, style: Style) -> Result<(), Failure> {
    const INDENT: usize = 13;
    if text.is_empty() {
        return Ok(());
    }
    let gap = " ".repeat(INDENT.saturating_sub(heading.len()));
    let body = text.lines().map(|line| wrapped_line(line, 78 - INDENT)).collect::<Vec<_>>();
    let body = body.join("\n").replace('\n', &format!("\n{}", " ".repeat(INDENT)));
    writeln!(out, "{}{gap}{body}", style.strong(heading))?;
    Ok(())
}

/// `line` wrapped to at most `width` characters; indented lines are kept.
fn wrapped_line(line: &str, width: usize) -> String {
    if line.starts_with(' ') { line.to_owned() } else { wrapped_at(line.split(' '), width) }
}

/// The other names, after a name.
fn also(aliases: &[&str]) -> String {
    if aliases.is_empty() { String::new() } else { format!(", also {}", aliases.join(", ")) }
}

fn write_component(
    out: &mut dyn Write,
    component: &Component,
    kind: &str,
    style: Style,
) -> Result<(), Failure> {
    let aliases = also(component.aliases);
    let heading = format!("{} ({kind}{aliases})", style.strong(component.name));
    writeln!(out, "{heading}\n{}\n", wrapped(component.title.split(' ')))?;
    write_item(out, "source", component.source, style)?;
    write_item(out, "guarantees", component.guarantees, style)?;
    write_item(out, "use when", component.use_when, style)?;
    write_item(out, "avoid when", component.avoid_when, style)?;
    write_options(out, component.options, "options", style)?;
    write_item(out, "example", component.example, style)
}

fn write_options(
    out: &mut dyn Write,
    options: &[OptionInfo],
    heading: &str,
    style: Style,
) -> Result<(), Failure> {
    let lines: Vec<String> = options
        .iter()
        .map(|option| {
            let default = match option.default {
                Some("") => String::new(),
                Some(default) => format!("; default {default}"),
                None => "; required".to_owned(),
            };
            format!("{}: {}: {}{default}", option.name, option.title, option.kind.in_words())
        })
        .collect();
    write_item(out, heading, &lines.join("\n"), style)
}

/// The algorithms that fit a game as it is without options.
fn offered(game: &GameEntry) -> Vec<&'static str> {
    game.open(&[], "").map_or_else(|_| Vec::new(), |played| played.algorithms())
}

fn write_game(out: &mut dyn Write, game: &GameEntry, style: Style) -> Result<(), Failure> {
    let info = game.info();
    let aliases = also(info.aliases);
    writeln!(out, "{} (game{aliases})\n{}\n", style.strong(info.name), info.title)?;
    write_item(out, "position", info.format, style)?;
    write_item(out, "moves", info.moves, style)?;
    write_item(out, "sides", &info.sides.join(", "), style)?;
    write_item(out, "scores", info.scores, style)?;
    write_item(out, "evaluation", info.evaluation, style)?;
    write_options(out, info.options, "options", style)?;
    write_item(out, "algorithms", &offered(game).join(", "), style)?;
    let example = analyze_example(info);
    write_item(out, "example", &example, style)
}

fn write_domain(
    out: &mut dyn Write,
    domain: &'static dyn DomainEntry,
    style: Style,
) -> Result<(), Failure> {
    let info = domain.info();
    writeln!(out, "{} (domain)\n{}\n", style.strong(info.name), info.title)?;
    write_item(out, "instance", info.format, style)?;
    write_item(out, "moves", info.moves, style)?;
    let names: Vec<String> = info
        .options
        .iter()
        .map(|option| format!("--{}: {}: {}", option.name, option.title, option.kind.in_words()))
        .collect();
    write_item(out, "options", &names.join("\n"), style)?;
    for (at, default) in info.defaults.iter().enumerate() {
        let heading = if at == 0 { "default" } else { "" };
        let name = default.algorithm.split('(').next();
        let mut algorithms = domain.algorithms().into_iter();
        let algorithm = algorithms.find(|it| Some(it.component.name) == name);
        let is_blind = algorithm.is_some_and(|it| !it.is_informed);
        let heuristic = if is_blind { "" } else { default.heuristic };
        let with = if heuristic.is_empty() { "" } else { " with " };
        let text = format!(
            "{}{with}{heuristic}\nfor {}: {}",
            default.algorithm, default.case, default.why
        );
        write_item(out, heading, &text, style)?;
    }
    let algorithms = domain.algorithms().into_iter().map(|it| it.component.name);
    write_item(out, "algorithms", &algorithms.collect::<Vec<_>>().join(", "), style)?;
    let heuristics = domain.heuristics().into_iter().map(|it| it.name);
    write_item(out, "heuristics", &heuristics.collect::<Vec<_>>().join(", "), style)?;
    let example = format!("tremaux solve {} {}", info.name, shell_quoted(info.example));
    write_item(out, "example", &example, style)
}
