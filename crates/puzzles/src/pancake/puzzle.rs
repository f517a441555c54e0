//! The pancake puzzle as a state space.

use tremaux_core::{
    BackwardSpace, IndexedSpace, Predecessor, ReversibleSpace, StateSpace, TypedActions, UndoSpace,
};

use super::{Flip, Flips, Stack, Stack64};

/// The pancake puzzle from one pile, kept in a stack of the type `T`.
///
/// [`Pile::puzzle`](super::Pile::puzzle) chooses the type. The goal is the pile with the
/// smallest pancake on top; every flip costs 1 and is undone by itself.
#[derive(Clone, Debug)]
pub struct PancakePuzzle<T> {
    start: T,
    goal: T,
    pancakes: usize,
}

impl<T: Stack> PancakePuzzle<T> {
    /// The puzzle that starts with these sizes from the top, 0 for the smallest.
    ///
    /// Returns `None` if they are more than `T` holds, or not each size below their number
    /// once.
    #[must_use]
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

    /// How many pancakes there are.
    #[inline]
    #[must_use]
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

    fn leaves_out_ways_back_alone(&self) -> bool {
        true
    }

    /// Leaves out the same flip, which would undo it.
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

impl<T: Stack> TypedActions for PancakePuzzle<T> {
    type Actions = Flips;

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

/// Piles in lexicographic order of their sizes from the top: 16 pancakes have some 2·10^13,
/// so arrays of states are for up to twelve.
impl IndexedSpace for PancakePuzzle<Stack64> {
    fn state_count(&self) -> usize {
        (1..=self.pancakes).product()
    }

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
            // A digit counts the smaller ones among those below: make room for this one.
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
