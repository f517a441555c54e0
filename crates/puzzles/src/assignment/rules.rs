//! The assignment problem as a state space.

use tremaux_core::codes::{Key, ToKey};
use tremaux_core::{Guarantees, Heuristic, StateSpace};

/// What it costs each worker to do each task; some may not do some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub(super) workers: Vec<String>,
    pub(super) tasks: Vec<String>,
    /// Row by row; `None` for a task that the worker may not do.
    pub(super) costs: Vec<Option<u32>>,
    /// For each number of assigned workers, the least costs of the others together.
    least: Vec<u32>,
}

/// The tasks that are taken, a bit each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taken(pub(super) Box<[u8]>);

impl ToKey<Key> for Taken {
    fn to_key(&self) -> Key {
        Key::new(&self.0)
    }

    fn from_key(key: &Key) -> Self {
        Self(key.bytes().into())
    }
}

/// A state: the number of workers who have a task, and which tasks are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The number of workers who have a task.
    pub workers: usize,
    /// The tasks that are taken.
    pub taken: Taken,
}

impl Taken {
    /// Whether the task with this number is taken.
    #[inline]
    pub fn has(&self, task: usize) -> bool {
        self.0[task / 8] >> (task % 8) & 1 == 1
    }

    /// The number of tasks that are taken.
    pub fn count(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

impl Assignment {
    /// The greatest number of workers and of tasks.
    pub const MOST: usize = 2000;
    /// The greatest total of costs.
    pub const MOST_COST: u32 = u32::MAX / 4;

    /// Workers, tasks and the costs row by row; `None` if the numbers do not fit together, there
    /// are more workers than tasks, or the dearest tasks together cost more than
    /// [`Assignment::MOST_COST`].
    #[must_use]
    pub fn new(workers: Vec<String>, tasks: Vec<String>, costs: Vec<Option<u32>>) -> Option<Self> {
        let fits = workers.len() <= tasks.len()
            && (1..=Self::MOST).contains(&tasks.len())
            && costs.len() == workers.len() * tasks.len();
        if !fits {
            return None;
        }
        let rows = || costs.chunks(tasks.len()).map(|row| row.iter().flatten().copied());
        let dearest: u64 = rows().map(|row| u64::from(row.max().unwrap_or(0))).sum();
        if dearest > Self::MOST_COST.into() {
            return None;
        }
        let mut least = vec![0; workers.len() + 1];
        let cheapest: Vec<u32> = rows().map(|row| row.min().unwrap_or(0)).collect();
        for worker in (0..workers.len()).rev() {
            least[worker] = least[worker + 1] + cheapest[worker];
        }
        Some(Self { workers, tasks, costs, least })
    }

    /// The names of the workers.
    pub fn workers(&self) -> &[String] {
        &self.workers
    }

    /// The names of the tasks.
    pub fn tasks(&self) -> &[String] {
        &self.tasks
    }

    /// What it costs a worker to do a task; `None` if they may not.
    #[inline]
    pub fn cost_of(&self, worker: usize, task: usize) -> Option<u32> {
        self.costs[worker * self.tasks.len() + task]
    }
}

impl StateSpace for Assignment {
    type State = Assigned;
    type Packed = Taken;
    /// The number of the task that the next worker gets.
    type Action = u16;
    type Cost = u32;

    fn initial_state(&self) -> Assigned {
        let taken = Taken(vec![0; self.tasks.len().div_ceil(8)].into());
        Assigned { workers: 0, taken }
    }

    #[inline]
    fn is_goal(&self, state: &Assigned) -> bool {
        state.workers == self.workers.len()
    }

    fn actions(&self, state: &Assigned, actions: &mut Vec<u16>) {
        if self.is_goal(state) {
            return;
        }
        for task in 0..self.tasks.len() {
            if !state.taken.has(task) && self.cost_of(state.workers, task).is_some() {
                actions.push(task as u16);
            }
        }
    }

    fn prunes_nothing(&self) -> bool {
        true
    }

    fn packed_heap_bytes(&self) -> usize {
        self.tasks.len().div_ceil(8)
    }

    #[inline]
    fn cost(&self, state: &Assigned, task: u16) -> u32 {
        self.cost_of(state.workers, task.into()).unwrap_or(0)
    }

    #[inline]
    fn apply(&self, state: &mut Assigned, task: u16) {
        state.taken.0[usize::from(task) / 8] |= 1 << (task % 8);
        state.workers += 1;
    }

    #[inline]
    fn pack(&self, state: &Assigned) -> Taken {
        state.taken.clone()
    }

    #[inline]
    fn unpack(&self, taken: &Taken) -> Assigned {
        Assigned { workers: taken.count(), taken: taken.clone() }
    }
}

/// Each worker without a task gets the cheapest of all. Consistent; takes constant time.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastCosts;

impl Heuristic<Assignment> for LeastCosts {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, space: &Assignment, state: &Assigned) -> u32 {
        space.least[state.workers]
    }
}
