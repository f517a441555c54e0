//! `tremaux help`: of a verb, or of what is counted.

use std::io::Write;

use clap::{Arg, ArgMatches, Command};

use crate::arguments;
use crate::failure::Failure;

/// Every counter: its name in results, and what it counts.
const COUNTERS: &[(&str, &[(&str, &str)])] = &[
    (
        "Searches (solve, path, compare, trace)",
        &[
            ("expanded", "states whose successors were generated; a reopened one counts again"),
            ("generated", "successors generated, duplicates included; the root is none of them"),
            ("evaluated", "heuristic evaluations"),
            ("reopened", "expanded states that a cheaper path put back on the open list"),
            ("duplicates", "generated states that were already known and not improved"),
            ("pruned", "generated states cut off because their bound was too high, and dead ends"),
            ("open", "states known and not expanded, at the end"),
            ("closed", "states expanded, or the goal reached, at the end, each once"),
            ("max_open", "most entries on the open list at once"),
            ("iterations", "searches begun, by algorithms that search again and again"),
            ("peak_bytes", "most bytes in the search's own tables at once"),
            ("seconds", "time from start to result, building a heuristic included"),
            ("cost", "of the plan; the same for all proved optima of an instance"),
            ("length", "moves of the plan"),
            ("bound", "no plan is cheaper: proved; equal to the cost where it is an optimum"),
        ],
    ),
    (
        "Games (analyze, play, match)",
        &[
            ("nodes", "positions visited, those beyond the horizon included"),
            (
                "leaves",
                "positions where the search went no farther: over, at the horizon, or known",
            ),
            ("cutoffs", "positions left because a move was too good for the other side (beta)"),
            ("table_hits", "positions answered by the transposition table"),
        ],
    ),
    (
        "Computed by compare",
        &[
            ("wall_seconds", "from start to end of the process"),
            ("branching", "b* with b* + b*² + … + b*^length = generated"),
        ],
    ),
];

/// The verb with its topics.
pub(crate) fn command() -> Command {
    Command::new("help")
        .about("Prints help of a verb, or what the counters count")
        .arg(
            Arg::new("topic")
                .value_name("TOPIC")
                .num_args(0..=2)
                .help("`counters`, or a verb, or a verb and domain; the program if left out"),
        )
        .after_help("Examples:\n  tremaux help counters\n  tremaux help solve tiles")
}

/// Prints what `matches`, those of the verb, ask for.
pub(crate) fn help(matches: &ArgMatches, out: &mut dyn Write) -> Result<u8, Failure> {
    let topics: Vec<&String> = matches.get_many("topic").into_iter().flatten().collect();
    if topics.first().is_some_and(|topic| *topic == "counters") {
        for (title, counters) in COUNTERS {
            writeln!(out, "{title}")?;
            for (name, meaning) in *counters {
                writeln!(out, "  {name:<14} {meaning}")?;
            }
            writeln!(out)?;
        }
        writeln!(
            out,
            "Counts do not depend on the machine: with one thread, the same version, input and \
             seed give the\nsame counts. Counts that an algorithm does not keep are left out of \
             its results."
        )?;
        return Ok(0);
    }
    let mut command = arguments::find(&topics)?;
    write!(out, "{}", command.render_long_help())?;
    Ok(0)
}
