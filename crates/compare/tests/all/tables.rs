//! Tables and their numbers.

use tremaux_compare::report::{Column, Form, Table};
use tremaux_picture::chart::short;

#[test]
fn every_form_holds_every_cell() {
    let table = Table {
        title: "A title".into(),
        note: "A note.".into(),
        columns: Column::all("name | #of them"),
        rows: vec![vec!["a_b, \"c\"".into(), "12".into()], vec!["d|e".into(), "1.5".into()]],
    };
    assert_eq!(table.write(Form::Csv), "name,of them\n\"a_b, \"\"c\"\"\",12\nd|e,1.5\n");
    assert!(table.write(Form::Markdown).contains("| d\\|e | 1.5 |"));
    assert!(table.write(Form::Latex).contains("a\\_b, \"c\" & 12 \\\\"));
    assert!(table.write(Form::Text).contains("d|e           1.5"));
    let json = table.json();
    assert_eq!(json[0]["of_them"], 12);
    assert_eq!(json[1]["of_them"], 1.5);
}

#[test]
fn numbers_are_short() {
    let cases = [
        (0.0, "0"),
        (1.0, "1"),
        (1234567.0, "1234567"),
        (12.3456, "12.35"),
        (0.001_234_56, "0.001235"),
        (2.5e-7, "2.500e-7"),
        (f64::NAN, "–"),
    ];
    for (value, text) in cases {
        assert_eq!(short(value), text);
    }
}
