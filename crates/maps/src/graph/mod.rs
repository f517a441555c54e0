//! Explicit directed graphs: numbered nodes, arcs with costs, and optional names and
//! coordinates.
//!
//! A [`Graph`] is made by a [`GraphBuilder`] or read from a text: [`dimacs`] (road
//! networks), [`node_link`] (JSON), [`graphml`] (XML), [`table`] (CSV), [`edge_list`] (by hand);
//! `paths::GraphMap` reads what other programs write, too. A [`GraphQuery`] is the state space of
//! one question about it.

mod builder;
pub(crate) mod colouring;
mod cost;
pub mod dimacs;
mod direction;
#[cfg(feature = "formats")]
pub(crate) mod dot;
#[cfg(feature = "formats")]
mod draft;
pub mod edge_list;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod estimates;
mod euclidean;
#[doc(hidden)]
pub mod example;
#[cfg(feature = "formats")]
pub(crate) mod gexf;
#[cfg(feature = "formats")]
pub(crate) mod gml;
#[cfg(feature = "formats")]
pub mod graphml;
#[cfg(feature = "formats")]
mod json;
mod lines;
mod link_costs;
pub(crate) mod matrix_market;
#[cfg(feature = "formats")]
pub mod node_link;
#[cfg(feature = "formats")]
pub(crate) mod pajek;
#[cfg(feature = "petgraph")]
mod petgraph_adapter;
mod query;
pub mod table;

use std::collections::HashMap;
use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU32;
use std::sync::OnceLock;

pub use builder::{GraphBuilder, GraphError};
pub use cost::{ArcCost, PathCost};
#[cfg(feature = "formats")]
pub(crate) use draft::ReadDraft;
#[cfg(feature = "catalog")]
pub(crate) use estimates::{EstimateFaults, GivenEstimates};
pub use euclidean::{Euclidean, MissingCoordinates};
pub use link_costs::CostKey;
#[cfg(feature = "petgraph")]
pub use petgraph_adapter::from_petgraph;
pub use query::GraphQuery;
pub use tremaux_reading::TextError;

use tremaux_core::{Cost, FloatCost};

/// The number of an arc of a graph, and where it begins.
///
/// It contains its tail, so a search can walk back without accessing the graph. It takes eight
/// bytes, also as an `Option`, as the stored number is never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcId {
    number: NonZeroU32,
    tail: u32,
}

impl ArcId {
    #[inline]
    fn new(index: usize, tail: u32) -> Self {
        let number = NonZeroU32::new(index as u32 + 1).expect("fewer than 2^32 - 1 arcs");
        Self { number, tail }
    }

    /// Where the arc begins.
    #[inline]
    #[must_use]
    pub fn tail(self) -> u32 {
        self.tail
    }

    /// The place of the arc, from 0, in the order of tails.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.number.get() as usize - 1
    }
}

impl tremaux_core::codes::ActionCode for ArcId {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.number.get()) << 32 | u64::from(self.tail)
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        let number = NonZeroU32::new((code >> 32) as u32).expect("the number of an arc");
        Self { number, tail: code as u32 }
    }
}

impl fmt::Debug for ArcId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "arc {}", self.index())
    }
}

/// The other end of an arc, and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Link<C> {
    /// The head of an arc that leaves, the tail of one that enters.
    pub node: u32,
    /// What it costs.
    pub cost: C,
}

/// A point in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards or downwards, depending on the picture.
    pub y: f64,
}

impl Point {
    /// The straight-line distance to `other`.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
}

/// The arcs that enter each node: the same arcs, sorted by their heads.
#[derive(Clone, Debug)]
struct Incoming<C> {
    first: Vec<u32>,
    links: Vec<Link<C>>,
    arcs: Vec<u32>,
}

/// A directed graph in compressed sparse rows: the arcs that leave a node are contiguous, in the
/// order in which they were added.
///
/// Loops and parallel arcs are kept. With integer costs it takes 8 bytes per arc and 4 per node,
/// and 12 and 4 more once incoming arcs are requested.
///
/// ```
/// use tremaux::maps::graph::GraphBuilder;
/// let mut builder = GraphBuilder::new(3);
/// builder.add_arc(0, 1, 5_u32);
/// builder.add_arc(0, 2, 1);
/// let graph = builder.build()?;
/// assert_eq!(graph.outgoing(0).len(), 2);
/// assert_eq!(graph.outgoing(0)[1].node, 2);
/// # Ok::<(), tremaux::maps::graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph<C = u32> {
    /// The start of each node's arcs; one entry more than there are nodes.
    first: Vec<u32>,
    links: Vec<Link<C>>,
    names: Vec<Box<str>>,
    by_name: HashMap<Box<str>, u32>,
    points: Vec<Point>,
    /// The estimates that the text gives for the nodes; none, or one for each.
    estimates: Vec<f64>,
    first_number: u32,
    notes: Vec<String>,
    /// Whether arcs lead one way only because the text does not say whether they do.
    is_assumed_one_way: bool,
    incoming: OnceLock<Incoming<C>>,
    uniform_cost: OnceLock<Option<C>>,
}

