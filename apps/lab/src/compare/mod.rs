//! `tremaux lab compare`.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint};
use serde_json::json;
use tremaux_compare::report::{
    Chart, Form, METRICS, Results, Table, disagreements, growth_chart, growth_table, page,
    pairwise, scatter, summary, survival,
};
use tremaux_compare::{
    Database, Experiment, ExperimentOutcome, LimitTexts, Plan, PlanError, ProblemEntry, Program,
    Progress, RandomInstances, Row, RunEnvironment, parse_rows,
};
use tremaux_core::ParseError;
use tremaux_registry::SCHEMA;
use tremaux_registry::reading::{Input, TextSource, open_text};

use tremaux_cli::atomic_file::write_whole;
use tremaux_cli::failure::{Failure, in_text};
use tremaux_cli::input::from_file;
use tremaux_cli::options::GlobalOptions;
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_cli::visible::{self, visible};
use tremaux_cli::{interrupt, neighbour};
use tremaux_registry::quantity::seconds_in_words;

/// Table format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    Text,
    Md,
    Latex,
    Csv,
    Json,
}

impl TableFormat {
    fn form(self) -> Form {
        match self {
            Self::Text => Form::Text,
            Self::Md => Form::Markdown,
            Self::Latex => Form::Latex,
            Self::Csv => Form::Csv,
            Self::Json => Form::Json,
        }
    }
}

/// A table to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableName {
    /// A row for each problem and configuration
    Summary,
    /// A row for each pair of configurations
    Pairs,
    /// Growth of the metric with plan length
    Growth,
}

#[derive(Clone, Debug, Args)]
struct Options {
    /// Experiment as a TOML file; alternatively use the options under "Experiment"
    #[arg(value_name = "EXPERIMENT", value_hint = ValueHint::FilePath)]
    experiment: Option<PathBuf>,
    /// Database of the runs [default: the experiment's name with `.sqlite`, or `compare.sqlite`]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    database: Option<PathBuf>,
    /// Number of parallel runs, each in its own process
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Metric to compare, such as `expanded` or `seconds`
    #[arg(long, value_name = "COUNTER")]
    metric: Option<String>,
    /// Program to run [default: tremaux beside this one, or in PATH]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::ExecutablePath)]
    program: Option<PathBuf>,
    /// Print the commands without running them
    #[arg(long)]
    dry_run: bool,
    /// Table format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: TableFormat,
    /// Table to print; may be repeated [default: all]
    #[arg(long, value_enum, value_name = "NAME", action = ArgAction::Append)]
    #[arg(help_heading = "Output", conflicts_with = "dry_run")]
    table: Vec<TableName>,
    /// Write tables, plots and an overview page to this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    report: Option<PathBuf>,
    /// Write all rows of the database as JSON Lines, without running anything
    #[arg(long, value_name = "FILE", conflicts_with_all = ["import", "report", "dry_run"])]
    export: Option<PathBuf>,
    /// Add rows written by `--export`, without running anything
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "dry_run"])]
    import: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Experiment")]
struct Flags {
    /// Domain
    #[arg(long, value_name = "NAME", conflicts_with = "experiment")]
    domain: Option<String>,
    /// File with instances
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    instances: Option<String>,
    /// Instances to use from that file, such as 1-20 or 1,5,9
    #[arg(long, value_name = "LIST", requires = "instances")]
    indices: Option<String>,
    /// Number of random instances
    #[arg(long, value_name = "N", conflicts_with = "instances")]
    random: Option<u64>,
    /// Option of the domain, such as size=3x3; may be repeated
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append)]
    with: Vec<String>,
    /// Algorithm; may be repeated
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    algorithm: Vec<String>,
    /// Heuristic; may be repeated
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    heuristic: Vec<String>,
    /// Random seed; may be repeated
    #[arg(long, value_name = "N", action = ArgAction::Append)]
    seed: Vec<u64>,
    /// Time limit of each run [default: 60s]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Limit on expanded nodes of each run
    #[arg(long, value_name = "COUNT")]
    nodes: Option<String>,
    /// Memory limit for the tables of each run
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
}

