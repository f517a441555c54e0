//! Arcs that lead one way because a text does not say more, and graphs read both ways.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::{ArcCost, Graph, GraphError, Link};

/// A note about a list whose arcs may have been meant both ways.
const ONE_WAY: &str = "read as one-way arcs; --undirected reads each both ways";

impl<C: ArcCost> Graph<C> {
    /// Notes that arcs were read one way if the text does not say so and none leads back.
    pub(crate) fn note_direction(&mut self) {
        if self.is_assumed_one_way && self.has_no_way_back() {
            self.notes.push(ONE_WAY.to_owned());
        }
    }

    /// Whether no arc has one that leads back; false without arcs to another node.
    fn has_no_way_back(&self) -> bool {
        let mut has_arcs = false;
        for node in 0..self.node_count() as u32 {
            let mut heads: Vec<u32> = self.outgoing(node).iter().map(|it| it.node).collect();
            heads.retain(|&head| head != node);
            heads.sort_unstable();
            has_arcs |= !heads.is_empty();
            if self.incoming(node).iter().any(|it| heads.binary_search(&it.node).is_ok()) {
                return false;
            }
        }
        has_arcs
    }

    /// What a proof that no path leads to a goal assumes, if one would lead there both ways.
    pub(crate) fn assumes(&self, from: u32, goals: &[u32]) -> Option<String> {
        if !self.is_assumed_one_way {
            return None;
        }
        let (mut is_seen, mut stack) = (vec![false; self.node_count()], vec![from]);
        is_seen[from as usize] = true;
        while let Some(node) = stack.pop() {
            for link in self.outgoing(node).iter().chain(self.incoming(node)) {
                if !std::mem::replace(&mut is_seen[link.node as usize], true) {
                    stack.push(link.node);
                }
            }
        }
        let is_joined = goals.iter().any(|&goal| is_seen[goal as usize]);
        is_joined.then(|| "arcs lead one way; --undirected reads each both ways".to_owned())
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
        Ok(Self {
            first,
            links,
            names: self.names.clone(),
            by_name: self.by_name.clone(),
            points: self.points.clone(),
            first_number: self.first_number,
            notes: self.notes.iter().filter(|note| *note != ONE_WAY).cloned().collect(),
            is_assumed_one_way: false,
            incoming: OnceLock::new(),
        })
    }
}
