//! A job shop as variables and constraints: the shortest schedule of six jobs on six machines
//! (Fisher and Thompson 1963), within a limit of time.
//!
//! Run it with `cargo run --example job_shop -p tremaux --features constraints`.

use tremaux::Limits;
use tremaux::constraints::{Model, ModelError};

/// The tasks of each job in order: machine and duration.
const JOBS: [[(usize, u32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// A schedule is at most this long.
const HORIZON: u32 = 70;

/// The length of the shortest schedule, and the start of each task.
fn solve() -> Result<(u32, Vec<u32>), ModelError> {
    let mut model = Model::new();
    let starts = model.variables(36, HORIZON);
    let end = model.variable(HORIZON + 1);
    for (job, tasks) in JOBS.iter().enumerate() {
        for (task, &(machine, duration)) in tasks.iter().enumerate() {
            let start = starts[6 * job + task];
            // The next task of the job, or the end, comes after it.
            let next = if task < 5 { starts[6 * job + task + 1] } else { end };
            model.linear(&[(next, 1), (start, -1)], i64::from(duration)..)?;
            // A machine does one task at a time.
            for (other, tasks) in JOBS[..job].iter().enumerate() {
                for (at, &(its_machine, its_duration)) in tasks.iter().enumerate() {
                    if its_machine == machine {
                        model.relation(start, starts[6 * other + at], |a, b| {
                            a + duration <= b || b + its_duration <= a
                        });
                    }
                }
            }
        }
    }
    model.minimize(&[(end, 1)])?;
    let solution = model.solve_within(&Limits::default().with_nodes(1_000_000));
    assert!(solution.is_proved(), "no schedule is shorter");
    let mut starts = solution.values.unwrap_or_default();
    let length = starts.pop().unwrap_or_default();
    Ok((length, starts))
}

pub(crate) fn main() {
    let (length, starts) = solve().expect("a model that makes sense");
    for (job, starts) in starts.chunks(6).enumerate() {
        println!("job {job} starts its tasks at {starts:?}");
    }
    println!("all is done at {length}");
    assert_eq!(length, 55);
}