const EXAMPLES: &str = r#"An experiment is a TOML file:
  name = "eight puzzles"
  algorithms = ["a-star", "ida-star"]
  heuristics = ["manhattan", "misplaced"]
  seeds = [0]                      # default: 0
  metric = "expanded"              # what the tables compare
  [limits]
  time = "10s"                     # default: 60s; also nodes, memory, process-memory
  [[problem]]
  domain = "tiles"
  random = { count = 20, seed = 7, options = { size = "3x3" } }
                                   # or instances = ["…"], file = "…" with indices = "1-20",
                                   # or each = { korf = "1-20" }
  heuristics = ["manhattan"]       # optional: replaces the experiment's
  [[variants]]                     # optional: combined with every algorithm and heuristic
  name = "newest first"
  options = ["--tie-break", "lifo"]
  [[configuration]]                # one more configuration; may be another program
  name = "as it comes"

Examples:
  tremaux lab compare eight.toml --threads 2 --report report
  tremaux lab compare --domain tiles --random 20 --with size=3x3 --algorithm a-star \
    --algorithm ida-star --heuristic manhattan --database eight.sqlite
  tremaux lab compare --database eight.sqlite --metric seconds     report without running
  tremaux lab compare --database all.sqlite --import other.jsonl

Each run is stored in the database when it ends, so calling the command again runs only what is
missing. Runs with another build of the program, another option or another limit are kept
separate. `tremaux help counters` explains the counters.

Exit status: 0 done; 1 two results contradict each other; 2 bad input; 3 interrupted."#;

/// The verb with its options.
pub(crate) fn command() -> Command {
    let command = Flags::augment_args(Options::augment_args(Command::new("compare")));
    let metrics: Vec<&str> = METRICS.iter().map(|(name, _)| *name).collect();
    command
        .about("Runs experiments, stores every run, and reports tables, tests and plots")
        .after_help(EXAMPLES)
        .mut_arg("metric", |metric: Arg| {
            metric.long_help(format!("Metric to compare: {}", metrics.join(", ")))
        })
}

/// Runs the experiment given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, out, .. } = invocation;
    let options = Options::from_arg_matches(matches).expect("the options of the verb");
    let flags = Flags::from_arg_matches(matches).expect("the options of the verb");
    if let Some(metric) = &options.metric {
        check_metric(metric).map_err(|expected| {
            Failure::Usage(format!("--metric: unknown metric `{metric}`; expected {expected}"))
        })?;
    }
    let path = database_path(&options);
    if let Some(to) = &options.export {
        let mut lines = Vec::new();
        let count = existing(&path)?.export(&mut lines).map_err(usage)?;
        write_whole(to, &lines)?;
        say(global, &format!("{count} rows written to {}", to.display()));
        return Ok(0);
    }
    if let Some(from) = &options.import {
        return import(from, &path, global);
    }
    let Some(GivenExperiment { experiment, file }) = experiment(&options, &flags)? else {
        let rows = existing(&path)?.rows().map_err(usage)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let metric = options.metric.as_deref().unwrap_or("expanded");
        return print_report(&Results::new(&name, metric, rows), &options, out);
    };
    let plan = Plan::new(&experiment).map_err(|error| plan_failure(error, file.as_ref()))?;
    if options.program.is_none() {
        check_commands(&plan, tremaux_cli::PROGRAM.command(), file.as_ref())?;
    }
    for left in &plan.left {
        let words = format!("skipped: {} on {}: {}", left.configuration, left.problem, left.reason);
        say(global, &words);
    }
    let program = match &options.program {
        Some(path) => Program::at(path),
        None => Program::at(&neighbour::find("tremaux", "apps/cli")?),
    };
    let program = program.map_err(usage)?;
    if options.dry_run {
        for task in &plan.tasks {
            writeln!(out, "{}", task.command(&program))?;
        }
        return Ok(0);
    }
    let environment = RunEnvironment {
        experiment: experiment.name.clone(),
        program,
        at_once: usize::from(options.threads),
    };
    let done = execute(&plan, &environment, &path, global)?;
    let metric = options.metric.as_deref().or(experiment.metric.as_deref()).unwrap_or("expanded");
    let status = print_report(&Results::new(&experiment.name, metric, done.rows), &options, out)?;
    Ok(if done.left > 0 { 3 } else { status })
}

