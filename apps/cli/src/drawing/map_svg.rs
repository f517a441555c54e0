//! Pictures of paths on grid maps, as SVG.

use std::fmt::Write;

use tremaux_maps::grid::{Cell, Grid};

/// The map with the cells that were expanded and the path, one unit a cell.
///
/// Adjacent cells are drawn as one shape to keep files of large maps small.
pub(crate) fn svg(grid: &Grid, expanded: &[Cell], turns: &[Cell], from: Cell, to: Cell) -> String {
    let (width, height) = (grid.width(), grid.height());
    // Small maps are shown large.
    let scale = (1024 / width.max(height)).clamp(1, 16);
    let (shown_width, shown_height) =
        (u32::from(width) * u32::from(scale), u32::from(height) * u32::from(scale));
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{shown_width}\" height=\"{shown_height}\">\n\
         <title>From {from} to {to}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fafaf7\"/>\n"
    );
    let mut is_expanded = vec![false; usize::from(width) * usize::from(height)];
    let index = |cell: Cell| usize::from(cell.y) * usize::from(width) + usize::from(cell.x);
    for &cell in expanded.iter().filter(|&&cell| grid.contains(cell)) {
        is_expanded[index(cell)] = true;
    }
    let size = (usize::from(width), usize::from(height));
    let cell = |x: usize, y: usize| Cell::new(x as u16, y as u16);
    add_cells(&mut picture, size, "walls", "#3b4252", |x, y| !grid.is_free(cell(x, y)));
    add_cells(&mut picture, size, "expanded", "#a9c7e8", |x, y| is_expanded[index(cell(x, y))]);
    if turns.len() > 1 {
        let points: Vec<String> = turns.iter().map(|&turn| centre(turn)).collect();
        let points = points.join(" ");
        // Draw paths on large maps thicker, so that they are visible.
        let breadth = f64::from(width.max(height)) / 256.0;
        let breadth = breadth.max(0.3);
        let _ = writeln!(
            picture,
            "<polyline id=\"path\" points=\"{points}\" fill=\"none\" stroke=\"#c0392b\" \
             stroke-width=\"{breadth:.2}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        );
    }
    let radius = (f64::from(width.max(height)) / 160.0).max(0.4);
    for (name, cell, color) in [("start", from, "#2e7d32"), ("goal", to, "#8e24aa")] {
        let (x, y) = (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
        let _ = writeln!(
            picture,
            "<circle id=\"{name}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius:.2}\" fill=\"{color}\"/>"
        );
    }
    picture.push_str("</svg>\n");
    picture
}

fn centre(cell: Cell) -> String {
    format!("{},{}", f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5)
}

/// Adds all cells of one kind as one shape with a rectangle for each run in a row.
pub(crate) fn add_cells(
    picture: &mut String,
    (width, height): (usize, usize),
    name: &str,
    color: &str,
    is_meant: impl Fn(usize, usize) -> bool,
) {
    let mut shape = String::new();
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let first = x;
            while x < width && is_meant(x, y) {
                x += 1;
            }
            let length = x - first;
            if length > 0 {
                let _ = write!(shape, "M{first} {y}h{length}v1h-{length}z");
            } else {
                x += 1;
            }
        }
    }
    if !shape.is_empty() {
        let _ = writeln!(picture, "<path id=\"{name}\" fill=\"{color}\" d=\"{shape}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::svg;
    use tremaux_maps::grid::{Cell, Grid, Movement};

    #[test]
    fn cells_side_by_side_are_one_rectangle() {
        let grid = Grid::new(5, 3, Movement::NoCornerCutting, |cell| cell.y != 1 || cell.x == 4);
        let (from, to) = (Cell::new(0, 0), Cell::new(0, 2));
        let turns = [from, Cell::new(4, 0), Cell::new(4, 2), to];
        let picture = svg(&grid, &[from, Cell::new(4, 0)], &turns, from, to);
        assert!(picture.contains("d=\"M0 1h4v1h-4z\""), "{picture}");
        assert!(picture.contains("d=\"M0 0h1v1h-1zM4 0h1v1h-1z\""), "{picture}");
        assert!(picture.contains("points=\"0.5,0.5 4.5,0.5 4.5,2.5 0.5,2.5\""), "{picture}");
    }
}
