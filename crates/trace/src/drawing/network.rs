//! Searches on graphs: vertices at their places, or on a circle.

use super::{Style, caption, part, tally};
use crate::event::Place;
use crate::graph_scene::GraphScene;
use crate::picture::{Svg, legend};
use crate::replay::Trace;

/// The most vertices with names in the picture.
const MOST_NAMED: usize = 120;

/// The graph with expanded and open vertices and the plan.
pub(super) fn draw(trace: &Trace, style: Style, graph: &GraphScene) -> String {
    let GraphScene { names, points, arcs } = graph;
    let theme = &style.theme;
    let count = names.len().max(points.len());
    let (side, margin) = (620.0, 48.0);
    let places = layout(count, points, side);
    let high = places.iter().map(|place| place.1).fold(0.0, f64::max);
    let texts = (caption(trace), tally(trace));
    let texts = (texts.0.as_str(), texts.1.as_str());
    let colors = [
        (theme.start, "start"),
        (theme.expanded, "expanded"),
        (theme.open, "open"),
        (theme.path, "plan"),
    ];
    let whole = (side + 2.0 * margin).max(legend::width(texts, &colors) + 24.0);
    let height = high + legend::HEIGHT + 2.0 * margin;
    let mut svg = Svg::new(whole, height, &format!("{}: {}", texts.0, texts.1));
    svg.rect((0.0, 0.0), (whole, height), theme.ground);
    legend::draw(&mut svg, theme, (12.0, 12.0), texts, &colors);
    let at = |vertex: u32| {
        let (x, y) = places[vertex as usize];
        (x + margin, y + margin + legend::HEIGHT)
    };
    let is_known = |vertex: u32| (vertex as usize) < count;

    let is_small = count <= MOST_NAMED;
    let mut labels = Vec::new();
    for &(from, to, cost) in arcs.iter().filter(|arc| is_known(arc.0) && is_known(arc.1)) {
        let (from, to) = (at(from), at(to));
        svg.line(from, to, theme.cut, if is_small { 1.5 } else { 0.6 });
        if is_small && arcs.len() <= 4 * MOST_NAMED {
            let middle = (from.0 + (to.0 - from.0) * 0.5, from.1 + (to.1 - from.1) * 0.5);
            labels.push((middle, part::cost(cost)));
        }
    }
    let vertex_of = |id: u32| match trace.nodes.get(id as usize)?.place {
        Place::Vertex { vertex } => Some(vertex).filter(|&vertex| is_known(vertex)),
        _ => None,
    };
    let on_path: Vec<(f64, f64)> =
        trace.path.iter().filter_map(|&id| vertex_of(id)).map(at).collect();
    if on_path.len() > 1 {
        svg.polyline(&on_path, theme.path, if is_small { 4.0 } else { 2.5 });
    }
    for (middle, text) in labels {
        let wide = legend::text_width(&text, 12.0) + 4.0;
        svg.rect((middle.0 - wide / 2.0, middle.1 - 8.0), (wide, 16.0), theme.ground);
        svg.text(middle, 12.0, theme.ink, &text);
    }
    let radius = if is_small { 18.0 } else { 2.0 };
    let mut roles = vec![None; count];
    for id in 0..trace.nodes.len() as u32 {
        if let Some(vertex) = vertex_of(id) {
            roles[vertex as usize] = Some((part::Role::of(trace, id), id));
        }
    }
    for (vertex, role) in roles.iter().enumerate() {
        let fill = role.map_or(theme.paper, |(role, _)| role.color(theme));
        if role.is_none() && !is_small {
            continue;
        }
        let place = at(vertex as u32);
        svg.circle(place, radius, (fill, theme.ink, if is_small { 1.2 } else { 0.3 }));
        if is_small {
            let name = names.get(vertex).cloned().unwrap_or_else(|| vertex.to_string());
            let size = if name.chars().count() > 3 { 11.0 } else { 13.0 };
            svg.text(place, size, theme.on_color, &name);
            if let Some((_, id)) = role {
                let node = &trace.nodes[*id as usize];
                if !node.h.is_nan() {
                    let text = format!("{}+{}", part::cost(node.g), part::cost(node.h));
                    svg.text((place.0, place.1 + 27.0), 11.0, theme.ink, &text);
                }
            }
        }
    }
    svg.finish()
}

/// The places of the vertices within a square, `y` downwards.
fn layout(count: usize, points: &[(f64, f64)], side: f64) -> Vec<(f64, f64)> {
    let is_usable =
        points.len() == count && points.iter().all(|p| p.0.is_finite() && p.1.is_finite());
    if !is_usable || count == 0 {
        let step = std::f64::consts::TAU / count.max(1) as f64;
        let around = |at: usize| {
            let angle = at as f64 * step - std::f64::consts::FRAC_PI_2;
            (side / 2.0 * (1.0 + angle.cos()), side / 2.0 * (1.0 + angle.sin()))
        };
        return (0..count).map(around).collect();
    }
    let least = points.iter().fold((f64::INFINITY, f64::INFINITY), |least, point| {
        (least.0.min(point.0), least.1.min(point.1))
    });
    let most = points.iter().fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |most, point| {
        (most.0.max(point.0), most.1.max(point.1))
    });
    let longest = (most.0 - least.0).max(most.1 - least.1);
    let scale = if longest > 0.0 { side / longest } else { 0.0 };
    points.iter().map(|&(x, y)| ((x - least.0) * scale, (most.1 - y) * scale)).collect()
}
