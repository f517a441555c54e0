//! Sequences as solutions.

use std::hash::{DefaultHasher, Hash, Hasher};

use tremaux_core::Random;
use tremaux_landscape::{Landscape, Recombination};

use super::line::Line;

/// The jobs in order, and for each when it is finished and what all up to it cost.
#[derive(Clone, Debug)]
pub struct Sequence {
    order: Vec<u32>,
    /// With zeros in front.
    finished: Vec<u64>,
    costs: Vec<u64>,
}

impl Sequence {
    /// The numbers of the jobs in order.
    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

/// A move of the landscape of sequences, by places in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceMove {
    /// Two jobs exchange their places.
    Swap(u32, u32),
    /// A job moves to another place, and those in between by one.
    Insert(u32, u32),
}

impl SequenceMove {
    /// The places between which jobs move, the first and the last.
    fn span(self) -> (usize, usize) {
        let (Self::Swap(one, other) | Self::Insert(one, other)) = self;
        (one.min(other) as usize, one.max(other) as usize)
    }

    /// The place whose job is at the place `at` after the move.
    #[inline]
    fn source(self, at: usize) -> usize {
        let (first, last) = self.span();
        match self {
            Self::Swap(..) if at == first => last,
            Self::Swap(..) if at == last => first,
            Self::Insert(from, to) if at == to as usize => from as usize,
            Self::Insert(from, to) if (first..=last).contains(&at) => {
                if from < to {
                    at + 1
                } else {
                    at - 1
                }
            }
            _ => at,
        }
    }
}

impl Line {
    /// When the job is finished and what all up to it cost, if the one before is finished at
    /// `now` with this cost.
    #[inline]
    pub(super) fn add(&self, before: Option<u32>, job: u32, now: u64, cost: u64) -> (u64, u64) {
        let job = &self.jobs[job as usize];
        let change = match before {
            Some(before) => self.change(self.jobs[before as usize].kind, job.kind),
            None => self.set_up(job.kind),
        };
        let now = now + u64::from(change) + u64::from(job.time);
        let late = job.due.map_or(0, |due| now.saturating_sub(u64::from(due)));
        (now, cost + u64::from(change) + late * u64::from(job.weight))
    }

    pub(super) fn sequence(&self, order: Vec<u32>) -> Sequence {
        let zeros = || vec![0; order.len() + 1];
        let (finished, costs) = (zeros(), zeros());
        let mut sequence = Sequence { order, finished, costs };
        self.update(&mut sequence, 0);
        sequence
    }

    fn update(&self, sequence: &mut Sequence, first: usize) {
        for at in first..sequence.order.len() {
            let before = at.checked_sub(1).map(|before| sequence.order[before]);
            let (now, cost) = (sequence.finished[at], sequence.costs[at]);
            let (now, cost) = self.add(before, sequence.order[at], now, cost);
            (sequence.finished[at + 1], sequence.costs[at + 1]) = (now, cost);
        }
    }
}

impl Landscape for Line {
    type Solution = Sequence;
    type Move = SequenceMove;

    fn initial_solution(&self, random: &mut Random) -> Sequence {
        let mut order: Vec<u32> = (0..self.jobs.len() as u32).collect();
        random.shuffle(&mut order);
        self.sequence(order)
    }

    fn value(&self, sequence: &Sequence) -> f64 {
        sequence.costs[sequence.order.len()] as f64
    }

    fn full_value(&self, sequence: &Sequence) -> f64 {
        let order: Vec<usize> = sequence.order.iter().map(|&job| job as usize).collect();
        self.cost(&order).map_or(f64::INFINITY, |cost| cost as f64)
    }

    fn change(&self, sequence: &Sequence, mv: SequenceMove) -> f64 {
        let Sequence { order, finished, costs } = sequence;
        let (first, last) = mv.span();
        let (mut now, mut cost) = (finished[first], costs[first]);
        let mut before = first.checked_sub(1).map(|at| order[at]);
        let whole = costs[order.len()] as f64;
        for at in first..order.len() {
            let job = order[mv.source(at)];
            (now, cost) = self.add(before, job, now, cost);
            before = Some(job);
            // The rest of the sequence goes on as before.
            if at > last && now == finished[at + 1] {
                return cost as f64 - costs[at + 1] as f64;
            }
        }
        cost as f64 - whole
    }

