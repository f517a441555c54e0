//! The trait object behind an erased space, and its implementation for typed spaces.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard};

use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{ActionKey, BackwardSpace, CommutingSpace, Cost, Predecessor, StateSpace};

use super::buffers::{RecentStates, with_list};
use super::key::{ErasedAction, StateKey};

/// A [`Typed`] space as an object: keys for states, and numbers for actions.
trait DynSpace<K, C>: Send + Sync {
    fn initial_state(&self) -> K;
    fn is_goal(&self, state: &K) -> bool;
    /// [`StateSpace::actions`], or [`StateSpace::actions_after`] if there is a last action.
    fn actions(&self, state: &K, last: Option<ErasedAction>, actions: &mut Vec<ErasedAction>);
    /// As `actions` where nothing is known of actions that commute.
    fn canonical_actions(&self, state: &K, last: ErasedAction, actions: &mut Vec<ErasedAction>);
    fn cost(&self, state: &K, action: ErasedAction) -> C;
    fn apply(&self, state: &mut K, action: ErasedAction);
    fn successors(&self, states: &[K], successors: &mut Vec<K>);
    fn lend_state(&self, state: &K, to: &mut dyn FnMut(&dyn Any));
    fn tie_key(&self, state: &K) -> u64;
    fn action_class(&self, state: &K, action: ErasedAction) -> usize;
    fn stored_bytes(&self) -> usize;
    fn begin_path(&self, search: u64) -> u64;
    fn lengthen_path(&self);
    fn shorten_path(&self);
    fn goal_states(&self, goals: &mut Vec<K>);
    fn predecessors(&self, state: &K, predecessors: &mut Vec<(ErasedAction, C, K)>);
}

/// Any state space, its type hidden: states are keys `K`, actions are numbers.
///
/// Cloning it copies a pointer.
pub struct Erased<K, C> {
    space: Arc<dyn DynSpace<K, C>>,
    uniform_cost: Option<C>,
    prunes_only_inverses: bool,
    prunes_nothing: bool,
    is_reversible: bool,
    has_short_cycles: bool,
    packed_heap_bytes: usize,
    keeps_states: bool,
    stores_states: bool,
    is_in_one_order: bool,
    offers_predecessors: bool,
    action_classes: usize,
}

impl<K, C: Cost> Clone for Erased<K, C> {
    fn clone(&self) -> Self {
        Self { space: Arc::clone(&self.space), ..*self }
    }
}

impl<K: StateKey, C: Cost> Erased<K, C> {
    /// The erased form of `typed`. All its states have keys of the same length.
    pub fn new<S>(typed: Typed<S>) -> Self
    where
        S: StateSpace<State: Send + 'static, Packed: ToKey<K> + Send, Action: ActionCode + 'static>
            + StateSpace<Cost = C>
            + Send
            + Sync
            + 'static,
    {
        let space = &typed.space;
        Self {
            uniform_cost: space.uniform_cost(),
            prunes_only_inverses: space.prunes_only_inverses(),
            prunes_nothing: space.prunes_nothing(),
            is_reversible: space.is_reversible(),
            has_short_cycles: space.has_short_cycles(),
            packed_heap_bytes: typed.key::<K>(&space.initial_state()).heap_bytes(),
            keeps_states: typed.recent.is_some(),
            // A space that stores nothing is not told of paths.
            stores_states: space.stored_bytes() > 0,
            is_in_one_order: false,
            offers_predecessors: typed.backward.is_some(),
            action_classes: typed.classes.map_or(1, |classes| (classes.count)(space)),
            space: Arc::new(typed),
        }
    }
}

impl<K, C: Cost> Erased<K, C> {
    /// Appends the successors of all these states, in one call through the trait object.
    pub fn successors(&self, states: &[K], successors: &mut Vec<K>) {
        self.space.successors(states, successors);
    }

    /// The number of `state` by which ties may be broken; 0 where the problem has none.
    #[inline]
    pub fn tie_key(&self, state: &K) -> u64 {
        self.space.tie_key(state)
    }

