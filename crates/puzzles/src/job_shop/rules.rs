//! Job-shop scheduling as a state space.

use tremaux_core::StateSpace;
use tremaux_core::codes::{Key, ToKey};

/// An operation of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of its machine, from 0.
    pub machine: u16,
    /// Its time.
    pub time: u32,
}

/// Jobs as rows of operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobShop {
    jobs: Vec<Vec<Operation>>,
    machines: usize,
    /// For each job and number of done operations, the time of the others.
    left: Vec<Vec<u32>>,
}

/// A part of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The number of operations of each job that are placed.
    pub done: Box<[u16]>,
    /// When each job's last placed operation ends.
    pub job_ends: Box<[u32]>,
    /// When each machine's last placed operation ends.
    pub machine_ends: Box<[u32]>,
}

/// What decides how a schedule can go on, as numbers: those done, then the ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialKey(Box<[u32]>);

impl ToKey<Key> for PartialKey {
    fn to_key(&self) -> Key {
        Key::with_len(4 * self.0.len(), |bytes| {
            for (bytes, number) in bytes.chunks_exact_mut(4).zip(&self.0) {
                bytes.copy_from_slice(&number.to_be_bytes());
            }
        })
    }

    fn from_key(key: &Key) -> Self {
        let (numbers, _) = key.bytes().as_chunks::<4>();
        Self(numbers.iter().map(|bytes| u32::from_be_bytes(*bytes)).collect())
    }
}

impl Partial {
    /// When the last placed operation ends.
    #[inline]
    pub fn end(&self) -> u32 {
        self.job_ends.iter().copied().max().unwrap_or(0)
    }
}

impl JobShop {
    /// The greatest number of operations in all.
    pub const MOST_OPERATIONS: usize = 10_000;
    /// The greatest time of all operations together.
    pub const MOST_TIME: u32 = u32::MAX / 4;

    /// Jobs of at most [`JobShop::MOST_OPERATIONS`] operations that take at most
    /// [`JobShop::MOST_TIME`] together; `None` if there are none, or more.
    #[must_use]
    pub fn new(jobs: Vec<Vec<Operation>>) -> Option<Self> {
        let operations = || jobs.iter().flatten();
        let time: u64 = operations().map(|operation| u64::from(operation.time)).sum();
        let fits = (1..=Self::MOST_OPERATIONS).contains(&operations().count())
            && jobs.len() <= usize::from(u16::MAX)
            && time <= Self::MOST_TIME.into();
        let machines = operations().map(|operation| usize::from(operation.machine) + 1).max();
        let left_of = |job: &Vec<Operation>| {
            let mut left = vec![0; job.len() + 1];
            for (at, operation) in job.iter().enumerate().rev() {
                left[at] = left[at + 1] + operation.time;
            }
            left
        };
        let left = jobs.iter().map(left_of).collect();
        fits.then(|| Self { left, machines: machines.unwrap_or(0), jobs })
    }

    /// The jobs, each with its operations in order.
    pub fn jobs(&self) -> &[Vec<Operation>] {
        &self.jobs
    }

    /// The number of machines.
    pub const fn machines(&self) -> usize {
        self.machines
    }

    /// The time of a job's operations that are not placed.
    #[inline]
    pub fn time_left(&self, state: &Partial, job: usize) -> u32 {
        self.left[job][usize::from(state.done[job])]
    }

    /// The next operation of a job.
    #[inline]
    pub fn next_operation(&self, state: &Partial, job: usize) -> Option<Operation> {
        self.jobs[job].get(usize::from(state.done[job])).copied()
    }

    /// When the next operation of a job can start.
    #[inline]
    pub fn start_of(&self, state: &Partial, job: usize, operation: Operation) -> u32 {
        state.job_ends[job].max(state.machine_ends[usize::from(operation.machine)])
    }
}

impl StateSpace for JobShop {
    type State = Partial;
    type Packed = PartialKey;
    /// The number of the job whose next operation is placed.
    type Action = u16;
    type Cost = u32;

    fn initial_state(&self) -> Partial {
        Partial {
            done: vec![0; self.jobs.len()].into(),
            job_ends: vec![0; self.jobs.len()].into(),
            machine_ends: vec![0; self.machines].into(),
        }
    }

    fn is_goal(&self, state: &Partial) -> bool {
        (0..self.jobs.len()).all(|job| self.next_operation(state, job).is_none())
    }

    /// Of all next operations, one can end first: it, or one that starts on its machine before
    /// then, is the next of that machine.
    fn actions(&self, state: &Partial, actions: &mut Vec<u16>) {
        let mut first = None;
        for job in 0..self.jobs.len() {
            if let Some(operation) = self.next_operation(state, job) {
                let end = self.start_of(state, job, operation) + operation.time;
                if first.is_none_or(|(least, _)| end < least) {
                    first = Some((end, operation.machine));
                }
            }
        }
        let Some((end, machine)) = first else { return };
        for job in 0..self.jobs.len() {
            let Some(operation) = self.next_operation(state, job) else { continue };
            let start = self.start_of(state, job, operation);
            // One that takes no time ends when it starts.
            let is_in_time = start < end || start + operation.time == end;
            if operation.machine == machine && is_in_time {
                actions.push(job as u16);
            }
        }
    }

    fn prunes_nothing(&self) -> bool {
        true
    }

    fn packed_heap_bytes(&self) -> usize {
        4 * (2 * self.jobs.len() + self.machines)
    }

    fn cost(&self, state: &Partial, job: u16) -> u32 {
        let job = usize::from(job);
        let Some(operation) = self.next_operation(state, job) else { return 0 };
        let end = self.start_of(state, job, operation) + operation.time;
        end.saturating_sub(state.end())
    }

    fn apply(&self, state: &mut Partial, job: u16) {
        let job = usize::from(job);
        let Some(operation) = self.next_operation(state, job) else { return };
        let end = self.start_of(state, job, operation) + operation.time;
        state.job_ends[job] = end;
        state.machine_ends[usize::from(operation.machine)] = end;
        state.done[job] += 1;
    }

    fn pack(&self, state: &Partial) -> PartialKey {
        let done = state.done.iter().map(|&done| u32::from(done));
        let ends = state.job_ends.iter().chain(&state.machine_ends).copied();
        PartialKey(done.chain(ends).collect())
    }

    fn unpack(&self, packed: &PartialKey) -> Partial {
        let (done, ends) = packed.0.split_at(self.jobs.len());
        let (job_ends, machine_ends) = ends.split_at(self.jobs.len());
        Partial {
            done: done.iter().map(|&done| done as u16).collect(),
            job_ends: job_ends.into(),
            machine_ends: machine_ends.into(),
        }
    }
}