/// Adds the rows of a file to the database; returns the exit status.
fn import(from: &Path, database: &Path, global: &GlobalOptions) -> Result<u8, Failure> {
    let mut text = open_text(TextSource::File(from.to_owned()))?;
    // Read all of it first: a file that is refused leaves no new database.
    let rows = parse_rows(&mut text)
        .map_err(|error| Failure::Usage(format!("{}: {error}", from.display())))?;
    let mut database = Database::open(database).map_err(usage)?;
    let merged = database.add_all(&rows).map_err(usage)?;
    say(global, &format!("{} rows added, {} already present", merged.added, merged.known));
    Ok(0)
}

/// Runs what is missing in the database, and says how far it is.
fn execute(
    plan: &Plan,
    environment: &RunEnvironment,
    database: &Path,
    global: &GlobalOptions,
) -> Result<ExperimentOutcome, Failure> {
    let database = Database::open(database).map_err(usage)?;
    let cancel = interrupt::token()?;
    let line = ProgressLine::new(global.quiet, String::new());
    let (started, mut known) = (Instant::now(), None);
    let done = environment.run(plan, &database, &cancel, &mut |progress| {
        let known = *known.get_or_insert(progress.done);
        line.say(&progress_in_words(&progress, known, started.elapsed()));
    });
    line.clear();
    let done = done.map_err(usage)?;
    let words =
        format!("{} new runs, {} from earlier, {} remaining", done.run, done.known, done.left);
    say(global, &words);
    Ok(done)
}

/// Fails with the nearest names if there is no such metric, or with all if none is near.
fn check_metric(metric: &str) -> Result<(), String> {
    let names = METRICS.iter().map(|(name, _)| *name);
    if names.clone().any(|name| name == metric) {
        return Ok(());
    }
    let near = tremaux_registry::nearest_names(metric, names.clone());
    Err(if near.is_empty() { names.collect::<Vec<_>>().join(", ") } else { near.join(", ") })
}

/// An experiment, and the file that it comes from if it comes from one.
struct GivenExperiment {
    experiment: Experiment,
    file: Option<Input>,
}

/// An error at the place of `value` in an experiment file; `error` is about `value` alone.
fn in_experiment(file: &Input, value: &str, error: &ParseError) -> Option<Failure> {
    let offset = Experiment::find(&file.text, value)? + error.offset;
    let (found, expected) = (error.found.as_str(), error.expected.as_str());
    let error = ParseError::at(&file.text, offset, error.length, found, expected);
    Some(in_text(&file.origin, file.text.as_str(), error))
}

/// The failure for an error in the plan, with its place in the experiment file if it has one.
fn plan_failure(error: PlanError, file: Option<&Input>) -> Failure {
    let placed = error
        .place()
        .zip(file)
        .and_then(|((value, place), file)| in_experiment(file, value, &place));
    match (placed, error) {
        (Some(failure), _) => failure,
        (None, PlanError::Name { kind, error, .. }) => Failure::of(*error, &format!("--{kind}")),
        (None, error) => usage(error),
    }
}

/// Fails if this program does not accept the options of a configuration.
fn check_commands(plan: &Plan, mut program: Command, file: Option<&Input>) -> Result<(), Failure> {
    let mut checked = HashSet::new();
    for task in plan.tasks.iter().filter(|task| task.program.is_none()) {
        if !checked.insert((&task.problem, &task.configuration)) {
            continue;
        }
        let words = std::iter::once("tremaux").chain(task.arguments.iter().map(String::as_str));
        let Err(error) = program.try_get_matches_from_mut(words) else { continue };
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.as_str()],
            Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let (wrong, near) = match error.kind() {
            ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
            _ => (ContextKind::InvalidValue, ContextKind::SuggestedValue),
        };
        let told = error.to_string();
        let told = told.lines().next().unwrap_or_default();
        let told = told.strip_prefix("error: ").unwrap_or(told);
        if let (Some(file), &[value]) = (file, text(wrong).as_slice()) {
            let near: Vec<&str> = text(near);
            let expected = match (error.kind(), near.is_empty()) {
                (ErrorKind::UnknownArgument, true) => {
                    format!("an option of `tremaux solve {}`", task.domain)
                }
                (_, true) => format!("another value: {told}"),
                (_, false) => format!("`{}`", near.join("` or `")),
            };
            let error = ParseError::about(value, value, expected);
            if let Some(failure) = in_experiment(file, value, &error) {
                return Err(failure);
            }
        }
        return Err(Failure::Usage(format!("{}: {told}", task.configuration)));
    }
    Ok(())
}

/// An error of the experiments crate; all of them concern user input.
fn usage(error: impl std::error::Error) -> Failure {
    Failure::Usage(error.to_string())
}

