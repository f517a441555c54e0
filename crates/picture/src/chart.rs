//! Plots as SVG, readable in print and on a dark page, and without relying on colour.

use std::fmt::Write;

use crate::escape;

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal ratios. Values that are not positive are omitted.
    Log,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The label, with the unit.
    pub label: String,
    /// Its scale.
    pub scale: Scale,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A mark at each point.
    Marks,
    /// A step function through the points, with marks on it.
    Steps,
    /// Marks, and a fitted line of the logarithm of y over x.
    MarksWithFit(Option<Fit>),
}

/// A line through points, of the logarithm of y over x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The logarithm where x is 0.
    pub intercept: f64,
    /// How much the logarithm grows with x.
    pub slope: f64,
}

/// A series of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// How the points are drawn.
    pub shape: Shape,
}

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series.
    pub series: Vec<Series>,
    /// Whether both axes have the same range, with a line where they are equal.
    pub has_diagonal: bool,
}

const WIDTH: f64 = 720.0;
const PLOT_HEIGHT: f64 = 340.0;
const LEFT: f64 = 74.0;
/// Leaves room for half of the last number on the axis.
const RIGHT: f64 = 32.0;
const TOP: f64 = 40.0;
const BELOW: f64 = 54.0;
const LEGEND_LINE: f64 = 20.0;

/// Colours that are distinguishable with any colour vision and visible on white and on black
/// (after Okabe and Ito, 2008). Marks and dashes distinguish the series as well.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#c05a94", "#8a6d00", "#5a7d9a"];
const DASHES: [&str; 4] = ["none", "7 3", "2 3", "8 3 2 3"];

