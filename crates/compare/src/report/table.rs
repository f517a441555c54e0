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
    /// The columns with these headings, separated by `|`; `#` marks those of numbers.
    pub fn all(headings: &'static str) -> Vec<Self> {
        let column = |heading: &'static str| {
            let number = heading.strip_prefix('#');
            Self { name: number.unwrap_or(heading), is_number: number.is_some() }
        };
        headings.split('|').map(str::trim).map(column).collect()
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

    /// The headings and the rows, aligned.
    pub fn lines(&self) -> Vec<String> {
        let rows: Vec<Vec<&str>> = self.cells().collect();
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |row: &Vec<&str>| {
            let cells = row.iter().zip(&self.columns).zip(&widths);
            let cells = cells.map(|((cell, column), &width)| match column.is_number {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        rows.iter().map(line).collect()
    }

    /// The headings and the cells, row by row.
    fn cells(&self) -> impl Iterator<Item = Vec<&str>> {
        let headings = self.columns.iter().map(|column| column.name).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(String::as_str).collect());
        std::iter::once(headings).chain(rows)
    }

    fn text(&self) -> String {
        let note = (!self.note.is_empty()).then(|| self.note.clone());
        let lines = std::iter::once(self.title.clone()).chain(self.lines()).chain(note);
        lines.map(|line| line + "\n").collect()
    }

    fn markdown(&self) -> String {
        let note = if self.note.is_empty() { String::new() } else { format!("\n{}\n", self.note) };
        format!("**{}**\n\n{}{note}", self.title, self.markdown_rows())
    }

    /// The headings and the rows in Markdown.
    pub fn markdown_rows(&self) -> String {
        let line = |cells: Vec<&str>| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rules = self.columns.iter().map(|it| if it.is_number { "---:" } else { "---" });
        let mut lines: Vec<String> = self.cells().map(line).collect();
        lines.insert(1, line(rules.collect()));
        lines.concat()
    }

    fn latex(&self) -> String {
        let mut text = format!("% needs \\usepackage{{booktabs}}\n{}", self.latex_rows());
        if !self.note.is_empty() {
            let _ = writeln!(text, "\n\\smallskip\n{{\\footnotesize {}}}", latex_text(&self.note));
        }
        text + "\\end{table}\n"
    }

    /// The title, the headings and the rows in LaTeX: a `table` that is still to be ended.
    pub fn latex_rows(&self) -> String {
        let places: String =
            self.columns.iter().map(|it| if it.is_number { 'r' } else { 'l' }).collect();
        let line = |cells: Vec<&str>| {
            cells.into_iter().map(latex_text).collect::<Vec<_>>().join(" & ") + " \\\\\n"
        };
        let mut lines: Vec<String> = self.cells().map(line).collect();
        lines.insert(1, "\\midrule\n".into());
        format!(
            "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{{places}}}\n\
             \\toprule\n{}\\bottomrule\n\\end{{tabular}}\n",
            latex_text(&self.title),
            lines.concat(),
        )
    }

    fn csv(&self) -> String {
        let cell = |cell: &str| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_owned(),
        };
        let line = |cells: Vec<&str>| cells.into_iter().map(cell).collect::<Vec<_>>().join(",");
        self.cells().map(|cells| line(cells) + "\n").collect()
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

/// `text` with the characters escaped that LaTeX takes for commands.
pub fn latex_text(text: &str) -> String {
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
    use super::latex_text;

    #[test]
    fn latex_takes_nothing_for_a_command() {
        assert_eq!(latex_text("95 % of 1.5·10⁷, f_1"), "95 \\% of 1.5$\\cdot$10$^7$, f\\_1");
        assert_eq!(latex_text("±3 × 2"), "$\\pm$3 $\\times$ 2");
    }
}
