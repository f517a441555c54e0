//! What the results of games say of the players' strength.
//!
//! Both games of a pair begin with the same opening, so their results depend on each other; the
//! pairs do not. Error bars and the sequential test are therefore computed from the sums of pairs:
//! 0, ½, 1, 1½ or 2 points.

use serde::Serialize;

/// How many pairs ended with 0, ½, 1, 1½ and 2 points for A.
pub(super) type Pairs = [u64; 5];

/// Standard deviations of a two-sided 95 % interval of a normal variable.
pub(super) const DEVIATIONS: f64 = 1.959_964;

/// The same of Student's distribution, by degrees of freedom from 1 on.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, //
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, //
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// Elo per unit of the natural logarithm of the odds; also the factor of normalized Elo.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Wilson's interval (1927) for the mean of `games` results between 0 and 1.
///
/// It assumes results of 0 or 1. Draws have a smaller variance, so the interval is rather too
/// wide.
pub(super) fn wilson(mean: f64, games: f64) -> [f64; 2] {
    if games == 0.0 {
        return [0.0, 1.0];
    }
    let z2 = DEVIATIONS * DEVIATIONS;
    let middle = mean + z2 / (2.0 * games);
    let spread = DEVIATIONS * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z2 / games;
    [((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)]
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Estimate {
    pub(super) estimate: f64,
    /// Omitted if the mean is so close to a certain win or loss that the end is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) high: Option<f64>,
}

/// The score that is expected of a player who is `elo` stronger.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The difference of Elo at which this score is expected; `None` where it is infinite.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_LOGIT * (score / (1.0 - score)).ln())
}

/// The number of pairs, the mean of their points per game, and its variance.
fn moments(pairs: &Pairs) -> (f64, f64, f64) {
    let count = pairs.iter().sum::<u64>() as f64;
    let points = |at: usize| at as f64 / 4.0;
    let mean = |of: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(at, &pairs)| pairs as f64 * of(points(at))).sum::<f64>()
            / count
    };
    let average = mean(&|points| points);
    (count, average, mean(&|points| (points - average).powi(2)))
}

/// The mean points per game of the pairs and its 95 % interval by Student's distribution, which may
/// exceed 0 to 1; `None` if the pairs do not differ, so that nothing is known of the error.
pub(super) fn interval(pairs: &Pairs) -> Option<(f64, [f64; 2])> {
    let (count, mean, variance) = moments(pairs);
    if count == 0.0 || variance == 0.0 {
        return None;
    }
    let freedom = count - 1.0;
    let deviations = STUDENT.get(freedom as usize - 1).copied().unwrap_or_else(|| {
        // The first terms of its expansion (Fisher 1926).
        DEVIATIONS + (DEVIATIONS.powi(3) + DEVIATIONS) / (4.0 * freedom)
    });
    let error = deviations * (variance / freedom).sqrt();
    Some((mean, [mean - error, mean + error]))
}

/// The difference of Elo; `None` if there is no [`interval`] or no finite estimate.
pub(super) fn elo(pairs: &Pairs) -> Option<Estimate> {
    let (mean, [low, high]) = interval(pairs)?;
    Some(Estimate { estimate: elo_of(mean)?, low: elo_of(low), high: elo_of(high) })
}

/// Normalized Elo (Van den Bergh 2021): the mean in standard deviations of one game instead of in
/// points, so that it depends little on the number of draws.
pub(super) fn normalized_elo(pairs: &Pairs) -> Option<Estimate> {
    let (mean, [low, high]) = interval(pairs)?;
    let (_, _, variance) = moments(pairs);
    // A game has twice the variance of the mean of two.
    let scale = 2.0 * ELO_PER_LOGIT / (2.0 * variance).sqrt();
    let of = |score: f64| (score - 0.5) * scale;
    Some(Estimate { estimate: of(mean), low: Some(of(low)), high: Some(of(high)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_books() {
        // 81 of 263: Newcombe 1998, table I, method 3.
        let [low, high] = wilson(81.0 / 263.0, 263.0);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0)[0], 0.0);
        assert!(wilson(1.0, 10.0)[0] < 0.75);
    }

    /// Computed apart, by the definitions, in Python.
    #[test]
    fn error_bars_are_those_of_pairs() {
        let near = |found: Option<Estimate>, [middle, low, high]: [f64; 3]| {
            let found = found.expect("an estimate");
            let ends = [found.estimate, found.low.unwrap(), found.high.unwrap()];
            let is_near = ends.iter().zip([middle, low, high]).all(|(a, b)| (a - b).abs() < 1e-3);
            assert!(is_near, "{found:?}");
        };
        let few = [3, 5, 10, 8, 4];
        near(elo(&few), [29.02027, -47.67681, 108.69867]);
        near(normalized_elo(&few), [35.38635, -57.90763, 128.68033]);
        let many = [406, 8728, 41933, 8848, 493];
        near(elo(&many), [0.84547, 0.02535, 1.66560]);
        near(normalized_elo(&many), [2.01973, 0.06056, 3.97890]);
        // Nothing is known of the error if all pairs are alike, and infinite ends are left out.
        assert_eq!(
            (elo(&[0; 5]), elo(&[0, 0, 9, 0, 0]), elo(&[0, 0, 0, 0, 3])),
            (None, None, None)
        );
        assert_eq!(elo(&[0, 0, 0, 1, 3]).expect("an estimate").high, None);
    }

    #[test]
    fn elo_is_that_of_the_logistic_curve() {
        // Elo's table: 76 % is about 200, 64 % about 100.
        assert!((score_of(200.0) - 0.7597).abs() < 1e-4);
        assert!((score_of(100.0) - 0.6401).abs() < 1e-4);
        assert!((elo_of(0.75).unwrap() - 190.848).abs() < 1e-3);
        assert_eq!((elo_of(1.0), elo_of(0.0)), (None, None));
    }
}
