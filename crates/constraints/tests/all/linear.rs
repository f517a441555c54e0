//! Sums, elements, occurrences and objectives on random models, compared with trying all
//! combinations of values; and their errors.

use std::ops::RangeInclusive;

use tremaux_constraints::{Model, ModelError, Settings, Solver, Step, ValueOrder, Variable};
use tremaux_core::{Limits, Random, StopReason, Termination};

/// A constraint as the reference sees it.
enum Rule {
    Sum(Vec<(usize, i64)>, RangeInclusive<i64>),
    Count(Vec<usize>, u32, RangeInclusive<i64>),
    Element(Vec<usize>, usize, usize),
}

impl Rule {
    fn holds(&self, values: &[u32]) -> bool {
        match self {
            Self::Sum(terms, range) => range.contains(&sum(terms, values)),
            Self::Count(all, wanted, range) => {
                let count = all.iter().filter(|&&at| values[at] == *wanted).count();
                range.contains(&(count as i64))
            }
            Self::Element(list, index, result) => {
                list.get(values[*index] as usize).is_some_and(|&at| values[at] == values[*result])
            }
        }
    }

    fn add(&self, model: &mut Model, variables: &[Variable]) -> Result<(), ModelError> {
        let named = |all: &[usize]| all.iter().map(|&at| variables[at]).collect::<Vec<_>>();
        match self {
            Self::Sum(terms, range) => model.linear(&own(terms, variables), range.clone()),
            Self::Count(all, wanted, range) => {
                model.occurrences(&named(all), *wanted, range.clone())
            }
            Self::Element(list, index, result) => {
                model.element(&named(list), variables[*index], variables[*result])
            }
        }
    }
}

fn sum(terms: &[(usize, i64)], values: &[u32]) -> i64 {
    terms.iter().map(|&(at, coefficient)| coefficient * i64::from(values[at])).sum()
}

fn own(terms: &[(usize, i64)], variables: &[Variable]) -> Vec<(Variable, i64)> {
    terms.iter().map(|&(at, coefficient)| (variables[at], coefficient)).collect()
}

struct Problem {
    model: Model,
    variables: Vec<Variable>,
    rules: Vec<Rule>,
    domains: Vec<Vec<u32>>,
}

/// Variables may be repeated.
fn terms(random: &mut Random, count: usize) -> Vec<(usize, i64)> {
    let length = 1 + random.below(5);
    let term = |_| (random.below(count as u64) as usize, random.below(13) as i64 - 6);
    (0..length).map(term).collect()
}

fn range(random: &mut Random, width: u64) -> RangeInclusive<i64> {
    let low = random.below(width) as i64 - width as i64 / 2;
    let high = low + random.below(width / 3) as i64;
    match random.below(4) {
        0 => i64::MIN..=high,
        1 => low..=i64::MAX,
        2 => low..=low,
        _ => low..=high,
    }
}

impl Problem {
    fn random(random: &mut Random) -> Self {
        let mut model = Model::new();
        let count = 2 + random.below(4) as usize;
        // Some values lie beyond the first word of a domain.
        let sets: Vec<Vec<u32>> = (0..count)
            .map(|_| {
                let first = if random.below(4) == 0 { 62 } else { 0 };
                (first..first + 1 + random.below(5) as u32).collect()
            })
            .collect();
        let variables: Vec<Variable> = sets
            .iter()
            .map(|set| {
                let variable = model.variable(set[set.len() - 1] + 1);
                model.restrict(variable, |value| set.contains(&value));
                variable
            })
            .collect();
        let mut rules = Vec::new();
        for _ in 0..1 + random.below(3) {
            let any = |random: &mut Random| random.below(count as u64) as usize;
            let some = |random: &mut Random, length: usize| {
                (0..length).map(|_| any(random)).collect::<Vec<usize>>()
            };
            let rule = match random.below(3) {
                0 => Rule::Sum(terms(random, count), range(random, 40)),
                1 => {
                    let length = 1 + random.below(5) as usize;
                    let counted = some(random, length);
                    Rule::Count(counted, random.below(5) as u32, range(random, 6))
                }
                _ => {
                    let length = 1 + random.below(6) as usize;
                    Rule::Element(some(random, length), any(random), any(random))
                }
            };
            match rule.add(&mut model, &variables) {
                Ok(()) => rules.push(rule),
                Err(error) => assert!(matches!(error, ModelError::IndexOutOfRange { .. })),
            }
        }
        Self { model, variables, rules, domains: sets }
    }

