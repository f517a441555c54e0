//! Pictures of searches on grids, cell by cell: in the terminal, as SVG, as PNG.

use std::fmt::Write;
use std::io;

use base64::prelude::{BASE64_STANDARD, Engine};
use tremaux_trace::picture::escape;

use crate::drawing::map_svg::add_cells;
use crate::drawing::png::indexed_png;

/// The mark of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A wall.
    Wall,
    /// Free and never generated.
    Free,
    /// Generated but not expanded.
    Frontier,
    /// Expanded, with its position in the order of expansions, from 1.
    Visited(u32),
    /// On the path that was found.
    Path,
    /// The start.
    Start,
    /// A goal.
    Goal,
}

/// A grid of cells and what a search did there.
pub(crate) struct Panel {
    /// The title above the panel.
    pub(crate) title: String,
    /// The number of columns.
    pub(crate) width: usize,
    /// The cells, row by row.
    pub(crate) marks: Vec<Mark>,
    /// How many visits there were.
    pub(crate) visits: u32,
}

/// Number of shades from early to late visits.
const SHADES: u32 = 8;

/// Index of the first shade in the palette.
const FIRST_SHADE: u8 = 6;

/// The names of the colours, with red, green and blue. Visits are from early to late.
const PALETTE: [(&str, [u8; 3]); 14] = [
    ("wall", [0x2e, 0x34, 0x40]),
    ("free", [0xfa, 0xfa, 0xf7]),
    ("frontier", [0xf0, 0xb4, 0x29]),
    ("path", [0xc0, 0x39, 0x2b]),
    ("start", [0x2e, 0x7d, 0x32]),
    ("goal", [0x8e, 0x24, 0xaa]),
    ("visited-1", [0xe3, 0xee, 0xf9]),
    ("visited-2", [0xcd, 0xe0, 0xf2]),
    ("visited-3", [0xb3, 0xcf, 0xea]),
    ("visited-4", [0x95, 0xbc, 0xe0]),
    ("visited-5", [0x79, 0xa8, 0xd5]),
    ("visited-6", [0x5f, 0x93, 0xc8]),
    ("visited-7", [0x48, 0x7e, 0xb9]),
    ("visited-8", [0x34, 0x6a, 0xa8]),
];

/// The largest grid that is drawn with shapes; larger ones are embedded as pixels, which takes
/// less space.
const MOST_CELLS_IN_SHAPES: usize = 100_000;

impl Panel {
    /// In which of `parts` equal parts of the search a visit was, from 0.
    fn part(&self, visit: u32, parts: u32) -> u32 {
        let last = u64::from(self.visits.max(1));
        (u64::from(visit.saturating_sub(1)) * u64::from(parts) / last).min(parts.into()) as u32
    }

    fn color(&self, mark: Mark) -> u8 {
        match mark {
            Mark::Wall => 0,
            Mark::Free => 1,
            Mark::Frontier => 2,
            Mark::Path => 3,
            Mark::Start => 4,
            Mark::Goal => 5,
            Mark::Visited(visit) => FIRST_SHADE + self.part(visit, SHADES).min(SHADES - 1) as u8,
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.width, self.marks.len() / self.width)
    }
}

/// The grid as text, two characters per cell with colours. Visits are digits: the tenth of the
/// search in which they happened.
pub(crate) fn text(panel: &Panel, with_color: bool) -> String {
    let mut text = format!("{}\n", panel.title);
    for row in panel.marks.chunks(panel.width) {
        let mut last = None;
        for &mark in row {
            let sign = match mark {
                Mark::Wall => '#',
                Mark::Free => ' ',
                Mark::Frontier => '?',
                Mark::Visited(visit) => {
                    char::from_digit(panel.part(visit, 10).min(9), 10).unwrap_or('.')
                }
                Mark::Path => '*',
                Mark::Start => 'S',
                Mark::Goal => 'G',
            };
            if !with_color {
                text.push(sign);
                continue;
            }
            let color = panel.color(mark);
            if last.replace(color) != Some(color) {
                let (_, [red, green, blue]) = PALETTE[usize::from(color)];
                let _ = write!(text, "\u{1b}[30;48;2;{red};{green};{blue}m");
            }
            // The background colour shows the rest.
            let sign = if matches!(mark, Mark::Start | Mark::Goal) { sign } else { ' ' };
            text.push(sign);
            text.push(' ');
        }
        text.push_str(if with_color { "\u{1b}[0m\n" } else { "\n" });
    }
    text
}

