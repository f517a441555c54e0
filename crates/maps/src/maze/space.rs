//! A maze as a state space.

use std::fmt;

use super::{Maze, NeighbourOrder, Neighbours};
use tremaux_core::{
    BackwardSpace, Depict, Guarantees, Heuristic, IndexedSpace, Notation, ParseError, Picture,
    Predecessor, Role, Shape, StateSpace,
};

/// A step to a neighbour, clockwise from north; `y` grows southwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the eight points of the compass")]
pub enum Step {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl tremaux_core::erased::ActionCode for Step {
    #[inline]
    fn code(self) -> u64 {
        self as u64
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self::ALL[code as usize & 7]
    }
}

impl Step {
    /// All steps.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The change of column and row.
    #[inline]
    #[must_use]
    pub const fn change(self) -> (i64, i64) {
        const CHANGES: &[(i64, i64); 8] =
            &[(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        CHANGES[self as usize]
    }

    /// The opposite step.
    #[inline]
    #[must_use]
    pub const fn reverse(self) -> Self {
        const ALL: &[Step; 8] = &Step::ALL;
        ALL[(self as usize + 4) % 8]
    }

    const fn name(self) -> &'static str {
        const NAMES: &[&str; 8] = &["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        NAMES[self as usize]
    }
}

impl Maze {
    /// Whether `step` can be taken from the free cell at `(x, y)`.
    #[inline]
    fn is_open(&self, (x, y): (i64, i64), step: Step) -> bool {
        let (dx, dy) = step.change();
        let is_diagonal = dx != 0 && dy != 0;
        self.is_free(x + dx, y + dy)
            && (!is_diagonal || self.is_free(x + dx, y) && self.is_free(x, y + dy))
    }

    /// The cell that `step` leads to.
    #[inline]
    pub(super) fn after(&self, cell: u32, step: Step) -> u32 {
        let (dx, dy) = step.change();
        (i64::from(cell) + dy * i64::from(self.width) + dx) as u32
    }

    /// Passes every step from a cell to `take`, except `left_out`.
    #[inline]
    fn each_step(&self, cell: u32, left_out: Option<Step>, mut take: impl FnMut(Step)) {
        let (x, y) = self.position(cell);
        let position = (i64::from(x), i64::from(y));
        let stride = if self.neighbours == Neighbours::Four { 2 } else { 1 };
        let (mut steps, mut count, mut at) = (Step::ALL, 0, 0);
        while let Some(&step) = Step::ALL.get(at) {
            if Some(step) != left_out && self.is_open(position, step) {
                if self.order == NeighbourOrder::Compass {
                    take(step);
                }
                steps[count] = step;
                count += 1;
            }
            at += stride;
        }
        if self.order == NeighbourOrder::Compass {
            return;
        }
        let steps = &mut steps[..count];
        let (goal_x, goal_y) = self.position(self.goal);
        let distance = |step: &Step| {
            let (dx, dy) = step.change();
            let (x, y) = (position.0 + dx - i64::from(goal_x), position.1 + dy - i64::from(goal_y));
            x * x + y * y
        };
        // At most eight elements, so a simple sort is enough.
        steps.sort_by_key(distance);
        if self.order == NeighbourOrder::NearestLast {
            steps.reverse();
        }
        for &step in &*steps {
            take(step);
        }
    }
}

impl StateSpace for Maze {
    type State = u32;
    type Packed = u32;
    type Action = Step;
    type Cost = u32;

    #[inline]
    fn initial_state(&self) -> u32 {
        self.start
    }

    #[inline]
    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    #[inline]
    fn actions(&self, &state: &u32, actions: &mut Vec<Step>) {
        self.each_step(state, None, |step| actions.push(step));
    }

    /// Prunes the reverse of the last step.
    #[inline]
    fn actions_after(&self, &state: &u32, last: Step, actions: &mut Vec<Step>) {
        self.each_step(state, Some(last.reverse()), |step| actions.push(step));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _state: &u32, _action: Step) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, state: &mut u32, action: Step) {
        *state = self.after(*state, action);
    }

    #[inline]
    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    #[inline]
    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl IndexedSpace for Maze {
    #[inline]
    fn state_count(&self) -> usize {
        self.is_free.len()
    }

    #[inline]
    fn index(&self, &state: &u32) -> usize {
        state as usize
    }

    #[inline]
    fn state(&self, index: usize) -> u32 {
        index as u32
    }

    #[inline]
    fn predecessor(&self, index: usize, action: Step) -> usize {
        self.after(index as u32, action.reverse()) as usize
    }
}

impl BackwardSpace for Maze {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.push(self.goal);
    }

    #[inline]
    fn predecessors(&self, &state: &u32, predecessors: &mut Vec<Predecessor<Self>>) {
        // Every step is reversible.
        let mut push = |step: Step| predecessors.push((step.reverse(), 1, self.after(state, step)));
        self.each_step(state, None, &mut push);
    }
}

/// The number of steps to the goal if there were no walls. Consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct MazeDistance;

impl Heuristic<Maze> for MazeDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, maze: &Maze, &state: &u32) -> u32 {
        let ((x, y), (goal_x, goal_y)) = (maze.position(state), maze.position(maze.goal));
        let (dx, dy) = (x.abs_diff(goal_x), y.abs_diff(goal_y));
        match maze.neighbours {
            Neighbours::Four => dx + dy,
            Neighbours::Eight => dx.max(dy),
        }
    }
}

/// Cells are written as `column,row`, from 0; steps as `n`, `ne`, `e` and so on.
impl Notation for Maze {
    fn write_state(&self, &state: &u32, out: &mut dyn fmt::Write) -> fmt::Result {
        let (x, y) = self.position(state);
        write!(out, "{x},{y}")
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        let word = text.trim();
        let cell = word.split_once(',').and_then(|(x, y)| {
            let (x, y) = (x.trim().parse::<u32>().ok()?, y.trim().parse::<u32>().ok()?);
            self.is_free(i64::from(x), i64::from(y)).then(|| y * self.width + x)
        });
        cell.ok_or_else(|| ParseError::about(text, word, "a free cell, written `column,row`"))
    }

    fn write_action(&self, _state: &u32, action: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(action.name())
    }

    #[inline]
    fn action_count(&self) -> u8 {
        8
    }

    #[inline]
    fn action_number(&self, action: Step) -> u8 {
        action as u8
    }

    fn parse_action(&self, state: &u32, text: &str) -> Result<Step, ParseError> {
        let word = text.trim();
        let mut steps = Vec::new();
        self.actions(state, &mut steps);
        let step = steps.into_iter().find(|step| step.name() == word);
        step.ok_or_else(|| ParseError::about(text, word, "a step to a free neighbouring cell"))
    }
}

impl Depict for Maze {
    fn depict(&self, &state: &u32) -> Picture {
        let at = |cell: u32| {
            let (x, y) = self.position(cell);
            (x as i32, y as i32)
        };
        let mut shapes = Vec::new();
        for (cell, &is_free) in self.is_free.iter().enumerate() {
            if !is_free {
                let (x, y) = at(cell as u32);
                shapes.push(Shape::Cell { x, y, role: Role::Wall });
            }
        }
        for (cell, role) in
            [(self.start, Role::Start), (self.goal, Role::Goal), (state, Role::Piece)]
        {
            let (x, y) = at(cell);
            shapes.push(Shape::Cell { x, y, role });
        }
        let mut picture = Picture::default();
        (picture.width, picture.height) = (self.width, self.height);
        picture.shapes = shapes;
        picture
    }
}
