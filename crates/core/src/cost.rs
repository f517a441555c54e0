//! Path costs.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::iter::Sum;
use std::num::NonZeroU32;
use std::ops::{Add, AddAssign, Mul};

use crate::packed::FixedPacked;
use crate::sort_key::SortKey;

/// A non-negative path cost: a totally ordered, saturating additive monoid.
///
/// Algorithms never use `+` or `f64` directly, so integer costs stay exact and float costs stay
/// totally ordered. It has a fixed-width byte form, so that every search can be saved, and is a
/// number, so that open lists can sort it into buckets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a path cost",
    label = "not a cost",
    note = "use an unsigned integer (`u8` to `u64`), or `tremaux::FloatCost` for fractions"
)]
pub trait Cost: FixedPacked + SortKey + Debug + Default + Send + Sync + 'static {
    /// Whether sums are exact unless they overflow. If not, a proof holds up to
    /// [`SearchReport::rounding`](crate::SearchReport::rounding).
    const IS_EXACT: bool;
    /// The cost of the empty path.
    const ZERO: Self;
    /// Greater than every other cost. As an estimate it means "dead end".
    const INFINITY: Self;
    /// The greatest finite cost, just below [`Cost::INFINITY`]. As an estimate it means "at
    /// least this much".
    const LARGEST: Self;

    /// Adds two costs, saturating at [`Cost::INFINITY`].
    ///
    /// If the sum of two finite costs is infinite, it has overflowed: searches then stop with
    /// [`StopReason::CostOverflow`](super::StopReason::CostOverflow) and prove nothing.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// Adds two estimates, saturating at [`Cost::LARGEST`]: the sum is infinite only if an
    /// operand is.
    #[inline]
    #[must_use]
    fn plus_estimate(self, other: Self) -> Self {
        if self == Self::INFINITY || other == Self::INFINITY {
            return Self::INFINITY;
        }
        self.plus(other).min(Self::LARGEST)
    }

    /// This cost times `numerator / denominator`, rounded down; [`Cost::INFINITY`] stays
    /// infinite.
    ///
    /// Never more than the cost itself where the factor is at most one. A finite cost saturates
    /// at [`Cost::LARGEST`].
    #[must_use]
    fn scaled(self, numerator: u32, denominator: NonZeroU32) -> Self;

    /// The cost that added to `other` gives this cost, if it can be computed exactly: for
    /// integers, whenever `other` is not greater.
    #[must_use]
    fn minus(self, other: Self) -> Option<Self>;

    /// Whether `g + h` exceeds `bound`.
    ///
    /// Integers subtract `g` from the bound instead of adding `h` to `g`: where `h` is known
    /// last, the result is available one operation earlier.
    #[inline]
    fn sum_exceeds(g: Self, h: Self, bound: Self) -> bool {
        g.plus(h) > bound
    }

    /// Whether this is more than `other` beyond the rounding errors of sums of floats.
    #[cold]
    #[inline(never)]
    fn exceeds(self, other: Self) -> bool {
        const ROUNDING: f64 = 1e-9;
        self > other && (Self::IS_EXACT || self.to_f64() > other.to_f64() * (1.0 + ROUNDING))
    }

    /// The cost as a float, for display and weighted priorities only.
    fn to_f64(self) -> f64;

    /// The cost as a whole number, for costs that are finite and whole by their type.
    #[inline]
    fn to_whole(self) -> Option<u64> {
        None
    }

    /// This cost minus `other`, if the difference is a whole number and the floats of both costs
    /// differ by exactly that.
    #[inline]
    fn difference(self, other: Self) -> Option<i64> {
        let (this, other) = (self.to_f64(), other.to_f64());
        let difference = (this - other) as i64;
        (this.is_finite() && other + difference as f64 == this).then_some(difference)
    }
}

macro_rules! impl_cost_for_unsigned {
    ($($integer:ty),*) => {$(
        impl Cost for $integer {
            const IS_EXACT: bool = true;
            const ZERO: Self = 0;
            const INFINITY: Self = <$integer>::MAX;
            const LARGEST: Self = <$integer>::MAX - 1;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn sum_exceeds(g: Self, h: Self, bound: Self) -> bool {
                bound.checked_sub(g).is_none_or(|room| h > room)
            }

            #[inline]
            fn scaled(self, numerator: u32, denominator: NonZeroU32) -> Self {
                if self == Self::INFINITY {
                    return self;
                }
                let product = u128::from(self) * u128::from(numerator);
                let quotient = product / u128::from(denominator.get());
                <$integer>::try_from(quotient).unwrap_or(Self::LARGEST).min(Self::LARGEST)
            }

            #[inline]
            fn minus(self, other: Self) -> Option<Self> {
                if self == Self::INFINITY { None } else { self.checked_sub(other) }
            }

            #[inline]
            fn to_f64(self) -> f64 {
                if self == Self::INFINITY { f64::INFINITY } else { self as f64 }
            }

            #[inline]
            fn to_whole(self) -> Option<u64> {
                (self != Self::INFINITY).then(|| u64::from(self))
            }

            #[inline]
            fn difference(self, other: Self) -> Option<i64> {
                // Floats represent all integers up to this exactly.
                const WHOLE: u64 = 1 << f64::MANTISSA_DIGITS;
                let is_whole = |cost: Self| cost != Self::INFINITY && u64::from(cost) < WHOLE;
                (is_whole(self) && is_whole(other)).then(|| self as i64 - other as i64)
            }
        }
    )*};
}

