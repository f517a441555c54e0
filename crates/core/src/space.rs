//! Single-agent state spaces.

use std::fmt::Debug;
use std::hash::Hash;

use crate::cost::Cost;

/// An implicit graph: states, the actions between them, and the goals.
///
/// This is the minimum a domain must provide, and enough for every best-first search.
/// Optional abilities are separate traits ([`UndoSpace`], [`BackwardSpace`]), so that an
/// algorithm's bounds say exactly what it needs.
///
/// The space itself holds the immutable instance (map, goal, tables); a state holds only
/// what changes. All methods take `&self`, hence one space can serve many threads.
pub trait StateSpace {
    /// The working form of a state: fast to modify, possibly with cached extras.
    type State: Clone;
    /// The stored form of a state: small, comparable, hashable.
    ///
    /// Two states are duplicates exactly when their packed forms are equal. Use `State`
    /// itself where packing buys nothing.
    type Packed: Clone + Eq + Hash;
    /// A label that, together with a state, determines the successor.
    type Action: Copy + Eq + Debug;
    /// The type of path costs.
    type Cost: Cost;

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
    /// actions that are pointless after it, the one that leads straight back above all.
    ///
    /// Every search calls it for all states but the initial one, also those that keep a
    /// single path for each state. So an action may be left out only if its result is
    /// reached as cheaply by a path whose every action is kept, whichever cheapest path to
    /// every state the search keeps. Jump points are pruned so; the fixed order of
    /// commuting actions (`L R` but not `R L`) is not: it is safe in trees alone.
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

    /// Whether all that [`StateSpace::actions_after`] leaves out leads straight back to the
    /// state before `last`.
    ///
    /// Searches that bound what is left to go then need not look where it leads. False is
    /// always right.
    #[inline]
    fn leaves_out_ways_back_alone(&self) -> bool {
        false
    }

    /// Whether [`StateSpace::actions_after`] is [`StateSpace::actions`], action by action.
    ///
    /// Searches that remember states then need not look for what is left out. False is always
    /// right.
    #[inline]
    fn leaves_out_nothing(&self) -> bool {
        false
    }

    /// The cost of taking `action` in `state`, before it is applied.
    fn cost(&self, state: &Self::State, action: Self::Action) -> Self::Cost;

    /// Turns `state` into its successor by `action`, which must be applicable.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// The stored form of `state`.
    fn pack(&self, state: &Self::State) -> Self::Packed;

    /// The inverse of [`StateSpace::pack`].
    fn unpack(&self, packed: &Self::Packed) -> Self::State;

    /// The cost shared by all actions, if there is one.
    ///
    /// Breadth-first search can prove optimality only where this is `Some`.
    fn uniform_cost(&self) -> Option<Self::Cost> {
        None
    }
}

/// A state space whose actions in a state are a small value, not a list.
///
/// Depth-first searches then keep what is left to try in their frames, in a register at
/// best, instead of on a stack of actions: worth it where a node costs a few nanoseconds.
pub trait TypedActions: StateSpace {
    /// The actions still to be tried, none by default. A few bytes at best: a bit set, or
    /// actions side by side in an integer.
    type Actions: ExactSizeIterator<Item = Self::Action> + Clone + Default;

    /// What [`StateSpace::actions`] appends.
    fn action_set(&self, state: &Self::State) -> Self::Actions;

    /// What [`StateSpace::actions_after`] appends.
    #[inline]
    fn action_set_after(&self, state: &Self::State, last: Self::Action) -> Self::Actions {
        let _ = last;
        self.action_set(state)
    }
}

/// A state space that can take back the last action in place.
///
/// Depth-first searches (IDA*, branch and bound) can then walk one state up and down
/// instead of keeping copies: worth it where states are large.
pub trait UndoSpace: StateSpace {
    /// What [`UndoSpace::undo`] needs besides the action; often `()`.
    type Undo;

    /// Like [`StateSpace::apply`], and returns what is needed to take it back.
    fn apply_undoable(&self, state: &mut Self::State, action: Self::Action) -> Self::Undo;

    /// Takes back `action`, the last one applied to `state`.
    fn undo(&self, state: &mut Self::State, action: Self::Action, undo: Self::Undo);
}

/// A state space whose states are numbered, so that tables are plain arrays.
pub trait IndexedSpace: StateSpace {
    /// Every index is below this.
    fn state_count(&self) -> usize;

    /// The number of `state`; equal exactly for equal packed forms.
    fn index(&self, state: &Self::State) -> usize;

    /// The inverse of [`IndexedSpace::index`].
    fn state(&self, index: usize) -> Self::State;

    /// The number of the state from which `action` led to the state numbered `index`.
    ///
    /// With it a table stores one action per state, and no parent.
    fn predecessor(&self, index: usize, action: Self::Action) -> usize;

    /// Asks for the memory that the actions of the state numbered `index` will read, as they
    /// are likely to be asked for soon. Changes nothing that can be seen.
    #[inline]
    fn prefetch(&self, index: usize) {
        let _ = index;
    }
}

