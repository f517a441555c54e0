//! The two example graphs of *SaC*.

use std::sync::Arc;

use serde::Deserialize;
use tremaux_core::{FloatCost, NoHeuristic};
use tremaux_maps::graph::{Euclidean, Graph, GraphQuery, example};
use tremaux_testkit::reference::{Conventions, Rank, graph_search};

use super::textbook::{Order, Take, figures};
use crate::context::Context;
use crate::figure::Obtained;

type Query = GraphQuery<FloatCost, FloatCost>;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    Small,
    Geographical,
}

/// A search of a graph from its first node to its last; by f, the estimate is the straight line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphSearch {
    name: Name,
    #[serde(with = "Order")]
    order: Rank,
}

impl GraphSearch {
    pub(super) fn run(&self, context: &Context, take: &[Take]) -> Vec<Obtained> {
        let graph: Arc<Graph<FloatCost>> = Arc::new(match self.name {
            Name::Small => example::small(),
            Name::Geographical => example::geographical(),
        });
        let query = Query::new(Arc::clone(&graph), 0, graph.node_count() as u32 - 1);
        let conventions = Conventions::sac(self.order, |&node: &u32| node.into());
        let conventions = context.conventions(conventions);
        let outcome = if self.order == Rank::GPlusH {
            let straight = Euclidean::new(Arc::clone(&graph)).expect("places are known");
            graph_search(&query, &straight, &conventions)
        } else {
            graph_search(&query, &NoHeuristic, &conventions)
        };
        let plan = outcome.plan.as_ref().expect("the last node can be reached");
        let listed = |nodes: Vec<u32>| {
            let words: Vec<String> = nodes.iter().map(u32::to_string).collect();
            Obtained::Text(words.join(","))
        };
        figures(&outcome, take, |take| match take {
            Take::Visits => listed(outcome.visits.clone()),
            Take::Plan => {
                let heads = plan.actions.iter().map(|&arc| graph.head(arc));
                listed([0].into_iter().chain(heads).collect())
            }
            _ => Obtained::Real(plan.cost.get()),
        })
    }
}
