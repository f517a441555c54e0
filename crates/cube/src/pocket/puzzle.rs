//! The cube as a state space.

use tremaux_core::{
    BackwardSpace, CompactActions, IndexedSpace, Predecessor, ReversibleSpace, StateSpace,
    UndoSpace,
};

use super::Corners;
use crate::{Turn, Turns};

/// The 2×2×2 cube from one state; the goal is the solved cube, every turn costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PocketCube {
    start: Corners,
}

impl PocketCube {
    /// The puzzle that starts with `start`.
    pub const fn new(start: Corners) -> Self {
        Self { start }
    }
}

impl StateSpace for PocketCube {
    type State = Corners;
    type Packed = u64;
    type Action = Turn;
    type Cost = u32;

    fn initial_state(&self) -> Corners {
        self.start
    }

    #[inline]
    fn is_goal(&self, corners: &Corners) -> bool {
        *corners == Corners::SOLVED
    }

    #[inline]
    fn actions(&self, _corners: &Corners, actions: &mut Vec<Turn>) {
        actions.extend(Turns::OF_THREE_FACES);
    }

    /// Prunes turns of the same face: one turn can replace two.
    #[inline]
    fn actions_after(&self, _corners: &Corners, last: Turn, actions: &mut Vec<Turn>) {
        actions.extend(Turns::OF_THREE_FACES.after(last));
    }

    #[inline]
    fn cost(&self, _corners: &Corners, _turn: Turn) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, corners: &mut Corners, turn: Turn) {
        corners.turn(turn);
    }

    #[inline]
    fn pack(&self, corners: &Corners) -> u64 {
        corners.bits()
    }

    #[inline]
    fn unpack(&self, packed: &u64) -> Corners {
        Corners::of_bits(*packed)
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }
}

impl CompactActions for PocketCube {
    type Actions = Turns;
    const MAY_CIRCLE: bool = false;

    #[inline]
    fn action_set(&self, _corners: &Corners) -> Turns {
        Turns::OF_THREE_FACES
    }

    #[inline]
    fn action_set_after(&self, _corners: &Corners, last: Turn) -> Turns {
        Turns::OF_THREE_FACES.after(last)
    }
}

impl UndoSpace for PocketCube {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, corners: &mut Corners, turn: Turn) {
        corners.turn(turn);
    }

    #[inline]
    fn undo(&self, corners: &mut Corners, turn: Turn, (): ()) {
        corners.turn(turn.inverse());
    }
}

impl ReversibleSpace for PocketCube {
    #[inline]
    fn cost_back(&self, _corners: &Corners, _turn: Turn) -> Option<u32> {
        Some(1)
    }
}

impl BackwardSpace for PocketCube {
    fn goal_states(&self, goals: &mut Vec<Corners>) {
        goals.push(Corners::SOLVED);
    }

    #[inline]
    fn predecessors(&self, corners: &Corners, predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend(Turns::OF_THREE_FACES.map(|turn| {
            let mut before = *corners;
            before.turn(turn.inverse());
            (turn, 1, before)
        }));
    }
}

impl IndexedSpace for PocketCube {
    #[inline]
    fn state_count(&self) -> usize {
        Corners::COUNT
    }

    #[inline]
    fn index(&self, corners: &Corners) -> usize {
        corners.index()
    }

    #[inline]
    fn state(&self, index: usize) -> Corners {
        Corners::of_index(index)
    }

    #[inline]
    fn predecessor(&self, index: usize, turn: Turn) -> usize {
        let mut before = Corners::of_index(index);
        before.turn(turn.inverse());
        before.index()
    }
}
