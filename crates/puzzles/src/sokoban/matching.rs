//! How many pushes are needed at least: each box to a goal of its own.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::distances::{LANES, PushDistances};
use super::freeze::{freezes, has_freeze_deadlock};
use super::level::Level;
use super::rules::{Position, Push, Sokoban};
use super::squares::{Square, Squares};

const MOST: usize = Level::MOST_BOXES;
/// The row of a goal that has none.
const NONE: u8 = u8::MAX;
/// What a way costs that is none: more than all ways together can, as one takes fewer pushes
/// than a box has squares and the player has parts of the floor.
const NO_WAY: i32 = PushDistances::NEVER as i32;
const _: () = assert!(NO_WAY as usize > MOST * Level::MOST_SQUARES * 4 - MOST);
/// Where a goal's place ends in what an augmenting path chooses by; goals without a row first.
const PLACE_BITS: u32 = 7;
const HAS_ROW: i32 = 1 << (PLACE_BITS - 1);
const IS_USED: i32 = 1 << 30;
const _: () = assert!(MOST <= HAS_ROW as usize);

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
    /// The row of each goal.
    rows: [u8; MOST],
    /// What each goal is worth. A row's goal is that which costs least above its worth.
    worth: [i32; MOST],
    /// What all cost together.
    sum: i32,
}

impl Default for Assignment {
    fn default() -> Self {
        Self { boxes: [0; MOST], parts: [0; MOST], rows: [NONE; MOST], worth: [0; MOST], sum: 0 }
    }
}

impl Assignment {
    /// The assignment of the boxes in `position`.
    pub(super) fn of(distances: &PushDistances, position: &Position) -> Self {
        let mut assignment = Self::default();
        for (row, square) in position.boxes.iter().enumerate() {
            assignment.boxes[row] = square;
            assignment.parts[row] = distances.part(square, position.player) as u8;
            assignment.place(distances, row);
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
        for goal in 0..goals {
            let row = self.rows[goal];
            if changed >> row & 1 == 1 {
                let row = usize::from(row);
                let (square, part) = (self.boxes[row], usize::from(self.parts[row]));
                next.sum -= i32::from(distances.from(square, part)[goal]);
                next.rows[goal] = NONE;
            }
        }
        while changed != 0 {
            next.place(distances, changed.trailing_zeros() as usize);
            changed &= changed - 1;
        }
        next
    }

    /// The pushes of a row to each goal, in whole lanes.
    #[inline]
    fn prices<'a>(&self, distances: &'a PushDistances, row: usize) -> &'a [[u16; LANES]] {
        distances.lanes(self.boxes[row], usize::from(self.parts[row]))
    }

    /// Gives the row a goal along a cheapest augmenting path.
    ///
    /// All lanes are gone through without a branch, those of no goal as well.
    fn place(&mut self, distances: &PushDistances, row: usize) {
        let goals = distances.goals().len();
        let lanes = goals.div_ceil(LANES);
        // A path seldom makes goals dearer by more than a few pushes; but there may be millions.
        if self.worth[0] < -NO_WAY {
            let worth = self.worth[0];
            self.worth[..goals].iter_mut().for_each(|it| *it -= worth);
        }
        let mut least = [[i32::MAX; LANES]; MOST / LANES];
        let mut came_by = [[0_i32; LANES]; MOST / LANES];
        let mut order = [[0_i32; LANES]; MOST / LANES];
        for (place, order) in order.as_flattened_mut()[..lanes * LANES].iter_mut().enumerate() {
            let has_row = if self.rows[place] == NONE { 0 } else { HAS_ROW };
            *order = place as i32 | has_row | if place < goals { 0 } else { IS_USED };
        }
        let (mut of_row, mut base, mut at) = (row, 0, i32::from(NONE));
        let (end, length) = loop {
            let prices = self.prices(distances, of_row);
            let mut best = i32::MAX;
            for lane in 0..lanes {
                let worth = &self.worth.as_chunks::<LANES>().0[lane];
                for place in 0..LANES {
                    let length = base + i32::from(prices[lane][place]) - worth[place];
                    let is_less = length < least[lane][place];
                    least[lane][place] = if is_less { length } else { least[lane][place] };
                    came_by[lane][place] = if is_less { at } else { came_by[lane][place] };
                    best = best.min((least[lane][place] << PLACE_BITS) + order[lane][place]);
                }
            }
            let length = best >> PLACE_BITS;
            let place = (best & (HAS_ROW - 1)) as usize;
            if best & HAS_ROW == 0 {
                break (place, length);
            }
            order.as_flattened_mut()[place] |= IS_USED;
            of_row = usize::from(self.rows[place]);
            let price = self.prices(distances, of_row).as_flattened()[place];
            base = length - i32::from(price) + self.worth[place];
            at = place as i32;
        };
        self.sum += length + self.worth[end];
        for place in 0..goals {
            if order.as_flattened()[place] & IS_USED != 0 {
                self.worth[place] += least.as_flattened()[place] - length;
            }
        }
        let mut place = end;
        loop {
            let before = came_by.as_flattened()[place] as usize;
            if before == usize::from(NONE) {
                break;
            }
            self.rows[place] = self.rows[before];
            place = before;
        }
        self.rows[place] = row as u8;
    }

    /// The pushes of all boxes to their goals; infinite if some box has none.
    pub(super) fn pushes(&self) -> u32 {
        if self.sum < NO_WAY { self.sum as u32 } else { u32::INFINITY }
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
            assignment.pushes()
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
        pushed(space, h, assignment, push, &child.boxes)
    }

    #[inline]
    fn ahead(
        &self,
        space: &Sokoban,
        parent: &Position,
        h: u32,
        assignment: &Assignment,
        push: Push,
    ) -> Option<(u32, Assignment)> {
        let mut boxes = parent.boxes;
        boxes.remove(push.from);
        boxes.insert(space.level().next(push.from, push.direction));
        Some(pushed(space, h, assignment, push, &boxes))
    }
}

/// The estimate after a push that leads to `boxes`, and the assignment.
fn pushed(
    space: &Sokoban,
    h: u32,
    assignment: &Assignment,
    push: Push,
    boxes: &Squares,
) -> (u32, Assignment) {
    let to = space.level().next(push.from, push.direction);
    // What is lost stays lost, whatever the assignment.
    if h == u32::INFINITY || freezes(space, boxes, to) {
        return (u32::INFINITY, assignment.clone());
    }
    let assignment = assignment.moved(space.distances(), (push.from, to), push.from);
    (assignment.pushes(), assignment)
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
