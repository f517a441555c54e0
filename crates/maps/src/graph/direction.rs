//! Arcs that lead one way because a text does not say more, and graphs read both ways.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::{ArcCost, Graph, GraphError, Link};
use tremaux_core::FloatCost;

impl<C: ArcCost> Graph<C> {
    /// What an answer assumes if the text does not say whether arcs lead one way, and a path is
    /// cheaper where they lead both ways. The answer is the cost of a path, or that there is none.
    pub(crate) fn assumes(&self, from: u32, goals: &[u32], cost: Option<f64>) -> Option<String> {
        // Sums may be rounded.
        let below = cost.map_or(f64::INFINITY, |cost| cost * (1.0 - 1e-9));
        let is_other = self.is_assumed_one_way && self.joins_both_ways(from, goals, below);
        is_other.then(|| "arcs lead one way; --undirected reads each both ways".to_owned())
    }

    /// Whether a path by arcs and their reverses costs less than `below`.
    fn joins_both_ways(&self, from: u32, goals: &[u32], below: f64) -> bool {
        let mut costs = vec![below; self.node_count()];
        let mut open = BinaryHeap::from([(Reverse(FloatCost::new(0.0)), from)]);
        while let Some((Reverse(cost), node)) = open.pop() {
            if goals.contains(&node) {
                return cost.get() < below;
            }
            for link in self.outgoing(node).iter().chain(self.incoming(node)) {
                let next = cost.get() + link.cost.to_f64();
                if next < costs[link.node as usize] {
                    costs[link.node as usize] = next;
                    open.push((Reverse(FloatCost::new(next)), link.node));
                }
            }
        }
        false
    }

    /// The same graph with an arc that leads back, at the same cost, for each that has none.
    pub(crate) fn both_ways(&self) -> Result<Self, GraphError> {
        let order = |a: &Link<C>, b: &Link<C>| {
            let by_cost = || a.cost.partial_cmp(&b.cost).unwrap_or(Ordering::Equal);
            a.node.cmp(&b.node).then_with(by_cost)
        };
        let (mut first, mut links) = (vec![0], Vec::with_capacity(2 * self.links.len()));
        for node in 0..self.node_count() as u32 {
            let outgoing = self.outgoing(node);
            links.extend_from_slice(outgoing);
            let [mut there, mut back] = [outgoing, self.incoming(node)].map(<[_]>::to_vec);
            there.sort_by(order);
            back.sort_by(order);
            let mut there = there.iter().peekable();
            for link in &back {
                while there.next_if(|it| order(it, link) == Ordering::Less).is_some() {}
                if there.next_if(|it| order(it, link) == Ordering::Equal).is_none() {
                    links.push(*link);
                }
            }
            if links.len() >= u32::MAX as usize {
                return Err(GraphError::TooManyArcs);
            }
            first.push(links.len() as u32);
        }
        Ok(Self { first, is_assumed_one_way: false, ..self.clone().with_links(links) })
    }
}
