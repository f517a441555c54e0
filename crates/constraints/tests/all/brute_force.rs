//! Random problems, compared with trying all combinations of values. The reference shares no code
//! with the engine: it keeps its own copy of every constraint.

use std::sync::Arc;

use tremaux_constraints::{Model, Settings, Solver, Step, Table, ValueOrder, Variable};
use tremaux_core::Random;

/// A constraint as the reference sees it.
enum Rule {
    Different(Vec<(usize, i32)>),
    Pair(usize, usize, Vec<(u32, u32)>),
    Rows(Vec<usize>, Vec<Vec<u32>>),
    /// The last is the number of the row.
    Row(Vec<usize>, usize, Vec<Vec<u32>>),
}

impl Rule {
    fn holds(&self, values: &[u32]) -> bool {
        match self {
            Self::Different(terms) => {
                let sums: Vec<i32> =
                    terms.iter().map(|&(at, offset)| values[at] as i32 + offset).collect();
                let mut unique = sums.clone();
                unique.sort_unstable();
                unique.dedup();
                unique.len() == sums.len()
            }
            Self::Pair(a, b, pairs) => pairs.contains(&(values[*a], values[*b])),
            Self::Rows(cells, rows) => {
                let found: Vec<u32> = cells.iter().map(|&at| values[at]).collect();
                rows.contains(&found)
            }
            Self::Row(cells, row, rows) => {
                let found: Vec<u32> = cells.iter().map(|&at| values[at]).collect();
                rows[values[*row] as usize] == found
            }
        }
    }
}

struct Problem {
    model: Model,
    domains: Vec<Vec<u32>>,
    rules: Vec<Rule>,
    /// The scores of the values of some variables.
    scores: Vec<(usize, Vec<u32>)>,
    /// For each variable of the reference, its number in the model.
    visible: Vec<usize>,
}

/// Some of the numbers below `count`, each once, in any order.
fn some(random: &mut Random, count: usize, most: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    random.shuffle(&mut all);
    all.truncate(1 + random.below(most.min(count as u64)) as usize);
    all
}

impl Problem {
    fn random(random: &mut Random) -> Self {
        let mut model = Model::new();
        let (mut variables, mut domains): (Vec<Variable>, Vec<Vec<u32>>) = Default::default();
        for _ in 0..2 + random.below(4) {
            let size = 1 + random.below(4) as u32;
            variables.push(model.variable(size));
            domains.push((0..size).collect());
        }
        let count = variables.len();
        let mut rules = Vec::new();
        for _ in 0..1 + random.below(4) {
            match random.below(4) {
                0 => {
                    let terms = some(random, count, 5);
                    let is_plain = random.below(2) == 0;
                    let offset = |random: &mut Random| match is_plain {
                        true => 0,
                        false => random.below(5) as i32 - 2,
                    };
                    let terms: Vec<_> = terms.iter().map(|&at| (at, offset(random))).collect();
                    let own: Vec<_> =
                        terms.iter().map(|&(at, offset)| (variables[at], offset)).collect();
                    model.all_different_sums(&own);
                    rules.push(Rule::Different(terms));
                }
                1 => {
                    let pair = some(random, count, 2);
                    let &[a, b] = &pair[..] else { continue };
                    let mut pairs = Vec::new();
                    for &x in &domains[a] {
                        for &y in &domains[b] {
                            if random.below(3) > 0 {
                                pairs.push((x, y));
                            }
                        }
                    }
                    model.relation(variables[a], variables[b], |x, y| pairs.contains(&(x, y)));
                    rules.push(Rule::Pair(a, b, pairs));
                }
                kind => {
                    let cells = some(random, count, 4);
                    // Some values that no cell has.
                    let mut rows = Vec::new();
                    for _ in 0..1 + random.below(70) {
                        let row = cells.iter().map(|_| random.below(5) as u32);
                        rows.push(row.collect::<Vec<u32>>());
                    }
                    let own: Vec<_> = cells.iter().map(|&at| variables[at]).collect();
                    let table = Table::new(cells.len(), rows.iter().flatten().copied());
                    if kind == 2 || variables.len() > 5 {
                        model.table(&own, &Arc::new(table));
                        rules.push(Rule::Rows(cells, rows));
                    } else {
                        let row = model.row(&own, &Arc::new(table));
                        domains.push((0..rows.len() as u32).collect());
                        rules.push(Rule::Row(cells, variables.len(), rows));
                        variables.push(row);
                    }
                }
            }
        }
        let restricted = random.below(variables.len() as u64) as usize;
        let excluded = random.below(4) as u32;
        model.restrict(variables[restricted], |value| value != excluded);
        domains[restricted].retain(|&value| value != excluded);
        let mut scores = Vec::new();
        for at in some(random, variables.len(), 3) {
            let size = model.size(variables[at]);
            let list: Vec<u32> = (0..size).map(|_| random.below(6) as u32).collect();
            scores.push((at, list));
        }
        let visible = variables.iter().map(|variable| variable.index()).collect();
        Self { model, domains, rules, scores, visible }
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
        all.sort_unstable();
        all
    }

