//! Steps along a path in a byte each.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tremaux_core::{Cost, PathStep, PathStepKind, Pruning, StateSpace};

use crate::counts::TraceCounts;
use crate::describe::Describe;
use crate::event::Reason;
use crate::event_kind;
use crate::selection::Budget;
use crate::writer::Direct;

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
/// A code may have fewer steps back than this after it.
const MOST_LEFT: u32 = 4;
/// From here on codes have none, lest there be too few.
const MOST_CODES_LEFT: usize = 128;

/// What a code stands for: outcome, number of the action and steps back after that, and by how
/// much g and h change, as bits.
type Meaning = (usize, u64, u64);

/// Writes the steps of a search along one path.
///
/// An action, what comes of it, and by how much it changes g and h are one code, a byte: in
/// nearly all problems there are few of them. Which node that is, whoever reads it finds out.
#[derive(Debug)]
pub(crate) struct PathCoder<C> {
    /// g and h of the states on the path, the root first, and room for more.
    line: Vec<(C, C)>,
    /// How many of them are expanded.
    depth: usize,
    /// g and h of the state generated last, or the root.
    last: (C, C),
    codes: HashMap<Meaning, u8, FixedState>,
    /// The codes where nothing changes by much, by [`near`]; 0 where there is none.
    near: Vec<u8>,
    /// What is not yet written, and room for more.
    bytes: Vec<u8>,
    length: usize,
}

impl<C: Cost> PathCoder<C> {
    /// How many places [`near`] tells apart.
    pub(crate) const NEAR: usize = 1 << 19;

    /// Whether steps of a problem can be written so.
    pub(crate) const fn can_write(action_count: u8) -> bool {
        action_count > 0 && action_count <= MOST_ACTIONS
    }

    /// Begins at a root with these costs.
    pub(crate) fn new(root: (C, C)) -> Self {
        Self {
            line: vec![root],
            depth: 0,
            last: root,
            codes: HashMap::with_hasher(FixedState::with_seed(3)),
            near: vec![0; Self::NEAR],
            bytes: Vec::new(),
            length: 0,
        }
    }

    /// Goes back to the root.
    pub(crate) fn begin_iteration(&mut self) {
        self.depth = 0;
        self.last = self.line[0];
    }