    /// All solutions, by trying all combinations.
    fn solutions(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for domain in &self.domains {
            let longer = all.iter().flat_map(|values: &Vec<u32>| {
                domain.iter().map(move |&value| [&values[..], &[value]].concat())
            });
            all = longer.collect();
        }
        all.retain(|values| self.rules.iter().all(|rule| rule.holds(values)));
        all
    }
}

fn all_settings(seed: u64) -> impl Iterator<Item = Settings> {
    [ValueOrder::Least, ValueOrder::Random].into_iter().flat_map(move |values| {
        [0, 2].map(|restart| Settings::default().seed(seed).values(values).restart(restart))
    })
}

#[test]
fn all_solutions_are_found_once() {
    let mut random = Random::new(11);
    let (mut unsolvable, mut some) = (0, 0);
    for seed in 0..2_000 {
        let problem = Problem::random(&mut random);
        let mut expected = problem.solutions();
        expected.sort_unstable();
        unsolvable += u32::from(expected.is_empty());
        some += u32::from(expected.len() > 3);
        for settings in all_settings(seed) {
            let mut solver = Solver::new(problem.model.clone(), settings);
            let mut found = Vec::new();
            while solver.step(u64::MAX) == Step::Solution {
                found.push(solver.solution().to_vec());
            }
            found.sort_unstable();
            assert_eq!(found, expected, "seed {seed}");
        }
        for values in &expected {
            assert!(problem.model.is_solution(values));
        }
    }
    assert!(unsolvable > 200 && some > 200, "{unsolvable} unsolvable, {some} with several");
}

#[test]
fn the_least_sum_is_found_and_proved() {
    let mut random = Random::new(12);
    let mut solved = 0;
    for seed in 0..2_000 {
        let mut problem = Problem::random(&mut random);
        let minimized = terms(&mut random, problem.variables.len());
        problem.model.minimize(&own(&minimized, &problem.variables)).expect("a small sum");
        // Scores of a value count with the sum.
        let scored = problem.variables[0];
        let scores: Vec<u32> =
            (0..problem.model.size(scored)).map(|_| random.below(6) as u32).collect();
        problem.model.maximize(&[scored], &scores);
        let value =
            |values: &[u32]| sum(&minimized, values) - i64::from(scores[values[0] as usize]);
        let expected = problem.solutions().iter().map(|values| value(values)).min();
        let solution = problem.model.solve_within(&Limits::default());
        assert!(solution.is_proved());
        assert_eq!(solution.values.map(|values| value(&values)), expected, "seed {seed}");
        for settings in all_settings(seed) {
            let mut solver = Solver::new(problem.model.clone(), settings);
            let mut best = None;
            let mut bound = solver.bound();
            while solver.step(u64::MAX) == Step::Solution {
                let found = value(solver.solution());
                assert!(best.is_none_or(|best| found < best), "ever better");
                assert!(solver.total() <= solver.bound() && solver.bound() <= bound);
                (best, bound) = (Some(found), solver.bound());
            }
            assert_eq!(best, expected, "seed {seed}");
        }
        solved += u32::from(expected.is_some());
    }
    assert!(solved > 500, "{solved}");
}

