//! The sliding-tile puzzle on a square board of side 2 to 4.
//!
//! The goal is `1, 2, ..., 0` with the blank, 0, in the last cell.

mod heuristics;

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

pub use heuristics::{AdditivePatterns, Indices, LinearConflict, Reflected, WalkingDistance};

use tremaux_core::{
    BackwardSpace, Guarantees, Heuristic, Predecessor, StateSpace, TypedActions, UndoSpace,
};

/// The way the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Slide {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
    /// To the row below.
    Down,
}

impl Slide {
    const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }
}

/// A slide of the tile in one cell, with the blank beside it.
///
/// One byte tells all: the tile's cell, which times four is how far its four bits are
/// shifted in a board, and the way the blank goes. So a search reads a tile and looks up
/// what its move does to an estimate without working out any cell.
/// The top bit is always set, so that no move is zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(NonZeroU8);

/// A few moves: one byte each, the next lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves(u32);

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = NonZeroU8::new(self.0 as u8)?;
        self.0 >>= 8;
        Some(Move(mv))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (32 - self.0.leading_zeros() as usize).div_ceil(8);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

impl Move {
    const fn new(from: u8, slide: Slide) -> Self {
        let byte = 0x80 | (4 * from + slide as u8);
        Self(NonZeroU8::new(byte).expect("the top bit is set"))
    }

    /// A number below 64.
    #[inline]
    const fn index(self) -> usize {
        (self.0.get() & 0x3F) as usize
    }

    /// The way the blank moves.
    #[inline]
    #[must_use]
    pub const fn slide(self) -> Slide {
        let slides = const { &[Slide::Up, Slide::Left, Slide::Right, Slide::Down] };
        slides[self.index() & 3]
    }

    #[inline]
    const fn shift(self) -> u8 {
        self.0.get() & 0x3C
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slide().fmt(f)
    }
}

/// The tiles of a board, four bits a cell, the first cell lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    tiles: u64,
    blank: u8,
}

impl Board {
    /// The tile in a cell.
    #[inline]
    #[must_use]
    pub const fn tile(self, cell: usize) -> usize {
        (self.tiles >> (4 * cell) & 0xF) as usize
    }

    /// The board with these tiles in row-major order.
    ///
    /// # Errors
    ///
    /// Fails unless `tiles` is a permutation of `0..SIDE * SIDE`.
    pub fn from_tiles<const SIDE: usize>(tiles: &[u8]) -> Result<Self, ParseBoardError> {
        let mut seen = 0_u32;
        let mut board = Self { tiles: 0, blank: 0 };
        for (cell, &tile) in tiles.iter().enumerate() {
            if usize::from(tile) >= SIDE * SIDE || seen & 1 << tile != 0 {
                return Err(ParseBoardError);
            }
            seen |= 1 << tile;
            board.tiles |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                board.blank = cell as u8;
            }
        }
        if tiles.len() == SIDE * SIDE { Ok(board) } else { Err(ParseBoardError) }
    }
}

/// The text is not a permutation of the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoardError;

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected each tile from 0 to n exactly once")
    }
}

impl std::error::Error for ParseBoardError {}

/// The slides possible with the blank in one cell, after one slide.
#[derive(Clone, Copy, Debug)]
struct Row {
    moves: [Move; 4],
    len: u8,
}

/// An instance of the puzzle: where it starts, and where it ends.
#[derive(Clone, Debug)]
pub struct SlidingPuzzle<const SIDE: usize> {
    start: Board,
    goal: Board,
    /// By the blank's cell; then by the last slide, or 4 if there was none.
    rows: [[Row; 5]; 16],
    /// The same, by the last slide (or 4) times 16 plus the cell.
    sets: [Moves; 128],
}

impl<const SIDE: usize> SlidingPuzzle<SIDE> {
    const CELLS: usize = SIDE * SIDE;

    /// The puzzle that leads from `start` to `1, 2, ..., 0`.
    #[must_use]
    pub fn new(start: Board) -> Self {
        let tiles: Vec<u8> = (1..Self::CELLS as u8).chain([0]).collect();
        let goal = Board::from_tiles::<SIDE>(&tiles).expect("every tile once");
        Self::with_goal(start, goal)
    }

    /// The puzzle that leads from `start` to `goal`.
    #[must_use]
    pub fn with_goal(start: Board, goal: Board) -> Self {
        const { assert!(SIDE >= 2 && SIDE <= 4, "four bits hold sixteen tiles") };
        let rows = Self::rows([Slide::Up, Slide::Left, Slide::Right, Slide::Down]);
        Self { start, goal, rows, sets: Self::sets(&rows) }
    }

