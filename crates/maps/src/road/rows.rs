//! A network arranged for searches of large parts of it.

use crate::graph::{Graph, Link};

/// The arcs of a network with nodes renumbered so that neighbours are mostly close to each
/// other: a search then finds most of its data in the caches.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    first: Vec<u32>,
    links: Vec<Link<u32>>,
    /// The new number of each node.
    place: Vec<u32>,
    /// The old number of each node.
    node: Vec<u32>,
}

impl Rows {
    /// Numbers the nodes of `graph` in depth-first order. Takes time and memory proportional to
    /// the size of the graph.
    pub(crate) fn new(graph: &Graph<u32>) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let count = graph.node_count();
        let mut place = vec![UNSEEN; count];
        let mut node = Vec::with_capacity(count);
        let mut stack = Vec::new();
        for root in 0..count as u32 {
            stack.push(root);
            while let Some(next) = stack.pop() {
                if place[next as usize] != UNSEEN {
                    continue;
                }
                place[next as usize] = node.len() as u32;
                node.push(next);
                let heads = graph.outgoing(next).iter().rev().map(|link| link.node);
                stack.extend(heads.filter(|&head| place[head as usize] == UNSEEN));
            }
        }
        let mut first = Vec::with_capacity(count + 1);
        let mut links = Vec::with_capacity(graph.arc_count());
        for &old in &node {
            first.push(links.len() as u32);
            // A loop is never on a shortest path, so it is dropped.
            let useful = graph.outgoing(old).iter().filter(|link| link.node != old);
            links.extend(useful.map(|link| Link { node: place[link.node as usize], ..*link }));
        }
        first.push(links.len() as u32);
        Self { first, links, place, node }
    }

    #[inline]
    pub(crate) fn node_count(&self) -> usize {
        self.node.len()
    }

    /// The heads and costs of the arcs that leave the node at `place`.
    #[inline]
    pub(crate) fn outgoing(&self, place: u32) -> &[Link<u32>] {
        let place = place as usize;
        &self.links[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// The new number of `node`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    #[inline]
    pub(crate) fn place(&self, node: u32) -> u32 {
        assert!((node as usize) < self.place.len(), "no node {node}");
        self.place[node as usize]
    }

    /// The old number of the node at `place`.
    #[inline]
    pub(crate) fn node(&self, place: u32) -> u32 {
        self.node[place as usize]
    }
}
