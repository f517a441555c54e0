//! Packings as pictures.

use tremaux_trace::picture::{Svg, Theme};

use super::rectangles::{Place, Rectangles};

const SIDE: f64 = 520.0;
const MARGIN: f64 = 24.0;

/// A drawing of packed rectangles.
pub(super) fn picture(rectangles: &Rectangles, places: &[Place], height: u32) -> String {
    let theme = Theme::LIGHT;
    let colors = [theme.expanded, theme.win, theme.draw, theme.loss, theme.table, theme.cut];
    let (width, top) = (f64::from(rectangles.width), f64::from(height));
    let scale = (SIDE / width).min(2.0 * SIDE / top);
    let title = format!("{} rectangles, height {height}", places.len());
    let size = (width * scale + 2.0 * MARGIN, top * scale + 3.0 * MARGIN);
    let mut svg = Svg::new(size.0, size.1, &title);
    svg.rect((0.0, 0.0), size, theme.ground);
    let corner = (MARGIN, 2.0 * MARGIN);
    svg.rounded(corner, (width * scale, top * scale), 0.0, (theme.paper, theme.wall, 2.0));
    for (at, place) in places.iter().enumerate() {
        let (w, h) = rectangles.size(at, place.is_turned);
        let (w, h) = (f64::from(w) * scale, f64::from(h) * scale);
        let x = corner.0 + f64::from(place.x) * scale;
        let y = corner.1 + (top * scale - f64::from(place.y) * scale - h);
        svg.rounded((x, y), (w, h), 0.0, (colors[at % colors.len()], theme.ink, 0.8));
        let letters = (w / 4.0).min(h / 2.0).min(14.0);
        if letters >= 5.0 {
            let (width, height) = rectangles.size(at, place.is_turned);
            let label =
                if width == height { width.to_string() } else { format!("{width}x{height}") };
            svg.text((x + w / 2.0, y + h / 2.0), letters, theme.on_color, &label);
        }
    }
    svg.lettering((MARGIN, MARGIN), 13.0, (theme.ink, "start", false), &title);
    svg.finish()
}
