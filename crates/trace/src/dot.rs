//! Export to Graphviz.

use std::collections::HashMap;
use std::fmt::Write;

use crate::drawing::{Part, Role};
use crate::drawing::{board_of, cost_of, cut_in_words, name_of, values_in_words, values_of};
use crate::graph_scene::GraphScene;
use crate::header::{Line, Point, Scene, TraceShape};
use crate::picture::{Theme, escape};
use crate::replay::Trace;

/// The most lines of a graph drawn in ranks.
const MOST_RANKED: usize = 150;

/// The most lines for which all costs are shown; beyond, only those of the plan are.
const MOST_LABELLED: usize = 300;

/// A trace in the DOT language: `dot -Tsvg` draws it.
///
/// Nodes are coloured by their [`Role`] and contain boards as tables; the plan or the principal
/// variation is bold. A search in a [`Scene::Graph`] is drawn as that graph, any other as its
/// tree: the first `most_nodes` nodes and the plan. To draw a part of a trace, use
/// [`Trace::until`].
///
/// ```
/// use tremaux::trace::{TraceShape, Trace, TraceEvent, TraceHeader, dot};
/// use tremaux::trace::Theme;
/// let mut trace = Trace::new(TraceHeader::new("stairs", TraceShape::Tree));
/// let (parent, action) = (None, None);
/// trace.add(TraceEvent::Generated { id: 0, parent, action, g: 0.0, h: 3.0, place: None });
/// let text = dot(&trace, Theme::LIGHT, 100);
/// assert!(text.starts_with("digraph") && text.contains("0 + 3 = 3"));
/// ```
pub fn dot(trace: &Trace, theme: Theme, most_nodes: usize) -> String {
    let is_game = trace.header.shape == TraceShape::Game;
    let mut text = String::from("digraph search {\n");
    let header = &trace.header;
    let mut title = format!("{} {}", header.problem, header.algorithm);
    if let Some(counts) = trace.counts {
        let (expanded, what) =
            if is_game { (counts.nodes, "positions") } else { (counts.expanded, "expanded") };
        let _ = write!(title, ": {expanded} {what}");
    }
    let part = Part::of(trace, most_nodes);
    if let Some(drawn) = part.drawn(trace) {
        let _ = write!(title, ", {drawn}");
    }
    if let Some(values) = values_in_words(trace) {
        let _ = write!(title, "; {values}");
    }
    let (ground, ink, faint) = (theme.ground, theme.ink, theme.faint);
    let _ = writeln!(
        text,
        "  graph [label={}, labelloc=t, bgcolor=\"{ground}\", fontcolor=\"{ink}\", \
         fontname=\"Helvetica\", ranksep=0.35, nodesep=0.15];\n  \
         node [shape=plain, fontname=\"Helvetica\", fontsize=10, fontcolor=\"{ink}\"];\n  \
         edge [color=\"{faint}\", fontcolor=\"{ink}\", fontname=\"Helvetica\", fontsize=9, \
         arrowsize=0.5];",
        quoted(&title)
    );
    match &header.scene {
        Scene::Graph(scene) if header.shape == TraceShape::Graph => {
            graph(&mut text, trace, theme, scene, most_nodes);
        }
        _ => tree(&mut text, trace, theme, &part),
    }
    legend(&mut text, trace, theme, &part);
    text.push_str("}\n");
    text
}

fn tree(text: &mut String, trace: &Trace, theme: Theme, part: &Part) {
    for &id in &part.nodes {
        let node = &trace.nodes[id as usize];
        let role = Role::of(trace, id);
        let label = label(trace, id, theme, role);
        let _ = writeln!(text, "  n{id} [label=<{label}>];");
        for &child in &part.children[id as usize] {
            let below = &trace.nodes[child as usize];
            let bold = if node.is_on_path && below.is_on_path {
                format!(", color=\"{}\", penwidth=3", theme.path)
            } else {
                String::new()
            };
            let action = quoted(&below.action);
            let _ = writeln!(text, "  n{id} -> n{child} [label={action}{bold}];");
        }
    }
    for &(id, count) in &part.cut {
        let (fill, ink, words) = (theme.cut, theme.on_color, quoted(&cut_in_words(count)));
        let _ = writeln!(
            text,
            "  c{id} [shape=box, style=filled, color=\"{fill}\", fillcolor=\"{fill}\", \
             fontcolor=\"{ink}\", label={words}];\n  n{id} -> c{id} [style=dashed];"
        );
    }
}

