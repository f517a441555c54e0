//! `tremaux cluster`: state spaces that outgrow one machine.

mod local;
mod retrograde;
mod solve;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use serde_json::json;
use tremaux_cluster::{ClusterError, Enumeration, LevelCounts, Machines, enumerate_graph};
use tremaux_core::erased::StateGraph;
use tremaux_registry::{DOMAINS, domain};

use self::solve::SolveOptions;
use crate::failure::Failure;
use crate::instances::Arguments;
use crate::interrupt;
use crate::options::{Format, FormatOption, Instances, argument, format_of, with_subcommands};
use crate::output::{write_json_line, write_rows};
use crate::progress::ProgressLine;
use crate::quantity::{self, grouped, seconds_in_words};
use crate::text::shell_quoted;
use crate::verb::Invocation;

/// The processes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Cluster")]
struct MachineOptions {
    /// Start N processes on this machine
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u64).range(1..=256), conflicts_with = "hosts")]
    processes: u64,
    /// File with the address of each process on a line, as HOST:PORT
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "process")]
    hosts: Option<PathBuf>,
    /// Number of this process among those of --hosts, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// Number of threads of each process
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// How long to wait for the other processes to come
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    connect_limit: Duration,
    /// How long another process may give no sign of life
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    silence_limit: Duration,
}

/// The processes and the states that they keep.
#[derive(Clone, Debug, Args)]
struct ClusterOptions {
    #[command(flatten)]
    machines: MachineOptions,
    /// Memory of each process for states: 400M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    memory: usize,
    /// Random seed of generated instances
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
}

/// The levels.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Levels")]
struct EnumerateOptions {
    /// Folder of the levels, shared by all processes [default: a temporary one]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
    /// Go on with the levels in --folder, with any number of processes
    #[arg(long, requires = "folder")]
    resume: bool,
    /// Last level, in actions from the initial state
    #[arg(long, value_name = "N", help_heading = "Limits")]
    depth: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  tremaux cluster enumerate tiles \"0 1 2 / 3 4 5 / 6 7 8\" --processes 2
  tremaux cluster enumerate pancake \"1 2 3 4 5 6 7 8\" --threads 2 --format csv
  tremaux cluster solve tiles --korf 12 --heuristic manhattan --processes 2
  tremaux cluster retrograde checkers --pieces 3 --processes 2
  tremaux cluster enumerate tiles --file puzzle.txt --hosts hosts.txt --process 0 --folder /shared

With --hosts, start the same command on every machine, each with its --process. The folder of an
enumeration must be one that all of them share; what does not fit in --memory goes there. The
sockets carry no password and no encryption: use a network that you trust, or a tunnel. If a
process dies or falls silent, a thread fails or the disk is full, all processes end with exit
status 70 and no result; `enumerate --resume` goes on from the last level that is whole.";

/// A computation, with its own options.
fn computation(
    name: &'static str,
    about: &'static str,
    augment: fn(Command) -> Command,
) -> Command {
    let mut under =
        with_subcommands(Command::new(name), "DOMAIN", "Domains").about(about).after_help(EXAMPLES);
    for entry in DOMAINS {
        let info = entry.info();
        let command = Command::new(info.name).aliases(info.aliases.iter().copied());
        let command = Instances::augment_args(augment(ClusterOptions::augment_args(command)));
        let command = FormatOption::augment_args(command).mut_arg("all", |all| all.hide(true));
        let example = shell_quoted(info.example);
        let command = command.about(info.title).after_help(format!(
            "Example:\n  tremaux cluster {name} {} {example} --processes 2",
            info.name
        ));
        under = under.subcommand(command.args(info.options.iter().map(argument)));
    }
    under
}

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("cluster")
        .about("Searches state spaces that outgrow one machine, over threads and processes")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(computation(
            "enumerate",
            "Counts the states at each distance from the initial state",
            EnumerateOptions::augment_args,
        ))
        .subcommand(computation(
            "solve",
            "Finds a cheapest plan by A* (HDA*)",
            SolveOptions::augment_args,
        ))
        .subcommand(retrograde::command())
}

/// Runs the computation, or starts the processes that run it; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let (computation, matches) = matches.subcommand().expect("a computation is required");
    let (name, matches) = matches.subcommand().expect("a domain is required");
    if computation == "retrograde" {
        return retrograde::run(matches, invocation);
    }
    let options = ClusterOptions::from_arg_matches(matches).expect("the options of a cluster");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let arguments = Arguments::of(domain, matches, options.seed)?;
    let selected = arguments.select(domain, false)?;
    let instance = &*selected.instances[0];
    let Some(graph) = instance.graph() else {
        let message = "a cluster needs a state space whose states have the same width";
        return Err(Failure::Usage(format!("`{name}` is not supported: {message}")));
    };
    let is_enumeration = computation == "enumerate";
    let levels = is_enumeration.then(|| {
        EnumerateOptions::from_arg_matches(matches).expect("the options of an enumeration")
    });
    if levels.is_none() {
        SolveOptions::from_arg_matches(matches)
            .expect("the options of a search")
            .check(instance)?;
    }
    if options.machines.hosts.is_none() {
        if arguments.is_standard_input() {
            let message = "standard input cannot be read by several processes: name a file";
            return Err(Failure::Usage(message.into()));
        }
        let needs_folder = levels.is_some_and(|levels| levels.folder.is_none());
        return local::start(options.machines.processes as usize, needs_folder);
    }
    let machines = machines(&options.machines)?;
    let Some(levels) = levels else {
        return solve::run(domain, instance, (&options, &machines), matches, invocation);
    };
    let Some(folder) = levels.folder else {
        let message = "--hosts needs --folder, which all processes share";
        return Err(Failure::Usage(message.into()));
    };
    let given: Vec<String> =
        arguments.given.iter().map(|(option, value)| format!("--{option} {value}")).collect();
    let how = Enumeration {
        problem: format!("{name} {} {}", instance.text(), given.join(" ")).replace('\n', " "),
        folder,
        memory: options.memory,
        depth: levels.depth,
        resumes: levels.resume,
    };
    count(graph, &machines, &how, format_of(matches), invocation)
}

