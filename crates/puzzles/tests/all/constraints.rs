//! Problems of variables and values: the text form, and searches compared with each other.

use std::collections::BTreeSet;

use tremaux_constraints::{Propagation, Settings, ValueOrder};
use tremaux_core::{Algorithm, Limits, NoHeuristic, Notation, Random, Search, StateSpace};
use tremaux_puzzles::catalog::CONSTRAINT_EXAMPLES as EXAMPLES;
use tremaux_puzzles::constraints::Problem;
use tremaux_search::BestFirst;
use tremaux_testkit::{check_notation, check_space};

/// All solutions as text, by trying all values of `count` variables called A, B, C … with the
/// values 1 to `size`.
fn by_trying(count: usize, size: u32, holds: impl Fn(&[u32]) -> bool) -> BTreeSet<String> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |values: &Vec<u32>| {
            (1..=size).map(|value| [&values[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let text = |values: Vec<u32>| {
        let named = ('A'..).zip(values).map(|(name, value)| format!("{name}={value}"));
        named.collect::<Vec<_>>().join(" ")
    };
    all.into_iter().filter(|values| holds(values)).map(text).collect()
}

/// All solutions that propagation finds, each replayed by the rules.
fn found(problem: &Problem) -> BTreeSet<String> {
    let algorithm = Propagation::default().plan_count(u64::MAX);
    let mut search = algorithm.start(problem, NoHeuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let mut all = BTreeSet::new();
    for plan in search.solutions() {
        let mut state = problem.initial_state();
        for action in plan.actions {
            let mut offered = Vec::new();
            problem.actions(&state, &mut offered);
            assert!(offered.contains(&action));
            problem.apply(&mut state, action);
        }
        assert!(problem.is_goal(&state));
        assert!(all.insert(problem.state_text(&state)), "a solution twice");
    }
    all
}

#[test]
fn every_statement_means_what_it_says() {
    type Holds = fn(&[u32]) -> bool;
    let cases: [(&str, Holds); 20] = [
        ("different A B C", |v| v[0] != v[1] && v[0] != v[2] && v[1] != v[2]),
        ("different A..C", |_| true),
        ("different A+1 B-1 C", |v| v[0] + 1 != v[1] - 1 && v[0] + 1 != v[2] && v[1] - 1 != v[2]),
        ("allow A B: 1 2 / 3 1 / 1 2", |v| matches!((v[0], v[1]), (1, 2) | (3, 1))),
        ("allow C A B: 1 2 3 / 3 3 3", |v| matches!(v, [2, 3, 1] | [3, 3, 3])),
        ("forbid A B: 1 1 / 2, 2", |v| !matches!((v[0], v[1]), (1, 1) | (2, 2))),
        ("forbid C: 2 / 3", |v| v[2] == 1),
        ("fix B 2; fix B 2 # the same", |v| v[1] == 2),
        ("sum A B C: <= 5", |v| v[0] + v[1] + v[2] <= 5),
        ("sum 3*A -B +2*C: >=7", |v| 3 * v[0] + 2 * v[2] >= 7 + v[1]),
        ("sum A -2*B: = 0", |v| v[0] == 2 * v[1]),
        ("sum A A -A B: 3", |v| v[0] + v[1] == 3),
        ("sum A B C: 4..5", |v| (4..=5).contains(&(v[0] + v[1] + v[2]))),
        ("sum 0*A: 1", |_| false),
        ("count A B C: 2 <= 1", |v| v.iter().filter(|it| **it == 2).count() <= 1),
        ("count A B C: 3 2", |v| v.iter().filter(|it| **it == 3).count() == 2),
        ("count A B: 1 >= 1", |v| v[0] == 1 || v[1] == 1),
        ("element A B C: A C", |v| v[v[0] as usize - 1] == v[2]),
        ("element A B: C B", |v| v[2] <= 2 && v[v[2] as usize - 1] == v[1]),
        ("element C: A B", |v| v[0] == 1 && v[2] == v[1]),
    ];
    for (statement, holds) in cases {
        if statement.contains("A..C") {
            let error = Problem::parse(&format!("variables A B C: 1..3\n{statement}"));
            assert!(error.is_err(), "a range of letters");
            continue;
        }
        let text = format!("variables A B C: 1..3\n{statement}");
        let problem = Problem::parse(&text).expect(statement);
        let expected = by_trying(3, 3, holds);
        assert_eq!(found(&problem), expected, "{statement}");
        assert_eq!(problem.model().count(u64::MAX), expected.len() as u64);
        // What is written can be read, and means the same.
        let again = Problem::parse(&problem.to_string()).expect("written by itself");
        assert_eq!(found(&again), expected, "{problem}");
        let searched =
            BestFirst::a_star().solve(&problem, NoHeuristic, &Limits::default(), &mut ());
        assert_eq!(searched.plan.is_some(), !expected.is_empty());
    }
}

/// Values that do not begin at 1, places that are not all there, and totals of any sign.
#[test]
fn numbers_are_those_that_are_written() {
    let solutions = |text: &str| found(&Problem::parse(text).expect(text));
    let text = "variables A B: -2..2; sum A -B: 3; sum 2*A B: <= 2";
    let some: Vec<_> = solutions(text).into_iter().collect();
    assert_eq!(some, ["A=1 B=-2"]);
    for (values, places) in [("0..3", vec![1, 2]), ("2..5", vec![2]), ("-1..1", vec![1])] {
        let text = format!("variables X Y I R: {values}; element X Y: I R; different X Y");
        let found = solutions(&text);
        assert!(!found.is_empty());
        for solution in found {
            let of = |name: &str| {
                let word = solution.split(' ').find_map(|word| word.strip_prefix(name));
                word.and_then(|word| word.strip_prefix('=')).expect("a value").to_owned()
            };
            let place: usize = of("I").parse().expect("a place");
            assert!(places.contains(&place), "{solution}");
            assert_eq!(of(["X", "Y"][place - 1]), of("R"), "{solution}");
        }
    }
    assert!(
        solutions("variables X I R: -9223372036854775808..-9223372036854775800; element X: I R")
            .is_empty()
    );
    let wrong = [
        ("variables A: x y; sum A: 3", "values that are whole numbers"),
        ("variables A: 1 2; sum A: < 3", "`<= 9`, `>= 9`, `= 9` or `2..9`"),
        ("variables A: 1 2; sum A: 3..1", "the lesser number first"),
        ("variables A: 1 2; sum 1.5*A: 3", "before `*`"),
        ("variables A: 1 2; score A: 1 3; minimize A", "all minimized"),
        ("variables A: 1 2; minimize A; maximize A", "one sum"),
        ("variables A: 1 2; minimize A; minimize A", "one sum"),
        ("variables A: 1 2; minimize", "variables, as in"),
        ("variables A: 1 2; minimize 900000000*A 900000000*A", "fewer points"),
        ("variables A: 9223372036854775807; sum 9*A: 3", "less than 2^60"),
        ("variables A B: 1 2; element A: B", "two variables: a place"),
        ("variables A: 1 2; count A: 3 1", "a value: 1 or 2"),
    ];
    for (text, expected) in wrong {
        let error = Problem::parse(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn queens_are_a_problem_of_sums() {
    let text = "variables Q1..Q6: 1..6\ndifferent Q1..Q6\n\
                different Q1+1 Q2+2 Q3+3 Q4+4 Q5+5 Q6+6\n\
                different Q1-1 Q2-2 Q3-3 Q4-4 Q5-5 Q6-6\n";
    assert_eq!(Problem::parse(text).expect("queens").model().count(u64::MAX), 4);
}

/// Plans to the solutions of large problems, and their replay, take steps that grow with the size
/// of the problem, not with a power of it: a hundred times the time of this test would not end.
#[test]
fn a_plan_of_many_variables_is_made_and_replayed() {
    let count = 150;
    let diagonal =
        |sign: char| (1..=count).map(|at| format!(" Q{at}{sign}{at}")).collect::<String>();
    let text = format!(
        "variables Q1..Q{count}: 1..{count}\ndifferent Q1..Q{count}\ndifferent{}\ndifferent{}",
        diagonal('+'),
        diagonal('-')
    );
    let sum = format!("variables A1..A{count}: 0..100; sum A1..A{count}: {}", 50 * count);
    for text in [text, sum] {
        let problem = Problem::parse(&text).expect("queens, or a sum");
        let settings = Settings::default().values(ValueOrder::Promise);
        let algorithm = Propagation::default().settings(settings);
        let report = algorithm.solve(&problem, NoHeuristic, &Limits::default(), &mut ());
        let plan = report.plan.expect("a placement");
        assert_eq!(tremaux_search::plan_cost(&problem, &plan.actions), Some(count));
    }
}

#[test]
fn random_problems_have_the_same_best_total_for_all_searches() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let mut text = "variables A B C D: 1..3".to_owned();
        let name = |random: &mut Random| char::from(b'A' + random.below(4) as u8);
        for _ in 0..random.below(5) {
            let (a, b) = (name(&mut random), name(&mut random));
            if a != b {
                text += &format!("; different {a} {b}");
            }
        }
        for _ in 0..2 {
            let (a, value, points) = (name(&mut random), random.below(3) + 1, random.below(9));
            text += &format!("; score {a}: {value} {points}");
        }
        let problem = Problem::parse(&text).expect("a problem");
        let limits = Limits::default();
        let one = Propagation::default().solve(&problem, NoHeuristic, &limits, &mut ());
        let other = BestFirst::dijkstra().solve(&problem, NoHeuristic, &limits, &mut ());
        let cost = |plan: Option<tremaux_core::Plan<_, u32>>| plan.map(|plan| plan.cost);
        assert_eq!(
            (one.lower_bound, one.plan.is_some()),
            (other.lower_bound, other.plan.is_some())
        );
        assert_eq!(cost(one.plan), cost(other.plan), "{text}");
    }
}

#[test]
fn examples_can_be_read_and_the_contracts_hold() {
    for (name, text) in EXAMPLES {
        let problem = Problem::parse(text).expect(name);
        assert_eq!(found(&problem).is_empty(), *name == "unsolvable");
        check_space(&problem, 3, 20);
        check_notation(&problem, 3, 20);
    }
}

#[test]
fn bad_text_is_rejected_with_its_place() {
    for (text, expected) in [
        ("", "line 1, column 1: expected `variables`"),
        ("variables A B", "line 1, column 14: expected `:` and values"),
        ("variables: 1 2", "line 1, column 10: expected a variable"),
        ("variables A: 1 2\nwrong A", "line 2, column 1: expected `variables`, `different`"),
        ("variables A A: 1", "line 1, column 13: expected each variable once"),
        ("variables A: 9..1", "line 1, column 14: expected a range of at most"),
        ("variables A: 1..99999999", "line 1, column 14: expected a range"),
        ("variables A!: 1", "line 1, column 11: expected a name"),
        ("variables A B: x y; different A+1 B", "line 1, column 31: expected a variable alone"),
        ("variables A B: 1 2; different A+x B", "line 1, column 32: expected a whole number"),
        ("variables A B: 1 2; different A", "line 1, column 32: expected at least two variables"),
        ("variables A B: 1 2; different A A", "line 1, column 21: expected each variable once"),
        ("variables A B: 1 2; allow A B: 1 / 2", "line 1, column 34: expected 2 values"),
        ("variables A B: 1 2; allow A B: 1 2 3", "line 1, column 36: expected 2 values"),
        ("variables A B: 1 2; forbid A: 3", "line 1, column 31: expected a value: 1 or 2"),
        ("variables A B: 1 2; fix A 1; fix A 2", "line 1, column 36: expected one value for A"),
        ("variables A B: 1 2; score A: 1", "line 1, column 31: expected points"),
        ("variables A B: 1 2; score A: 1 x", "line 1, column 32: expected points"),
        ("variables A B: 1 2; fix A 1 2", "line 1, column 29: expected the end"),
    ] {
        let error = Problem::parse(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

/// Sums to be minimized or maximized, against the best of all solutions without the sum.
#[test]
fn the_best_sum_is_the_best_of_all_solutions() {
    let mut random = Random::new(6);
    for round in 0..200 {
        let mut text = "variables A B C D: -1..2; sum A B -C: >= -1".to_owned();
        let mut factors = [0_i64; 4];
        let name = |random: &mut Random| char::from(b'A' + random.below(4) as u8);
        for _ in 0..random.below(4) {
            let (a, b) = (name(&mut random), name(&mut random));
            if a != b {
                text += &format!("; different {a} {b}");
            }
        }
        let mut sum = String::new();
        for _ in 0..1 + random.below(5) {
            let (a, factor) = (random.below(4) as usize, random.below(19) as i64 - 9);
            factors[a] += factor;
            sum += &format!(" {factor}*{}", char::from(b'A' + a as u8));
        }
        let worth = |solution: &String| -> i64 {
            let values = solution.split(' ').map(|word| word[2..].parse::<i64>().expect("a value"));
            values.zip(factors).map(|(value, factor)| value * factor).sum()
        };
        let all = found(&Problem::parse(&text).expect(&text)).iter().map(worth).collect::<Vec<_>>();
        let (verb, best) = match round % 2 {
            0 => ("minimize", all.iter().min()),
            _ => ("maximize", all.iter().max()),
        };
        text += &format!("; {verb}{sum}");
        let problem = Problem::parse(&text).expect(&text);
        let reports = [
            Propagation::default().solve(&problem, NoHeuristic, &Limits::default(), &mut ()),
            BestFirst::dijkstra().solve(&problem, NoHeuristic, &Limits::default(), &mut ()),
        ];
        for report in reports {
            assert!(report.is_proven_optimal() == best.is_some());
            let plan = report.plan.map(|plan| plan.actions);
            let goal = plan.map(|plan| {
                let mut state = problem.initial_state();
                plan.into_iter().for_each(|action| problem.apply(&mut state, action));
                worth(&problem.state_text(&state))
            });
            assert_eq!(goal, best.copied(), "{text}");
        }
    }
}
