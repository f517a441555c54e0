//! `tremaux compare`.

use std::fs::File;
use std::io::{BufReader, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use tremaux_compare::report::{
    Chart, Form, METRICS, Results, Table, disagreements, growth_chart, growth_table, page,
    pairwise, scatter, summary, survival,
};
use tremaux_compare::{
    Bench, Database, Experiment, LimitTexts, Plan, ProblemEntry, Program, Progress,
    RandomInstances, Row,
};

use crate::arguments::Everywhere;
use crate::failure::Failure;
use crate::replacing::write_whole;
use crate::{input, interrupt};

/// How tables are written.
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

/// The tables that are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableName {
    /// Every problem and configuration
    Summary,
    /// Every two configurations
    Pairs,
    /// How the metric grows with the length of the plan
    Growth,
}

#[derive(Clone, Debug, Args)]
struct Options {
    /// The experiment, a TOML file; without one, the options under "Experiment" make it
    #[arg(value_name = "EXPERIMENT", value_hint = ValueHint::FilePath)]
    experiment: Option<PathBuf>,
    /// Where rows are kept: the experiment's name with `.sqlite`, or `compare.sqlite`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    database: Option<PathBuf>,
    /// Runs at once, each in a process of its own
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What is compared, as `expanded` or `seconds`
    #[arg(long, value_name = "COUNTER")]
    metric: Option<String>,
    /// The program to run, this one if left out
    #[arg(long, value_name = "FILE", value_hint = ValueHint::ExecutablePath)]
    program: Option<PathBuf>,
    /// Print the commands and run nothing
    #[arg(long)]
    dry_run: bool,
    /// How the tables are written
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: TableFormat,
    /// The table to print, all if left out; may be repeated
    #[arg(long, value_enum, value_name = "NAME", action = ArgAction::Append)]
    #[arg(help_heading = "Output", conflicts_with = "dry_run")]
    table: Vec<TableName>,
    /// Write tables, plots and a page with all of them into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    report: Option<PathBuf>,
    /// Write all rows of the database, one JSON object a line, and run nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["import", "report", "dry_run"])]
    export: Option<PathBuf>,
    /// Add the rows that another `--export` wrote, and run nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "dry_run"])]
    import: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Experiment")]
struct Flags {
    /// The domain
    #[arg(long, value_name = "NAME", conflicts_with = "experiment")]
    domain: Option<String>,
    /// A file with instances
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    instances: Option<String>,
    /// Which of them, as 1-20 or 1,5,9
    #[arg(long, value_name = "LIST", requires = "instances")]
    indices: Option<String>,
    /// So many random instances
    #[arg(long, value_name = "N", conflicts_with = "instances")]
    random: Option<u64>,
    /// An option of the domain, as size=3x3; may be repeated
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append)]
    with: Vec<String>,
    /// An algorithm; may be repeated
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    algorithm: Vec<String>,
    /// A heuristic; may be repeated
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    heuristic: Vec<String>,
    /// A seed; may be repeated
    #[arg(long, value_name = "N", action = ArgAction::Append)]
    seed: Vec<u64>,
    /// The time of a run [default: 60s]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// The nodes of a run
    #[arg(long, value_name = "COUNT")]
    nodes: Option<String>,
    /// The memory of a run's tables
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
}

const EXAMPLES: &str = r#"An experiment is a TOML file:
  name = "eight puzzles"
  algorithms = ["a-star", "ida-star"]
  heuristics = ["manhattan", "misplaced"]
  seeds = [0]                      # 0 if left out
  metric = "expanded"              # what the tables compare
  [limits]
  time = "10s"                     # 60s if left out; also nodes, memory, process-memory
  [[problem]]
  domain = "tiles"
  random = { count = 20, seed = 7, options = { size = "3x3" } }
                                   # or instances = ["…"], file = "…" with indices = "1-20",
                                   # or each = { korf = "1-20" }
  heuristics = ["manhattan"]       # instead of the experiment's; may be left out
  [[variants]]                     # each with every algorithm and heuristic; may be left out
  name = "newest first"
  options = ["--tie-break", "lifo"]
  [[configuration]]                # one more way to solve; may be another program
  name = "as it comes"

