//! Tables of cells.

use tremaux_reading::Table;

#[test]
fn tables_are_read_as_spreadsheets_write_them() {
    let table = Table::parse("name;x;y\n\"St. John's\";47,5;-52,7\n").expect("a table");
    assert_eq!(table.column(&["x", "lon"]), Some(1));
    assert_eq!(table.rows[1][0].text, "St. John's");
    assert_eq!(table.number(&table.rows[1][2], "a coordinate"), Ok(-52.7));
    let error = table.number(&table.rows[1][0], "a coordinate").expect_err("a name");
    assert_eq!((error.line, error.column), (2, 1));
    let table = Table::parse("sep=|\na|\"b|\"\"c\nd\"\n").expect("a table");
    assert_eq!(table.rows.len(), 1);
    assert_eq!(table.rows[0][1].text, "b|\"c\nd");
}
