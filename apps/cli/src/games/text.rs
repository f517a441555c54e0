//! Scores and analyses of games as text.

use std::io::Write;

use tremaux_core::Score;
use tremaux_registry::{
    AnalysisCounts, AnalysisReport, GameInfo, MoveProbability, MoveReport, Outcome, Samples,
    StrategyRow, Value,
};

use crate::failure::Failure;
use crate::proof::kind;
use crate::quantity::{grouped, seconds_in_words};
use crate::style::Style;
use crate::text::{reason, wrapped};

/// A number with its sign.
pub(crate) fn signed(score: i64) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// A score of a game: decimals if scores are hundredths of a piece, `#` and the number of moves if
/// it is a win in such a game.
pub(crate) fn score_in_words(info: &GameInfo, score: i64) -> String {
    if info.scale <= 1 {
        return match plies_to_end(score) {
            Some(plies) if score > 0 => format!("a win in {}", counted_plies(plies)),
            Some(plies) => format!("a loss in {}", counted_plies(plies)),
            None => signed(score),
        };
    }
    let sign = if score < 0 { "-" } else { "" };
    match plies_to_end(score) {
        Some(plies) => format!("#{sign}{}", plies.div_ceil(2)),
        None => format!("{:+.2}", score as f64 / f64::from(info.scale)).replace("+0.00", "0.00"),
    }
}

/// In how many plies a score wins or loses, if it is not a number of points.
fn plies_to_end(score: i64) -> Option<u32> {
    i32::try_from(score).ok().and_then(|score| Score::from_raw(score).plies_to_end())
}

/// Whether a score says more than when the game ends.
fn is_shown(info: &GameInfo, score: i64) -> bool {
    info.scale > 1 || plies_to_end(score).is_none()
}

fn counted_plies(plies: u32) -> String {
    some(plies.into(), "ply", "plies")
}

/// The side that is not `side`.
fn other<'a>(info: &GameInfo, side: &'a str) -> &'a str
where
    'static: 'a,
{
    if info.sides[0] == side { info.sides[1] } else { info.sides[0] }
}

/// The name of a side within a sentence.
pub(crate) fn side_in_words(side: &str) -> String {
    if side.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("side {side}")
    } else {
        side.to_owned()
    }
}

/// A value in words; `side` is to move.
pub(crate) fn value_in_words(info: &GameInfo, side: &str, value: &Value) -> String {
    let score = score_in_words(info, value.score);
    if let Some(bound) = value.bound {
        return format!("{} {score}", bound.replace('-', " "));
    }
    let Some(outcome) = value.outcome else {
        return format!("{score}, estimated by {}", info.evaluation);
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
    let score = if is_shown(info, value.score) { format!("{score}, ") } else { String::new() };
    match value.plies {
        // How soon is not known.
        None if !value.exact => format!("{winner} wins"),
        Some(0) => format!("{score}{winner} has won"),
        Some(1) => format!("{score}{winner} wins with this move"),
        Some(plies) => format!("{score}{winner} wins in {plies} plies"),
        None => format!("{score}{winner} wins"),
    }
}

/// A number of things whose plural is `several`.
fn some(count: u64, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { several })
}

/// A number of things.
fn counted(count: u64, thing: &str) -> String {
    some(count, thing, &format!("{thing}s"))
}

/// What playouts say, in words.
fn samples_in_words(samples: &Samples) -> String {
    let Samples { visits, win_rate, confidence } = *samples;
    let (rate, confidence) = (100.0 * win_rate, 100.0 * confidence);
    let playouts = counted(visits, "playout");
    match visits {
        0 => "not tried".to_owned(),
        // Too few for an interval.
        1..10 => format!("wins {rate:.1} % of {playouts}"),
        _ => format!("wins {rate:.1} % ± {confidence:.1} of {playouts}"),
    }
}

/// The expected payoff of each side in words.
pub(crate) fn expectations_in_words(report: &AnalysisReport) -> String {
    let unit = report.expectations.first().map_or("", |first| first.unit);
    let each: Vec<String> = report
        .expectations
        .iter()
        .map(|it| {
            // Zero after rounding has no sign.
            let rounded = (it.payoff * 1000.0).round() / 1000.0 + 0.0;
            let payoff = format!("{rounded:+.3}");
            let payoff = payoff.strip_suffix(".000").unwrap_or(&payoff);
            format!("{} {payoff}", side_in_words(it.side))
        })
        .collect();
    format!("{} {unit}", each.join(", "))
}

