//! Tables as text, Markdown, LaTeX, CSV and JSON.

use std::fmt::Write;

use serde_json::{Map, Value};

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub name: &'static str,
    /// Whether it contains numbers, which are aligned to the right.
    pub is_number: bool,
}

impl Column {
    /// A column of text.
    pub const fn words(name: &'static str) -> Self {
        Self { name, is_number: false }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str) -> Self {
        Self { name, is_number: true }
    }
}

/// The output format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For a terminal.
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX, with the rules of `booktabs`.
    Latex,
    /// Comma-separated values with a header (RFC 4180).
    Csv,
    /// A list of objects.
    Json,
}

/// A table with its title and a note.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The title.
    pub title: String,
    /// The note below the table, which explains the figures.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Writes the table in the given format.
    pub fn write(&self, form: Form) -> String {
        match form {
            Form::Text => self.text(),
            Form::Markdown => self.markdown(),
            Form::Latex => self.latex(),
            Form::Csv => self.csv(),
            Form::Json => format!("{:#}\n", self.json()),
        }
    }

    fn text(&self) -> String {
        let width = |at: usize| {
            let cells = self.rows.iter().map(|row| row[at].chars().count());
            cells.chain([self.columns[at].name.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[&str]| {
            let cells = cells.iter().zip(&self.columns).zip(&widths);
            let cells = cells.map(|((cell, column), &width)| match column.is_number {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        let mut text = format!("{}\n", self.title);
        text += &line(&self.columns.iter().map(|column| column.name).collect::<Vec<_>>());
        for row in &self.rows {
            text += &line(&row.iter().map(String::as_str).collect::<Vec<_>>());
        }
        if !self.note.is_empty() {
            text += &format!("{}\n", self.note);
        }
        text
    }

    fn markdown(&self) -> String {
        let names = self.columns.iter().map(|column| column.name).collect::<Vec<_>>();
        let rules = self.columns.iter().map(|it| if it.is_number { "---:" } else { "---" });
        let rules = rules.collect::<Vec<_>>();
        let mut text = format!("**{}**\n\n", self.title);
        let _ = writeln!(text, "| {} |\n| {} |", names.join(" | "), rules.join(" | "));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        if !self.note.is_empty() {
            let _ = write!(text, "\n{}\n", self.note);
        }
        text
    }

    fn latex(&self) -> String {
        let places: String =
            self.columns.iter().map(|it| if it.is_number { 'r' } else { 'l' }).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            cells.map(escaped).collect::<Vec<_>>().join(" & ") + " \\\\\n"
        };
        let mut text = format!(
            "% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\
             \\begin{{tabular}}{{{places}}}\n\\toprule\n",
            escaped(&self.title)
        );
        text += &line(&mut self.columns.iter().map(|column| column.name));
        text += "\\midrule\n";
        for row in &self.rows {
            text += &line(&mut row.iter().map(String::as_str));
        }
        text += "\\bottomrule\n\\end{tabular}\n";
        if !self.note.is_empty() {
            let _ = writeln!(text, "\n\\smallskip\n{{\\footnotesize {}}}", escaped(&self.note));
        }
        text + "\\end{table}\n"
    }

    fn csv(&self) -> String {
        let cell = |cell: &str| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_owned(),
        };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            cells.map(cell).collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(&mut self.columns.iter().map(|column| column.name));
        for row in &self.rows {
            text += &line(&mut row.iter().map(String::as_str));
        }
        text
    }

    /// The rows as a list of objects. Cells in number columns become numbers where possible.
    pub fn json(&self) -> Value {
        let object = |row: &Vec<String>| {
            let fields = self.columns.iter().zip(row).map(|(column, cell)| {
                let number = cell.parse::<f64>().ok().filter(|_| column.is_number);
                let value = match number {
                    Some(number) if number.is_finite() => match cell.parse::<u64>() {
                        Ok(whole) => whole.into(),
                        Err(_) => number.into(),
                    },
                    _ => Value::String(cell.clone()),
                };
                (column.name.replace(' ', "_"), value)
            });
            Value::Object(fields.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }
}

/// Escapes a text for LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '\\' => out += "\\textbackslash{}",
            '–' => out += "--",
            '−' => out += "$-$",
            '×' => out += "$\\times$",
            '±' => out += "$\\pm$",
            'ᵇ' | '²' => out += "\\textsuperscript{2}",
            _ => out.push(c),
        }
    }
    out
}
