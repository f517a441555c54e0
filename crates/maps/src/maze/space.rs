//! A maze as a state space.

use std::fmt;

use super::{Maze, NeighbourOrder, Neighbours};
use crate::grid::Direction;
use tremaux_core::{
    BackwardSpace, Depict, Guarantees, Heuristic, IndexedSpace, Notation, ParseError, Picture,
    Predecessor, Role, Shape, StateSpace,
};

/// The change of column and row.
#[inline]
fn change(step: Direction) -> (i64, i64) {
    let (dx, dy) = step.step();
    (dx.into(), dy.into())
}

impl Maze {
    /// Whether `step` can be taken from the free cell at `(x, y)`.
    #[inline]
    fn is_open(&self, (x, y): (i64, i64), step: Direction) -> bool {
        let (dx, dy) = change(step);
        self.is_free(x + dx, y + dy)
            && (!step.is_diagonal() || self.is_free(x + dx, y) && self.is_free(x, y + dy))
    }

    /// The cell that `step` leads to.
    #[inline]
    pub(super) fn after(&self, cell: u32, step: Direction) -> u32 {
        let (dx, dy) = change(step);
        (i64::from(cell) + dy * i64::from(self.width) + dx) as u32
    }

    /// Passes every step from a cell to `take`, except `left_out`.
    #[inline]
    fn each_step(&self, cell: u32, left_out: Option<Direction>, mut take: impl FnMut(Direction)) {
        let (x, y) = self.position(cell);
        let position = (i64::from(x), i64::from(y));
        let stride = if self.neighbours == Neighbours::Four { 2 } else { 1 };
        let (mut steps, mut count, mut at) = (Direction::ALL, 0, 0);
        while let Some(&step) = Direction::ALL.get(at) {
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
        let distance = |step: &Direction| {
            let (dx, dy) = change(*step);
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
    type Action = Direction;
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
    fn actions(&self, &state: &u32, actions: &mut Vec<Direction>) {
        self.each_step(state, None, |step| actions.push(step));
    }

    /// Prunes the reverse of the last step.
    #[inline]
    fn actions_after(&self, &state: &u32, last: Direction, actions: &mut Vec<Direction>) {
        self.each_step(state, Some(last.turned(4)), |step| actions.push(step));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _state: &u32, _action: Direction) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, state: &mut u32, action: Direction) {
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
    fn predecessor(&self, index: usize, action: Direction) -> usize {
        self.after(index as u32, action.turned(4)) as usize
    }
}

impl BackwardSpace for Maze {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.push(self.goal);
    }

    #[inline]
    fn predecessors(&self, &state: &u32, predecessors: &mut Vec<Predecessor<Self>>) {
        // Every step is reversible.
        let mut push =
            |step: Direction| predecessors.push((step.turned(4), 1, self.after(state, step)));
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

    fn write_action(
        &self,
        _state: &u32,
        action: Direction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str(action.name())
    }

    #[inline]
    fn action_count(&self) -> u8 {
        8
    }

    #[inline]
    fn action_number(&self, action: Direction) -> u8 {
        action as u8
    }

    fn parse_action(&self, state: &u32, text: &str) -> Result<Direction, ParseError> {
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
        Picture { width: self.width, height: self.height, shapes }
    }
}
