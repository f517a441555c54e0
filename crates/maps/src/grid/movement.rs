//! Movement rules and step costs.

use std::fmt;

use tremaux_search::IntegerCost;

use super::cell::{Cell, Direction};

/// Which steps lead from one free cell to another.
///
/// The rule depends on the map, and path lengths differ between rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Movement {
    /// Steps to the four cells that share a side.
    FourNeighbours,
    /// Steps to all eight neighbours, diagonally only if both cells beside the step are free:
    /// the rule of the MovingAI benchmarks.
    NoCornerCutting,
    /// Steps to all eight neighbours, diagonally only if at least one of the two cells beside
    /// the step is free.
    OneSideFree,
    /// Steps to all eight neighbours, diagonally even between two blocked cells.
    CornersAlways,
}

impl Movement {
    /// All rules.
    pub const ALL: [Self; 4] =
        [Self::FourNeighbours, Self::NoCornerCutting, Self::OneSideFree, Self::CornersAlways];

    /// The name by which users choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FourNeighbours => "four",
            Self::NoCornerCutting => "eight-no-corners",
            Self::OneSideFree => "eight-one-side",
            Self::CornersAlways => "eight-always",
        }
    }

    /// The steps allowed from a free cell, as a set of bits by [`Direction`], if `free` is
    /// the set of directions in which the next cell is free.
    #[inline]
    #[must_use]
    pub const fn steps(self, free: u8) -> u8 {
        let straight = free & 0b0101_0101;
        // A diagonal's bit, if the straight cell before it, or after it, is free.
        let (before, after) = (straight << 1, straight.rotate_right(1));
        match self {
            Self::FourNeighbours => straight,
            Self::NoCornerCutting => straight | free & before & after,
            Self::OneSideFree => straight | free & 0b1010_1010 & (before | after),
            Self::CornersAlways => free,
        }
    }

    /// Whether cells that touch only at a corner are connected.
    #[inline]
    pub(super) const fn connects_corners(self) -> bool {
        matches!(self, Self::CornersAlways)
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Step costs: true lengths, or integers as in many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum StepCosts {
    /// One for a straight step, the square root of two for a diagonal one.
    Euclidean,
    /// Two integers; costs are exact.
    Integers {
        /// For a straight step.
        straight: u32,
        /// For a diagonal step: from `straight` to twice as much.
        diagonal: u32,
    },
}

impl StepCosts {
    /// 10 and 14, as in many games: diagonal steps are 1 % too cheap.
    pub const TEN_FOURTEEN: Self = Self::Integers { straight: 10, diagonal: 14 };
    /// 70 and 99: accurate to one part in 20,000.
    pub const SEVENTY_NINETY_NINE: Self = Self::Integers { straight: 70, diagonal: 99 };

    /// Whether jump points and octile distances are correct for these costs: a diagonal step
    /// costs at least one straight step and at most two, and neither is too large.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        match self {
            Self::Euclidean => true,
            Self::Integers { straight, diagonal } => {
                0 < straight && straight <= diagonal && diagonal <= 2 * straight && straight <= 1000
            }
        }
    }
}

/// Integer costs of steps.
///
/// # The square root of two in integers
///
/// A path of `a` straight and `b` diagonal steps is `a + b√2` long. The search adds
/// integers: `aS + bD`, where `D / S` is a convergent of the continued fraction of √2. Let
/// two paths differ by `p` straight and `q` diagonal steps. The integers order them wrongly,
/// or call unequal ones equal, only if `-p / q` lies between `D / S` and √2, or is `D / S`;
/// and as convergents are best approximations (Lagrange), each fraction there has a
/// denominator of at least `S`. So **integers order all paths right that differ by fewer than
/// `S` diagonal steps**.
///
/// * [`StepScale::FAST`] has `S` = 13860 and `D` = 19601: everything fits `u32`, and records
///   of nodes are small. A path found with it that costs less than `S · D` is a shortest one
///   beyond doubt. For as `D / S` exceeds √2, it and any shorter one are shorter than `D`
///   cells, and `D / √2` is less than `S + 1`, so that neither has more than `S` diagonal
///   steps. They differ by fewer than `S`, unless one has `S` and the other none; the one
///   with `S` costs `S · D`, so it is not the one found, and it is longer than `D - 1`, so it
///   is not shorter. [`StepScale::is_certain`] checks the cost after the search; longer
///   paths are searched once more with
/// * [`StepScale::exact_for`], in `u64`, whose `S` exceeds the number of steps (times the
///   greatest weight of a cell) that any simple path on the map can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct StepScale<C> {
    /// The cost of a straight step.
    pub straight: C,
    /// The cost of a diagonal step.
    pub diagonal: C,
    /// Whether only straight steps are allowed.
    pub is_four: bool,
}

/// Convergents of the square root of two, from [`StepScale::FAST`] on.
const CONVERGENTS: [(u64, u64); 12] = [
    (13_860, 19_601),
    (33_461, 47_321),
    (80_782, 114_243),
    (195_025, 275_807),
    (470_832, 665_857),
    (1_136_689, 1_607_521),
    (6_625_109, 9_369_319),
    (15_994_428, 22_619_537),
    (93_222_358, 131_836_323),
    (225_058_681, 318_281_039),
    (543_339_720, 768_398_401),
    (1_311_738_121, 1_855_077_841),
];