    /// Calls `ask` with the typed state of this key if it is cached as a `T`, and says whether it
    /// was.
    #[inline]
    pub(super) fn lend_state<T: 'static>(&self, key: &K, ask: &mut dyn FnMut(&T)) -> bool {
        let mut is_lent = false;
        if self.keeps_states {
            self.space.lend_state(key, &mut |state| {
                if let Some(state) = state.downcast_ref() {
                    is_lent = true;
                    ask(state);
                }
            });
        }
        is_lent
    }

    /// The space whose [`StateSpace::actions_after`] is
    /// [`CommutingSpace::canonical_actions_after`]: for searches of trees.
    #[must_use]
    pub fn in_one_order(&self) -> Self {
        Self { is_in_one_order: true, ..self.clone() }
    }

    /// Whether it can be searched from its goals.
    pub fn offers_predecessors(&self) -> bool {
        self.offers_predecessors
    }
}

impl<K: StateKey, C: Cost> StateSpace for Erased<K, C> {
    type State = K;
    type Packed = K;
    type Action = ErasedAction;
    type Cost = C;

    fn initial_state(&self) -> K {
        self.space.initial_state()
    }

    #[inline]
    fn is_goal(&self, state: &K) -> bool {
        self.space.is_goal(state)
    }

    #[inline]
    fn actions(&self, state: &K, actions: &mut Vec<ErasedAction>) {
        self.space.actions(state, None, actions);
    }

    #[inline]
    fn actions_after(&self, state: &K, last: ErasedAction, actions: &mut Vec<ErasedAction>) {
        match self.is_in_one_order {
            true => self.space.canonical_actions(state, last, actions),
            false => self.space.actions(state, Some(last), actions),
        }
    }

    #[inline]
    fn prunes_only_inverses(&self) -> bool {
        self.prunes_only_inverses
    }

    #[inline]
    fn prunes_nothing(&self) -> bool {
        self.prunes_nothing
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        self.is_reversible
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        self.has_short_cycles
    }

    fn packed_heap_bytes(&self) -> usize {
        self.packed_heap_bytes
    }

    fn stored_bytes(&self) -> usize {
        if self.stores_states { self.space.stored_bytes() } else { 0 }
    }

    fn begin_path(&self, search: u64) -> u64 {
        self.space.begin_path(search)
    }

    #[inline]
    fn lengthen_path(&self) {
        if self.stores_states {
            self.space.lengthen_path();
        }
    }

    #[inline]
    fn shorten_path(&self) {
        if self.stores_states {
            self.space.shorten_path();
        }
    }

    #[inline]
    fn cost(&self, state: &K, action: ErasedAction) -> C {
        self.uniform_cost.unwrap_or_else(|| self.space.cost(state, action))
    }

    #[inline]
    fn apply(&self, state: &mut K, action: ErasedAction) {
        self.space.apply(state, action);
    }

    #[inline]
    fn pack(&self, state: &K) -> K {
        state.clone()
    }

    #[inline]
    fn unpack(&self, packed: &K) -> K {
        packed.clone()
    }

    #[inline]
    fn uniform_cost(&self) -> Option<C> {
        self.uniform_cost
    }
}

impl<K: StateKey, C: Cost> ActionKey for Erased<K, C> {
    fn key_count(&self) -> usize {
        self.action_classes
    }

    #[inline]
    fn action_key(&self, state: &K, action: ErasedAction) -> usize {
        self.space.action_class(state, action)
    }
}

/// Only usable if [`Erased::offers_predecessors`] returns true.
///
/// # Panics
///
/// Otherwise both methods panic, because an empty list of goals would prove that there is no
/// solution.
impl<K: StateKey, C: Cost> BackwardSpace for Erased<K, C> {
    fn goal_states(&self, goals: &mut Vec<K>) {
        assert!(self.offers_predecessors(), "this space cannot be searched from its goals");
        self.space.goal_states(goals);
    }

    fn predecessors(&self, state: &K, predecessors: &mut Vec<Predecessor<Self>>) {
        assert!(self.offers_predecessors(), "this space cannot be searched from its goals");
        self.space.predecessors(state, predecessors);
    }
}

