//! Traces in memory, for replaying and drawing.

use std::io::Read;

use crate::counts::TraceCounts;
use crate::error::TraceError;
use crate::event::{Place, Reason, Refutation, Sink, Source, TraceEvent};
use crate::file_event::{FileEvent, FileEventRef};
use crate::header::TraceHeader;
use crate::reader::TraceReader;

/// A move that caused a cutoff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The move.
    pub mv: String,
    /// Its score, and the end of the window that it reached.
    pub score: i32,
    /// See [`TraceEvent::Cutoff`].
    pub beta: i32,
    /// How many moves were not tried because of it.
    pub untried: u32,
    /// Why.
    pub reason: Refutation,
}

/// A node at the end of a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its parent on the best path.
    pub parent: Option<u32>,
    /// The action that reached it.
    pub action: String,
    /// Its place.
    pub place: Place<'static>,
    /// The cost of the path to it.
    pub g: f64,
    /// The estimated cost from it to a goal; NaN if unknown.
    pub h: f64,
    /// How often it was expanded or entered.
    pub expansions: u32,
    /// The number of the event that first expanded or entered it.
    pub first: Option<usize>,
    /// The number of the event that last entered it.
    pub last: Option<usize>,
    /// Why it was last pruned.
    pub pruned: Option<Reason>,
    /// The side of a game that moved into it, from 0.
    pub side: u8,
    /// The last score of a position, for that side or the judged side, and its source.
    pub score: Option<(i32, Source)>,
    /// The payoff of each side, if known.
    pub payoffs: Vec<i32>,
    /// The last move that refuted it.
    pub cutoff: Option<Refuted>,
    /// Whether it is on the plan or the best line.
    pub is_on_path: bool,
    /// The distance from the root in a tree.
    pub ply: u32,
}

/// An event and its node.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The event.
    pub event: TraceEvent<'static>,
    /// The node.
    pub node: Option<u32>,
}

/// A trace in memory: the events and the resulting nodes.
///
/// As a [`Sink`] it takes events from a recorder; [`Trace::read`] reads them from a file.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The header.
    pub header: TraceHeader,
    /// The events, except the end.
    pub steps: Vec<Step>,
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    /// The plan or the best line, the root first.
    pub path: Vec<u32>,
    /// The counts of the whole search, if the trace is complete.
    pub counts: Option<TraceCounts>,
    /// The status: `solved`, `no-solution` or `limit`; empty if the trace is truncated.
    pub status: String,
}

impl Trace {
    /// A trace without events.
    pub fn new(header: TraceHeader) -> Self {
        Self { header, ..Self::default() }
    }

    /// Reads a file, as far as it goes; of several traces, only the first.
    ///
    /// # Errors
    ///
    /// Fails if the input does or is damaged.
    pub fn read(input: impl Read) -> Result<Self, TraceError> {
        let mut reader = TraceReader::new(input)?;
        let mut trace = Self::new(reader.header().clone());
        while let Some(event) = reader.next_event()? {
            trace.add(event);
        }
        Ok(trace)
    }

    /// The trace after this number of steps.
    pub fn until(&self, steps: usize) -> Self {
        let mut trace = Self::new(self.header.clone());
        for step in self.steps.iter().take(steps) {
            trace.add(step.event.clone());
        }
        trace
    }

    fn node(&mut self, id: u32) -> Option<&mut Node> {
        let at = id as usize;
        // A number far out of order is an error in the file: allocate nothing.
        if at > self.nodes.len() + 1 {
            return None;
        }
        if at >= self.nodes.len() {
            self.nodes.resize_with(at + 1, || Node { h: f64::NAN, ..Node::default() });
        }
        self.nodes.get_mut(at)
    }

    fn set_parent(&mut self, id: u32, parent: Option<u32>) {
        let parent = parent.filter(|&parent| (parent as usize) < self.nodes.len() && parent != id);
        let ply = parent.map_or(0, |parent| self.nodes[parent as usize].ply.saturating_add(1));
        if let Some(node) = self.node(id) {
            (node.parent, node.ply) = (parent, ply);
        }
    }

