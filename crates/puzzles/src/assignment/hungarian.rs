//! The Hungarian method.

use super::Assignment;

const FAR: i64 = i64::MAX / 4;

/// The Hungarian method, one worker at a time (Kuhn 1955; by shortest augmenting paths, Edmonds
/// and Karp 1972, Tomizawa 1971).
///
/// Every worker and every task has a price. No task costs a worker less than both prices
/// together, so the prices of all are a lower bound on the total; the tasks that are given cost
/// exactly as much.
///
/// Takes O(n m) time for each of n workers and m tasks, and memory for the prices.
#[derive(Clone, Debug)]
pub struct Hungarian {
    worker_prices: Vec<i64>,
    task_prices: Vec<i64>,
    /// The worker who has each task.
    worker_of: Vec<Option<usize>>,
    next: usize,
}

/// A proof that there is no assignment: workers who may together do fewer tasks than they are
/// (Hall 1935).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooFewTasks {
    /// The numbers of the workers.
    pub workers: Vec<usize>,
    /// The numbers of all tasks that any of them may do.
    pub tasks: Vec<usize>,
}

/// A path of exchanges from a new worker to a free task.
struct Exchange {
    /// The least reduced cost at which each task can be freed.
    distances: Vec<i64>,
    /// The task before each one on the way, `usize::MAX` for the new worker's.
    before: Vec<usize>,
    is_reached: Vec<bool>,
}

impl Hungarian {
    /// The method for `problem`, with no worker assigned.
    #[must_use]
    pub fn new(problem: &Assignment) -> Self {
        Self {
            worker_prices: vec![0; problem.workers().len()],
            task_prices: vec![0; problem.tasks().len()],
            worker_of: vec![None; problem.tasks().len()],
            next: 0,
        }
    }

    /// Whether every worker has a task.
    pub fn is_complete(&self) -> bool {
        self.next == self.worker_prices.len()
    }

    /// Gives the next worker a task, exchanging those of others.
    ///
    /// # Errors
    ///
    /// Returns why there is none, so that the problem has no solution.
    pub fn assign_next(&mut self, problem: &Assignment) -> Result<(), TooFewTasks> {
        let tasks = self.task_prices.len();
        let mut path = Exchange {
            distances: vec![FAR; tasks],
            before: vec![usize::MAX; tasks],
            is_reached: vec![false; tasks],
        };
        let (mut worker, mut here, mut length) = (self.next, usize::MAX, 0);
        let free = loop {
            self.relax(problem, &mut path, worker, here, length);
            let open = (0..tasks).filter(|&task| !path.is_reached[task]);
            let nearest = open.min_by_key(|&task| path.distances[task]);
            let reachable = nearest.filter(|&task| path.distances[task] < FAR);
            here = reachable.ok_or_else(|| self.too_few(&path.is_reached))?;
            length = path.distances[here];
            path.is_reached[here] = true;
            match self.worker_of[here] {
                Some(owner) => worker = owner,
                None => break here,
            }
        };
        self.worker_prices[self.next] += length;
        for task in (0..tasks).filter(|&task| path.is_reached[task] && task != free) {
            let gain = length - path.distances[task];
            self.task_prices[task] -= gain;
            self.worker_prices[self.worker_of[task].expect("it was passed")] += gain;
        }
        let mut task = free;
        loop {
            let before = path.before[task];
            let owner = if before == usize::MAX { Some(self.next) } else { self.worker_of[before] };
            self.worker_of[task] = owner;
            if before == usize::MAX {
                break;
            }
            task = before;
        }
        self.next += 1;
        Ok(())
    }

    /// The next worker and the owners of the tasks that they and each other may do.
    fn too_few(&self, is_reached: &[bool]) -> TooFewTasks {
        let tasks: Vec<usize> = (0..is_reached.len()).filter(|&task| is_reached[task]).collect();
        let owners = tasks.iter().filter_map(|&task| self.worker_of[task]);
        TooFewTasks { workers: owners.chain([self.next]).collect(), tasks }
    }

    /// Shortens the ways to tasks through `worker`, who is reached by giving up the task `here`.
    fn relax(
        &self,
        problem: &Assignment,
        path: &mut Exchange,
        worker: usize,
        here: usize,
        length: i64,
    ) {
        for task in 0..self.task_prices.len() {
            let Some(cost) = problem.cost_of(worker, task).filter(|_| !path.is_reached[task])
            else {
                continue;
            };
            let reduced = i64::from(cost) - self.worker_prices[worker] - self.task_prices[task];
            if length + reduced < path.distances[task] {
                path.distances[task] = length + reduced;
                path.before[task] = here;
            }
        }
    }

    /// The method with a task for every worker.
    ///
    /// # Errors
    ///
    /// Returns why there is no assignment.
    pub fn solve(problem: &Assignment) -> Result<Self, TooFewTasks> {
        let mut method = Self::new(problem);
        while !method.is_complete() {
            method.assign_next(problem)?;
        }
        Ok(method)
    }

    /// The task of each worker; `None` while some have none.
    pub fn tasks(&self) -> Option<Vec<u16>> {
        let mut tasks = vec![None; self.worker_prices.len()];
        for (task, worker) in self.worker_of.iter().enumerate() {
            if let Some(worker) = worker {
                tasks[*worker] = Some(task as u16);
            }
        }
        tasks.into_iter().collect()
    }

    /// A lower bound on the total cost: all prices together, if no pair costs less than its
    /// prices, which is checked here against the costs; otherwise 0.
    pub fn bound(&self, problem: &Assignment) -> u32 {
        let is_pair_right = |worker: usize, task: usize| {
            let prices = self.worker_prices[worker] + self.task_prices[task];
            problem.cost_of(worker, task).is_none_or(|cost| i64::from(cost) >= prices)
        };
        let mut pairs = (0..self.worker_prices.len())
            .flat_map(|worker| (0..self.task_prices.len()).map(move |task| (worker, task)));
        // A task that may stay free must not raise the sum.
        let is_right = self.task_prices.iter().all(|&price| price <= 0)
            && pairs.all(|(worker, task)| is_pair_right(worker, task));
        let total = self.worker_prices.iter().sum::<i64>() + self.task_prices.iter().sum::<i64>();
        u32::try_from(total).ok().filter(|_| is_right).unwrap_or(0)
    }
}