impl<C: ArcCost> Graph<C> {
    /// The number of nodes; their numbers are below this.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.first.len() - 1
    }

    /// The number of arcs.
    #[inline]
    pub fn arc_count(&self) -> usize {
        self.links.len()
    }

    /// The heads and costs of the arcs that leave `node`.
    #[inline]
    pub fn outgoing(&self, node: u32) -> &[Link<C>] {
        let node = node as usize;
        &self.links[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Where the arcs that leave `node` start, and their heads and costs.
    #[inline]
    fn row(&self, node: u32) -> (usize, &[Link<C>]) {
        (self.first[node as usize] as usize, self.outgoing(node))
    }

    /// Prefetches the arcs that leave a node.
    #[inline]
    fn prefetch_row(&self, node: usize) {
        tremaux_tables::prefetch(&self.links, self.first[node] as usize);
    }

    /// The tails and costs of the arcs that enter `node`.
    ///
    /// The first call sorts all arcs by their heads.
    #[inline]
    pub fn incoming(&self, node: u32) -> &[Link<C>] {
        let incoming = self.by_head();
        let node = node as usize;
        &incoming.links[incoming.first[node] as usize..incoming.first[node + 1] as usize]
    }

    /// The arcs that leave `node`, in the order of [`Graph::outgoing`].
    pub fn arcs_from(&self, node: u32) -> impl ExactSizeIterator<Item = ArcId> + use<C> {
        let place = node as usize;
        let range = self.first[place] as usize..self.first[place + 1] as usize;
        range.map(move |index| ArcId::new(index, node))
    }

    /// The arcs that enter `node`, in the order of [`Graph::incoming`].
    pub fn arcs_to(&self, node: u32) -> impl ExactSizeIterator<Item = ArcId> + '_ {
        let incoming = self.by_head();
        let node = node as usize;
        let range = incoming.first[node] as usize..incoming.first[node + 1] as usize;
        let tails = incoming.links[range.clone()].iter().map(|link| link.node);
        incoming.arcs[range].iter().zip(tails).map(|(&arc, tail)| ArcId::new(arc as usize, tail))
    }

    /// Where `arc` ends.
    #[inline]
    pub fn head(&self, arc: ArcId) -> u32 {
        self.links[arc.index()].node
    }

    /// What `arc` costs.
    #[inline]
    pub fn cost(&self, arc: ArcId) -> C {
        self.links[arc.index()].cost
    }

    /// The cost of all arcs, if they cost the same and sums of it are not rounded.
    fn uniform_cost(&self) -> Option<C> {
        *self.uniform_cost.get_or_init(|| {
            let cost = self.links.first()?.cost;
            let is_exact = !C::ROUNDS || cost.to_f64().fract() == 0.0;
            (is_exact && self.links.iter().all(|it| it.cost == cost)).then_some(cost)
        })
    }

    /// The cheapest arc from `tail` to `head`; of several, the first.
    pub fn cheapest_arc(&self, tail: u32, head: u32) -> Option<ArcId> {
        let mut best: Option<(C, ArcId)> = None;
        for (arc, link) in self.arcs_from(tail).zip(self.outgoing(tail)) {
            if link.node == head && best.is_none_or(|(cost, _)| link.cost < cost) {
                best = Some((link.cost, arc));
            }
        }
        best.map(|(_, arc)| arc)
    }

    /// The cost of the path through `nodes` by the cheapest arcs; `None` if two consecutive
    /// nodes are not joined, or there is no node.
    ///
    /// It shares no code with the searches, so it can check their results.
    pub fn path_cost(&self, nodes: &[u32]) -> Option<C::Path> {
        let is_node = |&node: &u32| (node as usize) < self.node_count();
        if nodes.is_empty() || !nodes.iter().all(is_node) {
            return None;
        }
        nodes.windows(2).try_fold(C::Path::ZERO, |sum, pair| {
            let arc = self.cheapest_arc(pair[0], pair[1])?;
            Some(sum.plus(self.cost(arc).to_path()))
        })
    }

    /// The positions of the nodes, if known.
    pub fn points(&self) -> Option<&[Point]> {
        (self.points.len() == self.node_count()).then_some(&self.points[..])
    }

    /// The estimates of the nodes, if the text gives them.
    pub(crate) fn estimates(&self) -> Option<&[f64]> {
        (!self.estimates.is_empty()).then_some(&self.estimates[..])
    }

    /// Whether an estimate is not a whole number.
    pub(crate) fn has_fractions(&self) -> bool {
        self.estimates.iter().any(|h| h.fract() != 0.0)
    }

    /// Notes for people about how the graph was read, such as that links without a cost cost 1.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The name of `node`, or its number if nodes have no names.
    pub fn label(&self, node: u32) -> String {
        match self.names.get(node as usize) {
            Some(name) => name.to_string(),
            None => (u64::from(node) + u64::from(self.first_number)).to_string(),
        }
    }

    /// The node with this label.
    pub fn node(&self, label: &str) -> Option<u32> {
        if !self.names.is_empty() {
            return self.by_name.get(label).copied();
        }
        let node = label.parse::<u32>().ok()?.checked_sub(self.first_number)?;
        ((node as usize) < self.node_count()).then_some(node)
    }

    /// Sets the positions of the nodes.
    ///
    /// # Errors
    ///
    /// Returns [`GraphError::Incomplete`] unless there is one for each node.
    pub fn set_points(&mut self, points: Vec<Point>) -> Result<(), GraphError> {
        if points.len() != self.node_count() {
            return Err(GraphError::Incomplete);
        }
        self.points = points;
        Ok(())
    }

    /// Bytes allocated for nodes and arcs.
    pub fn bytes(&self) -> usize {
        let one_way = self.first.capacity() * 4 + self.links.capacity() * size_of::<Link<C>>();
        let other_way = self.incoming.get().map_or(0, |incoming| {
            incoming.first.capacity() * 4
                + incoming.links.capacity() * size_of::<Link<C>>()
                + incoming.arcs.capacity() * 4
        });
        one_way + other_way + self.points.capacity() * size_of::<Point>()
    }

    /// The graph with these links in the order of its own.
    pub(crate) fn with_links<D>(self, links: Vec<Link<D>>) -> Graph<D> {
        Graph {
            links,
            incoming: OnceLock::new(),
            uniform_cost: OnceLock::new(),
            first: self.first,
            names: self.names,
            by_name: self.by_name,
            points: self.points,
            estimates: self.estimates,
            first_number: self.first_number,
            notes: self.notes,
            is_assumed_one_way: self.is_assumed_one_way,
        }
    }

    fn by_head(&self) -> &Incoming<C> {
        self.incoming.get_or_init(|| {
            let heads = || self.links.iter().map(|link| link.node);
            let (first, arcs) = sorted_by(heads(), self.node_count());
            let mut tails = Vec::with_capacity(self.links.len());
            for node in 0..self.node_count() {
                tails.resize(self.first[node + 1] as usize, node as u32);
            }
            let link = |&arc: &u32| {
                let cost = self.links[arc as usize].cost;
                Link { node: tails[arc as usize], cost }
            };
            let links = arcs.iter().map(link).collect();
            Incoming { first, links, arcs }
        })
    }
}

