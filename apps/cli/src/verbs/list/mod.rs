//! `tremaux list`.

use std::io::Write;

use clap::{Arg, ArgMatches, Args, Command};
use serde_json::{Value, json};
use tremaux_registry::{
    CONCEPTS, Component, DOMAINS, Field, GAMES, Listed, algorithms_of, listed_algorithms,
};

use crate::algorithms::kind_of;
use crate::failure::Failure;
use crate::formats::FORMATS;
use crate::options::{Format, FormatOption, format_of};
use crate::output::write_rows;
use crate::program::Invocation;
use crate::style::Style;

const COLUMNS: &str = "kind domain name aliases title guarantees";

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
    let plain = |kind, name, aliases, title| Entry {
        kind,
        domain: None,
        name,
        aliases,
        title,
        guarantees: "",
    };
    let mut entries = Vec::new();
    if what.is_none_or(|what| what == "domains") {
        let infos = DOMAINS.iter().map(|domain| domain.info());
        entries.extend(infos.map(|info| plain("domain", info.name, info.aliases, info.title)));
    }
    if what.is_none_or(|what| what == "games") {
        let infos = GAMES.iter().map(|game| game.info());
        entries.extend(infos.map(|info| plain("game", info.name, info.aliases, info.title)));
    }
    if what.is_none_or(|what| what == "algorithms") {
        let of_games = |it: &Listed| it.field == Field::Games;
        let others = listed_algorithms().into_iter().filter(|it| !of_games(it));
        entries.extend(others.map(|it| {
            let (kind, maps) = kind_of(it.field);
            of(kind, maps, it.component)
        }));
    }
    if what.is_none_or(|what| what == "games") {
        entries.extend(algorithms_of(Field::Games).map(|it| of(kind_of(Field::Games).0, None, it)));
    }
    if what.is_none_or(|what| what == "heuristics") {
        for domain in DOMAINS {
            let name = Some(domain.info().name);
            let heuristics = domain.heuristics().into_iter();
            entries.extend(heuristics.map(|heuristic| of("heuristic", name, heuristic)));
        }
    }
    if what.is_none_or(|what| what == "concepts") {
        let concepts = CONCEPTS.iter();
        entries.extend(concepts.map(|it| plain("concept", it.name, &it.aliases[..], it.title)));
    }
    let formats = FORMATS
        .iter()
        .filter(|format| what.is_none_or(|what| what.strip_suffix('s') == Some(format.kind)));
    entries.extend(formats.map(|it| plain(it.kind, it.name, &[], it.title)));
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

/// The verb on the command line.
pub(crate) fn command() -> Command {
    FormatOption::augment_args(Command::new("list"))
        .about("Lists domains, games, algorithms, heuristics, concepts, formats and protocols")
        .arg(
            Arg::new("what")
                .value_name("WHAT")
                .value_parser([
                    "domains",
                    "games",
                    "algorithms",
                    "heuristics",
                    "concepts",
                    "formats",
                    "protocols",
                ])
                .help("List only this kind"),
        )
        .after_help("Examples:\n  tremaux list\n  tremaux list heuristics --format md")
}

/// Writes the list.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { style, out, .. } = invocation;
    let format = format_of(matches);
    let what: Option<&String> = matches.get_one("what");
    let entries = entries(what.map(String::as_str));
    if format == Format::Text {
        write_text(out, &entries, style)?;
    } else {
        write_rows(out, format, COLUMNS, entries.iter().map(row))?;
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
            ("concept", _) => "concepts".to_owned(),
            ("format", _) => "formats of files".to_owned(),
            ("protocol", _) => "protocols".to_owned(),
            ("game-algorithm", _) => "game algorithms".to_owned(),
            _ => "algorithms".to_owned(),
        };
        if next != heading {
            let gap = if heading.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}", style.strong(&next))?;
            heading = next;
        }
        writeln!(out, "  {:<width$}  {}", entry.name, entry.title)?;
    }
    writeln!(out, "\nRun `tremaux explain NAME` for details and aliases.")?;
    Ok(out.flush()?)
}
