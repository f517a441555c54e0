//! A priority queue for almost monotone distances.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::weight::Weight;
use crate::graph::Graph;

/// A bucket queue ordered by distance; only the nearest bucket is kept sorted (after Dial 1969,
/// and Cherkassky, Goldberg and Silverstein 1997).
///
/// It is correct for any order of distances, and fast if none is far below the last one removed.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue<W: Weight> {
    /// All entries up to the end of the bucket `nearest`.
    near: BinaryHeap<Reverse<W::Key>>,
    /// The buckets after it, each at its number modulo [`RING`].
    ring: Vec<Vec<W::Key>>,
    /// One bit for each bucket of the ring that is not empty.
    occupied: [u64; RING / 64],
    /// All entries beyond the ring.
    far: BinaryHeap<Reverse<W::Key>>,
    nearest: u64,
    /// The width of a bucket, in bits of distance.
    shift: u32,
}

const RING: usize = 512;

impl<W: Weight> BucketQueue<W> {
    /// A queue for paths through `graph`: a bucket covers a small part of a typical arc's cost.
    pub(crate) fn new(graph: &Graph<u32>) -> Self {
        const BUCKETS_AN_ARC: u64 = 8;
        let nodes = 0..graph.node_count() as u32;
        let sum: u64 =
            nodes.flat_map(|node| graph.outgoing(node)).map(|link| u64::from(link.cost)).sum();
        let width = sum / (BUCKETS_AN_ARC * graph.arc_count().max(1) as u64);
        Self {
            near: BinaryHeap::new(),
            ring: vec![Vec::new(); RING],
            occupied: [0; RING / 64],
            far: BinaryHeap::new(),
            nearest: 0,
            shift: width.max(1).ilog2(),
        }
    }

    /// Removes all entries and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            while *bits != 0 {
                self.ring[64 * word + bits.trailing_zeros() as usize].clear();
                *bits &= *bits - 1;
            }
        }
        self.nearest = 0;
    }

    /// Adds an entry.
    #[inline]
    pub(crate) fn push(&mut self, distance: W, node: u32) {
        let bucket = distance.to_u64() >> self.shift;
        let key = distance.key(node);
        if bucket <= self.nearest {
            self.near.push(Reverse(key));
        } else if bucket - self.nearest < RING as u64 {
            let slot = bucket as usize % RING;
            self.occupied[slot / 64] |= 1 << (slot % 64);
            self.ring[slot].push(key);
        } else {
            self.far.push(Reverse(key));
        }
    }

    /// Removes an entry with the smallest distance.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(W, u32)> {
        if self.near.is_empty() {
            self.refill();
        }
        self.near.pop().map(|Reverse(key)| W::split(key))
    }

    /// The smallest distance, or infinity.
    #[inline]
    pub(crate) fn least(&mut self) -> W {
        if self.near.is_empty() {
            self.refill();
        }
        self.near.peek().map_or(W::INFINITY, |&Reverse(key)| W::split(key).0)
    }

    /// The distance from `slot` to the next bucket that is not empty.
    fn distance_from(&self, slot: usize) -> Option<usize> {
        let words = self.occupied.len();
        let first = self.occupied[slot / 64] >> (slot % 64);
        if first != 0 {
            return Some(first.trailing_zeros() as usize);
        }
        (1..=words).find_map(|ahead| {
            let word = self.occupied[(slot / 64 + ahead) % words];
            (word != 0).then(|| 64 * ahead - slot % 64 + word.trailing_zeros() as usize)
        })
    }

    /// Advances to the next bucket that is not empty.
    fn refill(&mut self) {
        let bucket_of = |key: W::Key, shift: u32| W::split(key).0.to_u64() >> shift;
        let slot = (self.nearest as usize + 1) % RING;
        let in_ring = self.distance_from(slot).map(|ahead| self.nearest + 1 + ahead as u64);
        let beyond = self.far.peek().map(|&Reverse(key)| bucket_of(key, self.shift));
        let Some(next) = in_ring.into_iter().chain(beyond).min() else { return };
        self.nearest = next;
        if in_ring == Some(next) {
            let slot = next as usize % RING;
            self.occupied[slot / 64] &= !(1 << (slot % 64));
            for key in self.ring[slot].drain(..) {
                self.near.push(Reverse(key));
            }
        }
        while let Some(&Reverse(key)) = self.far.peek()
            && bucket_of(key, self.shift) == next
        {
            self.far.pop();
            self.near.push(Reverse(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BucketQueue;
    use crate::graph::GraphBuilder;
    use tremaux_testkit::Walker;

    /// Everything pushed comes out in order, even after large jumps and steps back.
    #[test]
    fn entries_come_in_order() {
        let mut builder = GraphBuilder::new(2);
        builder.add_arc(0, 1, 100_u32);
        let graph = builder.build().expect("an arc");
        let mut queue = BucketQueue::<u32>::new(&graph);
        let mut walker = Walker::new(4);
        for round in 0..200 {
            queue.clear();
            let mut expected = Vec::new();
            let mut last = 0;
            for _ in 0..300 {
                if walker.below(3) > 0 {
                    let leap = [1, 50, 400, 20_000, 500_000][walker.below(5)];
                    let back = if walker.below(20) == 0 { walker.below(300) as u32 } else { 0 };
                    let distance = (last + walker.below(leap) as u32).saturating_sub(back);
                    queue.push(distance, 7);
                    expected.push(distance);
                    expected.sort_unstable();
                } else if let Some((distance, _)) = queue.pop() {
                    assert_eq!(distance, expected.remove(0), "round {round}");
                    last = distance;
                    assert_eq!(queue.least(), expected.first().copied().unwrap_or(u32::MAX));
                } else {
                    assert!(expected.is_empty());
                }
            }
        }
    }
}
