//! Building graphs.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use super::{ArcCost, Graph, Link, Point, sorted_by};
use tremaux_core::ParseError;

/// Why a graph cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// It has more nodes than can be numbered.
    TooManyNodes,
    /// It has more arcs than can be numbered.
    TooManyArcs,
    /// An arc begins or ends at a node that does not exist.
    NoSuchNode(u32),
    /// Two nodes have the same name.
    SameName(String),
    /// Some nodes have names or coordinates, and others have none.
    Incomplete,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyNodes => f.write_str("more than 4294967294 nodes"),
            Self::TooManyArcs => f.write_str("more than 4294967294 arcs"),
            Self::NoSuchNode(node) => {
                write!(f, "an arc refers to node {node}, which does not exist")
            }
            Self::SameName(name) => write!(f, "two nodes named `{name}`"),
            Self::Incomplete => f.write_str("only some nodes have names or coordinates"),
        }
    }
}

impl std::error::Error for GraphError {}

/// Gathers the nodes and arcs of a [`Graph`].
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder<C = u32> {
    nodes: usize,
    tails: Vec<u32>,
    links: Vec<Link<C>>,
    names: Vec<Box<str>>,
    by_name: HashMap<Box<str>, u32>,
    other_names: Vec<(Box<str>, u32)>,
    points: Vec<Point>,
    estimates: Vec<f64>,
    first_number: u32,
    notes: Vec<String>,
    is_assumed_one_way: bool,
}

impl<C: ArcCost> GraphBuilder<C> {
    /// Starts with `nodes` nodes and no arcs.
    pub fn new(nodes: usize) -> Self {
        Self { nodes, ..Self::default() }
    }

    /// Reserves memory for `arcs` more arcs.
    pub fn reserve(&mut self, arcs: usize) {
        self.tails.reserve(arcs);
        self.links.reserve(arcs);
    }

    /// Adds a node with a name, and returns its number. If one node has a name, all must have
    /// one.
    pub fn add_named_node(&mut self, name: impl Into<Box<str>>) -> u32 {
        let (name, node) = (name.into(), self.add_node());
        self.by_name.entry(name.clone()).or_insert(node);
        self.names.push(name);
        node
    }

    /// Lets a node be found by another name, too, unless that is the name of a node.
    pub(super) fn add_other_name(&mut self, node: u32, name: impl Into<Box<str>>) {
        self.other_names.push((name.into(), node));
    }

    /// The node with this name, if there is one.
    pub(super) fn named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The name of a node that has one.
    pub(super) fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// Adds a node, and returns its number.
    pub fn add_node(&mut self) -> u32 {
        self.nodes += 1;
        u32::try_from(self.nodes - 1).unwrap_or(u32::MAX)
    }

    /// Sets the position of the next node without coordinates. If one node has coordinates, all
    /// must have them.
    pub fn add_point(&mut self, point: Point) {
        self.points.push(point);
    }

    /// Sets the estimates of all nodes.
    pub(super) fn set_estimates(&mut self, estimates: Vec<f64>) {
        self.estimates = estimates;
    }

    /// Adds an arc.
    pub fn add_arc(&mut self, tail: u32, head: u32, cost: C) {
        self.tails.push(tail);
        self.links.push(Link { node: head, cost });
    }

    /// Adds an arc in each direction.
    pub fn add_edge(&mut self, a: u32, b: u32, cost: C) {
        self.add_arc(a, b, cost);
        self.add_arc(b, a, cost);
    }

    /// Adds a link: an arc, and unless it is directed or a loop, one in the other direction.
    pub(super) fn add_link(&mut self, tail: u32, head: u32, cost: C, is_directed: bool) {
        self.add_arc(tail, head, cost);
        if !is_directed && tail != head {
            self.add_arc(head, tail, cost);
        }
    }

    /// Writes nodes without names as numbers from `first_number` on.
    pub fn number_from(&mut self, first_number: u32) {
        self.first_number = first_number;
    }

    /// Adds a note for people: see [`Graph::notes`].
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Remembers that the text does not say whether arcs lead one way.
    pub(super) fn assume_one_way(&mut self) {
        self.is_assumed_one_way = true;
    }

    /// The number of nodes so far.
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Builds the graph that `text` describes, with these notes.
    pub(super) fn finish(
        mut self,
        text: &str,
        notes: impl IntoIterator<Item = String>,
    ) -> Result<Graph<C>, ParseError> {
        self.notes.extend(notes);
        self.build().map_err(|error| ParseError::at(text, 0, 0, error.to_string(), "a graph"))
    }

    /// Builds the graph. Takes time and memory proportional to its size.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the nodes or arcs that were added.
    pub fn build(self) -> Result<Graph<C>, GraphError> {
        let Self { nodes, tails, links, names, mut by_name, points, first_number, notes, .. } =
            self;
        if nodes >= u32::MAX as usize {
            return Err(GraphError::TooManyNodes);
        }
        if links.len() >= u32::MAX as usize {
            return Err(GraphError::TooManyArcs);
        }
        let ends = tails.iter().copied().chain(links.iter().map(|link| link.node));
        if let Some(node) = ends.into_iter().find(|&node| node as usize >= nodes) {
            return Err(GraphError::NoSuchNode(node));
        }
        let is_whole = |count: usize| count == 0 || count == nodes;
        if !is_whole(names.len()) || !is_whole(points.len()) {
            return Err(GraphError::Incomplete);
        }
        if by_name.len() < names.len() {
            let second = (0..).zip(&names).find(|&(node, name)| by_name[name] != node);
            let (_, name) = second.expect("a name that an earlier node has");
            return Err(GraphError::SameName(name.to_string()));
        }
        for (name, node) in self.other_names {
            by_name.entry(name).or_insert(node);
        }
        let (first, order) = sorted_by(tails.iter().copied(), nodes);
        Ok(Graph {
            first,
            links: order.iter().map(|&arc| links[arc as usize]).collect(),
            names,
            by_name,
            points,
            estimates: self.estimates,
            first_number,
            notes,
            is_assumed_one_way: self.is_assumed_one_way,
            incoming: OnceLock::new(),
            uniform_cost: OnceLock::new(),
        })
    }
}
