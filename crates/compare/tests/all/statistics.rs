//! Location and spread, paired tests and fits.

use tremaux_compare::statistics::{
    Summary, effective_branching_factor, fit_line, geometric_mean, wilcoxon,
};

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1e-9)
}

#[test]
fn summaries() {
    let summary = Summary::of(&[4.0, 1.0, 3.0, 2.0]).expect("values");
    assert_eq!((summary.mean, summary.median), (2.5, 2.5));
    assert!(is_near(summary.deviation, (5.0_f64 / 3.0).sqrt()));
    assert_eq!(Summary::of(&[]), None);
    assert!(is_near(geometric_mean(&[1.0, 4.0, 16.0]).expect("positive"), 4.0));
    assert_eq!(geometric_mean(&[1.0, 0.0]), None);
}

#[test]
fn the_approximation_agrees_with_the_exact_one() {
    let sign = |at: i32| if at % 3 == 0 { -1.0 } else { 1.0 };
    let mut pairs: Vec<(f64, f64)> = (1..=40).map(|at| (f64::from(at) * sign(at), 0.0)).collect();
    let exact = wilcoxon(&pairs).expect("they differ");
    // A single tie changes almost nothing except the method.
    pairs[0].0 = 2.0;
    let tied = wilcoxon(&pairs).expect("they differ");
    assert!(exact.is_exact && !tied.is_exact);
    let ratio = tied.probability / exact.probability;
    assert!((0.95..1.05).contains(&ratio), "{exact:?} {tied:?}");
    assert_eq!(wilcoxon(&[(1.0, 1.0)]), None);
}

#[test]
fn lines_and_branching_factors() {
    let line = fit_line(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("a line");
    assert!(is_near(line.slope, 2.0) && is_near(line.intercept, 1.0));
    assert!(is_near(line.determination, 1.0));
    assert_eq!(fit_line(&[(1.0, 1.0), (1.0, 2.0)]), None);
    assert!(is_near(effective_branching_factor(5.0, 5).expect("a line"), 1.0));
    assert_eq!(effective_branching_factor(4.0, 5), None);
    assert!(effective_branching_factor(1e300, 400).expect("a tree") < 10.0);
}
