//! Published counts.

use std::sync::Arc;

use tremaux_constraints::{Model, Settings, Solver, Step, Table};

/// `n` queens: the row of each column.
fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let rows = model.variables(n, n as u32);
    model.all_different(&rows);
    for sign in [1, -1] {
        let sums: Vec<_> = (0..).zip(&rows).map(|(column, &row)| (row, sign * column)).collect();
        model.all_different_sums(&sums);
    }
    model
}

#[test]
fn queens_have_as_many_solutions_as_published() {
    // OEIS A000170.
    for (n, count) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(queens(n).count(u64::MAX), count, "{n} queens");
    }
}

#[test]
fn latin_squares_are_as_many_as_published() {
    // OEIS A002860.
    for (n, count) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let mut model = Model::new();
        let cells = model.variables(n * n, n as u32);
        for line in 0..n {
            let row: Vec<_> = (0..n).map(|at| cells[line * n + at]).collect();
            let column: Vec<_> = (0..n).map(|at| cells[at * n + line]).collect();
            model.all_different(&row);
            model.all_different(&column);
        }
        assert_eq!(model.count(u64::MAX), count, "{n}×{n}");
    }
}

#[test]
fn colourings_are_as_many_as_the_chromatic_polynomial_says() {
    // A cycle of n in k colours: (k − 1)^n + (−1)^n (k − 1).
    for (n, k) in [(3, 3), (4, 3), (5, 3), (6, 4), (7, 2)] {
        let mut model = Model::new();
        let cells = model.variables(n, k);
        for at in 0..n {
            model.relation(cells[at], cells[(at + 1) % n], |a, b| a != b);
        }
        let other = i64::from(k) - 1;
        let expected = other.pow(n as u32) + if n % 2 == 0 { other } else { -other };
        assert_eq!(model.count(u64::MAX) as i64, expected, "{n} in {k} colours");
    }
}

#[test]
fn pigeons_without_a_hole_each_are_refuted_without_a_decision() {
    let mut model = Model::new();
    let pigeons = model.variables(30, 29);
    model.all_different(&pigeons);
    let mut solver = Solver::new(model, Settings::default());
    assert_eq!(solver.step(u64::MAX), Step::Exhausted);
    assert_eq!(solver.counts().nodes, 0);
}

#[test]
fn magic_squares_of_three_are_eight() {
    let mut lines = Vec::new();
    for a in 0..9 {
        for b in 0..9 {
            for c in 0..9 {
                if a + b + c == 12 {
                    lines.extend([a, b, c]);
                }
            }
        }
    }
    let table = Arc::new(Table::new(3, lines));
    let mut model = Model::new();
    let cells = model.variables(9, 9);
    model.all_different(&cells);
    let all =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in all {
        model.table(&line.map(|at| cells[at]), &table);
    }
    assert_eq!(model.count(u64::MAX), 8);
}

#[test]
fn models_without_variables_or_values_are_no_exception() {
    assert_eq!(Model::new().count(9), 1);
    let mut model = Model::new();
    model.variables(2, 0);
    assert_eq!(model.solve(), None);
    let mut model = Model::new();
    let one = model.variable(3);
    model.fix(one, 7);
    model.fix(one, 1);
    assert_eq!((model.solve(), model.count(1)), (None, 0));
    let mut model = Model::new();
    let one = model.variable(3);
    model.all_different(&[]);
    model.all_different(&[one]);
    assert_eq!(model.count(9), 3);
}

#[test]
fn possible_values_beyond_the_first_word_of_a_domain_are_found() {
    let mut model = Model::new();
    let all = model.variables(2, 100);
    model.restrict(all[1], |value| value == 99);
    let possible = model.possible_values(|_| None);
    assert_eq!(possible.of(all[1]).collect::<Vec<_>>(), [99]);
}
