//! `tremaux build`: builds tables into the cache in advance.

mod checkers_endings;
mod path;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use serde_json::json;
use tremaux_core::Limits;
use tremaux_registry::{BuiltTable, DOMAINS, DomainEntry, SCHEMA, TableOrigin, domain};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{
    Format, FormatOption, OptionValues, argument, format_of, option_values, with_subcommands,
};
use crate::output::{write_json_line, write_rows};
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::quantity::{self, bytes_in_words, grouped, seconds_in_words};
use crate::style::Style;
use crate::table_cache::{self, BuildLine};
use crate::text::indented;
use crate::visible::visible;

/// The options of a build.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Build")]
pub(crate) struct BuildOptions {
    /// Number of threads [default: all processors]
    #[arg(long, global = true, value_name = "N")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    pub(crate) threads: Option<u64>,
    /// Table cache folder [default: $TREMAUX_CACHE, or tremaux in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<PathBuf>,
    /// Time limit; incomplete tables are discarded: 10s, 2m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Memory limit for building: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  tremaux build tiles \"pdb(5-5-5)\"
  tremaux build tiles \"pdb(4-4)\" --goal blank-last --format json
  tremaux generate map --kind rooms | tremaux build path -
  tremaux build checkers-endings --endings 3

`tremaux explain NAME` describes the tables and their size. `solve` builds missing tables
itself; an existing table is verified and kept. If a limit or Ctrl-C stops a build, it leaves no
file behind.";

/// The verb with its domains.
pub(crate) fn command() -> Command {
    let options = FormatOption::augment_args(BuildOptions::augment_args(Command::new("build")));
    let mut command = with_subcommands(options, "DOMAIN", "Domains")
        .about("Builds tables into the cache in advance, such as pattern databases")
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
                    .help("Heuristic that uses the table, with its options"),
            )
            .after_help(format!(
                "Tables:\n{}\n\nExample:\n  tremaux build {} \"{}\"",
                indented(&names.join("\n")),
                info.name,
                buildable.example
            ));
        command = command.subcommand(under.args(buildable.options.iter().map(argument)));
    }
    command.subcommand(path::command()).subcommand(checkers_endings::command())
}

/// Runs the build given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let building = BuildOptions::from_arg_matches(matches).expect("the options of a build");
    let format = format_of(matches);
    let cancel = interrupt::token()?;
    let mut limits = Limits::default().with_cancel(cancel);
    limits.time = building.time;
    limits.memory = building.memory;
    let threads = building.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    let line = ProgressLine::new(global.quiet, String::new());
    let shown = BuildLine::default();
    shown.set(&line);
    let source = table_cache::source(building.cache.as_deref(), threads, global.quiet, &shown);
    if source.cache().directory().is_none() {
        let message = "no cache folder found: pass --cache DIR";
        return Err(Failure::Usage(message.into()));
    }
    source.limit(&limits);
    let started = Instant::now();
    let (built, table) = if name == "path" {
        let built = path::build(matches, &limits, &source, &line);
        built.inspect_err(|_| line.clear())?
    } else if name == checkers_endings::NAME {
        let built = checkers_endings::build(matches, &source);
        (built.map_err(|error| Failure::of(error, "--endings")), name.to_owned())
    } else {
        let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
        let table: &String = matches.get_one("table").expect("a table is required");
        let built = domain.build(table, &given(domain, matches), &source);
        (built.map_err(|error| Failure::of(error, "TABLE")), table.clone())
    };
    line.clear();
    let built = match built {
        Ok(built) => built,
        Err(failure) => {
            if failure.status() == 3 && format == Format::Json {
                // Nothing was built.
                let stopped = Some("limit");
                write(&[], (&table, threads, started.elapsed(), stopped), format, style, out)?;
            }
            return Err(failure);
        }
    };
    if let Some(lost) = built.iter().find(|table| table.path.is_none()) {
        return Err(Failure::Usage(format!("{} was built but could not be stored", lost.name)));
    }
    write(&built, (&table, threads, started.elapsed(), None), format, style, out)?;
    Ok(0)
}

fn given(domain: &dyn DomainEntry, matches: &ArgMatches) -> OptionValues {
    let options = domain.buildable().map_or(&[][..], |buildable| buildable.options);
    option_values(options, matches)
}

fn write(
    built: &[BuiltTable],
    (table, threads, time, status): (&str, usize, Duration, Option<&str>),
    format: Format,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bytes: u64 = built.iter().map(|table| table.bytes).sum();
    match format {
        Format::Text => {
            for BuiltTable { name, origin, entries, bytes, seconds, path } in built {
                let what = match origin {
                    TableOrigin::There => "found in cache",
                    TableOrigin::Built => "built",
                    TableOrigin::Rebuilt => "rebuilt",
                };
                let (entries, bytes) = (grouped(*entries), bytes_in_words(*bytes as usize));
                let seconds = seconds_in_words(*seconds);
                writeln!(out, "{name}: {what} in {seconds}, {entries} entries, {bytes}")?;
                if let Some(path) = path {
                    writeln!(out, "  {}", visible(&path.display().to_string()))?;
                }
            }
            let (count, bytes) = (built.len(), bytes_in_words(bytes as usize));
            let tables = if count == 1 { "table" } else { "tables" };
            let time = seconds_in_words(time.as_secs_f64());
            let table = style.strong(&visible(table));
            writeln!(out, "{table}: {count} {tables}, {bytes}, {time}")?;
        }
        Format::Json => {
            let mut report = json!({
                "schema": SCHEMA,
                "table": table,
                "tables": built,
                "bytes": bytes,
                "seconds": time.as_secs_f64(),
                "threads": threads,
            });
            if let Some(status) = status {
                report["status"] = status.into();
            }
            write_json_line(out, &report)?;
        }
        Format::Jsonl | Format::Csv | Format::Md => {
            let columns = "name origin entries bytes seconds path";
            write_rows(out, format, columns, built.iter().map(|table| json!(table)))?;
        }
    }
    Ok(out.flush()?)
}
