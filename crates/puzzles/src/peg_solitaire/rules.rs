//! Peg solitaire as a state space.

use tremaux_core::codes::ActionCode;
use tremaux_core::{BackwardSpace, CommutingSpace, Predecessor, Random, StateSpace, UndoSpace};

use super::Board;

/// The positions that solve a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// One peg is left, in any hole.
    #[default]
    OnePeg,
    /// Pegs are in exactly these holes.
    Pegs(u64),
}

/// A jump, by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump(pub(super) u8);

impl ActionCode for Jump {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(code as u8)
    }
}

/// Peg solitaire on a board, from a position to a goal; every jump costs 1.
///
/// A state is the set of holes with pegs, bit `i` for the hole numbered `i`. Each jump removes
/// one peg, so the length of every plan is the number of surplus pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegSolitaire {
    board: Board,
    start: u64,
    goal: Goal,
}

impl PegSolitaire {
    /// The puzzle on `board` that starts with pegs in the holes `start`.
    ///
    /// Returns `None` if `start` or `goal` has a peg that is not in a hole.
    pub fn new(board: Board, start: u64, goal: Goal) -> Option<Self> {
        let pegs = match goal {
            Goal::OnePeg => start,
            Goal::Pegs(pegs) => start | pegs,
        };
        (pegs & !board.full() == 0).then_some(Self { board, start, goal })
    }

    /// A random puzzle that can be solved: `jumps` jumps played backwards from one peg in a
    /// random hole, which is the goal; fewer if no more are possible.
    ///
    /// ```
    /// use tremaux::puzzles::peg_solitaire::{Board, PegSolitaire};
    /// use tremaux::Random;
    /// let puzzle = PegSolitaire::random(Board::english(), 12, &mut Random::new(5));
    /// assert_eq!(puzzle.start().count_ones(), 13);
    /// ```
    pub fn random(board: Board, jumps: usize, random: &mut Random) -> Self {
        let goal = 1 << random.below(board.holes() as u64);
        let mut puzzle = Self { board, start: goal, goal: Goal::Pegs(goal) };
        let mut before = Vec::new();
        for _ in 0..jumps {
            before.clear();
            puzzle.predecessors(&puzzle.start, &mut before);
            let choice = random.below(before.len() as u64) as usize;
            puzzle.start = before.get(choice).map_or(puzzle.start, |predecessor| predecessor.2);
        }
        puzzle
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The holes with pegs at the start.
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// The positions that solve it.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The numbers of the holes that a jump leads from, over and to.
    pub fn holes(&self, jump: Jump) -> [usize; 3] {
        let triple = self.board.triples[usize::from(jump.0)];
        [triple.from, triple.over, triple.to].map(usize::from)
    }

    /// The jumps in whose holes `pegs` has exactly the pegs that `wanted` selects.
    #[inline]
    fn jumps(
        &self,
        pegs: u64,
        wanted: impl Fn(u64, u64) -> u64,
    ) -> impl Iterator<Item = (Jump, u64)> {
        let triples = (0..).zip(&self.board.triples);
        triples.filter_map(move |(number, triple)| {
            let holes = triple.holes();
            (pegs & holes == wanted(holes, triple.pegs())).then_some((Jump(number), holes))
        })
    }

    #[inline]
    fn changed(&self, jump: Jump) -> u64 {
        self.board.triples[usize::from(jump.0)].holes()
    }
}

impl StateSpace for PegSolitaire {
    type State = u64;
    type Packed = u64;
    type Action = Jump;
    type Cost = u32;

    fn initial_state(&self) -> u64 {
        self.start
    }

    #[inline]
    fn is_goal(&self, pegs: &u64) -> bool {
        match self.goal {
            Goal::OnePeg => pegs.is_power_of_two(),
            Goal::Pegs(wanted) => *pegs == wanted,
        }
    }

    #[inline]
    fn actions(&self, pegs: &u64, actions: &mut Vec<Jump>) {
        actions.extend(self.jumps(*pegs, |_, before| before).map(|(jump, _)| jump));
    }

    fn prunes_nothing(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _pegs: &u64, _jump: Jump) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, pegs: &mut u64, jump: Jump) {
        *pegs ^= self.changed(jump);
    }

    #[inline]
    fn pack(&self, pegs: &u64) -> u64 {
        *pegs
    }

    #[inline]
    fn unpack(&self, packed: &u64) -> u64 {
        *packed
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

/// Jumps that share no hole commute: of two such jumps in a row, the first has the lower number.
impl CommutingSpace for PegSolitaire {
    #[inline]
    fn canonical_actions_after(&self, pegs: &u64, last: Jump, actions: &mut Vec<Jump>) {
        let changed = self.changed(last);
        let jumps = self.jumps(*pegs, |_, before| before);
        let kept = jumps.filter(|(jump, holes)| *jump > last || holes & changed != 0);
        actions.extend(kept.map(|(jump, _)| jump));
    }
}

impl UndoSpace for PegSolitaire {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, pegs: &mut u64, jump: Jump) {
        self.apply(pegs, jump);
    }

    #[inline]
    fn undo(&self, pegs: &mut u64, jump: Jump, (): ()) {
        self.apply(pegs, jump);
    }
}

/// Backwards, a peg jumps over an empty hole and leaves a peg there.
impl BackwardSpace for PegSolitaire {
    fn goal_states(&self, goals: &mut Vec<u64>) {
        match self.goal {
            Goal::OnePeg => goals.extend((0..self.board.holes()).map(|hole| 1 << hole)),
            Goal::Pegs(pegs) => goals.push(pegs),
        }
    }

    fn predecessors(&self, pegs: &u64, predecessors: &mut Vec<Predecessor<Self>>) {
        let jumps = self.jumps(*pegs, |holes, before| holes & !before);
        predecessors.extend(jumps.map(|(jump, holes)| (jump, 1, pegs ^ holes)));
    }
}
