//! A trace in memory, to be walked through and drawn.

use std::borrow::Cow;
use std::io::Read;

use crate::counts::TraceCounts;
use crate::error::TraceError;
use crate::event::{Place, Reason, Refutation, Sink, Source, TraceEvent};
use crate::header::TraceHeader;
use crate::reader::TraceReader;

/// A move that was enough to leave out the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The move.
    pub mv: String,
    /// The score it got, and what that is not below, or not above.
    pub score: i32,
    /// See [`TraceEvent::Cutoff`].
    pub beta: i32,
    /// Why.
    pub reason: Refutation,
}

/// What is known of a node at the end of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node whose successor it is, on the best path found.
    pub parent: Option<u32>,
    /// How it was reached from there.
    pub action: String,
    /// Where it is.
    pub place: Place<'static>,
    /// The cost of the path to it.
    pub g: f64,
    /// The estimated cost from it to a goal; NaN if none was told.
    pub h: f64,
    /// How often it was expanded, or entered.
    pub expansions: u32,
    /// When it was expanded or entered first: the number of the event.
    pub first: Option<usize>,
    /// Why the search went no farther, the last time.
    pub pruned: Option<Reason>,
    /// The side of a game that moved into it, from 0.
    pub side: u8,
    /// The last score of a position, for that side or the one judged in all, and where it came
    /// from.
    pub score: Option<(i32, Source)>,
    /// What each side gets, if that was told.
    pub payoffs: Vec<i32>,
    /// The last move that refuted it.
    pub cutoff: Option<Refuted>,
    /// Whether it is on the plan, or the best line.
    pub is_on_path: bool,
    /// The distance from the root in a tree.
    pub ply: u32,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            parent: None,
            action: String::new(),
            place: Place::Unknown {},
            g: 0.0,
            h: f64::NAN,
            expansions: 0,
            first: None,
            pruned: None,
            side: 0,
            score: None,
            payoffs: Vec::new(),
            cutoff: None,
            is_on_path: false,
            ply: 0,
        }
    }
}

/// An event, and the node that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The event.
    pub event: TraceEvent<'static>,
    /// The node.
    pub node: Option<u32>,
}

/// A trace in memory: the events, and what they come to.
///
/// As a [`Sink`] it takes events from a recorder; [`Trace::read`] takes them from a file.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What it is of.
    pub header: TraceHeader,
    /// The events, but for the last.
    pub steps: Vec<Step>,
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    /// The plan, or the best line, the root first.
    pub path: Vec<u32>,
    /// The counts of the whole search, if the trace is whole.
    pub counts: Option<TraceCounts>,
    /// How the search ended: `solved`, `no-solution` or `limit`; empty if the trace was cut
    /// off.
    pub status: String,
}

impl Trace {
    /// A trace without events.
    #[must_use]
    pub fn new(header: TraceHeader) -> Self {
        Self {
            header,
            steps: Vec::new(),
            nodes: Vec::new(),
            path: Vec::new(),
            counts: None,
            status: String::new(),
        }
    }

    /// Reads a whole file, or as much of it as there is; of a file of several traces the first.
    ///
    /// # Errors
    ///
    /// Fails if the input does, or is damaged.
    pub fn read(input: impl Read) -> Result<Self, TraceError> {
        let mut reader = TraceReader::new(input)?;
        let mut trace = Self::new(reader.header().clone());
        while let Some(event) = reader.next_event()? {
            trace.add(event);
        }
        Ok(trace)
    }

    /// The trace as it was after so many steps.
    #[must_use]
    pub fn until(&self, steps: usize) -> Self {
        let mut trace = Self::new(self.header.clone());
        for step in self.steps.iter().take(steps) {
            trace.add(step.event.clone());
        }
        trace
    }

