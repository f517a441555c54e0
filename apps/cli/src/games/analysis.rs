//! The analysis of a position: request, report, exit status.

use std::io::Write;

use serde_json::{Value, json};
use tremaux_core::StopReason;
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GameAlgorithm, GameInfo, MoveReport, Player, RegistryError,
};

use crate::failure::Failure;
use crate::games::level::level;
use crate::games::options::AnalysisOptions;
use crate::games::text::write_analysis;
use crate::options::Format;
use crate::output::{write_json_line, write_rows};
use crate::style::Style;

/// Writes a report in the requested format.
pub(crate) fn write_report(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    format: Format,
    style: Style,
    has_own_limit: bool,
) -> Result<(), Failure> {
    match format {
        Format::Text => write_analysis(out, info, report, style, has_own_limit)?,
        Format::Json | Format::Jsonl => {
            write_json_line(out, report)?;
            out.flush()?;
        }
        Format::Csv | Format::Md => {
            let columns = format!("side move {OF_MOVES} {}", AnalysisReport::COLUMNS);
            write_rows(out, format, &columns, move_rows(report))?;
        }
    }
    Ok(())
}

/// A row for each move that the report lists, and for the best one; of a game that is over, one for
/// its value.
fn move_rows(report: &AnalysisReport) -> Vec<Value> {
    let mut position = json!(report);
    let lines = report.lines.iter().map(|it| &it.line).chain([&report.line]);
    let line_of = |mv: &str| lines.clone().find(|line| line.first().is_some_and(|it| it == mv));
    let mut rows = Vec::new();
    let is_listed = |best: &String| report.moves.iter().any(|it| it.mv == *best);
    if !report.best.as_ref().is_some_and(is_listed) {
        let mut row = position.clone();
        row["move"] = json!(report.best);
        rows.push(row);
    }
    // What holds of the best move is not said of the others.
    if let Value::Object(fields) = &mut position {
        fields.retain(|name, _| !OF_MOVES.split_whitespace().any(|it| it == name));
    }
    for it in &report.moves {
        let mut row = position.clone();
        if let (Value::Object(row), Value::Object(fields)) = (&mut row, json!(it)) {
            row.extend(fields);
        }
        row["line"] = json!(line_of(&it.mv));
        rows.push(row);
    }
    rows
}

/// The fields of a report that its moves have, too.
const OF_MOVES: &str = "score exact bound outcome plies at_least at_most visits win_rate \
    confidence line";

/// The player that `--algorithm` or `--level` names.
fn player(analysis: &AnalysisOptions) -> Result<Option<Player>, Failure> {
    match (&analysis.algorithm, &analysis.level) {
        (Some(text), _) => {
            Player::parse(text).map(Some).map_err(|error| Failure::of(error, "--algorithm"))
        }
        (None, Some(text)) => level(text, "--level").map(Some),
        (None, None) => Ok(None),
    }
}

/// The request that the options describe. Sets the limits among the options that a player such as
/// `scout(depth=5)` has.
pub(crate) fn request(analysis: &mut AnalysisOptions) -> Result<AnalysisRequest, Failure> {
    let player = player(analysis)?;
    if let Some(player) = &player {
        let has_both = |option: &str| {
            Failure::Usage(format!("`{}` and {option} exclude each other", player.text))
        };
        if player.depth.is_some() && analysis.depth.is_some() {
            return Err(has_both("--depth"));
        }
        if player.depth.is_some() && analysis.exact {
            return Err(has_both("--exact"));
        }
        if player.time.is_some() && analysis.time.is_some() {
            return Err(has_both("--time"));
        }
        if player.nodes.is_some() && analysis.nodes.is_some() {
            return Err(has_both("--nodes"));
        }
        analysis.depth = analysis.depth.or(player.depth);
        analysis.time = analysis.time.or(player.time);
        analysis.nodes = analysis.nodes.or(player.nodes);
    }
    let mut request = AnalysisRequest {
        depth: analysis.depth,
        exact: analysis.exact,
        lines: analysis.lines as usize,
        all_moves: analysis.all_moves,
        threads: analysis.threads as usize,
        ..AnalysisRequest::default()
    };
    if analysis.prove {
        request.algorithm = GameAlgorithm::PROOF;
    }
    if let Some(player) = player {
        request.algorithm = player.algorithm.ok_or_else(|| {
            let (component, reason) = (player.text, "it does not evaluate moves".into());
            Failure::Registry(RegistryError::NotOffered { component, reason })
        })?;
    }
    Ok(request)
}

/// The exit status: completing the requested depth does not count as reaching a limit.
pub(crate) fn status(
    report: &AnalysisReport,
    analysis: &AnalysisOptions,
    has_own_limit: bool,
) -> u8 {
    let is_stopped = match report.stopped {
        None => analysis.exact && !report.exact,
        Some(StopReason::TimeLimit) => has_own_limit,
        Some(_) => true,
    };
    let is_unsolved = |it: &MoveReport| it.at_least.is_some();
    let is_whole = report.exact && !(analysis.all_moves && report.moves.iter().any(is_unsolved));
    if is_stopped && !is_whole || report.score.is_none() { 3 } else { 0 }
}
