//! How many pushes are needed at least: each box to a goal of its own.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::distances::PushDistances;
use super::freeze::{freezes, has_freeze_deadlock};
use super::level::Level;
use super::rules::{Position, Push, Sokoban};
use super::squares::Square;

const MOST: usize = Level::MOST_BOXES;
/// What stands for no way: more than all ways together.
const NO_WAY: i32 = 1 << 20;

/// A cheapest assignment of boxes to goals, and what proves it (Kuhn 1955, in the form of
/// Jonker and Volgenant 1987).
///
/// When one box moves, one row of costs changes, and one augmenting path mends the rest: time
/// in proportion to the square of the number of boxes.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Where the box of each row is.
    boxes: [Square; MOST],
    /// The part of the floor it leaves that the player is in.
    parts: [u8; MOST],
    /// The row of each goal, from 1; 0 for none. Place 0 holds the row that has no goal yet.
    rows: [u8; MOST + 1],
    of_rows: [i32; MOST + 1],
    of_goals: [i32; MOST + 1],
}

impl Default for Assignment {
    fn default() -> Self {
        Self {
            boxes: [0; MOST],
            parts: [0; MOST],
            rows: [0; MOST + 1],
            of_rows: [0; MOST + 1],
            of_goals: [0; MOST + 1],
        }
    }
}

fn price(pushes: u16) -> i32 {
    if pushes == PushDistances::NEVER { NO_WAY } else { i32::from(pushes) }
}

impl Assignment {
    /// The assignment of the boxes in `position`.
    pub(super) fn of(distances: &PushDistances, position: &Position) -> Self {
        let mut assignment = Self::default();
        for (row, square) in position.boxes.iter().enumerate() {
            assignment.boxes[row] = square;
            assignment.parts[row] = distances.part(square, position.player) as u8;
            assignment.place(distances, row + 1);
        }
        assignment
    }

    /// The same after a push, and wherever the player got to by it: the rows that are others
    /// now are placed again.
    pub(super) fn moved(
        &self,
        distances: &PushDistances,
        (from, to): (Square, Square),
        player: Square,
    ) -> Self {
        let mut next = self.clone();
        let goals = distances.goals().len();
        let mut changed = 0_u64;
        for row in 0..goals {
            let is_moved = self.boxes[row] == from;
            if is_moved {
                next.boxes[row] = to;
            }
            let part = distances.part(next.boxes[row], player) as u8;
            if is_moved || part != self.parts[row] {
                next.parts[row] = part;
                changed |= 1 << row;
            }
        }
        for goal in 1..=goals {
            let row = usize::from(next.rows[goal]);
            if row > 0 && changed >> (row - 1) & 1 == 1 {
                next.rows[goal] = 0;
                // Goals' prices are never above zero, so that zero is feasible for a row.
                next.of_rows[row] = 0;
            }
        }
        while changed != 0 {
            next.place(distances, changed.trailing_zeros() as usize + 1);
            changed &= changed - 1;
        }
        next
    }

    /// Gives the row a goal along a cheapest augmenting path.
    fn place(&mut self, distances: &PushDistances, row: usize) {
        let goals = distances.goals().len();
        self.rows[0] = row as u8;
        let mut least = [i32::MAX; MOST + 1];
        let mut came_by = [0_u8; MOST + 1];
        let mut used = [false; MOST + 1];
        let mut at = 0;
        while self.rows[at] != 0 {
            used[at] = true;
            let row = usize::from(self.rows[at]);
            let pushes = distances.from(self.boxes[row - 1], usize::from(self.parts[row - 1]));
            let (mut delta, mut next) = (i32::MAX, 0);
            for goal in 1..=goals {
                if used[goal] {
                    continue;
                }
                let slack = price(pushes[goal - 1]) - self.of_rows[row] - self.of_goals[goal];
                if slack < least[goal] {
                    (least[goal], came_by[goal]) = (slack, at as u8);
                }
                if least[goal] < delta {
                    (delta, next) = (least[goal], goal);
                }
            }
            for goal in 0..=goals {
                if used[goal] {
                    self.of_rows[usize::from(self.rows[goal])] += delta;
                    self.of_goals[goal] -= delta;
                } else {
                    least[goal] = least[goal].saturating_sub(delta);
                }
            }
            at = next;
        }
        while at != 0 {
            let before = usize::from(came_by[at]);
            self.rows[at] = self.rows[before];
            at = before;
        }
        self.rows[0] = 0;
    }

    /// The pushes of all boxes to their goals; infinite if some box has none.
    pub(super) fn pushes(&self, distances: &PushDistances) -> u32 {
        let mut sum = 0;
        for (goal, &row) in self.rows[1..=distances.goals().len()].iter().enumerate() {
            let row = usize::from(row) - 1;
            match distances.from(self.boxes[row], usize::from(self.parts[row]))[goal] {
                PushDistances::NEVER => return u32::INFINITY,
                pushes => sum += u32::from(pushes),
            }
        }
        sum
    }
}

/// The pushes of a cheapest assignment of boxes to goals, each counted as if its box were alone
/// with the player where he is; infinite where there is none, or where a box off its goal is frozen (Junghanns and
/// Schaeffer 2001): consistent.
///
/// Takes time in proportion to the cube of the number of boxes from scratch, to its square
/// after a push.
///
/// ```
/// use tremaux_core::{Heuristic, StateSpace};
/// use tremaux_puzzles::sokoban::{MinimalMatching, Sokoban};
/// let level = Sokoban::parse("#######|#@$_.$#|#____.#|#######")?;
/// assert_eq!(MinimalMatching.estimate(&level, &level.initial_state()), u32::MAX, "in a corner");
/// # Ok::<(), tremaux_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MinimalMatching;

impl Heuristic<Sokoban> for MinimalMatching {
    type Memo = Assignment;

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, space: &Sokoban, position: &Position) -> u32 {
        self.root(space, position).0
    }

    fn root(&self, space: &Sokoban, position: &Position) -> (u32, Assignment) {
        let assignment = Assignment::of(space.distances(), position);
        let pushes = if has_freeze_deadlock(space, &position.boxes) {
            u32::INFINITY
        } else {
            assignment.pushes(space.distances())
        };
        (pushes, assignment)
    }

    #[inline]
    fn child(
        &self,
        space: &Sokoban,
        h: u32,
        assignment: &Assignment,
        push: Push,
        child: &Position,
    ) -> (u32, Assignment) {
        let to = space.level().next(push.from, push.direction);
        let assignment = assignment.moved(space.distances(), (push.from, to), child.player);
        // What is lost stays lost.
        if h == u32::INFINITY || freezes(space, &child.boxes, to) {
            return (u32::INFINITY, assignment);
        }
        let pushes = assignment.pushes(space.distances());
        (pushes, assignment)
    }
}

/// The pushes from each box to the goal nearest to it, alone, added up; infinite where a box
/// gets to none: consistent.
///
/// Weaker than [`MinimalMatching`], as boxes may share a goal, and cheaper: time in proportion
/// to boxes times goals.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearestGoals;

impl Heuristic<Sokoban> for NearestGoals {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, space: &Sokoban, position: &Position) -> u32 {
        let distances = space.distances();
        let nearest = |square| {
            let part = distances.part(square, position.player);
            match distances.from(square, part).iter().min() {
                None | Some(&PushDistances::NEVER) => u32::INFINITY,
                Some(&pushes) => pushes.into(),
            }
        };
        position.boxes.iter().fold(0, |sum: u32, square| sum.plus(nearest(square)))
    }
}