/// The moves of a line beside their heading.
fn write_moves(out: &mut dyn Write, heading: &str, moves: &[String]) -> Result<(), Failure> {
    let gap = format!("\n{}", " ".repeat(heading.len()));
    Ok(writeln!(out, "{heading}{}", wrapped(moves).replace('\n', &gap))?)
}

/// How many characters the moves of a list need.
fn width_of(moves: &[MoveReport]) -> usize {
    moves.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0)
}

/// Writes the analysis of a game with chance or more than two players.
fn write_expectations(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    style: Style,
) -> Result<(), Failure> {
    let words = expectations_in_words(report);
    if report.is_over {
        writeln!(out, "the game is over: {words}")?;
        return Ok(());
    }
    let side = if report.is_chance { "chance" } else { report.side };
    writeln!(out, "to move  {}", side_in_words(side))?;
    if let Some(best) = &report.best {
        writeln!(out, "best     {}", style.strong(best))?;
    }
    let sure = if report.exact {
        style.proved("exact")
    } else if report.samples.is_some() {
        style.open("estimated by playouts")
    } else {
        style.open(&format!("estimated by {}", info.evaluation))
    };
    writeln!(out, "expects  {words}: {sure}")?;
    if report.line.len() > 1 {
        write_moves(out, "line     ", &report.line)?;
    }
    if report.moves.len() > 1 {
        let unit = info.unit.unwrap_or("");
        let width = width_of(&report.moves);
        writeln!(out, "\nmoves, in {unit}")?;
        for found in &report.moves {
            let bound = found.value.bound.map_or(String::new(), |it| it.replace('-', " ") + " ");
            let score = score_in_words(info, found.value.score);
            let samples = found
                .samples
                .map_or(String::new(), |it| format!(", {}", counted(it.visits, "playout")));
            writeln!(out, "  {:<width$}  {bound}{score}{samples}", found.mv)?;
        }
    }
    let depth = format!("{} deep", counted_plies(report.depth));
    let why = match report.stopped {
        Some(_) if !report.exact => format!(", {}", reason(report.stopped)),
        _ => String::new(),
    };
    writeln!(out, "\n{}, {depth}{why}", report.algorithm)?;
    write_counts(out, report)
}

/// The most information sets that text lists; JSON has all of them.
const MOST_SETS: usize = 64;

/// Writes the equilibrium of a game with hidden information.
fn write_equilibrium(
    out: &mut dyn Write,
    report: &AnalysisReport,
    style: Style,
) -> Result<(), Failure> {
    let [least, most] = report.bounds.unwrap_or_default();
    let exploitability = report.exploitability.unwrap_or_default();
    let side = if report.is_chance { "chance" } else { report.side };
    let unit = report.expectations.first().map_or("", |first| first.unit);
    // Rounded outwards, so that the bounds still hold.
    let outwards = |bound: f64, round: fn(f64) -> f64| round(bound * 1e6) / 1e6 + 0.0;
    let (least, most) = (outwards(least, f64::floor), outwards(most, f64::ceil));
    let value = report.expectations.first().map_or(0.0, |first| first.payoff);
    let value = outwards(value, f64::round);
    let first = report.expectations.first().map_or("", |first| first.side);
    writeln!(out, "to move         {}", side_in_words(side))?;
    writeln!(out, "value           {value:+.6} {unit} for {}", side_in_words(first))?;
    let between = style.proved(&format!("between {least:+.6} and {most:+.6}"));
    let check = if kind(report.game).is_some() { " (check with --proof)" } else { "" };
    writeln!(out, "proved          {between}{check}")?;
    match exploitability {
        0.0 => writeln!(out, "exploitability  0 {unit}")?,
        _ => writeln!(out, "exploitability  {exploitability:.2e} {unit}")?,
    }
    let percent = |it: &MoveProbability| format!("{} {:.3}", it.mv, it.probability);
    let in_words =
        |moves: &[MoveProbability]| moves.iter().map(percent).collect::<Vec<_>>().join("  ");
    if !report.mix.is_empty() {
        writeln!(out, "here            {}", style.strong(&in_words(&report.mix)))?;
    }
    if !report.strategy.is_empty() {
        let listed = &report.strategy[..report.strategy.len().min(MOST_SETS)];
        let length = |it: &StrategyRow| it.information.chars().count();
        let width = listed.iter().map(length).max().unwrap_or(0);
        let sides = listed.iter().map(|it| it.side.len()).max().unwrap_or(0);
        writeln!(out, "\nstrategy: side, what it knows, probabilities of its moves")?;
        for row in listed {
            let moves = in_words(&row.moves);
            writeln!(out, "  {:<sides$}  {:<width$}  {moves}", row.side, row.information)?;
        }
        if listed.len() < report.strategy.len() {
            let left =
                counted((report.strategy.len() - listed.len()) as u64, "more information set");
            writeln!(out, "  … and {left}, all with --format json")?;
        }
    }
    let why = report.stopped.map_or(String::new(), |_| format!(", {}", reason(report.stopped)));
    writeln!(
        out,
        "\n{}, {}{why}\n{}, in {}",
        report.algorithm,
        counted(report.counts.iterations, "iteration"),
        counted(report.counts.nodes, "node"),
        seconds_in_words(report.seconds)
    )?;
    Ok(out.flush()?)
}

