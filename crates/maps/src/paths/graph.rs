//! Graphs and road networks as they are read, whatever their costs.

use std::sync::{Arc, OnceLock};

use tremaux_core::{FloatCost, ParseError};
use tremaux_trace::Scene;

use super::MapKind;
use super::traced::scene_on_map;
use crate::graph::{
    ArcCost, CostKey, Graph, ReadDraft, colouring, dimacs, dot, edge_list, gexf, gml, graphml,
    matrix_market, node_link, pajek, table,
};

/// A graph with its scene for traces, which is built for the first trace and kept.
pub struct GraphMap {
    pub(crate) graph: AnyGraph,
    scene: OnceLock<Scene>,
}

/// A graph with costs of either type.
#[derive(Clone)]
pub(crate) enum AnyGraph {
    /// Whole costs of 32 bits.
    Whole(Arc<Graph<u32>>),
    /// Larger whole costs, whose sums fit 64 bits.
    Long(Arc<Graph<u64>>),
    /// Costs as floats.
    Real(Arc<Graph<FloatCost>>),
}

/// Evaluates an expression for the graph of a [`GraphMap`], whatever its costs.
macro_rules! with_graph {
    ($any:expr, $graph:ident => $result:expr) => {
        match $any {
            $crate::paths::AnyGraph::Whole($graph) => $result,
            $crate::paths::AnyGraph::Long($graph) => $result,
            $crate::paths::AnyGraph::Real($graph) => $result,
        }
    };
}
pub(crate) use with_graph;

impl From<Arc<Graph<u32>>> for AnyGraph {
    fn from(graph: Arc<Graph<u32>>) -> Self {
        Self::Whole(graph)
    }
}

impl From<Arc<Graph<u64>>> for AnyGraph {
    fn from(graph: Arc<Graph<u64>>) -> Self {
        Self::Long(graph)
    }
}

impl From<Arc<Graph<FloatCost>>> for AnyGraph {
    fn from(graph: Arc<Graph<FloatCost>>) -> Self {
        Self::Real(graph)
    }
}

impl<C> From<Graph<C>> for GraphMap
where
    AnyGraph: From<Arc<Graph<C>>>,
{
    fn from(graph: Graph<C>) -> Self {
        Self { graph: Arc::new(graph).into(), scene: OnceLock::new() }
    }
}

