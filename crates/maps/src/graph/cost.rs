//! The costs of arcs and paths.

use std::fmt;

use tremaux_core::{Cost, FloatCost};

/// The cost of an arc, and how such costs add up to path costs.
///
/// Whole costs have 32 bits on an arc and 64 on a path, so that no path through a graph in
/// memory overflows.
pub trait ArcCost: Copy + PartialOrd + fmt::Debug + Default + Send + Sync + 'static {
    /// The cost of a path.
    type Path: PathCost<Self>;

    /// Whether sums of costs are rounded.
    const ROUNDS: bool = false;

    /// A description of what [`ArcCost::parse`] reads, for error messages.
    const EXPECTED: &'static str;

    /// The cost of the path of this arc alone.
    #[inline]
    fn to_path(self) -> Self::Path {
        Self::Path::of(self)
    }

    /// The cost as a float.
    fn to_f64(self) -> f64;

    /// Reads a cost; `None` if `word` is not a cost or is out of range.
    fn parse(word: &str) -> Option<Self>;
}

impl ArcCost for u32 {
    type Path = u64;

    const EXPECTED: &'static str = "a cost: a whole number from 0 to 4294967295";

    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

impl ArcCost for u64 {
    type Path = Self;

    const EXPECTED: &'static str = "a cost: a whole number from 0 to 18446744073709551615";

    #[inline]
    fn to_f64(self) -> f64 {
        self as f64
    }

    fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

impl ArcCost for FloatCost {
    type Path = Self;

    const ROUNDS: bool = true;

    const EXPECTED: &'static str =
        "a cost: a finite number of zero or more, which a double holds to the last whole digit";

    #[inline]
    fn to_f64(self) -> f64 {
        self.get()
    }

    fn parse(word: &str) -> Option<Self> {
        let value: f64 = word.parse().ok()?;
        // Larger whole numbers may lie between two doubles.
        const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
        let is_whole = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_exact = || [value.to_string(), format!("{value:.0}")].iter().any(|it| it == word);
        let is_rounded = is_whole && value > EXACT && !is_exact();
        (value >= 0.0 && value.is_finite() && !is_rounded).then(|| Self::new(value))
    }
}

/// The cost of a path of arcs that cost `C`.
pub trait PathCost<C>: Cost {
    /// The cost of the path of one arc.
    fn of(cost: C) -> Self;

    /// The largest finite cost that is at most the non-negative number `value`.
    fn floor(value: f64) -> Self;
}

macro_rules! impl_path_cost {
    ($($integer:ty),*) => {$(
        impl PathCost<u32> for $integer {
            #[inline]
            fn of(cost: u32) -> Self {
                cost.into()
            }

            #[inline]
            fn floor(value: f64) -> Self {
                (value as Self).min(Self::MAX - 1)
            }
        }
    )*};
}

impl_path_cost!(u32, u64);

impl PathCost<Self> for u64 {
    #[inline]
    fn of(cost: Self) -> Self {
        cost
    }

    #[inline]
    fn floor(value: f64) -> Self {
        (value as Self).min(Self::MAX - 1)
    }
}

impl PathCost<Self> for FloatCost {
    #[inline]
    fn of(cost: Self) -> Self {
        cost
    }

    #[inline]
    fn floor(value: f64) -> Self {
        Self::new(value.min(f64::MAX))
    }
}