/// How an exact value can be checked.
fn check_in_words(info: &GameInfo, plies: Option<u32>) -> &'static str {
    match (kind(info.name), plies) {
        (Some(_), Some(_)) => " (check with --exact --proof)",
        (Some(_), None) => " (check with --proof)",
        (None, _) => "",
    }
}

/// Writes an analysis as text.
pub(crate) fn write_analysis(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    style: Style,
    has_own_limit: bool,
) -> Result<(), Failure> {
    let side = report.side;
    let Some(value) = report.value() else { return write_without_value(out, info, report, style) };
    if report.exploitability.is_some() {
        return write_equilibrium(out, report, style);
    }
    if !report.expectations.is_empty() {
        return write_expectations(out, info, report, style);
    }
    // The score of a move that is proved is safe, whatever the others are worth.
    let is_safe = !value.exact && value.outcome.is_none() && report.at_least == Some(value.score);
    let words = match (is_safe, &report.samples) {
        (true, _) => format!("at least {}", score_in_words(info, value.score)),
        (false, Some(samples)) if value.outcome.is_none() => samples_in_words(samples),
        (false, _) => value_in_words(info, side, &value),
    };
    if report.is_over {
        let of = match is_shown(info, value.score) {
            true => format!(" (score for {})", side_in_words(side)),
            false => String::new(),
        };
        writeln!(out, "the game is over: {words}{of}")?;
        return Ok(());
    }
    let sure = if value.exact {
        style.proved("exact") + check_in_words(info, value.plies)
    } else if value.outcome.is_some() || is_safe {
        style.proved("proved")
    } else {
        style.open("not proved")
    };
    writeln!(out, "to move  {}", side_in_words(side))?;
    writeln!(out, "best     {}", style.strong(report.best.as_deref().unwrap_or("")))?;
    writeln!(out, "score    {words}: {sure}")?;
    if let (Some(least), Some(most)) = (report.at_least, report.at_most) {
        let (least, most) = (score_in_words(info, least), score_in_words(info, most));
        writeln!(out, "proved   the score is between {least} and {most}")?;
    }
    write_moves(out, "line     ", &report.line)?;
    write_lines(out, info, report)?;
    write_each_move(out, info, report)?;
    writeln!(out)?;
    let depth = match report.depth {
        0 => String::new(),
        depth => format!(", {} deep", counted_plies(depth)),
    };
    let why = match report.stopped {
        Some(_) if !has_own_limit && !report.exact => {
            ", stopped at the default limit of 5 s".into()
        }
        Some(_) if !report.exact => format!(", {}", reason(report.stopped)),
        _ => String::new(),
    };
    writeln!(out, "{}{depth}{why}", report.algorithm)?;
    if report.has_solver {
        writeln!(out, "with --exact, a solver made for this game searches to its end")?;
    }
    write_counts(out, report)
}

/// Writes what is known without a value.
fn write_without_value(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
    style: Style,
) -> Result<(), Failure> {
    let stopped = match report.stopped {
        None => "the answer rests on repeated positions, which a table of them cannot prove",
        stopped => &reason(stopped),
    };
    let what = match report.at_most {
        Some(most) => format!("proved at most {}", score_in_words(info, most)),
        None if report.depth > 0 => "nothing proved".to_owned(),
        None => "no depth completed".to_owned(),
    };
    writeln!(out, "{}: {stopped}", style.open(&what))?;
    if let Some(best) = &report.best {
        writeln!(out, "a legal move  {best}")?;
    }
    writeln!(out, "\n{}", report.algorithm)?;
    write_counts(out, report)
}

