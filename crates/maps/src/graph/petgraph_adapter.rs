//! Graphs of the crate `petgraph`.

use petgraph::visit::{EdgeRef, IntoEdgeReferences, NodeIndexable};

use super::{ArcCost, Graph, GraphBuilder, GraphError};

/// Copies a `petgraph` graph; `cost` returns the cost of each edge.
///
/// Nodes are numbered by their `petgraph` indices; gaps become nodes without arcs. An edge of an
/// undirected graph becomes an arc in each direction.
///
/// # Errors
///
/// Returns an error if there are more nodes or edges than can be numbered.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use tremaux::maps::graph::from_petgraph;
/// let theirs = DiGraph::<(), u32>::from_edges([(0, 1, 5), (1, 2, 7)]);
/// let ours = from_petgraph(&theirs, |edge| *edge.weight())?;
/// assert_eq!(ours.path_cost(&[0, 1, 2]), Some(12));
/// # Ok::<(), tremaux::maps::graph::GraphError>(())
/// ```
pub fn from_petgraph<G, C>(
    graph: G,
    mut cost: impl FnMut(G::EdgeRef) -> C,
) -> Result<Graph<C>, GraphError>
where
    G: IntoEdgeReferences + NodeIndexable + petgraph::visit::GraphProp,
    C: ArcCost,
{
    let mut builder = GraphBuilder::new(graph.node_bound());
    for edge in graph.edge_references() {
        let number =
            |node| u32::try_from(graph.to_index(node)).map_err(|_| GraphError::TooManyNodes);
        let (tail, head) = (number(edge.source())?, number(edge.target())?);
        builder.add_link(tail, head, cost(edge), graph.is_directed());
    }
    builder.build()
}