impl GraphMap {
    /// Reads a graph, with integer costs if all costs are integers.
    ///
    /// Costs of road networks are integers. Those of other graphs are floats if any of them is
    /// not an integer.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(kind: MapKind, text: &str) -> Result<Self, ParseError> {
        if kind == MapKind::Dimacs {
            return Ok(dimacs::parse::<u32>(text)?.into());
        }
        Self::parse_by(kind, text, CostKey::Default)
    }

    /// Reads a graph whose links have their costs under the key `key`. For a kind without keys,
    /// this is [`GraphMap::parse`]: see [`MapKind::has_keys`].
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_with_key(kind: MapKind, text: &str, key: &str) -> Result<Self, ParseError> {
        match kind {
            MapKind::Dimacs | MapKind::Grid => Self::parse(kind, text),
            _ => Self::parse_by(kind, text, CostKey::Chosen(key)),
        }
    }

    /// A graph with whole costs, or with floats if one of them is not whole.
    fn parse_by(kind: MapKind, text: &str, key: CostKey<'_>) -> Result<Self, ParseError> {
        fn parsed<C: ArcCost>(
            kind: MapKind,
            text: &str,
            key: CostKey<'_>,
        ) -> Result<Graph<C>, ParseError> {
            match kind {
                MapKind::MatrixMarket => matrix_market::parse(text),
                MapKind::Colouring => colouring::parse(text),
                MapKind::Table => table::parse_by(text, key),
                _ => edge_list::parse_by(text, key),
            }
        }
        let read: ReadDraft = match kind {
            MapKind::NodeLink => node_link::read,
            MapKind::GraphMl => graphml::read,
            MapKind::Gexf => gexf::read,
            MapKind::Dot => dot::read,
            MapKind::Gml => gml::read,
            MapKind::Pajek => pajek::read,
            _ => return Self::of(parsed(kind, text, key), || parsed(kind, text, key)),
        };
        let mut graph = Err(ParseError::at_end(text, "a graph"));
        read(text, key, &mut |draft| {
            graph = Ok(Self::of(draft.finish(key), || draft.finish(key))?);
            Ok(())
        })?;
        graph
    }

    /// The graph with whole costs, or with floats if there is none, or its sums are not exact.
    fn of(
        whole: Result<Graph<u64>, ParseError>,
        real: impl FnOnce() -> Result<Graph<FloatCost>, ParseError>,
    ) -> Result<Self, ParseError> {
        match whole.map(|graph| (graph.narrow_links(), graph)) {
            // Estimates would be rounded.
            Ok((_, graph)) if graph.has_fractions() => real().map(Self::from),
            Ok((Some(links), graph)) => Ok(graph.with_links(links).into()),
            Ok((None, graph)) if graph.has_exact_sums() => Ok(graph.into()),
            _ => real().map(Self::from),
        }
    }

    /// The same graph with an arc that leads back, at the same cost, for each that has none.
    ///
    /// # Errors
    ///
    /// Fails if these are too many arcs to be numbered; the place is that of `text`.
    pub fn both_ways(&self, text: &str) -> Result<Self, ParseError> {
        let graph = with_graph!(&self.graph, graph => graph.both_ways().map(Self::from));
        graph.map_err(|error| ParseError::at_end(text, error.to_string()))
    }

    /// What an answer assumes: the cost of a path from a node to a goal, or that there is none.
    pub(super) fn assumes(&self, from: u32, goals: &[u32], cost: Option<f64>) -> Option<String> {
        with_graph!(&self.graph, graph => graph.assumes(from, goals, cost))
    }

    /// Notes for people about how the graph was read.
    pub fn notes(&self) -> &[String] {
        with_graph!(&self.graph, graph => graph.notes())
    }

    /// Sets the positions of the nodes from a coordinate file.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn set_coordinates(&mut self, text: &str) -> Result<(), ParseError> {
        let points = dimacs::parse_coordinates(text, self.node_count())?;
        self.scene = OnceLock::new();
        let set = with_graph!(&mut self.graph, graph => Arc::make_mut(graph).set_points(points));
        set.map_err(|error| ParseError::at_end(text, error.to_string()))
    }

    /// The scene for traces, built once.
    pub(super) fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| with_graph!(&self.graph, graph => scene_on_map(graph)))
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        with_graph!(&self.graph, graph => graph.node_count())
    }

    /// Whether all costs are whole numbers below 2^32, or become so by a power of ten.
    pub(super) fn has_short_costs(&self) -> bool {
        match &self.graph {
            AnyGraph::Whole(_) => true,
            AnyGraph::Long(_) => false,
            AnyGraph::Real(graph) => graph.scaled_to_whole().is_some(),
        }
    }

    /// Whether all costs are whole, and one of them is not below 2^32.
    pub(super) const fn has_long_costs(&self) -> bool {
        matches!(self.graph, AnyGraph::Long(_))
    }

    /// The number of arcs.
    pub fn arc_count(&self) -> usize {
        with_graph!(&self.graph, graph => graph.arc_count())
    }

    /// The name or number of a node.
    pub fn label(&self, node: u32) -> String {
        with_graph!(&self.graph, graph => graph.label(node))
    }

    /// Reads the name or number of a node.
    ///
    /// # Errors
    ///
    /// Fails if there is no such node.
    pub fn parse_node(&self, text: &str) -> Result<u32, ParseError> {
        let named = |name: &str| with_graph!(&self.graph, graph => graph.node(name));
        // Lists are named without blanks.
        let list = || serde_json::from_str::<serde_json::Value>(text.trim()).ok();
        let node = named(text.trim()).or_else(|| {
            list().filter(serde_json::Value::is_array).and_then(|it| named(&it.to_string()))
        });
        let count = self.node_count();
        let expected = || match count {
            0 => "a node, but the graph has none".to_owned(),
            1 => format!("`{}`, the only node of the graph", self.label(0)),
            _ => {
                let (first, last) = (self.label(0), self.label(count as u32 - 1));
                format!("one of the graph's {count} nodes, `{first}` to `{last}`")
            }
        };
        node.ok_or_else(|| ParseError::about(text, text.trim(), expected()))
    }
}
