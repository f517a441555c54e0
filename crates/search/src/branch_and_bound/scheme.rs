//! Replacement schemes chosen at run time.

use tremaux_core::StateSpace;
use tremaux_tables::{Always, Cluster, DepthPreferred, TwoLevel};

use super::memory::{HashedMemory, Known, MemoryKind, StateMemory};
use crate::open_list::IntegerCost;

/// Determines which record of a table is replaced by a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Scheme {
    /// [`TwoLevel`]: of two slots, one keeps the record reached at the lowest cost, the other
    /// is always replaced.
    #[default]
    TwoLevel,
    /// [`Cluster`]: of four slots in one cache line, replaces the one with the least left of
    /// the limit; every iteration since it was stored counts too.
    Cluster,
    /// [`Always`]: a single slot, always replaced.
    Always,
    /// [`DepthPreferred`]: a single slot that keeps the record with the most left of the limit,
    /// that is, reached at the lowest cost.
    LeastCost,
}

/// [`HashedStates`](crate::HashedStates) with a [`Scheme`] chosen by value rather than by type.
/// One search type serves all schemes, at the price of one branch per table access. The table
/// starts with a few megabytes and grows as it fills, so that a small problem does not pay for
/// a large table.
///
/// ```
/// use tremaux::search::{BranchAndBound, Scheme, SchemedStates};
/// let algorithm = BranchAndBound::ida_star().table(SchemedStates::new(1 << 20, Scheme::Cluster));
/// # let _ = algorithm;
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct SchemedStates {
    bytes: usize,
    scheme: Scheme,
}

impl SchemedStates {
    /// A table that grows to the given size. While it grows, it takes an additional sixteenth.
    pub fn new(bytes: usize, scheme: Scheme) -> Self {
        Self { bytes, scheme }
    }
}

/// The memory created by [`SchemedStates`].
#[derive(Debug)]
pub enum SchemedMemory {
    /// [`Scheme::TwoLevel`].
    TwoLevel(HashedMemory<TwoLevel>),
    /// [`Scheme::Cluster`].
    Cluster(HashedMemory<Cluster>),
    /// [`Scheme::Always`].
    Always(HashedMemory<Always>),
    /// [`Scheme::LeastCost`].
    LeastCost(HashedMemory<DepthPreferred>),
}

impl<S: StateSpace<Cost: IntegerCost>> MemoryKind<S> for SchemedStates {
    type Memory = SchemedMemory;

    fn make(&self) -> SchemedMemory {
        const LEAST: usize = 4 << 20;
        let Self { bytes, scheme } = *self;
        match scheme {
            Scheme::TwoLevel => SchemedMemory::TwoLevel(HashedMemory::growing(bytes, LEAST)),
            Scheme::Cluster => SchemedMemory::Cluster(HashedMemory::growing(bytes, LEAST)),
            Scheme::Always => SchemedMemory::Always(HashedMemory::growing(bytes, LEAST)),
            Scheme::LeastCost => SchemedMemory::LeastCost(HashedMemory::growing(bytes, LEAST)),
        }
    }
}

/// Evaluates the same expression for the table of any scheme.
macro_rules! of_any {
    ($memory:expr, $table:ident => $value:expr) => {
        match $memory {
            SchemedMemory::TwoLevel($table) => $value,
            SchemedMemory::Cluster($table) => $value,
            SchemedMemory::Always($table) => $value,
            SchemedMemory::LeastCost($table) => $value,
        }
    };
}

impl<S: StateSpace<Cost: IntegerCost>> StateMemory<S> for SchemedMemory {
    const IS_USED: bool = true;
    type Key = u64;

    #[inline]
    fn key(&self, space: &S, state: &S::State) -> u64 {
        of_any!(self, table => table.key(space, state))
    }

    #[inline]
    fn get(&self, key: &u64, g: S::Cost) -> Option<Known<S::Cost>> {
        of_any!(self, table => StateMemory::<S>::get(table, key, g))
    }

    #[inline]
    fn prefetch(&self, key: &u64) {
        of_any!(self, table => StateMemory::<S>::prefetch(table, key));
    }

    #[inline]
    fn insert(&mut self, key: &u64, g: S::Cost, bound: S::Cost, best: u16) {
        of_any!(self, table => StateMemory::<S>::insert(table, key, g, bound, best));
    }

    fn begin(&mut self, limit: S::Cost) {
        of_any!(self, table => StateMemory::<S>::begin(table, limit));
    }

    fn bytes(&self) -> usize {
        of_any!(self, table => StateMemory::<S>::bytes(table))
    }
}
