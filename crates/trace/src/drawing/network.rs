//! Searches on graphs: vertices at their places, or on a circle.

use super::{Style, caption, part, tally};
use crate::event::Place;
use crate::graph_scene::GraphScene;
use crate::picture::{Legend, Paint, Point, Rect, Svg, Theme, legend};
use crate::replay::Trace;

/// The most vertices with names in the picture.
const MOST_NAMED: usize = 120;

const MARGIN: f64 = 48.0;

/// A graph on paper.
struct Network<'a> {
    trace: &'a Trace,
    theme: &'a Theme,
    scene: &'a GraphScene,
    /// The places of the vertices.
    places: Vec<Point>,
    /// Whether there is room for names and costs.
    is_small: bool,
}

/// The graph with expanded and open vertices and the plan.
pub(super) fn draw(trace: &Trace, style: Style, scene: &GraphScene) -> String {
    let theme = &style.theme;
    let count = scene.names.len().max(scene.points.len());
    let side = 620.0;
    let mut places = layout(count, &scene.points, side);
    let high = places.iter().map(|place| place.y).fold(0.0, f64::max);
    for place in &mut places {
        *place = place.moved(MARGIN, MARGIN + legend::HEIGHT);
    }
    let colors = [
        (theme.start, "start"),
        (theme.expanded, "expanded"),
        (theme.open, "open"),
        (theme.path, "plan"),
    ];
    let legend = Legend { caption: &caption(trace), counts: &tally(trace), colors: &colors };
    let width = (side + 2.0 * MARGIN).max(legend.width() + 24.0);
    let height = high + legend::HEIGHT + 2.0 * MARGIN;
    let mut svg = legend.begin(theme, width, height, 12.0);
    let network = Network { trace, theme, scene, places, is_small: count <= MOST_NAMED };
    network.draw_lines(&mut svg);
    network.draw_vertices(&mut svg);
    svg.finish()
}

impl Network<'_> {
    /// The vertex of a node, if it has one.
    fn vertex_of(&self, id: u32) -> Option<usize> {
        match self.trace.nodes.get(id as usize)?.place {
            Place::Vertex { vertex } => Some(vertex as usize).filter(|&at| at < self.places.len()),
            _ => None,
        }
    }

    /// Draws the arcs, the plan over them, and their costs.
    fn draw_lines(&self, svg: &mut Svg) {
        let Self { trace, theme, scene, places, is_small } = self;
        let place = |vertex: u32| places.get(vertex as usize).copied();
        let has_costs = *is_small && scene.arcs.len() <= 4 * MOST_NAMED;
        let mut labels = Vec::new();
        for &(from, to, cost) in &scene.arcs {
            let Some((from, to)) = place(from).zip(place(to)) else { continue };
            svg.line(from, to, theme.cut, if *is_small { 1.5 } else { 0.6 });
            if has_costs {
                labels.push((from.toward(to, 0.5), part::cost(cost)));
            }
        }
        let on_path = trace.path.iter().filter_map(|&id| self.vertex_of(id));
        let on_path: Vec<Point> = on_path.map(|vertex| places[vertex]).collect();
        if on_path.len() > 1 {
            svg.polyline(&on_path, theme.path, if *is_small { 4.0 } else { 2.5 });
        }
        for (middle, text) in labels {
            let wide = legend::text_width(&text, 12.0) + 4.0;
            svg.rect(Rect::around(middle, wide, 16.0), theme.ground);
            svg.text(middle, 12.0, theme.ink, &text);
        }
    }

    fn draw_vertices(&self, svg: &mut Svg) {
        let Self { trace, theme, places, is_small, .. } = self;
        let mut nodes = vec![None; places.len()];
        for id in 0..trace.nodes.len() as u32 {
            if let Some(vertex) = self.vertex_of(id) {
                nodes[vertex] = Some(id);
            }
        }
        for (vertex, (&id, &place)) in nodes.iter().zip(places).enumerate() {
            let fill = id.map_or(theme.paper, |id| part::Role::of(trace, id).color(theme));
            if *is_small {
                svg.circle(place, 18.0, Paint::new(fill, theme.ink, 1.2));
                self.draw_texts(svg, vertex, id);
            } else if id.is_some() {
                svg.circle(place, 2.0, Paint::new(fill, theme.ink, 0.3));
            }
        }
    }

    /// Draws the name of a vertex, and the costs of its node.
    fn draw_texts(&self, svg: &mut Svg, vertex: usize, id: Option<u32>) {
        let Self { theme, scene, places, .. } = self;
        let name = scene.names.get(vertex).cloned().unwrap_or_else(|| vertex.to_string());
        let size = if name.chars().count() > 3 { 11.0 } else { 13.0 };
        svg.text(places[vertex], size, theme.on_color, &name);
        let node = id.map(|id| &self.trace.nodes[id as usize]);
        if let Some(node) = node.filter(|node| !node.h.is_nan()) {
            let text = format!("{}+{}", part::cost(node.g), part::cost(node.h));
            svg.text(places[vertex].moved(0.0, 27.0), 11.0, theme.ink, &text);
        }
    }
}

/// The places of the vertices within a square, `y` downwards.
fn layout(count: usize, points: &[(f64, f64)], side: f64) -> Vec<Point> {
    let is_usable =
        points.len() == count && points.iter().all(|p| p.0.is_finite() && p.1.is_finite());
    if !is_usable || count == 0 {
        let step = std::f64::consts::TAU / count.max(1) as f64;
        let around = |at: usize| {
            let angle = at as f64 * step - std::f64::consts::FRAC_PI_2;
            Point::new(side / 2.0 * (1.0 + angle.cos()), side / 2.0 * (1.0 + angle.sin()))
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
    points.iter().map(|&(x, y)| Point::new((x - least.0) * scale, (most.1 - y) * scale)).collect()
}
