//! The cube as a state space.

use tremaux_core::{
    BackwardSpace, CommutingSpace, CompactActions, LocalContextSpace, Predecessor, ReversibleSpace,
    StateSpace, UndoSpace,
};

use crate::moves::shortened;
use crate::{Cubies, Turn, Turns};

/// The longest scramble that is remembered.
const LONGEST: usize = 30;

/// The cube from one state; the goal is the solved cube, every turn of a face costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    start: Cubies,
    /// The turns that lead from the solved cube to it, and their number, if they are known.
    scramble: Option<([Turn; LONGEST], u8)>,
}

impl Cube {
    /// The puzzle that starts with `start`.
    pub const fn new(start: Cubies) -> Self {
        Self { start, scramble: None }
    }

    /// The puzzle that starts with the solved cube after `turns`: to take them back is a plan.
    ///
    /// ```
    /// use tremaux::puzzles::cube::{Cube, Face, Turn};
    ///
    /// let quarter = Turn::new(Face::R, 1).expect("a quarter");
    /// let plan = Cube::scrambled(&[quarter, quarter]).known_plan();
    /// assert_eq!(plan, Some(vec![Turn::new(Face::R, 2).expect("a half turn")]));
    /// ```
    pub fn scrambled(turns: &[Turn]) -> Self {
        let mut first = [Turn::of_number(0); LONGEST];
        let short = shortened(turns);
        let is_short = short.len() <= LONGEST;
        first.iter_mut().zip(&short).for_each(|(to, &turn)| *to = turn);
        let scramble = is_short.then_some((first, short.len() as u8));
        Self { start: Cubies::after(turns.iter().copied()), scramble }
    }

    /// The plan that takes the turns back that the cube was scrambled with, if they are known and
    /// at most 30: without turns that cancel each other, but it need not be the shortest.
    pub fn known_plan(&self) -> Option<Vec<Turn>> {
        let (turns, count) = self.scramble.as_ref()?;
        Some(turns[..usize::from(*count)].iter().rev().map(|turn| turn.inverse()).collect())
    }
}

impl StateSpace for Cube {
    type State = Cubies;
    type Packed = Cubies;
    type Action = Turn;
    type Cost = u32;

    fn initial_state(&self) -> Cubies {
        self.start
    }

    #[inline]
    fn is_goal(&self, cubies: &Cubies) -> bool {
        *cubies == Cubies::SOLVED
    }

    #[inline]
    fn actions(&self, _cubies: &Cubies, turns: &mut Vec<Turn>) {
        turns.extend(Turns::ALL);
    }

    /// Prunes turns of the same face: one turn can replace two.
    #[inline]
    fn actions_after(&self, _cubies: &Cubies, last: Turn, turns: &mut Vec<Turn>) {
        turns.extend(Turns::ALL.after(last));
    }

    #[inline]
    fn cost(&self, _cubies: &Cubies, _turn: Turn) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, cubies: &mut Cubies, turn: Turn) {
        cubies.turn(turn);
    }

    #[inline]
    fn pack(&self, cubies: &Cubies) -> Cubies {
        *cubies
    }

    #[inline]
    fn unpack(&self, packed: &Cubies) -> Cubies {
        *packed
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

impl CompactActions for Cube {
    type Actions = Turns;
    const MAY_CIRCLE: bool = false;

    const HAS_ORDER: bool = true;

    #[inline]
    fn action_set(&self, _cubies: &Cubies) -> Turns {
        Turns::ALL
    }

    #[inline]
    fn action_set_after(&self, _cubies: &Cubies, last: Turn) -> Turns {
        Turns::ALL.after(last)
    }

    #[inline]
    fn canonical_action_set_after(&self, _cubies: &Cubies, last: Turn) -> Turns {
        Turns::ALL.in_order_after(last)
    }
}

impl CommutingSpace for Cube {
    fn canonical_actions_after(&self, _cubies: &Cubies, last: Turn, turns: &mut Vec<Turn>) {
        turns.extend(Turns::ALL.in_order_after(last));
    }
}

impl UndoSpace for Cube {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, cubies: &mut Cubies, turn: Turn) {
        cubies.turn(turn);
    }

    #[inline]
    fn undo(&self, cubies: &mut Cubies, turn: Turn, (): ()) {
        cubies.turn(turn.inverse());
    }
}

impl ReversibleSpace for Cube {
    #[inline]
    fn cost_back(&self, _cubies: &Cubies, _turn: Turn) -> Option<u32> {
        Some(1)
    }
}

impl BackwardSpace for Cube {
    fn goal_states(&self, goals: &mut Vec<Cubies>) {
        goals.push(Cubies::SOLVED);
    }

    fn predecessors(&self, cubies: &Cubies, predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend(Turns::ALL.map(|turn| {
            let mut before = *cubies;
            before.turn(turn.inverse());
            (turn, 1, before)
        }));
    }
}

/// Any two strings of turns that lead to equal cubes from one cube do so from every other: there
/// is one context.
impl LocalContextSpace for Cube {
    fn context_count(&self) -> usize {
        1
    }

    fn context(&self, _cubies: &Cubies) -> usize {
        0
    }

    fn state_in_context(&self, context: usize) -> Option<Cubies> {
        (context == 0).then_some(Cubies::SOLVED)
    }

    fn action_code_count(&self) -> usize {
        Turn::COUNT
    }

    fn action_code(&self, turn: Turn) -> usize {
        turn.number()
    }
}
