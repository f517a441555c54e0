//! Numbers as costs of steps.

use std::fmt::Debug;

use tremaux_core::{Cost, FloatCost};

/// A number that closures may use as the cost of a step: every integer, `f32`, `f64`, and
/// [`FloatCost`].
///
/// Sums of integers are exact, in 64 bits. A step must cost zero or more; the greatest value of a
/// type (or infinity) as an estimate means "no goal can be reached from here".
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the cost of a step",
    label = "neither a number nor `FloatCost`",
    note = "use an integer, `f32` or `f64`, e.g. `(next, 1)`"
)]
pub trait StepCost: Copy + Debug {
    /// The form in which searches add and compare it.
    type Cost: Cost;

    /// The cost in that form; `None` if it is negative, not a number, or infinite.
    fn to_cost(self) -> Option<Self::Cost>;

    /// Like [`StepCost::to_cost`] for an estimate, which may be infinite.
    fn to_estimate(self) -> Option<Self::Cost>;

    /// The sum of the costs of a path; `None` if it does not fit.
    fn from_cost(cost: Self::Cost) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl StepCost for $integer {
            type Cost = u64;

            #[inline]
            fn to_cost(self) -> Option<u64> {
                u64::try_from(self).ok().filter(|&cost| cost != u64::INFINITY)
            }

            #[inline]
            fn to_estimate(self) -> Option<u64> {
                if self == <$integer>::MAX { Some(u64::INFINITY) } else { self.to_cost() }
            }

            #[inline]
            fn from_cost(cost: u64) -> Option<Self> {
                Self::try_from(cost).ok()
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl StepCost for $float {
            type Cost = FloatCost;

            #[inline]
            fn to_cost(self) -> Option<FloatCost> {
                self.to_estimate().filter(|&cost| cost != FloatCost::INFINITY)
            }

            #[inline]
            fn to_estimate(self) -> Option<FloatCost> {
                (self >= 0.0).then(|| FloatCost::new(f64::from(self)))
            }

            #[inline]
            fn from_cost(cost: FloatCost) -> Option<Self> {
                Some(cost.get() as Self)
            }
        }
    )*};
}

floats!(f32, f64);

impl StepCost for FloatCost {
    type Cost = Self;

    #[inline]
    fn to_cost(self) -> Option<Self> {
        (self != Self::INFINITY).then_some(self)
    }

    #[inline]
    fn to_estimate(self) -> Option<Self> {
        Some(self)
    }

    #[inline]
    fn from_cost(cost: Self) -> Option<Self> {
        Some(cost)
    }
}
