//! A table of figures with the layout of its source: printed and obtained.

use std::io::Write;

use tremaux_compare::report::{self, Column, latex_text};
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

/// The rows of one published table that were computed.
pub(crate) struct Sheet {
    published: &'static Table,
    /// Row, origin of the figures, figures, verdict.
    table: report::Table,
    /// Whether a line differs.
    differs: Vec<bool>,
    /// Figures that are too long for a cell, and remarks.
    notes: Vec<String>,
}

/// Longer cells are moved below the table.
const WIDEST: usize = 30;

impl Sheet {
    /// The sheet of the outcomes of one table; `None` if there are no outcomes.
    pub(crate) fn of(outcomes: &[Outcome]) -> Option<Self> {
        let published = outcomes.first()?.table;
        let column = |name, is_number| Column { name, is_number };
        let figures = published.columns.iter().map(|name| column(name, true));
        let names = [column(published.rows, false), column("", false)];
        let table = report::Table {
            title: published.title.to_owned(),
            note: String::new(),
            columns: names.into_iter().chain(figures).chain([column("", false)]).collect(),
            rows: Vec::new(),
        };
        let mut sheet = Self { published, table, differs: Vec::new(), notes: Vec::new() };
        outcomes.iter().for_each(|outcome| sheet.add(outcome));
        Some(sheet)
    }

    /// Writes it.
    pub(crate) fn write(&self, markup: Markup, out: &mut dyn Write) -> Result<(), Failure> {
        match markup {
            Markup::Text(style) => self.write_text(style, out),
            Markup::Markdown => self.write_markdown(out),
            Markup::Latex => self.write_latex(out),
        }
    }

    fn write_text(&self, style: Style, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { name, title, source, conventions, .. } = self.published;
        writeln!(out, "\n{}  [{name}]", style.strong(title))?;
        wrapped(out, source, "")?;
        writeln!(out)?;
        let differs = std::iter::once(&false).chain(&self.differs);
        for (line, &differs) in self.table.lines().iter().zip(differs) {
            let text = format!("  {line}");
            writeln!(out, "{}", if differs { style.open(&text) } else { text })?;
        }
        writeln!(out)?;
        wrapped(out, conventions, "")?;
        for note in &self.notes {
            wrapped(out, note, "  ")?;
        }
        Ok(())
    }

    fn write_markdown(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { title, source, conventions, .. } = self.published;
        let rows = self.table.markdown_rows();
        writeln!(out, "\n## {title}\n\n{source}.\n\n{rows}\n{conventions}")?;
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        for note in &self.notes {
            writeln!(out, "- {note}")?;
        }
        Ok(())
    }

    fn write_latex(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Table { source, conventions, .. } = self.published;
        let [source, conventions] = [source, conventions].map(|text| latex_text(text));
        writeln!(out, "\n{}", self.table.latex_rows())?;
        writeln!(out, "{{\\footnotesize {source}. {conventions}")?;
        for note in &self.notes {
            writeln!(out, "\n{}", latex_text(note))?;
        }
        Ok(writeln!(out, "}}\n\\end{{table}}")?)
    }

    /// Adds a line.
    fn push(&mut self, row: &str, whose: &str, cells: Vec<String>, verdict: Option<Verdict>) {
        let names = [row, whose].map(str::to_owned).into_iter();
        let missing = self.published.columns.len().saturating_sub(cells.len());
        let cells = cells.into_iter().chain(vec![String::new(); missing]);
        let verdict_text = verdict.map_or("", Verdict::in_words).to_owned();
        self.table.rows.push(names.chain(cells).chain([verdict_text]).collect());
        self.differs.push(verdict == Some(Verdict::Differs));
    }

    /// Adds the lines of an outcome: printed, ours, and the interval where there is one.
    fn add(&mut self, outcome: &Outcome) {
        let entry = outcome.entry;
        let columns = outcome.table.columns;
        let verdict = outcome.verdict();
        let cell = |text: String| if text.chars().count() > WIDEST { "below".into() } else { text };
        let printed = entry.printed.iter().map(|printed| cell(printed.text())).collect();
        let is_there = matches!(&outcome.obtained, Ok(figures) if !figures.is_empty());
        self.push(entry.what, entry.origin.name(), printed, (!is_there).then_some(verdict));
        match (outcome.needs(), &outcome.obtained) {
            (Some(needs), _) => self.notes.push(format!("{}: needs {needs}.", entry.what)),
            (_, Err(stopped)) => self.notes.push(format!("{}: {stopped}.", entry.what)),
            (_, Ok(figures)) => {
                let pairs = || entry.printed.iter().zip(figures);
                let cells = pairs().map(|(printed, ours)| cell(ours.text(printed))).collect();
                self.push("", "ours", cells, Some(verdict));
                let differences = outcome.differences();
                if let Some(cells) = intervals(outcome) {
                    self.push("", "±", cells, None);
                }
                if let Some(cells) = detected(outcome) {
                    self.push("", "detects", cells, None);
                }
                let long = columns.iter().zip(pairs()).zip(&differences);
                for ((column, (printed, ours)), difference) in long {
                    let note = long_note(entry.what, column, printed, ours, difference);
                    self.notes.extend(note);
                }
            }
        }
        if let Some(command) = entry.command {
            self.notes.push(format!("{}: `{command}`", entry.what));
        }
        if !entry.comment.is_empty() {
            self.notes.push(format!("{}: {}", entry.what, entry.comment));
        }
    }
}

/// The half-widths of the intervals of a statistical row.
fn intervals(outcome: &Outcome) -> Option<Vec<String>> {
    let of = |(interval, printed): (Option<f64>, &Printed)| match interval {
        Some(mean) => Obtained::Mean { mean, standard_error: 0.0 }.text(printed),
        None => String::new(),
    };
    let intervals = outcome.intervals();
    let cells = intervals.iter().copied().zip(outcome.entry.printed).map(of).collect();
    intervals.iter().any(Option::is_some).then_some(cells)
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
