//! Types of path costs.

use std::fmt;

use crate::graph::Graph;

mod sealed {
    /// Keeps [`Weight`](super::Weight) to types any bytes of which are a value.
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// The cost of a path: `u32`, which is faster, or `u64`, which is always enough.
pub trait Weight:
    Copy + Ord + fmt::Debug + Default + Send + Sync + 'static + sealed::Sealed
{
    /// The empty path.
    const ZERO: Self;
    /// No path.
    const INFINITY: Self;
    /// A weight and a node in one number, ordered by the weight first.
    type Key: Copy + Ord + fmt::Debug + Send + Sync;

    /// The path of one arc.
    fn from_cost(cost: u32) -> Self;
    /// The weight as a number.
    fn to_u64(self) -> u64;
    /// The inverse of [`Weight::to_u64`]; [`Weight::INFINITY`] for numbers that are too large.
    fn from_u64(value: u64) -> Self;
    /// The cost of two paths in sequence. The sum must be the cost of a path.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The cost of two paths in sequence; infinite if it does not fit.
    #[must_use]
    fn saturating_plus(self, other: Self) -> Self;
    /// The difference, or zero.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// An entry of a queue.
    fn key(self, node: u32) -> Self::Key;
    /// The inverse of [`Weight::key`].
    fn split(key: Self::Key) -> (Self, u32);
}

macro_rules! impl_weight {
    ($weight:ty, $key:ty) => {
        impl Weight for $weight {
            const ZERO: Self = 0;
            const INFINITY: Self = <$weight>::MAX;
            type Key = $key;

            #[inline]
            fn from_cost(cost: u32) -> Self {
                cost.into()
            }

            #[inline]
            fn to_u64(self) -> u64 {
                self.into()
            }

            #[inline]
            fn from_u64(value: u64) -> Self {
                Self::try_from(value).unwrap_or(Self::INFINITY)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn saturating_plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.saturating_sub(other)
            }

            #[inline]
            fn key(self, node: u32) -> $key {
                <$key>::from(self) << 32 | <$key>::from(node)
            }

            #[inline]
            fn split(key: $key) -> (Self, u32) {
                ((key >> 32) as Self, key as u32)
            }
        }
    };
}

impl_weight!(u32, u64);
impl_weight!(u64, u128);

/// The cost of a shortest path on a network may not fit into the cost type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// An upper bound on the cost of shortest paths.
    pub bound: u64,
    /// The largest cost that can be stored.
    pub most: u64,
}

impl TooLong {
    /// Checks that path costs in `graph` fit into `W`, even the sum of two.
    pub(crate) fn check<W: Weight>(graph: &Graph<u32>) -> Result<(), Self> {
        let bound = graph.path_cost_bound();
        let most = (W::INFINITY.to_u64() - 1) / 2;
        if bound > most { Err(Self { bound, most }) } else { Ok(()) }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bound, most } = self;
        write!(f, "paths may cost up to {bound}, but at most {most} can be stored: use 64 bits")
    }
}

impl std::error::Error for TooLong {}
