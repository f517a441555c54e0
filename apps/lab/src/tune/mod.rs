//! `tremaux lab tune`.

mod othello;

use std::io::Write;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use tremaux_chess::tuning::{Tuning, weights_text};
use tremaux_othello::catalog::OTHELLO;

use tremaux_cli::atomic_file::write_whole;
use tremaux_cli::failure::Failure;
use tremaux_cli::interrupt;
use tremaux_cli::options::with_subcommands;
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_registry::quantity;

/// An option with a number.
fn number(name: &'static str, default: u64, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("N")
        .help(help)
        .value_parser(quantity::count)
        .default_value(default.to_string())
}

/// The options of every game.
fn with_seed_and_output(command: Command, seed: u64) -> Command {
    command
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value(seed.to_string())
                .value_parser(value_parser!(u64))
                .help("Random seed of the openings"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("File for the weights [default: standard output]"),
        )
}

/// The verb.
pub(crate) fn command() -> Command {
    let default = Tuning::default();
    let chess = Command::new("chess")
        .about("Fits the weights of the chess evaluation to the results of the engine's own games")
        .arg(number("games", default.games.into(), "Number of games"))
        .arg(number("nodes", default.nodes, "Positions searched for a move"))
        .arg(number("steps", default.steps.into(), "Steps of the regression"))
        .after_help(
            "The same options give the same weights. The build reads them from \
             crates/chess/src/evaluation/weights.in.\nCtrl-C ends the games; the weights are \
             then fitted to those played so far, and the exit status is 3.\n\n\
             Example:\n  tremaux lab tune chess --games 2000 --seed 7 --output weights.in",
        );
    let chess = with_seed_and_output(chess, default.seed);
    let othello = othello::command();
    with_subcommands(Command::new("tune"), "GAME", "Games")
        .about("Tunes the weights of an evaluation on the program's own games")
        .subcommand(chess)
        .subcommand(othello)
}

/// Plays the games, fits the weights and writes them.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a game is required");
    if name == OTHELLO.info().name {
        return othello::run(matches, invocation);
    }
    let Invocation { global, out, .. } = invocation;
    let tuning = Tuning {
        games: small(matches, "games")?,
        nodes: count(matches, "nodes"),
        seed: count(matches, "seed"),
        steps: small(matches, "steps")?,
    };
    let cancel = interrupt::token()?;
    let line = ProgressLine::new(global.quiet, String::new());
    let samples = tuning.samples(&cancel, &mut |games, positions| {
        line.say(&format!("{games} of {} games, {positions} positions", tuning.games));
    });
    if samples.is_empty() {
        line.clear();
        let message = "no quiet position in these games: play more of them (--games)";
        return Err(Failure::Usage(message.into()));
    }
    line.say(&format!("fitting weights to {} positions", samples.len()));
    let fit = tuning.fit(&samples);
    line.clear();
    let text = weights_text(&fit.weights);
    write(matches, out, text.as_bytes())?;
    if !global.quiet {
        let left_out = match fit.left_out {
            Some((before, after)) => {
                format!("on every tenth game, left out: {after:.5}, before {before:.5}")
            }
            None => "fewer than ten games, so none to check it on".into(),
        };
        let (before, after) = fit.error;
        eprintln!(
            "{} positions, seed {}. Mean squared error: {after:.5}, before {before:.5}; \
             {left_out}.",
            samples.len(),
            tuning.seed,
        );
    }
    Ok(if cancel.is_cancelled() { 3 } else { 0 })
}

fn count(matches: &ArgMatches, name: &str) -> u64 {
    *matches.get_one(name).expect("it has a default")
}

fn small(matches: &ArgMatches, name: &str) -> Result<u32, Failure> {
    u32::try_from(count(matches, name))
        .map_err(|_| Failure::Usage(format!("--{name} is too large: at most {}", u32::MAX)))
}

/// Writes the weights to the file that was given, or to standard output.
fn write(matches: &ArgMatches, out: &mut dyn Write, weights: &[u8]) -> Result<(), Failure> {
    match matches.get_one::<PathBuf>("output") {
        Some(path) => write_whole(path, weights)?,
        None => out.write_all(weights)?,
    }
    Ok(out.flush()?)
}
