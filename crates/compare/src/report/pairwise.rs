//! Compares every pair of configurations.

use crate::report::Results;
use crate::report::table::{Column, Table};
use crate::statistics::{geometric_mean, wilcoxon};
use tremaux_picture::chart::short;

/// For each pair: how often each needs less, the significance, and the effect size.
pub fn pairwise(results: &Results) -> Table {
    let metric = &results.metric;
    let mut rows = Vec::new();
    for (at, first) in results.configurations.iter().enumerate() {
        for second in &results.configurations[at + 1..] {
            let pairs = results.pairs(first, second);
            if pairs.is_empty() {
                continue;
            }
            let count = |is: fn(&(f64, f64)) -> bool| pairs.iter().filter(|it| is(it)).count();
            let ratios: Vec<f64> = pairs.iter().map(|(first, second)| second / first).collect();
            let test = wilcoxon(&pairs);
            let (only_first, only_second) = alone(results, first, second);
            rows.push(vec![
                first.clone(),
                second.clone(),
                pairs.len().to_string(),
                count(|(first, second)| first < second).to_string(),
                count(|(first, second)| first > second).to_string(),
                count(|(first, second)| first == second).to_string(),
                only_first.to_string(),
                only_second.to_string(),
                test.map_or("–".into(), |test| {
                    let mark = if test.is_exact { "" } else { "≈" };
                    format!("{mark}{}", short(test.probability))
                }),
                test.map_or("–".into(), |test| short(test.effect)),
                geometric_mean(&ratios).map_or("–".into(), short),
            ]);
        }
    }
    Table {
        title: format!("{}: pairs by {metric}", results.name),
        note: format!(
            "Fewer: the number of instances, among those that both answered, on which the first, \
             or the second, has the lower {metric}. Alone: the number of instances that only one \
             answered. p: two-sided Wilcoxon signed-rank test, exact or (≈) by the normal \
             approximation. Effect: matched-pairs rank-biserial correlation, from −1 (the first \
             is always less) to 1. Ratio: geometric mean of second over first."
        ),
        columns: Column::all(
            "first | second | #both | #first fewer | #second fewer | #equal | \
             #first alone | #second alone | #p | #effect | #ratio",
        ),
        rows,
    }
}

/// The number of instances that only one of the two answered, among those that both tried.
fn alone(results: &Results, first: &str, second: &str) -> (usize, usize) {
    let (first, second) = (results.of(first), results.of(second));
    let mut alone = (0, 0);
    for (place, row) in &first {
        let Some(other) = second.get(place) else { continue };
        match (row.outcome.is_answered(), other.outcome.is_answered()) {
            (true, false) => alone.0 += 1,
            (false, true) => alone.1 += 1,
            _ => {}
        }
    }
    alone
}