    fn total(&self, values: &[u32]) -> u64 {
        let score = |(at, scores): &(usize, Vec<u32>)| u64::from(scores[values[*at] as usize]);
        self.scores.iter().map(score).sum()
    }

    fn seen(&self, solution: &[u32]) -> Vec<u32> {
        self.visible.iter().map(|&at| solution[at]).collect()
    }
}

fn all_settings(seed: u64) -> impl Iterator<Item = Settings> {
    let orders = [ValueOrder::Least, ValueOrder::Random, ValueOrder::Promise];
    orders.into_iter().flat_map(move |values| {
        [0, 1, 3].map(|restart| Settings::default().seed(seed).values(values).restart(restart))
    })
}

#[test]
fn all_solutions_are_found_once_in_any_slices() {
    let mut random = Random::new(1);
    let (mut unsolvable, mut many) = (0, 0);
    for seed in 0..500 {
        let problem = Problem::random(&mut random);
        let expected = problem.solutions();
        unsolvable += u32::from(expected.is_empty());
        many += u32::from(expected.len() > 10);
        let model = Arc::new(problem.model.clone());
        for settings in all_settings(seed) {
            for slice in [u64::MAX, 1] {
                let mut solver = Solver::new(Arc::clone(&model), settings.clone());
                let mut found = Vec::new();
                loop {
                    match solver.step(slice) {
                        Step::Solution => {
                            assert!(model.is_solution(solver.solution()));
                            found.push(problem.seen(solver.solution()));
                        }
                        Step::Paused => assert_eq!(slice, 1),
                        Step::Exhausted => break,
                    }
                }
                found.sort_unstable();
                assert_eq!(found, expected, "seed {seed}, {settings:?}");
                assert_eq!(solver.step(slice), Step::Exhausted);
            }
        }
        assert_eq!(problem.model.count(5), expected.len().min(5) as u64);
        assert_eq!(problem.model.solve().is_some(), !expected.is_empty());
    }
    assert!(unsolvable > 50 && many > 50, "{unsolvable} unsolvable, {many} with many solutions");
}

#[test]
fn the_best_total_is_found_and_proved() {
    let mut random = Random::new(2);
    for seed in 0..500 {
        let mut problem = Problem::random(&mut random);
        for (at, scores) in &problem.scores {
            let variable = problem.model.variable_at(problem.visible[*at]);
            problem.model.maximize(&[variable.expect("it exists")], scores);
        }
        let expected = problem.solutions().iter().map(|values| problem.total(values)).max();
        let model = Arc::new(problem.model.clone());
        for settings in all_settings(seed) {
            let mut solver = Solver::new(Arc::clone(&model), settings.clone());
            let mut best = None;
            while solver.step(u64::MAX) == Step::Solution {
                let total = problem.total(&problem.seen(solver.solution()));
                assert_eq!(total, solver.total());
                assert!(best.is_none_or(|best| total > best) && solver.bound() >= total);
                assert!(solver.bound() >= expected.expect("a solution"));
                best = Some(total);
            }
            assert_eq!(best, expected, "seed {seed}, {settings:?}");
            assert_eq!(solver.bound(), expected.unwrap_or(0));
        }
        assert_eq!(problem.model.count(4), problem.solutions().len().min(4) as u64);
    }
}

#[test]
fn a_check_of_values_agrees_with_the_reference() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let problem = Problem::random(&mut random);
        let expected = problem.solutions();
        for _ in 0..20 {
            let mut values = vec![0; problem.model.len()];
            for (&at, domain) in problem.visible.iter().zip(&problem.domains) {
                let size = domain.iter().max().map_or(1, |most| most + 2);
                values[at] = random.below(size.into()) as u32;
            }
            let is_one = expected.contains(&problem.seen(&values));
            assert_eq!(problem.model.is_solution(&values), is_one);
        }
    }
}

#[test]
fn possible_values_are_those_that_break_no_constraint() {
    let mut random = Random::new(4);
    let mut compared = 0;
    for _ in 0..500 {
        let Problem { model, domains, visible, .. } = &Problem::random(&mut random);
        let mut known = vec![None; model.len()];
        for (domain, &at) in domains.iter().zip(visible).filter(|(domain, _)| !domain.is_empty()) {
            if random.below(2) == 0 {
                known[at] = Some(domain[random.below(domain.len() as u64) as usize]);
            }
        }
        if !model.holds(|variable| known[variable.index()]) {
            continue;
        }
        let possible = model.possible_values(|variable| known[variable.index()]);
        for (domain, &at) in domains.iter().zip(visible) {
            let variable = model.variable_at(at).expect("it exists");
            let is_possible = |&value: &u32| {
                let with = |it: tremaux_constraints::Variable| {
                    if it == variable { Some(value) } else { known[it.index()] }
                };
                model.holds(with)
            };
            let is_open = known[at].is_none();
            let expected: Vec<u32> =
                domain.iter().copied().filter(|value| is_open && is_possible(value)).collect();
            assert_eq!(possible.of(variable).collect::<Vec<_>>(), expected);
            assert_eq!(possible.count(variable) as usize, expected.len());
            compared += u32::from(is_open);
        }
    }
    assert!(compared > 500, "{compared}");
}
