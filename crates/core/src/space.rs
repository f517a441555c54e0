//! Single-agent state spaces.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::cost::Cost;

/// An implicit graph: states, the actions between them, and the goals.
///
/// This is the minimum a domain must provide, and enough for every best-first search. Optional
/// capabilities are separate traits ([`UndoSpace`], [`BackwardSpace`]), so that an algorithm's
/// bounds say exactly what it needs.
///
/// The space itself holds the immutable instance (map, goal, tables); a state holds only
/// what changes. All methods take `&self`, hence one space can serve many threads.
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
///
/// /// From 1 to 100: an action doubles the number or adds one.
/// struct Numbers;
///
/// impl StateSpace for Numbers {
///     type State = u32;
///     type Packed = u32;
///     /// The number to add.
///     type Action = u32;
///     type Cost = u32;
///
///     fn initial_state(&self) -> u32 {
///         1
///     }
///     fn is_goal(&self, &number: &u32) -> bool {
///         number == 100
///     }
///     fn actions(&self, &number: &u32, actions: &mut Vec<u32>) {
///         actions.extend([number, 1].into_iter().filter(|add| number + add <= 100));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 {
///         1
///     }
///     fn apply(&self, number: &mut u32, add: u32) {
///         *number += add;
///     }
///     fn pack(&self, &number: &u32) -> u32 {
///         number
///     }
///     fn unpack(&self, &number: &u32) -> u32 {
///         number
///     }
/// }
///
/// let report = BestFirst::a_star().solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().actions, [1, 1, 3, 6, 12, 1, 25, 50]);
/// ```
pub trait StateSpace {
    /// The working form of a state: fast to modify, possibly with cached extras.
    type State: Clone;
    /// The stored form of a state: small, comparable, hashable.
    ///
    /// Two states are duplicates exactly when their packed forms are equal. Use `State` itself
    /// if packing saves nothing.
    type Packed: Clone + Eq + Hash;
    /// A label that, together with a state, determines the successor.
    type Action: Copy + Eq + Debug;
    /// The type of path costs.
    type Cost: Cost;

    /// Set if the space numbers its states from zero, in about the order in which it generates
    /// them. Tables then find a state by its number instead of by hashing.
    const NUMBERS: Option<StateNumbers<Self>> = None;

    /// The state where the search starts.
    fn initial_state(&self) -> Self::State;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the actions applicable in `state` to `actions`, in a deterministic order.
    ///
    /// Never clears or reads `actions`: depth-first searches use one vector as a stack, so
    /// that no search allocates per node.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Like [`StateSpace::actions`], for a state that was reached by `last`: may leave out
    /// actions that are pointless after `last`, above all the one that undoes it.
    ///
    /// Every search calls it for all states but the initial one, also those that keep a single
    /// path for each state. So an action may be left out only if its result can be reached at
    /// the same cost by a path none of whose actions is left out, whichever cheapest path to
    /// each state the search keeps. Jump point pruning satisfies this; a fixed order of
    /// commuting actions (`L R` but not `R L`) does not: it is safe only in tree searches.
    #[inline]
    fn actions_after(
        &self,
        state: &Self::State,
        last: Self::Action,
        actions: &mut Vec<Self::Action>,
    ) {
        let _ = last;
        self.actions(state, actions);
    }

    /// Whether [`StateSpace::actions_after`] omits only actions that undo `last`.
    ///
    /// A search that stores lower bounds of the remaining cost can then ignore the omitted
    /// actions. False is always correct.
    #[inline]
    fn prunes_only_inverses(&self) -> bool {
        false
    }

    /// Whether [`StateSpace::actions_after`] lists the same actions as [`StateSpace::actions`],
    /// in the same order.
    ///
    /// Searches with a table of states then need not check which actions were omitted. False
    /// is always correct.
    #[inline]
    fn prunes_nothing(&self) -> bool {
        false
    }

    /// Whether each action is undone by another: a successor's successors include the state.
    ///
    /// Breadth-first enumerations then know that a new state differs from all old ones if it
    /// differs from those of the last two levels. False is always correct.
    #[inline]
    fn is_reversible(&self) -> bool {
        false
    }

    /// Whether many paths return to one of their own states, beyond taking back the last action:
    /// graphs, maps, and most small puzzles.
    ///
    /// Depth-first searches then cut such paths, so that they end on every finite space, also
    /// where there is no plan. This costs packing and looking up each state, so it should be
    /// false where cycles are long or states take only a few nanoseconds. Without it, an
    /// iterative search of a space with cycles and no plan never ends on its own.
    #[inline]
    fn has_short_cycles(&self) -> bool {
        false
    }

