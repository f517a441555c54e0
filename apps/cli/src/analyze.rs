//! `tremaux analyze`.

use std::io::Write;

use clap::{ArgMatches, FromArgMatches};
use serde_json::{Value, json};
use tremaux_core::{Limits, StopReason};
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GameInfo, GameTable, Player, RegistryError, game,
};

use crate::arguments::{Everywhere, Format, Written};
use crate::failure::Failure;
use crate::game_arguments::{Analysis, DEFAULT_TIME, Positions, given};
use crate::game_text::write_analysis;
use crate::interrupt;
use crate::output::{Style, write_rows};
use crate::progress::ProgressLine;

/// Analyzes what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn analyze(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let analysis = Analysis::from_arg_matches(matches).expect("the options of an analysis");
    let written = Written::from_arg_matches(matches).expect("the format");
    let positions = Positions::from_arg_matches(matches).expect("the position");
    let request = request(&analysis)?;
    let input = positions.read()?;
    let opened = game.open(&given(game, matches), &input.text);
    let played = opened.map_err(|error| Failure::of(error, &input.origin))?;
    played.accepts(request.algorithm, request.depth).map_err(Failure::Registry)?;
    let cancel = interrupt::token()?;
    let mut limits = Limits::default().with_cancel(cancel);
    let has_own_limit = analysis.exact
        || analysis.depth.is_some()
        || analysis.time.is_some()
        || analysis.nodes.is_some();
    limits.time = if has_own_limit { analysis.time } else { Some(DEFAULT_TIME) };
    limits.nodes = analysis.nodes;
    let mut line = ProgressLine::new(everywhere.quiet, String::new());
    line.say("searching");
    let mut table = GameTable::new(analysis.memory).map_err(Failure::Registry)?;
    let report = played.analyze(&request, &mut table, &limits, &mut |it| line.show_game(it));
    line.clear();
    write_report(out, (game.info(), &report), (written.format, style), has_own_limit)?;
    Ok(status(&report, &analysis, has_own_limit))
}

/// Writes a report in the form that was asked for.
pub(crate) fn write_report(
    out: &mut dyn Write,
    (info, report): (&'static GameInfo, &AnalysisReport),
    (format, style): (Format, Style),
    has_own_limit: bool,
) -> Result<(), Failure> {
    match format {
        Format::Text => write_analysis(out, info, report, style, has_own_limit)?,
        Format::Json | Format::Jsonl => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        Format::Csv | Format::Md => {
            const COLUMNS: &[&str] = &["move", "score", "exact", "bound", "outcome", "plies"];
            let rows: Vec<Value> = report.moves.iter().map(|it| json!(it)).collect();
            write_rows(out, format, COLUMNS, rows)?;
        }
    }
    Ok(())
}

/// What the options ask for.
pub(crate) fn request(analysis: &Analysis) -> Result<AnalysisRequest, Failure> {
    let mut request = AnalysisRequest {
        depth: analysis.depth,
        exact: analysis.exact,
        lines: analysis.lines as usize,
        all_moves: analysis.all_moves,
        threads: analysis.threads as usize,
        ..AnalysisRequest::default()
    };
    if let Some(text) = &analysis.algorithm {
        let player = Player::parse(text).map_err(|error| Failure::of(error, "--algorithm"))?;
        let refused = |reason: &str| {
            let component = player.text.clone();
            Failure::Registry(RegistryError::NotOffered { component, reason: reason.into() })
        };
        if player.has_strength() {
            return Err(refused("give limits by --depth, --time and --nodes"));
        }
        request.algorithm = player.algorithm.ok_or_else(|| refused("it looks at no move"))?;
    }
    Ok(request)
}

/// The exit status: a depth that was asked for and is done is no limit that stepped in.
pub(crate) fn status(report: &AnalysisReport, analysis: &Analysis, has_own_limit: bool) -> u8 {
    let is_stopped = match report.stopped {
        None => analysis.exact && !report.exact,
        Some(StopReason::TimeLimit) => has_own_limit,
        Some(_) => true,
    };
    if is_stopped && !report.exact || report.score.is_none() { 3 } else { 0 }
}
