//! Saves a depth-first search in a few bytes, so that it can be resumed elsewhere.

use std::any::type_name;
use std::collections::VecDeque;
use std::fmt;
use std::hash::Hasher;
use std::ops::Deref;
use std::time::Duration;

use tremaux_core::{
    Cost, FixedPacked, Heuristic, Plan, StateSpace, Statistics, StopReason, Termination,
};

use super::descent::{Frame, Node, Sums};
use super::make_unmake::MakeUnmake;
use super::measure::Measure;
use super::search::{DepthFirstSearch, Phase};
use super::successor_source::SuccessorSource;

/// The reason why bytes are not a checkpoint of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes are not a checkpoint, or have another version.
    NotACheckpoint,
    /// The checksum is wrong: the bytes are damaged or incomplete.
    Damaged,
    /// The checkpoint belongs to another kind of search.
    OtherAlgorithm,
    /// The checkpoint belongs to another problem, heuristic or set of options.
    OtherProblem,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotACheckpoint => "not a checkpoint of this version",
            Self::Damaged => "the checkpoint is damaged",
            Self::OtherAlgorithm => "a checkpoint of another algorithm",
            Self::OtherProblem => "a checkpoint of another problem, heuristic or option",
        })
    }
}

impl std::error::Error for CheckpointError {}

/// The number of states that identify a problem.
const PROBED: usize = 64;

const MAGIC: &[u8; 8] = b"TRMXDFS3";

/// FNV-1a with 64 bits. The digest is the same on every machine and in every version.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut digest = Digest::new();
    digest.write(bytes);
    digest.finish()
}

struct Writer(Vec<u8>);

impl Writer {
    /// Writes a number in groups of seven bits, the low ones first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn value<T: FixedPacked>(&mut self, value: &T) {
        let at = self.0.len();
        self.0.resize(at + T::WIDTH, 0);
        value.write(&mut self.0[at..]);
    }

    fn statistics(&mut self, counts: &Statistics) {
        let elapsed = u64::try_from(counts.elapsed.as_nanos()).unwrap_or(u64::MAX);
        for number in [
            counts.expanded,
            counts.generated,
            counts.evaluated,
            counts.expanded_before_last_layer,
            counts.iterations,
            counts.inconsistencies,
            counts.peak_stored as u64,
            counts.peak_bytes as u64,
            elapsed,
        ] {
            self.number(number);
        }
    }

    /// What was written, with its header.
    fn sealed(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&self.0).to_le_bytes());
        bytes.extend(self.0);
        bytes
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// What follows the header and the kind of search in these bytes, and the digest that
    /// identifies the problem.
    fn open(bytes: &'a [u8], kind: u64) -> Result<(Self, u64), CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let (sum, rest) = rest.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        if checksum(rest) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Damaged);
        }
        let mut reader = Reader(rest);
        let problem = reader.value().ok_or(CheckpointError::Damaged)?;
        match reader.number().ok_or(CheckpointError::Damaged)? {
            found if found == kind => Ok((reader, problem)),
            _ => Err(CheckpointError::OtherAlgorithm),
        }
    }

    fn statistics(&mut self) -> Option<Statistics> {
        let mut counts = Statistics::default();
        for count in [
            &mut counts.expanded,
            &mut counts.generated,
            &mut counts.evaluated,
            &mut counts.expanded_before_last_layer,
            &mut counts.iterations,
            &mut counts.inconsistencies,
        ] {
            *count = self.number()?;
        }
        counts.peak_stored = usize::try_from(self.number()?).ok()?;
        counts.peak_bytes = usize::try_from(self.number()?).ok()?;
        counts.elapsed = Duration::from_nanos(self.number()?);
        Some(counts)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn value<T: FixedPacked>(&mut self) -> Option<T> {
        let value = T::read(self.0)?;
        self.0 = self.0.get(T::WIDTH..)?;
        Some(value)
    }
}

impl Phase {
    fn code(self) -> u64 {
        match self {
            Self::Begin => 0,
            Self::Resume => 1,
            Self::Done(Termination::Finished) => 2,
            Self::Done(Termination::Exhausted) => 3,
            Self::Done(Termination::Stopped(StopReason::CostOverflow)) => 4,
            Self::Done(Termination::Stopped(_)) => 5,
        }
    }

    fn from_code(code: u64) -> Option<Self> {
        Some(match code {
            0 => Self::Begin,
            1 => Self::Resume,
            2 => Self::Done(Termination::Finished),
            3 => Self::Done(Termination::Exhausted),
            4 => Self::Done(Termination::Stopped(StopReason::CostOverflow)),
            5 => Self::Done(Termination::Stopped(StopReason::DepthLimit)),
            _ => return None,
        })
    }
}