impl_cost_for_unsigned!(u8, u16, u32, u64);

/// A totally ordered `f64` cost that is never NaN.
///
/// Whole numbers are converted with `from`, other numbers with [`FloatCost::new`], or with
/// `try_from` if they may be negative or NaN.
///
/// ```
/// use tremaux::FloatCost;
///
/// let cost = FloatCost::from(2) + FloatCost::new(0.25);
/// assert_eq!((cost.to_string(), f64::from(cost)), ("2.25".to_owned(), 2.25));
/// assert_eq!(FloatCost::try_from(-1.0).unwrap_err().to_string(), "-1 is not a cost");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Option<f64>", into = "Option<f64>"))]
pub struct FloatCost(f64);

impl FloatCost {
    /// Wraps `value`.
    ///
    /// # Panics
    ///
    /// Panics if `value` is NaN or negative.
    pub fn new(value: f64) -> Self {
        Self::try_from(value)
            .unwrap_or_else(|_| panic!("a cost must be a non-negative number, got {value}"))
    }

    /// The wrapped value.
    #[inline]
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// An upper bound on the relative error of a sum of this many costs: a power of ten, at least
    /// 10⁻¹².
    ///
    /// ```
    /// use tremaux::FloatCost;
    ///
    /// assert_eq!(FloatCost::rounding(1000), 1e-12);
    /// assert_eq!(FloatCost::rounding(1_000_000), 1e-9);
    /// ```
    pub fn rounding(additions: u64) -> f64 {
        // Each addition rounds by at most half a unit in the last place of the sum so far.
        let error = additions as f64 * f64::EPSILON / 2.0;
        let powers = [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
        powers.into_iter().find(|&power| error <= power).unwrap_or(1.0)
    }
}

/// A number that is no cost: negative, or NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotACost(f64);

impl fmt::Display for NotACost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a cost", self.0)
    }
}

impl std::error::Error for NotACost {}

impl TryFrom<f64> for FloatCost {
    type Error = NotACost;

    #[inline]
    fn try_from(value: f64) -> Result<Self, NotACost> {
        // Negative zero becomes zero, so that equal costs have equal bits.
        if value >= 0.0 { Ok(Self(value + 0.0)) } else { Err(NotACost(value)) }
    }
}

/// Infinity is `None`, for formats without it.
impl From<FloatCost> for Option<f64> {
    fn from(cost: FloatCost) -> Self {
        cost.0.is_finite().then_some(cost.0)
    }
}

impl TryFrom<Option<f64>> for FloatCost {
    type Error = NotACost;

    fn try_from(value: Option<f64>) -> Result<Self, NotACost> {
        value.map_or(Ok(Self::INFINITY), Self::try_from)
    }
}

impl From<u32> for FloatCost {
    #[inline]
    fn from(value: u32) -> Self {
        Self(value.into())
    }
}

impl From<FloatCost> for f64 {
    #[inline]
    fn from(cost: FloatCost) -> Self {
        cost.0
    }
}

impl fmt::Display for FloatCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Add for FloatCost {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul for FloatCost {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl AddAssign for FloatCost {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for FloatCost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::ZERO, Self::add)
    }
}

impl Eq for FloatCost {}

impl PartialOrd for FloatCost {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for FloatCost {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Cost for FloatCost {
    const IS_EXACT: bool = false;
    const ZERO: Self = Self(0.0);
    const INFINITY: Self = Self(f64::INFINITY);
    const LARGEST: Self = Self(f64::MAX);

    #[inline]
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    fn scaled(self, numerator: u32, denominator: NonZeroU32) -> Self {
        if self == Self::INFINITY {
            return self;
        }
        let scaled = self.0 * f64::from(numerator) / f64::from(denominator.get());
        let scaled = scaled.min(f64::MAX);
        Self(if numerator <= denominator.get() { scaled.min(self.0) } else { scaled })
    }

    #[inline]
    fn minus(self, _other: Self) -> Option<Self> {
        None
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.0
    }
}

/// The bits of the number; reading rejects NaN and negative numbers.
impl FixedPacked for FloatCost {
    const WIDTH: usize = 8;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        self.get().to_bits().write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let value = f64::from_bits(u64::read(bytes)?);
        (value >= 0.0).then(|| Self::new(value))
    }
}

/// Floats that are not negative have the order of their bits.
impl SortKey for FloatCost {
    #[inline]
    fn to_number(self) -> Option<u64> {
        Some(self.get().to_bits())
    }

    #[inline]
    fn from_number(number: u64) -> Self {
        Self::try_from(f64::from_bits(number)).unwrap_or(Self::INFINITY)
    }
}
