//! Searches a hierarchy upwards from both ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Deref;
use std::sync::Arc;

use tremaux_core::{Limits, Meter, Observer, Pruning, StopReason};

use super::ContractionHierarchy;
use super::arc::LEAF;
use crate::road::labels::NO_PARENT;
use crate::road::weight::Weight;
use crate::road::{RoadSearch, road_search};
use crate::watch::{MapSteps, NumberedPlace, Watched};

/// The best upward path found to a node from one end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label<W> {
    pub(super) distance: W,
    /// The query that wrote it.
    query: u32,
    parent: u32,
    /// The arc from the parent.
    arc: u32,
}

/// Answers queries about one [`ContractionHierarchy`]: distances, paths, and all distances from a
/// node.
///
/// Nodes with a better path from above are not expanded (stall-on-demand). Unpacking a path
/// takes time proportional to its arcs. Working memory is 32 bytes per node with `u32`, and 4
/// more once it was observed.
#[derive(Clone, Debug)]
pub struct HierarchySearch<W: Weight = u32, P = Arc<ContractionHierarchy<W>>> {
    hierarchy: P,
    /// For each node, seen from the start and from the goal.
    labels: Vec<[Label<W>; 2]>,
    query: u32,
    queues: [BinaryHeap<Reverse<W::Key>>; 2],
    best: W,
    /// The highest node of the best path.
    top: u32,
    settled: u64,
    /// Arcs to be unpacked.
    stack: Vec<u32>,
    /// The node at each position, computed only for observers.
    nodes: Vec<u32>,
}

impl<W: Weight, P: Deref<Target = ContractionHierarchy<W>>> HierarchySearch<W, P> {
    /// Prepares the working memory for queries about `hierarchy`, a reference or a shared pointer.
    pub fn new(hierarchy: P) -> Self {
        let label = Label { distance: W::INFINITY, query: 0, parent: NO_PARENT, arc: LEAF };
        Self {
            labels: vec![[label; 2]; hierarchy.node_count()],
            hierarchy,
            query: 0,
            queues: [BinaryHeap::new(), BinaryHeap::new()],
            best: W::INFINITY,
            top: NO_PARENT,
            settled: 0,
            stack: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// The hierarchy that it searches.
    pub fn hierarchy(&self) -> &ContractionHierarchy<W> {
        &self.hierarchy
    }

    /// Forgets the previous query.
    pub(super) fn start(&mut self) {
        if self.query == u32::MAX {
            self.labels.iter_mut().flatten().for_each(|label| label.query = 0);
            self.query = 0;
        }
        self.query += 1;
        self.queues.iter_mut().for_each(BinaryHeap::clear);
        (self.best, self.top, self.settled) = (W::INFINITY, NO_PARENT, 0);
    }

    /// Starts one side at `node`, a node of the graph.
    pub(super) fn begin<const SIDE: usize>(&mut self, node: u32) {
        assert!((node as usize) < self.hierarchy.node_count(), "no node {node}");
        let place = self.hierarchy.place[node as usize];
        self.labels[place as usize][SIDE] =
            Label { distance: W::ZERO, query: self.query, parent: NO_PARENT, arc: LEAF };
        self.queues[SIDE].push(Reverse(W::ZERO.key(place)));
    }

    /// Settles the next node of one side and relaxes its upward arcs. Returns it with its
    /// distance, unless it is stalled. `numbered` maps a position to the node as observers identify
    /// it.
    #[inline]
    fn step<const SIDE: usize, O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        numbered: impl Fn(u32) -> NumberedPlace<u32>,
        watched: &mut Watched<'_, u32, O>,
    ) -> Option<(u32, W)> {
        let Reverse(key) = self.queues[SIDE].pop()?;
        let (distance, place) = W::split(key);
        let [here, there] =
            [self.labels[place as usize][SIDE], self.labels[place as usize][1 - SIDE]];
        if distance > here.distance {
            return None;
        }
        self.settled += 1;
        watched.expanded(numbered(place), distance.to_u64() as f64);
        if there.query == self.query {
            let through = distance.saturating_plus(there.distance);
            if through < self.best {
                (self.best, self.top) = (through, place);
                watched.solved(through.to_u64() as f64);
            }
        }
        let (down, up) = if SIDE == 0 {
            (self.hierarchy.side::<1>(place), self.hierarchy.side::<0>(place))
        } else {
            (self.hierarchy.side::<0>(place), self.hierarchy.side::<1>(place))
        };
        let arcs = &self.hierarchy.arcs[..];
        for arc in &arcs[down] {
            let above = &self.labels[arc.node as usize][SIDE];
            if above.query == self.query && above.distance.saturating_plus(arc.weight) < distance {
                watched.pruned(numbered(place), Pruning::Searched);
                return None;
            }
        }
        let query = self.query;
        for (arc, number) in arcs[up.clone()].iter().zip(up.start as u32..) {
            let through = distance.saturating_plus(arc.weight);
            let label = &mut self.labels[arc.node as usize][SIDE];
            let known = if label.query == query { label.distance } else { W::INFINITY };
            if through < known {
                *label = Label { distance: through, query, parent: place, arc: number };
                self.queues[SIDE].push(Reverse(through.key(arc.node)));
                watched.generated(numbered(arc.node), through.to_u64() as f64, 0.0, None);
            } else {
                watched.duplicate(numbered(arc.node));
            }
        }
        Some((place, distance))
    }

    /// The smallest distance in one side's queue.
    #[inline]
    fn next<const SIDE: usize>(&self) -> W {
        self.queues[SIDE].peek().map_or(W::INFINITY, |&Reverse(key)| W::split(key).0)
    }

    /// Runs one side to its end and calls `visit` for the nodes that are not stalled.
    pub(super) fn exhaust<const SIDE: usize>(&mut self, mut visit: impl FnMut(u32, W)) {
        let mut nobody = ();
        let watched = &mut Watched::new(&mut nobody, 1.0);
        while !self.queues[SIDE].is_empty() {
            let numbered = |place| (place, place);
            if let Some((place, distance)) = self.step::<SIDE, _>(numbered, watched) {
                visit(place, distance);
            }
        }
    }

    /// Unpacks the arcs on the stack and appends the heads of the graph's arcs, from the top of
    /// the stack on.
    fn unpack(&mut self, nodes: &mut Vec<u32>) {
        let children = &self.hierarchy.children[..];
        while let Some(arc) = self.stack.pop() {
            let mut arc = children[arc as usize];
            // Follow the first children without the stack.
            while arc[0] != LEAF {
                self.stack.push(arc[1]);
                arc = children[arc[0] as usize];
            }
            nodes.push(arc[1]);
        }
    }

    /// The distances from `from` to all nodes, by their numbers; `None` where there is no
    /// path (PHAST, Delling, Goldberg, Nowatzyk and Werneck 2011).
    ///
    /// Takes one small search and one pass over all arcs, starting at the most important node.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn distances_from(&mut self, from: u32) -> Vec<Option<W>> {
        self.start();
        self.begin::<0>(from);
        let mut by_place = vec![W::INFINITY; self.hierarchy.node_count()];
        self.exhaust::<0>(|place, distance| by_place[place as usize] = distance);
        let hierarchy = &*self.hierarchy;
        for place in 0..by_place.len() {
            let arcs = &hierarchy.arcs[hierarchy.side::<1>(place as u32)];
            by_place[place] = arcs.iter().fold(by_place[place], |least, arc| {
                least.min(by_place[arc.node as usize].saturating_plus(arc.weight))
            });
        }
        let known = |&place: &u32| Some(by_place[place as usize]).filter(|&d| d < W::INFINITY);
        hierarchy.place.iter().map(known).collect()
    }

