//! Finds contradictory answers.

use std::collections::BTreeMap;
use std::fmt;

use crate::report::Results;
use crate::row::{Outcome, Row};

/// Two contradictory rows for the same instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The name of the instances.
    pub problem: String,
    /// The instance.
    pub instance: String,
    /// The two answers: configuration and answer of each.
    pub answers: [(String, String); 2],
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, one), (second, other)] = &self.answers;
        write!(f, "{} `{}`: {first} says {one}, {second} says {other}", self.problem, self.instance)
    }
}

/// The lower and upper bounds on the cost that a row proves.
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
        (Outcome::NoSolution, ..) => "no solution".into(),
        (_, Some(cost), Some(bound)) => format!("a plan of cost {cost}, lower bound {bound}"),
        (_, Some(cost), None) => format!("a plan of cost {cost}"),
        (_, None, Some(bound)) => format!("lower bound {bound}"),
        (_, None, None) => "nothing".into(),
    }
}

/// Finds, for each instance, the first pair of rows in which one proves a lower bound above the
/// cost of the other.
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
