//! Best-first search of packings.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use tremaux_landscape::{Landscape, Log, Optimization, Tally};

use super::landscape::{Arrangement, Packing};
use super::skyline::{Segment, Skyline};

/// A partial packing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    /// No packing that goes on from this one is lower, if nothing more stays empty.
    height: u32,
    /// The number of rectangles left.
    left: usize,
    /// A serial number: the newest first.
    serial: Reverse<u64>,
    /// The area that stays empty.
    empty: u64,
    /// Each rectangle with its place.
    placed: Vec<(u32, bool, u32, u32)>,
    edge: Vec<Segment>,
}

/// Best-first search: at the lowest place of the most promising partial packing puts each of the
/// rectangles that fit, or leaves it empty.
///
/// Proves nothing, because it does not leave a part of a place empty. Source: the example of
/// Klęsk's library SaC.
pub struct BestFirstPacking {
    packing: Arc<Packing>,
    open: BinaryHeap<Reverse<Node>>,
    best: Option<Arrangement>,
    best_height: u32,
    area: u64,
    edge: Skyline,
    tally: Tally,
    log: Log,
}

impl BestFirstPacking {
    /// A search for a low packing.
    pub fn new(packing: Arc<Packing>) -> Self {
        let rectangles = packing.rectangles();
        let edge = Skyline::new(rectangles.width);
        let sizes = rectangles.sizes.iter();
        let area = sizes.map(|&(w, h)| u64::from(w) * u64::from(h)).sum();
        let start = Node {
            height: rectangles.least_height(packing.may_turn()),
            left: rectangles.sizes.len(),
            serial: Reverse(0),
            empty: 0,
            placed: Vec::new(),
            edge: edge.segments().to_vec(),
        };
        let open = BinaryHeap::from([Reverse(start)]);
        let (tally, log) = (Tally { evaluated: 1, accepted: 0, starts: 1 }, Log::default());
        Self { open, best: None, best_height: u32::MAX, area, edge, tally, log, packing }
    }

    /// Adds the packing that goes on from `node` with a higher edge and perhaps one more
    /// rectangle.
    fn add(&mut self, node: &Node, added: Option<(u32, bool, u32, u32)>, empty: u64, top: u32) {
        self.tally.evaluated += 1;
        let width = u64::from(self.packing.rectangles().width);
        let filled = u32::try_from((self.area + empty).div_ceil(width)).unwrap_or(u32::MAX);
        let height = node.height.max(filled).max(top);
        if height >= self.best_height {
            return;
        }
        let mut placed = node.placed.clone();
        placed.extend(added);
        let left = node.left - usize::from(added.is_some());
        let serial = Reverse(self.tally.evaluated);
        let edge = self.edge.segments().to_vec();
        self.open.push(Reverse(Node { height, left, serial, empty, placed, edge }));
    }
}

impl Optimization<Arrangement> for BestFirstPacking {
    /// Expands a partial packing.
    fn step(&mut self) -> bool {
        let Some(Reverse(node)) = self.open.pop() else { return false };
        if node.height >= self.best_height {
            self.open.clear();
            return false;
        }
        self.tally.accepted += 1;
        let packing = Arc::clone(&self.packing);
        let rectangles = packing.rectangles();
        if node.left == 0 {
            let count = node.placed.len();
            let (mut order, mut is_turned) = (Vec::with_capacity(count), vec![false; count]);
            for &(rectangle, turned, ..) in &node.placed {
                order.push(rectangle);
                is_turned[rectangle as usize] = turned;
            }
            let places = node.placed.iter().map(|&(_, _, x, y)| (x, y)).collect();
            let best = packing.with_places(order, is_turned, places);
            self.best_height = packing.value(&best) as u32;
            self.best = Some(best);
            return true;
        }
        self.edge.clone_from_segments(&node.edge);
        let (Segment { x, width, y }, wall) = self.edge.niche();
        let mut is_placed = vec![false; rectangles.sizes.len()];
        node.placed.iter().for_each(|it| is_placed[it.0 as usize] = true);
        let mut sizes = Vec::new();
        for rectangle in 0..rectangles.sizes.len() as u32 {
            for is_turned in [false, true] {
                let size = rectangles.size(rectangle as usize, is_turned);
                let is_wrong = is_turned && !packing.may_turn() || size.0 > width;
                if is_wrong || is_placed[rectangle as usize] || sizes.contains(&size) {
                    continue;
                }
                sizes.push(size);
                self.edge.clone_from_segments(&node.edge);
                self.edge.raise(x, size.0, y + size.1);
                self.add(&node, Some((rectangle, is_turned, x, y)), node.empty, y + size.1);
            }
        }
        if wall < u32::MAX {
            self.edge.clone_from_segments(&node.edge);
            self.edge.raise(x, width, wall);
            let empty = node.empty + u64::from(width) * u64::from(wall - y);
            self.add(&node, None, empty, 0);
        }
        true
    }

    fn best(&self) -> Option<(&Arrangement, f64)> {
        self.best.as_ref().map(|best| (best, f64::from(self.best_height)))
    }

    fn best_value(&self) -> f64 {
        self.best().map_or(f64::INFINITY, |(_, value)| value)
    }

    fn lower_bound(&self) -> f64 {
        self.packing.lower_bound()
    }

    fn tally(&self) -> Tally {
        self.tally
    }

    fn bytes(&self) -> usize {
        // Nodes hold at most a segment and a place for each rectangle.
        let held = self.open.peek().map_or(0, |it| it.0.placed.len() * 16 + it.0.edge.len() * 12);
        self.open.capacity() * size_of::<Node>() + self.open.len() * held
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
