//! Searches on grids: mazes and maps.

use super::{Style, caption, tally};
use crate::event::Place;
use crate::header::Spot;
use crate::picture::{Svg, legend};
use crate::replay::Trace;

/// The grid with expanded cells, darker the later, open cells, and the plan.
pub(super) fn draw(
    trace: &Trace,
    style: Style,
    (rows, start, goals): (&[String], Option<Spot>, &[Spot]),
) -> String {
    let theme = &style.theme;
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    let size = (width, cells.len());
    let longest = width.max(cells.len()).max(1);
    let side = (960.0 / longest as f64).clamp(1.0, 28.0).floor();
    let margin = 12.0;
    let shown = (width as f64 * side, cells.len() as f64 * side);
    let texts = (caption(trace), tally(trace));
    let texts = (texts.0.as_str(), texts.1.as_str());
    let colors = [
        (theme.start, "start"),
        (theme.goal, "goal"),
        (theme.expanded, "expanded, deeper the later"),
        (theme.open, "open"),
        (theme.path, "plan"),
    ];
    let whole = shown.0.max(legend::width(texts, &colors)) + 2.0 * margin;
    let left = ((whole - shown.0) / 2.0).round();
    let corner = (left, margin + legend::HEIGHT);
    let height = shown.1 + legend::HEIGHT + 2.0 * margin;
    let mut svg = Svg::new(whole, height, &format!("{}: {}", texts.0, texts.1));
    svg.rect((0.0, 0.0), (whole, height), theme.ground);
    legend::draw(&mut svg, theme, (margin, margin), texts, &colors);
    svg.rect(corner, shown, theme.paper);

    // When each cell was expanded, as a fraction of the search; none for open cells.
    const LEVELS: usize = 6;
    const OPEN: u8 = 100;
    let mut marks = vec![0_u8; width * cells.len()];
    let expanded = trace.nodes.iter().filter_map(|node| node.first).count().max(1);
    let mut order: Vec<(usize, usize)> = Vec::with_capacity(expanded);
    for node in &trace.nodes {
        let Place::Cell { x, y } = node.place else { continue };
        let (x, y) = (x as usize, y as usize);
        if x >= width || y >= cells.len() {
            continue;
        }
        let at = y * width + x;
        match node.first {
            Some(first) => order.push((first, at)),
            None if marks[at] == 0 => marks[at] = OPEN,
            None => {}
        }
    }
    order.sort_unstable();
    for (rank, &(_, at)) in order.iter().enumerate() {
        marks[at] = 1 + (rank * LEVELS / order.len().max(1)) as u8;
    }
    svg.cells(corner, side, size, theme.wall, |x, y| {
        cells[y].get(x).is_none_or(|&cell| cell == '#')
    });
    svg.cells(corner, side, size, theme.open, |x, y| marks[y * width + x] == OPEN);
    let shades = shades(theme.ground == "#ffffff");
    for (level, shade) in shades.iter().enumerate() {
        let meant = level as u8 + 1;
        svg.cells(corner, side, size, shade, |x, y| marks[y * width + x] == meant);
    }

    let middle = |(x, y): (u32, u32)| {
        (corner.0 + (f64::from(x) + 0.5) * side, corner.1 + (f64::from(y) + 0.5) * side)
    };
    let cells_of_path = trace.path.iter().filter_map(|&id| match trace.nodes[id as usize].place {
        Place::Cell { x, y } => Some((x, y)),
        _ => None,
    });
    let turns: Vec<(f64, f64)> = bent(cells_of_path).into_iter().map(middle).collect();
    let breadth = (side * 0.3).max(2.5);
    if turns.len() > 1 {
        svg.polyline(&turns, theme.ground, breadth * 1.8);
        svg.polyline(&turns, theme.path, breadth);
    }
    let radius = (side * 0.36).max(4.0);
    for (places, color) in [(start.as_slice(), theme.start), (goals, theme.goal)] {
        for &place in places {
            svg.circle(middle(place), radius, (color, theme.ink, (side * 0.06).max(1.0)));
        }
    }
    svg.finish()
}

/// The cells of a path, with the bends of jumps: a jump goes first diagonally, then straight,
/// and a straight line could cross walls.
fn bent(cells: impl Iterator<Item = Spot>) -> Vec<Spot> {
    let mut path: Vec<Spot> = Vec::new();
    for (x, y) in cells {
        if let Some(&(from_x, from_y)) = path.last() {
            let diagonal = from_x.abs_diff(x).min(from_y.abs_diff(y));
            if diagonal > 0 && from_x.abs_diff(x) != from_y.abs_diff(y) {
                let toward = |from: u32, to: u32| match from < to {
                    true => from + diagonal,
                    false => from - diagonal,
                };
                path.push((toward(from_x, x), toward(from_y, y)));
            }
        }
        path.push((x, y));
    }
    path
}

/// The shades of expanded cells, from first to last.
const fn shades(is_light: bool) -> [&'static str; 6] {
    if is_light {
        ["#d9eefa", "#bfe0f5", "#a1cfee", "#7fbbe3", "#5aa3d3", "#3a89bd"]
    } else {
        ["#17384f", "#1b4a69", "#1f5f8a", "#2c78ab", "#3f91c6", "#5aaade"]
    }
}
