//! Scores and analyses of games in words.

use std::io::Write;

use tremaux_registry::{AnalysisReport, GameInfo, Outcome, Value};

use crate::failure::Failure;
use crate::output::Style;
use crate::quantity::{grouped, seconds_in_words};
use crate::text::{reason, wrapped};

/// A number that shows whether it is above or below zero.
fn signed(score: i64) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// The side that is not `side`.
fn other<'a>(info: &GameInfo, side: &'a str) -> &'a str
where
    'static: 'a,
{
    if info.sides[0] == side { info.sides[1] } else { info.sides[0] }
}

/// A side as it is called in a sentence.
pub(crate) fn side_in_words(side: &str) -> String {
    if side.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("side {side}")
    } else {
        side.to_owned()
    }
}

/// What a value says, for `side`, who is to move.
pub(crate) fn value_in_words(info: &GameInfo, side: &str, value: &Value) -> String {
    let score = signed(value.score);
    if let Some(bound) = value.bound {
        return format!("{} {score}", bound.replace('-', " "));
    }
    let Some(outcome) = value.outcome else {
        return format!("{score}, an estimate by {}", info.evaluation);
    };
    if let Some(unit) = info.unit {
        return format!("{score} {unit} at the end");
    }
    let winner = match outcome {
        Outcome::Draw => return format!("{score}, a draw"),
        Outcome::Win => side,
        Outcome::Loss => other(info, side),
    };
    let winner = side_in_words(winner);
    match value.plies {
        Some(0) => format!("{score}, {winner} has won"),
        Some(1) => format!("{score}, {winner} wins with this move"),
        Some(plies) => format!("{score}, {winner} wins in {plies} plies"),
        None => format!("{score}, {winner} wins"),
    }
}

/// What each side can expect.
pub(crate) fn expectations_in_words(report: &AnalysisReport) -> String {
    let unit = report.expectations.first().map_or("", |first| first.unit);
    let each: Vec<String> = report
        .expectations
        .iter()
        .map(|it| {
            // What rounds to nothing has no sign.
            let rounded = (it.payoff * 1000.0).round() / 1000.0 + 0.0;
            let payoff = format!("{rounded:+.3}");
            let payoff = payoff.strip_suffix(".000").unwrap_or(&payoff);
            format!("{} {payoff}", side_in_words(it.side))
        })
        .collect();
    format!("{} {unit}", each.join(", "))
}

/// Writes the analysis of a game with chance or for more than two.
fn write_expectations(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    style: Style,
) -> Result<(), Failure> {
    let words = expectations_in_words(report);
    let Some(side) = report.side.or(report.is_chance.then_some("chance")) else {
        writeln!(out, "the game is over: {words}")?;
        return Ok(());
    };
    writeln!(out, "to move  {}", side_in_words(side))?;
    if let Some(best) = &report.best {
        writeln!(out, "best     {}", style.strong(best))?;
    }
    let sure = if report.exact {
        style.proved("exact")
    } else {
        style.open(&format!("an estimate by {}", info.evaluation))
    };
    writeln!(out, "expects  {words}: {sure}")?;
    if report.line.len() > 1 {
        writeln!(out, "line     {}", wrapped(&report.line).replace('\n', "\n         "))?;
    }
    if report.moves.len() > 1 {
        let unit = info.unit.unwrap_or("");
        let width = report.moves.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0);
        writeln!(out, "\nmoves, in {unit}")?;
        for found in &report.moves {
            let bound = found.value.bound.map_or(String::new(), |it| it.replace('-', " ") + " ");
            writeln!(out, "  {:<width$}  {bound}{}", found.mv, signed(found.value.score))?;
        }
    }
    let depth = match report.depth {
        1 => "1 ply deep".to_owned(),
        depth => format!("{depth} plies deep"),
    };
    let why = match report.stopped {
        Some(_) if !report.exact => format!(", then {}", reason(report.stopped)),
        _ => String::new(),
    };
    writeln!(out, "\n{}, {depth}{why}", report.algorithm)?;
    write_counts(out, report)
}

/// Writes an analysis for people.
pub(crate) fn write_analysis(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    style: Style,
    has_own_limit: bool,
) -> Result<(), Failure> {
    let side = report.side.unwrap_or(info.sides[0]);
    let Some(value) = report.value() else {
        let stopped = reason(report.stopped);
        writeln!(out, "{}: {stopped}", style.open("no depth was completed"))?;
        if let Some(best) = &report.best {
            writeln!(out, "a legal move  {best}")?;
        }
        return write_counts(out, report);
    };
    if !report.expectations.is_empty() {
        return write_expectations(out, info, report, style);
    }
    let words = value_in_words(info, side, &value);
    if report.side.is_none() {
        writeln!(out, "the game is over: {words}")?;
        return Ok(());
    }
    let sure = if value.exact {
        style.proved("exact")
    } else if value.outcome.is_some() {
        style.proved("proved")
    } else {
        style.open("not proved")
    };
    writeln!(out, "to move  {}", side_in_words(side))?;
    writeln!(out, "best     {}", style.strong(report.best.as_deref().unwrap_or("")))?;
    writeln!(out, "score    {words}: {sure}")?;
    if let (Some(least), Some(most)) = (report.at_least, report.at_most) {
        let (least, most) = (signed(least), signed(most));
        writeln!(out, "proved   the score is {least} at least, {most} at most")?;
    }
    let line = wrapped(&report.line).replace('\n', "\n         ");
    writeln!(out, "line     {line}")?;
    if report.lines.len() > 1 {
        writeln!(out, "\nlines")?;
        for line in &report.lines {
            let moves = wrapped(&line.line).replace('\n', "\n    ");
            writeln!(out, "  {}\n    {moves}", value_in_words(info, side, &line.value))?;
        }
    }
    if report.moves.len() > 1 {
        let width = report.moves.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0);
        writeln!(out, "\nmoves")?;
        for found in &report.moves {
            let sure = if found.value.exact { "" } else { " (not exact)" };
            let words = value_in_words(info, side, &found.value);
            let sure = if found.value.outcome.is_none() { "" } else { sure };
            writeln!(out, "  {:<width$}  {words}{sure}", found.mv)?;
        }
    }
    writeln!(out)?;
    let depth = match report.depth {
        0 => String::new(),
        1 => ", 1 ply deep".to_owned(),
        depth => format!(", {depth} plies deep"),
    };
    let why = match report.stopped {
        Some(_) if !has_own_limit && !report.exact => ", without a limit of yours after 5 s".into(),
        Some(_) if !report.exact => format!(", then {}", reason(report.stopped)),
        _ => String::new(),
    };
    writeln!(out, "{}{depth}{why}", report.algorithm)?;
    write_counts(out, report)
}

fn write_counts(out: &mut dyn Write, report: &AnalysisReport) -> Result<(), Failure> {
    let counts = &report.counts;
    let threads = match report.threads {
        1 => String::new(),
        threads => {
            format!(" on {threads} threads ({} by helpers)", grouped(counts.helper_nodes))
        }
    };
    writeln!(
        out,
        "{} positions{threads}, {} leaves, {} cutoffs, {} answered by the table, in {}",
        grouped(counts.nodes),
        grouped(counts.leaves),
        grouped(counts.cutoffs),
        grouped(counts.table_hits),
        seconds_in_words(report.seconds)
    )?;
    Ok(out.flush()?)
}
