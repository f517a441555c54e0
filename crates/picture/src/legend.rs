//! The legend of a drawing.

use crate::{Svg, Theme};

/// The height of a legend with a caption, in pixels.
pub const HEIGHT: f64 = 46.0;

/// The approximate width of a text of size 12, in pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.6
}

/// Draws the caption, and below it the counts and the meaning of each colour.
pub fn draw(
    svg: &mut Svg,
    theme: &Theme,
    (left, top): (f64, f64),
    (caption, tally): (&str, &str),
    colors: &[(&str, &str)],
) {
    svg.lettering((left, top + 10.0), 13.0, (theme.ink, "start", true), caption);
    let after = left + text_width(caption, 13.0) * 1.12 + 16.0;
    svg.lettering((after, top + 10.0), 12.0, (theme.faint, "start", false), tally);
    let mut x = left;
    for (color, what) in colors {
        svg.rounded((x, top + 26.0), (12.0, 12.0), 2.0, (color, theme.faint, 0.7));
        svg.lettering((x + 17.0, top + 32.0), 11.0, (theme.ink, "start", false), what);
        x += 17.0 + text_width(what, 11.0) + 14.0;
    }
}

/// The width of the output of [`draw`].
pub fn width((caption, tally): (&str, &str), colors: &[(&str, &str)]) -> f64 {
    let above = text_width(caption, 13.0) * 1.12 + 16.0 + text_width(tally, 12.0);
    let below: f64 = colors.iter().map(|(_, what)| 31.0 + text_width(what, 11.0)).sum();
    above.max(below)
}