fn say(global: &GlobalOptions, words: &str) {
    if !global.quiet {
        visible::tell(words);
    }
}

fn database_path(options: &Options) -> PathBuf {
    match (&options.database, &options.experiment) {
        (Some(path), _) => path.clone(),
        (None, Some(experiment)) => experiment.with_extension("sqlite"),
        (None, None) => "compare.sqlite".into(),
    }
}

/// An existing database: reading does not create one.
fn existing(path: &Path) -> Result<Database, Failure> {
    if !path.exists() {
        let message =
            format!("no database {}: pass an experiment or --database FILE", path.display());
        return Err(Failure::Usage(message));
    }
    Database::open(path).map_err(usage)
}

/// The experiment from the file or the flags; `None` if neither is given.
fn experiment(options: &Options, flags: &Flags) -> Result<Option<GivenExperiment>, Failure> {
    match &options.experiment {
        Some(path) => from_experiment_file(path).map(Some),
        None => Ok(from_flags(flags)?.map(|experiment| GivenExperiment { experiment, file: None })),
    }
}

fn from_experiment_file(path: &Path) -> Result<GivenExperiment, Failure> {
    let given = from_file(path)?;
    let mut experiment = Experiment::parse(&given.text).map_err(|error| Failure::Text {
        origin: given.origin.clone(),
        text: given.text.clone(),
        error: error.0,
        help: Some("`tremaux lab compare --help` shows an experiment".into()),
    })?;
    // File names are relative to the experiment file.
    let folder = path.parent().unwrap_or(Path::new(""));
    let from_here = |file: &mut String| *file = folder.join(&*file).display().to_string();
    experiment.problems.iter_mut().filter_map(|it| it.file.as_mut()).for_each(from_here);
    let programs = experiment.configurations.iter_mut().filter_map(|it| it.program.as_mut());
    programs.for_each(from_here);
    if let Some(metric) = &experiment.metric {
        check_metric(metric).map_err(|expected| {
            let error = ParseError::about(metric, metric, expected);
            let placed = in_experiment(&given, metric, &error);
            placed.unwrap_or_else(|| Failure::Usage(error.to_string()))
        })?;
    }
    Ok(GivenExperiment { experiment, file: Some(given) })
}

fn from_flags(flags: &Flags) -> Result<Option<Experiment>, Failure> {
    let Some(domain) = &flags.domain else {
        if !flags.algorithm.is_empty() || flags.random.is_some() || flags.instances.is_some() {
            return Err(Failure::Usage("missing --domain NAME".into()));
        }
        return Ok(None);
    };
    if flags.algorithm.is_empty() {
        return Err(Failure::Usage("missing --algorithm NAME".into()));
    }
    let mut problem = ProblemEntry { domain: domain.clone(), ..ProblemEntry::default() };
    let mut given = std::collections::BTreeMap::new();
    for option in &flags.with {
        let Some((name, value)) = option.split_once('=') else {
            return Err(Failure::Usage(format!("--with {option}: expected NAME=VALUE")));
        };
        given.insert(name.to_owned(), value.into());
    }
    match (&flags.instances, flags.random) {
        (Some(file), _) => {
            (problem.file, problem.indices) = (Some(file.clone()), flags.indices.clone());
            problem.options = given;
        }
        (None, Some(count)) => {
            problem.random = Some(RandomInstances { count, seed: 0, options: given });
        }
        (None, None) => {
            return Err(Failure::Usage(
                "missing instances: pass --instances FILE or --random N".into(),
            ));
        }
    }
    let experiment = Experiment {
        name: format!("compare {domain}"),
        algorithms: flags.algorithm.clone(),
        heuristics: flags.heuristic.clone(),
        seeds: flags.seed.clone(),
        limits: LimitTexts {
            time: flags.time.clone(),
            nodes: flags.nodes.clone(),
            memory: flags.memory.clone(),
            process_memory: None,
        },
        problems: vec![problem],
        ..Experiment::default()
    };
    experiment.check_limits().map_err(Failure::Usage)?;
    Ok(Some(experiment))
}

