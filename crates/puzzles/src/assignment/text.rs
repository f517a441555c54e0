//! Tables of costs as text.

use std::collections::HashSet;
use std::fmt;

use tremaux_core::ParseError;

use super::Assignment;

const COST: &str = "a whole number, or `-` if the worker may not do the task";

/// The cells of a row: separated by commas, semicolons or tabs if it has any, otherwise by spaces.
fn cells(row: &str) -> Vec<&str> {
    match [',', ';', '\t'].into_iter().find(|separator| row.contains(*separator)) {
        Some(separator) => row.split(separator).map(str::trim).collect(),
        None => row.split_whitespace().collect(),
    }
}

/// The cost in a cell; `None` if the cell is not one.
fn cost(cell: &str) -> Option<Option<u32>> {
    let is_plain = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    match cell {
        "-" => Some(None),
        _ => cell.parse().ok().filter(|_| is_plain).map(Some),
    }
}

/// What tables call the column of the workers' names.
const CORNERS: &[&str] = &["", "worker", "workers", "agent", "person", "name", "row", "task"];

fn is_corner(cell: &str) -> bool {
    CORNERS.iter().any(|corner| cell.eq_ignore_ascii_case(corner))
}

/// Fails at the first name that is empty, occurs twice, or could not be read back from one line.
fn check_names(text: &str, names: &[&str]) -> Result<(), ParseError> {
    let mut seen = HashSet::new();
    for &name in names {
        if name.is_empty() || name.contains('/') || !seen.insert(name) {
            let expected = "a different name for each, without `/`";
            return Err(ParseError::about(text, name, expected));
        }
    }
    Ok(())
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn numbered(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

impl Assignment {
    /// Reads a table: a row for each worker, on lines of their own or in one line separated by
    /// `/`, with the cost of each task, separated by spaces, commas, semicolons or tabs; `-` if
    /// the worker may not do it.
    ///
    /// The first row names the tasks if no cell of it is a cost, or if it begins with an empty
    /// cell or a word such as `worker`; then the first column names the workers. It does so, too,
    /// if its first cell is not a cost.
    ///
    /// # Errors
    ///
    /// Returns the place of a cell that is not a cost, of a row whose length differs, of a name
    /// that occurs twice, or of more workers than tasks.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let is_line = text.trim().lines().count() < 2;
        let rows = text.lines().flat_map(|line| line.split(|c| is_line && c == '/'));
        let mut rows: Vec<Vec<&str>> =
            rows.filter(|row| !row.trim().is_empty()).map(cells).collect();
        let is_name = |cell: &&str| cost(cell).is_none();
        let has_header = rows.first().is_some_and(|row| {
            row.first().is_some_and(|cell| is_corner(cell)) || row.iter().all(is_name)
        });
        let header = has_header.then(|| rows.remove(0));
        let Some(first) = rows.first() else {
            return Err(ParseError::at_end(text, "rows of costs, for example `4 1 / 2 3`"));
        };
        let begins_with_corner =
            header.as_ref().and_then(|header| header.first()).is_some_and(|cell| is_corner(cell));
        let has_names = begins_with_corner || first.first().is_some_and(is_name);
        let width = first.len();
        let columns = width - usize::from(has_names);
        if columns == 0 || columns > Self::MOST {
            let expected = format!("the costs of 1 to {} tasks", Self::MOST);
            return Err(ParseError::about(text, first[0], expected));
        }
        let mut names = Vec::new();
        let mut costs = Vec::new();
        for row in &rows {
            if row.len() != width {
                let last = row.last().copied().unwrap_or("");
                let expected = format!("{width} cells, like the first row of costs");
                let found = format!("{} cells", row.len());
                return Err(ParseError { found, ..ParseError::about(text, last, expected) });
            }
            names.extend(row.first().filter(|_| has_names));
            for cell in row.iter().skip(usize::from(has_names)) {
                costs.push(cost(cell).ok_or_else(|| ParseError::about(text, cell, COST))?);
            }
        }
        let tasks = match header {
            None => numbered(columns),
            Some(header) => {
                let has_corner = has_names && header.len() == width;
                let tasks = &header[usize::from(has_corner)..];
                if tasks.len() != columns {
                    let expected = format!("the names of {columns} tasks");
                    return Err(ParseError::about(text, header[0], expected));
                }
                check_names(text, tasks)?;
                owned(tasks)
            }
        };
        check_names(text, &names)?;
        let workers = if has_names { owned(&names) } else { numbered(rows.len()) };
        if workers.len() > columns {
            let expected = format!("at most {columns} workers, one for each task");
            return Err(ParseError::about(text, rows[columns][0], expected));
        }
        let expected = format!("costs whose total is at most {}", Self::MOST_COST);
        let found = Self::new(workers, tasks, costs);
        found.ok_or_else(|| ParseError::about(text, first[width - 1], expected))
    }
}

/// Writes one line that [`Assignment::parse`] can read.
impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_names = self.workers != numbered(self.workers.len())
            || self.tasks != numbered(self.tasks.len());
        if has_names {
            f.write_str("worker")?;
            self.tasks.iter().try_for_each(|name| write!(f, ", {name}"))?;
            f.write_str(" / ")?;
        }
        for (worker, row) in self.costs.chunks(self.tasks.len()).enumerate() {
            f.write_str(if worker > 0 { " / " } else { "" })?;
            if has_names {
                write!(f, "{}, ", self.workers[worker])?;
            }
            for (task, cost) in row.iter().enumerate() {
                f.write_str(if task > 0 { if has_names { ", " } else { " " } } else { "" })?;
                match cost {
                    Some(cost) => write!(f, "{cost}")?,
                    None => f.write_str("-")?,
                }
            }
        }
        Ok(())
    }
}
