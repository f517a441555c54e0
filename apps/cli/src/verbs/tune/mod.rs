//! `tremaux tune`.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use tremaux_chess::tuning::{Tuning, weights_text};

use crate::atomic_file::write_whole;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::quantity;
use crate::verb::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    let default = Tuning::default();
    let number = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .help(help)
            .value_parser(quantity::count)
            .allow_hyphen_values(true)
    };
    let chess = Command::new("chess")
        .about("Fits the weights of the chess evaluation to the results of the engine's own games")
        .arg(number("games", "Number of games").default_value(default.games.to_string()))
        .arg(
            number("nodes", "Positions searched for a move")
                .default_value(default.nodes.to_string()),
        )
        .arg(number("steps", "Steps of the regression").default_value(default.steps.to_string()))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value(default.seed.to_string())
                .allow_hyphen_values(true)
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
        .after_help(
            "The same options give the same weights. The build reads them from \
             crates/chess/src/evaluation/weights.in.\nCtrl-C ends the games; the weights are \
             then fitted to those played so far, and the exit status is 3.\n\n\
             Example:\n  tremaux tune chess --games 2000 --seed 7 --output weights.in",
        );
    Command::new("tune")
        .about("Tunes the weights of an evaluation on the program's own games")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("GAME")
        .subcommand_help_heading("Games")
        .subcommand(chess)
}

/// Plays the games, fits the weights and writes them.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, out, .. } = invocation;
    let (_, matches) = matches.subcommand().expect("a game is required");
    let count = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let small = |name: &str| {
        u32::try_from(count(name))
            .map_err(|_| Failure::Usage(format!("--{name} is too large: at most {}", u32::MAX)))
    };
    let tuning = Tuning {
        games: small("games")?,
        nodes: count("nodes"),
        seed: *matches.get_one("seed").expect("it has a default"),
        steps: small("steps")?,
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
    match matches.get_one::<PathBuf>("output") {
        Some(path) => write_whole(path, text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    out.flush()?;
    if !global.quiet {
        let left_out = match fit.left_out {
            Some((before, after)) => {
                format!("on every tenth game, left out: {after:.5}, before {before:.5}")
            }
            None => "fewer than ten games, so none to check it on".into(),
        };
        let (before, after) = fit.error;
        eprintln!(
            "{} positions, seed {}. Mean squared error: {after:.5}, before {before:.5}; {left_out}.",
            samples.len(),
            tuning.seed,
        );
    }
    Ok(if cancel.is_cancelled() { 3 } else { 0 })
}
