//! Replacement schemes that are chosen at run time.

use tremaux_core::StateSpace;
use tremaux_tables::{Always, Cluster, DepthPreferred, TwoLevel};

use super::memory::{HashedMemory, Known, Memory, MemoryKind};
use crate::open_list::IntegerCost;

/// Which record of a table has to go when a new one comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// [`TwoLevel`]: of two slots, one keeps what was reached at the least cost, one takes
    /// whatever comes.
    #[default]
    TwoLevel,
    /// [`Cluster`]: of four in one line of the cache, the one with least left of the limit
    /// goes, and each iteration since it was stored counts.
    Cluster,
    /// [`Always`]: one slot takes whatever comes.
    Always,
    /// [`DepthPreferred`]: one slot keeps what has most left of the limit, which was reached
    /// at the least cost.
    LeastCost,
}

/// [`HashedStates`](crate::HashedStates) with a [`Scheme`] that is a value and not a type: one search serves all,
/// at the price of a branch for each look at the table. It begins with a few megabytes and
/// grows as it fills, so that a small problem does not pay for a large table.
///
/// ```
/// use tremaux_search::{BranchAndBound, Scheme, SchemedStates};
/// let algorithm = BranchAndBound::ida_star().table(SchemedStates::new(1 << 20, Scheme::Cluster));
/// # let _ = algorithm;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SchemedStates {
    bytes: usize,
    scheme: Scheme,
}

impl SchemedStates {
    /// A table that grows to so many bytes; while it does, a sixteenth of them is taken twice.
    #[must_use]
    pub fn new(bytes: usize, scheme: Scheme) -> Self {
        Self { bytes, scheme }
    }
}

/// The memory that [`SchemedStates`] makes.
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

/// The same of the table, whatever its scheme.
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

impl<S: StateSpace<Cost: IntegerCost>> Memory<S> for SchemedMemory {
    const IS_USED: bool = true;
    type Key = u64;

    #[inline]
    fn key(&self, space: &S, state: &S::State) -> u64 {
        of_any!(self, table => table.key(space, state))
    }

    #[inline]
    fn get(&self, key: &u64, g: S::Cost) -> Option<Known<S::Cost>> {
        of_any!(self, table => Memory::<S>::get(table, key, g))
    }

    #[inline]
    fn prefetch(&self, key: &u64) {
        of_any!(self, table => Memory::<S>::prefetch(table, key));
    }

    #[inline]
    fn insert(&mut self, key: &u64, g: S::Cost, bound: S::Cost, best: u16) {
        of_any!(self, table => Memory::<S>::insert(table, key, g, bound, best));
    }

    fn begin(&mut self, limit: S::Cost) {
        of_any!(self, table => Memory::<S>::begin(table, limit));
    }

    fn bytes(&self) -> usize {
        of_any!(self, table => Memory::<S>::bytes(table))
    }
}
