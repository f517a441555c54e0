//! The sliding puzzle as a state space.

use tremaux_core::{
    ActionKey, BackwardSpace, CompactActions, LocalContextSpace, Predecessor, ReversibleSpace,
    StateSpace, UndoSpace,
};

use super::{Arrangement, Board, Instance, Move, Moves, Size, Slide};

/// The possible slides with the blank in one cell, after a given slide.
#[derive(Clone, Copy, Debug)]
struct Row {
    moves: [Move; 4],
    len: u8,
}

/// The sliding puzzle of one start and goal, on boards of the type `B`.
///
/// Width and height are known only at run time, but cost nothing: the moves of a board are
/// looked up by its blank and the last move, and a move contains the cell of its tile.
///
/// [`Instance::puzzle`] chooses the board type.
#[derive(Clone, Debug)]
pub struct SlidingPuzzle<B> {
    start: B,
    goal: B,
    goal_arrangement: Arrangement,
    pub(super) class: bool,
    order: [Slide; 4],
    /// Indexed by the last slide, or 4 if there was none; then by the blank's cell.
    rows: [[Row; 64]; 5],
    /// The moves at the start, indexed by the blank's cell.
    sets: [Moves; 64],
    /// The moves after a move, which determines the blank's cell.
    sets_after: [Moves; Move::CODES],
    /// The previous cell of the blank, indexed by move.
    origins: [u8; Move::CODES],
}

impl<B: Board> SlidingPuzzle<B> {
    /// The space of `instance`, or `None` if its boards have more cells than `B` holds.
    pub fn new(instance: &Instance) -> Option<Self> {
        (instance.size().cells() <= B::MOST_CELLS).then(|| Self::of(instance))
    }

    pub(super) fn of(instance: &Instance) -> Self {
        let size = instance.size();
        let mut origins = [0; Move::CODES];
        for (cell, slide) in
            (0..size.cells()).flat_map(|cell| Slide::ALL.map(|slide| (cell, slide)))
        {
            if let (Some(mv), Some(origin)) =
                (Move::new(cell, slide), size.beside(cell, slide.opposite()))
            {
                origins[usize::from(mv.code())] = origin as u8;
            }
        }
        let rows = Self::rows(size, Slide::ALL);
        Self {
            start: B::from_tiles(instance.start().tiles()),
            goal: B::from_tiles(instance.goal().tiles()),
            goal_arrangement: instance.goal().clone(),
            class: instance.start().parity(),
            order: Slide::ALL,
            sets: Self::sets(&rows),
            sets_after: Self::sets_after(&rows),
            rows,
            origins,
        }
    }

    /// The same puzzle with the blank's moves tried in this order.
    ///
    /// A slide that is not listed is never tried.
    #[must_use]
    pub fn with_order(self, order: [Slide; 4]) -> Self {
        let rows = Self::rows(self.size(), order);
        let (sets, sets_after) = (Self::sets(&rows), Self::sets_after(&rows));
        Self { order, sets, sets_after, rows, ..self }
    }

    /// The same puzzle from another start.
    ///
    /// # Panics
    ///
    /// Panics if `start` has another size.
    pub fn starting_at(&self, start: &Arrangement) -> Self {
        assert_eq!(start.size(), self.size(), "a start of another size");
        let (start, class) = (B::from_tiles(start.tiles()), start.parity());
        Self { start, class, ..self.clone() }
    }

    /// The width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.goal_arrangement.size()
    }

    /// The goal, for building heuristics.
    pub const fn goal(&self) -> &Arrangement {
        &self.goal_arrangement
    }

    /// The goal as a board.
    #[inline]
    pub const fn goal_board(&self) -> &B {
        &self.goal
    }

    /// Whether the goal can be reached from the start, by parity, without a search.
    pub fn is_solvable(&self) -> bool {
        self.class == self.goal_arrangement.parity()
    }

    /// The cell in which the blank was before `mv`.
    #[inline]
    pub const fn origin(&self, mv: Move) -> usize {
        self.origins[mv.code() as usize] as usize
    }

    fn rows(size: Size, order: [Slide; 4]) -> [[Row; 64]; 5] {
        let any = const { Move::new(1, Slide::Up).expect("a move") };
        let mut rows = [[Row { moves: [any; 4], len: 0 }; 64]; 5];
        for (last, by_blank) in rows.iter_mut().enumerate() {
            for (blank, row) in by_blank.iter_mut().enumerate().take(size.cells()) {
                for slide in order {
                    let from = size.beside(blank, slide);
                    if let Some(mv) = from.and_then(|from| Move::new(from, slide))
                        && slide.opposite() as usize != last
                    {
                        row.moves[usize::from(row.len)] = mv;
                        row.len += 1;
                    }
                }
            }
        }
        rows
    }

    fn set(row: &Row) -> Moves {
        Moves::from_slice(&row.moves[..usize::from(row.len)])
    }

    fn sets(rows: &[[Row; 64]; 5]) -> [Moves; 64] {
        rows[4].each_ref().map(Self::set)
    }

    fn sets_after(rows: &[[Row; 64]; 5]) -> [Moves; Move::CODES] {
        std::array::from_fn(|code| Self::set(&rows[code & 3][code / 4]))
    }

    /// Appends a row as four moves at once and truncates, without a loop.
    #[inline]
    fn append(&self, board: &B, last: usize, actions: &mut Vec<Move>) {
        let row = &self.rows[last][board.blank() & 63];
        actions.extend_from_slice(&row.moves);
        actions.truncate(actions.len() - 4 + usize::from(row.len));
    }
}

