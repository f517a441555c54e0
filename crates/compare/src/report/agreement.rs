//! Answers that cannot both be right.

use std::collections::BTreeMap;
use std::fmt;

use crate::report::Results;
use crate::row::{Outcome, Row};

/// Two rows on one instance that contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// What the instances are called.
    pub problem: String,
    /// The instance.
    pub instance: String,
    /// What each of the two says: configuration and answer.
    pub answers: [(String, String); 2],
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, one), (second, other)] = &self.answers;
        write!(f, "{} `{}`: {first} says {one}, {second} says {other}", self.problem, self.instance)
    }
}

/// What a row proves: a lower and an upper bound on the cost.
fn proved(row: &Row) -> Option<(f64, f64)> {
    match row.outcome {
        Outcome::Solved | Outcome::Limit => {
            let low = row.number("bound").unwrap_or(0.0);
            Some((low, row.number("cost").unwrap_or(f64::INFINITY)))
        }
        Outcome::NoSolution => Some((f64::INFINITY, f64::INFINITY)),
        _ => None,
    }
}

fn in_words(row: &Row) -> String {
    match (row.outcome, row.number("cost"), row.number("bound")) {
        (Outcome::NoSolution, ..) => "there is no solution".into(),
        (_, Some(cost), Some(bound)) => format!("a plan of {cost}, at least {bound} needed"),
        (_, Some(cost), None) => format!("a plan of {cost}"),
        (_, None, Some(bound)) => format!("at least {bound} needed"),
        (_, None, None) => "nothing".into(),
    }
}

/// All pairs of rows of which one proves a bound above the other's cost: the first of every
/// instance.
#[must_use]
pub fn disagreements(results: &Results) -> Vec<Disagreement> {
    let mut instances: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in &results.rows {
        instances.entry((&row.problem, &row.instance)).or_default().push(row);
    }
    let mut found = Vec::new();
    for ((problem, instance), rows) in instances {
        let bounds: Vec<(&Row, (f64, f64))> =
            rows.into_iter().filter_map(|row| Some((row, proved(row)?))).collect();
        let high = bounds.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let low = bounds.iter().min_by(|a, b| a.1.1.total_cmp(&b.1.1));
        if let (Some((claims, (bound, _))), Some((has, (_, cost)))) = (high, low)
            && *bound > cost * (1.0 + 1e-9)
        {
            found.push(Disagreement {
                problem: problem.to_owned(),
                instance: instance.to_owned(),
                answers: [claims, has].map(|row| (row.configuration.clone(), in_words(row))),
            });
        }
    }
    found
}
