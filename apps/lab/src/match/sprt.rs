//! The sequential probability ratio test: stops a match as soon as it is decided.

use std::fmt;

use serde::Serialize;

use super::fields::fields;
use super::statistics::{ELO_PER_LOGIT, Pairs, score_of};

/// The test of "A is `elo0` stronger" (H0) against "A is `elo1` stronger" (H1).
///
/// The ratio is that of the likelihoods of the results of pairs under the most likely
/// distributions with these differences (the generalized test of Van den Bergh, as in fishtest).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Sprt {
    elo0: f64,
    elo1: f64,
    /// The probability of accepting H1 where H0 holds.
    alpha: f64,
    /// The probability of accepting H0 where H1 holds.
    beta: f64,
    /// Whether both are normalized Elo.
    normalized: bool,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    /// The logarithm of the ratio of the likelihoods, and the bounds that decide.
    pub(super) llr: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// A is not stronger by `elo1`.
    H0,
    /// A is stronger by more than `elo0`.
    H1,
    Undecided,
}

/// The verdict and what it is based on.
impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { test, llr, lower, upper, verdict } = self;
        let Sprt { elo0, elo1, normalized, .. } = test;
        let unit = if *normalized { "normalized Elo" } else { "Elo" };
        let verdict = match verdict {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
            Verdict::Undecided => "undecided",
        };
        write!(
            f,
            "SPRT of {elo0} (H0) against {elo1} {unit} (H1): {verdict}, log-likelihood ratio \
             {llr:.2} ({lower:.2} to {upper:.2})"
        )
    }
}