/// The style of a standalone plot: dark if the surrounding page is dark.
const STYLE: &str = "\
text{font-family:'Liberation Sans',Arial,'DejaVu Sans',sans-serif;font-size:13px;fill:#222}
.title{font-size:15px;font-weight:bold}.grid{stroke:#ddd}.axis{stroke:#444;fill:none}
.paper{fill:#fff}.even{stroke:#888;stroke-dasharray:4 4}";
const DARK: &str = "\
@media (prefers-color-scheme:dark){text{fill:#e4e4e4}.grid{stroke:#3a3a3a}.axis{stroke:#bbb}
.paper{fill:#161616}}";

/// A range of values mapped to a range of pixels.
struct PixelRange {
    scale: Scale,
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    ticks: Vec<f64>,
}

impl PixelRange {
    fn new(scale: Scale, values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let is_shown = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut are_whole = true;
        for value in values.filter(is_shown) {
            low = low.min(value);
            high = high.max(value);
            are_whole &= value.fract() == 0.0;
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        let ticks = match scale {
            Scale::Linear => {
                low = low.min(0.0);
                if high <= low {
                    high = low + 1.0;
                }
                // Counts have no fractions.
                let least = if are_whole { 1.0 } else { 0.0 };
                let step = step((high - low) / 6.0).max(least);
                high = (high / step).ceil() * step;
                let count = ((high - low) / step).round() as u32;
                (0..=count).map(|at| low + f64::from(at) * step).collect()
            }
            Scale::Log => {
                let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
                let last = last.max(first + 1);
                (low, high) = (10.0_f64.powi(first), 10.0_f64.powi(last));
                let every = ((last - first) / 8 + 1) as usize;
                (first..=last).step_by(every).map(|power| 10.0_f64.powi(power)).collect()
            }
        };
        Self { scale, low, high, start, end, ticks }
    }

    fn at(&self, value: f64) -> f64 {
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        self.start + (self.end - self.start) * part
    }

    fn tick_text(&self, value: f64) -> String {
        if self.scale == Scale::Linear {
            return short(value);
        }
        let power = value.log10().round() as i32;
        let digits = ["1", "10", "100"][power.rem_euclid(3) as usize];
        match power.div_euclid(3) {
            -1 if power == -1 => "0.1".into(),
            -1 if power == -2 => "0.01".into(),
            -1 => "0.001".into(),
            rank @ 0..=4 => format!("{digits}{}", ["", " k", " M", " G", " T"][rank as usize]),
            _ => format!("1e{power}"),
        }
    }
}

/// The next of 1, 2, 5, 10, … times a power of ten.
fn step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.max(1e-300).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|it| it * power >= least * 0.999);
    (factor.unwrap_or(10.0) * power).max(f64::MIN_POSITIVE)
}

impl Chart {
    /// The plot as an SVG document.
    ///
    /// `follows_page` adds the rules that make it dark on a dark page. Without them it is dark
    /// on white, for print.
    pub fn svg(&self, follows_page: bool) -> String {
        let legend = self.legend_lines();
        let height = TOP + PLOT_HEIGHT + BELOW + legend.len() as f64 * LEGEND_LINE + 10.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{}\">\n<style>{STYLE}{}\
             </style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n\
             <text class=\"title\" x=\"{}\" y=\"24\" text-anchor=\"middle\">{}</text>\n",
            escape(&self.title),
            if follows_page { DARK } else { "" },
            WIDTH / 2.0,
            escape(&self.title),
        );
        let (x, y) = self.ranges();
        self.axes(&mut svg, &x, &y);
        if self.series.iter().all(|series| series.points.is_empty()) {
            let middle = (LEFT + WIDTH - RIGHT) / 2.0;
            let _ = writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">no data</text>",
                TOP + PLOT_HEIGHT / 2.0
            );
        }
        for (at, series) in self.series.iter().enumerate() {
            draw(&mut svg, at, series, &x, &y);
        }
        for (line, names) in legend.iter().enumerate() {
            let y = TOP + PLOT_HEIGHT + BELOW + line as f64 * LEGEND_LINE + 8.0;
            for (left, at) in names {
                let color = COLORS[at % COLORS.len()];
                if matches!(self.series[*at].shape, Shape::Steps) {
                    let _ = writeln!(
                        svg,
                        "<line x1=\"{left}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{color}\" \
                         stroke-width=\"2\" stroke-dasharray=\"{}\"/>",
                        left + 22.0,
                        DASHES[at % DASHES.len()]
                    );
                }
                mark(&mut svg, *at, left + 11.0, y);
                let name = escape(&self.series[*at].name);
                let _ =
                    writeln!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", left + 28.0, y + 4.0);
            }
        }
        svg + "</svg>\n"
    }

    /// The lines of the legend, with the start of each series' entry.
    fn legend_lines(&self) -> Vec<Vec<(f64, usize)>> {
        let mut lines: Vec<Vec<(f64, usize)>> = vec![Vec::new()];
        let mut left = LEFT;
        for (at, series) in self.series.iter().enumerate() {
            let width = 44.0 + series.name.chars().count() as f64 * 7.2;
            if left + width > WIDTH - RIGHT && left > LEFT {
                lines.push(Vec::new());
                left = LEFT;
            }
            if let Some(line) = lines.last_mut() {
                line.push((left, at));
            }
            left += width;
        }
        lines
    }

    fn ranges(&self) -> (PixelRange, PixelRange) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (xs, ys) = (|| points().map(|(x, _)| *x), || points().map(|(_, y)| *y));
        let (right, bottom) = (WIDTH - RIGHT, TOP + PLOT_HEIGHT);
        if self.has_diagonal {
            let all = || xs().chain(ys());
            let x = PixelRange::new(self.x.scale, all(), LEFT, right);
            (x, PixelRange::new(self.y.scale, all(), bottom, TOP))
        } else {
            let x = PixelRange::new(self.x.scale, xs(), LEFT, right);
            (x, PixelRange::new(self.y.scale, ys(), bottom, TOP))
        }
    }

    fn axes(&self, svg: &mut String, x: &PixelRange, y: &PixelRange) {
        let (right, bottom) = (WIDTH - RIGHT, TOP + PLOT_HEIGHT);
        for tick in &x.ticks {
            let (at, text) = (x.at(*tick), x.tick_text(*tick));
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                bottom + 18.0
            );
        }
        for tick in &y.ticks {
            let (at, text) = (y.at(*tick), y.tick_text(*tick));
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 8.0,
                at + 4.0
            );
        }
        if self.has_diagonal {
            let _ = writeln!(
                svg,
                "<line class=\"even\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{TOP}\"/>"
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\"{}>{}</text>\n\
             <text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\"{}>{}</text>",
            (LEFT + right) / 2.0,
            bottom + 40.0,
            shrunk(&self.x.label, right - LEFT),
            escape(&self.x.label),
            TOP + PLOT_HEIGHT / 2.0,
            shrunk(&self.y.label, PLOT_HEIGHT + TOP),
            escape(&self.y.label)
        );
    }
}

/// The style that fits a label of the usual 13 pixels into `room`, if one is needed.
fn shrunk(label: &str, room: f64) -> String {
    let width = label.chars().count() as f64 * 7.2;
    if width <= room {
        return String::new();
    }
    format!(" style=\"font-size:{:.1}px\"", 13.0 * room / width)
}

