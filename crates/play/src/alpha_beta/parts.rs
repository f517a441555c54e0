//! The components of a search.

use tremaux_core::{Evaluator, MoveOrdering, ZeroSumGame};
use tremaux_tables::Memory;

use super::selectivity::Selectivity;
use crate::horizon::LeafSearch;

/// The components of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchParts<E = (), O = (), T = (), H = (), X = ()> {
    /// Evaluates positions at the horizon.
    pub evaluator: E,
    /// Rates moves.
    pub ordering: O,
    /// Stores positions: the transposition table.
    pub table: T,
    /// Continues the search beyond the horizon.
    pub horizon: H,
    /// Prunes hopeless moves and extends promising ones. `()` does neither, so that exact
    /// scores remain exact.
    pub selectivity: X,
}

impl SearchParts {
    /// No evaluation, no ordering, no table, no quiescence search, no selectivity. Add the
    /// components that the game offers.
    pub fn new() -> Self {
        Self { evaluator: (), ordering: (), table: (), horizon: (), selectivity: () }
    }
}

impl<E, O, T, H, X> SearchParts<E, O, T, H, X> {
    /// Sets the evaluator.
    #[must_use]
    pub fn evaluator<Y>(self, evaluator: Y) -> SearchParts<Y, O, T, H, X> {
        let Self { ordering, table, horizon, selectivity, .. } = self;
        SearchParts { evaluator, ordering, table, horizon, selectivity }
    }

    /// Sets the move ordering.
    #[must_use]
    pub fn ordering<Y>(self, ordering: Y) -> SearchParts<E, Y, T, H, X> {
        let Self { evaluator, table, horizon, selectivity, .. } = self;
        SearchParts { evaluator, ordering, table, horizon, selectivity }
    }

    /// Sets the table.
    #[must_use]
    pub fn table<Y>(self, table: Y) -> SearchParts<E, O, Y, H, X> {
        let Self { evaluator, ordering, horizon, selectivity, .. } = self;
        SearchParts { evaluator, ordering, table, horizon, selectivity }
    }

    /// Sets the search beyond the horizon.
    #[must_use]
    pub fn horizon<Y>(self, horizon: Y) -> SearchParts<E, O, T, Y, X> {
        let Self { evaluator, ordering, table, selectivity, .. } = self;
        SearchParts { evaluator, ordering, table, horizon, selectivity }
    }

    /// Sets the selectivity.
    #[must_use]
    pub fn selectivity<Y>(self, selectivity: Y) -> SearchParts<E, O, T, H, Y> {
        let Self { evaluator, ordering, table, horizon, .. } = self;
        SearchParts { evaluator, ordering, table, horizon, selectivity }
    }
}

/// [`SearchParts`] that fit the game `G`, as a single bound.
///
/// Code that is generic over the components of a search needs only this bound. [`SearchParts`]
/// implements it if every component fits the game.
pub trait Config<G: ZeroSumGame> {
    /// The type that evaluates positions at the horizon.
    type Evaluator: Evaluator<G>;
    /// The type that rates moves.
    type Ordering: MoveOrdering<G>;
    /// The type that stores positions.
    type Table: Memory<G>;
    /// The type that continues the search beyond the horizon.
    type LeafSearch: LeafSearch<G>;
    /// The type that prunes hopeless moves and extends promising ones.
    type Selectivity: Selectivity<G>;

    /// Returns the parts.
    fn into_parts(self) -> PartsOf<G, Self>;
}

/// The [`SearchParts`] with the types that a [`Config`] names.
pub type PartsOf<G, C> = SearchParts<
    <C as Config<G>>::Evaluator,
    <C as Config<G>>::Ordering,
    <C as Config<G>>::Table,
    <C as Config<G>>::LeafSearch,
    <C as Config<G>>::Selectivity,
>;

impl<G, E, O, T, H, X> Config<G> for SearchParts<E, O, T, H, X>
where
    G: ZeroSumGame,
    E: Evaluator<G>,
    O: MoveOrdering<G>,
    T: Memory<G>,
    H: LeafSearch<G>,
    X: Selectivity<G>,
{
    type Evaluator = E;
    type Ordering = O;
    type Table = T;
    type LeafSearch = H;
    type Selectivity = X;

    fn into_parts(self) -> Self {
        self
    }
}
