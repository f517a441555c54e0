//! `tremaux uci`.

use clap::{Arg, ArgMatches, Command, value_parser};
use tremaux_protocol::uci;

use crate::failure::Failure;
use crate::interrupt;
use crate::program::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    let depth = Arg::new("depth")
        .long("depth")
        .short('d')
        .value_name("N")
        .help("Depth of each search, in plies")
        .value_parser(value_parser!(u32).range(1..=100));
    let bench = Command::new("bench")
        .about("Searches a fixed list of positions and counts the nodes and their rate")
        .arg(depth.default_value(uci::BENCH_DEPTH.to_string()))
        .after_help(
            "Two builds that search alike visit the same number of nodes.\n\n\
             Examples:\n  tremaux uci bench\n  tremaux uci bench --depth 8",
        );
    Command::new("uci")
        .about("Plays chess behind a GUI or against other engines, over the UCI protocol")
        .subcommand(bench)
        .after_help(
            "Add the engine to a GUI (Cute Chess, Arena, BanksiaGUI, En Croissant, lichess-bot, …) \
             with the path\nof this program as the command, `uci` as its argument, and UCI as the \
             protocol. For a GUI that\ntakes a command without arguments, make a script of two \
             lines, here for Linux and macOS:\n  #!/bin/sh\n  exec /path/to/tremaux uci\n\n\
             Options of the engine: Hash, Clear Hash, Threads, MultiPV, Ponder, UCI_Chess960, Move \
             Overhead.\nBesides the protocol it understands `go perft N`, `bench [DEPTH]` and `d` \
             (shows the position).\n\n\
             Examples:\n  tremaux uci\n  tremaux uci bench\n  \
             cutechess-cli -engine cmd=tremaux arg=uci proto=uci -engine cmd=stockfish proto=uci \
             -each tc=10+0.1",
        )
}

/// Serves until the input ends, or runs the benchmark.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let out = invocation.out;
    let Some(("bench", matches)) = matches.subcommand() else {
        uci::serve(std::io::BufReader::new(std::io::stdin()), out)?;
        return Ok(0);
    };
    let cancel = interrupt::token()?;
    let depth = *matches.get_one::<u32>("depth").expect("it has a default");
    let mut written = Ok(());
    uci::bench(depth, &cancel, &mut |line| {
        if written.is_ok() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    });
    written?;
    Ok(if cancel.is_cancelled() { 3 } else { 0 })
}