fn draw(svg: &mut String, at: usize, series: &Series, x: &PixelRange, y: &PixelRange) {
    let color = COLORS[at % COLORS.len()];
    let dash = DASHES[at % DASHES.len()];
    let is_shown = |&&(px, py): &&(f64, f64)| {
        (x.scale == Scale::Linear || px > 0.0) && (y.scale == Scale::Linear || py > 0.0)
    };
    let points: Vec<(f64, f64)> =
        series.points.iter().filter(is_shown).map(|(px, py)| (x.at(*px), y.at(*py))).collect();
    if series.shape == Shape::Steps && !points.is_empty() {
        let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
        for (px, py) in &points[1..] {
            let _ = write!(path, "H{px:.1}V{py:.1}");
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dash}\"/>"
        );
    }
    if let Shape::MarksWithFit(Some(line)) = series.shape {
        let xs = series.points.iter().map(|(px, _)| *px);
        let ends = [xs.clone().fold(f64::INFINITY, f64::min), xs.fold(0.0, f64::max)];
        let [from, to] = ends.map(|px| {
            let value = (line.intercept + line.slope * px).exp().clamp(y.low, y.high);
            (x.at(px), y.at(value))
        });
        let _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" \
             stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            from.0, from.1, to.0, to.1
        );
    }
    // A step function with thousands of points has marks at only some of them.
    let every = if series.shape == Shape::Steps { points.len() / 12 + 1 } else { 1 };
    for (px, py) in points.iter().step_by(every) {
        mark(svg, at, *px, *py);
    }
}

/// Draws the mark of the series with index `at`. There are six shapes in six colours, and all
/// combinations are used before one repeats.
fn mark(svg: &mut String, at: usize, x: f64, y: f64) {
    let color = COLORS[at % COLORS.len()];
    let shape = (at + at / COLORS.len()) % 6;
    let path = match shape {
        0 => "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
        1 => "m-3.5-3.5h7v7h-7z",
        2 => "m0-4.5l4.2 7.6h-8.4z",
        3 => "m0-4.6l4.6 4.6-4.6 4.6-4.6-4.6z",
        4 => "m-3.5-3.5l7 7m0-7l-7 7",
        _ => "m0-4.5v9m-4.5-4.5h9",
    };
    let fill = if shape >= 4 { "none" } else { color };
    let _ = writeln!(
        svg,
        "<path d=\"M{x:.1} {y:.1}{path}\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"1.6\" \
         fill-opacity=\".75\"/>"
    );
}

/// A number with four significant digits and no unnecessary zeros.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    let size = value.abs();
    if size >= 1e15 || size > 0.0 && size < 1e-4 {
        return format!("{value:.3e}");
    }
    let digits = if size == 0.0 { 0 } else { (3 - size.log10().floor() as i32).clamp(0, 8) };
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_their_values() {
        let log = PixelRange::new(Scale::Log, [3.0, 0.0, 4000.0].into_iter(), 0.0, 100.0);
        assert_eq!((log.low, log.high), (1.0, 10_000.0));
        assert_eq!(log.ticks.len(), 5);
        assert!((log.at(100.0) - 50.0).abs() < 1e-9);
        let linear = PixelRange::new(Scale::Linear, [0.0, 57.0].into_iter(), 0.0, 60.0);
        assert_eq!((linear.low, linear.high), (0.0, 60.0));
        assert_eq!(linear.ticks, [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        let counts = PixelRange::new(Scale::Linear, [1.0, 2.0].into_iter(), 0.0, 60.0);
        assert_eq!(counts.ticks, [0.0, 1.0, 2.0]);
        let none = PixelRange::new(Scale::Log, std::iter::empty(), 0.0, 1.0);
        assert!(none.low < none.high);
    }

    #[test]
    fn long_labels_are_shrunk() {
        assert!(shrunk("y (states)", 340.0).is_empty());
        assert_eq!(shrunk(&"n".repeat(100), 360.0), " style=\"font-size:6.5px\"");
    }

    #[test]
    fn marks_do_not_come_again_within_thirty_six_series() {
        let mut seen = std::collections::BTreeSet::new();
        for at in 0..36 {
            let mut svg = String::new();
            mark(&mut svg, at, 0.0, 0.0);
            assert!(seen.insert(svg), "series {at}");
        }
    }
}
