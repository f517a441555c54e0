//! The functions by name, and those of the user's own.

use std::f64::consts::PI;

use super::expression::Expression;

/// A function of several variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Rastrigin (1974): a bowl with a local minimum at every point of whole coordinates.
    Rastrigin,
    /// Rosenbrock (1960): a bent valley with a flat floor.
    Rosenbrock,
    /// Ackley (1987): a plain with many local minima and a hole in the middle.
    Ackley,
    /// Schwefel (1981): the best minimum is far from the next best.
    Schwefel,
    /// A terrain upside down: foothills, a plain, and a ridge that leads to the peak.
    Terrain,
    /// A formula of the user's own.
    Expression(Expression),
}

/// Names of the functions, each with its function and its usual range.
pub(super) const NAMED: [(&str, Formula, (f64, f64)); 5] = [
    ("rastrigin", Formula::Rastrigin, (-5.12, 5.12)),
    ("rosenbrock", Formula::Rosenbrock, (-5.0, 10.0)),
    ("ackley", Formula::Ackley, (-32.768, 32.768)),
    ("schwefel", Formula::Schwefel, (-500.0, 500.0)),
    ("terrain", Formula::Terrain, (0.0, 10.0)),
];

/// The height of the terrain: a peak of 10 at (7.5, 7), three foothills, a ridge from the lower
/// left that rises slowly and falls steeply on both sides, and a plain at 1.
fn height(x: f64, y: f64) -> f64 {
    let hill = |(at_x, at_y): (f64, f64), height: f64, width: f64| {
        height * (-((x - at_x).powi(2) + (y - at_y).powi(2)) / width).exp()
    };
    let (along, across) = ((x + y) / 2.0, (x - y - 0.5).abs());
    let ridge = 1.0 + 0.7 * along - 8.0 * across;
    [
        hill((7.5, 7.0), 10.0, 3.0),
        hill((2.0, 8.0), 6.0, 1.5),
        hill((3.0, 4.5), 4.0, 0.8),
        hill((8.0, 2.0), 7.0, 1.2),
        if along < 7.0 { ridge } else { 0.0 },
    ]
    .into_iter()
    .fold(1.0, f64::max)
}

impl Formula {
    /// Whether the value is a function of sums of [`Formula::term`]s.
    pub(super) fn has_terms(&self) -> bool {
        !matches!(self, Self::Terrain | Self::Expression(_))
    }

    /// Two numbers for the variable `at`, which the value of the function sums up.
    pub(super) fn term(&self, x: &[f64], at: usize) -> [f64; 2] {
        let own = x[at];
        match self {
            Self::Rastrigin => [own * own - 10.0 * (2.0 * PI * own).cos() + 10.0, 0.0],
            Self::Rosenbrock => match x.get(at + 1) {
                Some(next) => {
                    let bend = next - own * own;
                    [100.0 * bend * bend + (1.0 - own) * (1.0 - own), 0.0]
                }
                None => [0.0; 2],
            },
            Self::Ackley => [own * own, (2.0 * PI * own).cos()],
            Self::Schwefel => [-own * own.abs().sqrt().sin(), 0.0],
            Self::Terrain | Self::Expression(_) => [0.0; 2],
        }
    }

    /// The value, from the sums of the terms of `count` variables.
    pub(super) fn of_sums(&self, [first, second]: [f64; 2], count: usize) -> f64 {
        let count = count as f64;
        match self {
            Self::Ackley => {
                let far = -20.0 * (-0.2 * (first / count).sqrt()).exp();
                far - (second / count).exp() + 20.0 + std::f64::consts::E
            }
            Self::Schwefel => 418.982_887_272_433_8 * count + first,
            _ => first,
        }
    }

    /// The value at a point; infinite where the function is not defined.
    pub fn at(&self, point: &[f64]) -> f64 {
        let value = match self {
            Self::Terrain => 10.0 - height(point[0], point.get(1).copied().unwrap_or(0.0)),
            Self::Expression(expression) => expression.at(point),
            _ => {
                let mut sums = [0.0; 2];
                for at in 0..point.len() {
                    let term = self.term(point, at);
                    sums = [sums[0] + term[0], sums[1] + term[1]];
                }
                self.of_sums(sums, point.len())
            }
        };
        defined(value)
    }

    /// A value below which the function is nowhere, if one is known.
    pub(super) fn lower_bound(&self) -> f64 {
        match self {
            Self::Rastrigin | Self::Rosenbrock | Self::Terrain => 0.0,
            // Their constants are rounded.
            Self::Ackley | Self::Schwefel | Self::Expression(_) => f64::NEG_INFINITY,
        }
    }

    /// How far above [`Formula::lower_bound`] a value can be that is computed as this bound.
    pub(super) fn rounding(&self, variables: usize) -> f64 {
        match self {
            // Its values are sums of terms that differ from the true ones by some units in the
            // last place of 20.
            Self::Rastrigin => 1e-14 * variables as f64,
            Self::Terrain => 1e-14,
            // It is computed as 0 only at the minimum, where nothing is rounded.
            Self::Rosenbrock | Self::Ackley | Self::Schwefel | Self::Expression(_) => 0.0,
        }
    }
}

/// The value, or infinity where the function is not defined: poles are no minima.
#[inline]
pub(super) fn defined(value: f64) -> f64 {
    if value.is_finite() { value } else { f64::INFINITY }
}
