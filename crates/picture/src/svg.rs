//! A writer for SVG, shape by shape.

use std::fmt::Write;

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

    /// A rectangle, by its corner and size.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.rounded((x, y), (width, height), 0.0, (fill, "none", 0.0));
    }

    /// A rectangle with round corners, a fill, and an outline with its width.
    pub fn rounded(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        radius: f64,
        (fill, stroke, breadth): (&str, &str, f64),
    ) {
        let (x, y, width, height) = (short(x), short(y), short(width), short(height));
        let _ = write!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\""
        );
        if radius > 0.0 {
            let _ = write!(self.text, " rx=\"{}\"", short(radius));
        }
        self.outline(stroke, breadth);
        self.text.push_str("/>\n");
    }

    /// A circle with its centre and radius, a fill, and an outline with its width.
    pub fn circle(
        &mut self,
        (x, y): (f64, f64),
        radius: f64,
        (fill, stroke, breadth): (&str, &str, f64),
    ) {
        let (x, y, radius) = (short(x), short(y), short(radius));
        let _ = write!(self.text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"");
        self.outline(stroke, breadth);
        self.text.push_str("/>\n");
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, breadth: f64) {
        self.polyline(&[from, to], stroke, breadth);
    }

    /// A polyline.
    pub fn polyline(&mut self, points: &[(f64, f64)], stroke: &str, breadth: f64) {
        let mut shape = String::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(shape, "{}{} {}", if at == 0 { 'M' } else { 'L' }, short(x), short(y));
        }
        self.path(&shape, ("none", stroke, breadth));
    }

    /// An SVG path with a fill, and an outline with its width.
    pub fn path(&mut self, shape: &str, (fill, stroke, breadth): (&str, &str, f64)) {
        if shape.is_empty() {
            return;
        }
        let _ = write!(self.text, "<path d=\"{shape}\" fill=\"{fill}\"");
        self.outline(stroke, breadth);
        if breadth > 0.0 {
            self.text.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        }
        self.text.push_str("/>\n");
    }

    /// Cells as one shape, with a rectangle for each run of cells in a row, so that files of
    /// large maps stay small. `side` is the side of a cell, `corner` the corner of the first
    /// cell.
    pub fn cells(
        &mut self,
        corner: (f64, f64),
        side: f64,
        (width, height): (usize, usize),
        fill: &str,
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
                if x == first {
                    x += 1;
                    continue;
                }
                let (left, top) = (corner.0 + first as f64 * side, corner.1 + y as f64 * side);
                let (length, side) = (short((x - first) as f64 * side), short(side));
                let (left, top) = (short(left), short(top));
                let _ = write!(shape, "M{left} {top}h{length}v{side}h-{length}z");
            }
        }
        self.path(&shape, (fill, "none", 0.0));
    }

    /// A line of text, centred at a point.
    pub fn text(&mut self, at: (f64, f64), size: f64, fill: &str, text: &str) {
        self.lettering(at, size, (fill, "middle", false), text);
    }

    /// A line of text that begins (`start`) or ends (`end`) at a point or is centred there
    /// (`middle`), optionally in bold.
    pub fn lettering(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        (fill, anchor, is_bold): (&str, &str, bool),
        text: &str,
    ) {
        // The centre of capitals and digits is about a third of the font size above the
        // baseline.
        let (x, y, shown) = (short(x), short(y + size * 0.36), short(size));
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            self.text,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{shown}\" fill=\"{fill}\" \
             text-anchor=\"{anchor}\"{weight}>{}</text>",
            escape(text)
        );
    }

    /// Begins a named group with an offset; [`Svg::end_group`] ends it.
    pub fn group(&mut self, (x, y): (f64, f64), name: &str) {
        let (x, y) = (short(x), short(y));
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

    fn outline(&mut self, stroke: &str, breadth: f64) {
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