    /// The children of each node, in the order of their numbers.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent
                && let Some(of_parent) = children.get_mut(parent as usize)
            {
                of_parent.push(id as u32);
            }
        }
        children
    }

    fn node(&mut self, id: u32) -> Option<&mut Node> {
        let at = id as usize;
        // Numbers come in order; one that is far off is a fault in the file, and costs no
        // memory.
        if at > self.nodes.len() + 1 {
            return None;
        }
        if at >= self.nodes.len() {
            self.nodes.resize_with(at + 1, Node::default);
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
        let now = self.steps.len();
        let mut about = None;
        match &event {
            TraceEvent::Generated { id, parent, action, g, h, place } => {
                about = Some(*id);
                self.set_parent(*id, *parent);
                if let Some(node) = self.node(*id) {
                    node.action = action.as_deref().unwrap_or_default().to_owned();
                    (node.g, node.h) = (*g, *h);
                    node.pruned = None;
                    set_place(node, place.as_ref());
                }
            }
            TraceEvent::Expanded { id, g, place } => {
                about = Some(*id);
                if let Some(node) = self.node(*id) {
                    node.g = *g;
                    node.expansions += 1;
                    node.first.get_or_insert(now);
                    set_place(node, place.as_ref());
                }
            }
            TraceEvent::Reopened { id } | TraceEvent::Left { id } => about = Some(*id),
            TraceEvent::Duplicate { id, .. } => about = *id,
            TraceEvent::Pruned { id, reason } => {
                about = Some(*id);
                if let Some(node) = self.node(*id) {
                    node.pruned = Some(*reason);
                }
            }
            TraceEvent::Path { id, place } => {
                about = Some(*id);
                if let Some(node) = self.node(*id) {
                    node.is_on_path = true;
                    set_place(node, place.as_ref());
                    let before = self.path.last().copied();
                    if place.is_some() {
                        self.set_parent(*id, before);
                    }
                    self.path.push(*id);
                }
            }
            TraceEvent::Entered { id, parent, mv, side, place, .. } => {
                about = Some(*id);
                self.set_parent(*id, *parent);
                if let Some(node) = self.node(*id) {
                    node.action = mv.as_deref().unwrap_or_default().to_owned();
                    node.expansions += 1;
                    node.first.get_or_insert(now);
                    node.cutoff = None;
                    node.side = *side;
                    set_place(node, place.as_ref());
                }
            }
            TraceEvent::Scored { id, score, source, payoffs } => {
                about = Some(*id);
                if let Some(node) = self.node(*id) {
                    node.score = Some((*score, *source));
                    node.payoffs.clone_from(payoffs);
                }
            }
            TraceEvent::Cutoff { id, mv, score, beta, reason, .. } => {
                about = Some(*id);
                if let Some(node) = self.node(*id) {
                    let (mv, score, beta) = (mv.clone().into_owned(), *score, *beta);
                    node.cutoff = Some(Refuted { mv, score, beta, reason: *reason });
                }
            }
            TraceEvent::End { counts, status } => {
                self.counts = Some(*counts);
                self.status = status.clone().into_owned();
                return;
            }
            _ => {}
        }
        let about = about.filter(|&id| (id as usize) < self.nodes.len());
        self.steps.push(Step { event, node: about });
    }
}

fn set_place(node: &mut Node, place: Option<&Place<'static>>) {
    if let Some(place) = place {
        node.place = place.clone();
    }
}

impl Sink for Trace {
    fn take(&mut self, event: &TraceEvent<'_>) {
        self.add(event.to_owned_event());
    }
}

/// A word that borrows nothing.
fn owned(word: &str) -> Cow<'static, str> {
    word.to_owned().into()
}

impl Place<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn to_owned_place(&self) -> Place<'static> {
        match self {
            Place::Cell { x, y } => Place::Cell { x: *x, y: *y },
            Place::Vertex { vertex } => Place::Vertex { vertex: *vertex },
            Place::Text { text } => Place::Text { text: owned(text) },
            Place::Unknown {} => Place::Unknown {},
        }
    }
}

impl TraceEvent<'_> {
    /// The same, which borrows nothing.
    #[must_use]
    pub fn to_owned_event(&self) -> TraceEvent<'static> {
        let kept = |place: &Option<Place<'_>>| place.as_ref().map(Place::to_owned_place);
        let word = |word: &Option<Cow<'_, str>>| word.as_deref().map(owned);
        match self {
            TraceEvent::Generated { id, parent, action, g, h, place } => TraceEvent::Generated {
                id: *id,
                parent: *parent,
                action: word(action),
                g: *g,
                h: *h,
                place: kept(place),
            },
            TraceEvent::Expanded { id, g, place } => {
                TraceEvent::Expanded { id: *id, g: *g, place: kept(place) }
            }
            TraceEvent::Reopened { id } => TraceEvent::Reopened { id: *id },
            TraceEvent::Duplicate { id, parent } => {
                TraceEvent::Duplicate { id: *id, parent: *parent }
            }
            TraceEvent::Pruned { id, reason } => TraceEvent::Pruned { id: *id, reason: *reason },
            TraceEvent::Left { id } => TraceEvent::Left { id: *id },
            TraceEvent::Iteration { limit } => TraceEvent::Iteration { limit: *limit },
            TraceEvent::Bound { cost } => TraceEvent::Bound { cost: *cost },
            TraceEvent::Solution { cost } => TraceEvent::Solution { cost: *cost },
            TraceEvent::Path { id, place } => TraceEvent::Path { id: *id, place: kept(place) },
            TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place } => {
                TraceEvent::Entered {
                    id: *id,
                    parent: *parent,
                    mv: word(mv),
                    side: *side,
                    ply: *ply,
                    depth: *depth,
                    alpha: *alpha,
                    beta: *beta,
                    place: kept(place),
                }
            }
            TraceEvent::Scored { id, score, source, payoffs } => TraceEvent::Scored {
                id: *id,
                score: *score,
                source: *source,
                payoffs: payoffs.clone(),
            },
            TraceEvent::Cutoff { id, mv, tried, score, beta, reason } => TraceEvent::Cutoff {
                id: *id,
                mv: owned(mv),
                tried: *tried,
                score: *score,
                beta: *beta,
                reason: *reason,
            },
            TraceEvent::Line { depth, score, exact, moves } => TraceEvent::Line {
                depth: *depth,
                score: *score,
                exact: *exact,
                moves: moves.iter().map(|mv| owned(mv)).collect(),
            },
            TraceEvent::End { counts, status } => {
                TraceEvent::End { counts: *counts, status: owned(status) }
            }
        }
    }
}
