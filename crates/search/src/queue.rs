//! Breadth-first order: a queue, and no priority.

use std::collections::VecDeque;

use tremaux_core::Cost;

use crate::open_list::{Key, OpenKind, OpenList, grown};
use crate::order::Priority;

/// Gives all states the same priority: for [`Queue`], the order of generation.
///
/// In other open lists only the tie-break decides, for example [`Lifo`](super::Lifo) for
/// depth-first search of a graph. Nothing is proved except that there is no plan.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Discovery;

impl<C: Cost> Priority<C> for Discovery {
    type Value = ();

    #[inline]
    fn is_informed(&self) -> bool {
        false
    }

    #[inline]
    fn value(&self, _g: C, _h: C) {}

    #[inline]
    fn bound(&self, (): (), g: C, is_by_depth: bool) -> Option<C> {
        is_by_depth.then_some(g)
    }
}

/// A plain queue, for states in the order of generation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queue;

impl OpenKind<Key<()>> for Queue {
    type Open = VecDeque<u32>;

    const IS_QUEUE: bool = true;
}

impl OpenList<Key<()>> for VecDeque<u32> {
    #[inline]
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, _key: Key<()>, id: u32) {
        self.push_back(id);
    }

    #[inline]
    fn pop(&mut self) -> Option<(Key<()>, u32)> {
        self.pop_front().map(|id| (Key::of(()), id))
    }

    #[inline]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn room(&self) -> usize {
        self.capacity() - self.len()
    }

    #[cold]
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        let grown = grown::<u32>(self.len(), self.capacity(), count, limit);
        grown.is_some_and(|capacity| self.try_reserve_exact(capacity - self.len()).is_ok())
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<u32>()
    }
}