    /// Returns the nodes by position, which are computed at the first call.
    #[cold]
    fn nodes_by_place(&mut self) -> Vec<u32> {
        let mut nodes = std::mem::take(&mut self.nodes);
        if nodes.is_empty() {
            nodes.resize(self.hierarchy.node_count(), 0);
            for (node, &place) in self.hierarchy.place.iter().enumerate() {
                nodes[place as usize] = node as u32;
            }
        }
        nodes
    }

    /// Returns the distance and reports every step to `observer`.
    fn search<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<W>, StopReason> {
        self.start();
        self.begin::<0>(from);
        self.begin::<1>(to);
        let watched = &mut Watched::new(observer, 1.0);
        let count = self.hierarchy.node_count();
        let mut nodes = Vec::new();
        if watched.is_on() {
            nodes = self.nodes_by_place();
        }
        let numbered = |side: usize| {
            let (nodes, before) = (&nodes[..], (side * count) as u32);
            move |place: u32| match nodes.get(place as usize) {
                Some(&node) => (node, before + place),
                None => (0, 0),
            }
        };
        for (side, node) in [from, to].into_iter().enumerate() {
            watched.begins(numbered(side)(self.hierarchy.place[node as usize]), 0.0);
        }
        let mut stopped = Ok(());
        loop {
            let (ahead, behind) = (self.next::<0>(), self.next::<1>());
            if ahead.min(behind) >= self.best {
                break;
            }
            stopped = meter.check(self.settled, || 0);
            if stopped.is_err() {
                break;
            }
            if ahead <= behind {
                self.step::<0, _>(numbered(0), watched);
            } else {
                self.step::<1, _>(numbered(1), watched);
            }
        }
        if watched.is_on() {
            self.nodes = nodes;
        }
        stopped.map(|()| (self.best < W::INFINITY).then_some(self.best))
    }

    fn node_bytes(&self) -> usize {
        size_of_val(&self.labels[..])
    }

    fn trace(&mut self, from: u32, _to: u32, nodes: &mut Vec<u32>) {
        nodes.push(from);
        self.stack.clear();
        for side in 0..2 {
            let mut label = self.labels[self.top as usize][side];
            while label.parent != NO_PARENT {
                self.stack.push(label.arc);
                if side == 1 {
                    self.unpack(nodes);
                }
                label = self.labels[label.parent as usize][side];
            }
            self.unpack(nodes);
        }
    }
}

impl<W, P> RoadSearch<W> for HierarchySearch<W, P>
where
    W: Weight,
    P: Deref<Target = ContractionHierarchy<W>>,
{
    road_search!();
}