fn graph(text: &mut String, trace: &Trace, theme: Theme, scene: &GraphScene, most: usize) {
    let GraphScene { names, arcs, points } = scene;
    // `dot` is too slow at ranking a dense graph: use known places, or else springs.
    let places = Places::of(scene);
    if places.is_some() {
        text.push_str("  layout=neato; outputorder=edgesfirst;\n");
    } else if arcs.len() > MOST_RANKED {
        text.push_str("  layout=sfdp; overlap=prism; outputorder=edgesfirst;\n");
    }
    let mut node_of = vec![None; names.len()];
    for (id, node) in trace.nodes.iter().enumerate() {
        if let crate::Place::Vertex { vertex } = node.place
            && let Some(place) = node_of.get_mut(vertex as usize)
        {
            *place = Some(id as u32);
        }
    }
    let is_on_path =
        |vertex: usize| node_of[vertex].is_some_and(|id: u32| trace.nodes[id as usize].is_on_path);
    let is_drawn = |vertex: u32| {
        (vertex as usize) < names.len() && ((vertex as usize) < most || is_on_path(vertex as usize))
    };
    for (vertex, id) in node_of.iter().enumerate().filter(|it| is_drawn(it.0 as u32)) {
        let (fill, lines) = match id {
            Some(id) => (Role::of(trace, *id).color(&theme), values_of(trace, *id).join("<BR/>")),
            None => (theme.paper, String::new()),
        };
        let name = escape(&names[vertex]);
        let gap = if lines.is_empty() { "" } else { "<BR/>" };
        let place = places.as_ref().zip(points.get(vertex));
        let place = place.map_or_else(String::new, |(places, &point)| places.at(point, 0.0));
        let _ = writeln!(
            text,
            "  v{vertex} [shape=ellipse, style=filled, fillcolor=\"{fill}\", \
             fontcolor=\"{}\", label=<<B>{name}</B>{gap}{lines}>{place}];",
            theme.on_color
        );
    }
    let drawn: Vec<&Line> = arcs.iter().filter(|arc| is_drawn(arc.0) && is_drawn(arc.1)).collect();
    lines(text, trace, theme, &drawn);
}

/// The drawn lines of a graph, with those of the plan in bold.
fn lines(text: &mut String, trace: &Trace, theme: Theme, drawn: &[&Line]) {
    let on_path: Vec<(u32, u32)> = trace
        .path
        .windows(2)
        .filter_map(|pair| {
            let vertex = |id: u32| match trace.nodes[id as usize].place {
                crate::Place::Vertex { vertex } => Some(vertex),
                _ => None,
            };
            Some((vertex(pair[0])?, vertex(pair[1])?))
        })
        .collect();
    let mut costs: HashMap<(u32, u32), Vec<f64>> = HashMap::new();
    for &&(from, to, cost) in drawn {
        costs.entry((from, to)).or_default().push(cost);
    }
    let bold = format!(", color=\"{}\", penwidth=3", theme.path);
    let tells_costs = drawn.len() <= MOST_LABELLED;
    for &&(from, to, cost) in drawn {
        // Two arcs of equal cost between the same vertices are one line.
        let is_double = from != to
            && costs[&(from, to)] == [cost]
            && costs.get(&(to, from)) == Some(&vec![cost]);
        if is_double && from > to {
            continue;
        }
        let is_planned = on_path.contains(&(from, to));
        let is_bold = is_planned || is_double && on_path.contains(&(to, from));
        let label = if tells_costs || is_bold { cost_of(cost) } else { String::new() };
        let ends = if is_double { ", dir=none" } else { "" };
        let bold = if is_bold { bold.as_str() } else { "" };
        let _ = writeln!(text, "  v{from} -> v{to} [label=\"{label}\"{ends}{bold}];");
    }
}