    /// Adds an event.
    pub fn add(&mut self, event: TraceEvent<'static>) {
        if let TraceEvent::End { counts, status } = event {
            (self.counts, self.status) = (Some(counts), status.into_owned());
            return;
        }
        let id = match &event {
            TraceEvent::Reopened { id } | TraceEvent::Left { id } => Some(*id),
            TraceEvent::Duplicate { id, .. } => *id,
            event => self.change_node(event),
        };
        let node = id.filter(|&id| (id as usize) < self.nodes.len());
        self.steps.push(Step { event, node });
    }

    /// Changes the node of an event, if it changes one. Returns its number, even if it is out of
    /// order.
    fn change_node(&mut self, event: &TraceEvent<'static>) -> Option<u32> {
        let now = self.steps.len();
        let (TraceEvent::Generated { id, place, .. }
        | TraceEvent::Expanded { id, place, .. }
        | TraceEvent::Path { id, place }
        | TraceEvent::Entered { id, place, .. }) = event
        else {
            return self.change_result(event);
        };
        if let TraceEvent::Generated { parent, .. } | TraceEvent::Entered { parent, .. } = event {
            self.set_parent(*id, *parent);
        }
        let Some(node) = self.node(*id) else { return Some(*id) };
        if let Some(place) = place {
            node.place = place.clone();
        }
        match event {
            TraceEvent::Generated { action, g, h, .. } => {
                node.action = action.as_deref().unwrap_or_default().to_owned();
                (node.g, node.h, node.pruned) = (*g, *h, None);
            }
            TraceEvent::Expanded { g, .. } => {
                node.g = *g;
                node.expansions += 1;
                node.first.get_or_insert(now);
            }
            TraceEvent::Entered { mv, side, .. } => {
                node.action = mv.as_deref().unwrap_or_default().to_owned();
                node.expansions += 1;
                node.first.get_or_insert(now);
                (node.last, node.cutoff, node.side) = (Some(now), None, *side);
            }
            _ => {
                node.is_on_path = true;
                if place.is_some() {
                    self.set_parent(*id, self.path.last().copied());
                }
                self.path.push(*id);
            }
        }
        Some(*id)
    }

    /// Changes what became of the node of an event, if the event says so.
    fn change_result(&mut self, event: &TraceEvent<'static>) -> Option<u32> {
        let (TraceEvent::Pruned { id, .. }
        | TraceEvent::Scored { id, .. }
        | TraceEvent::Cutoff { id, .. }) = event
        else {
            return None;
        };
        if let Some(node) = self.node(*id) {
            match event {
                TraceEvent::Scored { score, source, payoffs, .. } => {
                    node.score = Some((*score, *source));
                    node.payoffs = payoffs.to_vec();
                }
                TraceEvent::Cutoff { mv, untried, score, beta, reason, .. } => {
                    let (mv, untried, reason) = (mv.clone().into_owned(), *untried, *reason);
                    let (score, beta) = (*score, *beta);
                    node.cutoff = Some(Refuted { mv, score, beta, untried, reason });
                }
                TraceEvent::Pruned { reason, .. } => node.pruned = Some(*reason),
                _ => {}
            }
        }
        Some(*id)
    }
}

impl Sink for Trace {
    fn take(&mut self, event: &TraceEvent<'_>) {
        self.add(event.to_owned_event());
    }
}

impl Default for Place<'_> {
    fn default() -> Self {
        Self::Unknown {}
    }
}

impl Place<'_> {
    /// An owned copy.
    pub fn to_owned_place(&self) -> Place<'static> {
        match self {
            Place::Cell { x, y } => Place::Cell { x: *x, y: *y },
            Place::Vertex { vertex } => Place::Vertex { vertex: *vertex },
            Place::Text { text } => Place::Text { text: text.to_string().into() },
            Place::Unknown {} => Place::Unknown {},
        }
    }
}

impl TraceEvent<'_> {
    /// An owned copy.
    pub fn to_owned_event(&self) -> TraceEvent<'static> {
        // Serialise and deserialise, which avoids listing 15 kinds of events.
        let bytes = postcard::to_allocvec(&FileEventRef(self));
        let read = bytes.and_then(|bytes| postcard::from_bytes(&bytes));
        read.map(|FileEvent(event)| event).expect("every event can be serialised")
    }
}