/// A state space some of whose actions commute, so that one order of them is enough.
///
/// On a cube, turns of opposite faces commute: after `R`, a search of a tree need not try
/// `L`, as it tries `L R` too. [`StateSpace::actions_after`] may not say so, because a
/// search that keeps one path for each state may keep the one that ends in `R`. Depth-first
/// searches without a table of states may use this instead.
pub trait CommutingSpace: StateSpace {
    /// Like [`StateSpace::actions_after`], and may also leave out actions that commute with
    /// `last` and come before it in a fixed order.
    ///
    /// Of all cheapest paths from a state to another, at least one must remain whose every
    /// action is kept after the one before it.
    fn canonical_actions_after(
        &self,
        state: &Self::State,
        last: Self::Action,
        actions: &mut Vec<Self::Action>,
    );
}

/// A state space where it depends on a small part of the state alone which actions there are
/// and which strings of them come to the same: its *situation*.
///
/// In a sliding puzzle that is the blank's cell: round a square of four cells, `RDLURD` and
/// `DRULDR` lead from every board to one and the same, whatever the tiles. So strings that are
/// superfluous can be learnt once, from one state of each situation, and left out everywhere.
///
/// Of two states in one situation, the same actions are applicable, with the same costs; an
/// action leads both to the same situation; and two strings of actions lead from the one to
/// equal states exactly if they do so from the other.
pub trait SituatedSpace: StateSpace {
    /// Every situation is below this.
    fn situation_count(&self) -> usize;

    /// The situation of `state`.
    fn situation(&self, state: &Self::State) -> usize;

    /// A state in this situation; it need not be reachable from the start. `None` if no state
    /// is in it.
    fn state_in(&self, situation: usize) -> Option<Self::State>;

    /// Every action's code is below this.
    fn action_code_count(&self) -> usize;

    /// A number that tells `action` from the others that are applicable where it is.
    fn action_code(&self, action: Self::Action) -> usize;
}

/// A state space whose actions are classed, for tables of how well actions of a class have
/// done.
///
/// Classes should tell apart what matters: for a sliding puzzle which tile goes from where
/// to where.
pub trait ActionKey: StateSpace {
    /// Every key is below this.
    fn key_count(&self) -> usize;

    /// The class of `action` in `state`, before it is applied.
    fn action_key(&self, state: &Self::State, action: Self::Action) -> usize;
}

/// A state space that can tell what going back costs.
///
/// Searches with inconsistent heuristics then let a child raise the estimate for its parent.
pub trait ReversibleSpace: StateSpace {
    /// What it costs to go from where `action` leads from `state` back to `state`, by some
    /// actions of the space; `None` if that is not known or not possible.
    fn cost_back(&self, state: &Self::State, action: Self::Action) -> Option<Self::Cost>;
}

/// A predecessor of a state: the action that leads from it, what it costs, the state.
pub type Predecessor<S> =
    (<S as StateSpace>::Action, <S as StateSpace>::Cost, <S as StateSpace>::State);

/// A state space that can also be searched from its goals.
pub trait BackwardSpace: StateSpace {
    /// Appends every goal state to `goals`.
    fn goal_states(&self, goals: &mut Vec<Self::State>);

    /// Appends every predecessor of `state`: one for each state and action there that leads
    /// to `state`. One action may lead here from several states, so an action alone does
    /// not tell.
    fn predecessors(&self, state: &Self::State, predecessors: &mut Vec<Predecessor<Self>>)
    where
        Self: Sized;
}

/// An action taken backwards, by a [`Reversed`] space.
///
/// The state it comes from is part of it, as several may have the same action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reverse<A, C, P> {
    /// The action, which leads from the predecessor.
    pub action: A,
    /// What it costs.
    pub cost: C,
    /// The packed predecessor.
    pub predecessor: P,
}

/// A space searched backwards: from one goal to the initial state.
///
/// For spaces whose packed states are `Copy`.
#[derive(Clone, Debug)]
pub struct Reversed<'a, S: StateSpace> {
    space: &'a S,
    goal: S::State,
    target: S::Packed,
}

impl<'a, S: BackwardSpace> Reversed<'a, S> {
    /// The reverse of `space`, starting at its goal state `goal`.
    pub fn new(space: &'a S, goal: S::State) -> Self {
        let target = space.pack(&space.initial_state());
        Self { space, goal, target }
    }
}

impl<S: BackwardSpace> StateSpace for Reversed<'_, S>
where
    S::Packed: Copy + Debug,
{
    type State = S::State;
    type Packed = S::Packed;
    type Action = Reverse<S::Action, S::Cost, S::Packed>;
    type Cost = S::Cost;

    fn initial_state(&self) -> Self::State {
        self.goal.clone()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.space.pack(state) == self.target
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        let mut predecessors = Vec::new();
        self.space.predecessors(state, &mut predecessors);
        actions.extend(predecessors.into_iter().map(|(action, cost, predecessor)| Reverse {
            action,
            cost,
            predecessor: self.space.pack(&predecessor),
        }));
    }

    fn cost(&self, _state: &Self::State, action: Self::Action) -> Self::Cost {
        action.cost
    }

    fn apply(&self, state: &mut Self::State, action: Self::Action) {
        *state = self.space.unpack(&action.predecessor);
    }

    fn pack(&self, state: &Self::State) -> Self::Packed {
        self.space.pack(state)
    }

    fn unpack(&self, packed: &Self::Packed) -> Self::State {
        self.space.unpack(packed)
    }

    fn uniform_cost(&self) -> Option<Self::Cost> {
        self.space.uniform_cost()
    }
}