    fn apply(&self, sequence: &mut Sequence, mv: SequenceMove) {
        let (first, last) = mv.span();
        match mv {
            SequenceMove::Swap(..) => sequence.order.swap(first, last),
            SequenceMove::Insert(from, to) if from < to => {
                sequence.order[first..=last].rotate_left(1);
            }
            SequenceMove::Insert(..) => sequence.order[first..=last].rotate_right(1),
        }
        self.update(sequence, first);
    }

    fn size(&self) -> usize {
        let count = self.initial_solution(&mut Random::new(0)).order.len();
        // Exchanges, and moves by more than one place.
        count * count.saturating_sub(1) / 2 + count.saturating_sub(1) * count.saturating_sub(2)
    }

    fn moves(&self, sequence: &Sequence, moves: &mut Vec<SequenceMove>) {
        let count = sequence.order.len() as u32;
        for one in 0..count {
            for other in 0..count {
                if one < other {
                    moves.push(SequenceMove::Swap(one, other));
                }
                // A job that moves by one place exchanges it with its neighbour.
                if one.abs_diff(other) > 1 {
                    moves.push(SequenceMove::Insert(one, other));
                }
            }
        }
    }

    fn random_move(&self, sequence: &Sequence, random: &mut Random) -> Option<SequenceMove> {
        let count = sequence.order.len() as u64;
        let one = random.scaled(count) as u32;
        let other = random.scaled(count.checked_sub(1).filter(|&others| others > 0)?) as u32;
        let other = other + u32::from(other >= one);
        let is_swap = random.below(2) == 0;
        Some(if is_swap {
            SequenceMove::Swap(one, other)
        } else {
            SequenceMove::Insert(one, other)
        })
    }

    fn key(&self, sequence: &Sequence) -> u64 {
        let mut hasher = DefaultHasher::new();
        sequence.order.hash(&mut hasher);
        hasher.finish()
    }

    fn lost(&self, sequence: &Sequence, mv: SequenceMove) -> u64 {
        let (SequenceMove::Swap(at, _) | SequenceMove::Insert(at, _)) = mv;
        u64::from(at) << 32 | u64::from(sequence.order[at as usize])
    }

    fn gained(&self, sequence: &Sequence, mv: SequenceMove) -> u64 {
        let (SequenceMove::Swap(at, _) | SequenceMove::Insert(at, _)) = mv;
        u64::from(at) << 32 | u64::from(sequence.order[mv.source(at as usize)])
    }

    fn lower_bound(&self) -> f64 {
        // Each kind but one has to be changed to; the first kind, too, if the line is not set up.
        let mut is_used = vec![false; self.kinds.len()];
        self.jobs.iter().for_each(|job| is_used[job.kind] = true);
        let count = self.kinds.len();
        let cheapest = |to: usize| {
            let froms = (0..count)
                .filter(|&from| from != to && (is_used[from] || self.start == Some(from)));
            froms.map(|from| self.change(from, to)).min().unwrap_or(0)
        };
        let needed = (0..count).filter(|&to| is_used[to] && self.start != Some(to));
        let times = needed.map(|to| u64::from(cheapest(to)));
        let most = if self.start.is_some() { 0 } else { times.clone().max().unwrap_or(0) };
        (times.sum::<u64>() - most) as f64
    }

    fn bytes(&self, sequence: &Sequence) -> usize {
        size_of::<Sequence>() + sequence.order.len() * 20 + 16
    }
}

impl Recombination for Line {
    fn cross(&self, first: &Sequence, second: &Sequence, random: &mut Random) -> Sequence {
        self.sequence(crate::permutation::order_crossover(&first.order, &second.order, random))
    }
}
