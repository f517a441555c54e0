//! Estimates that a text gives for the nodes, checked node by node and arc by arc.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{ArcCost, ArcId, Graph, GraphBuilder, GraphQuery, PathCost};
use tremaux_core::{Cost, FloatCost, Guarantees, Heuristic};

/// The estimates of nodes while a text is read, in which they stand in any order.
#[derive(Default)]
pub(super) struct EstimatesRead(Vec<Option<f64>>);

impl EstimatesRead {
    /// Adds the estimate of a node; returns whether it has no other one.
    pub(super) fn add(&mut self, node: u32, h: f64) -> bool {
        let node = node as usize;
        self.0.resize(self.0.len().max(node + 1), None);
        *self.0[node].get_or_insert(h) == h
    }

    /// Gives all nodes their estimates, if there are any.
    ///
    /// # Errors
    ///
    /// Returns the name of a node without one.
    pub(super) fn give<C: ArcCost>(mut self, builder: &mut GraphBuilder<C>) -> Result<(), String> {
        if self.0.is_empty() {
            return Ok(());
        }
        self.0.resize(builder.node_count(), None);
        if let Some(node) = self.0.iter().position(Option::is_none) {
            return Err(builder.name(node).to_owned());
        }
        builder.set_estimates(self.0.into_iter().flatten().collect());
        Ok(())
    }
}

/// What was found wrong with the estimates of a graph for given goals.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EstimateFaults {
    /// A node whose estimate is above the cost of a path to a goal, by most, and that cost.
    pub(crate) over: Option<(u32, f64)>,
    /// The arc along which the estimate falls by more than the arc costs, by most.
    pub(crate) drop: Option<ArcId>,
    /// Whether sums of costs and estimates are exact in floating point.
    is_exact: bool,
}

/// The numbers that stand at the nodes as a heuristic, with computed guarantees.
#[derive(Clone, Debug)]
pub(crate) struct GivenEstimates {
    values: Box<[f64]>,
    guarantees: Guarantees,
}

impl GivenEstimates {
    /// The estimates of the graph of a query, if it has some.
    pub(crate) fn new<C: ArcCost, P>(query: &GraphQuery<C, P>) -> Option<Self> {
        let faults = EstimateFaults::of(query)?;
        let is_admissible = faults.over.is_none();
        let guarantees = Guarantees {
            admissible: is_admissible,
            consistent: is_admissible && faults.drop.is_none() && faults.is_exact,
            // It is never infinite.
            safe: true,
        };
        Some(Self { values: query.graph().estimates()?.into(), guarantees })
    }
}

impl<C: ArcCost, P: PathCost<C>> Heuristic<GraphQuery<C, P>> for GivenEstimates {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn estimate(&self, _: &GraphQuery<C, P>, &state: &u32) -> P {
        P::floor(self.values[state as usize])
    }
}

/// Millionths, so that sums of decimals are exact.
const UNIT: f64 = 1e6;

/// What all costs and estimates are multiplied by to make them whole, if their sums are exact then.
fn unit_of<C: ArcCost>(graph: &Graph<C>, estimates: &[f64]) -> Option<f64> {
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    let nodes = 0..graph.node_count() as u32;
    let costs = nodes.flat_map(|node| graph.outgoing(node)).map(|link| link.cost.to_f64());
    let values = || costs.clone().chain(estimates.iter().copied());
    let most = values().fold(0.0, f64::max) * (1.0 + graph.node_count() as f64);
    [1.0, UNIT].into_iter().find(|unit| {
        let is_whole = |value: f64| (value * unit).round() / unit == value;
        most * unit < EXACT && values().all(is_whole)
    })
}

impl EstimateFaults {
    /// Checks the estimates of the graph of a query for its goals, if it has some.
    pub(crate) fn of<C: ArcCost, P>(query: &GraphQuery<C, P>) -> Option<Self> {
        let graph = query.graph();
        let estimates = graph.estimates()?;
        let unit = unit_of(graph, estimates);
        let scale = unit.unwrap_or(1.0);
        let scaled = |value: f64| if unit.is_some() { (value * scale).round() } else { value };
        let h = |node: u32| scaled(estimates[node as usize]);
        let arcs = (0..graph.node_count() as u32).flat_map(|node| graph.arcs_from(node));
        let fall =
            |arc: ArcId| h(arc.tail()) - h(graph.head(arc)) - scaled(graph.cost(arc).to_f64());
        let drop = arcs.map(|arc| (fall(arc), arc)).filter(|(fall, _)| *fall > 0.0);
        let drop = drop.reduce(|most, it| if it.0 > most.0 { it } else { most });
        let distances = distances_to(query, scaled);
        let over = (0..).zip(&distances).map(|(node, &cost)| (h(node) - cost, node, cost));
        let over = over.filter(|(by, ..)| *by > 0.0);
        let over = over.reduce(|most, it| if it.0 > most.0 { it } else { most });
        Some(Self {
            over: over.map(|(_, node, cost)| (node, cost / scale)),
            drop: drop.map(|(_, arc)| arc),
            is_exact: unit == Some(1.0),
        })
    }

    /// What was found, in words.
    pub(crate) fn in_words<C: ArcCost>(&self, graph: &Graph<C>) -> String {
        let h = |node: u32| {
            let h = graph.estimates().map_or(0.0, |estimates| estimates[node as usize]);
            format!("h({}) = {h}", graph.label(node))
        };
        let over = self.over.map(|(node, cost)| match cost {
            0.0 => format!("{}, where a goal costs 0", h(node)),
            _ => format!("{}, but a goal can be reached from there at the cost {cost}", h(node)),
        });
        let drop = self.drop.map(|arc| {
            let (cost, head) = (graph.cost(arc).to_f64(), graph.head(arc));
            format!(
                "{}, but the arc to {} costs {cost}, and {}",
                h(arc.tail()),
                graph.label(head),
                h(head)
            )
        });
        match (over, drop) {
            (None, None) => {
                "the given estimates are admissible and consistent, checked arc by arc".to_owned()
            }
            (None, Some(drop)) => {
                format!("the given estimates are admissible, but not consistent: {drop}")
            }
            (Some(over), None) => format!("the given estimates are not admissible: {over}"),
            (Some(over), Some(drop)) => {
                format!("the given estimates are not admissible: {over}; not consistent: {drop}")
            }
        }
    }
}

/// The cost of the cheapest path from each node to a goal, by costs that are `scaled`.
fn distances_to<C: ArcCost, P>(query: &GraphQuery<C, P>, scaled: impl Fn(f64) -> f64) -> Vec<f64> {
    let graph = query.graph();
    let mut distances = vec![f64::INFINITY; graph.node_count()];
    let mut open = BinaryHeap::new();
    for &goal in query.goals() {
        distances[goal as usize] = 0.0;
        open.push((Reverse(FloatCost::ZERO), goal));
    }
    while let Some((Reverse(cost), node)) = open.pop() {
        if cost.get() > distances[node as usize] {
            continue;
        }
        for link in graph.incoming(node) {
            let next = cost.get() + scaled(link.cost.to_f64());
            if next < distances[link.node as usize] {
                distances[link.node as usize] = next;
                open.push((Reverse(FloatCost::new(next)), link.node));
            }
        }
    }
    distances
}
