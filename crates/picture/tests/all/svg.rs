use tremaux_picture::{CellGrid, Point, Svg};

#[test]
fn cells_side_by_side_are_one_rectangle() {
    let mut svg = Svg::new(5.0, 3.0, "walls");
    let grid = CellGrid { corner: Point::default(), side: 1.0, columns: 5, rows: 3 };
    svg.cells(&grid, "#333", |x, y| y == 1 && x < 4 || (x, y) == (0, 2));
    assert!(svg.finish().contains("d=\"M0 1h4v1h-4zM0 2h1v1h-1z\""));
}

#[test]
fn groups_left_open_are_ended_and_texts_mean_nothing() {
    let mut svg = Svg::new(10.0, 10.0, "1 < 2 & 3");
    svg.group(Point::new(1.0, 2.0), "a\"b");
    svg.text(Point::new(5.0, 5.0), 4.0, "#000", "<script>");
    let text = svg.finish();
    assert!(text.contains("1 &lt; 2 &amp; 3") && text.contains("&lt;script&gt;"), "{text}");
    assert!(text.contains("class=\"a&quot;b\"") && text.ends_with("</g>\n</svg>\n"), "{text}");
}
