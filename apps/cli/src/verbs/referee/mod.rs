//! `tremaux referee`: judges the steps of anybody's search, and explains published counts.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, Command, ValueHint, value_parser};
use serde_json::Value;
use tremaux_referee::{Explanations, Printed, Run, Verdict, algorithms};
use tremaux_registry::reading::shell_words;
use tremaux_registry::{
    DOMAINS, HeuristicCache, Instance, OptionInfo, RegistryError, SCHEMA, domain, traced_instance,
};

use crate::failure::Failure;
use crate::input::{bytes_of_file, from_file, from_standard_input};
use crate::instances::Arguments;
use crate::options::{Format, FormatOption, format_of, with_subcommands};
use crate::program::Invocation;
use crate::quantity;
use crate::verbs::solve::instance_command;
use crate::visible::visible;

const RUNS: &str = "\
A run is what `tremaux trace` writes, JSON with a state on each line or in a list, CSV with a column
`state` or `x` and `y`, or a state on each line.";

const EXAMPLES: &str = "\
Examples:
  tremaux trace solve graph --example romania --output /tmp/romania.trace
  tremaux referee /tmp/romania.trace --as \"a-star(ties=fifo)\"
  tremaux referee --problem \"graph --example romania\" --expanded 5 --moves 4

Exit status: 0 the run is right, or some conventions give the counts; 1 a step is wrong, or none
does; 2 something cannot be read.";

const COUNTS: [&str; 5] = ["expanded", "generated", "closed", "open", "moves"];

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let run = Arg::new("run").value_name("RUN").value_parser(value_parser!(PathBuf));
    let command = Command::new("referee")
        .arg(
            run.value_hint(ValueHint::FilePath)
                .help("States in the order of expansion, or `-` for standard input"),
        )
        .arg(
            option(
                "as",
                "ALGORITHM",
                "Algorithm, such as `a-star(ties=fifo, reopen=no)`, or `any`",
            )
            .default_value("any"),
        )
        .arg(option("problem", "WORDS", "Words as after `tremaux solve`; traces name theirs"))
        .arg(option("heuristic", "NAME", "Heuristic [default: that of the trace or the domain]"))
        .args(COUNTS.map(|name| {
            option(name, "N", "Printed number of states, or of moves of the plan")
                .value_parser(value_parser!(u64))
        }))
        .arg(
            option("nodes", "N", "Expansions after which a search for counts is given up")
                .value_parser(quantity::count)
                .default_value("100k"),
        )
        .after_help(format!(
            "{RUNS}\n\nConventions of ALGORITHM:\n{}\n\n{EXAMPLES}",
            conventions()
        ));
    FormatOption::augment_args(command)
        .about("Judges the steps of anybody's search, or names the conventions that give a count")
}

/// The conventions of any algorithm, each with its values.
fn conventions() -> String {
    let options = algorithms().map(|it| it.options).max_by_key(|options| options.len());
    let line = |it: &OptionInfo| format!("  {}: {}: {}", it.name, it.title, it.kind.in_words());
    options.unwrap_or_default().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Judges a run or explains counts; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let format = format_of(matches);
    if !matches!(format, Format::Text | Format::Json | Format::Jsonl) {
        return Err(Failure::Usage("--format: expected text, json or jsonl".into()));
    }
    let counts = COUNTS.map(|name| matches.get_one::<u64>(name).copied());
    let [expanded, generated, closed, open, moves] = counts;
    let printed = Printed { expanded, generated, closed, open, moves };
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let run = matches.get_one::<PathBuf>("run").map(|path| read(path)).transpose()?;
    if run.is_some() == counts.iter().any(Option::is_some) {
        let message = "expected a RUN, or counts such as --expanded N, not both";
        return Err(Failure::Usage(message.into()));
    }
    let header = run.as_ref().and_then(|(run, _)| run.header.as_ref());
    let instance = match (word("problem"), header) {
        (Some(words), _) => instance_of(words)?,
        (None, Some(header)) => traced_instance(header).ok_or_else(|| {
            Failure::Usage("the trace does not hold its whole problem: give --problem".into())
        })?,
        (None, None) => return Err(Failure::Usage("missing --problem WORDS".into())),
    };
    let heuristic = word("heuristic").or_else(|| header?.heuristic.as_deref());
    let rules = instance.rules(heuristic, &HeuristicCache::default());
    let mut rules = rules.map_err(|error| Failure::of(error, "--heuristic"))?;
    let by = word("as").unwrap_or_default();
    let (mut report, lines, status) = if let Some((run, origin)) = run {
        let verdict = Verdict::of(&run, by, &mut *rules).map_err(|error| {
            let is_run = matches!(error, RegistryError::Instance { .. });
            Failure::of(error, if is_run { &origin } else { "--as" })
        })?;
        (serde_json::to_value(&verdict)?, told(&verdict), u8::from(!verdict.ok))
    } else {
        let most = matches.get_one::<u64>("nodes").copied().unwrap_or(u64::MAX);
        let found = printed.explain(by, most, &mut *rules);
        let found = found.map_err(|error| Failure::of(error, "--as"))?;
        (serde_json::to_value(&found)?, explained(&found), u8::from(found.found.is_empty()))
    };
    if format == Format::Text {
        lines.iter().try_for_each(|line| writeln!(invocation.out, "{}", visible(line)))?;
    } else {
        report["schema"] = SCHEMA.into();
        report["instance"] = Value::from(instance.text());
        writeln!(invocation.out, "{report}")?;
    }
    Ok(status)
}

