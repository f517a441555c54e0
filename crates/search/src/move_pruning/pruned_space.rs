//! A space without its superfluous strings of actions.

use std::sync::Arc;

use tremaux_core::{CompactActions, Guarantees, Heuristic, LocalContextSpace, StateSpace};

use super::automaton::{MoveAutomaton, PRUNED};

/// A state space without the superfluous strings of actions. States, plan costs and optimal
/// costs are the same; there are fewer paths.
///
/// Useful for depth-first searches, which reach a state again by every path. Each state carries
/// the node of a [`MoveAutomaton`] that has read the actions leading to it, so two paths to a
/// state are duplicates only if the same actions may follow. Searches with a table of states do
/// not need it. [`MovePruning`](super::MovePruning) applies it to an algorithm.
#[derive(Clone)]
pub struct MovePruned<S: CompactActions> {
    space: S,
    automaton: Arc<MoveAutomaton>,
    /// The actions allowed at each node.
    left: Vec<S::Actions>,
}

/// A state and a node of the automaton.
pub type PrunedState<T> = (T, u32);

impl<S: LocalContextSpace + CompactActions<Actions: FromIterator<S::Action>>> MovePruned<S> {
    /// Combines the space with an automaton that was learnt from it, or from one that differs
    /// only in its start and goal.
    pub fn new(space: S, automaton: Arc<MoveAutomaton>) -> Self {
        let mut left = vec![S::Actions::default(); automaton.node_count()];
        let mut queue = Vec::new();
        let mut is_known = vec![false; left.len()];
        for context in 0..space.context_count() {
            queue.push((automaton.root(context), context));
        }
        while let Some((node, context)) = queue.pop() {
            if std::mem::replace(&mut is_known[node as usize], true) {
                continue;
            }
            let Some(state) = space.state_in_context(context) else { continue };
            let mut kept = Vec::new();
            for action in space.action_set(&state) {
                let after = automaton.after(node, space.action_code(action));
                if after == PRUNED {
                    continue;
                }
                kept.push(action);
                let mut next = state.clone();
                space.apply(&mut next, action);
                queue.push((after, space.context(&next)));
            }
            left[node as usize] = kept.into_iter().collect();
        }
        Self { space, automaton, left }
    }
}

impl<S> StateSpace for MovePruned<S>
where
    S: LocalContextSpace + CompactActions<Actions: FromIterator<S::Action>>,
{
    type State = PrunedState<S::State>;
    type Packed = (S::Packed, u32);
    type Action = S::Action;
    type Cost = S::Cost;

    fn initial_state(&self) -> Self::State {
        let state = self.space.initial_state();
        let root = self.automaton.root(self.space.context(&state));
        (state, root)
    }

    #[inline]
    fn is_goal(&self, (state, _): &Self::State) -> bool {
        self.space.is_goal(state)
    }

    fn actions(&self, &(_, node): &Self::State, actions: &mut Vec<S::Action>) {
        actions.extend(self.left[node as usize].clone());
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        self.space.has_short_cycles()
    }

    fn packed_heap_bytes(&self) -> usize {
        self.space.packed_heap_bytes()
    }

    #[inline]
    fn cost(&self, (state, _): &Self::State, action: S::Action) -> S::Cost {
        self.space.cost(state, action)
    }

    #[inline]
    fn apply(&self, (state, node): &mut Self::State, action: S::Action) {
        self.space.apply(state, action);
        *node = self.automaton.after(*node, self.space.action_code(action));
    }

    #[inline]
    fn pack(&self, (state, node): &Self::State) -> Self::Packed {
        (self.space.pack(state), *node)
    }

    #[inline]
    fn unpack(&self, (packed, node): &Self::Packed) -> Self::State {
        (self.space.unpack(packed), *node)
    }

    fn uniform_cost(&self) -> Option<S::Cost> {
        self.space.uniform_cost()
    }
}

impl<S> CompactActions for MovePruned<S>
where
    S: LocalContextSpace + CompactActions<Actions: FromIterator<S::Action>>,
{
    type Actions = S::Actions;
    const MAY_CIRCLE: bool = S::MAY_CIRCLE;

    #[inline]
    fn action_set(&self, &(_, node): &Self::State) -> S::Actions {
        self.left[node as usize].clone()
    }
}

/// Adapts a heuristic of a space to its [`MovePruned`] form.
#[derive(Clone, Copy, Debug)]
pub struct PrunedHeuristic<H>(pub H);

impl<S, H> Heuristic<MovePruned<S>> for PrunedHeuristic<H>
where
    S: LocalContextSpace + CompactActions<Actions: FromIterator<S::Action>>,
    H: Heuristic<S>,
{
    type Memo = H::Memo;

    fn guarantees(&self) -> Guarantees {
        self.0.guarantees()
    }

    fn table_bytes(&self) -> usize {
        self.0.table_bytes()
    }

    #[inline]
    fn estimate(&self, space: &MovePruned<S>, (state, _): &PrunedState<S::State>) -> S::Cost {
        self.0.estimate(&space.space, state)
    }

    #[inline]
    fn root(
        &self,
        space: &MovePruned<S>,
        (state, _): &PrunedState<S::State>,
    ) -> (S::Cost, H::Memo) {
        self.0.root(&space.space, state)
    }

    #[inline]
    fn memo(
        &self,
        space: &MovePruned<S>,
        (state, _): &PrunedState<S::State>,
        h: S::Cost,
    ) -> H::Memo {
        self.0.memo(&space.space, state, h)
    }

    #[inline]
    fn child(
        &self,
        space: &MovePruned<S>,
        h: S::Cost,
        memo: &H::Memo,
        action: S::Action,
        (child, _): &PrunedState<S::State>,
    ) -> (S::Cost, H::Memo) {
        self.0.child(&space.space, h, memo, action, child)
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &MovePruned<S>,
        (parent, _): &PrunedState<S::State>,
        h: S::Cost,
        memo: &H::Memo,
        action: S::Action,
    ) -> Option<(S::Cost, H::Memo)> {
        self.0.estimate_successor(&space.space, parent, h, memo, action)
    }
}
