//! How path costs are stored.

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
    type Key: Copy + Ord + fmt::Debug;

    /// The path of one arc.
    fn from_cost(cost: u32) -> Self;
    /// The weight as a number.
    fn to_u64(self) -> u64;
    /// The inverse of [`Weight::to_u64`]; [`Weight::INFINITY`] for what is too great.
    fn from_u64(value: u64) -> Self;
    /// Two paths, one after the other. The sum must be a path's.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Two paths, one after the other; infinite if that is too much.
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

/// Shortest paths on a network may be too long for the type of their costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// No shortest path costs more.
    pub bound: u64,
    /// What can be stored.
    pub most: u64,
}

impl TooLong {
    /// Makes sure that paths through `graph` fit into `W`, two of them one after the other
    /// included.
    pub(crate) fn check<W: Weight>(graph: &Graph<u32>) -> Result<(), Self> {
        let bound = graph.path_cost_bound();
        let most = (W::INFINITY.to_u64() - 1) / 2;
        if bound > most { Err(Self { bound, most }) } else { Ok(()) }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bound, most } = self;
        write!(f, "paths may cost up to {bound}, and only {most} can be stored: use 64 bits")
    }
}

impl std::error::Error for TooLong {}