/// Writes the best lines, if there are several.
fn write_lines(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
) -> Result<(), Failure> {
    if report.lines.len() > 1 {
        writeln!(out, "\nlines")?;
        for line in &report.lines {
            let words = match &line.samples {
                Some(samples) if line.value.outcome.is_none() => samples_in_words(samples),
                _ => value_in_words(info, report.side, &line.value),
            };
            writeln!(out, "  {words}")?;
            write_moves(out, "    ", &line.line)?;
        }
    }
    Ok(())
}

/// Writes what every move is worth, if there are several.
fn write_each_move(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
) -> Result<(), Failure> {
    if report.moves.len() > 1 {
        let width = width_of(&report.moves);
        writeln!(out, "\nmoves")?;
        for found in &report.moves {
            if let (Some(least), Some(most)) = (found.at_least, found.at_most) {
                let (least, most) = (score_in_words(info, least), score_in_words(info, most));
                writeln!(out, "  {:<width$}  between {least} and {most}, not solved", found.mv)?;
                continue;
            }
            if let Some(samples) = found.samples.filter(|_| found.value.outcome.is_none()) {
                writeln!(out, "  {:<width$}  {}", found.mv, samples_in_words(&samples))?;
                continue;
            }
            let is_won = found.samples.is_some();
            let sure = if found.value.exact || is_won { "" } else { " (not exact)" };
            let words = value_in_words(info, report.side, &found.value);
            let sure = if found.value.outcome.is_none() { "" } else { sure };
            writeln!(out, "  {:<width$}  {words}{sure}", found.mv)?;
        }
    }
    Ok(())
}

/// Writes what the computer thinks of a position in which it moves.
pub(crate) fn write_thoughts(
    out: &mut dyn Write,
    info: &GameInfo,
    report: &AnalysisReport,
) -> Result<(), Failure> {
    let side = report.side;
    let value = match report.value() {
        _ if !report.expectations.is_empty() => expectations_in_words(report),
        Some(Value { outcome: None, .. }) if report.samples.is_some() => {
            report.samples.as_ref().map_or(String::new(), samples_in_words)
        }
        Some(value) => value_in_words(info, side, &value),
        None => "no depth completed".to_owned(),
    };
    let depth = counted_plies(report.depth);
    let what = if report.counts.playouts > 0 { "playout" } else { "position" };
    let nodes = counted(report.counts.nodes, what);
    let time = seconds_in_words(report.seconds);
    writeln!(out, "  score {value}")?;
    if !report.line.is_empty() {
        write_moves(out, "  line  ", &report.line)?;
    }
    writeln!(out, "  depth {depth}, {nodes}, in {time}")?;
    Ok(())
}

fn write_counts(out: &mut dyn Write, report: &AnalysisReport) -> Result<(), Failure> {
    let counts = &report.counts;
    let threads = match report.threads {
        1 => String::new(),
        threads => {
            format!(" on {threads} threads ({} by helpers)", grouped(counts.helper_nodes))
        }
    };
    if counts.playouts > 0 {
        let playouts = counted(counts.playouts, "playout");
        let nodes = counted(counts.tree_nodes, "node");
        let threads = if report.threads > 1 { threads.split(" (").next() } else { None };
        let (threads, time) = (threads.unwrap_or(""), seconds_in_words(report.seconds));
        writeln!(out, "{playouts}{threads}, a tree of {nodes}, in {time}")?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        "{}{threads}, {}, {}, {}, in {}",
        counted(counts.nodes, "position"),
        some(counts.leaves, "leaf", "leaves"),
        counted(counts.cutoffs, "cutoff"),
        counted(counts.table_hits, "table hit"),
        seconds_in_words(report.seconds)
    )?;
    let repeated = repeated(counts);
    if !repeated.is_empty() {
        writeln!(out, "{}", repeated.join("; "))?;
    }
    Ok(out.flush()?)
}

/// What searching the same positions several times adds, in words.
fn repeated(counts: &AnalysisCounts) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(last) = counts.last_iteration {
        let iterations = counts.iterations;
        let nodes = some(last.nodes, "position", "positions");
        let leaves = some(last.leaves, "leaf", "leaves");
        parts.push(format!("the last of {iterations} iterations alone: {nodes}, {leaves}"));
    }
    if counts.passes > 0 {
        parts.push(format!("{} of the root", some(counts.passes, "search", "searches")));
    }
    if counts.searched_again > 0 {
        let moves = some(counts.searched_again, "move", "moves");
        parts.push(format!("{moves} searched again with a wider window"));
    }
    if counts.line_nodes > 0 {
        let nodes = some(counts.line_nodes, "position", "positions");
        parts.push(format!("{nodes} visited again for the best line"));
    }
    parts
}
