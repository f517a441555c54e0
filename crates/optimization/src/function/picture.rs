//! Functions as maps, with the path of a search over them.

use tremaux_trace::picture::{self, CellGrid, Paint, Svg, Theme};

use super::point::{Function, Point};
use tremaux_landscape::Landscape;

/// The side of the map in pixels, and its cells.
const SIDE: f64 = 480.0;
const CELLS: usize = 120;
const MARGIN: f64 = 36.0;

/// From low to high, distinguishable in greyscale (the colour map "viridis").
const COLORS: [&str; 12] = [
    "#440154", "#482173", "#433e85", "#38588c", "#2d708e", "#25858e", "#1e9b8a", "#2ab07f",
    "#52c569", "#86d549", "#c2df23", "#fde725",
];

/// The map of a function of its first two variables, with the path of a search and its best
/// point. The other variables have their values at that point.
pub(super) fn picture(function: &Function, best: &Point, trail: &[(f64, f64)]) -> String {
    let theme = Theme::LIGHT;
    let title = format!("{}: {}", function.text(), function.value(best));
    let mut svg = Svg::new(SIDE + 2.0 * MARGIN, SIDE + 2.0 * MARGIN, &title);
    let side = SIDE + 2.0 * MARGIN;
    let pixel = picture::Point::new;
    svg.rect(pixel(0.0, 0.0).rect(side, side), theme.ground);
    let (low, high) = function.range();
    let is_plane = function.variables().len() > 1;
    // The vertical axis of a function of one variable is its value.
    let values = sampled(function, best, is_plane);
    let finite = values.iter().copied().filter(|value| value.is_finite());
    let least = finite.clone().fold(f64::INFINITY, f64::min).min(function.value(best));
    let most = finite.fold(f64::NEG_INFINITY, f64::max).max(least + f64::MIN_POSITIVE);
    let (bottom, top) = if is_plane { (low, high) } else { (least, most) };
    let place = |(x, y): (f64, f64)| {
        let down = (1.0 - (y - bottom) / (top - bottom)).clamp(-0.05, 1.05);
        pixel(MARGIN + SIDE * (x - low) / (high - low), MARGIN + SIDE * down)
    };
    if is_plane {
        // Small differences near the bottom are visible, too.
        let band = |value: f64| {
            let part = ((value - least) / (most - least)).clamp(0.0, 1.0).sqrt();
            (part * (COLORS.len() - 1) as f64).round() as usize
        };
        let (corner, side) = (pixel(MARGIN, MARGIN), SIDE / CELLS as f64);
        let map = CellGrid { corner, side, columns: CELLS, rows: CELLS };
        for (at, color) in COLORS.iter().enumerate() {
            svg.cells(&map, color, |x, y| {
                let value = values[y * CELLS + x];
                value.is_finite() && band(value) == at
            });
        }
    } else {
        let width = (high - low) / (values.len() - 1) as f64;
        let points = values.iter().enumerate().filter(|(_, value)| value.is_finite());
        let points: Vec<_> =
            points.map(|(at, value)| place((low + width * at as f64, *value))).collect();
        svg.polyline(&points, theme.wall, 1.5);
    }
    for part in trail.split(|(x, _)| x.is_nan()) {
        let points: Vec<picture::Point> = part.iter().map(|&at| place(at)).collect();
        if let Some(&start) = points.first() {
            svg.polyline(&points, theme.path, 1.2);
            svg.circle(start, 4.0, Paint::new(theme.start, theme.ink, 1.0));
        }
    }
    if let Some(at) = function.place(best) {
        svg.circle(place(at), 5.0, Paint::new(theme.goal, theme.ink, 1.0));
    }
    label_axes(&mut svg, theme.ink, function, [low, high, bottom, top]);
    svg.text(pixel(side / 2.0, 18.0), 12.0, theme.ink, &title);
    svg.finish()
}

/// Writes the ends of both axes, and what they are.
fn label_axes(svg: &mut Svg, ink: &str, function: &Function, ends: [f64; 4]) {
    let [low, high, bottom, top] = ends.map(short);
    let name = |at: usize| function.variables().get(at).map_or("value", String::as_str);
    let (start, end, centre) = (MARGIN, MARGIN + SIDE, MARGIN + SIDE / 2.0);
    let below = SIDE + 2.0 * MARGIN - 18.0;
    let texts = [
        (start, below, &*low),
        (end, below, &*high),
        (18.0, end, &*bottom),
        (18.0, start, &*top),
        (centre, below, name(0)),
        (18.0, centre, name(1)),
    ];
    for (x, y, text) in texts {
        svg.text(picture::Point::new(x, y), 11.0, ink, text);
    }
}

/// A number that is short enough for an axis.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The values of the cells, from the top left; or along the range of a single variable.
fn sampled(function: &Function, best: &Point, is_plane: bool) -> Vec<f64> {
    let (low, high) = function.range();
    let mut at = best.coordinates().to_vec();
    if !is_plane {
        let step = (high - low) / 1000.0;
        return (0..=1000).map(|x| function.formula().at(&[low + step * f64::from(x)])).collect();
    }
    let cell = (high - low) / CELLS as f64;
    let mut values = Vec::with_capacity(CELLS * CELLS);
    for y in 0..CELLS {
        at[1] = high - cell * (y as f64 + 0.5);
        for x in 0..CELLS {
            at[0] = low + cell * (x as f64 + 0.5);
            values.push(function.formula().at(&at));
        }
    }
    values
}
