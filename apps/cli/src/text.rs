//! Results as text.

use std::io::Write;

use tremaux_core::StopReason;
use tremaux_registry::{FoundPlan, RouteReport, Sentence, SolveReport, Status, Tone};

use crate::failure::Failure;
use crate::quantity::{bytes_in_words, count_in_words, grouped, seconds_in_words};
use crate::style::Style;
use crate::visible::visible;

/// Maximum width of a line.
const WIDTH: usize = 78;

/// The data of one report that the total over many needs.
pub(crate) struct Line {
    status: Status,
    is_optimal: bool,
    is_rounded: bool,
    /// The moves of a plan; none for solutions that are no plans.
    length: Option<usize>,
    seconds: f64,
    generated: u64,
    only: Option<bool>,
}

impl Line {
    pub(crate) fn of(report: &SolveReport) -> Self {
        Self {
            status: report.status,
            is_optimal: report.optimal == Some(true),
            is_rounded: report.rounding.is_some(),
            length: report.length.or(report.remarks.solution.is_none().then_some(0)),
            seconds: report.seconds,
            generated: report.counts.generated.unwrap_or(0),
            only: report.only,
        }
    }
}

/// Words wrapped to lines of at most [`WIDTH`] characters.
pub(crate) fn wrapped(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    wrapped_at(words, WIDTH)
}

/// Words wrapped to lines of at most `most` characters.
pub fn wrapped_at(words: impl IntoIterator<Item = impl AsRef<str>>, most: usize) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let word = &*visible(word.as_ref());
        let length = word.chars().count();
        if width > 0 && width + 1 + length > most {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text
}

/// Each line of `text` indented by two spaces.
pub(crate) fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// A text quoted for a shell: in single quotes if it contains characters that a shell expands
/// within double quotes.
pub fn shell_quoted(text: &str) -> String {
    if text.contains(['$', '`', '!']) { format!("'{text}'") } else { format!("\"{text}\"") }
}

/// Why a search stopped, in words.
pub(crate) fn reason(stopped: Option<StopReason>) -> String {
    stopped.map_or_else(|| "the search ended without a proof".to_owned(), |it| it.to_string())
}

/// A sentence of a report in the colours of its parts.
fn styled(sentence: &Sentence, style: Style) -> String {
    let parts = sentence.parts().map(|(tone, text)| match tone {
        Tone::Plain => visible(text).into_owned(),
        Tone::Strong => style.strong(text),
        Tone::Proved => style.proved(text),
        Tone::Open => style.open(text),
    });
    parts.collect()
}

/// Writes one report; `why` names the case in which its algorithm and heuristic are the default.
/// `solution` replaces the drawing or the moves.
pub(crate) fn write_report(
    out: &mut dyn Write,
    report: &SolveReport,
    (why, solution): (Option<&str>, Option<&str>),
    style: Style,
    is_verbose: bool,
) -> Result<(), Failure> {
    write_plan(out, report, solution)?;
    for sentence in report.sentences() {
        writeln!(out, "{}", styled(&sentence, style))?;
    }
    for note in &report.plan_notes {
        writeln!(out, "{}", visible(note))?;
    }
    write_solutions(out, report)?;
    if let Some(goal) = report.goal.as_ref().filter(|_| report.remarks.drawing.is_none()) {
        writeln!(out, "Goal: {}.", visible(goal))?;
    }
    if let Some(route) = &report.route {
        write_route(out, report, route)?;
    }
    writeln!(out)?;
    write_method(out, report, why)?;
    write_counts(out, report, is_verbose)
}

/// Writes the plan, or what replaces it: `solution`, a drawing, or a form that is easier to read.
fn write_plan(
    out: &mut dyn Write,
    report: &SolveReport,
    solution: Option<&str>,
) -> Result<(), Failure> {
    let Some(moves) = &report.moves else { return Ok(()) };
    let path = report.route.as_ref().and_then(|route| route.path.as_ref());
    if let Some(solution) = solution {
        writeln!(out, "{}\n", visible(solution))?;
    } else if report.remarks.solution.is_some() {
        match &report.remarks.text {
            Some(text) => writeln!(out, "{text}\n")?,
            None => writeln!(out, "{}\n", shortened(moves))?,
        }
    } else if let Some(drawing) = &report.remarks.drawing {
        writeln!(out, "{drawing}")?;
    } else if let Some(words) = path.or(Some(moves).filter(|moves| !moves.is_empty())) {
        writeln!(out, "{}\n", wrapped(words))?;
    }
    Ok(())
}

/// Writes all plans, if there are several.
fn write_solutions(out: &mut dyn Write, report: &SolveReport) -> Result<(), Failure> {
    if !report.solutions.is_empty() {
        writeln!(out)?;
    }
    for plan in &report.solutions {
        let FoundPlan { cost, length, .. } = plan;
        match (&plan.goal, &plan.moves) {
            (Some(goal), _) => writeln!(out, "{}", visible(goal))?,
            (None, moves) => {
                let words = moves.as_ref().map_or_else(String::new, |moves| moves.join(" "));
                let length = report.of_moves(*length);
                writeln!(out, "cost {cost}, {length}: {}", visible(&words))?;
            }
        }
    }
    Ok(())
}

