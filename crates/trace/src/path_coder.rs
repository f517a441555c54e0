//! Steps along a path in a byte each.

use tremaux_core::{PathStep, PathStepKind, Pruning, StateSpace};

use crate::counts::TraceCounts;
use crate::event::Reason;
use crate::search_recorder::Describe;
use crate::selection::Budget;
use crate::writer::{Direct, kind};

/// What comes of a state that is generated, as it stands in a file.
pub(crate) mod outcome {
    /// That is told later, or never.
    pub(crate) const GENERATED: u8 = 0;
    /// It is expanded at once.
    pub(crate) const ENTERED: u8 = 1;
    /// The search goes no farther; the number of the reason comes on top.
    pub(crate) const CUT: u8 = 2;
    /// So many there are.
    pub(crate) const ALL: u8 = CUT + crate::event::Reason::ALL.len() as u8;
}

/// The first of the bytes that are codes.
pub(crate) const FIRST_CODE: u8 = 0x40;
/// How many codes there are.
pub(crate) const MOST_CODES: usize = 256 - FIRST_CODE as usize;
/// Actions have numbers below this.
const MOST_ACTIONS: u8 = 64;

/// What a code stands for.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// How much g and h change, as bits.
    change: (u64, u64),
    /// Outcome and number of the action.
    key: u16,
    /// 0 if there is nothing.
    code: u8,
}

/// Writes the steps of a search along one path.
///
/// An action, what comes of it, and by how much it changes g and h are one code, a byte: in
/// nearly all problems there are few of them. Which node that is, whoever reads it finds out.
#[derive(Debug)]
pub(crate) struct PathCoder {
    /// g and h of the root.
    root: (f64, f64),
    /// Those of the states on the path that are expanded.
    line: Vec<(f64, f64)>,
    /// Those of the end of the path; the last of `line`.
    end: (f64, f64),
    /// Those of the state generated last, if it is not known what comes of it.
    last: Option<(f64, f64)>,
    slots: Box<[Slot; Self::SLOTS]>,
    codes: usize,
    bytes: Vec<u8>,
}

impl PathCoder {
    /// More than twice as many as codes, so that looks are short.
    const SLOTS: usize = 512;

    /// Whether steps of a problem can be written so.
    pub(crate) const fn can_write(action_count: u8) -> bool {
        action_count > 0 && action_count <= MOST_ACTIONS
    }

    /// Begins at a root with these costs.
    pub(crate) fn new(root: (f64, f64)) -> Self {
        Self {
            root,
            line: Vec::new(),
            end: root,
            last: Some(root),
            slots: Box::new([Slot::default(); Self::SLOTS]),
            codes: 0,
            bytes: Vec::with_capacity(1024),
        }
    }

    /// Goes back to the root.
    pub(crate) fn begin_iteration(&mut self) {
        self.line.clear();
        self.last = Some(self.root);
    }

    /// Counts steps, and writes as many as are to be recorded.
    pub(crate) fn take<S: StateSpace, D: Describe<S>>(
        &mut self,
        steps: &[PathStep<S::Action, S::Cost>],
        (budget, counts): (&mut Budget, &mut TraceCounts),
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) {
        for step in steps {
            let wanted = count(step.kind, counts);
            let taken = budget.takes_some(wanted);
            if taken == 0 {
                continue;
            }
            counts.recorded += u64::from(taken);
            match step.kind {
                PathStepKind::Left => {
                    self.bytes.push(kind::BACK);
                    self.line.pop();
                    self.end = self.line.last().copied().unwrap_or(self.root);
                    self.last = None;
                }
                PathStepKind::Expanded => {
                    self.bytes.push(kind::EXPANDED_LAST);
                    let last = self.last.take().unwrap_or(self.root);
                    self.enter(last);
                }
                PathStepKind::Pruned(reason) => {
                    self.bytes.extend([kind::PRUNED_LAST, Reason::from(reason) as u8]);
                    self.last = None;
                }
                PathStepKind::Generated | PathStepKind::Entered | PathStepKind::Cut(_) => {
                    let costs = (cost(step.g), cost(step.h));
                    let outcome = match step.kind {
                        PathStepKind::Entered if taken == 2 => outcome::ENTERED,
                        PathStepKind::Cut(reason) if taken == 2 => {
                            outcome::CUT + Reason::from(reason) as u8
                        }
                        _ => outcome::GENERATED,
                    };
                    let number =
                        step.action.map_or(0, |action| describe.action_number(space, action));
                    let key = u16::from(outcome) << 6 | u16::from(number % MOST_ACTIONS);
                    let change = (costs.0 - self.end.0, costs.1 - self.end.1);
                    match self.code(key, change) {
                        Some(code) if self.is_exact(costs, change) => self.bytes.push(code),
                        _ => {
                            let action = step.action.expect("a successor");
                            self.put_new(
                                (outcome, key),
                                action,
                                (costs, change),
                                (space, describe),
                                out,
                            );
                        }
                    }
                    self.last = None;
                    if outcome == outcome::ENTERED {
                        self.enter(costs);
                    } else if outcome == outcome::GENERATED {
                        self.last = Some(costs);
                    }
                }
            }
        }
        self.flush(out);
    }