fn read(path: &Path) -> Result<(Run, String), Failure> {
    let origin = path.display().to_string();
    let is_standard_input = path.as_os_str() == "-";
    let bytes = if is_standard_input { Vec::new() } else { bytes_of_file(path)? };
    let run = match is_standard_input {
        true => Run::from_text(&from_standard_input()?.text),
        false if Run::is_trace(&bytes) => Run::from_trace(&bytes[..]),
        false => Run::from_text(&from_file(path)?.text),
    };
    Ok((run.map_err(|error| Failure::of(error, &origin))?, origin))
}

/// The instance that words name as after `tremaux solve`.
fn instance_of(words: &str) -> Result<Box<dyn Instance>, Failure> {
    let wrong = |message: &str| Failure::Usage(format!("--problem: {message}"));
    let split = shell_words(words).ok_or_else(|| wrong("a quote is not closed"))?;
    // Without what says how to search: that is for --as to say.
    let command = with_subcommands(Command::new("problem"), "DOMAIN", "Domains");
    let command = command.subcommands(DOMAINS.iter().map(|it| instance_command(**it)));
    let command = command.no_binary_name(true).disable_help_flag(true);
    let matches = command.try_get_matches_from(split).map_err(|error| {
        let message = error.to_string();
        let lines = message.lines().map(str::trim);
        let told =
            lines.filter_map(|line| line.strip_prefix("error: ").or(line.strip_prefix("tip: ")));
        wrong(&told.collect::<Vec<_>>().join("; "))
    })?;
    let (name, matches) = matches.subcommand().ok_or_else(|| wrong("expected a domain"))?;
    let domain = domain(name).map_err(|error| Failure::of(error, "--problem"))?;
    let mut chosen = Arguments::of(domain, matches, 0)?.select(domain, false)?;
    match chosen.instances.len() {
        1 => Ok(chosen.instances.remove(0)),
        count => Err(wrong(&format!("expected one instance, found {count}"))),
    }
}

/// The first conventions, and how many more there are.
fn listed(conventions: &[String]) -> Vec<String> {
    const MOST: usize = 12;
    let mut lines: Vec<String> =
        conventions.iter().take(MOST).map(|line| format!("  {line}")).collect();
    if let Some(more @ 1..) = conventions.len().checked_sub(MOST) {
        lines.push(format!("  and {more} more (--format json lists all)"));
    }
    lines
}

fn told(verdict: &Verdict) -> Vec<String> {
    let Verdict { ok, message, tried, conventions, .. } = verdict;
    let (word, count) = (if *ok { "accepted" } else { "refused" }, conventions.len());
    let mut lines = vec![format!("{word}: {message}")];
    if *tried > 1 {
        lines.push(match ok {
            true => format!("{count} of {tried} conventions explain the run:"),
            false => format!("none of {tried} conventions explains the run; the nearest:"),
        });
        lines.extend(listed(conventions));
    }
    lines
}

fn explained(explanations: &Explanations) -> Vec<String> {
    let Explanations { found, tried, given_up } = explanations;
    let mut lines = vec![match found.len() {
        0 => format!("none of {tried} conventions gives these counts"),
        1 => format!("1 of {tried} conventions gives these counts:"),
        count => format!("{count} of {tried} conventions give these counts:"),
    }];
    for of in found.chunk_by(|one, other| one.counted == other.counted) {
        lines.push(format!("{}:", of[0].counted));
        lines.extend(listed(&of.iter().map(|it| it.conventions.clone()).collect::<Vec<_>>()));
    }
    if *given_up > 0 {
        lines.push(format!("{given_up} were given up at the limit of expansions (--nodes)"));
    }
    lines
}
