//! Lower bounds from the distances to a few landmarks.

use super::hierarchy::PreparationError;
use super::labels::{Labels, NO_PARENT};
use super::queue::BucketQueue;
use super::weight::{TooLong, Weight};
use crate::graph::{Graph, GraphQuery, PathCost};
use crate::preparation::Preparation;
use tremaux_core::{Guarantees, Heuristic, Limits, Random, StopReason};
use tremaux_search::IntegerCost;

/// How to choose landmarks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum LandmarkSelection {
    /// Each as far as possible from the earlier ones, measured there and back (Goldberg and
    /// Harrelson 2005).
    Farthest,
    /// Each behind a region for which the earlier ones give poor bounds (Goldberg and Werneck
    /// 2005): usually better by some ten per cent or more.
    #[default]
    Avoid,
}

/// The distances between all nodes and a few landmarks, in both directions.
///
/// By the triangle inequality they bound the distance between any two nodes from below. With
/// `u32` it takes 8 bytes per node and landmark. Preparing takes two searches of the whole
/// network per landmark, four with [`LandmarkSelection::Avoid`].
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
    /// Chooses up to `count` landmarks of `graph` and computes their distances.
    ///
    /// It chooses fewer if no further landmark would be useful. The same `seed` gives the same
    /// landmarks.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the cost of a shortest path may not fit into `W`; this never
    /// happens for `u64`.
    pub fn choose(
        graph: &Graph<u32>,
        count: usize,
        selection: LandmarkSelection,
        seed: u64,
    ) -> Result<Self, TooLong> {
        match Self::choose_within(graph, count, selection, seed, &Limits::default()) {
            Ok(landmarks) => Ok(landmarks),
            Err(PreparationError::TooLong(error)) => Err(error),
            Err(PreparationError::Stopped(reason)) => unreachable!("{reason:?} without limits"),
        }
    }

    /// Like [`Landmarks::choose`], unless it is cancelled or a limit of time or memory is
    /// reached first.
    ///
    /// # Errors
    ///
    /// Returns which limit was reached, or that the cost of a shortest path may not fit into
    /// `W`.
    pub fn choose_within(
        graph: &Graph<u32>,
        count: usize,
        selection: LandmarkSelection,
        seed: u64,
        limits: &Limits,
    ) -> Result<Self, PreparationError> {
        TooLong::check::<W>(graph).map_err(PreparationError::TooLong)?;
        Self::chosen(graph, count, selection, seed, limits).map_err(PreparationError::Stopped)
    }

    fn chosen(
        graph: &Graph<u32>,
        count: usize,
        selection: LandmarkSelection,
        seed: u64,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let node_count = graph.node_count();
        let mut chosen = Self { nodes: Vec::new(), distances: Vec::new() };
        if node_count == 0 || count == 0 {
            return Ok(chosen);
        }
        let mut preparation = Preparation::start(limits);
        // Labels and queue, the nodes in order, the nearest landmark, and the memory of a
        // selection.
        let for_each = (8 + size_of::<W>()) + 16 + 4 + size_of::<W>() + 13;
        preparation.take(node_count * for_each)?;
        let mut sweep = Sweep {
            graph,
            labels: Labels::new(node_count),
            queue: BucketQueue::new(graph),
            order: Vec::with_capacity(node_count),
            preparation,
        };
        let mut random = Random::new(seed);
        let mut columns: Vec<Vec<[W; 2]>> = Vec::new();
        // For each node, the distance to the nearest landmark and back.
        let mut nearest = vec![W::INFINITY; node_count];
        while chosen.nodes.len() < count {
            let landmark = match selection {
                _ if columns.is_empty() => first_landmark(&mut sweep, &mut random)?,
                LandmarkSelection::Farthest => farthest(&nearest),
                LandmarkSelection::Avoid => avoided(&mut sweep, &columns, &nearest, &mut random)?
                    .or_else(|| farthest(&nearest)),
            };
            let Some(landmark) = landmark.filter(|node| !chosen.nodes.contains(node)) else {
                break;
            };
            // The memory is needed twice at the end, when distances are rearranged by node.
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
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<[W; 2]>() + self.nodes.capacity() * 4
    }

    /// The distances of `node`, a pair for each landmark.
    #[inline]
    pub(crate) fn row(&self, node: u32) -> &[[W; 2]] {
        let count = self.nodes.len();
        &self.distances[node as usize * count..][..count]
    }

    /// A lower bound on the cost of a path from `from` to `to`; infinite if there is provably
    /// none.
    #[inline]
    pub fn lower_bound(&self, from: u32, to: u32) -> W {
        let pairs = self.row(from).iter().zip(self.row(to));
        pairs.fold(W::ZERO, |best, (&a, &b)| best.max(difference(a, b)))
    }
}

/// The lower bound that one landmark gives for the distance between two nodes, from their
/// distances from and to the landmark.
///
/// If the landmark reaches the first node but not the second, the first cannot reach the second.
/// If the second reaches the landmark but the first does not, the first cannot reach the second
/// either.
#[inline]
pub(crate) fn difference<W: Weight>(from: [W; 2], to: [W; 2]) -> W {
    let bound = |least: W, most: W| match (least == W::INFINITY, most == W::INFINITY) {
        (false, true) => W::INFINITY,
        (true, _) => W::ZERO,
        (false, false) => most.minus(least),
    };
    bound(from[0], to[0]).max(bound(to[1], from[1]))
}

/// The first landmark: the end of a long shortest path in the largest part of the network.
fn first_landmark<W: Weight>(
    sweep: &mut Sweep<'_, W>,
    random: &mut Random,
) -> Result<Option<u32>, StopReason> {
    const TRIES: usize = 3;
    let mut best = (0, None);
    for _ in 0..TRIES {
        let root = (random.bits() % sweep.graph.node_count() as u64) as u32;
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

/// A leaf of the shortest-path tree from some node, in the part of the tree where the bounds are
/// weakest.
fn avoided<W: Weight>(
    sweep: &mut Sweep<'_, W>,
    columns: &[Vec<[W; 2]>],
    nearest: &[W],
    random: &mut Random,
) -> Result<Option<u32>, StopReason> {
    let count = nearest.len();
    let root = (0..16)
        .map(|_| (random.bits() % count as u64) as u32)
        .find(|&node| nearest[node as usize] < W::INFINITY);
    let Some(root) = root else { return Ok(None) };
    sweep.run(root, true)?;
    let mut sizes = vec![0_u64; count];
    let mut is_covered = vec![false; count];
    let mut heaviest = vec![NO_PARENT; count];
    let mut top = (0, root);
    // In order of decreasing distance, so that children come before their parents.
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

    fn table_bytes(&self) -> usize {
        self.0.bytes()
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
