//! Recordings of searches: for a plot, a list of states, or a picture.

use std::collections::HashMap;
use std::path::PathBuf;

use tremaux_trace::{Place, Scene, Sink, TraceEvent, TraceHeader, TraceSelection};

use super::cell_trace::CellTrace;
use super::plot::CostHistory;

/// A recording of one search.
pub(super) enum Recording {
    /// Costs and bounds over time, and the file where they are plotted.
    Plot(PathBuf, CostHistory),
    /// The states expanded.
    Visits(VisitOrder),
    /// The cells seen, for a picture.
    Cells(CellTrace),
}

impl Recording {
    /// The events that it needs.
    pub(super) fn selection(&self) -> TraceSelection {
        match self {
            Self::Plot(..) => CostHistory::SELECTION,
            Self::Visits(_) => TraceSelection::default(),
            Self::Cells(_) => CellTrace::SELECTION,
        }
    }

    /// The sink for events.
    pub(super) fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Self::Plot(_, history) => history,
            Self::Visits(visits) => visits,
            Self::Cells(cells) => cells,
        }
    }
}

/// The states in order of expansion, and then the end of the plan if it was not expanded.
pub(super) struct VisitOrder {
    scene: Scene,
    names: HashMap<u32, String>,
    order: Vec<String>,
    has_goal: bool,
}

impl VisitOrder {
    /// An empty list for the search of `header`.
    pub(super) fn new(header: TraceHeader) -> Self {
        Self { scene: header.scene, names: HashMap::new(), order: Vec::new(), has_goal: false }
    }

    /// What the names are.
    pub(super) fn title(&self) -> &'static str {
        if self.has_goal {
            "States in order of expansion, then the goal:"
        } else {
            "States in order of expansion:"
        }
    }

    /// The names of the states.
    pub(super) fn names(&self) -> &[String] {
        &self.order
    }

    /// The name of a node, given now or remembered from earlier.
    fn name(&mut self, id: u32, place: Option<&Place<'_>>) -> String {
        if let Some(place) = place {
            let name = match (place, &self.scene) {
                (Place::Cell { x, y }, _) => format!("{x},{y}"),
                (Place::Vertex { vertex }, Scene::Graph(graph)) => {
                    graph.names.get(*vertex as usize).cloned().unwrap_or_default()
                }
                (Place::Text { text }, _) => format!("({text})"),
                _ => format!("#{id}"),
            };
            self.names.insert(id, name);
        }
        self.names.get(&id).cloned().unwrap_or_default()
    }
}

impl Sink for VisitOrder {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, place, .. } => {
                self.name(*id, place.as_ref());
            }
            TraceEvent::Expanded { id, place, .. } => {
                let name = self.name(*id, place.as_ref());
                self.order.push(name);
            }
            TraceEvent::Path { id, place } => {
                let name = self.name(*id, place.as_ref());
                // All but the end of the plan have been expanded.
                if !self.order.contains(&name) {
                    self.order.push(name);
                    self.has_goal = true;
                }
            }
            _ => {}
        }
    }
}
