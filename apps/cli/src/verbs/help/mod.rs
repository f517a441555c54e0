//! `tremaux help`: help of a verb, or of the counters.

use std::ffi::OsString;

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::help_text;
use crate::program::Invocation;
use crate::verbs::lab;

/// Every counter: its name in results and its meaning.
const COUNTERS: &[(&str, &[(&str, &str)])] = &[
    (
        "Searches (solve, path, trace, lab compare)",
        &[
            ("expanded", "states whose successors were generated; reopened states count again"),
            ("generated", "successors generated, including duplicates, excluding the root"),
            ("evaluated", "heuristic evaluations"),
            ("inconsistencies", "estimates that contradict the guarantees of the heuristic"),
            ("reopened", "expanded states returned to the open list because of a cheaper path"),
            ("duplicates", "generated states that were already known, without a cheaper path"),
            ("pruned", "generated states cut off by the bound, and dead ends"),
            ("open", "states on the open list at the end"),
            ("closed", "distinct states on the closed list at the end"),
            ("max_open", "maximum size of the open list"),
            ("iterations", "iterations started, for iterative algorithms"),
            ("peak_bytes", "peak memory of the search's own tables, in bytes"),
            ("seconds", "time from start to result, including building the heuristic"),
            ("cost", "cost of the plan; equal for all proved optima of an instance"),
            ("length", "number of moves in the plan"),
            ("bound", "proved lower bound on the cost; equals the cost if the plan is optimal"),
        ],
    ),
    (
        "Games (analyze, play)",
        &[
            ("nodes", "positions visited, including those beyond the horizon"),
            ("leaves", "positions where the search stopped: game over, horizon, or known"),
            ("cutoffs", "positions abandoned because a move reached beta"),
            ("table_hits", "positions answered by the transposition table"),
            ("iterations", "completed searches to increasing depths, if several; all are counted"),
            ("last_iteration", "nodes and leaves of the last of these searches alone"),
            ("passes", "searches of the root, if more than the iterations: one for each window"),
            ("searched_again", "moves searched again with a wider window; included in nodes"),
            ("line_nodes", "positions visited again to complete the best line; not in nodes"),
            ("line_leaves", "the leaves among them; not in leaves"),
        ],
    ),
    (
        "Matches (lab match), results of player A",
        &[
            ("score", "points per game; a draw counts half"),
            ("interval", "Wilson's 95 % confidence interval for the score"),
            ("elo", "how much stronger A is, with its 95 % interval from the results of pairs"),
            ("normalized_elo", "the same in standard deviations of one game, 347 Elo each"),
            ("pairs", "pairs of games with the same opening that brought 0, ½, 1, 1½, 2 points"),
            ("by_side", "results with each side"),
            ("endings", "results by the reason why the games ended"),
            ("sprt", "the sequential test: llr, the bounds that decide, the verdict h0 or h1"),
            ("openings", "different openings played"),
            ("repeated_games", "games that repeat an earlier one move for move"),
            ("stopped", "why not all games were played: cancelled, failures or output"),
        ],
    ),
    (
        "Computed by lab compare",
        &[
            ("wall_seconds", "time from start to end of the process"),
            ("branching", "effective branching factor b*: b* + b*² + … + b*^length = generated"),
        ],
    ),
];

/// The verb with its topics.
pub(crate) fn command() -> Command {
    Command::new("help")
        .about("Prints the help of a command, or explains the counters")
        .arg(
            Arg::new("topic").value_name("TOPIC").num_args(0..=2).help(
                "`counters`, a command, or a command and domain [default: the whole program]",
            ),
        )
        .after_help("Examples:\n  tremaux help counters\n  tremaux help solve tiles")
}

/// Prints the help given by `matches`.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { program, out, .. } = invocation;
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
             seed give the\nsame counts. Results leave out counters that an algorithm does not \
             maintain."
        )?;
        return Ok(0);
    }
    if let ["lab", verb] = topics.iter().map(|it| it.as_str()).collect::<Vec<_>>()[..]
        && program.lab.contains(&verb)
    {
        return lab::start(["help", verb].map(OsString::from).into_iter());
    }
    let whole = help_text::with_whole_lines(program.command());
    let mut command = program.find_command(whole, &topics)?;
    write!(out, "{}", help_text::rendered(&command.render_long_help(), false))?;
    Ok(0)
}