/// [`BackwardSpace`] as values, for a space whose type says no more than [`StateSpace`].
struct Backward<S: StateSpace> {
    goal_states: fn(&S, &mut Vec<S::State>),
    predecessors: fn(&S, &S::State, &mut Vec<Predecessor<S>>),
}

/// [`ActionKey`] as values: how many classes, and the class of an action in a state.
pub struct ActionClasses<S: StateSpace> {
    /// [`ActionKey::key_count`].
    pub count: fn(&S) -> usize,
    /// [`ActionKey::action_key`].
    pub class: fn(&S, &S::State, S::Action) -> usize,
}

impl<S: ActionKey> ActionClasses<S> {
    /// Those of the space itself.
    pub fn of_space() -> Self {
        Self { count: S::key_count, class: S::action_key }
    }
}

impl<S: StateSpace> Clone for ActionClasses<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for ActionClasses<S> {}

/// [`CommutingSpace::canonical_actions_after`] as a value.
type CanonicalActions<S> = fn(
    &S,
    &<S as StateSpace>::State,
    <S as StateSpace>::Action,
    &mut Vec<<S as StateSpace>::Action>,
);

/// A number of a state, by which ties are broken, the least first.
pub type TieKey<S> = fn(&S, &<S as StateSpace>::State) -> u64;

/// A typed space as the object behind an [`Erased`] one.
pub struct Typed<S: StateSpace> {
    space: Arc<S>,
    backward: Option<Backward<S>>,
    tie_key: Option<TieKey<S>>,
    classes: Option<ActionClasses<S>>,
    canonical: Option<CanonicalActions<S>>,
    recent: Option<Mutex<RecentStates<S>>>,
}

impl<S: StateSpace> Typed<S> {
    /// Wraps `space`, without backward search.
    pub fn new(space: Arc<S>) -> Self {
        Self { space, backward: None, tie_key: None, classes: None, canonical: None, recent: None }
    }

    /// Adds a cache of recent states: useful if unpacking a state takes longer than copying it a
    /// few times.
    ///
    /// States whose packed forms are equal must have the same actions in the same order.
    #[must_use]
    pub fn keeping_states(self) -> Self {
        Self { recent: Some(Mutex::new(RecentStates::new())), ..self }
    }

    /// Adds backward search.
    #[must_use]
    pub fn with_predecessors(self) -> Self
    where
        S: BackwardSpace,
    {
        let backward = Backward { goal_states: S::goal_states, predecessors: S::predecessors };
        Self { backward: Some(backward), ..self }
    }

    /// Adds a function that numbers states for tie-breaking.
    #[must_use]
    pub fn with_tie_key(self, tie_key: Option<TieKey<S>>) -> Self {
        Self { tie_key, ..self }
    }

    /// Adds classes of actions, for orders that learn.
    #[must_use]
    pub fn with_action_classes(self, classes: Option<ActionClasses<S>>) -> Self {
        Self { classes, ..self }
    }

    /// The same with one order of actions that commute, for searches of trees.
    #[must_use]
    pub fn with_commuting(self) -> Self
    where
        S: CommutingSpace,
    {
        Self { canonical: Some(S::canonical_actions_after), ..self }
    }

    /// The recent states, unless another thread is using them.
    #[inline]
    fn recent(&self) -> Option<MutexGuard<'_, RecentStates<S>>> {
        self.recent.as_ref()?.try_lock().ok()
    }

    #[inline]
    fn with_state<K: StateKey, R>(&self, key: &K, ask: impl FnOnce(&S::State) -> R) -> R
    where
        S::Packed: ToKey<K>,
    {
        let packed = S::Packed::from_key(key);
        match self.recent() {
            Some(mut recent) => ask(recent.state(&self.space, key, packed)),
            None => ask(&self.space.unpack(&packed)),
        }
    }

    #[inline]
    fn key<K>(&self, state: &S::State) -> K
    where
        S::Packed: ToKey<K>,
    {
        self.space.pack(state).to_key()
    }
}

