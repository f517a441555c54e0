//! `tremaux build`: tables computed ahead, into the cache.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use serde_json::json;
use tremaux_core::Limits;
use tremaux_registry::{BuiltTable, DOMAINS, DomainEntry, TableOrigin, domain};

use crate::arguments::{Everywhere, Format, Written, argument, indented};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Style, write_rows};
use crate::progress::ProgressLine;
use crate::quantity::{self, bytes_in_words, grouped, seconds_in_words};
use crate::tables::{self, BuildLine};

/// The options of a build.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Build")]
pub(crate) struct Building {
    /// Threads to build on; as many as the machine runs at once if left out
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    pub(crate) threads: Option<u64>,
    /// Where tables are kept [default: $TREMAUX_CACHE, or tremaux in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<PathBuf>,
    /// Stop after this long, and keep nothing of what is not complete: 10s, 2m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Build nothing that takes more memory than this: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  tremaux build tiles \"pdb(5-5-5)\"
  tremaux build tiles \"pdb(4-4)\" --goal blank-last --format json
  tremaux generate map --kind rooms | tremaux build path -

`tremaux explain NAME` tells what a table can be and what it takes. `solve` builds what it
needs and does not find; a table that is there already is checked and left. What is stopped by
a limit or Ctrl-C leaves no file behind.";

/// The verb with its domains.
pub(crate) fn command() -> Command {
    let options = Written::augment_args(Building::augment_args(Command::new("build")));
    let mut command = options
        .about("Computes tables ahead into the cache: pattern databases and the like")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("DOMAIN")
        .subcommand_help_heading("Domains")
        .after_help(EXAMPLES);
    for entry in DOMAINS {
        let Some(buildable) = entry.buildable() else { continue };
        let info = entry.info();
        let names: Vec<String> = buildable
            .components
            .iter()
            .map(|component| format!("{}: {}", component.name, component.title))
            .collect();
        let under = Command::new(info.name)
            .aliases(info.aliases.iter().copied())
            .about(info.title)
            .arg(
                Arg::new("table")
                    .value_name("TABLE")
                    .required(true)
                    .help("The table by its heuristic, with options"),
            )
            .after_help(format!(
                "Tables:\n{}\n\nExample:\n  tremaux build {} \"{}\"",
                indented(&names.join("\n")),
                info.name,
                buildable.example
            ));
        let options = buildable.options.iter();
        command =
            command.subcommand(options.fold(under, |under, option| under.arg(argument(option))));
    }
    command.subcommand(crate::build_path::command())
}

/// Builds what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn build(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let building = Building::from_arg_matches(matches).expect("the options of a build");
    let written = Written::from_arg_matches(matches).expect("the format");
    let cancel = interrupt::token()?;
    let mut limits = Limits::default().with_cancel(cancel);
    limits.time = building.time;
    limits.memory = building.memory;
    let threads = building.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    let line = ProgressLine::new(everywhere.quiet, String::new());
    let shown = BuildLine::default();
    shown.set(&line);
    let source = tables::source(building.cache.as_deref(), threads, everywhere.quiet, &shown);
    if source.cache().directory().is_none() {
        let message = "there is no folder to keep tables in: name one by --cache DIR";
        return Err(Failure::Usage(message.into()));
    }
    source.limit(&limits);
    let started = Instant::now();
    let (built, table) = if name == "path" {
        let built = crate::build_path::build(matches, &limits, &source, &line);
        line.clear();
        built?
    } else {
        let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
        let table: &String = matches.get_one("table").expect("a table is required");
        let result = domain.build(table, &given(domain, matches), &source);
        line.clear();
        (result.map_err(|error| Failure::of(error, "TABLE"))?, table.clone())
    };
    if let Some(lost) = built.iter().find(|table| table.path.is_none()) {
        return Err(Failure::Usage(format!("{} was built and could not be kept", lost.name)));
    }
    write(&built, (&table, threads, started.elapsed()), written.format, style, out)?;
    Ok(0)
}

fn given(domain: &dyn DomainEntry, matches: &ArgMatches) -> Vec<(&'static str, String)> {
    let options = domain.buildable().map_or(&[][..], |buildable| buildable.options);
    let value = |name| matches.get_one::<String>(name).cloned();
    options.iter().filter_map(|option| Some((option.name, value(option.name)?))).collect()
}

fn write(
    built: &[BuiltTable],
    (table, threads, time): (&str, usize, Duration),
    format: Format,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bytes: u64 = built.iter().map(|table| table.bytes).sum();
    match format {
        Format::Text => {
            for BuiltTable { name, origin, entries, bytes, seconds, path } in built {
                let what = match origin {
                    TableOrigin::There => "was there",
                    TableOrigin::Built => "built",
                    TableOrigin::Rebuilt => "built again",
                };
                let (entries, bytes) = (grouped(*entries), bytes_in_words(*bytes as usize));
                let seconds = seconds_in_words(*seconds);
                writeln!(out, "{name}: {what} in {seconds}, {entries} entries, {bytes}")?;
                if let Some(path) = path {
                    writeln!(out, "  {}", path.display())?;
                }
            }
            let (count, bytes) = (built.len(), bytes_in_words(bytes as usize));
            let tables = if count == 1 { "table" } else { "tables" };
            let time = seconds_in_words(time.as_secs_f64());
            writeln!(out, "{}: {count} {tables}, {bytes}, {time}", style.strong(table))?;
        }
        Format::Json => {
            let report = json!({
                "schema": 1,
                "table": table,
                "tables": built,
                "bytes": bytes,
                "seconds": time.as_secs_f64(),
                "threads": threads,
            });
            serde_json::to_writer(&mut *out, &report)?;
            out.write_all(b"\n")?;
        }
        Format::Jsonl | Format::Csv | Format::Md => {
            const COLUMNS: &[&str] = &["name", "origin", "entries", "bytes", "seconds", "path"];
            let rows: Result<Vec<_>, _> = built.iter().map(serde_json::to_value).collect();
            write_rows(out, format, COLUMNS, rows?)?;
        }
    }
    Ok(out.flush()?)
}