impl<B: Board> StateSpace for SlidingPuzzle<B> {
    type State = B;
    type Packed = B::Packed;
    type Action = Move;
    type Cost = u32;

    fn initial_state(&self) -> B {
        self.start
    }

    #[inline]
    fn is_goal(&self, board: &B) -> bool {
        *board == self.goal
    }

    #[inline]
    fn actions(&self, board: &B, actions: &mut Vec<Move>) {
        self.append(board, 4, actions);
    }

    #[inline]
    fn actions_after(&self, board: &B, last: Move, actions: &mut Vec<Move>) {
        self.append(board, usize::from(last.code() & 3), actions);
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }

    #[inline]
    fn prunes_only_inverses(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _board: &B, _mv: Move) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, board: &mut B, mv: Move) {
        board.slide(mv);
    }

    #[inline]
    fn pack(&self, board: &B) -> B::Packed {
        board.pack()
    }

    #[inline]
    fn unpack(&self, packed: &B::Packed) -> B {
        B::unpack(*packed)
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl<B: Board> CompactActions for SlidingPuzzle<B> {
    type Actions = Moves;
    const MAY_CIRCLE: bool = false;

    #[inline]
    fn action_set(&self, board: &B) -> Moves {
        self.sets[board.blank() & 63]
    }

    #[inline]
    fn action_set_after(&self, _board: &B, last: Move) -> Moves {
        self.sets_after[usize::from(last.code())]
    }
}

impl<B: Board> UndoSpace for SlidingPuzzle<B> {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, board: &mut B, mv: Move) {
        board.slide(mv);
    }

    #[inline]
    fn undo(&self, board: &mut B, mv: Move, (): ()) {
        // A slide depends only on the cell: the tile moves from there to the blank.
        let back = Move::new(self.origin(mv), mv.slide().opposite());
        board.slide(back.expect("a move leads from a cell of the board"));
    }
}

/// The key is the tile, its cell and its target.
impl<B: Board> ActionKey for SlidingPuzzle<B> {
    fn key_count(&self) -> usize {
        Move::CODES * self.size().cells()
    }

    #[inline]
    fn action_key(&self, board: &B, mv: Move) -> usize {
        Move::CODES * board.tile(mv.cell()) + usize::from(mv.code())
    }
}

impl<B: Board> ReversibleSpace for SlidingPuzzle<B> {
    #[inline]
    fn cost_back(&self, _board: &B, _mv: Move) -> Option<u32> {
        Some(1)
    }
}

impl<B: Board> BackwardSpace for SlidingPuzzle<B> {
    fn goal_states(&self, goals: &mut Vec<B>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, board: &B, predecessors: &mut Vec<Predecessor<Self>>) {
        let blank = board.blank();
        for slide in self.order {
            let origin = self.size().beside(blank, slide.opposite());
            let forth = Move::new(blank, slide);
            let back = origin.and_then(|origin| Move::new(origin, slide.opposite()));
            if let (Some(forth), Some(back)) = (forth, back) {
                let mut predecessor = *board;
                predecessor.slide(back);
                predecessors.push((forth, 1, predecessor));
            }
        }
    }
}

/// The blank's cell.
impl<B: Board> LocalContextSpace for SlidingPuzzle<B> {
    fn context_count(&self) -> usize {
        self.size().cells()
    }

    fn context(&self, board: &B) -> usize {
        board.blank()
    }

    fn state_in_context(&self, blank: usize) -> Option<B> {
        let mut tiles: Vec<u8> = (1..self.size().cells() as u8).collect();
        tiles.insert(blank, 0);
        Some(B::from_tiles(&tiles))
    }

    fn action_code_count(&self) -> usize {
        Slide::ALL.len()
    }

    #[inline]
    fn action_code(&self, mv: Move) -> usize {
        usize::from(mv.code() & 3)
    }
}
