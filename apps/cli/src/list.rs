//! `tremaux list`.

use std::io::Write;

use clap::{ArgMatches, FromArgMatches};
use serde_json::{Value, json};
use tremaux_registry::paths::{GRAPH_ALGORITHMS, GRID_ALGORITHMS};
use tremaux_registry::{AlgorithmInfo, Component, DOMAINS, GAME_ALGORITHMS, GAMES};

use crate::arguments::{Format, Written};
use crate::failure::Failure;
use crate::output::{Style, write_rows};

const COLUMNS: &[&str] = &["kind", "domain", "name", "aliases", "title", "guarantees"];

/// The algorithms of `tremaux path`, and on which maps.
pub(crate) const PATH_ALGORITHMS: [(&str, &[Component]); 2] =
    [("grids", GRID_ALGORITHMS), ("graphs", GRAPH_ALGORITHMS)];

/// Every algorithm that some domain offers, in the order of the first that does.
pub(crate) fn all_algorithms() -> Vec<&'static AlgorithmInfo> {
    let mut all: Vec<&'static AlgorithmInfo> = Vec::new();
    for algorithm in DOMAINS.iter().flat_map(|domain| domain.algorithms()) {
        if all.iter().all(|there| there.component.name != algorithm.component.name) {
            all.push(algorithm);
        }
    }
    all
}

struct Entry {
    kind: &'static str,
    domain: Option<&'static str>,
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    guarantees: &'static str,
}

fn entries(what: Option<&str>) -> Vec<Entry> {
    let of = |kind, domain, component: &'static Component| Entry {
        kind,
        domain,
        name: component.name,
        aliases: component.aliases,
        title: component.title,
        guarantees: component.guarantees,
    };
    let mut entries = Vec::new();
    if what.is_none_or(|what| what == "domains") {
        entries.extend(DOMAINS.iter().map(|domain| {
            let info = domain.info();
            let (name, aliases, title) = (info.name, info.aliases, info.title);
            Entry { kind: "domain", domain: None, name, aliases, title, guarantees: "" }
        }));
    }
    if what.is_none_or(|what| what == "games") {
        entries.extend(GAMES.iter().map(|game| {
            let info = game.info();
            let (name, aliases, title) = (info.name, info.aliases, info.title);
            Entry { kind: "game", domain: None, name, aliases, title, guarantees: "" }
        }));
    }
    if what.is_none_or(|what| what == "algorithms") {
        let all = all_algorithms().into_iter();
        entries.extend(all.map(|algorithm| of("algorithm", None, &algorithm.component)));
        for (maps, algorithms) in PATH_ALGORITHMS {
            entries.extend(algorithms.iter().map(|it| of("path-algorithm", Some(maps), it)));
        }
    }
    if what.is_none_or(|what| what == "games") {
        let of_games = GAME_ALGORITHMS.iter();
        entries.extend(of_games.map(|algorithm| of("game-algorithm", None, algorithm)));
    }
    if what.is_none_or(|what| what == "heuristics") {
        for domain in DOMAINS {
            let name = Some(domain.info().name);
            let heuristics = domain.heuristics().into_iter();
            entries.extend(heuristics.map(|heuristic| of("heuristic", name, heuristic)));
        }
    }
    entries
}

fn row(entry: &Entry) -> Value {
    let mut row = json!({"kind": entry.kind, "name": entry.name});
    if let Some(domain) = entry.domain {
        row["domain"] = domain.into();
    }
    if !entry.aliases.is_empty() {
        row["aliases"] = json!(entry.aliases);
    }
    row["title"] = entry.title.into();
    if !entry.guarantees.is_empty() {
        row["guarantees"] = entry.guarantees.into();
    }
    row
}

/// Writes what there is.
pub(crate) fn list(matches: &ArgMatches, style: Style, out: &mut dyn Write) -> Result<u8, Failure> {
    let written = Written::from_arg_matches(matches).expect("the format");
    let what: Option<&String> = matches.get_one("what");
    let entries = entries(what.map(String::as_str));
    if written.format == Format::Text {
        write_text(out, &entries, style)?;
    } else {
        write_rows(out, written.format, COLUMNS, entries.iter().map(row))?;
    }
    Ok(0)
}

fn write_text(out: &mut dyn Write, entries: &[Entry], style: Style) -> Result<(), Failure> {
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut heading = String::new();
    for entry in entries {
        let next = match (entry.kind, entry.domain) {
            ("path-algorithm", Some(maps)) => format!("algorithms for paths on {maps}"),
            (_, Some(domain)) => format!("heuristics of {domain}"),
            ("domain", _) => "domains".to_owned(),
            ("game", _) => "games".to_owned(),
            ("game-algorithm", _) => "algorithms of games".to_owned(),
            _ => "algorithms".to_owned(),
        };
        if next != heading {
            let gap = if heading.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}", style.strong(&next))?;
            heading = next;
        }
        writeln!(out, "  {:<width$}  {}", entry.name, entry.title)?;
    }
    writeln!(out, "\n`tremaux explain NAME` tells more, and the shorter names.")?;
    Ok(out.flush()?)
}
