//! A table that is filled column by column and printed as plain text.

/// Rows of values by name.
#[derive(Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    /// Begins a column.
    pub(crate) fn begin(&mut self, column: &str) {
        self.columns.push(column.to_owned());
    }

    /// Sets the value of `row` in the column begun last.
    pub(crate) fn set(&mut self, row: &str, value: String) {
        let at = self.columns.len() - 1;
        if !self.rows.iter().any(|(name, _)| name == row) {
            self.rows.push((row.to_owned(), Vec::new()));
        }
        for (_, values) in self.rows.iter_mut().filter(|(name, _)| name == row) {
            values.resize(at, String::new());
            values.push(value.clone());
        }
    }

    /// Sets `row` to a ratio, with three digits.
    pub(crate) fn set_ratio(&mut self, row: &str, ratio: f64) {
        let decimals = if ratio < 10.0 { 2 } else { usize::from(ratio < 100.0) };
        self.set(row, format!("{ratio:.decimals$}"));
    }

    /// Sets `row` to a time.
    pub(crate) fn set_time(&mut self, row: &str, seconds: f64) {
        let text = if seconds < 1.0 {
            format!("{:.1} ms", seconds * 1e3)
        } else {
            format!("{seconds:.1} s")
        };
        self.set(row, text);
    }

    /// Prints all of it below `title`.
    pub(crate) fn print(&self, title: &str) {
        let name_width = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = self.columns.iter().map(|name| 2 + name.len().max(8)).collect();
        println!("{title}");
        print!("{:name_width$}", "");
        self.columns.iter().zip(&widths).for_each(|(name, width)| print!("{name:>width$}"));
        println!();
        for (name, values) in &self.rows {
            print!("{name:name_width$}");
            values.iter().zip(&widths).for_each(|(value, width)| print!("{value:>width$}"));
            println!();
        }
    }
}
