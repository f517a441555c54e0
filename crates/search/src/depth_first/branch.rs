//! A part of the tree under search: a path, and what is left to try along it.

use tremaux_core::{Cost, Heuristic, Meter, Observer, StateSpace};

use super::descent::{Descent, Frame, Halt, Node};
use super::listing::Listing;
use super::measure::Measure;
use super::walk::Walk;
use crate::zero_costs::ZeroCosts;

/// What the search of one iteration has come to.
#[derive(Clone, Debug)]
pub(super) struct Tally<V> {
    /// The least f beyond the bound.
    pub(super) next_bound: V,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Whether something was cut for a cost too great for its type.
    pub(super) overflows: bool,
}

impl<V: Cost> Tally<V> {
    pub(super) fn new() -> Self {
        Self { next_bound: V::INFINITY, expanded: 0, generated: 0, overflows: false }
    }
}

/// A path from some state, and what is left to try along it.
pub(super) struct Branch<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: Walk<S>,
    L: Listing<S>,
{
    /// The states on the path, the first first, that are not on the call stack.
    pub(super) frames: Vec<Frame<S, H, M, W, L>>,
    /// The end of the path, yet to be expanded.
    pub(super) pending: Option<Node<S, H, M, W>>,
    pub(super) shared: W::Shared,
    pub(super) pool: L::Pool,
    /// The states on the path that were left at no cost.
    pub(super) zeros: ZeroCosts<M::Value, S::Packed>,
}

impl<S, H, M, W, L> Branch<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: Walk<S>,
    L: Listing<S>,
{
    pub(super) fn new(shared: W::Shared) -> Self {
        // Room for a usual path at once: what is counted does not depend on where a search is
        // paused, which alone puts the path into these frames.
        const USUAL_PATH: usize = 256;
        let (frames, zeros) = (Vec::with_capacity(USUAL_PATH), ZeroCosts::new());
        Self { frames, pending: None, shared, pool: L::Pool::default(), zeros }
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        L::bytes(&self.pool) + self.frames.capacity() * size_of::<Frame<S, H, M, W, L>>()
    }

    /// Goes on from the end of the path until all within the bound is searched.
    pub(super) fn run<O: Observer<S> + ?Sized>(
        &mut self,
        (space, heuristic): (&S, &H),
        bound: M::Value,
        tally: &mut Tally<M::Value>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Halt> {
        if M::may_be_free(space) {
            self.descend::<O, true>((space, heuristic), bound, tally, meter, observer)
        } else {
            self.descend::<O, false>((space, heuristic), bound, tally, meter, observer)
        }
    }

    fn descend<O: Observer<S> + ?Sized, const FREE: bool>(
        &mut self,
        (space, heuristic): (&S, &H),
        bound: M::Value,
        tally: &mut Tally<M::Value>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let is_admissible = heuristic.guarantees().admissible;
        let mut descent = Descent::<S, H, M, W, L, O, FREE> {
            space,
            heuristic,
            observer,
            meter,
            shared: &mut self.shared,
            pool: &mut self.pool,
            zeros: &mut self.zeros,
            bound,
            next_bound: tally.next_bound,
            next_poll: 0,
            expanded: tally.expanded,
            generated: tally.generated,
            most_at_goals: if is_admissible { M::Value::ZERO } else { M::Value::INFINITY },
            stack_end: Descent::<S, H, M, W, L, O, FREE>::stack_end(),
            overflows: tally.overflows,
            pending: None,
            unwound: Vec::new(),
        };
        let mut pending = self.pending.take();
        let result = loop {
            let result = if let Some(node) = pending.take() {
                descent.expand(node)
            } else if let Some(frame) = self.frames.pop() {
                descent.resume(frame)
            } else {
                break Ok(());
            };
            if let Err(halt) = result {
                self.frames.extend(descent.unwound.drain(..).rev());
                pending = descent.pending.take();
                if !matches!(halt, Halt::Deep) {
                    break Err(halt);
                }
            }
        };
        *tally = Tally {
            next_bound: descent.next_bound,
            expanded: descent.expanded,
            generated: descent.generated,
            overflows: descent.overflows,
        };
        self.pending = pending;
        result
    }
}
