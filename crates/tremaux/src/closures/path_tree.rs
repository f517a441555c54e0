//! Cheapest paths to the states that closures describe.

use std::hash::Hash;

use tremaux_core::Cost;
use tremaux_search::{BucketOpen, Key, OpenList};

use super::numbers::{Numbers, Sought};
use super::space::extended;
use super::step_cost::StepCost;

/// How a state was reached. Packed, so that it fits close to a small state.
#[derive(Clone, Copy)]
#[repr(Rust, packed(4))]
pub(super) struct Node<C: Copy> {
    /// Infinite if it was not reached.
    g: C,
    /// Twice the number of the state before it, or of itself at a start; plus one if it is closed.
    parent: u32,
}

impl<C: Cost> Node<C> {
    /// No path is known.
    const UNREACHED: Self = Self { g: C::INFINITY, parent: 0 };

    /// The cost of the cheapest path known.
    #[inline]
    pub(super) fn g(self) -> C {
        self.g
    }

    /// The number of the state before it; its own at a start.
    #[inline]
    pub(super) fn parent(self) -> u32 {
        self.parent >> 1
    }

    /// Whether its successors are known.
    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.parent & 1 != 0
    }
}

/// The cheapest paths known to states, and which of these are still open: the engine of all
/// searches by closures for cheapest paths. From both ends, there are two paths to a state.
///
/// This is [`BestFirst`](tremaux_search::BestFirst) without limits and observers: it expands in the
/// same order, newest first among equal priorities, and reopens a state if a cheaper path to it is
/// found.
pub(super) struct PathTree<N, C: Cost, const ENDS: usize = 1> {
    pub(super) numbers: Numbers<N, [Node<C>; ENDS]>,
    open: [BucketOpen<C, ()>; ENDS],
    sought: Vec<Sought<N, C>>,
}

impl<N: Clone + Eq + Hash, C: Cost, const ENDS: usize> PathTree<N, C, ENDS> {
    pub(super) fn new() -> Self {
        let open = std::array::from_fn(|_| {
            let mut open = BucketOpen::default();
            assert!(open.make_room(1, usize::MAX), "memory without a limit");
            open
        });
        Self { numbers: Numbers::default(), open, sought: Vec::new() }
    }

    /// Adds a state where paths start, with this priority; infinite for a dead end.
    pub(super) fn start(&mut self, end: usize, state: N, priority: C) -> u32 {
        let id = self.numbers.of(state, [Node::UNREACHED; ENDS]);
        self.numbers.node_mut(id)[end] = Node { g: C::ZERO, parent: id << 1 };
        if priority < C::INFINITY {
            self.open[end].push(Key::of(priority), id);
        }
        id
    }

    /// Closes an open state with the least priority, and returns its number and cost.
    #[inline]
    pub(super) fn select(&mut self, end: usize) -> Option<(u32, C)> {
        loop {
            let (_, id) = self.open[end].pop()?;
            if self.numbers.is_far()
                && let Some(next) = self.open[end].next_id()
            {
                self.numbers.prefetch(next);
            }
            let node = &mut self.numbers.node_mut(id)[end];
            if !node.is_closed() {
                node.parent |= 1;
                return Some((id, node.g));
            }
        }
    }

    /// Goes on from a closed state to its successors.
    ///
    /// `skips_back` leaves out the step back to the state before, of use only where equally cheap
    /// paths are kept. `wants` is asked, for each successor that is reached at some cost,
    /// whether a path is of use; it is also given the node that the successor has. `priority` gives
    /// the priority of the state with this number that is reached at this cost; infinite for a dead
    /// end.
    #[inline(always)]
    pub(super) fn expand<W: StepCost<Cost = C>>(
        &mut self,
        end: usize,
        id: u32,
        successors: impl IntoIterator<Item = (N, W)>,
        skips_back: bool,
        mut wants: impl FnMut(u32, C, Node<C>) -> bool,
        mut priority: impl FnMut(&Numbers<N, [Node<C>; ENDS]>, u32, C) -> C,
    ) {
        let Self { numbers, open, sought } = self;
        let from = numbers.node(id)[end];
        let states = successors.into_iter().map(|(next, cost)| (next, extended(from.g, cost)));
        let new = || [Node::UNREACHED; ENDS];
        numbers.each(
            states,
            from.parent(),
            skips_back,
            new,
            sought,
            #[inline(always)]
            |numbers, child, g| {
                let node = &mut numbers.node_mut(child)[end];
                if wants(child, g, *node) && g < node.g() {
                    *node = Node { g, parent: id << 1 };
                    let priority = priority(numbers, child, g);
                    if priority < C::INFINITY {
                        open[end].push(Key::of(priority), child);
                    }
                }
            },
        );
    }

    /// Adds a closed state that is reached at this cost, as its number.
    #[cfg(feature = "serde")]
    pub(super) fn restore(&mut self, state: N, g: C, parent: u32) -> u32 {
        self.numbers.of(state, [Node { g, parent: parent << 1 | 1 }; ENDS])
    }

    /// The states of the cheapest path to one, from its start.
    pub(super) fn path(&self, end: usize, to: u32) -> Vec<N> {
        let before = |&at: &u32| {
            let parent = self.numbers.node(at)[end].parent();
            (parent != at).then_some(parent)
        };
        let back = std::iter::successors(Some(to), before);
        let mut path: Vec<N> = back.map(|at| self.numbers.state(at).clone()).collect();
        path.reverse();
        path
    }
}
