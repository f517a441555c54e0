//! Dual lookups.

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Move, Size, SlidingPuzzle};

/// A heuristic that also looks up a board's dual where that is admissible, and takes the larger
/// estimate (Felner, Zahavi, Schaeffer and Holte 2005).
///
/// In the dual, tiles and cells exchange roles: if the tile that belongs in cell *a* is in cell
/// *b*, the dual has the tile that belongs in *b* in *a*. A sequence of moves, given by cells,
/// that leads from a board to the goal also leads from the goal to the board's dual, provided
/// the moves are possible there. In a sliding puzzle this is the case exactly if the blank
/// starts in the same cell: **a board whose blank is in its goal cell is as far from the goal as
/// its dual**, and for other boards this need not hold. So the dual is looked up, from scratch,
/// only when the blank reaches its goal cell.
///
/// Admissible if the heuristic is, but not consistent even then: the estimate may rise by more
/// than one when the blank reaches its goal cell, and fall again.
///
/// ```
/// use tremaux::{Algorithm, Limits};
/// use tremaux::puzzles::tiles::{AnyPuzzle, Dual, Instance, LinearConflict};
/// use tremaux::search::IdaStar;
///
/// let instance = Instance::parse("8 6 7 / 2 5 4 / 3 _ 1", "blank-last", None)?;
/// let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("nine cells") };
/// let heuristic = Dual::new(puzzle.goal(), LinearConflict::to_goal(puzzle.goal()));
/// let report = IdaStar::compact().solve(&puzzle, &heuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.map(|plan| plan.cost), Some(31));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dual<H> {
    heuristic: H,
    /// The goal cell of each tile.
    homes: [u8; Size::MOST_CELLS],
    /// The goal tile of each cell.
    tiles: [u8; Size::MOST_CELLS],
    cells: usize,
}

impl<H> Dual<H> {
    /// Looks up boards and their duals in `heuristic`, which must be made for `goal`.
    pub fn new(goal: &Arrangement, heuristic: H) -> Self {
        let mut tiles = [0; Size::MOST_CELLS];
        tiles[..goal.tiles().len()].copy_from_slice(goal.tiles());
        Self { heuristic, homes: goal.cells_by_tile(), tiles, cells: goal.size().cells() }
    }

    /// The dual of `board`: as far from the goal if the blank is in its goal cell.
    pub fn of<B: Board>(&self, board: &B) -> B {
        let mut dual = [0; Size::MOST_CELLS];
        for cell in 0..self.cells {
            dual[usize::from(self.homes[board.tile(cell)])] = self.tiles[cell];
        }
        B::from_tiles(&dual[..self.cells])
    }

    /// The maximum of `h` and the estimate of the dual, if the blank is in its goal cell.
    fn raised<B: Board>(&self, space: &SlidingPuzzle<B>, board: &B, h: u32) -> u32
    where
        H: Heuristic<SlidingPuzzle<B>>,
    {
        if board.blank() == usize::from(self.homes[0]) {
            h.max(self.heuristic.estimate(space, &self.of(board)))
        } else {
            h
        }
    }
}

impl<B: Board, H: Heuristic<SlidingPuzzle<B>>> Heuristic<SlidingPuzzle<B>> for Dual<H> {
    /// The heuristic's own estimate, and its memo.
    type Memo = (u32, H::Memo);

    fn guarantees(&self) -> Guarantees {
        Guarantees { consistent: false, ..self.heuristic.guarantees() }
    }

    fn table_bytes(&self) -> usize {
        self.heuristic.table_bytes()
    }

    fn estimate(&self, space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.raised(space, board, self.heuristic.estimate(space, board))
    }

    fn root(&self, space: &SlidingPuzzle<B>, board: &B) -> (u32, Self::Memo) {
        let (own, memo) = self.heuristic.root(space, board);
        (self.raised(space, board, own), (own, memo))
    }

    #[inline]
    fn child(
        &self,
        space: &SlidingPuzzle<B>,
        _h: u32,
        (own, memo): &Self::Memo,
        mv: Move,
        child: &B,
    ) -> (u32, Self::Memo) {
        let (own, memo) = self.heuristic.child(space, *own, memo, mv, child);
        (self.raised(space, child, own), (own, memo))
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &SlidingPuzzle<B>,
        board: &B,
        _h: u32,
        (own, memo): &Self::Memo,
        mv: Move,
    ) -> Option<(u32, Self::Memo)> {
        let (own, memo) = self.heuristic.estimate_successor(space, board, *own, memo, mv)?;
        if mv.cell() != usize::from(self.homes[0]) {
            return Some((own, (own, memo)));
        }
        let mut child = *board;
        child.slide(mv);
        Some((self.raised(space, &child, own), (own, memo)))
    }
}
