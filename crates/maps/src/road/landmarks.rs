//! Lower bounds from the distances to a few landmarks.

use super::hierarchy::Unprepared;
use super::labels::{Labels, NO_PARENT};
use super::queue::BucketQueue;
use super::weight::{TooLong, Weight};
use crate::graph::{Graph, GraphQuery, PathCost};
use crate::preparation::Preparation;
use tremaux_core::{Guarantees, Heuristic, Limits, StopReason};
use tremaux_search::IntegerCost;

/// How landmarks are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Each as far as can be from those before, there and back (Goldberg and Harrelson
    /// 2005).
    Farthest,
    /// Each behind a region for which those before give poor bounds (Goldberg and Werneck
    /// 2005): usually better, by some tenths.
    #[default]
    Avoid,
}

/// The distances between all nodes and a few landmarks, both ways.
///
/// By the triangle inequality they bound the distance between any two nodes from below.
/// Takes 8 bytes a node and landmark with `u32`, and two searches of the whole network a
/// landmark to prepare, four with [`Selection::Avoid`].
#[derive(Clone, Debug)]
pub struct Landmarks<W: Weight = u32> {
    nodes: Vec<u32>,
    /// For each node and landmark: the distance from the landmark, and to it.
    distances: Vec<[W; 2]>,
}

/// One search of a whole network, in either direction.
struct Sweep<'g, W: Weight> {
    graph: &'g Graph<u32>,
    labels: Labels<W>,
    queue: BucketQueue<W>,
    /// The nodes reached, the nearest first.
    order: Vec<u32>,
    preparation: Preparation,
}

impl<W: Weight> Sweep<'_, W> {
    fn run(&mut self, from: u32, is_forward: bool) -> Result<(), StopReason> {
        self.labels.start();
        self.order.clear();
        self.queue.clear();
        self.labels.improve(from, W::ZERO, NO_PARENT);
        self.queue.push(W::ZERO, from);
        while let Some((distance, node)) = self.queue.pop() {
            if distance > self.labels.distance(node) {
                continue;
            }
            self.order.push(node);
            let links =
                if is_forward { self.graph.outgoing(node) } else { self.graph.incoming(node) };
            self.preparation.spend(1 + links.len())?;
            for link in links {
                let through = distance.plus(W::from_cost(link.cost));
                if self.labels.improve(link.node, through, node) {
                    self.queue.push(through, link.node);
                }
            }
        }
        Ok(())
    }
}

impl<W: Weight> Landmarks<W> {
    /// Chooses up to `count` landmarks of `graph` and finds their distances.
    ///
    /// Fewer are chosen if no further one would be of use. The same `seed` gives the same
    /// landmarks.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if shortest paths may be too long for `W`: never for `u64`.
    pub fn choose(
        graph: &Graph<u32>,
        count: usize,
        selection: Selection,
        seed: u64,
    ) -> Result<Self, TooLong> {
        match Self::choose_within(graph, count, selection, seed, &Limits::default()) {
            Ok(landmarks) => Ok(landmarks),
            Err(Unprepared::TooLong(error)) => Err(error),
            Err(Unprepared::Stopped(reason)) => unreachable!("{reason:?} without limits"),
        }
    }

    /// Like [`Landmarks::choose`], unless a limit steps in first: of time, of memory, or that
    /// it is cancelled.
    ///
    /// # Errors
    ///
    /// Returns which limit stepped in, or that shortest paths may be too long for `W`.
    pub fn choose_within(
        graph: &Graph<u32>,
        count: usize,
        selection: Selection,
        seed: u64,
        limits: &Limits,
    ) -> Result<Self, Unprepared> {
        TooLong::check::<W>(graph).map_err(Unprepared::TooLong)?;
        Self::chosen(graph, count, selection, seed, limits).map_err(Unprepared::Stopped)
    }

    fn chosen(
        graph: &Graph<u32>,
        count: usize,
        selection: Selection,
        seed: u64,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let node_count = graph.node_count();
        let mut chosen = Self { nodes: Vec::new(), distances: Vec::new() };
        if node_count == 0 || count == 0 {
            return Ok(chosen);
        }
        let mut preparation = Preparation::start(limits);
        // Labels and queue, the nodes in order, what is nearest, and what a choice takes.
        let for_each = (8 + size_of::<W>()) + 16 + 4 + size_of::<W>() + 13;
        preparation.take(node_count * for_each)?;
        let mut sweep = Sweep {
            graph,
            labels: Labels::new(node_count),
            queue: BucketQueue::new(graph),
            order: Vec::with_capacity(node_count),
            preparation,
        };
        let mut random = seed;
        let mut columns: Vec<Vec<[W; 2]>> = Vec::new();
        // For each node, the way to the nearest landmark and back.
        let mut nearest = vec![W::INFINITY; node_count];
        while chosen.nodes.len() < count {
            let landmark = match selection {
                _ if columns.is_empty() => first_landmark(&mut sweep, &mut random)?,
                Selection::Farthest => farthest(&nearest),
                Selection::Avoid => avoided(&mut sweep, &columns, &nearest, &mut random)?
                    .or_else(|| farthest(&nearest)),
            };
            let Some(landmark) = landmark.filter(|node| !chosen.nodes.contains(node)) else {
                break;
            };
            // Once more at the end, when they are laid out by node.
            sweep.preparation.take(2 * node_count * size_of::<[W; 2]>())?;
            let mut column = vec![[W::INFINITY; 2]; node_count];
            for (way, is_forward) in [true, false].into_iter().enumerate() {
                sweep.run(landmark, is_forward)?;
                for &node in &sweep.order {
                    column[node as usize][way] = sweep.labels.distance(node);
                }
            }
            for (known, [from, to]) in nearest.iter_mut().zip(&column) {
                *known = (*known).min(from.saturating_plus(*to));
            }
            columns.push(column);
            chosen.nodes.push(landmark);
        }
        chosen.distances.reserve_exact(node_count * columns.len());
        for node in 0..node_count {
            sweep.preparation.spend(columns.len())?;
            chosen.distances.extend(columns.iter().map(|column| column[node]));
        }
        Ok(chosen)
    }

