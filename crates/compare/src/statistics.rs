//! Statistics for reports: location, spread, paired tests, fits.

/// Location and spread of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Their mean.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// The sample standard deviation, 0 for one value.
    pub deviation: f64,
}

impl Summary {
    /// Summarises at least one value.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if sorted.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
        let median = low + (high - low) / 2.0;
        Some(Self { mean, median, deviation })
    }
}

/// The geometric mean of positive values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() || values.iter().any(|value| *value <= 0.0) {
        return None;
    }
    Some((values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp())
}

/// A Wilcoxon signed-rank test of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// The number of pairs whose values differ.
    pub pairs: usize,
    /// The sum of the ranks of the pairs whose first value is larger.
    pub plus: f64,
    /// The sum of the ranks of the pairs whose first value is smaller.
    pub minus: f64,
    /// The two-sided probability of a difference at least this large by chance.
    pub probability: f64,
    /// Whether the probability is exact rather than the normal approximation.
    pub is_exact: bool,
    /// The matched-pairs rank-biserial correlation: −1 if the first value is always smaller, 1
    /// if it is always larger (Kerby, 2014).
    pub effect: f64,
}

/// The maximum number of pairs for which the exact distribution is computed.
const MOST_EXACT: usize = 50;

/// Tests whether the first value of each pair tends to be larger or smaller than the second
/// (Wilcoxon, 1945). Pairs with equal values are omitted; equal differences share their ranks.
///
/// For up to 50 pairs without equal differences, the probability is exact. Otherwise it is the
/// normal approximation with corrections for ties and continuity. Returns `None` if no pair
/// differs.
///
/// # Examples
///
/// ```
/// let pairs = [(1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (4.0, 8.0), (5.0, 10.0)];
/// let test = tremaux_compare::statistics::wilcoxon(&pairs).expect("they differ");
/// assert!(test.is_exact);
/// assert_eq!((test.plus, test.minus), (0.0, 15.0));
/// assert_eq!(test.probability, 2.0 / 32.0);
/// assert_eq!(test.effect, -1.0);
/// ```
pub fn wilcoxon(pairs: &[(f64, f64)]) -> Option<Wilcoxon> {
    let differences = pairs.iter().map(|(first, second)| first - second);
    let mut differences: Vec<f64> = differences.filter(|it| *it != 0.0).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = differences.len();
    if count == 0 {
        return None;
    }
    let (mut plus, mut minus, mut tied) = (0.0, 0.0, 0.0);
    let mut at = 0;
    while at < count {
        let same =
            differences[at..].iter().take_while(|it| it.abs() == differences[at].abs()).count();
        // The mean of the ranks from `at + 1` to `at + same`.
        let rank = at as f64 + (same as f64 + 1.0) / 2.0;
        for difference in &differences[at..at + same] {
            *(if *difference > 0.0 { &mut plus } else { &mut minus }) += rank;
        }
        tied += (same as f64).powi(3) - same as f64;
        at += same;
    }
    let is_exact = tied == 0.0 && count <= MOST_EXACT;
    let smaller = f64::min(plus, minus);
    let size = count as f64;
    let probability = if is_exact {
        (2.0 * exact_tail(count, smaller as usize)).min(1.0)
    } else {
        let mean = size * (size + 1.0) / 4.0;
        let variance = size * (size + 1.0) * (2.0 * size + 1.0) / 24.0 - tied / 48.0;
        let distance = ((mean - smaller).abs() - 0.5).max(0.0);
        (2.0 * normal_tail(distance / variance.sqrt())).min(1.0)
    };
    let effect = (plus - minus) / (plus + minus);
    Some(Wilcoxon { pairs: count, plus, minus, probability, is_exact, effect })
}

/// The probability that the ranks 1..=`count` with random signs sum to at most `sum` on one
/// side, computed by counting subsets.
fn exact_tail(count: usize, sum: usize) -> f64 {
    let most = count * (count + 1) / 2;
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for rank in 1..=count {
        for total in (rank..=most).rev() {
            ways[total] += ways[total - rank];
        }
    }
    ways[..=sum.min(most)].iter().sum::<f64>() / 2.0_f64.powi(count as i32)
}

/// The probability that a standard normal variable exceeds `z` ≥ 0.
///
/// Uses Laplace's continued fraction in the tail and the Taylor series near the middle; both
/// are accurate to about twelve digits.
fn normal_tail(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 2.5 {
        let (mut term, mut sum, mut odd) = (z, z, 1.0);
        while term.abs() > 1e-17 {
            odd += 2.0;
            term *= z * z / odd;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    let mut fraction = z;
    for k in (1..=120).rev() {
        fraction = z + f64::from(k) / fraction;
    }
    density / fraction
}

/// A straight line through points, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it meets x = 0.
    pub intercept: f64,
    /// The slope.
    pub slope: f64,
    /// The coefficient of determination: the share of the variance in y that it explains.
    pub determination: f64,
}

/// Fits a line. Returns `None` if all points have the same x.
pub fn fit_line(points: &[(f64, f64)]) -> Option<Line> {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let square_x: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let square_y: f64 = points.iter().map(|(_, y)| (y - mean_y).powi(2)).sum();
    let product: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    if points.len() < 2 || square_x <= 0.0 {
        return None;
    }
    let slope = product / square_x;
    let determination =
        if square_y > 0.0 { product * product / (square_x * square_y) } else { 1.0 };
    Some(Line { intercept: mean_y - slope * mean_x, slope, determination })
}

/// The effective branching factor: the b of a uniform tree with `depth` levels below its root
/// and `nodes` nodes without the root, b + b² + … + b^depth.
///
/// Returns `None` if there are fewer nodes than levels, or no levels.
///
/// # Examples
///
/// ```
/// use tremaux_compare::statistics::effective_branching_factor;
///
/// let factor = effective_branching_factor(2.0 + 4.0 + 8.0, 3).expect("a tree");
/// assert!((factor - 2.0).abs() < 1e-9);
/// ```
pub fn effective_branching_factor(nodes: f64, depth: u64) -> Option<f64> {
    if depth == 0 || nodes < depth as f64 || !nodes.is_finite() {
        return None;
    }
    let power = depth.min(i32::MAX as u64) as i32;
    let size = |b: f64| if b == 1.0 { depth as f64 } else { b * (b.powi(power) - 1.0) / (b - 1.0) };
    let (mut low, mut high) = (1.0, nodes.max(1.0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        // A tree whose size overflows is larger than any other.
        *(if size(middle) > nodes { &mut high } else { &mut low }) = middle;
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * b.abs().max(1e-9)
    }

    /// Enumerates every assignment of signs.
    #[test]
    fn exact_probabilities_equal_enumeration() {
        for count in 1..=10_usize {
            for sum in 0..=count * (count + 1) / 2 {
                let below = (0..1_u32 << count)
                    .filter(|signs| {
                        let ranks = (0..count).filter(|at| signs >> at & 1 == 1);
                        ranks.map(|at| at + 1).sum::<usize>() <= sum
                    })
                    .count();
                let expected = below as f64 / f64::from(1_u32 << count);
                assert!(is_near(exact_tail(count, sum), expected), "{count} {sum}");
            }
        }
    }

    #[test]
    fn the_normal_tail_is_that_of_the_tables() {
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.158_655_253_931_457_05),
            (1.959_963_984_540_054, 0.025),
            (3.0, 0.001_349_898_031_630_094_6),
            (6.0, 9.865_876_450_376_946e-10),
        ] {
            assert!((normal_tail(z) / expected - 1.0).abs() < 1e-9, "{z}: {}", normal_tail(z));
        }
    }
}
