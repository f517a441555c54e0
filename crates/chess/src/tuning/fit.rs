//! Logistic regression of results on the evaluation.

use super::games::Sample;
use crate::evaluation::Tapered;
use crate::evaluation::weights::COUNT;

/// Fitted weights, and how well they predict the results.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, rounded.
    pub weights: Vec<Tapered>,
    /// The slope of the logistic function, per hundredth of a pawn.
    pub slope: f64,
    /// The mean squared errors on the positions that were fitted, before and after.
    pub error: (f64, f64),
    /// The same on every tenth game, which was left out; `None` if there are no such positions.
    pub left_out: Option<(f64, f64)>,
}

/// What the positions of a game are for.
fn is_left_out(sample: &Sample) -> bool {
    sample.game % 10 == 9
}

type Values = [[f64; 2]; COUNT];

fn value(sample: &Sample, weights: &Values) -> f64 {
    let (mut middle, mut end) = (0.0, 0.0);
    for &(at, count) in &sample.features {
        let [m, e] = weights[usize::from(at)];
        middle += m * f64::from(count);
        end += e * f64::from(count);
    }
    middle * f64::from(sample.middle) + end * f64::from(sample.end)
}

fn error(samples: &[&Sample], weights: &Values, slope: f64) -> f64 {
    let squares = samples.iter().map(|sample| {
        let expected = 1.0 / (1.0 + (-slope * value(sample, weights)).exp());
        (expected - f64::from(sample.result)).powi(2)
    });
    squares.sum::<f64>() / samples.len().max(1) as f64
}

/// The slope with the least error, by ternary search.
fn best_slope(samples: &[&Sample], weights: &Values) -> f64 {
    let (mut low, mut high) = (0.000_5, 0.02);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(samples, weights, a) < error(samples, weights, b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// Fits weights by gradient descent (Adam, Kingma and Ba 2015), drawn a little towards the first
/// ones, so that rare features keep theirs.
pub(super) fn fit(samples: &[Sample], first: &[Tapered; COUNT], steps: u32) -> Fit {
    const RATE: f64 = 1.0;
    /// In squared error per squared hundredth of a pawn.
    const PULL: f64 = 1e-8;
    let (left_out, used): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| is_left_out(sample));
    let start: Values = first.map(|it| [f64::from(it.middle), f64::from(it.end)]);
    let slope = best_slope(&used, &start);
    let mut weights = start;
    let mut moments = [[[0.0_f64; 2]; 2]; COUNT];
    for step in 1..=steps {
        let mut gradient = [[0.0; 2]; COUNT];
        for sample in &used {
            let expected = 1.0 / (1.0 + (-slope * value(sample, &weights)).exp());
            let part = (expected - f64::from(sample.result)) * expected * (1.0 - expected);
            let (middle, end) = (part * f64::from(sample.middle), part * f64::from(sample.end));
            for &(at, count) in &sample.features {
                let [m, e] = &mut gradient[usize::from(at)];
                *m += middle * f64::from(count);
                *e += end * f64::from(count);
            }
        }
        let rate = RATE * (1.0 - f64::from(step) / f64::from(steps + 1));
        let scale = 2.0 * slope / used.len().max(1) as f64;
        for at in 0..COUNT {
            for part in 0..2 {
                let pull = 2.0 * PULL * (weights[at][part] - start[at][part]);
                let slope = scale * gradient[at][part] + pull;
                let [mean, square] = &mut moments[at][part];
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let mean = *mean / (1.0 - 0.9_f64.powi(step as i32));
                let square = *square / (1.0 - 0.999_f64.powi(step as i32));
                weights[at][part] -= rate * mean / (square.sqrt() + 1e-12);
            }
        }
    }
    let rounded = weights
        .map(|[middle, end]| Tapered { middle: middle.round() as i32, end: end.round() as i32 });
    let last: Values = rounded.map(|it| [f64::from(it.middle), f64::from(it.end)]);
    Fit {
        weights: rounded.to_vec(),
        slope,
        error: (error(&used, &start, slope), error(&used, &last, slope)),
        left_out: (!left_out.is_empty())
            .then(|| (error(&left_out, &start, slope), error(&left_out, &last, slope))),
    }
}
