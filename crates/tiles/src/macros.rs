//! Macro operators: sequences of moves that place one more tile and preserve the tiles before
//! it.

use std::collections::VecDeque;

use tremaux_core::{CompactActions, IndexedSpace, Plan};

use super::{Arrangement, Board, Board64, Instance, Move, SlidingPuzzle, Unsupported};

/// Korf's table of macro operators ("Macro-operators: a weak method for learning", 1985).
///
/// The goal is reached one component after another: first the blank, then tile 1, tile 2 and so
/// on. For each component and each cell where it may be, the table has a shortest sequence of
/// moves that brings it to its goal cell and leaves the blank and all earlier tiles in their
/// goal cells, though it may disturb them on the way. Later tiles do not matter, hence a
/// sequence serves all boards that agree so far.
///
/// Once the table is learned, every board is solved without search, with at most one macro per
/// component, but not by a shortest plan. Over all 181,440 boards of the 8-puzzle, moves on
/// average and at most:
///
/// | goal | plans | without detours | shortest |
/// |---|---|---|---|
/// | the ring, [`Arrangement::spiral`] | 39.78, 64 | 36.15, 62 | 21.50, 30 |
/// | the blank first | 50.61, 84 | 42.90, 78 | 21.97, 31 |
///
/// The numbers are those of a table learned for this goal; another order of subgoals gives
/// others.
///
/// ```
/// use tremaux::StateSpace;
/// use tremaux_tiles::{AnyPuzzle, Instance, MacroTable};
///
/// let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None)?;
/// let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("nine cells") };
/// let macros = MacroTable::learn(puzzle.goal()).expect("nine cells");
/// let plan = macros.solve(&puzzle.initial_state()).expect("it is solvable");
/// assert!(plan.cost >= 14, "the optimum");
/// assert_eq!(tremaux::search::plan_cost(&puzzle, &plan.actions), Some(plan.cost));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MacroTable {
    /// By component, then by its cell: the macro.
    macros: Vec<[Option<Box<[Move]>>; MacroTable::MOST_CELLS]>,
    goal: Board64,
    homes: Vec<usize>,
}

impl MacroTable {
    /// The maximum number of cells of a board, as learning visits every board.
    pub const MOST_CELLS: usize = 9;

    /// Learns the macros for `goal` by one breadth-first search from it.
    ///
    /// The path back from the first board it reaches with all earlier components in place, and
    /// the next one in a certain cell, is the shortest macro for that cell: the positions of the
    /// other tiles do not matter.
    ///
    /// Takes time and memory linear in the number of boards: 181,440 at 3x3.
    ///
    /// # Errors
    ///
    /// Fails if the board has more than nine cells.
    pub fn learn(goal: &Arrangement) -> Result<Self, Unsupported> {
        let cells = goal.size().cells();
        if cells > Self::MOST_CELLS {
            return Err(Unsupported::new("a table of macros", "a board of at most nine cells"));
        }
        let instance = Instance::new(goal.clone(), goal.clone()).expect("of one size");
        let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("at most nine cells");
        let goal = *puzzle.goal_board();
        let homes = (0..cells).map(|tile| puzzle.goal().cell_of(tile)).collect();
        let mut table = Self { macros: vec![Default::default(); cells], goal, homes };
        // For each board: the move that leads one step back to the goal.
        let mut back: Vec<Option<Move>> = vec![None; puzzle.state_count()];
        let mut queue = VecDeque::from([goal]);
        while let Some(board) = queue.pop_front() {
            if let Some((component, cell)) = table.first_wrong(&board) {
                let entry = &mut table.macros[component][cell];
                if entry.is_none() {
                    *entry = Some(way_back(&puzzle, &back, board));
                }
            }
            for mv in puzzle.action_set(&board) {
                let mut child = board;
                child.slide(mv);
                let known = &mut back[puzzle.index(&child)];
                if child != goal && known.is_none() {
                    *known = Move::new(board.blank(), mv.slide().opposite());
                    queue.push_back(child);
                }
            }
        }
        Ok(table)
    }

    /// The first component, 0 for the blank, that is not in its goal cell, and its current cell.
    fn first_wrong(&self, board: &Board64) -> Option<(usize, usize)> {
        let component = (0..self.homes.len()).find(|&it| board.tile(self.homes[it]) != it)?;
        let cell = (0..self.homes.len()).find(|&cell| board.tile(cell) == component)?;
        Some((component, cell))
    }

    /// The macro that brings `component`, 0 for the blank, from `cell` to its goal cell; `None`
    /// if it is already there, or can never be in that cell when the earlier components are in
    /// place.
    #[inline]
    pub fn get(&self, component: usize, cell: usize) -> Option<&[Move]> {
        self.macros.get(component)?.get(cell)?.as_deref()
    }

    /// The number of macros, and their total number of moves.
    pub fn size(&self) -> (usize, usize) {
        let macros = || self.macros.iter().flatten().flatten();
        (macros().count(), macros().map(|moves| moves.len()).sum())
    }

    /// A plan for `board` of the table's size: one macro for each component that is not in its
    /// goal cell when its turn comes. `None` if the goal cannot be reached.
    ///
    /// Takes time linear in the length of the plan; no search.
    pub fn solve(&self, board: &Board64) -> Option<Plan<Move, u32>> {
        let (mut board, mut actions) = (*board, Vec::new());
        while let Some((component, cell)) = self.first_wrong(&board) {
            // `None` if an odd permutation remains.
            let moves = self.get(component, cell)?;
            for &mv in moves {
                board.slide(mv);
            }
            actions.extend_from_slice(moves);
        }
        debug_assert_eq!(board, self.goal);
        let cost = actions.len() as u32;
        Some(Plan { actions, cost })
    }
}

/// The moves from `board` to the goal, following `back`.
fn way_back(
    puzzle: &SlidingPuzzle<Board64>,
    back: &[Option<Move>],
    mut board: Board64,
) -> Box<[Move]> {
    let mut moves = Vec::new();
    while let Some(mv) = back[puzzle.index(&board)] {
        moves.push(mv);
        board.slide(mv);
    }
    moves.into()
}

/// `plan` without moves that are undone at once, for example where one macro ends and the next
/// begins. Cancelling repeats until no such pair is left.
///
/// ```
/// use tremaux_tiles::{Move, Slide, without_detours};
/// // The blank goes from cell 0 to 1, back, and down into cell 3.
/// let moves = [(1, Slide::Right), (0, Slide::Left), (3, Slide::Down)];
/// let moves = moves.map(|(cell, slide)| Move::new(cell, slide).expect("a move"));
/// assert_eq!(without_detours(&moves), [moves[2]]);
/// ```
pub fn without_detours(plan: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for &mv in plan {
        // The blank moves back to where it came from: opposite slides cancel.
        match moves.last() {
            Some(last) if last.slide() == mv.slide().opposite() => {
                moves.pop();
            }
            _ => moves.push(mv),
        }
    }
    moves
}
