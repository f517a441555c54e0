//! What a search is put together from.

/// What a search is put together from.
#[derive(Clone, Copy, Debug)]
pub struct Parts<E = (), O = (), T = (), H = (), X = ()> {
    /// Judges positions at the horizon.
    pub evaluator: E,
    /// Rates moves.
    pub ordering: O,
    /// Remembers positions.
    pub table: T,
    /// Searches on beyond the horizon.
    pub horizon: H,
    /// Leaves out what is hopeless and follows what is promising; `()` does neither, so that
    /// exact scores stay exact.
    pub selectivity: X,
}

impl Parts {
    /// No evaluation, no ordering, no table, no quiescence, nothing selective: put in what is to be had.
    #[must_use]
    pub fn new() -> Self {
        Self { evaluator: (), ordering: (), table: (), horizon: (), selectivity: () }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::new()
    }
}

impl<E, O, T, H, X> Parts<E, O, T, H, X> {
    /// The same with this evaluator.
    #[must_use]
    pub fn evaluator<Y>(self, evaluator: Y) -> Parts<Y, O, T, H, X> {
        let Self { ordering, table, horizon, selectivity, .. } = self;
        Parts { evaluator, ordering, table, horizon, selectivity }
    }

    /// The same with this move ordering.
    #[must_use]
    pub fn ordering<Y>(self, ordering: Y) -> Parts<E, Y, T, H, X> {
        let Self { evaluator, table, horizon, selectivity, .. } = self;
        Parts { evaluator, ordering, table, horizon, selectivity }
    }

    /// The same with this table.
    #[must_use]
    pub fn table<Y>(self, table: Y) -> Parts<E, O, Y, H, X> {
        let Self { evaluator, ordering, horizon, selectivity, .. } = self;
        Parts { evaluator, ordering, table, horizon, selectivity }
    }

    /// The same with this search beyond the horizon.
    #[must_use]
    pub fn horizon<Y>(self, horizon: Y) -> Parts<E, O, T, Y, X> {
        let Self { evaluator, ordering, table, selectivity, .. } = self;
        Parts { evaluator, ordering, table, horizon, selectivity }
    }

    /// The same with this selectivity.
    #[must_use]
    pub fn selectivity<Y>(self, selectivity: Y) -> Parts<E, O, T, H, Y> {
        let Self { evaluator, ordering, table, horizon, .. } = self;
        Parts { evaluator, ordering, table, horizon, selectivity }
    }
}