#[test]
fn possible_values_are_those_that_break_no_constraint() {
    let mut random = Random::new(13);
    let mut compared = 0;
    for _ in 0..1_000 {
        let Problem { model, variables, domains, .. } = Problem::random(&mut random);
        let known: Vec<Option<u32>> = domains
            .iter()
            .map(|set| {
                let value = set[random.below(set.len() as u64) as usize];
                (random.below(2) == 0).then_some(value)
            })
            .collect();
        let value = |variable: Variable| known[variable.index()];
        if !model.holds(value) {
            continue;
        }
        let possible = model.possible_values(value);
        for (&variable, domain) in variables.iter().zip(&domains) {
            let fits = |tried: u32| {
                let with = |it: Variable| if it == variable { Some(tried) } else { value(it) };
                value(variable).is_none() && model.holds(with)
            };
            let expected: Vec<u32> = domain.iter().copied().filter(|&tried| fits(tried)).collect();
            assert_eq!(possible.of(variable).collect::<Vec<_>>(), expected);
            compared += expected.len();
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let mut model = Model::new();
    let one = model.variable(10);
    let none = model.variable(0);
    assert_eq!(model.linear(&[], ..=3), Err(ModelError::Empty));
    assert_eq!(model.occurrences(&[], 1, ..=3), Err(ModelError::Empty));
    assert_eq!(model.element(&[], one, one), Err(ModelError::Empty));
    assert_eq!(model.minimize(&[]), Err(ModelError::Empty));
    let (low, high) = (3, 2);
    let empty = ModelError::EmptyRange { low, high };
    assert_eq!(model.linear(&[(one, 1)], low..=high), Err(empty));
    assert_eq!(model.linear(&[(one, 1)], low..low), Err(empty));
    for huge in [i64::MIN, i64::MAX, 1 << 60] {
        assert_eq!(model.linear(&[(one, huge)], ..), Err(ModelError::Overflow));
        assert_eq!(model.minimize(&[(one, huge)]), Err(ModelError::Overflow));
    }
    let twice = [(one, i64::MAX), (one, i64::MAX)];
    assert_eq!(model.linear(&twice, ..), Err(ModelError::Overflow));
    let out_of_range = ModelError::IndexOutOfRange { index: 9, length: 2 };
    assert_eq!(model.element(&[one, one], one, one), Err(out_of_range));
    // Nothing was added; a variable without values is a contradiction, not an error.
    assert_eq!(model.element(&[one], none, one), Ok(()));
    assert_eq!(model.linear(&[(none, 1), (one, 1)], ..), Ok(()));
    assert_eq!(model.minimize(&[(none, 1)]), Ok(()));
    assert_eq!(model.solve(), None);
}

#[test]
fn sums_near_the_limit_do_not_overflow() {
    let mut model = Model::new();
    let [a, b] = model.variables(2, 3)[..] else { unreachable!() };
    let large = 1 << 59;
    model.linear(&[(a, large), (b, -large)], i64::MIN..=i64::MAX).expect("a sum in range");
    model.linear(&[(a, large), (b, -large)], 2 * large..).expect("a sum in range");
    model.linear(&[(a, 1), (a, -1)], 0..=0).expect("no term is left");
    assert_eq!((model.solve(), model.count(9)), (Some(vec![2, 0]), 1));
    model.linear(&[(a, 1), (a, -1)], 1..=1).expect("no term is left");
    assert_eq!(model.solve(), None);
}

#[test]
fn a_stopped_search_proves_nothing() {
    let mut model = Model::new();
    let all = model.variables(30, 5);
    let terms: Vec<(Variable, i64)> = all
        .iter()
        .zip([7, 11, 13].into_iter().cycle())
        .map(|(&variable, coefficient)| (variable, coefficient))
        .collect();
    model.linear(&terms, 333..).expect("a small sum");
    model.minimize(&terms).expect("a small sum");
    model.maximize(&all, &[0, 9, 4, 9, 1]);
    let stopped = model.solve_within(&Limits::default().with_nodes(200));
    assert_eq!(stopped.termination, Termination::Stopped(StopReason::NodeLimit));
    assert!(stopped.values.is_some_and(|values| model.is_solution(&values)));
    assert!(!model.solve_within(&Limits::default().with_nodes(200)).is_proved());
    let none = model.solve_within(&Limits::default().with_nodes(0));
    assert_eq!((none.values, none.termination), (None, stopped.termination));
}
