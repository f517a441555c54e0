//! Searches on grids: mazes and maps.

use super::{Style, caption, tally};
use crate::event::Place;
use crate::header::Spot;
use crate::picture::{CellGrid, Legend, Paint, Point, Svg, Theme, legend};
use crate::replay::Trace;

const MARGIN: f64 = 12.0;

/// The shades of expanded cells.
const LEVELS: usize = 6;

/// The mark of an open cell; those of expanded cells begin with 1.
const OPEN: u8 = 100;

/// The grid with expanded cells, darker the later, open cells, and the plan.
pub(super) fn draw(
    trace: &Trace,
    style: Style,
    rows: &[String],
    start: Option<Spot>,
    goals: &[Spot],
) -> String {
    let theme = &style.theme;
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let longest = columns.max(cells.len()).max(1);
    let side = (960.0 / longest as f64).clamp(1.0, 28.0).floor();
    let mut map = CellGrid { corner: Point::default(), side, columns, rows: cells.len() };
    let shown = map.rect();
    let colors = [
        (theme.start, "start"),
        (theme.goal, "goal"),
        (theme.expanded, "expanded, deeper the later"),
        (theme.open, "open"),
        (theme.path, "plan"),
    ];
    let legend = Legend { caption: &caption(trace), counts: &tally(trace), colors: &colors };
    let width = shown.width.max(legend.width()) + 2.0 * MARGIN;
    let height = shown.height + legend::HEIGHT + 2.0 * MARGIN;
    map.corner = Point::new(((width - shown.width) / 2.0).round(), MARGIN + legend::HEIGHT);
    let mut svg = legend.begin(theme, width, height, MARGIN);
    svg.rect(map.rect(), theme.paper);

    svg.cells(&map, theme.wall, |x, y| cells[y].get(x).is_none_or(|&cell| cell == '#'));
    let marks = marks(trace, &map);
    svg.cells(&map, theme.open, |x, y| marks[y * columns + x] == OPEN);
    for (shade, mark) in shades(theme.ground == "#ffffff").iter().zip(1..) {
        svg.cells(&map, shade, |x, y| marks[y * columns + x] == mark);
    }
    draw_path(&mut svg, theme, trace, &map);
    let radius = (side * 0.36).max(4.0);
    for (places, color) in [(start.as_slice(), theme.start), (goals, theme.goal)] {
        let paint = Paint::new(color, theme.ink, (side * 0.06).max(1.0));
        for &place in places {
            svg.circle(middle(&map, place), radius, paint);
        }
    }
    svg.finish()
}

fn middle(map: &CellGrid, spot: Spot) -> Point {
    map.cell(spot.0 as usize, spot.1 as usize).centre()
}

/// The mark of each cell: when it was expanded, as a part of the search, or that it is open.
fn marks(trace: &Trace, map: &CellGrid) -> Vec<u8> {
    let mut marks = vec![0; map.columns * map.rows];
    let mut order: Vec<(usize, usize)> = Vec::new();
    for node in &trace.nodes {
        let Place::Cell { x, y } = node.place else { continue };
        let (x, y) = (x as usize, y as usize);
        if x >= map.columns || y >= map.rows {
            continue;
        }
        let at = y * map.columns + x;
        match node.first {
            Some(first) => order.push((first, at)),
            None if marks[at] == 0 => marks[at] = OPEN,
            None => {}
        }
    }
    order.sort_unstable();
    for (rank, &(_, at)) in order.iter().enumerate() {
        marks[at] = 1 + (rank * LEVELS / order.len()) as u8;
    }
    marks
}

fn draw_path(svg: &mut Svg, theme: &Theme, trace: &Trace, map: &CellGrid) {
    let cells = trace.path.iter().filter_map(|&id| match trace.nodes[id as usize].place {
        Place::Cell { x, y } => Some((x, y)),
        _ => None,
    });
    let turns: Vec<Point> = bent(cells).into_iter().map(|spot| middle(map, spot)).collect();
    let breadth = (map.side * 0.3).max(2.5);
    if turns.len() > 1 {
        svg.polyline(&turns, theme.ground, breadth * 1.8);
        svg.polyline(&turns, theme.path, breadth);
    }
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
const fn shades(is_light: bool) -> [&'static str; LEVELS] {
    if is_light {
        ["#d9eefa", "#bfe0f5", "#a1cfee", "#7fbbe3", "#5aa3d3", "#3a89bd"]
    } else {
        ["#17384f", "#1b4a69", "#1f5f8a", "#2c78ab", "#3f91c6", "#5aaade"]
    }
}
