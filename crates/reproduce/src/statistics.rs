//! Means, their errors, and power laws.

/// A sample of numbers, added one by one (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of the squared differences from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let difference = value - self.mean;
        self.mean += difference / self.count as f64;
        self.squares += difference * (value - self.mean);
    }

    /// The number of values.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean, or 0 of an empty sample.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of the population, estimated from the sample; 0 for fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The standard error of the difference between this mean and that of `others` draws from
    /// the same population.
    ///
    /// ```
    /// use tremaux_reproduce::Sample;
    /// let sample: Sample = [1.0, 2.0, 3.0].into_iter().collect();
    /// assert!((sample.error_beside(3.0) - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    /// ```
    pub fn error_beside(&self, others: f64) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        (self.variance() * (1.0 / self.count as f64 + 1.0 / others)).sqrt()
    }

    /// The mean, for comparison with that of `others` draws from the same population.
    pub(crate) fn beside(&self, others: f64) -> crate::Obtained {
        crate::Obtained::Mean { mean: self.mean, standard_error: self.error_beside(others) }
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

/// y = factor · x^exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// The value at 1.
    pub factor: f64,
    /// The exponent.
    pub exponent: f64,
    /// The standard errors of the logarithm of the factor, and of the exponent.
    pub errors: [f64; 2],
}

impl PowerLaw {
    /// Fits a power law to `points`, (x, y, standard error of y), by least squares on the
    /// logarithms of both, with equal weights, as spreadsheets do.
    ///
    /// The errors follow from the errors of y only. They do not measure how well a power law
    /// describes the points. There must be two different x, and all values must be positive.
    ///
    /// ```
    /// use tremaux_reproduce::PowerLaw;
    /// let law = PowerLaw::fit(&[(1.0, 3.0, 0.0), (2.0, 12.0, 0.0), (4.0, 48.0, 0.0)]);
    /// assert!((law.factor - 3.0).abs() < 1e-9 && (law.exponent - 2.0).abs() < 1e-9);
    /// ```
    pub fn fit(points: &[(f64, f64, f64)]) -> Self {
        let count = points.len() as f64;
        let mean_x = points.iter().map(|(x, ..)| x.ln()).sum::<f64>() / count;
        let spread: f64 = points.iter().map(|(x, ..)| (x.ln() - mean_x).powi(2)).sum();
        let (mut logarithm, mut exponent, mut variances) = (0.0, 0.0, [0.0; 2]);
        for &(x, y, error) in points {
            // Slope and intercept are weighted sums over the logarithms of y.
            let slope = (x.ln() - mean_x) / spread;
            let level = 1.0 / count - mean_x * slope;
            exponent += slope * y.ln();
            logarithm += level * y.ln();
            let relative = error / y;
            variances[0] += (level * relative).powi(2);
            variances[1] += (slope * relative).powi(2);
        }
        Self { factor: logarithm.exp(), exponent, errors: variances.map(f64::sqrt) }
    }
}
