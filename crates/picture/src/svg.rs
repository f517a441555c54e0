//! A writer for SVG, shape by shape.

use std::fmt::Write;

use crate::{CellGrid, Point, Rect};

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint<'a> {
    /// The colour of the inside.
    pub fill: &'a str,
    /// The colour of the outline.
    pub stroke: &'a str,
    /// The width of the outline; 0 for none.
    pub breadth: f64,
}

impl<'a> Paint<'a> {
    /// A colour and an outline.
    pub const fn new(fill: &'a str, stroke: &'a str, breadth: f64) -> Self {
        Self { fill, stroke, breadth }
    }

    /// A colour without an outline.
    pub const fn fill(fill: &'a str) -> Self {
        Self::new(fill, "none", 0.0)
    }
}

/// An SVG picture under construction: each shape is painted over those before it.
///
/// Coordinates go right and down, in pixels. Colours are those of SVG, such as `#0072b2` or
/// `none`.
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
    open: usize,
}

/// Escapes a text for XML.
///
/// ```
/// assert_eq!(tremaux_picture::escape("a < b"), "a &lt; b");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML cannot represent them.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A number with at most two decimals.
fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

impl Svg {
    /// An empty picture of this size, with a title for screen readers.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let (width, height) = (short(width.max(1.0)), short(height.max(1.0)));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'DejaVu Sans', Verdana, sans-serif\">\n<title>{}</title>\n",
            escape(title)
        );
        Self { text, open: 0 }
    }

    /// A rectangle.
    pub fn rect(&mut self, rect: Rect, fill: &str) {
        self.rounded(rect, 0.0, Paint::fill(fill));
    }

    /// A rectangle with round corners.
    pub fn rounded(&mut self, rect: Rect, radius: f64, paint: Paint<'_>) {
        let Rect { corner, width, height } = rect;
        let (x, y, width, height) = (short(corner.x), short(corner.y), short(width), short(height));
        let _ = write!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"",
            paint.fill
        );
        if radius > 0.0 {
            let _ = write!(self.text, " rx=\"{}\"", short(radius));
        }
        self.outline(paint);
        self.text.push_str("/>\n");
    }

    /// A circle.
    pub fn circle(&mut self, centre: Point, radius: f64, paint: Paint<'_>) {
        let (x, y, radius, fill) = (short(centre.x), short(centre.y), short(radius), paint.fill);
        let _ = write!(self.text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"");
        self.outline(paint);
        self.text.push_str("/>\n");
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: &str, breadth: f64) {
        self.polyline(&[from, to], stroke, breadth);
    }

    /// A polyline.
    pub fn polyline(&mut self, points: &[Point], stroke: &str, breadth: f64) {
        let mut shape = String::new();
        for (at, point) in points.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            let _ = write!(shape, "{letter}{} {}", short(point.x), short(point.y));
        }
        self.path(&shape, Paint::new("none", stroke, breadth));
    }

    /// An SVG path.
    pub fn path(&mut self, shape: &str, paint: Paint<'_>) {
        if shape.is_empty() {
            return;
        }
        let _ = write!(self.text, "<path d=\"{shape}\" fill=\"{}\"", paint.fill);
        self.outline(paint);
        if paint.breadth > 0.0 {
            self.text.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        }
        self.text.push_str("/>\n");
    }

    /// Cells as one shape, with a rectangle for each run of cells in a row, so that files of
    /// large maps stay small. `is_meant` takes the column and the row.
    pub fn cells(&mut self, grid: &CellGrid, fill: &str, is_meant: impl Fn(usize, usize) -> bool) {
        let mut shape = String::new();
        for y in 0..grid.rows {
            let mut x = 0;
            while x < grid.columns {
                let first = x;
                while x < grid.columns && is_meant(x, y) {
                    x += 1;
                }
                if x == first {
                    x += 1;
                    continue;
                }
                let corner = grid.corner.moved(first as f64 * grid.side, y as f64 * grid.side);
                let (left, top) = (short(corner.x), short(corner.y));
                let (length, side) = (short((x - first) as f64 * grid.side), short(grid.side));
                let _ = write!(shape, "M{left} {top}h{length}v{side}h-{length}z");
            }
        }
        self.path(&shape, Paint::fill(fill));
    }

    /// A line of text, centred at a point.
    pub fn text(&mut self, centre: Point, size: f64, fill: &str, text: &str) {
        self.letters(centre, size, fill, "text-anchor=\"middle\"", text);
    }

    /// A line of text that begins at a point.
    pub fn text_from(&mut self, start: Point, size: f64, fill: &str, text: &str) {
        self.letters(start, size, fill, "text-anchor=\"start\"", text);
    }

    /// A line of bold text that begins at a point.
    pub fn bold_text_from(&mut self, start: Point, size: f64, fill: &str, text: &str) {
        self.letters(start, size, fill, "text-anchor=\"start\" font-weight=\"bold\"", text);
    }

    fn letters(&mut self, at: Point, size: f64, fill: &str, attributes: &str, text: &str) {
        // The centre of capitals and digits is about a third of the font size above the
        // baseline.
        let (x, y, shown) = (short(at.x), short(at.y + size * 0.36), short(size));
        let _ = writeln!(
            self.text,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{shown}\" fill=\"{fill}\" \
             {attributes}>{}</text>",
            escape(text)
        );
    }

    /// Begins a named group with an offset; [`Svg::end_group`] ends it.
    pub fn group(&mut self, offset: Point, name: &str) {
        let (x, y) = (short(offset.x), short(offset.y));
        let name = escape(name);
        let _ = writeln!(self.text, "<g class=\"{name}\" transform=\"translate({x} {y})\">");
        self.open += 1;
    }

    /// Ends the group begun last.
    pub fn end_group(&mut self) {
        if self.open > 0 {
            self.text.push_str("</g>\n");
            self.open -= 1;
        }
    }

    fn outline(&mut self, Paint { stroke, breadth, .. }: Paint<'_>) {
        if breadth > 0.0 && stroke != "none" {
            let _ = write!(self.text, " stroke=\"{stroke}\" stroke-width=\"{}\"", short(breadth));
        }
    }

    /// The picture.
    #[must_use]
    pub fn finish(mut self) -> String {
        while self.open > 0 {
            self.end_group();
        }
        self.text.push_str("</svg>\n");
        self.text
    }
}
