//! A heuristic of a typed space, wrapped for the erased space.

use std::sync::Arc;

use super::key::{ActionCode, ErasedAction, StateKey, ToKey};
use super::space::Erased;
use crate::heuristic::{Guarantees, Heuristic};
use crate::space::StateSpace;

/// A heuristic of the typed space `S`, for its erased form.
///
/// Its memos are those of the typed heuristic.
pub struct ErasedHeuristic<S, H> {
    space: Arc<S>,
    heuristic: H,
}

impl<S: StateSpace, H: Heuristic<S>> ErasedHeuristic<S, H> {
    /// `heuristic`, for the erased form of `space`.
    #[must_use]
    pub fn new(space: Arc<S>, heuristic: H) -> Self {
        Self { space, heuristic }
    }

    /// Calls `ask` with the typed state of this key.
    #[inline]
    fn with_state<K, R>(
        &self,
        space: &Erased<K, S::Cost>,
        key: &K,
        ask: impl Fn(&S::State) -> R,
    ) -> R
    where
        S: StateSpace<State: 'static, Packed: ToKey<K>>,
    {
        space
            .with_cached_state(key, &ask)
            .unwrap_or_else(|| ask(&self.space.unpack(&S::Packed::from_key(key))))
    }
}

impl<S, H, K> Heuristic<Erased<K, S::Cost>> for ErasedHeuristic<S, H>
where
    S: StateSpace<State: 'static, Packed: ToKey<K>, Action: ActionCode>,
    H: Heuristic<S>,
    K: StateKey,
{
    type Memo = H::Memo;

    fn guarantees(&self) -> Guarantees {
        self.heuristic.guarantees()
    }

    fn estimate(&self, space: &Erased<K, S::Cost>, key: &K) -> S::Cost {
        self.with_state(space, key, |state| self.heuristic.estimate(&self.space, state))
    }

    fn root(&self, space: &Erased<K, S::Cost>, key: &K) -> (S::Cost, H::Memo) {
        self.with_state(space, key, |state| self.heuristic.root(&self.space, state))
    }

    fn memo(&self, space: &Erased<K, S::Cost>, key: &K, h: S::Cost) -> H::Memo {
        if size_of::<H::Memo>() == 0 {
            return H::Memo::default();
        }
        self.with_state(space, key, |state| self.heuristic.memo(&self.space, state, h))
    }

    fn child(
        &self,
        space: &Erased<K, S::Cost>,
        h: S::Cost,
        memo: &H::Memo,
        action: ErasedAction,
        child: &K,
    ) -> (S::Cost, H::Memo) {
        let action = action.get();
        self.with_state(space, child, |child| {
            self.heuristic.child(&self.space, h, memo, action, child)
        })
    }

    fn estimate_successor(
        &self,
        space: &Erased<K, S::Cost>,
        parent: &K,
        h: S::Cost,
        memo: &H::Memo,
        action: ErasedAction,
    ) -> Option<(S::Cost, H::Memo)> {
        let action = action.get();
        self.with_state(space, parent, |parent| {
            self.heuristic.estimate_successor(&self.space, parent, h, memo, action)
        })
    }
}