fn machines(options: &MachineOptions) -> Result<Machines, Failure> {
    let mut machines = Machines::one(options.threads as usize);
    machines.connect_limit = options.connect_limit;
    machines.silence_limit = options.silence_limit;
    if let (Some(path), Some(process)) = (&options.hosts, options.process) {
        machines.addresses = addresses(path)?;
        if process >= machines.addresses.len() {
            let count = machines.addresses.len();
            let message = format!("--process {process}: {} lists {count}", path.display());
            return Err(Failure::Usage(message));
        }
        machines.process = process;
    }
    Ok(machines)
}

/// The addresses of a file, one on a line; `#` starts a comment.
fn addresses(path: &Path) -> Result<Vec<String>, Failure> {
    let text = crate::input::from_file(path)?.text;
    let mut addresses = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        let wrong = |expected: &str| {
            let place = format!("{} line {number}", path.display());
            Err(Failure::Usage(format!("{place}: found `{address}`, expected {expected}")))
        };
        if port.is_none_or(|port| port == 0) {
            return wrong("HOST:PORT");
        }
        if addresses.iter().any(|other| other == address) {
            return wrong("another address than before");
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() {
        let message = format!("{}: no address; expected HOST:PORT", path.display());
        return Err(Failure::Usage(message));
    }
    Ok(addresses)
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Lets Ctrl-C call `say` and end this process.
fn when_interrupted(say: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let cancel = interrupt::token()?;
    spawn(move || {
        while !cancel.is_cancelled() {
            sleep(Duration::from_millis(20));
        }
        say();
        std::process::exit(3);
    });
    Ok(())
}

fn count(
    graph: Arc<dyn StateGraph>,
    machines: &Machines,
    how: &Enumeration,
    format: Format,
    invocation: Invocation<'_>,
) -> Result<u8, Failure> {
    let start = Instant::now();
    let levels = Arc::new(Mutex::new(Vec::new()));
    let (so_far, is_first) = (Arc::clone(&levels), machines.process == 0);
    let print = move |found: &LevelCounts, is_stopped, out: &mut dyn Write| {
        write(found, (start.elapsed(), is_stopped), format, out)
    };
    when_interrupted(move || {
        if is_first {
            let counts = so_far.lock().map(|levels| levels.clone()).unwrap_or_default();
            let _ = print(&LevelCounts { counts, is_whole: false }, true, &mut stdout());
        }
    })?;
    let line = ProgressLine::new(invocation.global.quiet || !is_first, String::new());
    let total = Mutex::new(0);
    let progress = move |level: u32, states: u64, _| {
        levels.lock().expect("no thread panicked").push(states);
        let mut total = total.lock().expect("no thread panicked");
        *total += states;
        line.say(&format!("level {level}: {}, {} in all", grouped(states), grouped(*total)));
    };
    let Some(found) = enumerate_graph(graph, machines, how, Box::new(progress))? else {
        return Ok(0);
    };
    print(&found, false, invocation.out)?;
    Ok(if found.is_whole { 0 } else { 3 })
}

fn write(
    found: &LevelCounts,
    (time, is_stopped): (Duration, bool),
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let total: u64 = found.counts.iter().sum();
    let rows = found.counts.iter().enumerate();
    let rows = rows.map(|(depth, states)| json!({ "depth": depth, "states": states }));
    let status = match (is_stopped, found.is_whole) {
        (true, _) => "stopped",
        (false, true) => "whole",
        (false, false) => "limit",
    };
    match format {
        Format::Json => {
            let report = json!({
                "schema": 1,
                "status": status,
                "states": total,
                "levels": found.counts,
                "seconds": time.as_secs_f64(),
            });
            write_json_line(out, &report)?;
        }
        Format::Text => {
            for (depth, states) in found.counts.iter().enumerate() {
                writeln!(out, "{depth:>5} {:>20}", grouped(*states))?;
            }
            let (states, levels) = (grouped(total), found.counts.len().saturating_sub(1));
            let proved = match status {
                "whole" => "the whole space",
                "limit" => "up to the depth limit, more may follow",
                _ => "stopped, more may follow",
            };
            let seconds = seconds_in_words(time.as_secs_f64());
            writeln!(out, "{states} states to depth {levels}: {proved}, {seconds}")?;
        }
        Format::Jsonl | Format::Csv | Format::Md => {
            write_rows(out, format, "depth states", rows)?;
        }
    }
    Ok(out.flush()?)
}
