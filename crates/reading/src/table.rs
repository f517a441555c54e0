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
/// Excel's first line `sep=;` names the separator. Blank lines are left out.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The rows, with their cells.
    pub rows: Vec<Vec<TableCell<'a>>>,
    separator: Option<char>,
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
        match first.trim().strip_prefix("sep=").map(|it| it.chars().next()) {
            Some(named) => {
                separator = named;
                body = &text[first.as_ptr() as usize - text.as_ptr() as usize + first.len()..];
            }
            None => separator = separator.or_else(|| separator_of(first)),
        }
        let mut table = Self { text, rows: Vec::new(), separator };
        let mut rest = body;
        while !rest.trim_start().is_empty() {
            let mut row = Vec::new();
            rest = table.row(rest, &mut row)?;
            if row.iter().any(|cell| !cell.written.is_empty()) {
                table.rows.push(row);
            }
        }
        Ok(table)
    }

    /// Reads a row; returns what follows it.
    fn row(&self, mut rest: &'a str, row: &mut Vec<TableCell<'a>>) -> Result<&'a str, ParseError> {
        let is_blank = |c: char| c == ' ' || self.separator != Some('\t') && c == '\t';
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
                        let expected = format!("`{separator}` or the end of the row");
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
        let text = cell.text.trim();
        let number = text.parse().ok().or_else(|| {
            let has_decimal_comma = self.separator != Some(',') && text.matches(',').count() == 1;
            has_decimal_comma.then(|| text.replace(',', ".").parse().ok()).flatten()
        });
        let number = number.filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.wrong(cell, expected))
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
