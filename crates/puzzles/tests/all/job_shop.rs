//! Job shops: contracts, brute force over all orders, published optima.

use proptest::prelude::*;
use tremaux_core::{Algorithm, Limits, NoHeuristic};
use tremaux_puzzles::Random;
use tremaux_puzzles::job_shop::{JobShop, OneMachine, Operation};
use tremaux_search::{BestFirst, plan_cost};
use tremaux_testkit as kit;

/// Jobs of up to three operations on up to three machines; some take no time.
fn random_shop(random: &mut Random) -> JobShop {
    let operation = |random: &mut Random| Operation {
        machine: random.below(3) as u16,
        time: random.below(6) as u32,
    };
    let job = |random: &mut Random| (0..1 + random.below(3)).map(|_| operation(random)).collect();
    JobShop::new((0..1 + random.below(3)).map(|_| job(random)).collect()).expect("few operations")
}

/// The earliest end of all, by placing the next operation of every job in every order.
fn earliest(shop: &JobShop, done: &[usize], job_ends: &[u32], machine_ends: &[u32]) -> u32 {
    let mut best = None;
    for (job, operations) in shop.jobs().iter().enumerate() {
        let Some(&Operation { machine, time }) = operations.get(done[job]) else { continue };
        let (mut done, mut jobs, mut machines) =
            (done.to_vec(), job_ends.to_vec(), machine_ends.to_vec());
        let end = jobs[job].max(machines[usize::from(machine)]) + time;
        (jobs[job], machines[usize::from(machine)]) = (end, end);
        done[job] += 1;
        let found = earliest(shop, &done, &jobs, &machines);
        best = best.map_or(Some(found), |best: u32| Some(best.min(found)));
    }
    best.unwrap_or_else(|| job_ends.iter().copied().max().unwrap_or(0))
}

#[test]
fn searches_find_the_earliest_end() {
    let mut random = Random::new(24);
    for _ in 0..300 {
        let shop = random_shop(&mut random);
        let (jobs, machines) = (shop.jobs().len(), shop.machines());
        let expected = earliest(&shop, &vec![0; jobs], &vec![0; jobs], &vec![0; machines]);
        let limits = Limits::default();
        let bounded = BestFirst::a_star().solve(&shop, OneMachine, &limits, &mut ());
        let blind = BestFirst::a_star().solve(&shop, NoHeuristic, &limits, &mut ());
        for report in [bounded, blind] {
            assert!(report.is_proven_optimal(), "{shop}");
            let plan = report.plan.expect("every shop has a schedule");
            assert_eq!(plan.cost, expected, "{shop}");
            assert_eq!(plan_cost(&shop, &plan.actions), Some(plan.cost), "{shop}");
        }
    }
}

/// FT06 of Fisher and Thompson 1963, whose best schedule ends at 55.
#[test]
fn the_optimum_of_ft06_is_55() {
    let shop = JobShop::parse(
        "6 6\n2 1 0 3 1 6 3 7 5 3 4 6\n1 8 2 5 4 10 5 10 0 10 3 4\n2 5 3 4 5 8 0 9 1 1 4 7\n\
         1 5 0 5 2 5 3 3 4 8 5 9\n2 9 1 3 4 5 5 4 0 3 3 1\n1 3 3 3 5 9 0 10 4 4 2 1\n",
    )
    .expect("JSPLIB");
    assert_eq!((shop.jobs().len(), shop.machines()), (6, 6));
    let report = BestFirst::a_star().solve(&shop, OneMachine, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal());
    assert_eq!(report.plan.map(|plan| plan.cost), Some(55));
}

#[test]
fn random_shops_keep_the_contracts() {
    let mut random = Random::new(1);
    for seed in 0..40 {
        let shop = random_shop(&mut random);
        assert_eq!(JobShop::parse(&shop.to_string()).as_ref(), Ok(&shop));
        kit::check_space(&shop, seed, 20);
        kit::check_heuristic(&shop, &OneMachine, seed, 40);
        kit::check_notation(&shop, seed, 10);
    }
}

#[test]
fn texts() {
    let read = |text: &str| JobShop::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read("# two jobs\n2 2\n0 3 1 2\n1 4 0 1 # the end\n"), read("0 3 1 2/1 4 0 1"));
    assert_eq!(read("1 2\n0 3").jobs().len(), 2, "two jobs of one operation");
    let cases = [
        ("", 1, 1, "jobs"),
        ("0 3 1", 1, 6, "a time after each machine"),
        ("0 3\n1 x", 2, 3, "a whole number"),
        ("0 3\n1 -4", 2, 3, "a whole number"),
        ("0 3 5000 1", 1, 5, "the number of a machine"),
        ("0 99999999999", 1, 3, "a whole number"),
        ("0 1000000000 0 1000000000", 1, 26, "at most"),
    ];
    for (text, line, column, expected) in cases {
        let error = JobShop::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "([0-9]{1,12}|[ /#\n-])*") {
        match JobShop::parse(&text) {
            Ok(read) => prop_assert_eq!(JobShop::parse(&read.to_string()), Ok(read)),
            Err(error) => prop_assert!(error.line > 0 && error.offset <= text.len()),
        }
    }
}