impl Sprt {
    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05`, or the same with `nelo0` and `nelo1`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let names = ["elo0", "elo1", "nelo0", "nelo1", "alpha", "beta"];
        let [elo0, elo1, nelo0, nelo1, alpha, beta] = fields(text, names)?;
        let (elo0, elo1, normalized) = match (elo0, elo1, nelo0, nelo1) {
            (Some(low), Some(high), None, None) => (low, high, false),
            (None, None, Some(low), Some(high)) => (low, high, true),
            _ => return Err("expected elo0 and elo1, or nelo0 and nelo1".into()),
        };
        let (alpha, beta) = (alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
        if !(elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0) {
            return Err("expected elo0 < elo1, both from -1000 to 1000".into());
        }
        if !(0.0 < alpha && alpha < 0.5 && 0.0 < beta && beta < 0.5) {
            return Err("expected alpha and beta between 0 and 0.5".into());
        }
        Ok(Self { elo0, elo1, alpha, beta, normalized })
    }

    /// What the results so far say.
    pub(super) fn report(&self, pairs: &Pairs) -> SprtReport {
        let llr = self.log_likelihood_ratio(pairs);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = match llr {
            _ if llr >= upper => Verdict::H1,
            _ if llr <= lower => Verdict::H0,
            _ => Verdict::Undecided,
        };
        SprtReport { test: *self, llr, lower, upper, verdict }
    }

    fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let count: u64 = pairs.iter().sum();
        if count == 0 {
            return 0.0;
        }
        // A result that did not occur yet is not impossible.
        let counts = pairs.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [null, other] = [self.elo0, self.elo1].map(|elo| match self.normalized {
            false => with_mean(&observed, score_of(elo)),
            // Of pairs, whose mean varies less than one game by the root of two.
            true => with_ratio(&observed, elo / (2.0 * ELO_PER_LOGIT) * 2f64.sqrt()),
        });
        let ratios = (0..5).map(|at| observed[at] * (other[at] / null[at]).ln());
        total * ratios.sum::<f64>()
    }
}

/// The points per game of the results of a pair.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Of the distributions with this mean, the one under which the observed one is most likely.
fn with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(observed, &POINTS.map(|points| points - mean))
}

/// Of the distributions whose mean exceeds ½ by this many standard deviations, the one under
/// which the observed one is most likely.
fn with_ratio(observed: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..20 {
        let mean: f64 = (0..5).map(|at| found[at] * POINTS[at]).sum();
        let variance: f64 = (0..5).map(|at| found[at] * (POINTS[at] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let values = POINTS.map(|points| {
            let spread = (mean - points) / deviation;
            points - 0.5 - ratio * deviation * (1.0 + spread * spread) / 2.0
        });
        let next = tilted(observed, &values);
        let change = (0..5).map(|at| (next[at] - found[at]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// The distribution `p / (1 + x·value)` under which the mean of `values` is zero.
fn tilted(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // All terms are positive between these; the mean falls as x grows.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let term = |x: f64, at: usize| observed[at] / (1.0 + x * values[at]);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        let mean: f64 = (0..5).map(|at| values[at] * term(middle, at)).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = low + (high - low) / 2.0;
    std::array::from_fn(|at| term(x, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commit messages of Stockfish quote the tests of fishtest: bounds, pairs, and the ratio that
    /// fishtest computed.
    #[test]
    fn ratios_are_those_that_fishtest_published() {
        for (test, pairs, llr) in [
            // Logistic Elo, 2021.
            ("elo0=-0.2,elo1=1.1", [406, 8728, 41933, 8848, 493], 2.94),
            ("elo0=0.2,elo1=0.9", [23, 1079, 15473, 1255, 14], 2.94),
            ("elo0=-1,elo1=0.2", [577, 11681, 56451, 11586, 605], 2.94),
            ("elo0=-0.7,elo1=0.2", [87, 6272, 81610, 6175, 108], 2.98),
            // Normalized Elo, 2026: c85637b3f, c5aef2bf1, 218c74ec4.
            ("nelo0=-1.75,nelo1=0.25", [210, 9236, 25655, 9432, 187], 2.93),
            ("nelo0=-1.75,nelo1=0.25", [234, 10427, 23159, 10582, 238], 2.96),
            ("nelo0=0,nelo1=2", [372, 17511, 39320, 17934, 399], 2.93),
            ("nelo0=0.5,nelo1=2.5", [39, 11353, 31686, 11822, 33], 2.96),
        ] {
            let report = Sprt::parse(test).expect(test).report(&pairs);
            assert!((report.llr - llr).abs() < 0.006, "{test} {pairs:?}: {}", report.llr);
            assert!((report.lower + 2.944).abs() < 1e-3 && (report.upper - 2.944).abs() < 1e-3);
        }
    }

    #[test]
    fn clear_results_decide_and_none_do_not() {
        let test = Sprt::parse("elo0=0, elo1=50, alpha=0.1, beta=0.1").expect("a test");
        let verdict = |pairs| test.report(&pairs).verdict;
        assert_eq!(verdict([0; 5]), Verdict::Undecided);
        assert_eq!(verdict([0, 0, 10, 30, 30]), Verdict::H1);
        assert_eq!(verdict([30, 30, 10, 0, 0]), Verdict::H0);
        // All alike, or all lost: finite.
        for pairs in [[0, 0, 1, 0, 0], [9, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000]] {
            for test in ["elo0=0,elo1=5", "nelo0=0,nelo1=5"] {
                let llr = Sprt::parse(test).expect(test).report(&pairs).llr;
                assert!(llr.is_finite(), "{test} {pairs:?}");
            }
        }
    }

    #[test]
    fn wrong_tests_are_refused() {
        for (wrong, part) in [
            ("", "expected elo0"),
            ("elo0=0", "elo0 and elo1"),
            ("elo0=0,nelo1=5", "elo0 and elo1"),
            ("elo0=5,elo1=0", "elo0 < elo1"),
            ("elo0=0,elo1=5,alpha=0", "alpha and beta"),
            ("elo0=0,elo1=5,beta=0.7", "alpha and beta"),
            ("elo0=0,elo1=2000", "-1000 to 1000"),
        ] {
            let error = Sprt::parse(wrong).expect_err(wrong);
            assert!(error.contains(part), "{wrong}: {error}");
        }
    }
}