/// What is known of a path besides: the nearest reachable cell, and the cost in a scenario file.
fn write_route(
    out: &mut dyn Write,
    report: &SolveReport,
    route: &RouteReport,
) -> Result<(), Failure> {
    if let (Some(nearest), Some(cost)) = (&route.nearest, route.nearest_cost) {
        let cost = cost.in_six_decimals();
        writeln!(out, "Closest reachable cell: {nearest}, cost {cost}.")?;
        if let Some(path) = &route.nearest_path {
            writeln!(out, "{}", wrapped(path))?;
        }
    }
    if let Some(expected) = route.expected {
        let is_inexact = report.optimal == Some(false) && report.rounding.is_none();
        let cost = report.cost.filter(|_| is_inexact && expected.as_f64() > 0.0);
        let ratio = cost.map_or_else(String::new, |cost| {
            format!(", ratio {:.4}", cost.as_f64() / expected.as_f64())
        });
        writeln!(out, "Cost in the scenario file: {expected}{ratio}")?;
    }
    Ok(())
}

/// The words of a solution; of a long one only the first.
fn shortened(words: &[String]) -> String {
    const MOST: usize = 2000;
    let shown = wrapped(&words[..words.len().min(MOST)]);
    if words.len() <= MOST {
        return shown;
    }
    format!("{shown}\n… ({} in all; --format json lists them)", grouped(words.len() as u64))
}

/// Writes the method and the result of a report in a few lines.
pub(crate) fn write_brief(
    out: &mut dyn Write,
    report: &SolveReport,
    style: Style,
) -> Result<(), Failure> {
    write_method(out, report, None)?;
    for sentence in report.sentences() {
        writeln!(out, "{}", styled(&sentence, style))?;
    }
    write_counts(out, report, false)?;
    Ok(writeln!(out)?)
}

/// The algorithm, with the heuristic if it takes one.
fn method(report: &SolveReport) -> String {
    let heuristic = report.heuristic.as_ref().map_or(String::new(), |name| format!(" with {name}"));
    let mut method = format!("{}{heuristic}", report.algorithm);
    if let Some(route) = &report.route {
        for rule in [route.movement, route.costs.as_deref()].into_iter().flatten() {
            method.push_str(", ");
            method.push_str(rule);
        }
    }
    method
}

fn write_method(
    out: &mut dyn Write,
    report: &SolveReport,
    why: Option<&str>,
) -> Result<(), Failure> {
    let mut method = method(report);
    if let Some(why) = why.filter(|_| report.remarks.replaced.is_none()) {
        method.push_str(", the default for ");
        method.push_str(why);
    }
    writeln!(out, "{}", wrapped(method.split(' ')))?;
    Ok(())
}

fn write_counts(
    out: &mut dyn Write,
    report: &SolveReport,
    is_verbose: bool,
) -> Result<(), Failure> {
    let counts = &report.counts;
    let is_local = report.remarks.solution.is_some_and(|words| words.is_local);
    let (expanded, generated) = (Some(counts.expanded), counts.generated);
    let counted = match is_local {
        true => [(generated, "evaluated"), (expanded, "accepted")],
        false => [(expanded, "expanded"), (generated, "generated")],
    };
    let counted = counted.into_iter().filter_map(|(count, what)| Some((count?, what)));
    let mut parts: Vec<String> =
        counted.map(|(count, what)| format!("{} {what}", grouped(count))).collect();
    // Local searches look at many states for each that they go to.
    let looked_at =
        counts.evaluated.filter(|&it| it / 2 > counts.expanded.max(generated.unwrap_or(0)));
    let evaluated = if is_verbose { counts.evaluated } else { looked_at };
    parts.extend(evaluated.map(|it| format!("{} evaluated", grouped(it))));
    if is_verbose {
        let further = [
            ("reopened", counts.reopened),
            ("duplicates", counts.duplicates),
            ("pruned", counts.pruned),
            ("open", counts.open),
            ("closed", counts.closed),
            ("max open", counts.max_open),
            ("iterations", counts.iterations),
        ];
        let further = further.into_iter().filter_map(|(name, count)| Some((name, count?)));
        parts.extend(further.map(|(name, count)| format!("{} {name}", grouped(count))));
    }
    if let Some(count @ 1..) = counts.inconsistencies {
        let noun = if count == 1 { "inconsistency" } else { "inconsistencies" };
        parts.push(format!("{} {noun} of the heuristic", grouped(count)));
    }
    let building = report.remarks.seconds_to_build;
    let searching = report.seconds - building;
    if report.counts.generated != Some(0) {
        let mut time = seconds_in_words(report.seconds);
        if building > 0.01 {
            let built = seconds_in_words(building);
            time.push_str(&format!(" (including {built} to build the heuristic)"));
        }
        if let Some(seconds) = report.route.as_ref().and_then(|route| route.preparation_seconds) {
            let prepared = seconds_in_words(seconds);
            time.push_str(&format!(", prepared in {prepared}"));
        }
        parts.push(time);
        if let Some(nodes) = looked_at.or(generated).filter(|_| searching > 0.01) {
            let speed = count_in_words(nodes as f64 / searching);
            parts.push(format!("{speed} nodes/s"));
        }
    }
    if report.peak_bytes > 0 {
        parts.push(bytes_in_words(report.peak_bytes));
    }
    if is_verbose {
        parts.push(format!("seed {}", report.seed));
    }
    writeln!(out, "{}", wrapped(parts.join(", ").split(' ')))?;
    let file = report.route.as_ref().and_then(|route| route.prepared_file.as_deref());
    if let Some(file) = file.filter(|_| is_verbose) {
        writeln!(out, "preprocessed data: {}", visible(&file.display().to_string()))?;
    }
    Ok(())
}

