//! Spaces of closures: several starts, and limits of depth, by every algorithm.

use tremaux::{Algorithm, Limits, NoHeuristic, Progress, Search, StopReason, Termination};

/// Every order of the starts.
fn orders(starts: &[u32]) -> Vec<Vec<u32>> {
    if starts.len() < 2 {
        return vec![starts.to_vec()];
    }
    let mut orders = Vec::new();
    for &first in starts {
        let rest: Vec<u32> = starts.iter().copied().filter(|&start| start != first).collect();
        let after = orders_after(first, &rest);
        orders.extend(after);
    }
    orders
}

fn orders_after(first: u32, rest: &[u32]) -> impl Iterator<Item = Vec<u32>> {
    orders(rest).into_iter().map(move |order| [&[first], &order[..]].concat())
}

/// The steps of a ring of 24 numbers with chords that the seed chooses, each step with its cost.
fn steps(seed: u32, node: u32) -> Vec<(u32, u32)> {
    let chord = (node * (2 * seed + 5) + seed) % 24;
    vec![((node + 1) % 24, 1 + (node * 7 + seed) % 4), (chord, 2 + (node * 5 + seed) % 7)]
}

/// The cost from each number to the goal, by relaxing every step again and again.
fn costs(seed: u32, goal: u32) -> Vec<u32> {
    let mut costs = vec![1000; 24];
    costs[goal as usize] = 0;
    for _ in 0..24 {
        for node in 0..24 {
            for (to, cost) in steps(seed, node) {
                costs[node as usize] = costs[node as usize].min(cost + costs[to as usize]);
            }
        }
    }
    costs
}

#[test]
fn no_bound_is_above_the_cost_from_the_nearest_of_several_starts() {
    let (mut proved, mut first_is_far) = (0, 0);
    for seed in 0..6 {
        let goal = 23;
        let exact = costs(seed, goal);
        for starts in orders(&[seed, 8 + seed, 16]) {
            let truth = starts.iter().map(|&start| u64::from(exact[start as usize])).min();
            let truth = truth.expect("three starts");
            first_is_far += u32::from(u64::from(exact[starts[0] as usize]) > truth);
            for divisor in [1, 2] {
                by_every_algorithm!(|name, algorithm| {
                    let space = tremaux::space(0, |&at| steps(seed, at), |&at| at == goal)
                        .with_starts(starts.clone())
                        .with_predecessors([goal], |&to| {
                            let to_it = move |from| {
                                let all = steps(seed, from).into_iter();
                                all.filter(move |step| step.0 == to).map(move |it| (from, it.1))
                            };
                            (0..24).flat_map(to_it)
                        });
                    let estimate = space.consistent(|&at| exact[at as usize] / divisor);
                    let name = format!("{name}, from {starts:?}, seed {seed}");
                    let mut search = algorithm.start(&space, &estimate);
                    let slice = Limits::default().with_nodes(1);
                    for _ in 0..500 {
                        let progress = search.advance(&slice, &mut ());
                        let bound = search.report().lower_bound;
                        assert!(bound <= truth, "{name}: {bound} is above {truth}");
                        if let Progress::Done(_) = progress {
                            break;
                        }
                    }
                    let report = search.report();
                    assert_eq!(report.statistics.inconsistencies, 0, "{name}");
                    if report.is_proven_optimal() {
                        assert_eq!(report.plan.map(|plan| plan.cost), Some(truth), "{name}");
                        proved += 1;
                    }
                });
            }
        }
    }
    assert!(proved > 700 && first_is_far > 10, "{proved} proved, {first_is_far} with a far first");
}

/// Ten steps lead to the goal; the limit allows four.
#[test]
fn a_limit_of_depth_is_kept_or_refused_by_every_algorithm() {
    let (mut kept, mut refused) = (0, 0);
    by_every_algorithm!(|name, algorithm| {
        let space = tremaux::space(0, |&at: &u32| [(at + 1, 1_u32), (at + 100, 1)], |&at| at == 10)
            .with_predecessors([10], |&at| (at > 0).then(|| (at - 1, 1_u32)));
        let limits = Limits::default().with_depth(4).with_nodes(1000);
        let report = algorithm.solve(&space, NoHeuristic, &limits, &mut ());
        assert!(report.plan.is_none() && !report.is_proven_unsolvable(), "{name}: {report:?}");
        match report.termination {
            Termination::Stopped(StopReason::DepthUnsupported) => {
                assert_eq!(report.statistics.expanded, 0, "{name}");
                refused += 1;
            }
            Termination::Stopped(StopReason::DepthLimit) => kept += 1,
            other => panic!("{name}: {other:?}"),
        }
    });
    assert!(kept > 0 && refused > 20, "{kept} kept, {refused} refused");
}