impl<C: ArcCost + Ord> Graph<C> {
    /// An upper bound on the cost of a shortest path: it leaves each node at most once, by its
    /// most expensive arc.
    fn bound<N: From<C> + Sum>(&self) -> N {
        let nodes = 0..self.node_count() as u32;
        let dearest =
            nodes.filter_map(|node| self.outgoing(node).iter().map(|link| link.cost).max());
        dearest.map(N::from).sum()
    }
}

impl Graph<u64> {
    /// The links with costs of 32 bits, if those are large enough.
    pub(crate) fn narrow_links(&self) -> Option<Vec<Link<u32>>> {
        let narrow =
            |it: &Link<u64>| Some(Link { node: it.node, cost: u32::try_from(it.cost).ok()? });
        self.links.iter().map(narrow).collect()
    }

    /// Whether no path costs as much as the largest number.
    pub fn has_exact_sums(&self) -> bool {
        self.bound::<u128>() < u128::from(u64::MAX / 2)
    }
}

impl Graph<FloatCost> {
    /// The graph with whole costs, and the power of ten by which they were multiplied, if that
    /// makes all of them whole.
    pub fn scaled_to_whole(&self) -> Option<(Graph<u32>, f64)> {
        const MOST_DECIMALS: i32 = 9;
        (0..=MOST_DECIMALS).map(|decimals| 10_f64.powi(decimals)).find_map(|unit| {
            let whole = |link: &Link<FloatCost>| {
                let cost = (link.cost.get() * unit).round();
                let is_exact = cost <= f64::from(u32::MAX) && cost / unit == link.cost.get();
                is_exact.then_some(Link { node: link.node, cost: cost as u32 })
            };
            let links = self.links.iter().map(whole).collect::<Option<Vec<_>>>()?;
            Some((self.clone().with_links(links), unit))
        })
    }
}

impl Graph<u32> {
    /// An upper bound on the cost of a shortest path: it leaves each node at most once, by its
    /// most expensive arc.
    pub fn path_cost_bound(&self) -> u64 {
        self.bound()
    }
}

/// What an estimate of a node is.
const ESTIMATE: &str = "an estimate of the cost to the goal: a finite number of zero or more";

/// The estimate in `word`.
fn estimate(word: &str) -> Option<f64> {
    finite(word).filter(|value| *value >= 0.0)
}

/// The finite number in `word`.
fn finite(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Sorts items stably by their `keys`, which are below `count`; returns the order and where the
/// items of each key start.
pub(crate) fn sorted_by(
    keys: impl Iterator<Item = u32> + Clone,
    count: usize,
) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; count + 1];
    let mut total = 0;
    for key in keys.clone() {
        first[key as usize + 1] += 1;
        total += 1;
    }
    for node in 0..count {
        first[node + 1] += first[node];
    }
    let mut next = first.clone();
    let mut order = vec![0_u32; total];
    for (item, key) in keys.enumerate() {
        let place = &mut next[key as usize];
        order[*place as usize] = item as u32;
        *place += 1;
    }
    (first, order)
}
