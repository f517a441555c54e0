//! Witness searches: small searches for a path around a node.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arc::Edge;
use crate::road::weight::Weight;

#[derive(Clone, Copy, Debug)]
struct Label<W> {
    distance: W,
    /// A path of at most this cost makes a shortcut to this node unnecessary; zero if the node
    /// is not (or no longer) wanted.
    wanted: W,
    hops: u32,
    search: u32,
}

/// The limits of a witness search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Arcs on a path.
    pub(super) hops: u32,
    /// Nodes taken from the queue.
    pub(super) settled: u32,
}

/// Dijkstra's algorithm in the part that is not contracted, with tight limits.
///
/// It finds real paths only, so giving up early merely adds unnecessary shortcuts.
#[derive(Debug)]
pub(super) struct WitnessSearch<W: Weight> {
    labels: Vec<Label<W>>,
    search: u32,
    queue: BinaryHeap<Reverse<W::Key>>,
    /// The number of wanted nodes without a good enough path.
    left: usize,
}

impl<W: Weight> WitnessSearch<W> {
    /// The memory per node of the network.
    pub(super) const BYTES_A_NODE: usize = size_of::<Label<W>>();

    pub(super) fn new(nodes: usize) -> Self {
        let label = Label { distance: W::INFINITY, wanted: W::ZERO, hops: 0, search: 0 };
        Self { labels: vec![label; nodes], search: 0, queue: BinaryHeap::new(), left: 0 }
    }

    fn label(&mut self, node: u32) -> &mut Label<W> {
        let search = self.search;
        let label = &mut self.labels[node as usize];
        if label.search != search {
            *label = Label { distance: W::INFINITY, wanted: W::ZERO, hops: 0, search };
        }
        label
    }

    /// Forgets the previous search.
    pub(super) fn start(&mut self) {
        if self.search == u32::MAX {
            self.labels.iter_mut().for_each(|label| label.search = 0);
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.left = 0;
    }

    /// Requests a path to `node` of at most the cost `most`.
    pub(super) fn want(&mut self, node: u32, most: W) {
        // Stored plus one, so that zero means not wanted.
        self.label(node).wanted = most.saturating_plus(W::from_cost(1));
        self.left += 1;
    }

    /// Searches for paths from `from` that avoid `avoided`, until all wanted nodes are reached,
    /// costs exceed `most`, or a limit is reached.
    pub(super) fn run(
        &mut self,
        out: &[Vec<Edge<W>>],
        from: u32,
        avoided: u32,
        most: W,
        reach: Reach,
    ) {
        let label = self.label(from);
        label.distance = W::ZERO;
        let mut settled = 0;
        let mut next = Some((W::ZERO, from, 0));
        while let Some((distance, node, hops)) = next {
            if hops < reach.hops {
                for edge in &out[node as usize] {
                    let through = distance.plus(edge.weight);
                    if through > most || edge.node == avoided {
                        continue;
                    }
                    let label = self.label(edge.node);
                    if through >= label.distance {
                        continue;
                    }
                    (label.distance, label.hops) = (through, hops + 1);
                    if through < label.wanted {
                        label.wanted = W::ZERO;
                        self.left -= 1;
                        if self.left == 0 {
                            return;
                        }
                    }
                    self.queue.push(Reverse(through.key(edge.node)));
                }
            }
            settled += 1;
            if settled > reach.settled {
                return;
            }
            next = loop {
                let Some(Reverse(key)) = self.queue.pop() else { break None };
                let (distance, node) = W::split(key);
                let label = self.labels[node as usize];
                if distance == label.distance {
                    break Some((distance, node, label.hops));
                }
            };
        }
    }

    /// Whether no good enough path to `node` was found.
    pub(super) fn is_missing(&self, node: u32) -> bool {
        self.labels[node as usize].wanted > W::ZERO
    }
}