    /// The same puzzle with the blank's moves tried in this order.
    #[must_use]
    pub fn with_order(self, order: [Slide; 4]) -> Self {
        let rows = Self::rows(order);
        Self { rows, sets: Self::sets(&rows), ..self }
    }

    fn sets(rows: &[[Row; 5]; 16]) -> [Moves; 128] {
        let mut sets = [Moves(0); 128];
        for (blank, by_last) in rows.iter().enumerate() {
            for (last, row) in by_last.iter().enumerate() {
                for mv in row.moves[..usize::from(row.len)].iter().rev() {
                    let set = &mut sets[16 * last + blank].0;
                    *set = *set << 8 | u32::from(mv.0.get());
                }
            }
        }
        sets
    }

    fn rows(order: [Slide; 4]) -> [[Row; 5]; 16] {
        let mut rows = [[Row { moves: [Move::new(0, Slide::Up); 4], len: 0 }; 5]; 16];
        for (blank, by_last) in rows.iter_mut().enumerate().take(Self::CELLS) {
            let (row, column) = (blank / SIDE, blank % SIDE);
            for (last, entry) in by_last.iter_mut().enumerate() {
                for slide in order {
                    let is_possible = match slide {
                        Slide::Up => row > 0,
                        Slide::Left => column > 0,
                        Slide::Right => column + 1 < SIDE,
                        Slide::Down => row + 1 < SIDE,
                    };
                    if is_possible && slide.opposite() as usize != last {
                        let from = Self::source(blank as u8, slide);
                        entry.moves[usize::from(entry.len)] = Move::new(from, slide);
                        entry.len += 1;
                    }
                }
            }
        }
        rows
    }

    /// Appends a row as four moves at once and cuts off the rest: no loop.
    #[inline]
    fn append(&self, board: &Board, last: usize, actions: &mut Vec<Move>) {
        let row = &self.rows[usize::from(board.blank & 15)][last];
        actions.extend_from_slice(&row.moves);
        actions.truncate(actions.len() - 4 + usize::from(row.len));
    }

    #[inline]
    fn source(blank: u8, slide: Slide) -> u8 {
        const { assert!(SIDE <= 4) };
        // A reference, or the array is written to the stack each time: a third of the speed.
        let steps = const { &[(SIDE as u8).wrapping_neg(), u8::MAX, 1, SIDE as u8] };
        blank.wrapping_add(steps[slide as usize])
    }

    #[inline]
    fn slide(board: &mut Board, mv: Move) {
        let tile = board.tiles >> mv.shift() & 0xF;
        board.tiles ^= tile << mv.shift() | tile << (4 * board.blank);
        board.blank = mv.shift() / 4;
    }

    #[inline]
    fn slide_back(board: &mut Board, mv: Move) {
        let blank = Self::source(board.blank, mv.slide().opposite());
        Self::slide(board, Move::new(blank, mv.slide().opposite()));
    }
}

impl<const SIDE: usize> FromStr for SlidingPuzzle<SIDE> {
    type Err = ParseBoardError;

    /// Parses tiles separated by spaces, row by row.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let tiles: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        Board::from_tiles::<SIDE>(&tiles.map_err(|_| ParseBoardError)?).map(Self::new)
    }
}

impl<const SIDE: usize> StateSpace for SlidingPuzzle<SIDE> {
    type State = Board;
    type Packed = u64;
    type Action = Move;
    type Cost = u32;

    fn initial_state(&self) -> Board {
        self.start
    }

    #[inline]
    fn is_goal(&self, board: &Board) -> bool {
        board.tiles == self.goal.tiles
    }

    #[inline]
    fn actions(&self, board: &Board, actions: &mut Vec<Move>) {
        self.append(board, 4, actions);
    }

    #[inline]
    fn actions_after(&self, board: &Board, last: Move, actions: &mut Vec<Move>) {
        self.append(board, last.index() & 3, actions);
    }