    /// The landmarks.
    #[must_use]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Bytes allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<[W; 2]>() + self.nodes.capacity() * 4
    }

    /// What the distances say about `node`, a pair for each landmark.
    #[inline]
    pub(crate) fn row(&self, node: u32) -> &[[W; 2]] {
        let count = self.nodes.len();
        &self.distances[node as usize * count..][..count]
    }

    /// No path from `from` to `to` costs less; infinite if there is provably none.
    #[inline]
    #[must_use]
    pub fn lower_bound(&self, from: u32, to: u32) -> W {
        let pairs = self.row(from).iter().zip(self.row(to));
        pairs.fold(W::ZERO, |best, (&a, &b)| best.max(difference(a, b)))
    }
}

/// What one landmark says about the way from a node to another, by their distances from the
/// landmark and to it.
///
/// What the landmark cannot reach, it cannot reach through the first node; and what cannot
/// reach the landmark, cannot reach the second node if that can.
#[inline]
pub(crate) fn difference<W: Weight>(from: [W; 2], to: [W; 2]) -> W {
    let bound = |least: W, most: W| match (least == W::INFINITY, most == W::INFINITY) {
        (false, true) => W::INFINITY,
        (true, _) => W::ZERO,
        (false, false) => most.minus(least),
    };
    bound(from[0], to[0]).max(bound(to[1], from[1]))
}

/// The end of a long way, in the part of the network that most of it belongs to.
fn first_landmark<W: Weight>(
    sweep: &mut Sweep<'_, W>,
    random: &mut u64,
) -> Result<Option<u32>, StopReason> {
    const TRIES: usize = 3;
    let mut best = (0, None);
    for _ in 0..TRIES {
        let root = (next_random(random) % sweep.graph.node_count() as u64) as u32;
        sweep.run(root, false)?;
        let reaches = sweep.order.len();
        sweep.run(root, true)?;
        let size = reaches.min(sweep.order.len());
        if best.1.is_none() || size > best.0 {
            best = (size, sweep.order.last().copied());
        }
    }
    Ok(best.1)
}

fn farthest<W: Weight>(nearest: &[W]) -> Option<u32> {
    let reached = nearest.iter().enumerate().filter(|&(_, &way)| way < W::INFINITY);
    let (node, &way) = reached.max_by_key(|&(node, &way)| (way, std::cmp::Reverse(node)))?;
    (way > W::ZERO).then_some(node as u32)
}

/// A leaf of the tree of shortest paths from some node, in the part of the tree for which
/// the bounds from there fall short by most.
fn avoided<W: Weight>(
    sweep: &mut Sweep<'_, W>,
    columns: &[Vec<[W; 2]>],
    nearest: &[W],
    random: &mut u64,
) -> Result<Option<u32>, StopReason> {
    let count = nearest.len();
    let root = (0..16)
        .map(|_| (next_random(random) % count as u64) as u32)
        .find(|&node| nearest[node as usize] < W::INFINITY);
    let Some(root) = root else { return Ok(None) };
    sweep.run(root, true)?;
    let mut sizes = vec![0_u64; count];
    let mut is_covered = vec![false; count];
    let mut heaviest = vec![NO_PARENT; count];
    let mut top = (0, root);
    // The farthest first, so that children come before their parents.
    for &node in sweep.order.iter().rev() {
        sweep.preparation.spend(columns.len())?;
        let bounds =
            columns.iter().map(|column| difference(column[root as usize], column[node as usize]));
        let bound = bounds.fold(W::ZERO, W::max);
        let place = node as usize;
        is_covered[place] |= nearest[place] == W::ZERO;
        let parent = sweep.labels.parent(node);
        if is_covered[place] {
            sizes[place] = 0;
            if parent != NO_PARENT {
                is_covered[parent as usize] = true;
            }
            continue;
        }
        sizes[place] += sweep.labels.distance(node).minus(bound).to_u64();
        if sizes[place] > top.0 {
            top = (sizes[place], node);
        }
        if parent != NO_PARENT {
            let known = heaviest[parent as usize];
            if known == NO_PARENT || sizes[place] > sizes[known as usize] {
                heaviest[parent as usize] = node;
            }
            sizes[parent as usize] += sizes[place];
        }
    }
    let (size, mut node) = top;
    while heaviest[node as usize] != NO_PARENT {
        node = heaviest[node as usize];
    }
    Ok((size > 0).then_some(node))
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Landmarks as a heuristic for the general engines; consistent.
#[derive(Clone, Copy, Debug)]
pub struct LandmarkHeuristic<'a, W: Weight = u32>(pub &'a Landmarks<W>);

impl<W, P> Heuristic<GraphQuery<u32, P>> for LandmarkHeuristic<'_, W>
where
    W: Weight,
    P: PathCost<u32> + IntegerCost,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &GraphQuery<u32, P>, &state: &u32) -> P {
        let bounds = query.goals().iter().map(|&goal| self.0.lower_bound(state, goal));
        match bounds.min() {
            Some(bound) if bound < W::INFINITY => {
                P::from_u64(bound.to_u64().min(P::INFINITY.to_u64() - 1))
            }
            _ => P::INFINITY,
        }
    }
}
