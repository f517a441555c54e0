//! Tours as pictures.

use tremaux_trace::picture::{Paint, Point, Svg, Theme};

use super::tour::{Tour, Tours};

const SIDE: f64 = 560.0;
const MARGIN: f64 = 24.0;

/// A drawing of a tour; `None` if the cities have no places.
pub(super) fn picture(tours: &Tours, tour: &Tour) -> Option<String> {
    let cities = tours.cities();
    let places = Some(cities.on_map()).filter(|places| !places.is_empty())?;
    let bounds = |of: fn(&(f64, f64)) -> f64| {
        let values = places.iter().map(of);
        let least = values.clone().fold(f64::INFINITY, f64::min);
        (least, values.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (bottom, top)) = (bounds(|at| at.0), bounds(|at| at.1));
    let scale = SIDE / (right - left).max(top - bottom).max(f64::MIN_POSITIVE);
    let (width, height) = ((right - left) * scale, (top - bottom) * scale);
    let place = |city: u32| {
        let (x, y) = places[city as usize];
        Point::new(MARGIN + (x - left) * scale, 2.0 * MARGIN + (top - y) * scale)
    };
    let theme = Theme::LIGHT;
    let name = if cities.name.is_empty() { "cities" } else { &cities.name };
    let order: Vec<usize> = tour.order().iter().map(|&city| city as usize).collect();
    let length = cities.length(&order)?;
    let decimals = if length.fract() == 0.0 { 0 } else { 3 };
    let title = format!("{name}: {} cities, length {length:.decimals$}", cities.count());
    let whole = Point::default().rect(width + 2.0 * MARGIN, height + 3.0 * MARGIN);
    let mut svg = Svg::new(whole.width, whole.height, &title);
    svg.rect(whole, theme.ground);
    let mut points: Vec<Point> = tour.order().iter().map(|&city| place(city)).collect();
    points.extend(points.first().copied());
    svg.polyline(&points, theme.path, 1.5);
    let radius = (60.0 / (cities.count() as f64).sqrt()).clamp(0.7, 4.0);
    for city in 0..cities.count() as u32 {
        svg.circle(place(city), radius, Paint::fill(theme.ink));
    }
    svg.text_from(Point::new(MARGIN, MARGIN), 13.0, theme.ink, &title);
    Some(svg.finish())
}