    /// The bytes that a packed state allocates besides its own size: 0 if it has no pointer,
    /// otherwise the most of all states. Tables of states count them.
    fn packed_heap_bytes(&self) -> usize {
        0
    }

    /// The bytes that the space itself has allocated for the states that searches have seen, or is
    /// about to allocate. They count against limits of memory, and in reports.
    #[inline]
    fn stored_bytes(&self) -> usize {
        0
    }

    /// Begins or continues a search that needs only the states along one path and their
    /// successors, such as IDA*: a space that stores states as it sees them may forget the others.
    ///
    /// `search` is what the call before returned to this search, or 0 to keep all states seen so
    /// far. The space keeps them also if another search has begun in between, or has listed
    /// actions without [`StateSpace::lengthen_path`]. If 0 is returned, it stores none, and the
    /// search need not tell it of the path.
    #[inline]
    fn begin_path(&self, search: u64) -> u64 {
        search
    }

    /// The search is about to list the actions of the end of its path.
    #[inline]
    fn lengthen_path(&self) {}

    /// The search has left the end of its path: it needs the states no more that were first seen
    /// since the [`StateSpace::lengthen_path`] for it.
    #[inline]
    fn shorten_path(&self) {}

    /// The cost of taking `action` in `state`, before it is applied.
    fn cost(&self, state: &Self::State, action: Self::Action) -> Self::Cost;

    /// Turns `state` into its successor by `action`, which must be applicable.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// The stored form of `state`.
    fn pack(&self, state: &Self::State) -> Self::Packed;

    /// The inverse of [`StateSpace::pack`].
    fn unpack(&self, packed: &Self::Packed) -> Self::State;

    /// Feeds what identifies `state` to a hasher: the same in every process, for checkpoints. A
    /// space that [numbers its states](StateSpace::NUMBERS) as it sees them feeds the states
    /// themselves, not their numbers.
    fn hash_state<D: Hasher>(&self, state: &Self::State, hasher: &mut D) {
        self.pack(state).hash(hasher);
    }

    /// The cost shared by all actions, if there is one.
    ///
    /// Breadth-first search can prove optimality only where this is `Some`.
    fn uniform_cost(&self) -> Option<Self::Cost> {
        None
    }
}

/// How a state space numbers its states: see [`StateSpace::NUMBERS`].
pub struct StateNumbers<S: StateSpace + ?Sized> {
    /// The number of a state.
    pub number: fn(&S::Packed) -> u32,
    /// The inverse of `number`.
    pub packed: fn(u32) -> S::Packed,
    /// The action that leads to the state with a number at a cost.
    pub action: fn(u32, S::Cost) -> S::Action,
    /// The cost of an action.
    pub cost: fn(S::Action) -> S::Cost,
}

/// A state space whose actions in a state are a small value, not a list.
///
/// Depth-first searches then keep the untried actions in their frames, at best in a register,
/// instead of on a stack of actions: worth it where a node costs a few nanoseconds.
pub trait CompactActions: StateSpace {
    /// The untried actions, none by default. Ideally a few bytes: a bit set, or actions packed
    /// into an integer.
    type Actions: ExactSizeIterator<Item = Self::Action> + Clone + Default;

    /// The actions that [`StateSpace::actions`] appends.
    fn action_set(&self, state: &Self::State) -> Self::Actions;

    /// The actions that [`StateSpace::actions_after`] appends.
    #[inline]
    fn action_set_after(&self, state: &Self::State, last: Self::Action) -> Self::Actions {
        let _ = last;
        self.action_set(state)
    }

    /// Whether an action may be free or the space [has short
    /// cycles](StateSpace::has_short_cycles), so that a search must record its path. Where it is
    /// false, [`StateSpace::uniform_cost`] is not zero.
    const MAY_CIRCLE: bool = true;

    /// Whether [`CompactActions::canonical_action_set_after`] leaves out more actions than
    /// [`CompactActions::action_set_after`].
    const HAS_ORDER: bool = false;

    /// Like [`CompactActions::action_set_after`], and may also leave out actions that commute
    /// with `last`, as [`CommutingSpace::canonical_actions_after`] does.
    #[inline]
    fn canonical_action_set_after(&self, state: &Self::State, last: Self::Action) -> Self::Actions {
        self.action_set_after(state, last)
    }
}

/// A state space that can undo the last action in place.
///
/// Depth-first searches (IDA*, branch and bound) can then walk one state up and down
/// instead of keeping copies: worth it where states are large.
pub trait UndoSpace: StateSpace {
    /// The information that [`UndoSpace::undo`] needs besides the action; often `()`.
    type Undo;

