//! Tables in text: rows of cells, as spreadsheets and scripts write them.

use std::borrow::Cow;

use tremaux_core::ParseError;

/// A cell of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCell<'a> {
    /// The part of the text, for messages: with its quotes.
    pub written: &'a str,
    /// What it says, without quotes and blanks around.
    pub text: Cow<'a, str>,
}

/// Rows of cells between commas, semicolons or tabs, or, without any of these, blanks.
///
/// Cells may have quotes, within which there may be separators, line breaks and doubled quotes.
/// Excel's first line `sep=;` names the separator. Blank lines are left out, and so are comments:
/// lines that begin with `#` and have not as many cells as the first line that does not.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The rows, with their cells.
    pub rows: Vec<Vec<TableCell<'a>>>,
    /// The number of comments that were left out.
    pub comments: usize,
    /// What separates cells: blanks if it is `None`.
    pub separator: Option<char>,
}

/// The separators, the first of which that occurs counts.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

impl<'a> Table<'a> {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// Returns the place of a quote that is not closed, or of what follows a closed one.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        let (mut body, mut separator) = (text, None);
        let first = text.trim_start().lines().next().unwrap_or_default();
        if let Some(named) = first.trim().strip_prefix("sep=") {
            separator = named.chars().next();
            body = &text[first.as_ptr() as usize - text.as_ptr() as usize + first.len()..];
        }
        let is_comment = |line: &str| line.trim_start().starts_with('#');
        let mut lines = body.lines().filter(|line| !line.trim().is_empty());
        let head = lines.clone().find(|line| !is_comment(line)).or_else(|| lines.next());
        let head = head.unwrap_or_default();
        separator = separator.or_else(|| separator_of(head));
        let mut table = Self { text, rows: Vec::new(), comments: 0, separator };
        let mut row = Vec::new();
        if head.is_empty() {
            return Ok(table);
        }
        table.row(&body[head.as_ptr() as usize - body.as_ptr() as usize..], &mut row)?;
        let width = row.len();
        let mut rest = body;
        while !rest.trim_start().is_empty() {
            row = Vec::new();
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = match table.row(rest, &mut row) {
                Ok(rest) if row.len() == width || !is_comment(line) => rest,
                Err(error) if !is_comment(line) => return Err(error),
                _ => {
                    table.comments += 1;
                    row.clear();
                    after
                }
            };
            if row.iter().any(|cell| !cell.written.is_empty()) {
                table.rows.push(row);
            }
        }
        Ok(table)
    }

    /// Reads a row; returns what follows it.
    fn row(&self, mut rest: &'a str, row: &mut Vec<TableCell<'a>>) -> Result<&'a str, ParseError> {
        let is_blank =
            |c: char| matches!(c, ' ' | '\r') || self.separator != Some('\t') && c == '\t';
        loop {
            rest = rest.trim_start_matches(is_blank);
            let is_end = |c: char| {
                c == '\n' || self.separator.map_or_else(|| c == ' ' || c == '\t', |it| c == it)
            };
            let (written, text) = if let Some(quoted) = rest.strip_prefix('"') {
                let end = closing(quoted);
                let expected = "a quote at the end of the cell";
                let end =
                    end.ok_or_else(|| ParseError::about(self.text, first_line(rest), expected))?;
                let inside = &quoted[..end];
                let is_doubled = inside.contains("\"\"");
                let text =
                    if is_doubled { inside.replace("\"\"", "\"").into() } else { inside.into() };
                (&rest[..end + 2], text)
            } else {
                let end = rest.find(is_end).unwrap_or(rest.len());
                let written = rest[..end].trim_end();
                (written, written.into())
            };
            rest = rest[written.len()..].trim_start_matches(is_blank);
            if !(self.separator.is_none() && written.is_empty()) {
                row.push(TableCell { written, text });
            }
            if rest.is_empty() {
                return Ok(rest);
            }
            if let Some(after) = rest.strip_prefix('\n') {
                return Ok(after);
            }
            match self.separator {
                None => {}
                Some(separator) => match rest.strip_prefix(separator) {
                    Some(after) => rest = after,
                    None => {
                        let hint = if written.ends_with("\\\"") {
                            " (a quote within a cell is written `\"\"`)"
                        } else {
                            ""
                        };
                        let expected = format!("`{separator}` or the end of the row{hint}");
                        return Err(ParseError::about(self.text, first_line(rest), expected));
                    }
                },
            }
        }
    }

    /// Whether commas, semicolons or tabs separate cells, and not blanks.
    pub fn is_separated(&self) -> bool {
        self.separator.is_some()
    }

    /// The first column whose cell in the first row is one of the names, whatever their case.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        let is_named = |cell: &TableCell<'_>| {
            names.iter().any(|name| cell.text.trim().eq_ignore_ascii_case(name))
        };
        self.rows.first()?.iter().position(is_named)
    }

    /// The number in a cell; with a decimal comma, if commas do not separate cells.
    ///
    /// # Errors
    ///
    /// Returns the place of the cell and `expected`, if it has no finite number.
    pub fn number(&self, cell: &TableCell<'_>, expected: &str) -> Result<f64, ParseError> {
        let number = self.with_point(cell).trim().parse().ok();
        let number = number.filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.wrong(cell, expected))
    }

    /// The text of a cell, with a point for a decimal comma, if commas do not separate cells.
    pub fn with_point<'cell>(&self, cell: &'cell TableCell<'a>) -> Cow<'cell, str> {
        let is_decimal = self.separator != Some(',')
            && cell.text.matches(',').count() == 1
            && !cell.text.contains(|c: char| c.is_alphabetic() && !matches!(c, 'e' | 'E'));
        if is_decimal { cell.text.replace(',', ".").into() } else { (&*cell.text).into() }
    }

    /// An error about a cell.
    pub fn wrong(&self, cell: &TableCell<'_>, expected: &str) -> ParseError {
        ParseError::about(self.text, cell.written, expected)
    }

    /// The cell of a row in a column.
    ///
    /// # Errors
    ///
    /// Returns the end of the row and `expected`, if it is shorter.
    pub fn cell<'row>(
        &self,
        row: &'row [TableCell<'a>],
        column: usize,
        expected: &str,
    ) -> Result<&'row TableCell<'a>, ParseError> {
        row.get(column).ok_or_else(|| {
            let last = row.last().map_or("", |cell| cell.written);
            ParseError::about(self.text, &last[last.len()..], expected)
        })
    }
}

/// The separator of a table that begins with this line.
fn separator_of(line: &str) -> Option<char> {
    let is_outside = |separator: char| {
        let mut is_quoted = false;
        line.chars().any(|c| {
            is_quoted ^= c == '"';
            c == separator && !is_quoted
        })
    };
    SEPARATORS.into_iter().find(|&separator| is_outside(separator))
}

/// Where the quote is that closes a cell; a doubled one does not.
fn closing(quoted: &str) -> Option<usize> {
    let mut signs = quoted.char_indices().peekable();
    while let Some((at, c)) = signs.next() {
        if c == '"' && signs.next_if(|&(_, next)| next == '"').is_none() {
            return Some(at);
        }
    }
    None
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
