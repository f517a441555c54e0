//! Dijkstra's algorithm from both ends for closures.

use std::hash::Hash;

use tremaux_core::Cost;
use tremaux_search::{BucketOpen, Key, OpenList};

use super::cheapest::push;
use super::numbers::Numbers;
use super::replay::refuse_cost;
use super::space::extended;
use super::step_cost::StepCost;

/// How a state was reached from one end.
#[derive(Clone, Copy)]
struct Node<C> {
    /// Infinite if it was not reached.
    g: C,
    /// Twice the number of the state before it, plus one if the state is closed.
    parent: u32,
}

impl<C: Cost> Default for Node<C> {
    fn default() -> Self {
        Self { g: C::INFINITY, parent: 0 }
    }
}

/// A search from one end.
struct Side<W: StepCost> {
    open: BucketOpen<W::Cost, ()>,
    /// The `g` of the last closed state: no open state has less.
    last: W::Cost,
}

/// The searches from the start and from the goal, and the cheapest path between them.
struct BothEnds<N, W: StepCost> {
    numbers: Numbers<N, [Node<W::Cost>; 2]>,
    /// The states beside the one that is expanded, with their hashes and costs.
    children: Vec<(N, u32, W::Cost)>,
    sides: [Side<W>; 2],
    best: W::Cost,
    /// The state in which the searches met for the cheapest path.
    meeting: u32,
}

/// A cheapest path from `start` to `goal` and its cost, by Dijkstra's algorithm from both ends
/// in turn (Nicholson 1966). A state that is closed from one end is not expanded from the other.
pub(super) fn cheapest_path<N, W, I, J>(
    start: N,
    goal: N,
    mut successors: impl FnMut(&N) -> I,
    mut predecessors: impl FnMut(&N) -> J,
) -> Option<(Vec<N>, W::Cost)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    J: IntoIterator<Item = (N, W)>,
{
    let side = || Side { open: Default::default(), last: W::Cost::ZERO };
    let mut search = BothEnds::<N, W> {
        numbers: Numbers::default(),
        children: Vec::new(),
        sides: [side(), side()],
        best: W::Cost::INFINITY,
        meeting: 0,
    };
    let ends = [start, goal].map(|state| search.numbers.of(state));
    search.reach(0, ends[0], ends[0], W::Cost::ZERO);
    search.reach(1, ends[1], ends[1], W::Cost::ZERO);
    while let Some(id) = search.close(0) {
        search.expand(0, id, &mut successors);
        let Some(id) = search.close(1) else { break };
        search.expand(1, id, &mut predecessors);
    }
    (search.best < W::Cost::INFINITY).then(|| (search.path(ends), search.best))
}

impl<N: Clone + Eq + Hash, W: StepCost> BothEnds<N, W> {
    /// Closes the open state with the least `g`; `None` if no cheaper path can be found.
    fn close(&mut self, side: usize) -> Option<u32> {
        loop {
            let (Key { priority: g, .. }, id) = self.sides[side].open.pop()?;
            let node = &mut self.numbers.node_mut(id)[side];
            if node.parent & 1 != 0 {
                continue;
            }
            node.parent |= 1;
            self.sides[side].last = g;
            return (g.plus(self.sides[1 - side].last) < self.best).then_some(id);
        }
    }

    /// Expands a state that was closed from one end.
    fn expand<I: IntoIterator<Item = (N, W)>>(
        &mut self,
        side: usize,
        id: u32,
        mut beside: impl FnMut(&N) -> I,
    ) {
        let nodes = *self.numbers.node(id);
        let Node { g, parent } = nodes[side];
        if nodes[1 - side].parent & 1 != 0 {
            return;
        }
        for (next, cost) in beside(self.numbers.state(id)) {
            let child_g = extended(g, cost);
            // A step back, which most spaces have, needs no look into the index.
            if next != *self.numbers.state(parent >> 1) {
                let hash = self.numbers.seek(&next);
                self.children.push((next, hash, child_g));
            }
        }
        let mut children = std::mem::take(&mut self.children);
        for (next, hash, child_g) in children.drain(..) {
            let child = self.numbers.find(next, hash);
            self.reach(side, child, id, child_g);
        }
        self.children = children;
    }

    /// Stores a path to a state from one end, if it is the cheapest so far.
    #[inline]
    fn reach(&mut self, side: usize, child: u32, parent: u32, g: W::Cost) {
        let nodes = self.numbers.node_mut(child);
        if g >= nodes[side].g {
            return;
        }
        nodes[side] = Node { g, parent: parent << 1 };
        let rest = nodes[1 - side].g;
        if rest < W::Cost::INFINITY {
            let total = g.plus(rest);
            if total == W::Cost::INFINITY {
                refuse_cost();
            }
            if total < self.best {
                (self.best, self.meeting) = (total, child);
            }
        }
        push(&mut self.sides[side].open, g, child);
    }

    /// The states of the cheapest path.
    fn path(&self, ends: [u32; 2]) -> Vec<N> {
        let along = |side: usize| {
            let next = move |&at: &u32| {
                (at != ends[side]).then(|| self.numbers.node(at)[side].parent >> 1)
            };
            std::iter::successors(Some(self.meeting), next)
        };
        let mut path: Vec<N> = along(0).map(|at| self.numbers.state(at).clone()).collect();
        path.reverse();
        path.extend(along(1).skip(1).map(|at| self.numbers.state(at).clone()));
        path
    }
}
