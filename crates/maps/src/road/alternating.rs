//! Dijkstra's algorithm from both ends.

use std::ops::Deref;
use std::sync::Arc;

use tremaux_core::{Limits, Meter, Observer, StopReason};

use super::labels::{Labels, NO_PARENT};
use super::queue::BucketQueue;
use super::weight::{TooLong, Weight};
use super::{RoadSearch, road_search};
use crate::graph::Graph;
use crate::watch::{MapSteps, Watched};

/// One of the two searches.
#[derive(Clone, Debug)]
struct Side<W: Weight> {
    labels: Labels<W>,
    queue: BucketQueue<W>,
}

impl<W: Weight> Side<W> {
    fn start(&mut self, node: u32) {
        self.labels.start();
        self.queue.clear();
        self.labels.improve(node, W::ZERO, NO_PARENT);
        self.queue.push(W::ZERO, node);
    }
}

/// Dijkstra's algorithm from both ends at once (Nicholson 1966), expanding the side with the
/// nearer next node first. It ends when no other path can be better than the best found.
///
/// Time and memory are those of [`Dijkstra`](super::Dijkstra) on two smaller parts of the graph.
#[derive(Clone, Debug)]
pub struct BidirectionalDijkstra<W: Weight = u32, G = Arc<Graph<u32>>> {
    graph: G,
    forward: Side<W>,
    backward: Side<W>,
    settled: u64,
    /// The node where the two halves of the best path meet.
    middle: u32,
}

impl<W: Weight, G: Deref<Target = Graph<u32>>> BidirectionalDijkstra<W, G> {
    /// Prepares queries about `graph`, a reference or a shared pointer.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the cost of a shortest path may not fit into `W`; this never
    /// happens for `u64`.
    pub fn new(graph: G) -> Result<Self, TooLong> {
        TooLong::check::<W>(&graph)?;
        let side =
            Side { labels: Labels::new(graph.node_count()), queue: BucketQueue::new(&graph) };
        Ok(Self { graph, forward: side.clone(), backward: side, settled: 0, middle: NO_PARENT })
    }
}

impl<W: Weight, G: Deref<Target = Graph<u32>>> BidirectionalDijkstra<W, G> {
    /// Returns the distance and reports every step to `observer`.
    fn search<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<W>, StopReason> {
        let count = self.graph.node_count();
        assert!((from as usize) < count && (to as usize) < count, "no node {from} or {to}");
        self.settled = 0;
        self.middle = NO_PARENT;
        self.forward.start(from);
        self.backward.start(to);
        let watched = &mut Watched::new(observer, 1.0);
        let numbered = |is_forward, node| (node, node + if is_forward { 0 } else { count as u32 });
        watched.begins(numbered(true, from), 0.0);
        watched.begins(numbered(false, to), 0.0);
        let mut best = W::INFINITY;
        if from == to {
            (best, self.middle) = (W::ZERO, from);
            watched.solved(0.0);
        }
        loop {
            let (ahead, behind) = (self.forward.queue.least(), self.backward.queue.least());
            // If one side is exhausted, everything it can reach is known.
            if ahead == W::INFINITY || behind == W::INFINITY || ahead.plus(behind) >= best {
                break;
            }
            watched.proved(ahead.plus(behind).to_u64() as f64);
            let is_forward = ahead <= behind;
            let (near, far) = if is_forward {
                (&mut self.forward, &self.backward)
            } else {
                (&mut self.backward, &self.forward)
            };
            let Some((distance, node)) = near.queue.pop() else { break };
            if distance > near.labels.distance(node) {
                continue;
            }
            meter.check(self.settled, || 0)?;
            self.settled += 1;
            watched.expanded(numbered(is_forward, node), distance.to_u64() as f64);
            let links =
                if is_forward { self.graph.outgoing(node) } else { self.graph.incoming(node) };
            for link in links {
                let through = distance.plus(W::from_cost(link.cost));
                if near.labels.improve(link.node, through, node) {
                    near.queue.push(through, link.node);
                    watched.generated(
                        numbered(is_forward, link.node),
                        through.to_u64() as f64,
                        0.0,
                        None,
                    );
                    let rest = far.labels.distance(link.node);
                    if rest < W::INFINITY && through.plus(rest) < best {
                        (best, self.middle) = (through.plus(rest), link.node);
                        watched.solved(best.to_u64() as f64);
                    }
                } else {
                    watched.duplicate(numbered(is_forward, link.node));
                }
            }
        }
        Ok((best < W::INFINITY).then_some(best))
    }

    fn node_bytes(&self) -> usize {
        self.forward.labels.bytes() + self.backward.labels.bytes()
    }

    fn trace(&self, _from: u32, _to: u32, nodes: &mut Vec<u32>) {
        self.forward.labels.trace(self.middle, nodes);
        nodes.reverse();
        self.backward.labels.trace(self.backward.labels.parent(self.middle), nodes);
    }
}

impl<W: Weight, G: Deref<Target = Graph<u32>>> RoadSearch<W> for BidirectionalDijkstra<W, G> {
    road_search!();
}
