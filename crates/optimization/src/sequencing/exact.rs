//! Best sequences with proof.

use std::collections::HashMap;
use std::sync::Arc;

use tremaux_landscape::{Log, Optimization, Tally};

use super::line::Line;
use super::sequence::Sequence;

/// A partial sequence on the path: when its last job is finished, what it costs, and the jobs that
/// may follow and are not yet tried, the most promising last.
struct Frame {
    finished: u64,
    cost: u64,
    choices: Vec<u32>,
}

/// Branch and bound for the sequence of least cost, job by job.
///
/// A partial sequence is given up if its cost, the delays that its remaining jobs have even at
/// once, and the changeovers to kinds that are left, add up to no less than the best cost; or if
/// another one of the same jobs with the same last job was finished no later at no more cost (Held
/// and Karp 1962 call this dominance).
pub struct ExactSequencing {
    line: Arc<Line>,
    frames: Vec<Frame>,
    order: Vec<u32>,
    /// The jobs of `order`, as bits.
    done: u64,
    best: Option<Sequence>,
    best_cost: u64,
    /// No sequence costs less.
    least: u64,
    /// For jobs done and the last of them, when partial sequences were finished and their costs.
    seen: HashMap<(u64, u32), Vec<(u64, u64)>>,
    /// For each kind, the shortest changeover to it from another.
    least_change: Vec<u64>,
    is_over: bool,
    tally: Tally,
    log: Log,
}

/// The partial sequences that are remembered.
const MOST_SEEN: usize = 1 << 20;

impl ExactSequencing {
    /// The greatest number of jobs.
    pub const MOST_JOBS: usize = 64;

    /// A search for the best sequence; `None` if there are too many jobs.
    pub fn new(line: Arc<Line>) -> Option<Self> {
        if line.jobs.len() > Self::MOST_JOBS {
            return None;
        }
        let kinds = line.kinds.len();
        let others = |kind: usize| (0..kinds).filter(move |&from| from != kind);
        let least = |kind: usize| others(kind).map(|from| u64::from(line.change(from, kind))).min();
        let least_change = (0..kinds).map(|kind| least(kind).unwrap_or(0)).collect();
        let mut search = Self {
            frames: Vec::new(),
            order: Vec::new(),
            done: 0,
            best: None,
            best_cost: u64::MAX,
            least: 0,
            seen: HashMap::new(),
            least_change,
            is_over: false,
            tally: Tally::default(),
            log: Log::default(),
            line,
        };
        search.least = search.bound(None, 0, 0);
        search.open(0, 0);
        Some(search)
    }

    fn remaining(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.line.jobs.len() as u32).filter(|job| self.done >> job & 1 == 0)
    }

    /// The least cost of a sequence that goes on after `last`.
    fn bound(&self, last: Option<u32>, finished: u64, cost: u64) -> u64 {
        let kind = last.map(|job| self.line.jobs[job as usize].kind).or(self.line.start);
        let mut is_left = vec![false; self.line.kinds.len()];
        let mut bound = cost;
        for job in self.remaining() {
            let job = &self.line.jobs[job as usize];
            let is_changed = kind.is_some_and(|kind| kind != job.kind);
            is_left[job.kind] |= is_changed || kind.is_none();
            if let Some(due) = job.due {
                let change = if is_changed { self.least_change[job.kind] } else { 0 };
                let soonest = finished + change + u64::from(job.time);
                bound += soonest.saturating_sub(u64::from(due)) * u64::from(job.weight);
            }
        }
        let changes = self.least_change.iter().zip(is_left).filter(|(_, is_left)| *is_left);
        let changes: Vec<u64> = changes.map(|(change, _)| *change).collect();
        // The first job of all needs none.
        let spared = if kind.is_none() { changes.iter().copied().max().unwrap_or(0) } else { 0 };
        bound + changes.iter().sum::<u64>() - spared
    }

    /// Puts what may follow the sequence so far on the path.
    fn open(&mut self, finished: u64, cost: u64) {
        let last = self.order.last().copied();
        let mut choices: Vec<(u64, u32)> =
            self.remaining().map(|job| (self.line.add(last, job, finished, cost).1, job)).collect();
        choices.sort_unstable_by(|one, other| other.cmp(one));
        let choices = choices.into_iter().map(|(_, job)| job).collect();
        self.frames.push(Frame { finished, cost, choices });
    }

    /// Whether another sequence of the same jobs is as good; otherwise this one is remembered.
    fn is_dominated(&mut self, last: u32, finished: u64, cost: u64) -> bool {
        let has_room = self.seen.len() < MOST_SEEN;
        let key = (self.done, last);
        if !has_room && !self.seen.contains_key(&key) {
            return false;
        }
        let known = self.seen.entry(key).or_default();
        if known.iter().any(|&(then, paid)| then <= finished && paid <= cost) {
            return true;
        }
        known.retain(|&(then, paid)| then < finished || paid < cost);
        known.push((finished, cost));
        false
    }
}

impl Optimization<Sequence> for ExactSequencing {
    fn step(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            self.is_over = true;
            return false;
        };
        let Some(job) = frame.choices.pop() else {
            self.frames.pop();
            if let Some(job) = self.order.pop() {
                self.done &= !(1 << job);
            }
            return true;
        };
        let last = self.order.last().copied();
        let (finished, cost) = self.line.add(last, job, frame.finished, frame.cost);
        self.tally.evaluated += 1;
        self.done |= 1 << job;
        let is_whole = self.order.len() + 1 == self.line.jobs.len();
        if is_whole && cost < self.best_cost {
            let mut order = self.order.clone();
            order.push(job);
            self.best_cost = cost;
            self.best = Some(self.line.sequence(order));
        }
        let is_cut = is_whole
            || self.bound(Some(job), finished, cost) >= self.best_cost
            || self.is_dominated(job, finished, cost);
        if is_cut {
            self.done &= !(1 << job);
        } else {
            self.order.push(job);
            self.open(finished, cost);
        }
        true
    }

    fn best(&self) -> Option<(&Sequence, f64)> {
        self.best.as_ref().map(|best| (best, self.best_cost as f64))
    }

    fn best_value(&self) -> f64 {
        if self.best.is_some() { self.best_cost as f64 } else { f64::INFINITY }
    }

    fn lower_bound(&self) -> f64 {
        if self.is_over { self.best_value() } else { self.least as f64 }
    }

    fn tally(&self) -> Tally {
        self.tally
    }

    fn bytes(&self) -> usize {
        let path: usize = self.frames.iter().map(|frame| 40 + 4 * frame.choices.capacity()).sum();
        path + self.seen.len() * 80
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
