//! A heuristic of a typed space, wrapped for the erased space.

use std::sync::Arc;

use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{AnyHeuristic, Cost, Guarantees, StateSpace, Trail};

use super::key::{ErasedAction, StateKey};
use super::space::Erased;

/// A heuristic of the typed space `S`, for its erased form.
///
/// Compiled once for each space, whatever the heuristic. To search with one, start a
/// [`Session`](tremaux_core::Session).
pub struct ErasedHeuristic<S: StateSpace> {
    space: Arc<S>,
    heuristic: Arc<dyn AnyHeuristic<S>>,
}

impl<S: StateSpace> ErasedHeuristic<S> {
    /// `heuristic`, for the erased form of `space`.
    pub fn new(space: Arc<S>, heuristic: Arc<dyn AnyHeuristic<S>>) -> Self {
        Self { space, heuristic }
    }
}

/// Calls `ask` with the typed state of `key`.
#[inline]
fn with_state<S, K>(typed: &S, space: &Erased<K, S::Cost>, key: &K, ask: &mut dyn FnMut(&S::State))
where
    S: StateSpace<State: 'static, Packed: ToKey<K>>,
{
    if !space.lend_state(key, ask) {
        ask(&typed.unpack(&S::Packed::from_key(key)));
    }
}

impl<S, K> AnyHeuristic<Erased<K, S::Cost>> for ErasedHeuristic<S>
where
    S: StateSpace<State: 'static, Packed: ToKey<K>, Action: ActionCode> + Send + Sync + 'static,
    K: StateKey,
{
    fn guarantees_any(&self) -> Guarantees {
        self.heuristic.guarantees_any()
    }

    fn table_bytes_any(&self) -> usize {
        self.heuristic.table_bytes_any()
    }

    fn estimate_any(&self, space: &Erased<K, S::Cost>, key: &K) -> S::Cost {
        let mut h = S::Cost::ZERO;
        with_state(&*self.space, space, key, &mut |state| {
            h = self.heuristic.estimate_any(&self.space, state);
        });
        h
    }

    fn trail(self: Arc<Self>) -> Box<dyn Trail<Erased<K, S::Cost>>> {
        let trail = Arc::clone(&self.heuristic).trail();
        Box::new(ErasedTrail {
            space: Arc::clone(&self.space),
            keeps_memos: trail.keeps_memos(),
            trail,
        })
    }
}

/// The memos of a typed heuristic along a path of the erased space.
struct ErasedTrail<S: StateSpace> {
    space: Arc<S>,
    trail: Box<dyn Trail<S>>,
    keeps_memos: bool,
}

impl<S, K> Trail<Erased<K, S::Cost>> for ErasedTrail<S>
where
    S: StateSpace<State: 'static, Packed: ToKey<K>, Action: ActionCode>,
    K: StateKey,
{
    fn keeps_memos(&self) -> bool {
        self.keeps_memos
    }

    fn root(&mut self, space: &Erased<K, S::Cost>, key: &K) -> S::Cost {
        let mut h = S::Cost::ZERO;
        with_state(&*self.space, space, key, &mut |state| h = self.trail.root(&self.space, state));
        h
    }

    fn memo(&mut self, space: &Erased<K, S::Cost>, key: &K, h: S::Cost) {
        if self.keeps_memos {
            with_state(&*self.space, space, key, &mut |state| {
                self.trail.memo(&self.space, state, h);
            });
        }
    }

    fn child(
        &mut self,
        space: &Erased<K, S::Cost>,
        h: S::Cost,
        depth: u32,
        action: ErasedAction,
        child: &K,
    ) -> S::Cost {
        let (action, mut of_child) = (action.get(), S::Cost::ZERO);
        with_state(&*self.space, space, child, &mut |child| {
            of_child = self.trail.child(&self.space, h, depth, action, child);
        });
        of_child
    }

    fn estimate_successor(
        &mut self,
        space: &Erased<K, S::Cost>,
        parent: &K,
        h: S::Cost,
        depth: u32,
        action: ErasedAction,
    ) -> Option<S::Cost> {
        let (action, mut of_child) = (action.get(), None);
        with_state(&*self.space, space, parent, &mut |parent| {
            of_child = self.trail.estimate_successor(&self.space, parent, h, depth, action);
        });
        of_child
    }
}