/// How far an experiment is of which `known` runs were done before, after this time.
fn progress_in_words(progress: &Progress, known: usize, time: Duration) -> String {
    let Progress { done, all, last } = *progress;
    let new = done - known;
    let left = match new {
        0 => String::new(),
        _ => {
            let seconds = time.as_secs_f64() * (all - done) as f64 / new as f64;
            format!(", about {} left", seconds_in_words(seconds))
        }
    };
    let last = last.map_or(String::new(), |Row { configuration, outcome, .. }| {
        format!(" · {configuration}: {outcome}")
    });
    format!("{done} of {all} runs{left}{last}")
}

/// Writes the tables, and the report if requested; returns the exit status.
fn print_report(results: &Results, options: &Options, out: &mut dyn Write) -> Result<u8, Failure> {
    if results.rows.is_empty() {
        return Err(Failure::Usage("no rows to report".into()));
    }
    let tables = [
        (TableName::Summary, "summary", summary(results)),
        (TableName::Pairs, "pairs", pairwise(results)),
        (TableName::Growth, "growth", growth_table(results)),
    ];
    let is_asked = |name| options.table.is_empty() || options.table.contains(&name);
    let printed = tables.iter().filter(|(name, ..)| is_asked(*name));
    let printed: Vec<(&str, &Table)> = printed.map(|(_, name, table)| (*name, table)).collect();
    if options.format == TableFormat::Json {
        let object: serde_json::Map<String, serde_json::Value> =
            printed.iter().map(|(name, table)| ((*name).to_owned(), table.json())).collect();
        let wrong = disagreements(results);
        let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        let object = json!({
            "schema": SCHEMA, "experiment": results.name, "metric": results.metric,
            "tables": object, "disagreements": wrong, "rows": results.rows,
        });
        writeln!(out, "{object}")?;
    } else {
        for (at, (_, table)) in printed.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", visible(&table.write(options.format.form())))?;
        }
    }
    out.flush()?;
    if let Some(folder) = &options.report {
        let tables = tables.map(|(_, name, table)| (name, table));
        write_report(folder, results, &tables).map_err(Failure::after_result)?;
    }
    let wrong = disagreements(results);
    for one in &wrong {
        visible::tell(&format!("contradiction: {one}"));
    }
    Ok(u8::from(!wrong.is_empty()))
}

fn write_report(folder: &Path, results: &Results, tables: &[(&str, Table)]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Usage(format!("cannot create {}: {error}", folder.display())))?;
    let mut charts = Vec::new();
    let parts = results.by_problem();
    for (number, part) in (1..).zip(&parts) {
        let of_problem = match parts.len() {
            1 => String::new(),
            _ => file_name_of(&format!("-{number}-{}", part.problems[0])),
        };
        charts.push((format!("survival{of_problem}"), survival(part)));
        for (at, second) in part.configurations.iter().enumerate().skip(1) {
            let chart = scatter(part, &part.configurations[0], second);
            charts.push((format!("scatter{of_problem}-{at}"), chart));
        }
        charts.push((format!("growth{of_problem}"), growth_chart(part)));
    }
    for (name, table) in tables {
        for (form, ending) in [(Form::Markdown, "md"), (Form::Latex, "tex"), (Form::Csv, "csv")] {
            write_whole(&folder.join(format!("{name}.{ending}")), table.write(form).as_bytes())?;
        }
    }
    for (name, chart) in &charts {
        write_whole(&folder.join(format!("{name}.svg")), chart.svg(true).as_bytes())?;
        let png = tremaux_raster::png(&chart.svg(false), 2.0).map_err(usage)?;
        write_whole(&folder.join(format!("{name}.png")), &png)?;
    }
    let charts: Vec<Chart> = charts.into_iter().map(|(_, chart)| chart).collect();
    let tables: Vec<Table> = tables.iter().map(|(_, table)| table.clone()).collect();
    write_whole(&folder.join("report.html"), page(results, &tables, &charts).as_bytes())
}

/// A portable file name: letters and digits, everything else replaced by a hyphen.
fn file_name_of(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tremaux_compare::Progress;

    use super::progress_in_words;

    #[test]
    fn the_rest_is_estimated_from_runs_that_have_ended() {
        let words = |done, known| {
            let progress = Progress { done, all: 40, last: None };
            progress_in_words(&progress, known, Duration::from_secs(12))
        };
        assert_eq!(words(0, 0), "0 of 40 runs");
        assert_eq!(words(10, 10), "10 of 40 runs");
        assert_eq!(words(20, 10), "20 of 40 runs, about 24.0 s left");
    }
}
