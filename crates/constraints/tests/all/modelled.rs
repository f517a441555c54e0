//! Problems of textbooks as models.

use tremaux_constraints::{Model, ModelError, Variable};
use tremaux_core::Limits;

/// Three tasks each on one of three machines: machine and duration. The example of OR-tools, whose
/// shortest schedule takes 11.
const JOBS: [&[(usize, u32)]; 3] =
    [&[(0, 3), (1, 2), (2, 2)], &[(0, 2), (2, 1), (1, 4)], &[(1, 4), (2, 3)]];

#[test]
fn a_job_shop_is_scheduled_in_the_shortest_time() -> Result<(), ModelError> {
    let total: u32 = JOBS.iter().flat_map(|job| job.iter()).map(|task| task.1).sum();
    let mut model = Model::new();
    let end = model.variable(total + 1);
    let mut machines: [Vec<(Variable, u32)>; 3] = Default::default();
    for job in JOBS {
        let starts = model.variables(job.len(), total);
        for (task, &(machine, duration)) in job.iter().enumerate() {
            let next = *starts.get(task + 1).unwrap_or(&end);
            model.linear(&[(next, 1), (starts[task], -1)], i64::from(duration)..)?;
            for &(other, its_duration) in &machines[machine] {
                model.relation(starts[task], other, |a, b| {
                    a + duration <= b || b + its_duration <= a
                });
            }
            machines[machine].push((starts[task], duration));
        }
    }
    model.minimize(&[(end, 1)])?;
    let solution = model.solve_within(&Limits::default());
    assert!(solution.is_proved());
    assert_eq!(solution.values.expect("a schedule")[end.index()], 11);
    Ok(())
}

#[test]
fn a_knapsack_holds_the_greatest_value() -> Result<(), ModelError> {
    // P01 of Burkardt's collection: ten items, capacity 165, value 309.
    let weights = [23, 31, 29, 44, 53, 38, 63, 85, 89, 82];
    let values = [92, 57, 49, 68, 60, 43, 67, 84, 87, 72];
    let mut model = Model::new();
    let items = model.variables(10, 2);
    let times = |numbers: [i64; 10], sign: i64| {
        items.iter().zip(numbers).map(|(&item, it)| (item, sign * it)).collect::<Vec<_>>()
    };
    model.linear(&times(weights, 1), ..=165)?;
    model.minimize(&times(values, -1))?;
    assert_eq!(model.solve(), Some(vec![1, 1, 1, 1, 0, 1, 0, 0, 0, 0]));
    Ok(())
}

#[test]
fn workers_are_assigned_at_the_least_cost() -> Result<(), ModelError> {
    // The example of OR-tools: the least cost is 265.
    let costs = [[90, 80, 75, 70], [35, 85, 55, 65], [125, 95, 90, 95], [45, 110, 95, 115]];
    let mut model = Model::new();
    let tasks = model.variables(4, 4);
    model.all_different(&tasks);
    let mut total = Vec::new();
    for (&task, costs) in tasks.iter().zip(costs) {
        let cost = model.variable(126);
        model.relation(task, cost, |task, cost| costs[task as usize] == cost);
        total.push((cost, 1));
    }
    model.minimize(&total)?;
    let values = model.solve().expect("an assignment");
    let cost = total.iter().map(|(cost, _)| values[cost.index()]).sum::<u32>();
    assert_eq!(cost, 265);
    Ok(())
}

#[test]
fn a_timetable_keeps_to_rooms_and_teachers() -> Result<(), ModelError> {
    // Lessons: class and teacher. Five hours, two rooms; the second teacher is away in hour 0.
    let lessons = [(0, 0), (0, 1), (0, 1), (1, 0), (1, 0), (1, 1), (2, 2), (2, 1), (2, 0)];
    let mut model = Model::new();
    let hours = model.variables(lessons.len(), 5);
    for group in 0..3 {
        let taught = |at: &usize| lessons[*at].1 == group;
        let attended = |at: &usize| lessons[*at].0 == group;
        let all = 0..lessons.len();
        model.all_different(&all.clone().filter(taught).map(|at| hours[at]).collect::<Vec<_>>());
        model.all_different(&all.filter(attended).map(|at| hours[at]).collect::<Vec<_>>());
    }
    for hour in 0..5 {
        model.occurrences(&hours, hour, ..=2)?;
    }
    for (&hour, (_, teacher)) in hours.iter().zip(lessons) {
        model.restrict(hour, |hour| teacher != 1 || hour > 0);
    }
    // Early hours: at best two lessons in each of the first four, and one in the last.
    model.minimize(&hours.iter().map(|&hour| (hour, 1)).collect::<Vec<_>>())?;
    let solution = model.solve_within(&Limits::default());
    assert!(solution.is_proved());
    let values = solution.values.expect("a timetable");
    assert!(model.is_solution(&values));
    assert_eq!(values.iter().sum::<u32>(), 16);
    Ok(())
}
