//! A* with bounds from landmarks.

use std::ops::Deref;
use std::sync::Arc;

use tremaux_core::{Limits, Meter, Observer, Pruning, StopReason};

use super::labels::NO_PARENT;
use super::landmarks::{Landmarks, difference};
use super::queue::BucketQueue;
use super::weight::{TooLong, Weight};
use super::{RoadSearch, road_search};
use crate::graph::Graph;
use crate::watch::{MapSteps, Watched};

#[derive(Clone, Copy, Debug)]
struct Label<W> {
    distance: W,
    /// The lower bound on the remaining distance, computed once per query because it is
    /// expensive.
    bound: W,
    parent: u32,
    query: u32,
}

/// A* with landmarks, known as ALT (Goldberg and Harrelson 2005).
///
/// Each query uses the four landmarks with the best bounds for its two ends. It takes the time
/// of Dijkstra's algorithm on the visited nodes, usually a few per cent of all nodes; memory is
/// 16 bytes per node with `u32`.
#[derive(Clone, Debug)]
pub struct LandmarkSearch<W: Weight = u32, G = Arc<Graph<u32>>, L = Arc<Landmarks<W>>> {
    graph: G,
    landmarks: L,
    labels: Vec<Label<W>>,
    query: u32,
    queue: BucketQueue<W>,
    settled: u64,
}

/// The number of landmarks that a query uses.
const ACTIVE: usize = 4;

/// The landmarks that a query uses, with their distances to its goal.
struct Goal<W> {
    places: [usize; ACTIVE],
    rows: [[W; 2]; ACTIVE],
    count: usize,
}

impl<W: Weight> Goal<W> {
    #[inline]
    fn bound(&self, row: &[[W; 2]]) -> W {
        let mut best = W::ZERO;
        for i in 0..self.count {
            best = best.max(difference(row[self.places[i]], self.rows[i]));
        }
        best
    }
}

/// What a query reaches.
struct Front<'a, W: Weight> {
    goal: Goal<W>,
    landmarks: &'a Landmarks<W>,
    labels: &'a mut [Label<W>],
    queue: &'a mut BucketQueue<W>,
    query: u32,
}

impl<W: Weight> Front<'_, W> {
    // A call would cost an observed search more than relaxing an arc.
    #[inline(always)]
    fn reach<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        node: u32,
        distance: W,
        parent: u32,
        watched: &mut Watched<'_, u32, O>,
    ) {
        let query = self.query;
        let label = &mut self.labels[node as usize];
        if label.query != query {
            let bound = self.goal.bound(self.landmarks.row(node));
            *label = Label { distance, bound, parent, query };
        } else if distance < label.distance {
            (label.distance, label.parent) = (distance, parent);
        } else {
            watched.duplicate((node, node));
            return;
        }
        let is_open = label.bound < W::INFINITY;
        let h = if is_open { label.bound.to_u64() as f64 } else { f64::INFINITY };
        if parent == NO_PARENT {
            watched.begins((node, node), h);
        } else {
            watched.generated((node, node), distance.to_u64() as f64, h, None);
        }
        if is_open {
            self.queue.push(distance.plus(label.bound), node);
        } else {
            watched.pruned((node, node), Pruning::DeadEnd);
        }
    }
}

impl<W, G, L> LandmarkSearch<W, G, L>
where
    W: Weight,
    G: Deref<Target = Graph<u32>>,
    L: Deref<Target = Landmarks<W>>,
{
    /// Prepares queries about `graph`, to which `landmarks` must belong; both are references or
    /// shared pointers.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the cost of a shortest path may not fit into `W`; this never
    /// happens for `u64`.
    pub fn new(graph: G, landmarks: L) -> Result<Self, TooLong> {
        TooLong::check::<W>(&graph)?;
        let label = Label { distance: W::INFINITY, bound: W::ZERO, parent: NO_PARENT, query: 0 };
        let (labels, queue) = (vec![label; graph.node_count()], BucketQueue::new(&graph));
        Ok(Self { graph, landmarks, labels, query: 0, queue, settled: 0 })
    }

    fn goal(&self, from: u32, to: u32) -> Goal<W> {
        let (start, end) = (self.landmarks.row(from), self.landmarks.row(to));
        let mut goal = Goal {
            places: [0; ACTIVE],
            rows: [[W::ZERO; 2]; ACTIVE],
            count: start.len().min(ACTIVE),
        };
        let mut bounds = [W::ZERO; ACTIVE];
        let mut filled = 0;
        for (place, (&a, &b)) in start.iter().zip(end).enumerate() {
            let bound = difference(a, b);
            let mut rank = filled;
            while rank > 0 && bounds[rank - 1] < bound {
                rank -= 1;
            }
            if rank == ACTIVE {
                continue;
            }
            filled = (filled + 1).min(ACTIVE);
            for later in (rank + 1..filled).rev() {
                (bounds[later], goal.places[later]) = (bounds[later - 1], goal.places[later - 1]);
            }
            (bounds[rank], goal.places[rank]) = (bound, place);
        }
        for i in 0..goal.count {
            goal.rows[i] = end[goal.places[i]];
        }
        goal
    }

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
        if self.query == u32::MAX {
            self.labels.iter_mut().for_each(|label| label.query = 0);
            self.query = 0;
        }
        self.query += 1;
        self.queue.clear();
        self.settled = 0;
        let goal = self.goal(from, to);
        let watched = &mut Watched::new(observer, 1.0);
        let Self { graph, landmarks, labels, query, queue, settled } = self;
        let mut front = Front { goal, landmarks, labels, queue, query: *query };
        front.reach(from, W::ZERO, NO_PARENT, watched);
        while let Some((through, node)) = front.queue.pop() {
            let Label { distance, bound, .. } = front.labels[node as usize];
            if through > distance.plus(bound) {
                continue;
            }
            meter.check(*settled, || 0)?;
            *settled += 1;
            watched.proved(through.to_u64() as f64);
            watched.expanded((node, node), distance.to_u64() as f64);
            if node == to {
                watched.solved(distance.to_u64() as f64);
                return Ok(Some(distance));
            }
            for link in graph.outgoing(node) {
                let distance = distance.plus(W::from_cost(link.cost));
                front.reach(link.node, distance, node, watched);
            }
        }
        Ok(None)
    }

    fn node_bytes(&self) -> usize {
        size_of_val(&self.labels[..])
    }

    fn trace(&self, _from: u32, to: u32, nodes: &mut Vec<u32>) {
        let mut node = to;
        while node != NO_PARENT {
            nodes.push(node);
            node = self.labels[node as usize].parent;
        }
        nodes.reverse();
    }
}

impl<W, G, L> RoadSearch<W> for LandmarkSearch<W, G, L>
where
    W: Weight,
    G: Deref<Target = Graph<u32>>,
    L: Deref<Target = Landmarks<W>>,
{
    road_search!();
}
