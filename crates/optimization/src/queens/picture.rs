//! Placements as pictures.

use tremaux_trace::picture::{Svg, Theme};

/// Larger boards are not drawn.
const MOST: usize = 300;

/// A drawing of a board with a queen in each column; `None` if it is too large.
pub(super) fn picture(rows: &[u32]) -> Option<String> {
    if rows.len() > MOST {
        return None;
    }
    let side = (480.0 / rows.len() as f64).clamp(3.0, 40.0);
    let theme = Theme::LIGHT;
    let length = side * rows.len() as f64;
    let mut svg = Svg::new(length + 20.0, length + 20.0, &format!("{} queens", rows.len()));
    svg.rect((0.0, 0.0), (length + 20.0, length + 20.0), theme.ground);
    svg.rounded((10.0, 10.0), (length, length), 0.0, (theme.paper, theme.wall, 1.0));
    let is_dark = |x: usize, y: usize| (x + y) % 2 == 1;
    svg.cells((10.0, 10.0), side, (rows.len(), rows.len()), theme.cut, is_dark);
    for (column, &row) in rows.iter().enumerate() {
        let at = |cells: usize| 10.0 + side * (cells as f64 + 0.5);
        svg.circle(
            (at(column), at(row as usize)),
            side * 0.34,
            (theme.path, theme.ink, side / 20.0),
        );
    }
    Some(svg.finish())
}

/// The board in letters.
pub(super) fn text(rows: &[u32]) -> String {
    let mut lines = vec![vec!['.'; rows.len()]; rows.len()];
    for (column, &row) in rows.iter().enumerate() {
        lines[row as usize][column] = 'Q';
    }
    let spaced = |line: &Vec<char>| line.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    lines.iter().map(spaced).collect::<Vec<_>>().join("\n")
}
