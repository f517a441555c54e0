//! What a command prints as JSON, JSON lines and CSV, compared.

use serde_json::{Map, Value};

use super::run;

/// Fields that differ from run to run.
pub(crate) const TIMES: [&str; 3] = ["seconds", "preparation_seconds", "peak_bytes"];

/// What a command prints in a format.
pub(crate) fn in_form(arguments: &[&str], form: &str) -> String {
    let (verb, rest) = arguments.split_at(1);
    let arguments = [verb, &["--format", form, "-v"], rest].concat();
    let run = run(&arguments);
    assert!([0, 1, 3].contains(&run.status), "{arguments:?}: {}", run.err);
    run.out
}

/// Without what differs from run to run.
pub(crate) fn lasting(mut value: Value) -> Map<String, Value> {
    let object = value.as_object_mut().expect("an object");
    object.retain(|name, _| !TIMES.contains(&name.as_str()));
    object.clone()
}

/// A value as it stands in a cell.
pub(crate) fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => {
            let between = if items.iter().any(Value::is_object) { "; " } else { " " };
            let cells: Option<Vec<String>> = items.iter().map(cell).collect();
            cells.map(|cells| cells.join(between))
        }
        Value::Object(fields) => {
            let cells: Option<Vec<String>> = fields.values().map(cell).collect();
            cells.map(|cells| cells.join(" "))
        }
        other => Some(other.to_string()),
    }
}

/// The cells of a line of CSV.
pub(crate) fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            sign => cells.last_mut().expect("a cell").push(sign),
        }
    }
    cells
}

/// What a row of JSON has in a column: a field, a field of a part, or a part's main number.
fn in_column(row: &Value, name: &str) -> Option<String> {
    let part = |(part, field): (&str, &str)| row.get(part)?.get(field);
    let main = || row.get(name)?.get("estimate");
    let found = row.get(name).filter(|it| !it.is_object()).or_else(main);
    cell(found.or_else(|| name.split_once('_').and_then(part))?)
}

/// Checks that a command prints the same rows in every form.
pub(crate) fn assert_rows_agree(arguments: &[&str]) {
    let report: Value = serde_json::from_str(&in_form(arguments, "json")).expect("JSON");
    let rows = report.as_array().cloned().unwrap_or_else(|| vec![report]);
    let rows: Vec<Map<String, Value>> = rows.into_iter().map(lasting).collect();
    assert!(!rows.is_empty(), "{arguments:?}");
    let lines = in_form(arguments, "jsonl");
    let parsed = lines.lines().map(|line| serde_json::from_str(line).expect("a line"));
    assert_eq!(parsed.map(lasting).collect::<Vec<_>>(), rows, "{arguments:?}");
    let rows: Vec<Value> = rows.into_iter().map(Value::Object).collect();

    let csv = in_form(arguments, "csv");
    let mut lines = csv.lines().map(cells);
    let header = lines.next().expect("a header");
    let lines: Vec<Vec<String>> = lines.collect();
    assert_eq!(lines.len(), rows.len(), "{arguments:?}: {csv}");
    for (line, row) in lines.iter().zip(&rows) {
        let lasting = header.iter().zip(line).filter(|(name, _)| !TIMES.contains(&&***name));
        for (name, found) in lasting {
            let expected = in_column(row, name);
            let is_same = expected.as_ref().map_or(found.is_empty(), |it| it == found);
            assert!(is_same, "{arguments:?}: {name} is {found}, not {expected:?}");
        }
    }
}
