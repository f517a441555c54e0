//! `tremaux lab cluster`: state spaces that outgrow one machine.

mod enumerate;
mod local;
mod machines;
mod retrograde;
mod solve;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_cli::failure::Failure;
use tremaux_cli::instances::Arguments;
use tremaux_cli::options::{FormatOption, Instances, argument, format_of, with_subcommands};
use tremaux_cli::program::Invocation;
use tremaux_cli::text::shell_quoted;
use tremaux_cluster::Enumeration;
use tremaux_registry::{DOMAINS, domain};

use enumerate::{EnumerateOptions, count};
use machines::ClusterOptions;
use solve::SolveOptions;

const EXAMPLES: &str = "\
Examples:
  tremaux lab cluster enumerate tiles \"0 1 2 / 3 4 5 / 6 7 8\" --processes 2
  tremaux lab cluster enumerate pancake \"1 2 3 4 5 6 7 8\" --threads 2 --format csv
  tremaux lab cluster solve tiles --korf 12 --heuristic manhattan --processes 2
  tremaux lab cluster retrograde checkers --pieces 3 --processes 2
  tremaux lab cluster enumerate tiles --file big.txt --hosts hosts.txt --process 0 --folder /shared

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
            "Example:\n  tremaux lab cluster {name} {} {example} --processes 2",
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
    let machines = options.machines.machines()?;
    let Some(levels) = levels else {
        return solve::run(domain, instance, &options, &machines, matches, invocation);
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
