//! `tremaux analyze`.

use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::Value;
use tremaux_core::Limits;
use tremaux_registry::{AnalysisReport, GameTable, game};

use crate::failure::Failure;
use crate::games::analysis::{request, status, write_report};
use crate::games::options::{
    AnalysisOptions, DEFAULT_TIME, PositionOptions, analyze_example, notation, position_failure,
    with_games,
};
use crate::interrupt;
use crate::options::{Format, FormatOption, format_of, option_values};
use crate::output::write_rows;
use crate::progress::ProgressLine;
use crate::verb::Invocation;

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command =
        FormatOption::augment_args(AnalysisOptions::augment_args(Command::new("analyze")))
            .about("Analyzes a game position: best move, score and line, exact or within a limit")
            .after_help(ANALYZE_EXAMPLES);
    with_games(command, |game, command| {
        let info = game.info();
        let example = analyze_example(info);
        SeveralOptions::augment_args(PositionOptions::augment_args(command))
            .after_help(notation(game, &example))
    })
}

/// Whether there are several positions.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Position")]
struct SeveralOptions {
    /// Analyze each line of the input as a position; the limits hold for each
    #[arg(long)]
    all: bool,
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  tremaux analyze tic-tac-toe
  tremaux analyze tic-tac-toe \"x../.o./...\" --all-moves
  tremaux analyze connect-four 2252576253462244111563365343671351441 --exact --format json
  tremaux analyze connect-four 4453 --depth 8 --lines 3
  tremaux analyze nim \"3 4 5\"
  tremaux analyze connect-four 4453 --level 6
  printf \"4453\\n445\\n\" | tremaux analyze connect-four - --all --depth 8 --format csv

Without a limit and without --exact, the search stops after 5 seconds, or earlier if it solves
the game. Exit status: 0 if the requested depth was completed or the score is exact; 3 if
another limit was reached first: the result is then that of the last completed depth.";

/// Runs the analysis given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let mut analysis =
        AnalysisOptions::from_arg_matches(matches).expect("the options of an analysis");
    let format = format_of(matches);
    let positions = PositionOptions::from_arg_matches(matches).expect("the position");
    let has_several = SeveralOptions::from_arg_matches(matches).expect("the options").all;
    let request = request(&mut analysis)?;
    let input = positions.read()?;
    let cancel = interrupt::token()?;
    let mut limits = Limits::default().with_cancel(cancel.clone());
    let has_own_limit = analysis.exact
        || analysis.depth.is_some()
        || analysis.time.is_some()
        || analysis.nodes.is_some();
    limits.time = if has_own_limit { analysis.time } else { Some(DEFAULT_TIME) };
    limits.nodes = analysis.nodes;
    let started = Instant::now();
    let given = option_values(game.info().options, matches);
    let texts: Vec<(String, &str)> = if has_several {
        let lines = (1..).zip(input.text.lines());
        let filled = lines.filter(|(_, line)| !line.trim().is_empty());
        filled
            .map(|(nth, line)| (format!("{}, position on line {nth}", input.origin), line))
            .collect()
    } else {
        vec![(input.origin.clone(), &*input.text)]
    };
    // What is wrong with any position is reported before one is analyzed.
    let mut opened = Vec::with_capacity(texts.len());
    for (origin, text) in &texts {
        let played = game
            .open_within(&given, text, &limits)
            .map_err(|error| position_failure(error, origin, text))?;
        played.accepts(request.algorithm, request.depth).map_err(Failure::Registry)?;
        opened.push(played);
    }
    limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut table = GameTable::new(analysis.memory).map_err(Failure::Registry)?;
    let mut worst = 0;
    let mut rows = Vec::new();
    let count = opened.len();
    for (nth, played) in opened.iter().enumerate() {
        let label = if has_several { format!("{} of {count} · ", nth + 1) } else { String::new() };
        let mut line = ProgressLine::new(global.quiet, label);
        line.say("searching");
        let report = played.analyze(&request, &mut table, &limits, &mut |it| line.show_game(it));
        line.clear();
        worst = worst.max(status(&report, &analysis, has_own_limit));
        if has_several && matches!(format, Format::Csv | Format::Md) {
            rows.push(row(&report)?);
        } else {
            if format == Format::Text {
                let gap = if nth > 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}", played.board(style.is_colored))?;
            }
            write_report(out, (game.info(), &report), (format, style), has_own_limit)?;
        }
        if cancel.is_cancelled() {
            worst = worst.max(3);
            break;
        }
    }
    if has_several && matches!(format, Format::Csv | Format::Md) {
        write_rows(out, format, COLUMNS, rows)?;
        out.flush()?;
    }
    Ok(worst)
}

/// The columns of a table of several positions.
const COLUMNS: &[&str] = &[
    "position", "side", "best", "score", "exact", "outcome", "plies", "at_least", "at_most",
    "depth", "line", "nodes", "seconds",
];

/// A report as a row of such a table.
fn row(report: &AnalysisReport) -> Result<Value, Failure> {
    let mut row = serde_json::to_value(report)?;
    row["line"] = report.line.join(" ").into();
    row["nodes"] = report.counts.nodes.into();
    Ok(row)
}
