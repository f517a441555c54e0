//! Path costs.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::num::NonZeroU32;

use crate::packed::FixedPacked;

/// A non-negative path cost: a totally ordered, saturating additive monoid.
///
/// Algorithms never use `+` or `f64` directly, so integer costs stay exact and float
/// costs stay totally ordered. It is written as bytes of a fixed number, so that every search
/// can be saved.
pub trait Cost: FixedPacked + Copy + Ord + Debug + Default + Send + Sync + 'static {
    /// The cost of the empty path.
    const ZERO: Self;
    /// Greater than or equal to every cost. As an estimate it means "dead end".
    const INFINITY: Self;

    /// Adds two costs, saturating at [`Cost::INFINITY`].
    ///
    /// A sum of two lesser costs that comes to it has overflowed: searches then stop for
    /// [`StopReason::CostOverflow`](super::StopReason::CostOverflow), and prove nothing.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// This cost times `numerator / denominator`, rounded down; [`Cost::INFINITY`] stays.
    ///
    /// Never more than the cost itself where the factor is at most one. Saturates at
    /// [`Cost::INFINITY`].
    #[must_use]
    fn scaled(self, numerator: u32, denominator: NonZeroU32) -> Self;

    /// What must be added to `other` to make this, if that can be told exactly: for integers
    /// where `other` is not greater.
    #[must_use]
    fn minus(self, other: Self) -> Option<Self>;

    /// Whether `g` and `h` come to more than `bound`.
    ///
    /// Integers take `g` from the bound instead of adding `h` to it: where `h` is the last
    /// to be known, the answer comes a step sooner.
    #[inline]
    #[must_use]
    fn sum_exceeds(g: Self, h: Self, bound: Self) -> bool {
        g.plus(h) > bound
    }

    /// The cost as a float, for display and weighted priorities only.
    fn to_f64(self) -> f64;

    /// How much more this is than `other`, negative for less, if that is a whole number and
    /// the floats of the two are apart by it exactly.
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
            const ZERO: Self = 0;
            const INFINITY: Self = <$integer>::MAX;

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
                <$integer>::try_from(quotient).unwrap_or(Self::INFINITY)
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
            fn difference(self, other: Self) -> Option<i64> {
                // Floats hold all integers up to this.
                const WHOLE: u64 = 1 << f64::MANTISSA_DIGITS;
                let is_whole = |cost: Self| cost != Self::INFINITY && u64::from(cost) < WHOLE;
                (is_whole(self) && is_whole(other)).then(|| self as i64 - other as i64)
            }
        }
    )*};
}

impl_cost_for_unsigned!(u8, u16, u32, u64);

/// A totally ordered `f64` cost that is never NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FloatCost(f64);

impl FloatCost {
    /// Wraps `value`.
    ///
    /// # Panics
    ///
    /// Panics if `value` is NaN or negative.
    #[must_use]
    pub fn new(value: f64) -> Self {
        assert!(value >= 0.0, "a cost must be a non-negative number, got {value}");
        // Minus zero becomes zero: there is one zero, so that equal costs are equal bits.
        Self(value + 0.0)
    }

    /// The wrapped value.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Eq for FloatCost {}

impl PartialOrd for FloatCost {
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
    const ZERO: Self = Self(0.0);
    const INFINITY: Self = Self(f64::INFINITY);

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

#[cfg(test)]
mod tests {
    use super::{Cost, FloatCost};
    use std::num::NonZeroU32;

    #[test]
    fn differences_are_told_where_floats_tell_them() {
        assert_eq!(7_u8.difference(9), Some(-2));
        assert_eq!(u8::INFINITY.difference(250), None);
        assert_eq!((1_u64 << 60).difference((1 << 60) - 1), None);
        let float = FloatCost::new;
        assert_eq!(float(7.5).difference(float(9.5)), Some(-2));
        assert_eq!(float(7.25).difference(float(9.0)), None);
        assert_eq!(FloatCost::INFINITY.difference(float(9.0)), None);
        assert_eq!(FloatCost::INFINITY.difference(FloatCost::INFINITY), None);
    }

    #[test]
    fn scaling_rounds_down_and_saturates() {
        let by = |denominator| NonZeroU32::new(denominator).expect("not zero");
        assert_eq!(7_u32.scaled(1, by(2)), 3);
        assert_eq!(200_u8.scaled(3, by(2)), u8::INFINITY);
        assert_eq!(u64::INFINITY.scaled(0, by(1)), u64::INFINITY);
        assert_eq!((u64::MAX - 1).scaled(u32::MAX, by(u32::MAX)), u64::MAX - 1);
        let third = FloatCost::new(0.1).scaled(1, by(3));
        assert!(third.get() > 0.033 && third.plus(third).plus(third).get() <= 0.1 + 1e-16);
        assert_eq!(FloatCost::new(0.7).scaled(7, by(7)), FloatCost::new(0.7));
        assert_eq!(FloatCost::INFINITY.scaled(0, by(3)), FloatCost::INFINITY);
    }
}
