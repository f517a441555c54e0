//! `tremaux generate`.

mod map;

use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::json;
use tremaux_core::{Deadline, Limits};
use tremaux_registry::{DOMAINS, SCHEMA, domain};

use crate::failure::{Failure, not_applicable};
use crate::interrupt;
use crate::options::{Format, FormatOption, argument, format_of, option_values, with_subcommands};
use crate::output::{Flusher, write_rows};
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::quantity;

/// The columns of instances.
const COLUMNS: &str = "schema domain instance seed number";

/// The options of every domain.
#[derive(Clone, Debug, Args)]
struct GenerateOptions {
    /// Random seed
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of random instances
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = quantity::count)]
    count: u64,
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command = FormatOption::augment_args(Command::new("generate"));
    let command = GenerateOptions::augment_args(command);
    let mut command = with_subcommands(command, "DOMAIN", "Domains")
        .about("Generates random instances from a seed")
        .after_help(
            "Examples:\n  tremaux generate tiles --count 3 --seed 7\n  tremaux generate tiles \
             --size 3x3 --walk 30\n  tremaux generate tiles --size 3x3 | tremaux solve tiles -\n\n\
             The same seed and options give the same instances, in this and later versions.",
        );
    for domain in DOMAINS {
        let info = domain.info();
        let under = Command::new(info.name)
            .aliases(info.aliases.iter().copied())
            .about(format!("Random instances: {}", info.title))
            .after_help(format!("Example:\n  tremaux generate {} --seed 7", info.name));
        command = command.subcommand(under.args(info.generator.iter().map(argument)));
    }
    command.subcommand(map::command())
}

/// Generates the random instances given by `matches`.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a domain is required");
    if name == "map" {
        return map::generate(matches, out);
    }
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let format = format_of(matches);
    let GenerateOptions { seed, count } =
        GenerateOptions::from_arg_matches(matches).expect("the options of every domain");
    let info = domain.info();
    let given = option_values(info.generator, matches);
    let limits = Limits::default().with_cancel(interrupt::token()?);
    let deadline = Deadline::of(&limits, Instant::now());
    let between = domain.between_instances();
    if format == Format::Text && count > 1 && between.is_none() {
        let reason = "a file of this domain holds one instance; --format jsonl writes several";
        return not_applicable("--count", reason);
    }
    let instances = domain
        .generate_until(seed, count, &given, &deadline)
        .map_err(|error| Failure::of(error, "the options"))?;
    let line = ProgressLine::new(global.quiet, String::new());
    let mut stopped = None;
    let mut made = 0;
    line.say(&of_count(made, count));
    let instances = instances.map_while(|instance| {
        made += 1;
        line.say(&of_count(made, count));
        instance.map_err(|reason| stopped = Some(reason)).ok()
    });
    // An instance is known by the seed and its number among those of the seed.
    let row = |(at, instance): (usize, String)| {
        let (domain, number) = (info.name, at + 1);
        json!({
            "schema": SCHEMA, "domain": domain, "instance": instance, "seed": seed, "number": number
        })
    };
    if format == Format::Text {
        let mut flusher = Flusher::new();
        for (at, instance) in instances.enumerate() {
            let between = between.filter(|_| at > 0).unwrap_or("");
            line.pause(|| writeln!(out, "{between}{instance}"))?;
            // The next one may take long.
            flusher.look(out)?;
        }
    } else {
        write_rows(out, format, COLUMNS, instances.enumerate().map(row))?;
    }
    line.clear();
    out.flush()?;
    Ok(if stopped.is_some() { 3 } else { 0 })
}

/// Which instance is being made.
fn of_count(made: u64, count: u64) -> String {
    format!("instance {} of {count}", count.min(made + 1))
}
