//! A table of figures with the layout of its source: printed and obtained.

use std::io::Write;

use tremaux_reproduce::{Difference, Obtained, Outcome, Printed, Table, Verdict};

use tremaux_cli::failure::Failure;
use tremaux_cli::style::Style;
use tremaux_cli::text::wrapped_at;

/// How a sheet is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Markup {
    Text(Style),
    Markdown,
    Latex,
}

/// A line of a sheet.
struct Line {
    /// The row, above its lines; empty below.
    label: String,
    /// Origin of the figures.
    whose: &'static str,
    cells: Vec<String>,
    verdict: Option<Verdict>,
}

/// The rows of one table that were computed.
pub(crate) struct Sheet {
    table: &'static Table,
    lines: Vec<Line>,
    /// Figures that are too long for a cell, and remarks.
    notes: Vec<String>,
}

/// Longer cells are moved below the table.
const WIDEST: usize = 30;

impl Sheet {
    /// The sheet of the outcomes of one table; `None` if there are no outcomes.
    pub(crate) fn of(outcomes: &[Outcome]) -> Option<Self> {
        let table = outcomes.first()?.table;
        let (mut lines, mut notes) = (Vec::new(), Vec::new());
        for outcome in outcomes {
            add(outcome, &mut lines, &mut notes);
        }
        Some(Self { table, lines, notes })
    }

    /// Writes it.
    pub(crate) fn write(&self, markup: Markup, out: &mut dyn Write) -> Result<(), Failure> {
        match markup {
            Markup::Text(style) => self.write_text(style, out),
            Markup::Markdown => self.write_markdown(out),
            Markup::Latex => self.write_latex(out),
        }
    }

    fn heads(&self) -> Vec<&str> {
        let columns = self.table.columns.iter().copied();
        [self.table.rows, ""].into_iter().chain(columns).chain([""]).collect()
    }

    fn cells(line: &Line) -> Vec<&str> {
        let verdict = line.verdict.map_or("", Verdict::in_words);
        let cells = line.cells.iter().map(String::as_str);
        [&*line.label, line.whose].into_iter().chain(cells).chain([verdict]).collect()
    }

    fn write_text(&self, style: Style, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { name, title, source, conventions, .. } = self.table;
        writeln!(out, "\n{}  [{name}]", style.strong(title))?;
        wrapped(out, source, "")?;
        let rows: Vec<Vec<&str>> =
            std::iter::once(self.heads()).chain(self.lines.iter().map(Self::cells)).collect();
        let width = |column: usize| {
            let lengths = rows.iter().map(|row| row.get(column).map_or(0, |it| it.chars().count()));
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads().len()).map(width).collect();
        writeln!(out)?;
        for (at, row) in rows.iter().enumerate() {
            let mut text = String::from("  ");
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Align names left, figures right.
                let padded = if column < 2 || column + 1 == row.len() {
                    format!("{cell:<width$}  ")
                } else {
                    format!("{cell:>width$}  ")
                };
                text += &padded;
            }
            let text = text.trim_end();
            let is_wrong = at > 0 && self.lines[at - 1].verdict == Some(Verdict::Differs);
            writeln!(out, "{}", if is_wrong { style.open(text) } else { text.to_owned() })?;
        }
        writeln!(out)?;
        wrapped(out, conventions, "")?;
        for note in &self.notes {
            wrapped(out, note, "  ")?;
        }
        Ok(())
    }

    fn write_markdown(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { title, source, conventions, .. } = self.table;
        let escaped = |text: &str| text.replace('|', "\\|");
        writeln!(out, "\n## {title}\n\n{source}.\n")?;
        let heads: Vec<String> = self.heads().into_iter().map(escaped).collect();
        writeln!(out, "| {} |", heads.join(" | "))?;
        let rules: Vec<&str> = (0..heads.len())
            .map(|at| if at < 2 || at + 1 == heads.len() { "---" } else { "---:" })
            .collect();
        writeln!(out, "| {} |", rules.join(" | "))?;
        for line in &self.lines {
            let cells: Vec<String> = Self::cells(line).into_iter().map(escaped).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        writeln!(out, "\n{conventions}")?;
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        for note in &self.notes {
            writeln!(out, "- {note}")?;
        }
        Ok(())
    }

    fn write_latex(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { title, source, conventions, .. } = self.table;
        let row = |cells: Vec<&str>| {
            let cells: Vec<String> = cells.into_iter().map(latex).collect();
            format!("{} \\\\", cells.join(" & "))
        };
        let figures = "r".repeat(self.table.columns.len());
        writeln!(out, "\n\\begin{{table}}\n\\centering\n\\caption{{{}}}", latex(title))?;
        writeln!(out, "\\begin{{tabular}}{{ll{figures}l}}\n\\toprule")?;
        writeln!(out, "{}\n\\midrule", row(self.heads()))?;
        for line in &self.lines {
            writeln!(out, "{}", row(Self::cells(line)))?;
        }
        writeln!(out, "\\bottomrule\n\\end{{tabular}}\n")?;
        writeln!(out, "{{\\footnotesize {}. {}", latex(source), latex(conventions))?;
        for note in &self.notes {
            writeln!(out, "\n{}", latex(note))?;
        }
        Ok(writeln!(out, "}}\n\\end{{table}}")?)
    }
}