    /// Counts steps, and writes as many as are to be recorded.
    pub(crate) fn take<S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        steps: &[PathStep<S::Action, C>],
        (budget, counts): (&mut Budget, &mut TraceCounts),
        about: (&S, &D),
        out: &mut Direct<'_>,
    ) {
        let most = self.depth + steps.len() + 1;
        self.line.resize(self.line.len().max(most), (C::ZERO, C::ZERO));
        self.bytes.resize(self.bytes.len().max(2 * most), 0);
        let mut rest = steps;
        // What is left was on the path, or is entered in these steps.
        if budget.has((2 * steps.len() + most) as u64) {
            let mut tally = Tally::default();
            loop {
                rest = self.take_usual(rest, &mut tally, about);
                let Some((step, after)) = rest.split_first() else { break };
                rest = after;
                if step.kind as u8 > PathStepKind::Cut as u8 {
                    self.take_unusual(step, (&mut *budget, &mut *counts), about, out);
                } else {
                    let outcome = outcome_of(step.kind, step.reason);
                    self.put_step(step, outcome, step.then_left, about, out);
                    tally.add(outcome, step.then_left);
                }
            }
            let taken = tally.count(counts);
            budget.takes_some(taken);
        }
        for step in rest {
            self.take_unusual(step, (&mut *budget, &mut *counts), about, out);
        }
        self.flush(out);
    }

    /// Writes steps that have codes, all of which are recorded; returns those from the first
    /// on that is another.
    ///
    /// It does without asking what is nearly always so: which step comes next nobody can
    /// foresee, and a wrong guess costs the processor more than a step.
    #[inline]
    fn take_usual<'s, S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        steps: &'s [PathStep<S::Action, C>],
        tally: &mut Tally,
        (space, describe): (&S, &D),
    ) -> &'s [PathStep<S::Action, C>] {
        let Self { line, bytes, near: codes, last, .. } = self;
        let (line, bytes, codes) = (&mut line[..], &mut bytes[..], &codes[..]);
        let (mut depth, mut length, mut done) = (self.depth, self.length, 0_usize);
        for step in steps {
            let outcome = outcome_of(step.kind, step.reason);
            let number = step.action.map_or(0, |action| describe.action_number(space, action));
            let end = line[depth.saturating_sub(1)];
            let change = (step.g.difference(end.0), step.h.difference(end.1));
            let at = near(key_of(outcome, number, step.then_left), change);
            let code = at.and_then(|at| codes.get(at)).copied().unwrap_or(0);
            let is_usual = step.kind as u8 <= PathStepKind::Cut as u8
                && step.then_left < MOST_LEFT
                && code != 0;
            let Some(room) = bytes.get_mut(length).filter(|_| is_usual) else { break };
            *room = code;
            length += 1;
            line[depth] = (step.g, step.h);
            depth += usize::from(outcome == outcome::ENTERED);
            depth = depth.saturating_sub(step.then_left as usize);
            tally.add(outcome, step.then_left);
            done += 1;
        }
        if let Some(step) = done.checked_sub(1).map(|at| &steps[at]) {
            *last = (step.g, step.h);
        }
        (self.depth, self.length) = (depth, length);
        &steps[done..]
    }

    /// Writes a state that is generated, by its code if it has one, and so many steps back.
    #[inline(never)]
    fn put_step<S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        step: &PathStep<S::Action, C>,
        outcome: u8,
        left: u32,
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) {
        let action = step.action.expect("a successor");
        let number = describe.action_number(space, action);
        let end = self.line[self.depth.saturating_sub(1)];
        let costs = (step.g.to_f64(), step.h.to_f64());
        let before = (end.0.to_f64(), end.1.to_f64());
        let (g, h) = (change(end.0, step.g), change(end.1, step.h));
        let is_exact = before.0 + g == costs.0 && before.1 + h == costs.1;
        let meaning = |left| (key_of(outcome, number, left), g.to_bits(), h.to_bits());
        let with_left = left < MOST_LEFT && self.codes.len() < MOST_CODES_LEFT;
        let known = |left| self.codes.get(&meaning(left)).filter(|_| is_exact).copied();
        let mut told = 0;
        if let Some(code) = (left < MOST_LEFT).then(|| known(left)).flatten() {
            told = left;
            self.put(code);
        } else if let Some(code) = known(0).filter(|_| !with_left) {
            self.put(code);
        } else {
            let mut word = String::new();
            let written = describe.write_action(space, &space.initial_state(), action, &mut word);
            written.expect("a string takes everything");
            self.flush(out);
            if is_exact && self.codes.len() < MOST_CODES {
                told = if with_left { left } else { 0 };
                let code = FIRST_CODE + self.codes.len() as u8;
                self.codes.insert(meaning(told), code);
                let change = (step.g.difference(end.0), step.h.difference(end.1));
                if let Some(at) = near(meaning(told).0, change) {
                    self.near[at] = code;
                }
                out.path_code((outcome, told as u8), &word, (g, h));
                self.put(code);
            } else {
                out.path_step(outcome, &word, costs);
            }
        }
        self.last = (step.g, step.h);
        self.line[self.depth] = self.last;
        self.depth += usize::from(outcome == outcome::ENTERED);
        self.depth = self.depth.saturating_sub(told as usize);
        self.put_backs((left - told) as usize);
    }

    /// Takes steps that are rare, or that are not all recorded.
    #[cold]
    #[inline(never)]
    fn take_unusual<S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        step: &PathStep<S::Action, C>,
        (budget, counts): (&mut Budget, &mut TraceCounts),
        about: (&S, &D),
        out: &mut Direct<'_>,
    ) {
        match step.kind {
            PathStepKind::Generated | PathStepKind::Entered | PathStepKind::Cut => {
                let outcome = outcome_of(step.kind, step.reason);
                let mut tally = Tally::default();
                tally.add(outcome, 0);
                let wanted = tally.count(counts);
                let taken = budget.takes_some(wanted);
                if taken > 0 {
                    let outcome = if taken < wanted { outcome::GENERATED } else { outcome };
                    self.put_step(step, outcome, 0, about, out);
                }
            }
            PathStepKind::Expanded => {
                counts.events += 1;
                counts.expanded += 1;
                if budget.takes() {
                    self.put(event_kind::EXPANDED_LAST);
                    self.line[self.depth] = self.last;
                    self.depth += 1;
                }
            }
            PathStepKind::Pruned => {
                // What was pruned is left, which is not told twice.
                counts.events += 2;
                prune(step.reason.into(), 1, counts);
                if budget.takes() {
                    self.put(event_kind::PRUNED_LAST);
                    self.put(Reason::from(step.reason) as u8);
                }
            }
            PathStepKind::Nothing => {}
        }
        let left = u64::from(step.then_left);
        counts.events += left;
        let taken = budget.takes_some(left);
        self.put_backs(taken as usize);
    }

    #[inline]
    fn put(&mut self, byte: u8) {
        if self.length >= self.bytes.len() {
            self.bytes.push(0);
        }
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// The end of the path is left so often.
    fn put_backs(&mut self, count: usize) {
        (0..count).for_each(|_| self.put(event_kind::BACK));
        self.depth = self.depth.saturating_sub(count);
    }

    fn flush(&mut self, out: &mut Direct<'_>) {
        out.path_bytes(&self.bytes[..self.length]);
        self.length = 0;
    }
}