Examples:
  tremaux compare eight.toml --threads 2 --report report
  tremaux compare --domain tiles --random 20 --with size=3x3 --algorithm a-star \
    --algorithm ida-star --heuristic manhattan --database eight.sqlite
  tremaux compare --database eight.sqlite --metric seconds     what is there, without running
  tremaux compare --database all.sqlite --import other.jsonl

Every run is written to the database when it ends: called again, only what is missing is run.
Another build of the program, another option or limit is another run, and never mixed with it.
`tremaux help counters` tells what is counted.

Exit status: 0 done; 1 two answers contradict each other; 2 bad input; 3 interrupted."#;

/// The verb with its options.
pub(crate) fn command() -> Command {
    let command = Flags::augment_args(Options::augment_args(Command::new("compare")));
    let metrics: Vec<&str> = METRICS.iter().map(|(name, _)| *name).collect();
    command
        .about("Runs experiments, keeps every run, and makes tables, tests and plots of them")
        .after_help(EXAMPLES)
        .mut_arg("metric", |metric: Arg| {
            metric.long_help(format!("What is compared: {}", metrics.join(", ")))
        })
}

/// Runs the experiment that `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn compare(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let options = Options::from_arg_matches(matches).expect("the options of the verb");
    let flags = Flags::from_arg_matches(matches).expect("the options of the verb");
    if let Some(metric) = &options.metric
        && !METRICS.iter().any(|(name, _)| name == metric)
    {
        let names = METRICS.iter().map(|(name, _)| *name);
        let near = tremaux_registry::nearest_names(metric, names.clone());
        let known = if near.is_empty() { names.collect() } else { near };
        let message = format!("--metric: there is no `{metric}`; there is {}", known.join(", "));
        return Err(Failure::Usage(message));
    }
    let path = database_path(&options);
    if let Some(to) = &options.export {
        let database = existing(&path)?;
        let mut lines = Vec::new();
        let count = database.export(&mut lines).map_err(usage)?;
        write_whole(to, &lines)?;
        say(everywhere, &format!("{count} rows written to {}", to.display()));
        return Ok(0);
    }
    if let Some(from) = &options.import {
        let file =
            File::open(from).map_err(|source| Failure::Read { path: from.clone(), source })?;
        let mut database = Database::open(&path).map_err(usage)?;
        let merged = database
            .import(&mut BufReader::new(file))
            .map_err(|error| Failure::Usage(format!("{}: {error}", from.display())))?;
        let words = format!("{} rows added, {} were there", merged.added, merged.known);
        say(everywhere, &words);
        return Ok(0);
    }
    let Some(experiment) = experiment(&options, &flags)? else {
        let rows = existing(&path)?.rows().map_err(usage)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let metric = options.metric.as_deref().unwrap_or("expanded");
        return tell(&Results::new(&name, metric, rows), &options, out);
    };
    let plan = Plan::new(&experiment).map_err(usage)?;
    for left in &plan.left {
        let words =
            format!("left out: {} on {}: {}", left.configuration, left.problem, left.reason);
        say(everywhere, &words);
    }
    let program = match &options.program {
        Some(path) => Program::at(path),
        None => Program::at(&std::env::current_exe()?),
    };
    let program = program.map_err(usage)?;
    if options.dry_run {
        for task in &plan.tasks {
            writeln!(out, "{}", task.command(&program))?;
        }
        return Ok(0);
    }
    let database = Database::open(&path).map_err(usage)?;
    let cancel = interrupt::token()?;
    let bench = Bench {
        experiment: experiment.name.clone(),
        program,
        at_once: usize::from(options.threads),
    };
    let bar = bar(everywhere, plan.tasks.len());
    let done = bench.run(&plan, &database, &cancel, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    let done = done.map_err(usage)?;
    let words = format!("{} runs now, {} before, {} left", done.run, done.known, done.left);
    say(everywhere, &words);
    let metric = options.metric.as_deref().or(experiment.metric.as_deref()).unwrap_or("expanded");
    let status = tell(&Results::new(&experiment.name, metric, done.rows), &options, out)?;
    Ok(if done.left > 0 { 3 } else { status })
}

/// An error of the experiments' crate, all of which are about what the user gave.
fn usage(error: impl std::error::Error) -> Failure {
    Failure::Usage(error.to_string())
}

