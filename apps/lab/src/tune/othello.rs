//! `tremaux lab tune othello`.

use clap::{ArgMatches, Command};
use tremaux_othello::tuning::Tuning;

use super::{count, number, small, with_seed_and_output, write};
use tremaux_cli::failure::Failure;
use tremaux_cli::interrupt;
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;

/// The game on the command line.
pub(super) fn command() -> Command {
    let default = Tuning::default();
    let command = Command::new("othello")
        .about("Fits the weights of the patterns of Othello to positions of the engine's own games")
        .arg(number("games", default.games.into(), "Number of games"))
        .arg(number(
            "depth",
            default.depth.into(),
            "Depth of the first of two searches that rate a position",
        ))
        .after_help(
            "The same options give the same weights. The build reads them from \
             crates/othello/src/evaluation/patterns.weights.\nAfter Ctrl-C nothing is written, and \
             the exit status is 3.\n\n\
             Example:\n  tremaux lab tune othello --games 2000 --seed 7 --output patterns.weights",
        );
    with_seed_and_output(command, default.seed)
}

/// Plays the games, fits the weights and writes them.
pub(super) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, out, .. } = invocation;
    let tuning = Tuning {
        games: small(matches, "games")?,
        depth: small(matches, "depth")?,
        seed: count(matches, "seed"),
    };
    if tuning.games < 10 || !(1..=60).contains(&tuning.depth) {
        let least = "--games is at least 10, and --depth from 1 to 60";
        return Err(Failure::Usage(least.into()));
    }
    let cancel = interrupt::token()?;
    let line = ProgressLine::new(global.quiet, String::new());
    let fit = tuning.run(&cancel, &mut |done| line.say(done));
    line.clear();
    let Some(fit) = fit else {
        eprintln!("interrupted: no weights are written");
        return Ok(3);
    };
    write(matches, out, &fit.bytes)?;
    if !global.quiet {
        eprintln!("Root of the mean squared error, in discs, on the tenth of the games left out:");
        eprintln!(
            "{:>16} {:>10} {:>9} {:>9}",
            "empty squares", "positions", "patterns", "mobility"
        );
        for it in &fit.stages {
            eprintln!(
                "{:>13}-{:<2} {:>10} {:>9.2} {:>9.2}",
                it.empties,
                it.empties + 3,
                it.positions,
                it.patterns,
                it.mobility
            );
        }
    }
    Ok(0)
}
