//! Packings as pictures.

use tremaux_trace::picture::{Paint, Point, Svg, Theme};

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
    let whole = Point::default().rect(width * scale + 2.0 * MARGIN, top * scale + 3.0 * MARGIN);
    let mut svg = Svg::new(whole.width, whole.height, &title);
    svg.rect(whole, theme.ground);
    let strip = Point::new(MARGIN, 2.0 * MARGIN).rect(width * scale, top * scale);
    svg.rounded(strip, 0.0, Paint::new(theme.paper, theme.wall, 2.0));
    for (at, place) in places.iter().enumerate() {
        let (width, height) = rectangles.size(at, place.is_turned);
        let (w, h) = (f64::from(width) * scale, f64::from(height) * scale);
        let below = strip.height - f64::from(place.y) * scale - h;
        let shown = strip.corner.moved(f64::from(place.x) * scale, below).rect(w, h);
        svg.rounded(shown, 0.0, Paint::new(colors[at % colors.len()], theme.ink, 0.8));
        let letters = (w / 4.0).min(h / 2.0).min(14.0);
        if letters >= 5.0 {
            let label =
                if width == height { width.to_string() } else { format!("{width}x{height}") };
            svg.text(shown.centre(), letters, theme.on_color, &label);
        }
    }
    svg.text_from(Point::new(MARGIN, MARGIN), 13.0, theme.ink, &title);
    svg.finish()
}
