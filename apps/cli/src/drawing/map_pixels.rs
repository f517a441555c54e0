//! Pictures of paths on grid maps as PNG, pixel by pixel, suitable for the largest maps.

use std::io;

use tremaux_maps::grid::{Cell, Grid};

use crate::drawing::png::indexed_png;

/// The content of a pixel: the index of its colour in [`COLORS`].
#[derive(Clone, Copy)]
enum PixelKind {
    Free,
    Wall,
    Expanded,
    Path,
    Start,
    Goal,
}

/// Red, green and blue, as in the pictures drawn as SVG.
const COLORS: [[u8; 3]; 6] = [
    [0xfa, 0xfa, 0xf7],
    [0x3b, 0x42, 0x52],
    [0xa9, 0xc7, 0xe8],
    [0xc0, 0x39, 0x2b],
    [0x2e, 0x7d, 0x32],
    [0x8e, 0x24, 0xaa],
];

/// The map with the cells that were expanded and the path, from one to sixteen pixels a cell.
pub(crate) fn pixels(
    grid: &Grid,
    expanded: &[Cell],
    turns: &[Cell],
    from: Cell,
    to: Cell,
) -> io::Result<Vec<u8>> {
    let (width, height) = (usize::from(grid.width()), usize::from(grid.height()));
    let mut cells = vec![PixelKind::Free as u8; width * height];
    let mut paint = |cell: Cell, reach: usize, shown: PixelKind| {
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        for y in y.saturating_sub(reach)..(y + reach + 1).min(height) {
            let row = &mut cells[y * width..][..width];
            row[x.saturating_sub(reach).min(width)..(x + reach + 1).min(width)].fill(shown as u8);
        }
    };
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let cell = Cell::new(x, y);
            if !grid.is_free(cell) {
                paint(cell, 0, PixelKind::Wall);
            }
        }
    }
    expanded.iter().for_each(|&cell| paint(cell, 0, PixelKind::Expanded));
    // Draw paths on large maps thicker, so that they are visible.
    let side = width.max(height);
    for leg in turns.windows(2) {
        line(leg[0], leg[1], |cell| paint(cell, side / 512, PixelKind::Path));
    }
    paint(from, side / 160, PixelKind::Start);
    paint(to, side / 160, PixelKind::Goal);

    let scale = (1024 / side).clamp(1, 16);
    indexed_png((width * scale, height * scale), &COLORS, |y, pixels| {
        let row = &cells[y / scale * width..][..width];
        for (pixels, &shown) in pixels.chunks_exact_mut(scale).zip(row) {
            pixels.fill(shown);
        }
    })
}

/// Calls `visit` with the cells nearest to the straight line between two others.
fn line(from: Cell, to: Cell, mut visit: impl FnMut(Cell)) {
    let steps = i64::from(from.spans(to).0);
    let at = |from: u16, to: u16, step: i64| {
        let (from, to) = (i64::from(from), i64::from(to));
        // Rounded to the nearest.
        (from + (2 * (to - from) * step + steps).div_euclid(2 * steps)) as u16
    };
    if steps == 0 {
        return visit(from);
    }
    for step in 0..=steps {
        visit(Cell::new(at(from.x, to.x, step), at(from.y, to.y, step)));
    }
}

#[cfg(test)]
mod tests {
    use super::{COLORS, line, pixels};
    use tremaux_maps::grid::{Cell, Grid, Movement};

    #[test]
    fn pixels_have_the_colours_of_what_is_there() {
        let grid = Grid::new(5, 3, Movement::NoCornerCutting, |cell| cell.y != 1 || cell.x == 4);
        let (from, to) = (Cell::new(0, 0), Cell::new(0, 2));
        let turns = [from, Cell::new(4, 0), Cell::new(4, 2), to];
        let picture = pixels(&grid, &[Cell::new(1, 0)], &turns, from, to).expect("a picture");
        let mut reader = png::Decoder::new(&picture[..]).read_info().expect("a header");
        let mut shown = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut shown).expect("pixels");
        assert_eq!((info.width, info.height), (80, 48));
        assert_eq!(reader.info().palette.as_deref(), Some(&COLORS.concat()[..]));
        let at = |x: usize, y: usize| shown[(16 * y + 8) * 80 + 16 * x + 8];
        assert_eq!([at(0, 0), at(1, 0), at(0, 1), at(4, 1), at(0, 2)], [4, 3, 1, 3, 5]);
    }

    #[test]
    fn lines_are_unbroken() {
        for to in [(9, 3), (0, 0), (2, 9), (5, 5), (0, 9), (9, 5)] {
            let (from, to) = (Cell::new(5, 5), Cell::new(to.0, to.1));
            let mut cells = Vec::new();
            line(from, to, |cell| cells.push(cell));
            assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)));
            assert!(cells.windows(2).all(|pair| pair[0].spans(pair[1]).0 == 1));
        }
    }
}
