//! Instances: jobs and changeovers.

/// The greatest number of jobs and of kinds.
pub(super) const MOST_JOBS: usize = 2000;
pub(super) const MOST_KINDS: usize = 200;
/// Times and weights are at most this.
pub(super) const MOST: u32 = 1_000_000;

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The name.
    pub name: String,
    /// The number of its kind.
    pub kind: usize,
    /// How long it takes.
    pub time: u32,
    /// When it is to be finished, if that matters.
    pub due: Option<u32>,
    /// The cost of each unit of time that it is late.
    pub weight: u32,
}

/// A line on which jobs are done one after the other.
///
/// The cost of a sequence is the time of all changeovers between kinds, and for each job the time
/// that it is late times its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The jobs.
    pub jobs: Vec<Job>,
    /// The names of the kinds.
    pub kinds: Vec<String>,
    /// The time to change from one kind to another, row by row.
    pub(super) changes: Vec<u32>,
    /// The kind for which the line is set up at the start, if it is for one.
    pub(super) start: Option<usize>,
    /// How it was read, in words.
    pub(super) notes: Vec<String>,
}

impl Line {
    /// The time to change from one kind to another.
    #[inline]
    pub fn change(&self, from: usize, to: usize) -> u32 {
        self.changes[from * self.kinds.len() + to]
    }

    /// The time to set up the line for the first job.
    #[inline]
    pub fn set_up(&self, kind: usize) -> u32 {
        self.start.map_or(0, |start| self.change(start, kind))
    }

    /// The cost of a sequence of jobs, by their numbers; `None` unless each occurs once.
    pub fn cost(&self, sequence: &[usize]) -> Option<u64> {
        let mut is_done = vec![false; self.jobs.len()];
        let (mut cost, mut now, mut kind) = (0, 0_u64, self.start);
        for &at in sequence {
            if std::mem::replace(is_done.get_mut(at)?, true) {
                return None;
            }
            let job = &self.jobs[at];
            let change = kind.map_or(0, |kind| self.change(kind, job.kind));
            now += u64::from(change) + u64::from(job.time);
            cost += u64::from(change);
            if let Some(due) = job.due {
                cost += now.saturating_sub(u64::from(due)) * u64::from(job.weight);
            }
            kind = Some(job.kind);
        }
        (sequence.len() == self.jobs.len()).then_some(cost)
    }
}
