//! Recording a search along one path from a log of its steps, without states.

use std::fmt;

use tremaux_core::{Cost, PathStep, PathStepKind, Pruning};

use crate::counts::TraceCounts;
use crate::describe::{Describe, Recordable};
use crate::event::Sink;
use crate::header::TraceShape;
use crate::numbering::{NONE, Numbering};
use crate::selection::Budget;

/// A cost in the unit of the trace.
#[inline]
pub(crate) fn scaled<C: Cost>(cost: C, unit: f64) -> f64 {
    let cost = cost.to_f64();
    if unit == 1.0 { cost } else { cost / unit }
}

/// The notation of actions, by their numbers.
#[derive(Default)]
pub(crate) struct ActionWords(Vec<String>);

impl ActionWords {
    /// The notation of the action with this number; `write` writes it the first time.
    #[inline]
    pub(crate) fn word_of(
        &mut self,
        number: u8,
        write: impl FnOnce(&mut String) -> fmt::Result,
    ) -> &str {
        let number = usize::from(number);
        if self.0.len() <= number {
            self.0.resize(number + 1, String::new());
        }
        if self.0[number].is_empty() {
            write(&mut self.0[number]).expect("a string takes everything");
        }
        &self.0[number]
    }
}

/// Numbers the nodes of a tree by the actions that lead to them.
pub(crate) struct PathRecorder {
    nodes: Numbering<u8>,
    /// The expanded nodes on the path, the root first.
    path: Vec<u32>,
    /// The node generated last, or the root, and the cost of the path to it.
    last: (u32, f64),
    root: f64,
}

/// The context for recording a step.
pub(crate) struct Recording<'a> {
    pub(crate) budget: Budget,
    pub(crate) counts: TraceCounts,
    /// The divisor of costs.
    pub(crate) divisor: f64,
    pub(crate) words: &'a mut ActionWords,
    pub(crate) sink: &'a mut dyn Sink,
}

impl PathRecorder {
    /// Begins at the root, which is node 0, at this cost.
    pub(crate) fn new(root: f64) -> Self {
        let mut nodes = Numbering::new(TraceShape::Tree);
        nodes.add(NONE, 0);
        Self { nodes, path: Vec::new(), last: (0, root), root }
    }

    /// Goes back to the root.
    pub(crate) fn begin_iteration(&mut self) {
        self.path.clear();
        self.last = (0, self.root);
    }

    /// The nodes reached by actions with these numbers from the root, and whether they are new.
    pub(crate) fn plan(mut self, actions: impl Iterator<Item = u8>) -> Vec<(u32, bool)> {
        self.nodes.number_path(std::iter::once(0).chain(actions))
    }

    /// Counts a step, and records it if it is selected.
    #[inline(always)]
    pub(crate) fn take<S: Recordable, D: Describe<S> + ?Sized>(
        &mut self,
        step: &PathStep<S::Action, S::Cost>,
        space: &S,
        describe: &D,
        recording: &mut Recording<'_>,
    ) {
        if let PathStepKind::Generated | PathStepKind::Entered | PathStepKind::Cut = step.kind {
            self.generated(step, space, describe, recording);
        }
        match step.kind {
            PathStepKind::Entered | PathStepKind::Expanded => self.expanded(recording),
            PathStepKind::Cut | PathStepKind::Pruned => self.pruned(step.reason, recording),
            PathStepKind::Root | PathStepKind::Generated | PathStepKind::Nothing => {}
        }
        recording.counts.events += u64::from(step.then_left);
        for _ in 0..step.then_left {
            if let Some(id) = self.path.pop()
                && id != NONE
                && recording.budget.records()
            {
                recording.sink.left(id);
            }
        }
    }

    #[inline(always)]
    fn generated<S: Recordable, D: Describe<S> + ?Sized>(
        &mut self,
        step: &PathStep<S::Action, S::Cost>,
        space: &S,
        describe: &D,
        recording: &mut Recording<'_>,
    ) {
        let Recording { budget, counts, divisor, words, sink } = recording;
        counts.events += 1;
        counts.generated += 1;
        let (g, h) = (scaled(step.g, *divisor), scaled(step.h, *divisor));
        let parent = self.path.last().copied().filter(|&id| id != NONE);
        self.last = (NONE, g);
        if let (Some(parent), Some(action)) = (parent, step.action)
            && budget.records()
        {
            let number = describe.action_number(space, action);
            let word = words
                .word_of(number, |word| describe.write_action(space, &space.root(), action, word));
            self.last.0 = self.nodes.number(parent, number).0;
            sink.generated(self.last.0, Some(parent), Some(word), g, h, None);
        }
    }

    #[inline(always)]
    fn expanded(&mut self, recording: &mut Recording<'_>) {
        recording.counts.events += 1;
        recording.counts.expanded += 1;
        let (id, g) = self.last;
        let is_recorded = id != NONE && recording.budget.records();
        if is_recorded {
            recording.sink.expanded(id, g, None);
        }
        self.path.push(if is_recorded { id } else { NONE });
    }

    /// The state generated last was pruned, and left.
    #[inline(always)]
    fn pruned(&mut self, reason: Pruning, recording: &mut Recording<'_>) {
        recording.counts.events += 2;
        recording.counts.prune(reason);
        if self.last.0 != NONE && recording.budget.records() {
            recording.sink.pruned(self.last.0, reason.into());
        }
    }
}