/// The corners of the vertices' places, and inches per unit.
struct Places([f64; 4], f64);

impl Places {
    /// None if places are unknown or all equal.
    fn of(scene: &GraphScene) -> Option<Self> {
        let points = &scene.points;
        let is_finite = |(x, y): &Point| x.is_finite() && y.is_finite();
        if points.len() < scene.names.len() || !points.iter().all(is_finite) {
            return None;
        }
        let mut corners = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for &(x, y) in points {
            let [left, low, right, high] = corners;
            corners = [left.min(x), low.min(y), right.max(x), high.max(y)];
        }
        let breadth = (corners[2] - corners[0]).max(corners[3] - corners[1]);
        // Room for two labels per vertex in a row.
        let inches = 2.5 * (points.len() as f64).sqrt();
        (breadth > 0.0 && breadth.is_finite()).then(|| Self(corners, inches / breadth))
    }

    /// The attribute for a point, moved to the right by some inches.
    fn at(&self, (x, y): Point, right: f64) -> String {
        let &Self([left, low, ..], scale) = self;
        format!(", pos=\"{:.3},{:.3}!\"", (x - left) * scale + right, (y - low) * scale)
    }
}

/// A node as a table: the board, with the values below it.
fn label(trace: &Trace, id: u32, theme: Theme, role: Role) -> String {
    let node = &trace.nodes[id as usize];
    let fill = if role == Role::Path { theme.paper } else { role.color(&theme) };
    let (line, breadth) = if node.is_on_path { (theme.path, 3) } else { (theme.faint, 1) };
    let mut text = format!(
        "<TABLE BORDER=\"{breadth}\" COLOR=\"{line}\" CELLBORDER=\"0\" CELLSPACING=\"0\" \
         CELLPADDING=\"2\" BGCOLOR=\"{fill}\" STYLE=\"ROUNDED\">"
    );
    match board_of(node) {
        Some(board) => {
            text.push_str("<TR><TD>");
            text.push_str(&board.graphviz_table(theme));
            text.push_str("</TD></TR>");
        }
        None => {
            let name = escape(&name_of(trace, id));
            let color = theme.on_color;
            let _ = write!(text, "<TR><TD><FONT COLOR=\"{color}\"><B>{name}</B></FONT></TD></TR>");
        }
    }
    for line in values_of(trace, id) {
        let (line, color) = (escape(&line), theme.on_color);
        let _ = write!(text, "<TR><TD><FONT COLOR=\"{color}\">{line}</FONT></TD></TR>");
    }
    text.push_str("</TABLE>");
    text
}

/// The legend, as a node of its own.
fn legend(text: &mut String, trace: &Trace, theme: Theme, part: &Part) {
    let is_game = trace.header.shape == TraceShape::Game;
    let mut rows = String::new();
    for role in part.roles(trace) {
        let (color, words) = (role.color(&theme), escape(role.in_words(is_game)));
        let _ = write!(
            rows,
            "<TR><TD BGCOLOR=\"{color}\" WIDTH=\"14\"> </TD><TD ALIGN=\"LEFT\">{words}</TD></TR>"
        );
    }
    if part.nodes.len() < trace.nodes.len() {
        let (drawn, all) = (part.nodes.len(), trace.nodes.len());
        let _ = write!(rows, "<TR><TD COLSPAN=\"2\">{drawn} of {all} nodes drawn</TD></TR>");
    }
    if !rows.is_empty() {
        let faint = theme.faint;
        // Beside the vertices, if their places are known.
        let places = match &trace.header.scene {
            Scene::Graph(scene) if trace.header.shape == TraceShape::Graph => Places::of(scene),
            _ => None,
        };
        let beside = |places: Places| places.at((places.0[2], places.0[3]), 2.0);
        let place = places.map_or_else(String::new, beside);
        let _ = writeln!(
            text,
            "  legend [label=<<TABLE BORDER=\"1\" COLOR=\"{faint}\" CELLBORDER=\"0\" \
             CELLSPACING=\"2\">{rows}</TABLE>>{place}];"
        );
    }
}

/// A quoted string.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
