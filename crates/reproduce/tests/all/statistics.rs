//! Samples and power laws.

use tremaux_reproduce::{PowerLaw, Sample};

#[test]
fn a_sample_has_the_moments_of_the_books() {
    let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
    assert_eq!((sample.count(), sample.mean()), (8, 5.0));
    assert!((sample.variance() - 32.0 / 7.0).abs() < 1e-12);
    let one: Sample = [3.0].into_iter().collect();
    assert_eq!((one.variance(), one.error_beside(10.0)), (0.0, 0.0));
}

#[test]
fn errors_of_a_fit_are_those_of_repeated_fits() {
    // Compare with numerical derivatives with respect to each point.
    let points = [(1.0, 4.5, 0.1), (2.0, 13.0, 0.3), (3.0, 25.0, 0.9), (7.0, 90.0, 2.0)];
    let law = PowerLaw::fit(&points);
    let mut variances = [0.0; 2];
    for at in 0..points.len() {
        let mut moved = points;
        moved[at].1 += 1e-6;
        let near = PowerLaw::fit(&moved);
        let change = [near.factor.ln() - law.factor.ln(), near.exponent - law.exponent];
        for (variance, change) in variances.iter_mut().zip(change) {
            *variance += (change / 1e-6 * points[at].2).powi(2);
        }
    }
    for (variance, error) in variances.iter().zip(law.errors) {
        assert!((variance.sqrt() / error - 1.0).abs() < 1e-3);
    }
}