/// What the colours and characters mean.
pub(crate) const LEGEND: &str =
    "S start, G goal, * path, ? frontier, 0 to 9 visited (tenth of the search)";

/// The panels side by side as SVG, one unit a cell.
///
/// Small grids are drawn with shapes, one per run of cells; large ones are embedded pixel
/// images.
pub(crate) fn svg(panels: &[Panel]) -> io::Result<String> {
    let (gap, width, height) = layout(panels);
    let margin = panels.iter().map(|panel| panel.width / 30).max().unwrap_or(1).max(2);
    let height = margin + height;
    // Small grids are shown large.
    let scale = (1024 / width.max(height)).clamp(1, 16);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#ffffff\"/>\n",
        width * scale,
        height * scale
    );
    let mut left = 0;
    for panel in panels {
        let (columns, rows) = panel.size();
        let letter = (margin as f64 * 0.7).max(1.0);
        let _ = writeln!(
            picture,
            "<g transform=\"translate({left} {margin})\">\n<text x=\"0\" y=\"-{:.1}\" \
             font-family=\"sans-serif\" font-size=\"{letter:.1}\">{}</text>",
            letter * 0.3,
            escape(&panel.title)
        );
        if columns * rows <= MOST_CELLS_IN_SHAPES {
            for (color, (name, [red, green, blue])) in (0..).zip(PALETTE) {
                let fill = format!("#{red:02x}{green:02x}{blue:02x}");
                let is_meant =
                    |x: usize, y: usize| panel.color(panel.marks[y * columns + x]) == color;
                add_cells(&mut picture, (columns, rows), name, &fill, is_meant);
            }
        } else {
            let pixels = BASE64_STANDARD.encode(pixels(std::slice::from_ref(panel), 1)?);
            let _ = writeln!(
                picture,
                "<image width=\"{columns}\" height=\"{rows}\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{pixels}\"/>"
            );
        }
        picture.push_str("</g>\n");
        left += columns + gap;
    }
    picture.push_str("</svg>\n");
    Ok(picture)
}

/// Cells between two panels, and the width and height of all.
fn layout(panels: &[Panel]) -> (usize, usize, usize) {
    let gap = panels.iter().map(|panel| panel.width / 50).max().unwrap_or(0).max(2);
    let width = panels.iter().map(|panel| panel.width + gap).sum::<usize>() - gap;
    (gap, width, panels.iter().map(|panel| panel.size().1).max().unwrap_or(1))
}

/// The panels side by side as PNG, small grids enlarged.
pub(crate) fn png(panels: &[Panel]) -> io::Result<Vec<u8>> {
    let largest = panels.iter().map(|panel| panel.width.max(panel.size().1)).max();
    pixels(panels, (800 / largest.unwrap_or(1)).clamp(1, 16))
}

fn pixels(panels: &[Panel], scale: usize) -> io::Result<Vec<u8>> {
    let (gap, width, height) = layout(panels);
    indexed_png((width * scale, height * scale), &PALETTE.map(|(_, rgb)| rgb), |y, row| {
        row.fill(1);
        let mut left = 0;
        for panel in panels {
            let (columns, rows) = panel.size();
            if y / scale < rows {
                let marks = &panel.marks[y / scale * columns..][..columns];
                for (pixels, &mark) in row[left * scale..].chunks_mut(scale).zip(marks) {
                    pixels.fill(panel.color(mark));
                }
            }
            left += columns + gap;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Mark, Panel, png, svg, text};

    fn panel() -> Panel {
        let marks =
            vec![Mark::Start, Mark::Visited(1), Mark::Wall, Mark::Frontier, Mark::Path, Mark::Goal];
        Panel { title: "a < b".into(), width: 3, marks, visits: 1 }
    }

    #[test]
    fn every_kind_of_cell_is_told_apart() {
        assert_eq!(text(&panel(), false), "a < b\nS0#\n?*G\n");
        let colored = text(&panel(), true);
        assert_eq!(colored.matches("\u{1b}[30;48;2;").count(), 6);
        assert!(colored.ends_with("\u{1b}[0m\n"));
        let picture = svg(&[panel(), panel()]).expect("memory");
        for name in ["wall", "frontier", "path", "start", "goal", "visited-1"] {
            assert_eq!(picture.matches(&format!("id=\"{name}\"")).count(), 2, "{picture}");
        }
        assert!(picture.contains("a &lt; b") && !png(&[panel()]).expect("memory").is_empty());
    }
}
