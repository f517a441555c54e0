//! Export to Posthoc.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::Serializer;
use serde_json::{Map, Value, json};

use crate::event::{Place, Refutation, TraceEvent, number};
use crate::header::{Scene, TraceShape};
use crate::replay::{Node, Trace};

/// Writes a trace as a search trace of [Posthoc](https://posthoc-app.pathfinding.ai), version
/// 1.4.0, in JSON, which is YAML.
///
/// The events are `source`, `destination`, `generating`, `updating`, `expanding` and `closing`,
/// with the node, its parent, values, and place. On a grid, a view draws them as squares; other
/// searches have no view, and are shown as trees.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write_posthoc(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let is_grid = matches!(trace.header.scene, Scene::Grid { .. });
    let mut views = Map::new();
    if is_grid {
        views.insert("main".into(), grid_view());
    }
    write!(out, "{{\"version\":\"1.4.0\",\"views\":")?;
    serde_json::to_writer(&mut *out, &views)?;
    if is_grid {
        let pivot = json!({"x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1});
        write!(out, ",\"pivot\":{pivot}")?;
    }
    write!(out, ",\"events\":[")?;
    let mut events = Events { trace, out, is_first: true };
    events.all()?;
    writeln!(out, "\n]}}")
}

/// Walls are events at the start; cells have the colour of their last event.
fn grid_view() -> Value {
    json!([{
        "$": "rect", "x": "${{ $.x }}", "y": "${{ $.y }}", "width": 1, "height": 1,
        "fill": "${{ color[$.type] }}",
    }])
}

/// Replays the nodes while events are written.
struct Events<'a> {
    trace: &'a Trace,
    out: &'a mut dyn Write,
    is_first: bool,
}

impl Events<'_> {
    fn all(&mut self) -> io::Result<()> {
        let trace = self.trace;
        let is_game = trace.header.shape == TraceShape::Game;
        let mut known = vec![Known::default(); trace.nodes.len()];
        let mut last_expanded = None;
        if !trace.nodes.is_empty() {
            self.write("source", 0, Known::default(), &[])?;
        }
        if let Some(&goal) = trace.path.last()
            && trace.status == "solved"
            && !is_game
        {
            self.write("destination", goal, Known::default(), &[])?;
        }
        for step in &trace.steps {
            let Some(id) = step.node else { continue };
            if id as usize >= known.len() {
                continue;
            }
            let mut extra = Vec::new();
            let Some(kind) = known[id as usize].take(&step.event, &mut extra) else { continue };
            if let TraceEvent::Expanded { .. } = step.event
                && let Some(before) = last_expanded.replace(id)
                && trace.header.shape == TraceShape::Graph
            {
                self.write("closing", before, known[before as usize], &[])?;
            }
            let known = known[id as usize];
            self.write(kind, id, known, &extra)?;
        }
        if let Some(last) = last_expanded.filter(|_| trace.header.shape == TraceShape::Graph) {
            self.write("closing", last, known[last as usize], &[])?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        kind: &str,
        id: u32,
        known: Known,
        extra: &[(&str, Value)],
    ) -> io::Result<()> {
        let mut event = Map::new();
        event.insert("type".into(), kind.into());
        event.insert("id".into(), id.into());
        event.insert("pId".into(), known.parent.map_or(Value::Null, Value::from));
        let f = known.g.zip(known.h).map(|(g, h)| g + h);
        for (name, value) in [("f", f), ("g", known.g), ("h", known.h)] {
            // There is no infinity in JSON.
            if let Some(value) = value.filter(|value| value.is_finite()) {
                event.insert(name.into(), number::serialize(&value, Serializer)?);
            }
        }
        let node: &Node = &self.trace.nodes[id as usize];
        match &node.place {
            Place::Text { text } => drop(event.insert("state".into(), text.as_ref().into())),
            place => {
                event.extend(place.serialize(Serializer)?.as_object().cloned().unwrap_or_default())
            }
        }
        for (name, value) in extra {
            event.insert((*name).to_owned(), value.clone());
        }
        let comma = if std::mem::take(&mut self.is_first) { "" } else { "," };
        writeln!(self.out, "{comma}")?;
        serde_json::to_writer(&mut *self.out, &event)?;
        Ok(())
    }
}

/// The node so far.
#[derive(Clone, Copy, Default)]
struct Known {
    parent: Option<u32>,
    g: Option<f64>,
    h: Option<f64>,
    is_generated: bool,
}

/// Fields of an event of Posthoc.
type Fields = Vec<(&'static str, Value)>;

impl Known {
    /// Takes an event about the node. Returns its kind in Posthoc, if it has one, and adds the
    /// fields that it has besides the usual ones.
    fn take(&mut self, event: &TraceEvent<'_>, fields: &mut Fields) -> Option<&'static str> {
        Some(match event {
            TraceEvent::Generated { parent, action, g, h, .. } => {
                let kind = if self.is_generated { "updating" } else { "generating" };
                *self = Self { parent: *parent, g: Some(*g), h: Some(*h), is_generated: true };
                fields.extend(action.as_ref().map(|action| ("action", action.as_ref().into())));
                kind
            }
            TraceEvent::Expanded { g, .. } => {
                self.g = Some(*g);
                "expanding"
            }
            TraceEvent::Left { .. } => "closing",
            TraceEvent::Pruned { reason, .. } => {
                fields.push(("reason", reason.in_words().into()));
                "closing"
            }
            TraceEvent::Entered { parent, mv, depth, alpha, beta, .. } => {
                (self.parent, self.is_generated) = (*parent, true);
                fields.extend(mv.as_ref().map(|mv| ("move", mv.as_ref().into())));
                let window = [("depth", depth), ("alpha", alpha), ("beta", beta)];
                fields.extend(window.map(|(name, value)| (name, Value::from(*value))));
                "expanding"
            }
            TraceEvent::Scored { score, source, payoffs, .. } => {
                fields.push(("score", Value::from(*score)));
                if !payoffs.is_empty() {
                    fields.push(("payoffs", Value::from(&payoffs[..])));
                }
                fields.push(("from", json!(source)));
                "closing"
            }
            TraceEvent::Cutoff { mv, score, beta, reason, .. } => {
                let why = match reason {
                    Refutation::AtLeast => format!("{score} >= {beta}"),
                    _ => reason.in_words(&score.to_string(), &beta.to_string()),
                };
                fields.push(("cutoff", Value::from(format!("{mv}: {why}"))));
                "updating"
            }
            _ => return None,
        })
    }
}