/// A number in at most seven digits, for a column.
fn in_few_digits(number: f64) -> String {
    if number.fract() == 0.0 {
        number.to_string()
    } else if (1e-3..1e6).contains(&number.abs()) {
        let decimals = (5.0 - number.abs().log10().floor()) as usize;
        format!("{number:.decimals$}")
    } else {
        format!("{number:.4e}")
    }
}

/// Writes one of many reports on one line that ends with `last`.
pub(crate) fn write_line(
    out: &mut dyn Write,
    report: &SolveReport,
    last: &str,
    is_first: bool,
) -> Result<(), Failure> {
    let (what, value) = match report.remarks.solution {
        Some(words) => (words.value, report.cost.map(|cost| in_few_digits(cost.as_f64()))),
        None => ("length", report.length.map(|length| length.to_string())),
    };
    if is_first {
        writeln!(out, "{}\n", method(report))?;
        writeln!(
            out,
            "{what:>6} {:>6}  {:<14} {:>15} {:>9}",
            "bound", "proof", "generated", "time"
        )?;
    }
    let proof = match report.status {
        _ if report.only == Some(true) => "only solution",
        _ if report.only == Some(false) => "one of several",
        Status::NoSolution => "no solution",
        _ if report.optimal == Some(true) => "optimal",
        _ if report.rounding.is_some() => "up to rounding",
        Status::Solved => "not optimal",
        Status::Limit => "limit reached",
    };
    let length = value.unwrap_or_else(|| "-".into());
    let bound = report.bound.map_or("-".into(), |bound| in_few_digits(bound.as_f64()));
    let generated = report.counts.generated.map_or_else(|| "-".to_owned(), grouped);
    let time = seconds_in_words(report.seconds);
    let line = format!("{length:>6} {bound:>6}  {proof:<14} {generated:>15} {time:>9}");
    let space = if last.is_empty() { "" } else { "  " };
    writeln!(out, "{line}{space}{}", visible(last))?;
    Ok(())
}

/// Writes the total over many reports.
pub(crate) fn write_total(out: &mut dyn Write, lines: &[Line]) -> Result<(), Failure> {
    let count = |is: fn(&Line) -> bool| lines.iter().filter(|line| is(line)).count();
    let (only, several) =
        (count(|line| line.only == Some(true)), count(|line| line.only == Some(false)));
    let optimal = count(|line| line.is_optimal && line.only.is_none());
    let rounded = count(|line| line.is_rounded);
    let is_unproved = |line: &Line| !line.is_optimal && !line.is_rounded && line.only.is_none();
    let solved =
        lines.iter().filter(|line| line.status == Status::Solved && is_unproved(line)).count();
    let unsolvable = count(|line| line.status == Status::NoSolution);
    let limited = count(|line| line.status == Status::Limit);
    let lengths: Option<Vec<usize>> = lines.iter().map(|line| line.length).collect();
    let length = lengths
        .map_or_else(String::new, |it| format!("total length {}, ", it.iter().sum::<usize>()));
    let seconds: f64 = lines.iter().map(|line| line.seconds).sum();
    let generated: u64 = lines.iter().map(|line| line.generated).sum();
    let kinds = [
        (only, "proved to have one solution"),
        (several, "with several solutions"),
        (optimal, "proved optimal"),
        (rounded, "optimal up to rounding"),
        (solved, "solved without proof"),
        (unsolvable, "proved to have no solution"),
        (limited, "stopped by a limit"),
    ];
    let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(count, what)| format!("{count} {what}")).collect();
    let instances = if lines.len() == 1 { "instance" } else { "instances" };
    writeln!(
        out,
        "\n{} {instances}: {}\n{length}{} generated, {}",
        lines.len(),
        kinds.join(", "),
        grouped(generated),
        seconds_in_words(seconds)
    )?;
    Ok(())
}
