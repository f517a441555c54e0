//! A part of the tree that is being searched: a path, and the actions left to try along it.

use tremaux_core::{Cost, Guarantees, Heuristic, Meter, Observer, StateSpace};

use super::descent::{Descent, Frame, IterationCounts, Node, StopCause};
use super::make_unmake::MakeUnmake;
use super::measure::Measure;
use super::successor_source::SuccessorSource;
use crate::zero_costs::ZeroCosts;

/// A path from some state, and the actions left to try along it.
pub(super) struct Branch<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// The states on the path, from the first on, that are not on the call stack.
    pub(super) frames: Vec<Frame<S, H, M, W, L>>,
    /// The end of the path, yet to be expanded.
    pub(super) pending: Option<Node<S, H, M, W>>,
    pub(super) shared: W::Shared,
    pub(super) pool: L::Pool,
    /// The states on the path to which it must not return: all of them if the space has short
    /// cycles, otherwise those that were left at no cost.
    pub(super) recorded: ZeroCosts<M::Value, S::Packed>,
    /// The number by which the space knows the path, unless several are searched at a time.
    pub(super) path: Option<u64>,
}

impl<S, H, M, W, L> Branch<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    pub(super) fn new(shared: W::Shared, path: Option<u64>) -> Self {
        // Reserve room for a usual path. Only a pause moves the path into these frames, and the
        // counted memory must not depend on where a search is paused.
        const USUAL_PATH: usize = 256;
        let (frames, recorded) = (Vec::with_capacity(USUAL_PATH), ZeroCosts::new());
        Self { frames, pending: None, shared, pool: L::Pool::default(), recorded, path }
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        L::bytes(&self.pool)
            + self.recorded.bytes()
            + self.frames.capacity() * size_of::<Frame<S, H, M, W, L>>()
    }

    /// Continues from the end of the path until everything within the bound is searched.
    pub(super) fn run<O: Observer<S> + ?Sized>(
        &mut self,
        space: &S,
        heuristic: &H,
        bound: M::Value,
        counts: &mut IterationCounts<M::Value>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), StopCause> {
        let cuts_cycles = space.has_short_cycles();
        let may_circle = cuts_cycles || M::may_be_free(space);
        debug_assert!(L::MAY_CIRCLE || !may_circle);
        let Guarantees { admissible, consistent, .. } = heuristic.guarantees();
        self.path = self.path.map(|path| space.begin_path(path));
        let mut descent = Descent::<S, H, M, W, L, O> {
            space,
            heuristic,
            observer,
            meter,
            shared: &mut self.shared,
            pool: &mut self.pool,
            recorded: &mut self.recorded,
            cuts_cycles,
            may_circle,
            tells_path: self.path.is_some_and(|path| path != 0),
            bound,
            next_bound: counts.next_bound,
            next_poll: 0,
            expanded: counts.expanded,
            generated: counts.generated,
            most_at_goals: if admissible { M::Value::ZERO } else { M::Value::INFINITY },
            stack_end: Descent::<S, H, M, W, L, O>::stack_end(),
            overflows: counts.overflows,
            is_consistent: consistent,
            inconsistencies: counts.inconsistencies,
            pending: None,
            unwound: Vec::new(),
        };
        let result = loop {
            let result = if let Some(node) = self.pending.take() {
                descent.expand(node)
            } else if let Some(frame) = self.frames.pop() {
                descent.resume(frame)
            } else {
                break Ok(());
            };
            if let Err(cause) = result {
                self.frames.extend(descent.unwound.drain(..).rev());
                self.pending = descent.pending.take();
                if !matches!(cause, StopCause::Deep) {
                    break Err(cause);
                }
            }
        };
        *counts = descent.counts();
        result
    }
}
