//! The two example graphs of *SaC*.

use std::sync::Arc;

use tremaux_core::{FloatCost, Heuristic, NoHeuristic};
use tremaux_maps::graph::{Euclidean, Graph, GraphQuery, example};
use tremaux_search::reference::{Conventions, Rank, graph_search};

use super::SAC;
use crate::context::Context;
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Nothing, Real, Text};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);

type Query = GraphQuery<FloatCost, FloatCost>;

fn words(nodes: impl IntoIterator<Item = u32>) -> String {
    let words: Vec<String> = nodes.into_iter().map(|node| node.to_string()).collect();
    words.join(",")
}

/// The visits, path, cost, closed and open of a search of `graph` from its first node to its
/// last.
fn row<H: Heuristic<Query>>(
    context: &Context,
    rank: Rank,
    graph: &Arc<Graph<FloatCost>>,
    heuristic: &H,
) -> Figures {
    let last = graph.node_count() as u32 - 1;
    let query = Query::new(Arc::clone(graph), 0, last);
    let conventions = Conventions::sac(rank, |&node: &u32| node.into());
    let outcome = graph_search(&query, heuristic, &context.conventions(conventions));
    let plan = outcome.plan.expect("a way");
    let heads = plan.actions.iter().map(|&arc| graph.head(arc));
    Ok(vec![
        Obtained::Text(words(outcome.visits)),
        Obtained::Text(words([0].into_iter().chain(heads))),
        Obtained::Real(plan.cost.get()),
        Obtained::Count(outcome.closed as u64),
        Obtained::Count(outcome.open as u64),
    ])
}

fn small(context: &Context, rank: Rank) -> Figures {
    row(context, rank, &Arc::new(example::small()), &NoHeuristic)
}

/// The row of the geographical graph. The visits are not printed; there are as many as closed
/// nodes.
fn geographical(context: &Context, is_informed: bool) -> Figures {
    let graph = Arc::new(example::geographical());
    let straight = Euclidean::new(Arc::clone(&graph)).expect("places are known");
    let mut figures = if is_informed {
        row(context, Rank::GPlusH, &graph, &straight)?
    } else {
        row(context, Rank::G, &graph, &NoHeuristic)?
    };
    figures[0] = Obtained::Text("–".to_owned());
    Ok(figures)
}

/// The table of graphs.
pub(super) static GRAPHS: Table = Table {
    name: "graphs",
    title: "The example graph and the geographical graph",
    source: SAC,
    conventions: "Open is ordered by depth, by g or by f, ties by the number of the node, lowest \
        first; a child already in open replaces the existing entry only if it comes before it in \
        the order; closed nodes are never reopened; goals are tested when they are removed from \
        open, and count as closed. The geographical graph has 100 vertices and 990 edges drawn by \
        Java's generator with the seed 1234; the cost of the path is printed in full precision.",
    rows: "search",
    columns: &["visits", "path", "cost", "closed", "open"],
    entries: &[
        EXACT.row(
            "graphs/breadth-first",
            "example, breadth-first",
            &[Text("0,1,2,5,3,4,6,7"), Text("0,1,3,7"), Real(6.0), Nothing, Nothing],
            |context| small(context, Rank::Shallowest),
        ),
        EXACT.row(
            "graphs/depth-first",
            "example, depth-first",
            &[Text("0,1,3,7"), Text("0,1,3,7"), Real(6.0), Nothing, Nothing],
            |context| small(context, Rank::Deepest),
        ),
        EXACT.row(
            "graphs/dijkstra",
            "example, Dijkstra",
            &[Text("0,2,1,5,4,3,7"), Text("0,2,1,3,7"), Real(5.0), Nothing, Nothing],
            |context| small(context, Rank::G),
        ),
        EXACT.row(
            "graphs/geographical-a-star",
            "geographical, A*, straight line",
            &[
                Nothing,
                Text("0,18,14,64,60,10,5,99"),
                Real(149.516_941_062_027_85),
                Count(18),
                Count(38),
            ],
            |context| geographical(context, true),
        ),
        EXACT.row(
            "graphs/geographical-dijkstra",
            "geographical, Dijkstra",
            &[
                Nothing,
                Text("0,18,14,64,60,10,5,99"),
                Real(149.516_941_062_027_85),
                Count(100),
                Nothing,
            ],
            |context| geographical(context, false),
        ),
    ],
};
