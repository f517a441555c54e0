//! 8-puzzles some random moves from the goal, and the growth of the counts.

use serde::Deserialize;
use tremaux_core::NoHeuristic;
use tremaux_testkit::reference::{Conventions, Outcome, Rank, graph_search};
use tremaux_tiles::{GoodEvaluator, Random};

use super::textbook_tiles::{Puzzle, nilssons_goal, nutshell_puzzle};
use crate::context::{Context, Walks};
use crate::figure::{Figures, Obtained, Printed};
use crate::statistics::PowerLaw;
use crate::stopped::Stopped;

/// The number of trials of each row in the book.
const PRINTED_TRIALS: f64 = 1000.0;

/// From this number of moves on, only A* is searched, because nothing else is printed.
const A_STAR_ALONE: usize = 15;

/// The searches from boards `n` random moves from the goal, computed once for all entries.
fn walks(context: &Context, n: usize) -> Result<Walks, Stopped> {
    if let Some(walks) = context.walks[n].get() {
        return Ok(*walks);
    }
    let goal = nilssons_goal();
    let good = GoodEvaluator::to_goal(&goal).expect("Nilsson's goal");
    let mut random = Random::new(context.seed_for(&format!("walks of {n}")));
    let mut walks = Walks::default();
    for trial in 0..context.trials {
        context.check()?;
        context.say(|| format!("n = {n}, trial {trial} of {}", context.trials));
        // The same tile never moves twice in a row.
        let space = nutshell_puzzle(goal.random_walk(n, &mut random));
        let blind =
            |conventions| graph_search(&space, &NoHeuristic, &context.conventions(conventions));
        let mut add = |column: usize, outcome: Outcome<Puzzle>| {
            walks.states[column].add((outcome.closed + outcome.open) as f64);
            if let Some(plan) = outcome.plan {
                walks.lengths[column].add(f64::from(plan.cost));
            }
        };
        let a_star = context.conventions(Conventions::nutshell(Rank::GPlusH));
        add(0, graph_search(&space, &good, &a_star));
        if n < A_STAR_ALONE {
            add(1, blind(Conventions::nutshell_breadth_first()));
            add(2, blind(Conventions::nutshell_depth_first(n)));
            add(3, blind(Conventions::nutshell_depth_first(2 * n)));
        }
    }
    Ok(*context.walks[n].get_or_init(|| walks))
}

/// A row of Table 7-3: states and lengths of A*, breadth-first, and depth-first search to n and
/// to 2n, and how often the last two fail, whose printed numbers are the last figures.
pub(super) fn means(context: &Context, n: usize, printed: &[Printed]) -> Figures {
    let walks = walks(context, n)?;
    let samples = walks.states.iter().chain(&walks.lengths);
    let mut figures: Vec<Obtained> = samples.map(|sample| sample.beside(PRINTED_TRIALS)).collect();
    let trials = context.trials as f64;
    for (lengths, printed) in walks.lengths[2..].iter().zip(&printed[8..]) {
        let failed = trials - lengths.count() as f64;
        // Estimate the share from both samples together.
        let share = (failed + printed.number().unwrap_or(0.0)) / (trials + PRINTED_TRIALS);
        let variance = share * (1.0 - share) * (1.0 / trials + 1.0 / PRINTED_TRIALS);
        let mean = failed / trials * PRINTED_TRIALS;
        let standard_error = variance.sqrt() * PRINTED_TRIALS;
        figures.push(Obtained::Mean { mean, standard_error });
    }
    Ok(figures)
}

/// A power law fitted to numbers of states, over the row number.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fit {
    /// To printed means.
    Printed(Vec<f64>),
    /// To our means in this column, from n = 2 to `last`.
    Ours { column: usize, last: usize },
}

impl Fit {
    pub(super) fn run(&self, context: &Context) -> Figures {
        match self {
            Self::Printed(means) => {
                let points = (1_u32..).zip(means).map(|(row, &y)| (f64::from(row), y, 0.0));
                let law = PowerLaw::fit(&points.collect::<Vec<_>>());
                Ok(vec![Obtained::Real(law.factor), Obtained::Real(law.exponent)])
            }
            &Self::Ours { column, last } => {
                let mut points = Vec::new();
                for n in 2..=last {
                    let sample = walks(context, n)?.states[column];
                    let error = sample.error_beside(PRINTED_TRIALS);
                    points.push(((n - 1) as f64, sample.mean(), error));
                }
                let law = PowerLaw::fit(&points);
                let mean = |mean, standard_error| Obtained::Mean { mean, standard_error };
                // The printed figures have errors of their own, which are included.
                let factor = mean(law.factor, law.factor * law.errors[0]);
                Ok(vec![factor, mean(law.exponent, law.errors[1])])
            }
        }
    }
}