fn say(everywhere: &Everywhere, words: &str) {
    if !everywhere.quiet {
        let _ = writeln!(stderr(), "{words}");
    }
}

fn database_path(options: &Options) -> PathBuf {
    match (&options.database, &options.experiment) {
        (Some(path), _) => path.clone(),
        (None, Some(experiment)) => experiment.with_extension("sqlite"),
        (None, None) => "compare.sqlite".into(),
    }
}

/// A database that is there: one that is only read is not made.
fn existing(path: &Path) -> Result<Database, Failure> {
    if !path.exists() {
        let message = format!(
            "there is no database {}: name an experiment, or the database by --database",
            path.display()
        );
        return Err(Failure::Usage(message));
    }
    Database::open(path).map_err(usage)
}

/// The experiment of the file or the flags; none if neither is given.
fn experiment(options: &Options, flags: &Flags) -> Result<Option<Experiment>, Failure> {
    if let Some(path) = &options.experiment {
        let given = input::from_file(path)?;
        let mut experiment = Experiment::parse(&given.text).map_err(|error| Failure::Text {
            origin: given.origin.clone(),
            text: given.text.clone(),
            error: error.0,
            help: Some("`tremaux compare --help` shows an experiment".into()),
        })?;
        // Names of files are meant from where the experiment lies.
        let folder = path.parent().unwrap_or(Path::new(""));
        let from_here = |file: &mut String| *file = folder.join(&*file).display().to_string();
        experiment.problems.iter_mut().filter_map(|it| it.file.as_mut()).for_each(from_here);
        let programs = experiment.configurations.iter_mut().filter_map(|it| it.program.as_mut());
        programs.for_each(from_here);
        return Ok(Some(experiment));
    }
    let Some(domain) = &flags.domain else {
        if !flags.algorithm.is_empty() || flags.random.is_some() || flags.instances.is_some() {
            return Err(Failure::Usage("--domain is needed with these options".into()));
        }
        return Ok(None);
    };
    if flags.algorithm.is_empty() {
        return Err(Failure::Usage("--algorithm is needed at least once".into()));
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
            return Err(Failure::Usage("--instances FILE or --random N is needed".into()));
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

fn bar(everywhere: &Everywhere, all: usize) -> ProgressBar {
    let is_shown = !everywhere.quiet && stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(all as u64), target);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left  {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.all as u64);
    bar.set_position(progress.done as u64);
    if let Some(Row { configuration, outcome, .. }) = progress.last {
        bar.set_message(format!("{configuration}: {outcome}"));
    }
}

/// Writes the tables, and the report if one is asked for; returns the exit status.
fn tell(results: &Results, options: &Options, out: &mut dyn Write) -> Result<u8, Failure> {
    if results.rows.is_empty() {
        return Err(Failure::Usage("there are no rows to report".into()));
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
            "schema": 1, "experiment": results.name, "metric": results.metric,
            "tables": object, "disagreements": wrong, "rows": results.rows,
        });
        writeln!(out, "{object}")?;
    } else {
        for (at, (_, table)) in printed.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", table.write(options.format.form()))?;
        }
    }
    if let Some(folder) = &options.report {
        let tables = tables.map(|(_, name, table)| (name, table));
        write_report(folder, results, &tables)?;
    }
    out.flush()?;
    let wrong = disagreements(results);
    for one in &wrong {
        let _ = writeln!(stderr(), "contradiction: {one}");
    }
    Ok(u8::from(!wrong.is_empty()))
}

fn write_report(folder: &Path, results: &Results, tables: &[(&str, Table)]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Usage(format!("cannot make {}: {error}", folder.display())))?;
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
        let png = tremaux_trace::picture::png(&chart.svg(false), 2.0).map_err(usage)?;
        write_whole(&folder.join(format!("{name}.png")), &png)?;
    }
    let charts: Vec<Chart> = charts.into_iter().map(|(_, chart)| chart).collect();
    let tables: Vec<Table> = tables.iter().map(|(_, table)| table.clone()).collect();
    write_whole(&folder.join("report.html"), page(results, &tables, &charts).as_bytes())
}

/// A name of a file that goes on every system: letters and digits, all else a hyphen.
fn file_name_of(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.collect::<String>().to_ascii_lowercase()
}