/// Adds the lines of an outcome: printed, ours, and the interval where there is one.
fn add(outcome: &Outcome, lines: &mut Vec<Line>, notes: &mut Vec<String>) {
    let entry = outcome.entry;
    let columns = outcome.table.columns;
    let verdict = outcome.verdict();
    let cell = |text: String| if text.chars().count() > WIDEST { "below".into() } else { text };
    let printed: Vec<String> = entry.printed.iter().map(|printed| cell(printed.text())).collect();
    let is_there = matches!(&outcome.obtained, Ok(figures) if !figures.is_empty());
    lines.push(Line {
        label: entry.what.to_owned(),
        whose: "printed",
        cells: printed,
        verdict: (!is_there).then_some(verdict),
    });
    match (outcome.needs(), &outcome.obtained) {
        (Some(needs), _) => notes.push(format!("{}: needs {needs}.", entry.what)),
        (_, Err(stopped)) => notes.push(format!("{}: {stopped}.", entry.what)),
        (_, Ok(figures)) => {
            let pairs = || entry.printed.iter().zip(figures);
            let cells = pairs().map(|(printed, ours)| cell(ours.text(printed))).collect();
            let verdict = Some(verdict);
            lines.push(Line { label: String::new(), whose: "ours", cells, verdict });
            let differences = outcome.differences();
            if let Some(cells) = intervals(&differences, entry.printed) {
                lines.push(Line { label: String::new(), whose: "±", cells, verdict: None });
            }
            if let Some(cells) = detected(outcome) {
                lines.push(Line { label: String::new(), whose: "detects", cells, verdict: None });
            }
            let long = columns.iter().zip(pairs()).zip(&differences);
            for ((column, (printed, ours)), difference) in long {
                notes.extend(long_note(entry.what, column, printed, ours, difference));
            }
        }
    }
    if !entry.comment.is_empty() {
        let said = format!("{}: {}", entry.what, entry.comment);
        notes.push(said);
    }
}

fn intervals(differences: &[Difference], printed: &[Printed]) -> Option<Vec<String>> {
    let of = |(difference, printed): (&Difference, &Printed)| match difference {
        Difference::Within(interval) => {
            Obtained::Mean { mean: *interval, standard_error: 0.0 }.text(printed)
        }
        _ => String::new(),
    };
    let cells: Vec<String> = differences.iter().zip(printed).map(of).collect();
    cells.iter().any(|cell| !cell.is_empty()).then_some(cells)
}

/// The smallest errors that a statistical row would detect, in percent of the printed figures
/// unless these are zero.
fn detected(outcome: &Outcome) -> Option<Vec<String>> {
    let of = |(least, printed): (Option<f64>, &Printed)| match (least, printed.number()) {
        (Some(least), Some(number)) if number != 0.0 => {
            format!("{:.1} %", 100.0 * least / number.abs())
        }
        (Some(least), _) => format!("{least:.2}"),
        (None, _) => String::new(),
    };
    let least = outcome.detects();
    let cells = least.iter().copied().zip(outcome.entry.printed).map(of).collect();
    least.iter().any(Option::is_some).then_some(cells)
}

/// A note with a figure that does not fit into a cell; printed and ours once if they are equal.
fn long_note(
    what: &str,
    column: &str,
    printed: &Printed,
    ours: &Obtained,
    difference: &Difference,
) -> Option<String> {
    let (theirs, ours) = (printed.text(), ours.text(printed));
    if theirs.chars().count().max(ours.chars().count()) <= WIDEST {
        return None;
    }
    Some(match difference {
        Difference::None => format!("{what}, {column}, printed and ours: {ours}."),
        Difference::Unprinted => format!("{what}, {column}, ours: {ours}."),
        _ => format!("{what}, {column}, printed: {theirs}; ours: {ours}."),
    })
}

/// Writes `text` in lines of at most a hundred characters.
fn wrapped(out: &mut dyn Write, text: &str, indent: &str) -> Result<(), Failure> {
    let lines = wrapped_at(text.split(' '), 100 - indent.len());
    Ok(writeln!(out, "{indent}{}", lines.replace('\n', &format!("\n{indent}")))?)
}

/// `text` with LaTeX special characters escaped.
fn latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\textbackslash{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '−' => escaped += "$-$",
            '±' => escaped += "$\\pm$",
            '·' => escaped += "$\\cdot$",
            '×' => escaped += "$\\times$",
            '–' => escaped += "--",
            '°' => escaped += "$^\\circ$",
            '⁰'..='⁹' => escaped += &format!("$^{}$", c as u32 - '⁰' as u32),
            '¹' => escaped += "$^1$",
            '²' => escaped += "$^2$",
            '³' => escaped += "$^3$",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::latex;

    #[test]
    fn latex_takes_nothing_for_a_command() {
        assert_eq!(latex("95 % of 1.5·10⁷, f_1"), "95 \\% of 1.5$\\cdot$10$^7$, f\\_1");
        assert_eq!(latex("±3 × 2"), "$\\pm$3 $\\times$ 2");
    }
}