    #[inline]
    fn cost(&self, _board: &Board, _mv: Move) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, board: &mut Board, mv: Move) {
        Self::slide(board, mv);
    }

    #[inline]
    fn pack(&self, board: &Board) -> u64 {
        board.tiles
    }

    #[inline]
    fn unpack(&self, &tiles: &u64) -> Board {
        let is_blank = |&cell: &usize| tiles >> (4 * cell) & 0xF == 0;
        let blank = (0..Self::CELLS).find(is_blank).expect("a board has a blank");
        Board { tiles, blank: blank as u8 }
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl<const SIDE: usize> TypedActions for SlidingPuzzle<SIDE> {
    type Actions = Moves;

    #[inline]
    fn action_set(&self, board: &Board) -> Moves {
        self.sets[64 + usize::from(board.blank & 15)]
    }

    #[inline]
    fn action_set_after(&self, board: &Board, last: Move) -> Moves {
        self.sets[16 * (last.index() & 3) + usize::from(board.blank & 15)]
    }
}

impl<const SIDE: usize> UndoSpace for SlidingPuzzle<SIDE> {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, board: &mut Board, mv: Move) {
        Self::slide(board, mv);
    }

    #[inline]
    fn undo(&self, board: &mut Board, mv: Move, (): ()) {
        Self::slide_back(board, mv);
    }
}

impl<const SIDE: usize> BackwardSpace for SlidingPuzzle<SIDE> {
    fn goal_states(&self, goals: &mut Vec<Board>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, board: &Board, predecessors: &mut Vec<Predecessor<Self>>) {
        let mut actions = Vec::new();
        self.actions(board, &mut actions);
        for mv in actions {
            let mut predecessor = *board;
            Self::slide(&mut predecessor, mv);
            predecessors.push((Move::new(board.blank, mv.slide().opposite()), 1, predecessor));
        }
    }
}

/// The sum of the tiles' distances to their goal cells.
#[derive(Clone, Debug)]
pub struct Manhattan<const SIDE: usize> {
    /// By tile, then cell.
    distance: [[u8; 16]; 16],
    /// How the distance of a tile changes, by tile, then move.
    delta: [[i8; 64]; 16],
}

impl<const SIDE: usize> Default for Manhattan<SIDE> {
    fn default() -> Self {
        let start = Board { tiles: 0, blank: 0 };
        Self::to_goal(&SlidingPuzzle::<SIDE>::new(start))
    }
}

impl<const SIDE: usize> Manhattan<SIDE> {
    /// The distances to the goal of `space`.
    #[must_use]
    pub fn to_goal(space: &SlidingPuzzle<SIDE>) -> Self {
        let mut distance = [[0; 16]; 16];
        for goal in 0..SIDE * SIDE {
            let tile = space.goal.tile(goal);
            for (cell, distance) in distance[tile].iter_mut().enumerate().take(SIDE * SIDE) {
                let rows = (cell / SIDE).abs_diff(goal / SIDE);
                let columns = (cell % SIDE).abs_diff(goal % SIDE);
                *distance = if tile == 0 { 0 } else { (rows + columns) as u8 };
            }
        }
        let mut delta = [[0; 64]; 16];
        for (blank, row) in space.rows.iter().enumerate().take(SIDE * SIDE) {
            for &mv in &row[4].moves[..usize::from(row[4].len)] {
                let from = usize::from(mv.shift() / 4);
                for tile in 0..SIDE * SIDE {
                    let change = distance[tile][blank] as i8 - distance[tile][from] as i8;
                    delta[tile][mv.index()] = change;
                }
            }
        }
        Self { distance, delta }
    }
}

impl<const SIDE: usize> Heuristic<SlidingPuzzle<SIDE>> for Manhattan<SIDE> {
    type Memo = ();
    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        (0..SIDE * SIDE).map(|cell| u32::from(self.distance[board.tile(cell)][cell])).sum()
    }

    #[inline]
    fn child(
        &self,
        _space: &SlidingPuzzle<SIDE>,
        h: u32,
        (): &(),
        mv: Move,
        child: &Board,
    ) -> (u32, ()) {
        let blank = SlidingPuzzle::<SIDE>::source(child.blank, mv.slide().opposite());
        let change = self.delta[child.tile(usize::from(blank))][mv.index()];
        (h.wrapping_add_signed(i32::from(change)), ())
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<SIDE>,
        board: &Board,
        h: u32,
        (): &(),
        mv: Move,
    ) -> Option<(u32, ())> {
        let tile = (board.tiles >> mv.shift() & 0xF) as usize;
        let change = self.delta[tile][mv.index()];
        Some((h.wrapping_add_signed(i32::from(change)), ()))
    }
}

/// The number of tiles, the blank not counted, that are not in their goal cells.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced;

impl<const SIDE: usize> Heuristic<SlidingPuzzle<SIDE>> for Misplaced {
    type Memo = ();
    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        let is_misplaced =
            |&cell: &usize| board.tile(cell) != 0 && board.tile(cell) != space.goal.tile(cell);
        (0..SIDE * SIDE).filter(is_misplaced).count() as u32
    }
}
