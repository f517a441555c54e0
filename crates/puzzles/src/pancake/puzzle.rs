//! The pancake puzzle as a state space.

use tremaux_core::{
    BackwardSpace, CompactActions, IndexedSpace, Predecessor, ReversibleSpace, StateSpace,
    UndoSpace,
};

use super::flips::Flips;
use super::{Flip, Stack, Stack64};

/// The pancake puzzle from one start, with stacks of the type `T`.
///
/// [`Pile::puzzle`](super::Pile::puzzle) chooses the type. The goal is the stack with the
/// smallest pancake on top. Every flip costs 1 and is its own inverse.
#[derive(Clone, Debug)]
pub struct PancakePuzzle<T> {
    start: T,
    goal: T,
    pancakes: usize,
}

impl<T: Stack> PancakePuzzle<T> {
    /// The puzzle that starts with these sizes from the top, 0 for the smallest.
    ///
    /// Returns `None` if there are more than `T` holds, or if they are not a permutation.
    pub fn new(sizes: &[u8]) -> Option<Self> {
        let pancakes = sizes.len();
        let mut sorted = sizes.to_vec();
        sorted.sort_unstable();
        let is_order = sorted.iter().enumerate().all(|(at, &size)| usize::from(size) == at);
        if pancakes == 0 || pancakes > T::MOST || !is_order {
            return None;
        }
        let (start, goal) = (T::from_sizes(sizes), T::from_sizes(&sorted));
        Some(Self { start, goal, pancakes })
    }

    /// The number of pancakes.
    #[inline]
    pub const fn pancakes(&self) -> usize {
        self.pancakes
    }

    /// The sizes from the top of `stack`, 0 for the smallest.
    pub fn sizes(&self, stack: &T) -> impl ExactSizeIterator<Item = u8> + use<T> {
        let stack = *stack;
        (0..self.pancakes).map(move |place| stack.size(place) as u8)
    }
}

impl<T: Stack> StateSpace for PancakePuzzle<T> {
    type State = T;
    type Packed = T::Packed;
    type Action = Flip;
    type Cost = u32;

    fn initial_state(&self) -> T {
        self.start
    }

    #[inline]
    fn is_goal(&self, stack: &T) -> bool {
        *stack == self.goal
    }

    #[inline]
    fn actions(&self, _stack: &T, actions: &mut Vec<Flip>) {
        actions.extend(Flips::of(self.pancakes, None));
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }

    fn prunes_only_inverses(&self) -> bool {
        true
    }

    /// Prunes the same flip, which would undo the last one.
    #[inline]
    fn actions_after(&self, _stack: &T, last: Flip, actions: &mut Vec<Flip>) {
        actions.extend(Flips::of(self.pancakes, Some(last)));
    }

    #[inline]
    fn cost(&self, _stack: &T, _flip: Flip) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, stack: &mut T, flip: Flip) {
        stack.flip(flip.count());
    }

    #[inline]
    fn pack(&self, stack: &T) -> T::Packed {
        stack.pack()
    }

    #[inline]
    fn unpack(&self, packed: &T::Packed) -> T {
        T::unpack(*packed)
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl<T: Stack> CompactActions for PancakePuzzle<T> {
    type Actions = Flips;
    const MAY_CIRCLE: bool = false;

    #[inline]
    fn action_set(&self, _stack: &T) -> Flips {
        Flips::of(self.pancakes, None)
    }

    #[inline]
    fn action_set_after(&self, _stack: &T, last: Flip) -> Flips {
        Flips::of(self.pancakes, Some(last))
    }
}

impl<T: Stack> UndoSpace for PancakePuzzle<T> {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, stack: &mut T, flip: Flip) {
        stack.flip(flip.count());
    }

    #[inline]
    fn undo(&self, stack: &mut T, flip: Flip, (): ()) {
        stack.flip(flip.count());
    }
}

impl<T: Stack> ReversibleSpace for PancakePuzzle<T> {
    #[inline]
    fn cost_back(&self, _stack: &T, _flip: Flip) -> Option<u32> {
        Some(1)
    }
}

impl<T: Stack> BackwardSpace for PancakePuzzle<T> {
    fn goal_states(&self, goals: &mut Vec<T>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, stack: &T, predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend(Flips::of(self.pancakes, None).map(|flip| {
            let mut before = *stack;
            before.flip(flip.count());
            (flip, 1, before)
        }));
    }
}

/// Numbers stacks in lexicographic order of their sizes from the top. 16 pancakes have about
/// 2·10^13 stacks, so arrays of states are practical for up to twelve.
impl IndexedSpace for PancakePuzzle<Stack64> {
    #[inline]
    fn state_count(&self) -> usize {
        (1..=self.pancakes).product()
    }

    #[inline]
    fn index(&self, stack: &Stack64) -> usize {
        let (mut index, mut unused) = (0, u32::MAX);
        for place in 0..self.pancakes {
            let size = stack.size(place);
            let digit = (unused & ((1 << size) - 1)).count_ones();
            unused &= !(1 << size);
            index = index * (self.pancakes - place) + digit as usize;
        }
        index
    }

    fn state(&self, index: usize) -> Stack64 {
        let mut sizes = [0; 16];
        let sizes = &mut sizes[..self.pancakes];
        let mut rest = index;
        for place in (0..self.pancakes).rev() {
            let left = self.pancakes - place;
            sizes[place] = (rest % left) as u8;
            rest /= left;
            // A digit counts the smaller pancakes below: make room for this one.
            let (head, tail) = sizes.split_at_mut(place + 1);
            tail.iter_mut().filter(|size| **size >= head[place]).for_each(|size| *size += 1);
        }
        Stack64::from_sizes(sizes)
    }

    fn predecessor(&self, index: usize, flip: Flip) -> usize {
        let mut stack = self.state(index);
        stack.flip(flip.count());
        self.index(&stack)
    }
}