/// By how much a cost is more than another: the whole number that [`Cost::difference`] has, where
/// it has one, as the same code stands for all changes by it, however floats are rounded.
pub(crate) fn change<C: Cost>(from: C, to: C) -> f64 {
    to.difference(from).map_or_else(|| to.to_f64() - from.to_f64(), |whole| whole as f64)
}

/// Where the code of a small change is found at once.
#[inline]
pub(crate) fn near(key: usize, (g, h): (Option<i64>, Option<i64>)) -> Option<usize> {
    let (g, h) = (g? as u64, (h? + 8) as u64);
    ((g | h) < 16).then_some(key << 8 | (g as usize) << 4 | h as usize)
}

/// Outcome, number of an action and steps back in one.
#[inline]
pub(crate) fn key_of(outcome: u8, number: u8, left: u32) -> usize {
    let left = left % MOST_LEFT;
    (left as usize) << 9 | usize::from(outcome % 8) << 6 | usize::from(number % MOST_ACTIONS)
}

/// The outcome of one of the first three kinds. The reason is the first one but for what was
/// cut: to ask would be a guess at what nobody can foresee.
#[inline]
fn outcome_of(kind: PathStepKind, reason: Pruning) -> u8 {
    kind as u8 + Reason::from(reason) as u8
}

/// How many there were of each outcome, and how often the end of the path was left.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    outcomes: [u64; 8],
    left: u64,
}

impl Tally {
    #[inline]
    fn add(&mut self, outcome: u8, left: u32) {
        self.outcomes[usize::from(outcome) % 8] += 1;
        self.left += u64::from(left);
    }

    /// Counts it; how many events of a file it is.
    fn count(&self, counts: &mut TraceCounts) -> u64 {
        let [generated, entered, cuts @ ..] = self.outcomes;
        let cut: u64 = cuts.iter().sum();
        // What was cut is left, which is not told twice.
        counts.events += generated + 2 * entered + 3 * cut + self.left;
        counts.generated += generated + entered + cut;
        counts.expanded += entered;
        for (reason, count) in Reason::ALL.into_iter().zip(cuts) {
            prune(reason, count, counts);
        }
        generated + 2 * (entered + cut) + self.left
    }
}

fn prune(reason: Reason, count: u64, counts: &mut TraceCounts) {
    match reason {
        Reason::Bound | Reason::Circle => counts.pruned += count,
        Reason::DeadEnd => counts.dead_ends += count,
        Reason::Searched => counts.duplicates += count,
        _ => {}
    }
}