impl StepScale<u32> {
    /// The square root of two for nodes with 32-bit costs.
    pub const FAST: Self = Self { straight: 13_860, diagonal: 19_601, is_four: false };

    /// The scale for searches with 32-bit costs.
    pub const fn fast(costs: StepCosts, movement: Movement) -> Self {
        let is_four = matches!(movement, Movement::FourNeighbours);
        match costs {
            StepCosts::Integers { straight, diagonal } => Self { straight, diagonal, is_four },
            // Without diagonal steps any scale is exact.
            StepCosts::Euclidean if is_four => Self { straight: 1, diagonal: 2, is_four },
            StepCosts::Euclidean => Self { is_four, ..Self::FAST },
        }
    }

    /// Whether a cheapest path of this cost is certainly a shortest one.
    #[inline]
    #[must_use]
    pub const fn is_certain(self, costs: StepCosts, cost: u32) -> bool {
        let is_exact = self.is_four || matches!(costs, StepCosts::Integers { .. });
        is_exact || (cost as u64) < self.straight as u64 * self.diagonal as u64
    }
}

impl StepCosts {
    /// The cost of this many straight and diagonal steps: see [`StepScale::length`].
    #[inline]
    #[must_use]
    pub fn of_steps(self, straight: u64, diagonal: u64) -> f64 {
        match self {
            Self::Euclidean => straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2,
            Self::Integers { straight: one, diagonal: other } => {
                (straight * u64::from(one) + diagonal * u64::from(other)) as f64
            }
        }
    }
}

impl StepScale<u64> {
    /// A scale that orders all paths right on a map where `bound` exceeds the number of
    /// steps of a simple path times the greatest weight; `None` if costs might not fit.
    pub fn exact_for(costs: StepCosts, movement: Movement, bound: u64) -> Option<Self> {
        let is_four = movement == Movement::FourNeighbours;
        let (straight, diagonal) = match costs {
            StepCosts::Integers { straight, diagonal } => (straight.into(), diagonal.into()),
            StepCosts::Euclidean if is_four => (1, 2),
            StepCosts::Euclidean => {
                CONVERGENTS.into_iter().find(|&(straight, _)| straight > bound)?
            }
        };
        // Doubled, as A* adds an estimate.
        bound.checked_mul(diagonal)?.checked_mul(2)?;
        Some(Self { straight, diagonal, is_four })
    }
}

impl<C: Copy + From<u32> + std::ops::Mul<Output = C> + std::ops::Add<Output = C>> StepScale<C> {
    /// The cost of a step on terrain of weight 1.
    #[inline]
    #[must_use]
    pub fn step(self, direction: Direction) -> C {
        if direction.is_diagonal() { self.diagonal } else { self.straight }
    }

    /// The cost between two cells on a map without obstacles, of weight 1: the octile
    /// distance, or the Manhattan distance where only straight steps are allowed.
    #[inline]
    #[must_use]
    pub fn distance(self, a: Cell, b: Cell) -> C {
        let (long, short) = a.spans(b);
        if self.is_four {
            return self.straight * C::from(long + short);
        }
        self.straight * C::from(long - short) + self.diagonal * C::from(short)
    }
}

impl<C: IntegerCost> StepScale<C> {
    /// The search's cost for a cost of 1 on the map: a straight step, unless step costs are
    /// integers.
    pub(super) fn unit(self, costs: StepCosts) -> f64 {
        if costs == StepCosts::Euclidean { self.straight.to_u64() as f64 } else { 1.0 }
    }

    /// Converts a cost to a length in cells (times weights), or to the cost itself if step costs
    /// are integers.
    ///
    /// The numbers of straight and diagonal steps are recovered from the cost, so that the
    /// length is as exact as a float can be. That needs fewer than `S` diagonal steps.
    #[must_use]
    pub fn length(self, costs: StepCosts, cost: C) -> f64 {
        let cost = cost.to_u64();
        if self.is_four || matches!(costs, StepCosts::Integers { .. }) {
            return cost as f64 / self.unit(costs);
        }
        let [cost, straight, diagonal] =
            [cost, self.straight.to_u64(), self.diagonal.to_u64()].map(u128::from);
        // D² is 2S² ± 1, so that D is its own inverse modulo S but for the sign.
        let product = cost % straight * diagonal % straight;
        let is_greater = diagonal * diagonal > 2 * straight * straight;
        let diagonals = if is_greater { product } else { (straight - product) % straight };
        let straights = cost.saturating_sub(diagonals * diagonal) / straight;
        straights as f64 + diagonals as f64 * std::f64::consts::SQRT_2
    }
}

#[cfg(test)]
mod tests {
    use super::CONVERGENTS;

    #[test]
    fn convergents_are_convergents() {
        for (q, p) in CONVERGENTS {
            let (q, p) = (i128::from(q), i128::from(p));
            assert_eq!((p * p - 2 * q * q).abs(), 1, "{p}/{q}");
        }
    }
}
