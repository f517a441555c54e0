//! The legend of a drawing.

use crate::{Paint, Point, Svg, Theme};

/// The height of a legend with a caption, in pixels.
pub const HEIGHT: f64 = 46.0;

/// The approximate width of a text of size 12, in pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.6
}

/// The caption of a drawing and, below it, the meaning of each colour.
#[derive(Clone, Copy, Debug)]
pub struct Legend<'a> {
    /// What is drawn.
    pub caption: &'a str,
    /// The counts, beside the caption.
    pub counts: &'a str,
    /// The colours and what they mean.
    pub colors: &'a [(&'a str, &'a str)],
}

impl Legend<'_> {
    /// The room that the caption takes, in pixels.
    fn caption_width(&self) -> f64 {
        text_width(self.caption, 13.0) * 1.12 + 16.0
    }

    /// The width, in pixels.
    pub fn width(&self) -> f64 {
        let above = self.caption_width() + text_width(self.counts, 12.0);
        let below: f64 = self.colors.iter().map(|(_, what)| 31.0 + text_width(what, 11.0)).sum();
        above.max(below)
    }

    /// Begins a picture of this size that has the legend at its top, within a margin.
    pub fn begin(&self, theme: &Theme, width: f64, height: f64, margin: f64) -> Svg {
        let Self { caption, counts, colors } = self;
        let mut svg = Svg::new(width, height, &format!("{caption}: {counts}"));
        svg.rect(Point::default().rect(width, height), theme.ground);
        let corner = Point::new(margin, margin);
        svg.bold_text_from(corner.moved(0.0, 10.0), 13.0, theme.ink, caption);
        svg.text_from(corner.moved(self.caption_width(), 10.0), 12.0, theme.faint, counts);
        let mut at = corner.moved(0.0, 26.0);
        for (color, what) in *colors {
            svg.rounded(at.rect(12.0, 12.0), 2.0, Paint::new(color, theme.faint, 0.7));
            svg.text_from(at.moved(17.0, 6.0), 11.0, theme.ink, what);
            at.x += 17.0 + text_width(what, 11.0) + 14.0;
        }
        svg
    }
}