    /// Like [`StateSpace::apply`], and returns what is needed to undo it.
    fn apply_undoable(&self, state: &mut Self::State, action: Self::Action) -> Self::Undo;

    /// Undoes `action`, the last one applied to `state`.
    fn undo(&self, state: &mut Self::State, action: Self::Action, undo: Self::Undo);
}

/// A state space whose states are numbered, so that tables are plain arrays.
pub trait IndexedSpace: StateSpace {
    /// The number of indices; each index is less than this.
    fn state_count(&self) -> usize;

    /// The number of `state`; equal exactly for equal packed forms.
    fn index(&self, state: &Self::State) -> usize;

    /// The inverse of [`IndexedSpace::index`].
    fn state(&self, index: usize) -> Self::State;

    /// The number of the state from which `action` led to the state numbered `index`.
    ///
    /// With this method, a table stores one action per state and no parent.
    fn predecessor(&self, index: usize, action: Self::Action) -> usize;

    /// Prefetches the memory that listing the actions of the state numbered `index` will read.
    /// Has no visible effect.
    #[inline]
    fn prefetch(&self, index: usize) {
        let _ = index;
    }
}

/// A state space with commuting actions, of which one order is enough.
///
/// On a cube, turns of opposite faces commute: after `R`, a tree search need not try `L`, as it
/// tries `L R` too. [`StateSpace::actions_after`] must not leave `L` out, because a search that
/// keeps one path for each state may keep the one that ends in `R`. Depth-first searches without
/// a table of states may use this instead.
pub trait CommutingSpace: StateSpace {
    /// Like [`StateSpace::actions_after`], and may also leave out actions that commute with
    /// `last` and come before it in a fixed order.
    ///
    /// Between any two states, at least one cheapest path must remain none of whose actions is
    /// left out after the action before it.
    fn canonical_actions_after(
        &self,
        state: &Self::State,
        last: Self::Action,
        actions: &mut Vec<Self::Action>,
    );
}

/// A state space in which a small part of the state, its *context*, determines which actions
/// are applicable and which strings of actions are equivalent.
///
/// In a sliding puzzle the context is the blank's cell: around a square of four cells, `RDLURD`
/// and `DRULDR` lead from every board to the same board, whatever the tiles. So superfluous
/// strings can be learnt once, from one state of each context, and pruned everywhere.
///
/// In two states with the same context, the same actions are applicable, with the same costs;
/// each action leads to the same context from both; and two strings of actions lead from one
/// state to equal states exactly if they do so from the other.
pub trait LocalContextSpace: StateSpace {
    /// The number of contexts; each context is less than this.
    fn context_count(&self) -> usize;

    /// The context of `state`.
    fn context(&self, state: &Self::State) -> usize;

    /// A state with this context; it need not be reachable from the start. `None` if there is
    /// no such state.
    fn state_in_context(&self, context: usize) -> Option<Self::State>;

    /// The number of action codes; each code is less than this.
    fn action_code_count(&self) -> usize;

    /// A code of `action`, different from those of all other actions applicable in the same
    /// state.
    fn action_code(&self, action: Self::Action) -> usize;
}

/// A state space whose actions are grouped into classes, for history tables.
///
/// Classes should reflect what matters: in a sliding puzzle, which tile moves from which cell to
/// which.
pub trait ActionKey: StateSpace {
    /// The number of classes; each key is less than this.
    fn key_count(&self) -> usize;

    /// The class of `action` in `state`, before it is applied.
    fn action_key(&self, state: &Self::State, action: Self::Action) -> usize;
}

/// A state space that knows the cost of returning from a successor.
///
/// Searches with inconsistent heuristics then raise a parent's estimate from a child's:
/// bidirectional pathmax.
pub trait ReversibleSpace: StateSpace {
    /// The cost of some path from the successor of `state` by `action` back to `state`; `None`
    /// if it is unknown or there is no such path.
    fn cost_back(&self, state: &Self::State, action: Self::Action) -> Option<Self::Cost>;
}

/// A predecessor of a state: the action that leads from it, what it costs, the state.
pub type Predecessor<S> =
    (<S as StateSpace>::Action, <S as StateSpace>::Cost, <S as StateSpace>::State);

/// A state space that can also be searched from its goals.
pub trait BackwardSpace: StateSpace {
    /// Appends every goal state to `goals`.
    fn goal_states(&self, goals: &mut Vec<Self::State>);

    /// Appends every predecessor of `state`: one for each state and action there that leads to
    /// `state`. The state is included because the same action may lead here from several states.
    fn predecessors(&self, state: &Self::State, predecessors: &mut Vec<Predecessor<Self>>)
    where
        Self: Sized;
}