/// A digest of the path, which verifies that replaying it gives the same path.
struct Trace(Digest);

impl Trace {
    fn new() -> Self {
        Self(Digest::new())
    }

    fn value<T: FixedPacked>(&mut self, value: &T) {
        let mut bytes = vec![0; T::WIDTH];
        value.write(&mut bytes);
        self.0.write(&bytes);
    }

    fn state<S: StateSpace>(&mut self, space: &S, state: &S::State) {
        space.hash_state(state, &mut self.0);
    }
}

impl<P, H, S, M, W, L> DepthFirstSearch<P, H, S, M, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// Saves the search in a few bytes for each action on the path: the work done and left, the
    /// bounds, the counts and the plans. [`IdaStar::resume`](crate::IdaStar::resume) continues
    /// from them and reaches the same result.
    ///
    /// Takes time and memory proportional to the length of the path. The bytes have a version
    /// and a checksum. They contain no states, only the index of the current action of each
    /// state on the path.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut writer = Writer(Vec::new());
        writer.value(&self.problem());
        let options = u64::from(self.is_single) | u64::from(self.core.overflows) << 1;
        for number in [M::KIND, options, self.plan_count, self.phase.code()] {
            writer.number(number);
        }
        writer.value(&self.bound);
        writer.value(&self.next_bound);
        writer.value(&self.core.lower_bound);
        writer.statistics(&self.core.statistics);
        writer.number(self.plans.len() as u64);
        for plan in &self.plans {
            self.write_plan(plan, &mut writer);
        }
        if self.phase == Phase::Resume {
            self.write_path(&mut writer);
        }
        writer.sealed()
    }

    /// A digest that identifies the search: the version, the types, and the first [`PROBED`]
    /// states of the tree with their actions in order and their estimates.
    fn problem(&self) -> u64 {
        let mut trace = Trace::new();
        let types = [type_name::<S>(), type_name::<H>(), type_name::<M>(), type_name::<L>()];
        trace.0.write(env!("CARGO_PKG_VERSION").as_bytes());
        types.iter().for_each(|name| trace.0.write(name.as_bytes()));
        trace.value(&self.root.sums.h);
        let mut queue = VecDeque::from([(self.space.initial_state(), None)]);
        for _ in 0..PROBED {
            let Some((state, last)) = queue.pop_front() else { break };
            trace.value(&self.heuristic.estimate(&self.space, &state));
            let room = PROBED.saturating_sub(queue.len());
            queue.extend(self.children(&state, last, &mut trace).into_iter().take(room));
        }
        trace.0.finish()
    }

    /// The children of a state in order, added to `trace`.
    fn children(
        &self,
        state: &S::State,
        last: Option<S::Action>,
        trace: &mut Trace,
    ) -> Vec<(S::State, Option<S::Action>)> {
        let (mut pool, mut left, count) = self.open(state, last);
        trace.state(&*self.space, state);
        trace.0.write(&count.to_le_bytes());
        let mut children = Vec::new();
        while let Some(action) = L::next(&mut pool, &mut left) {
            trace.value(&self.space.cost(state, action));
            let mut child = state.clone();
            self.space.apply(&mut child, action);
            trace.state(&*self.space, &child);
            children.push((child, Some(action)));
        }
        children
    }

    /// The actions of a state, and how many there are.
    fn open(&self, state: &S::State, last: Option<S::Action>) -> (L::Pool, L::Left, u64) {
        let mut pool = L::Pool::default();
        let left = L::open(&self.space, &mut pool, state, last);
        let count = L::count(&left);
        (pool, left, count)
    }

    fn write_plan(&self, plan: &Plan<S::Action, S::Cost>, writer: &mut Writer) {
        writer.number(plan.actions.len() as u64);
        let (mut state, mut last) = (self.space.initial_state(), None);
        for &action in &plan.actions {
            let (mut pool, mut left, count) = self.open(&state, last);
            let place = (0..count).find(|_| L::next(&mut pool, &mut left) == Some(action));
            writer.number(place.unwrap_or(count));
            self.space.apply(&mut state, action);
            last = Some(action);
        }
    }

    fn read_plan(&self, reader: &mut Reader<'_>) -> Option<Plan<S::Action, S::Cost>> {
        let length = reader.number()?;
        let (mut state, mut last) = (self.space.initial_state(), None);
        let (mut actions, mut cost) = (Vec::new(), S::Cost::ZERO);
        for _ in 0..length {
            let (mut pool, mut left, count) = self.open(&state, last);
            let place = reader.number().filter(|&place| place < count)?;
            let action = (0..=place).filter_map(|_| L::next(&mut pool, &mut left)).last()?;
            cost = cost.plus(self.space.cost(&state, action));
            self.space.apply(&mut state, action);
            actions.push(action);
            last = Some(action);
        }
        Some(Plan { actions, cost })
    }

    fn write_path(&self, writer: &mut Writer) {
        writer.number(self.branch.frames.len() as u64);
        let mut trace = Trace::new();
        let (mut state, mut last) = (self.space.initial_state(), None);
        for frame in &self.branch.frames {
            let count = self.children(&state, last, &mut trace).len() as u64;
            writer.number(count - L::count(&frame.left));
            trace.value(&frame.sums.g);
            trace.value(&frame.sums.h);
            self.space.apply(&mut state, frame.action);
            last = Some(frame.action);
        }
        if let Some(node) = &self.branch.pending {
            trace.value(&node.sums.g);
            trace.value(&node.sums.h);
        }
        trace.state(&*self.space, &state);
        writer.value(&trace.0.finish());
    }

    /// Replays the path from the initial state.
    fn read_path(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let length = reader.number()?;
        let cuts_cycles = self.space.has_short_cycles();
        let mut trace = Trace::new();
        let mut node = self.root.clone();
        for _ in 0..length {
            let Node { here, sums, last } = node;
            let Sums { g, h, memo } = sums;
            let state = W::state(&self.branch.shared, &here);
            self.children(state, last, &mut trace);
            trace.value(&g);
            trace.value(&h);
            let mut left = L::open(&self.space, &mut self.branch.pool, state, last);
            let taken = reader.number().filter(|&taken| taken <= L::count(&left))?;
            let next = |_| L::next(&mut self.branch.pool, &mut left);
            let action = (0..taken).filter_map(next).last()?;
            let child_g = g.plus(M::step(&self.space, state, action));
            let is_recorded = L::MAY_CIRCLE && (cuts_cycles || child_g == g);
            if is_recorded {
                let level = if cuts_cycles { M::Value::ZERO } else { g };
                self.branch.recorded.push(level, self.space.pack(state));
            }
            let early_estimate = M::estimate_successor(
                &self.space,
                &self.heuristic,
                state,
                h,
                &memo,
                action,
                |_| false,
            );
            let (child, token) = W::make(&self.space, &mut self.branch.shared, &here, action);
            let state = W::state(&self.branch.shared, &child);
            let (child_h, child_memo) = early_estimate
                .unwrap_or_else(|| M::child(&self.space, &self.heuristic, h, &memo, action, state));
            let sums = Sums { g, h, memo };
            self.branch.frames.push(Frame { here, sums, left, action, token, is_recorded });
            let sums = Sums { g: child_g, h: child_h, memo: child_memo };
            node = Node { here: child, sums, last: Some(action) };
        }
        trace.value(&node.sums.g);
        trace.value(&node.sums.h);
        trace.state(&*self.space, W::state(&self.branch.shared, &node.here));
        self.branch.pending = Some(node);
        (reader.value::<u64>()? == trace.0.finish()).then_some(())
    }

    /// Brings a new search to the state in which these bytes were made.
    pub(super) fn restore(mut self, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (mut reader, problem) = Reader::open(bytes, M::KIND)?;
        if problem != self.problem() {
            return Err(CheckpointError::OtherProblem);
        }
        self.read(&mut reader)
            .filter(|_| reader.0.is_empty())
            .ok_or(CheckpointError::OtherProblem)?;
        Ok(self)
    }

    fn read(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let options = reader.number()?;
        if (options & 1 == 1) != self.is_single || reader.number()? != self.plan_count {
            return None;
        }
        self.core.overflows = options & 2 == 2;
        self.phase = Phase::from_code(reader.number()?)?;
        let bound = reader.value()?;
        if self.is_single && bound != self.bound {
            return None;
        }
        self.bound = bound;
        self.next_bound = reader.value()?;
        self.core.lower_bound = reader.value()?;
        self.core.statistics = reader.statistics()?;
        for _ in 0..reader.number()? {
            let plan = self.read_plan(reader)?;
            self.plans.push(plan);
        }
        if self.phase == Phase::Resume { self.read_path(reader) } else { Some(()) }
    }
}
