//! Assignments: contracts, and brute force over all of them.

use proptest::prelude::*;
use tremaux_core::{Algorithm, Limits};
use tremaux_puzzles::Random;
use tremaux_puzzles::assignment::{Assignment, Hungarian, LeastCosts, TooFewTasks};
use tremaux_search::{BestFirst, plan_cost};
use tremaux_testkit as kit;

/// Costs up to `most`; about one in `rare` pairs is not allowed.
fn random_table(size: (usize, usize), most: u64, rare: u64, random: &mut Random) -> Assignment {
    let names = |count: usize| (1..=count).map(|number| number.to_string()).collect();
    let cost = |random: &mut Random| (random.below(rare) > 0).then(|| random.below(most) as u32);
    let costs = (0..size.0 * size.1).map(|_| cost(random)).collect();
    Assignment::new(names(size.0), names(size.1), costs).expect("small costs")
}

/// The least cost of the workers from `worker` on, by trying all.
fn least(problem: &Assignment, worker: usize, taken: u32) -> Option<u32> {
    if worker == problem.workers().len() {
        return Some(0);
    }
    let free = (0..problem.tasks().len()).filter(|task| taken >> task & 1 == 0);
    let costs = free.filter_map(|task| {
        Some(problem.cost_of(worker, task)? + least(problem, worker + 1, taken | 1 << task)?)
    });
    costs.min()
}

/// The plan and the bound of the Hungarian method, whose proof that there is none is checked.
fn by_prices(problem: &Assignment) -> Option<(Vec<u16>, u32)> {
    match Hungarian::solve(problem) {
        Ok(method) => Some((method.tasks().expect("all have one"), method.bound(problem))),
        Err(TooFewTasks { workers, tasks }) => {
            assert!(tasks.len() < workers.len(), "{problem}");
            for worker in workers {
                let may = |task: &usize| problem.cost_of(worker, *task).is_some();
                let all = (0..problem.tasks().len()).filter(may);
                assert!(all.into_iter().all(|task| tasks.contains(&task)), "{problem}");
            }
            None
        }
    }
}

#[test]
fn the_least_cost_is_found_and_proved() {
    let mut random = Random::new(24);
    let (mut solved, mut unsolvable) = (0, 0);
    for case in 0..600 {
        let workers = 1 + case % 6;
        let tasks = workers + case / 6 % 3;
        let problem = random_table((workers, tasks), 1 + case as u64 % 9, 3, &mut random);
        let expected = least(&problem, 0, 0);
        let found = by_prices(&problem);
        assert_eq!(found.as_ref().map(|(_, bound)| *bound), expected, "{problem}");
        if let Some((actions, bound)) = found {
            assert_eq!(plan_cost(&problem, &actions), Some(bound), "{problem}");
            solved += 1;
        } else {
            unsolvable += 1;
        }
        let limits = Limits::default();
        let report = BestFirst::a_star().solve(&problem, LeastCosts, &limits, &mut ());
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), expected, "{problem}");
        assert!(report.is_proven_optimal() || report.is_proven_unsolvable(), "{problem}");
    }
    assert!(solved > 100 && unsolvable > 30, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn large_tables_are_proved() {
    let mut random = Random::new(7);
    for (size, most) in [((60, 60), 1000), ((40, 90), 1_000_000)] {
        let problem = random_table(size, most, 50, &mut random);
        let (actions, bound) = by_prices(&problem).expect("most pairs are allowed");
        assert_eq!(plan_cost(&problem, &actions), Some(bound));
    }
}

#[test]
fn random_tables_keep_the_contracts() {
    let mut random = Random::new(1);
    for seed in 0..30 {
        let size = (1 + seed as usize % 6, 6 + seed as usize % 5);
        let problem = random_table(size, 20, 9, &mut random);
        assert_eq!(Assignment::parse(&problem.to_string()).as_ref(), Ok(&problem));
        kit::check_space(&problem, seed, 20);
        kit::check_heuristic(&problem, &LeastCosts, seed, 30);
        kit::check_notation(&problem, seed, 10);
    }
}

#[test]
fn texts() {
    let read = |text: &str| Assignment::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let problem = read("4 1\n2 -\n");
    assert_eq!((problem.cost_of(0, 1), problem.cost_of(1, 1)), (Some(1), None));
    assert_eq!(problem, read("4,1 / 2,-"));
    let named = read("worker;new roof;paint\nAnn Lee;4;1\nBob;2;-\n");
    assert_eq!(
        (named.workers(), named.tasks()),
        (
            &["Ann Lee".to_owned(), "Bob".to_owned()][..],
            &["new roof".to_owned(), "paint".to_owned()][..],
        )
    );
    assert_eq!(read(&named.to_string()), named);
    for same in [",1,2\nA,4,1\nB,2,3", "1_a 2_b\nA 4 1\nB 2 3", "x\t1b\t2b\nA\t4\t1\nB\t2\t3"] {
        assert_eq!(read(same).workers(), ["A", "B"], "{same}");
        assert_eq!(read(same).cost_of(1, 1), Some(3), "{same}");
    }
    let cases = [
        ("", 1, 1, "rows of costs"),
        ("a b", 1, 4, "rows of costs"),
        ("1 2\n3", 2, 1, "2 cells"),
        ("1 2\n3 x", 2, 3, "a whole number"),
        ("1 2\n3 -4", 2, 3, "a whole number"),
        ("1\n2", 2, 1, "at most 1 workers"),
        ("A 1 2\nA 3 4", 2, 1, "a different name"),
        ("a a\n1 2", 1, 3, "a different name"),
        ("4000000000 1\n1 1", 1, 12, "costs whose total"),
        ("a b c\n1 2", 1, 1, "the names of 2 tasks"),
    ];
    for (text, line, column, expected) in cases {
        let error = Assignment::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "(worker|[ab]|[0-9]{1,12}|[ /;,\t\n-])*") {
        match Assignment::parse(&text) {
            Ok(read) => prop_assert_eq!(Assignment::parse(&read.to_string()), Ok(read)),
            Err(error) => prop_assert!(error.line > 0 && error.offset <= text.len()),
        }
    }
}
