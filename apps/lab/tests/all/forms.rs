//! One answer in every form.

use serde_json::Value;

use crate::support::forms::{assert_rows_agree, cell, cells, in_form};

#[test]
fn rows_are_the_same_in_every_form() {
    let nim = ["match", "tic-tac-toe", "scout(depth=2)", "random", "--games", "4", "--seed", "5"];
    assert_rows_agree(&nim);
    assert_rows_agree(&["reproduce", "--list"]);
}

/// The tables of a comparison, of runs that are stored when the first form is asked for.
#[test]
fn tables_of_a_comparison_are_the_same_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("runs.sqlite");
    let database = database.to_str().expect("text");
    let words = "compare --domain tiles --with size=3x3 --random 3 --algorithm a-star \
                 --algorithm ida-star --heuristic manhattan --database";
    let arguments: Vec<&str> = words.split_whitespace().chain([database]).collect();
    let report: Value = serde_json::from_str(&in_form(&arguments, "json")).expect("JSON");
    let rows_of = |table: &Value| -> Vec<Vec<String>> {
        let rows = table.as_array().expect("rows");
        let names = rows[0].as_object().expect("a row").keys().cloned().collect();
        let values = rows.iter().map(|row| {
            row.as_object().expect("a row").values().map(|it| cell(it).expect("a cell")).collect()
        });
        std::iter::once(names).chain(values).collect()
    };
    let tables = report["tables"].as_object().expect("tables").values().map(rows_of);
    // JSON has `first_fewer` for `first fewer`, and numbers that may be written otherwise.
    let plain = |row: Vec<String>| -> Vec<String> {
        let cell = |it: String| match it.parse::<f64>() {
            Ok(number) => number.to_string(),
            Err(_) => it.replace('_', " "),
        };
        row.into_iter().map(cell).collect()
    };
    let expected: Vec<Vec<String>> = tables.flatten().map(plain).collect();
    assert_eq!(expected.len(), 8, "three tables of 2, 1 and 2 rows: {report}");

    let csv = in_form(&arguments, "csv");
    let found = csv.lines().filter(|line| !line.is_empty()).map(|line| plain(cells(line)));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let md = in_form(&arguments, "md");
    let lines = md.lines().filter(|line| line.starts_with('|') && !line.contains("---"));
    let cut = |line: &str, at: &str| line.split(at).map(|it| it.trim().to_owned()).collect();
    let found: Vec<Vec<String>> =
        lines.map(|line| plain(cut(line.trim_matches(['|', ' ']), " | "))).collect();
    assert_eq!(found, expected);
    let text = in_form(&arguments, "text");
    for row in &expected {
        let is_there = |line: &str| {
            let cells = line.split("  ").map(str::trim).filter(|it| !it.is_empty());
            plain(cells.map(str::to_owned).collect()).starts_with(row)
        };
        assert!(text.lines().any(is_there), "{row:?}: {text}");
    }
}