    #[inline]
    fn enter(&mut self, costs: (f64, f64)) {
        self.line.push(costs);
        self.end = costs;
    }

    /// Whether the costs are had again from the change.
    #[inline]
    fn is_exact(&self, costs: (f64, f64), change: (f64, f64)) -> bool {
        self.end.0 + change.0 == costs.0 && self.end.1 + change.1 == costs.1
    }

    /// Where to look first.
    #[inline]
    const fn place(key: u16, change: (u64, u64)) -> usize {
        let mut bits = change.0 ^ change.1.rotate_left(21) ^ ((key as u64) << 9);
        bits ^= bits >> 32;
        (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as usize
    }

    #[inline]
    fn code(&self, key: u16, (g, h): (f64, f64)) -> Option<u8> {
        let change = (g.to_bits(), h.to_bits());
        let mut at = Self::place(key, change);
        loop {
            let slot = &self.slots[at % Self::SLOTS];
            if slot.code == 0 {
                return None;
            } else if slot.key == key && slot.change == change {
                return Some(slot.code);
            }
            at += 1;
        }
    }

    /// Writes a step that has no code yet, and gives it one if there are any left.
    #[cold]
    #[inline(never)]
    fn put_new<S: StateSpace, D: Describe<S>>(
        &mut self,
        (outcome, key): (u8, u16),
        action: S::Action,
        (costs, change): ((f64, f64), (f64, f64)),
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) {
        self.flush(out);
        let mut word = String::new();
        let written = describe.write_action(space, &space.initial_state(), action, &mut word);
        written.expect("a string takes everything");
        if self.codes >= MOST_CODES || !self.is_exact(costs, change) {
            return out.path_step(outcome, &word, costs);
        }
        let code = FIRST_CODE + self.codes as u8;
        self.codes += 1;
        let change_bits = (change.0.to_bits(), change.1.to_bits());
        let mut at = Self::place(key, change_bits);
        while self.slots[at % Self::SLOTS].code != 0 {
            at += 1;
        }
        self.slots[at % Self::SLOTS] = Slot { change: change_bits, key, code };
        out.path_code(outcome, &word, change);
        self.bytes.push(code);
    }

    fn flush(&mut self, out: &mut Direct<'_>) {
        out.path_bytes(&self.bytes);
        self.bytes.clear();
    }
}

#[inline]
fn cost(cost: impl tremaux_core::Cost) -> f64 {
    cost.to_f64()
}

/// Counts a step; how many events of a file it is.
#[inline]
fn count(kind: PathStepKind, counts: &mut TraceCounts) -> u32 {
    let prune = |counts: &mut TraceCounts, reason| match reason {
        Pruning::Bound | Pruning::Circle => counts.pruned += 1,
        Pruning::DeadEnd => counts.dead_ends += 1,
        Pruning::Searched => counts.duplicates += 1,
        _ => {}
    };
    match kind {
        PathStepKind::Generated => {
            counts.events += 1;
            counts.generated += 1;
            1
        }
        PathStepKind::Entered => {
            counts.events += 2;
            counts.generated += 1;
            counts.expanded += 1;
            2
        }
        PathStepKind::Cut(reason) => {
            counts.events += 3;
            counts.generated += 1;
            prune(counts, reason);
            2
        }
        PathStepKind::Expanded => {
            counts.events += 1;
            counts.expanded += 1;
            1
        }
        // What was pruned is left, which is not told twice.
        PathStepKind::Pruned(reason) => {
            counts.events += 2;
            prune(counts, reason);
            1
        }
        PathStepKind::Left => {
            counts.events += 1;
            1
        }
    }
}
