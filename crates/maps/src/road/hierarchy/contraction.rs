//! Contraction: removes a node from a network and adds shortcuts for the shortest paths through
//! it.

use super::arc::{Edge, LEAF};
use super::witness::{Reach, WitnessSearch};
use crate::graph::Graph;
use crate::road::weight::Weight;

/// A shortcut that must be added between the other ends of two arcs at a node.
#[derive(Clone, Copy, Debug)]
struct Shortcut<W> {
    /// The positions of the entering and the leaving arc.
    incoming: usize,
    outgoing: usize,
    weight: W,
}

/// A network all of whose nodes are contracted.
pub(super) struct Contracted<W> {
    /// The nodes in the order of contraction.
    pub(super) order: Vec<u32>,
    /// Where the arcs of each node start: first those that leave, then those that enter.
    pub(super) first: Vec<u32>,
    pub(super) arcs: Vec<Edge<W>>,
}

/// A network some of whose nodes are contracted.
pub(super) struct Contraction<W: Weight> {
    outgoing: Vec<Vec<Edge<W>>>,
    incoming: Vec<Vec<Edge<W>>>,
    witnesses: WitnessSearch<W>,
    /// The shortcuts that the last examined node needs.
    shortcuts: Vec<Shortcut<W>>,
    /// An upper bound on the cost of shortest paths.
    bound: W,
    done: Contracted<W>,
    /// The capacity of the lists, in arcs.
    room: usize,
}

impl<W: Weight> Contraction<W> {
    /// The whole network: without loops, and with the cheapest of parallel arcs.
    pub(super) fn new(graph: &Graph<u32>) -> Self {
        let count = graph.node_count();
        let mut contraction = Self {
            outgoing: vec![Vec::new(); count],
            incoming: vec![Vec::new(); count],
            witnesses: WitnessSearch::new(count),
            shortcuts: Vec::new(),
            bound: W::from_u64(graph.path_cost_bound()),
            done: Contracted {
                order: Vec::with_capacity(count),
                first: vec![0],
                arcs: Vec::with_capacity(2 * graph.arc_count()),
            },
            room: 0,
        };
        for tail in 0..count as u32 {
            for link in graph.outgoing(tail) {
                if link.node != tail {
                    let weight = W::from_cost(link.cost);
                    contraction.add(tail, link.node, weight, LEAF, LEAF);
                }
            }
        }
        contraction
    }

    /// The approximate memory for starting with `graph`.
    pub(super) fn first_bytes(graph: &Graph<u32>) -> usize {
        let lists = 2 * size_of::<Vec<Edge<W>>>() + WitnessSearch::<W>::BYTES_A_NODE;
        graph.node_count() * lists + 4 * graph.arc_count() * size_of::<Edge<W>>()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.outgoing.len();
        nodes * (2 * size_of::<Vec<Edge<W>>>() + WitnessSearch::<W>::BYTES_A_NODE)
            + (self.room + self.done.arcs.capacity()) * size_of::<Edge<W>>()
            + (self.done.order.capacity() + self.done.first.capacity()) * 4
    }

    /// The number of arcs of `node`.
    pub(super) fn degree(&self, node: u32) -> usize {
        self.outgoing[node as usize].len() + self.incoming[node as usize].len()
    }

    /// Adds an arc, unless there is one at most as expensive; a more expensive one is replaced.
    fn add(&mut self, tail: u32, head: u32, weight: W, first: u32, second: u32) {
        let new = |node| Edge { node, weight, first, second };
        let outgoing = &mut self.outgoing[tail as usize];
        let before = outgoing.capacity() + self.incoming[head as usize].capacity();
        match outgoing.iter_mut().find(|edge| edge.node == head) {
            Some(known) if known.weight <= weight => return,
            Some(known) => *known = new(head),
            None => outgoing.push(new(head)),
        }
        let incoming = &mut self.incoming[head as usize];
        match incoming.iter_mut().find(|edge| edge.node == tail) {
            Some(known) => *known = new(tail),
            None => incoming.push(new(tail)),
        }
        self.room += self.outgoing[tail as usize].capacity() + incoming.capacity() - before;
    }

    /// Finds the shortcuts that contracting `node` needs, and returns their number.
    pub(super) fn find_shortcuts(&mut self, node: u32, reach: Reach) -> usize {
        self.shortcuts.clear();
        let outgoing = &self.outgoing[node as usize];
        for (i, enter) in self.incoming[node as usize].iter().enumerate() {
            self.witnesses.start();
            let mut most = None;
            for leave in outgoing.iter().filter(|leave| leave.node != enter.node) {
                let through = enter.weight.plus(leave.weight);
                if through <= self.bound {
                    self.witnesses.want(leave.node, through);
                    most = most.max(Some(through));
                }
            }
            let Some(most) = most else { continue };
            self.witnesses.run(&self.outgoing, enter.node, node, most, reach);
            for (j, leave) in outgoing.iter().enumerate() {
                let through = enter.weight.plus(leave.weight);
                let is_wanted = leave.node != enter.node && through <= self.bound;
                if is_wanted && self.witnesses.is_missing(leave.node) {
                    self.shortcuts.push(Shortcut { incoming: i, outgoing: j, weight: through });
                }
            }
        }
        self.shortcuts.len()
    }

    /// Contracts `node`, whose shortcuts were found last, and puts its neighbours into
    /// `neighbours`.
    pub(super) fn contract(&mut self, node: u32, neighbours: &mut Vec<u32>) {
        let outgoing = std::mem::take(&mut self.outgoing[node as usize]);
        let incoming = std::mem::take(&mut self.incoming[node as usize]);
        self.room -= outgoing.capacity() + incoming.capacity();
        neighbours.clear();
        for edge in &outgoing {
            neighbours.push(edge.node);
            self.incoming[edge.node as usize].retain(|back| back.node != node);
        }
        for edge in &incoming {
            if !neighbours.contains(&edge.node) {
                neighbours.push(edge.node);
            }
            self.outgoing[edge.node as usize].retain(|back| back.node != node);
        }
        let leaving = self.done.arcs.len();
        let entering = leaving + outgoing.len();
        let shortcuts = std::mem::take(&mut self.shortcuts);
        for shortcut in &shortcuts {
            let (tail, head) = (incoming[shortcut.incoming].node, outgoing[shortcut.outgoing].node);
            let (first, second) = (entering + shortcut.incoming, leaving + shortcut.outgoing);
            self.add(tail, head, shortcut.weight, first as u32, second as u32);
        }
        self.shortcuts = shortcuts;
        self.done.order.push(node);
        self.done.arcs.extend(outgoing);
        self.done.first.push(self.done.arcs.len() as u32);
        self.done.arcs.extend(incoming);
        let end = u32::try_from(self.done.arcs.len()).ok().filter(|&end| end < LEAF);
        self.done.first.push(end.expect("fewer than 2^32 - 1 arcs and shortcuts"));
    }

    /// The order and the arcs, once all nodes are contracted.
    pub(super) fn finish(self) -> Contracted<W> {
        self.done
    }
}
