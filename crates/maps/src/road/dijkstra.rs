//! Dijkstra's algorithm.

use tremaux_core::{Limits, Meter, Observer, StopReason};

use super::labels::{Labels, NO_PARENT};
use super::queue::BucketQueue;
use super::rows::Rows;
use super::weight::{TooLong, Weight};
use super::{RoadSearch, road_search};
use crate::graph::Graph;
use crate::watch::{MapSteps, Watched};

/// Dijkstra's algorithm (1959): nodes in order of their distance from the start.
///
/// A query takes time O((n + m) log m) for the n nodes nearer than the goal and their m
/// arcs; memory is 12 bytes a node and 8 an open arc with `u32`.
///
/// ```
/// use tremaux::maps::graph::dimacs;
/// use tremaux::maps::road::{Dijkstra, RoadSearch};
/// let graph = dimacs::parse("p sp 3 3\na 1 2 4\na 1 3 1\na 3 2 2\n").unwrap();
/// let mut search = Dijkstra::<u32>::new(&graph)?;
/// let mut nodes = Vec::new();
/// assert_eq!(search.route(0, 1, &mut nodes), Some(3));
/// assert_eq!(nodes, [0, 2, 1]);
/// assert_eq!(search.distance(1, 0), None);
/// # Ok::<(), tremaux::maps::road::TooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dijkstra<W: Weight = u32> {
    rows: Rows,
    labels: Labels<W>,
    queue: BucketQueue<W>,
    settled: u64,
    /// The target nodes, if there are several.
    wanted: Vec<u64>,
}

impl<W: Weight> Dijkstra<W> {
    /// Prepares queries about `graph`, of which it keeps a copy with the nodes in a
    /// cache-friendly order; this takes about as long as one search of the whole graph.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the cost of a shortest path may not fit into `W`; this never
    /// happens for `u64`.
    pub fn new(graph: &Graph<u32>) -> Result<Self, TooLong> {
        TooLong::check::<W>(graph)?;
        Ok(Self {
            rows: Rows::new(graph),
            labels: Labels::new(graph.node_count()),
            queue: BucketQueue::new(graph),
            settled: 0,
            wanted: Vec::new(),
        })
    }

    /// Settles nodes until `is_last` returns true for one. All nodes are positions in `rows`.
    fn run(&mut self, from: u32, is_last: impl FnMut(u32, W) -> bool) {
        let mut nobody = ();
        let watched = &mut Watched::new(&mut nobody, 1.0);
        let run = self.run_within(from, is_last, &mut Meter::unlimited(), watched);
        run.expect("no limit");
    }

    fn run_within<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        mut is_last: impl FnMut(u32, W) -> bool,
        meter: &mut Meter,
        watched: &mut Watched<'_, u32, O>,
    ) -> Result<(), StopReason> {
        self.labels.start();
        self.queue.clear();
        self.settled = 0;
        self.labels.improve(from, W::ZERO, NO_PARENT);
        self.queue.push(W::ZERO, from);
        // Nodes are looked up only for observers.
        let is_on = watched.is_on();
        let numbered = |rows: &Rows, place| if is_on { (rows.node(place), place) } else { (0, 0) };
        watched.begins(numbered(&self.rows, from), 0.0);
        while let Some((distance, node)) = self.queue.pop() {
            if distance > self.labels.distance(node) {
                continue;
            }
            meter.check(self.settled, || 0)?;
            self.settled += 1;
            let g = distance.to_u64() as f64;
            watched.proved(g);
            watched.expanded(numbered(&self.rows, node), g);
            if is_last(node, distance) {
                return Ok(());
            }
            for link in self.rows.outgoing(node) {
                let through = distance.plus(W::from_cost(link.cost));
                if self.labels.improve(link.node, through, node) {
                    self.queue.push(through, link.node);
                    let g = through.to_u64() as f64;
                    watched.generated(numbered(&self.rows, link.node), g, 0.0, None);
                } else {
                    watched.duplicate(numbered(&self.rows, link.node));
                }
            }
        }
        Ok(())
    }

    /// Returns the distances from `from` to all nodes, by node number; `None` if there is no
    /// path.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn distances_from(&mut self, from: u32) -> Vec<Option<W>> {
        self.run(self.rows.place(from), |_, _| false);
        let distances = (0..self.rows.node_count() as u32).map(|node| self.known(node));
        distances.collect()
    }

    /// Returns the distances from each of `sources` to each of `targets`, one row per source.
    /// Each row takes one search, which ends at the last target.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn matrix(&mut self, sources: &[u32], targets: &[u32]) -> Vec<Vec<Option<W>>> {
        let row = |&source: &u32| {
            let mut wanted = std::mem::take(&mut self.wanted);
            wanted.clear();
            wanted.resize(self.rows.node_count().div_ceil(64), 0);
            let mut left = 0;
            for &target in targets {
                let target = self.rows.place(target);
                let (word, bit) = (&mut wanted[target as usize / 64], 1 << (target % 64));
                left += u64::from(*word & bit == 0);
                *word |= bit;
            }
            if left > 0 {
                self.run(self.rows.place(source), |node, _| {
                    left -= wanted[node as usize / 64] >> (node % 64) & 1;
                    left == 0
                });
            }
            self.wanted = wanted;
            targets.iter().map(|&target| self.known(target)).collect()
        };
        sources.iter().map(row).collect()
    }

    /// Returns the nearest of `goals` to `from` and its distance; of several, the one with the
    /// smallest number.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn nearest(&mut self, from: u32, goals: &[u32]) -> Option<(u32, W)> {
        let mut places: Vec<(u32, u32)> =
            goals.iter().map(|&goal| (self.rows.place(goal), goal)).collect();
        places.sort_unstable();
        let mut found: Option<(u32, W)> = None;
        self.run(self.rows.place(from), |place, distance| {
            if found.is_some_and(|(_, nearest)| nearest < distance) {
                return true;
            }
            if let Ok(index) = places.binary_search_by_key(&place, |&(place, _)| place) {
                let goal = places[index].1;
                if found.is_none_or(|(known, _)| goal < known) {
                    found = Some((goal, distance));
                }
            }
            false
        });
        found
    }

    /// The distance to `node`, a node of the graph, if it was reached.
    fn known(&self, node: u32) -> Option<W> {
        Some(self.labels.distance(self.rows.place(node))).filter(|&distance| distance < W::INFINITY)
    }
}

impl<W: Weight> Dijkstra<W> {
    /// Returns the distance and reports every step to `observer`.
    fn search<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<W>, StopReason> {
        let place = self.rows.place(to);
        let watched = &mut Watched::new(observer, 1.0);
        self.run_within(self.rows.place(from), |node, _| node == place, meter, watched)?;
        let found = self.known(to);
        if let Some(distance) = found {
            watched.solved(distance.to_u64() as f64);
        }
        Ok(found)
    }

    fn node_bytes(&self) -> usize {
        self.labels.bytes()
    }

    fn trace(&self, _from: u32, to: u32, nodes: &mut Vec<u32>) {
        self.labels.trace(self.rows.place(to), nodes);
        nodes.reverse();
        nodes.iter_mut().for_each(|place| *place = self.rows.node(*place));
    }
}

impl<W: Weight> RoadSearch<W> for Dijkstra<W> {
    road_search!();
}