impl<S, K: StateKey> DynSpace<K, S::Cost> for Typed<S>
where
    S: StateSpace<State: Send + 'static, Packed: ToKey<K> + Send, Action: ActionCode + 'static>
        + Send
        + Sync,
{
    fn initial_state(&self) -> K {
        self.key(&self.space.initial_state())
    }

    fn is_goal(&self, key: &K) -> bool {
        self.with_state(key, |state| self.space.is_goal(state))
    }

    fn actions(&self, key: &K, last: Option<ErasedAction>, actions: &mut Vec<ErasedAction>) {
        self.with_state(key, |state| {
            with_list(|typed| {
                match last {
                    None => self.space.actions(state, typed),
                    Some(last) => self.space.actions_after(state, last.get(), typed),
                }
                actions.extend(typed.iter().copied().map(ErasedAction::new));
            });
        });
    }

    fn canonical_actions(&self, key: &K, last: ErasedAction, actions: &mut Vec<ErasedAction>) {
        let Some(canonical) = self.canonical else {
            return DynSpace::<K, S::Cost>::actions(self, key, Some(last), actions);
        };
        self.with_state(key, |state| {
            with_list(|typed| {
                canonical(&self.space, state, last.get(), typed);
                actions.extend(typed.iter().copied().map(ErasedAction::new));
            });
        });
    }

    fn cost(&self, key: &K, action: ErasedAction) -> S::Cost {
        self.with_state(key, |state| self.space.cost(state, action.get()))
    }

    fn apply(&self, key: &mut K, action: ErasedAction) {
        let packed = S::Packed::from_key(key);
        let mut recent = self.recent();
        let mut state = match &mut recent {
            Some(recent) => recent.state(&self.space, key, packed).clone(),
            None => self.space.unpack(&packed),
        };
        self.space.apply(&mut state, action.get());
        let packed = self.space.pack(&state);
        *key = packed.to_key();
        if let Some(recent) = &mut recent {
            recent.insert(key, packed, state);
        }
    }

    fn successors(&self, states: &[K], successors: &mut Vec<K>) {
        with_list(|actions| {
            for key in states {
                let state = self.space.unpack(&S::Packed::from_key(key));
                actions.clear();
                self.space.actions(&state, actions);
                for &action in &*actions {
                    let mut successor = state.clone();
                    self.space.apply(&mut successor, action);
                    successors.push(self.key(&successor));
                }
            }
        });
    }

    fn stored_bytes(&self) -> usize {
        self.space.stored_bytes()
    }

    fn begin_path(&self, search: u64) -> u64 {
        self.space.begin_path(search)
    }

    fn lengthen_path(&self) {
        self.space.lengthen_path();
    }

    fn shorten_path(&self) {
        self.space.shorten_path();
    }

    fn lend_state(&self, key: &K, to: &mut dyn FnMut(&dyn Any)) {
        if let Some(mut recent) = self.recent() {
            to(recent.state(&self.space, key, S::Packed::from_key(key)));
        }
    }

    fn tie_key(&self, key: &K) -> u64 {
        self.tie_key.map_or(0, |tie_key| self.with_state(key, |state| tie_key(&self.space, state)))
    }

    fn action_class(&self, key: &K, action: ErasedAction) -> usize {
        let Some(classes) = self.classes else { return 0 };
        self.with_state(key, |state| (classes.class)(&self.space, state, action.get()))
    }

    fn goal_states(&self, goals: &mut Vec<K>) {
        let Some(backward) = &self.backward else { return };
        let mut states = Vec::new();
        (backward.goal_states)(&self.space, &mut states);
        goals.extend(states.iter().map(|state| self.key(state)));
    }

    fn predecessors(&self, key: &K, to: &mut Vec<(ErasedAction, S::Cost, K)>) {
        let Some(backward) = &self.backward else { return };
        let mut found = Vec::new();
        self.with_state(key, |state| (backward.predecessors)(&self.space, state, &mut found));
        to.extend(
            found
                .into_iter()
                .map(|(action, cost, state)| (ErasedAction::new(action), cost, self.key(&state))),
        );
    }
}
