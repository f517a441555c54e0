//! A lower bound for schedules.

use std::collections::BinaryHeap;

use tremaux_core::{Guarantees, Heuristic};

use super::{JobShop, Partial};

/// Each machine alone, where operations may be interrupted (Carlier and Pinson 1989, after Jackson
/// 1955): every operation waits for those before it in its job, and what comes after it follows at
/// once. Consistent.
///
/// Takes time proportional to n log n for n operations that are not placed.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneMachine;

/// An operation on a machine that is looked at alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    /// The time of what follows in its job; the greatest is done first.
    tail: u32,
    time: u32,
    /// When it can start.
    head: u32,
}

/// When all tasks and what follows them have ended, if the one with the greatest tail is always
/// done first and others wait. Sorts the tasks by their heads.
fn end_of(tasks: &mut [Task], open: &mut BinaryHeap<Task>) -> u32 {
    tasks.sort_unstable_by_key(|task| task.head);
    let (mut now, mut end, mut next) = (0_u32, 0, 0);
    while next < tasks.len() || !open.is_empty() {
        if open.is_empty() {
            now = now.max(tasks[next].head);
        }
        while let Some(task) = tasks.get(next).filter(|task| task.head <= now) {
            open.push(*task);
            next += 1;
        }
        let Some(task) = open.pop() else { continue };
        let until = tasks.get(next).map_or(u32::MAX, |task| task.head);
        if now + task.time <= until {
            now += task.time;
            end = end.max(now + task.tail);
        } else {
            open.push(Task { time: task.time - (until - now), ..task });
            now = until;
        }
    }
    end
}

impl Heuristic<JobShop> for OneMachine {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, shop: &JobShop, state: &Partial) -> u32 {
        let mut end = state.end();
        let mut tasks = vec![Vec::new(); shop.machines()];
        for (job, operations) in shop.jobs().iter().enumerate() {
            let mut head = state.job_ends[job];
            let mut tail = shop.time_left(state, job);
            end = end.max(head + tail);
            for operation in &operations[usize::from(state.done[job])..] {
                let machine = usize::from(operation.machine);
                head = head.max(state.machine_ends[machine]);
                tail -= operation.time;
                tasks[machine].push(Task { head, time: operation.time, tail });
                head += operation.time;
            }
            end = end.max(head);
        }
        let mut open = BinaryHeap::new();
        for tasks in &mut tasks {
            end = end.max(end_of(tasks, &mut open));
        }
        end - state.end()
    }
}
