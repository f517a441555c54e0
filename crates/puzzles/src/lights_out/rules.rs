//! Lights Out as a state space.

use tremaux_core::{
    BackwardSpace, CommutingSpace, CompactActions, Predecessor, StateSpace, UndoSpace,
};

use super::Press;
use super::elimination::Elimination;
use super::press::Presses;
use tremaux_core::Random;

/// What lies beyond the edges of the rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edges {
    /// Nothing: cells at the edge have fewer neighbours.
    #[default]
    Plain,
    /// The opposite edge. Where two neighbours are the same cell (in one or two rows or
    /// columns), it is toggled once, and no cell is its own neighbour.
    Torus,
}

/// Lights Out on a rectangle, from given lights; the goal is all lights off, every press costs 1.
///
/// A state is the set of lights that are on: bit `row * width + column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightsOut {
    width: usize,
    height: usize,
    edges: Edges,
    start: u64,
    /// What each press toggles.
    toggled: Vec<u64>,
    most_toggled: u32,
    pub(super) elimination: Elimination,
}

/// The cell and its neighbours, as bits.
fn toggled_by(cell: usize, width: usize, height: usize, edges: Edges) -> u64 {
    let (row, column) = (cell / width, cell % width);
    let beside = |at: usize, length: usize| match edges {
        Edges::Plain => [at.checked_sub(1), Some(at + 1).filter(|&next| next < length)],
        Edges::Torus => [Some((at + length - 1) % length), Some((at + 1) % length)],
    };
    let rows = beside(row, height).into_iter().flatten().map(|row| row * width + column);
    let columns = beside(column, width).into_iter().flatten().map(|column| row * width + column);
    rows.chain(columns).fold(1 << cell, |lights, neighbour| lights | 1 << neighbour)
}

impl LightsOut {
    /// The largest number of cells.
    pub const MAX_CELLS: usize = 64;

    /// The puzzle of this size that starts with the lights `start` on.
    ///
    /// Returns `None` if there are no cells or more than [`LightsOut::MAX_CELLS`], or if `start`
    /// has a bit beyond the last cell.
    pub fn new(width: usize, height: usize, edges: Edges, start: u64) -> Option<Self> {
        let cells = width.checked_mul(height).filter(|cells| (1..=64).contains(cells))?;
        if start.checked_shr(cells as u32).unwrap_or(0) != 0 {
            return None;
        }
        let toggled: Vec<u64> =
            (0..cells).map(|cell| toggled_by(cell, width, height, edges)).collect();
        let most_toggled = toggled.iter().map(|lights| lights.count_ones()).max().unwrap_or(1);
        let elimination = Elimination::of(&toggled);
        Some(Self { width, height, edges, start, toggled, most_toggled, elimination })
    }

    /// A random puzzle that can be solved: every set of lights that presses can turn off is
    /// equally likely.
    ///
    /// Returns `None` for a size that [`LightsOut::new`] refuses.
    ///
    /// ```
    /// use tremaux::puzzles::lights_out::{Edges, LightsOut};
    /// use tremaux::Random;
    /// let puzzle = LightsOut::random(5, 5, Edges::Plain, &mut Random::new(7));
    /// assert!(puzzle.is_some_and(|puzzle| puzzle.minimum_presses(puzzle.start()).is_some()));
    /// ```
    pub fn random(width: usize, height: usize, edges: Edges, random: &mut Random) -> Option<Self> {
        let mut puzzle = Self::new(width, height, edges, 0)?;
        // Each cell is pressed or not, with equal chances.
        puzzle.start = puzzle.after(0, Presses(random.bits() & puzzle.all_cells()));
        Some(puzzle)
    }

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The number of cells.
    pub const fn cells(&self) -> usize {
        self.width * self.height
    }

    /// What lies beyond the edges.
    pub const fn edges(&self) -> Edges {
        self.edges
    }

    /// The lights that are on at the start.
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// The press of the cell in this row and column, from 0; `None` beyond the edges.
    pub const fn press(&self, row: usize, column: usize) -> Option<Press> {
        if row < self.height && column < self.width {
            Some(Press((row * self.width + column) as u8))
        } else {
            None
        }
    }

    /// The lights that `press` toggles.
    #[inline]
    pub fn toggled(&self, press: Press) -> u64 {
        self.toggled[press.cell()]
    }

    /// The largest number of lights that one press toggles: 5 unless the rectangle is narrow.
    #[inline]
    pub const fn most_toggled(&self) -> u32 {
        self.most_toggled
    }

    /// The lights that are on after `presses`, in any order.
    pub fn after(&self, lights: u64, presses: impl IntoIterator<Item = Press>) -> u64 {
        presses.into_iter().fold(lights, |lights, press| lights ^ self.toggled(press))
    }

    /// A bit for each cell.
    pub(super) const fn all_cells(&self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }
}

impl StateSpace for LightsOut {
    type State = u64;
    type Packed = u64;
    type Action = Press;
    type Cost = u32;

    fn initial_state(&self) -> u64 {
        self.start
    }

    #[inline]
    fn is_goal(&self, lights: &u64) -> bool {
        *lights == 0
    }

    #[inline]
    fn actions(&self, lights: &u64, actions: &mut Vec<Press>) {
        actions.extend(self.action_set(lights));
    }

    /// Prunes the press of the same cell, which undoes the last one.
    ///
    /// The order of presses does not matter, but that is left to [`CommutingSpace`]: a search
    /// that keeps one path per state may keep the one whose order would be pruned.
    #[inline]
    fn actions_after(&self, lights: &u64, last: Press, actions: &mut Vec<Press>) {
        actions.extend(self.action_set_after(lights, last));
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }

    fn prunes_only_inverses(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _lights: &u64, _press: Press) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, lights: &mut u64, press: Press) {
        *lights ^= self.toggled(press);
    }

    #[inline]
    fn pack(&self, lights: &u64) -> u64 {
        *lights
    }

    #[inline]
    fn unpack(&self, packed: &u64) -> u64 {
        *packed
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl CompactActions for LightsOut {
    type Actions = Presses;
    const MAY_CIRCLE: bool = false;

    #[inline]
    fn action_set(&self, _lights: &u64) -> Presses {
        Presses(self.all_cells())
    }

    #[inline]
    fn action_set_after(&self, _lights: &u64, last: Press) -> Presses {
        Presses(self.all_cells() & !(1 << last.0))
    }
}

/// Cells are pressed in ascending order: every set of presses has one such order.
impl CommutingSpace for LightsOut {
    #[inline]
    fn canonical_actions_after(&self, _lights: &u64, last: Press, actions: &mut Vec<Press>) {
        actions.extend(Presses(self.all_cells() & (u64::MAX << last.0 << 1)));
    }
}

impl UndoSpace for LightsOut {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, lights: &mut u64, press: Press) {
        self.apply(lights, press);
    }

    #[inline]
    fn undo(&self, lights: &mut u64, press: Press, (): ()) {
        self.apply(lights, press);
    }
}

impl BackwardSpace for LightsOut {
    fn goal_states(&self, goals: &mut Vec<u64>) {
        goals.push(0);
    }

    fn predecessors(&self, lights: &u64, predecessors: &mut Vec<Predecessor<Self>>) {
        let before = |press| (press, 1, *lights ^ self.toggled(press));
        predecessors.extend(self.action_set(lights).map(before));
    }
}
