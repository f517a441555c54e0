//! Placements as pictures.

use tremaux_trace::picture::{CellGrid, Paint, Point, Svg, Theme};

/// Larger boards are not drawn.
const MOST: usize = 300;

/// A drawing of a board with a queen in each column; `None` if it is too large.
pub(super) fn picture(rows: &[u32]) -> Option<String> {
    if rows.len() > MOST {
        return None;
    }
    let side = (480.0 / rows.len() as f64).clamp(3.0, 40.0);
    let theme = Theme::LIGHT;
    let corner = Point::new(10.0, 10.0);
    let board = CellGrid { corner, side, columns: rows.len(), rows: rows.len() };
    let length = board.rect().width + 20.0;
    let mut svg = Svg::new(length, length, &format!("{} queens", rows.len()));
    svg.rect(Point::default().rect(length, length), theme.ground);
    svg.rounded(board.rect(), 0.0, Paint::new(theme.paper, theme.wall, 1.0));
    svg.cells(&board, theme.cut, |x, y| (x + y) % 2 == 1);
    for (column, &row) in rows.iter().enumerate() {
        let paint = Paint::new(theme.path, theme.ink, side / 20.0);
        svg.circle(board.cell(column, row as usize).centre(), side * 0.34, paint);
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
