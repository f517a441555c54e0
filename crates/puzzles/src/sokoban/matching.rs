//! How many pushes are needed at least: each box to a goal of its own.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::distances::{LANES, PushDistances};
use super::freeze::{freezes, has_freeze_deadlock};
use super::level::Level;
use super::rules::{Position, Push, Sokoban};
use super::squares::{Square, Squares};

const MOST: usize = Level::MOST_BOXES;
/// The box of a goal that has none.
const NONE: Square = Level::WALL;
/// What a way costs that is none: more than all ways together can, as one takes fewer pushes
/// than a box has squares and the player has parts of the floor.
const NO_WAY: i32 = PushDistances::NEVER as i32;
const _: () = assert!(NO_WAY as usize > MOST * Level::MOST_SQUARES * 4 - MOST);
/// Where a goal's place ends in what an augmenting path chooses by; goals without a box first.
const PLACE_BITS: u32 = 7;
const HAS_BOX: i32 = 1 << (PLACE_BITS - 1);
const IS_USED: i32 = 1 << 30;
/// The place before the first of a path.
const NO_PLACE: i32 = -1;
const _: () = assert!(MOST <= HAS_BOX as usize);

/// A cheapest assignment of boxes to goals, and what proves it (Kuhn 1955, in the form of
/// Jonker and Volgenant 1987).
///
/// When one box moves, one row of costs changes. Mostly its goal is still the one that costs
/// least above its worth, which is seen in time in proportion to the number of goals; if not,
/// one augmenting path mends the rest, in proportion to its square.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Where the box of each goal is.
    boxes: [Square; MOST],
    /// Where the player is: pushes are counted from the part of the floor he is in.
    player: Square,
    /// What each goal is worth. A box's goal is that which costs least above its worth.
    worth: [i32; MOST],
    /// What all cost together.
    sum: i32,
}

impl Default for Assignment {
    fn default() -> Self {
        Self { boxes: [NONE; MOST], player: 0, worth: [0; MOST], sum: 0 }
    }
}

impl Assignment {
    /// The assignment of the boxes in `position`.
    pub(super) fn of(distances: &PushDistances, position: &Position) -> Self {
        let mut assignment = Self { player: position.player, ..Self::default() };
        for square in position.boxes.iter() {
            assignment.place(distances, square);
        }
        assignment
    }

    /// The place of the goal of the box on `square`.
    #[inline]
    fn goal_of(&self, square: Square) -> usize {
        const LOW: u64 = u64::MAX / 255;
        // Eight at once: where nothing is left of a byte, a borrow reaches its highest bit.
        let sought = LOW * u64::from(square);
        for (at, eight) in self.boxes.as_chunks::<8>().0.iter().enumerate() {
            let left = u64::from_le_bytes(*eight) ^ sought;
            let found = left.wrapping_sub(LOW) & !left & (LOW << 7);
            if found != 0 {
                return at * 8 + found.trailing_zeros() as usize / 8;
            }
        }
        unreachable!("each box has a goal")
    }

    /// The goal's place of a box pushed to `to`, and by how much it costs more there, if all
    /// boxes keep their goals: if only that one's pushes change, and none of the other goals
    /// costs it less above its worth.
    #[inline]
    fn kept(
        &self,
        distances: &PushDistances,
        (from, to): (Square, Square),
        boxes: &Squares,
        player: Square,
    ) -> Option<(usize, i32)> {
        if !self.parted_otherwise(distances, to, boxes, player).is_empty() {
            return None;
        }
        let goal = self.goal_of(from);
        let prices = distances.lanes(to, distances.part(to, player));
        let price = i32::from(prices.as_flattened()[goal]);
        let least = price - self.worth[goal];
        let mut is_less = false;
        for (prices, worth) in prices.iter().zip(self.worth.as_chunks::<LANES>().0) {
            for place in 0..LANES {
                is_less |= i32::from(prices[place]) - worth[place] < least;
            }
        }
        let before = distances.lanes(from, distances.part(from, self.player));
        (!is_less).then(|| (goal, price - i32::from(before.as_flattened()[goal])))
    }

    /// The same after a push, and wherever the player got to by it: the boxes whose pushes
    /// are others now are placed again.
    fn moved(
        &self,
        distances: &PushDistances,
        (from, to): (Square, Square),
        boxes: &Squares,
        player: Square,
    ) -> Self {
        let mut next = Self { player, ..self.clone() };
        let others = self.parted_otherwise(distances, to, boxes, player);
        for square in std::iter::once(from).chain(others.iter()) {
            let goal = self.goal_of(square);
            next.sum -= i32::from(self.prices(distances, square).as_flattened()[goal]);
            next.boxes[goal] = NONE;
        }
        for square in std::iter::once(to).chain(others.iter()) {
            next.place(distances, square);
        }
        next
    }

    /// The boxes but the one on `to` whose pushes are others when the player is elsewhere.
    #[inline]
    fn parted_otherwise(
        &self,
        distances: &PushDistances,
        to: Square,
        boxes: &Squares,
        player: Square,
    ) -> Squares {
        let mut others = distances.parted_otherwise(self.player, player).and(boxes);
        others.remove(to);
        others
    }

    /// The pushes of a box to each goal, in whole lanes.
    #[inline]
    fn prices<'a>(&self, distances: &'a PushDistances, square: Square) -> &'a [[u16; LANES]] {
        distances.lanes(square, distances.part(square, self.player))
    }

    /// Gives the box on `square` a goal along a cheapest augmenting path.
    ///
    /// All lanes are gone through without a branch, those of no goal as well.
    fn place(&mut self, distances: &PushDistances, square: Square) {
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
            let has_box = if self.boxes[place] == NONE { 0 } else { HAS_BOX };
            *order = place as i32 | has_box | if place < goals { 0 } else { IS_USED };
        }
        let (mut of_box, mut base, mut at) = (square, 0, NO_PLACE);
        let (end, length) = loop {
            let prices = self.prices(distances, of_box);
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
            let place = (best & (HAS_BOX - 1)) as usize;
            if best & HAS_BOX == 0 {
                break (place, length);
            }
            order.as_flattened_mut()[place] |= IS_USED;
            of_box = self.boxes[place];
            let price = self.prices(distances, of_box).as_flattened()[place];
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
            let before = came_by.as_flattened()[place];
            if before == NO_PLACE {
                break;
            }
            self.boxes[place] = self.boxes[before as usize];
            place = before as usize;
        }
        self.boxes[place] = square;
    }

    /// The pushes of all boxes to their goals; infinite if some box has none.
    pub(super) fn pushes(&self) -> u32 {
        pushes(self.sum)
    }
}

#[inline]
fn pushes(sum: i32) -> u32 {
    if sum < NO_WAY { sum as u32 } else { u32::INFINITY }
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

/// The estimate after a push that leads to `boxes`, and the assignment; who wants the estimate
/// alone pays for no copy of it.
#[inline(always)]
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
    let distances = space.distances();
    let moved = (push.from, to);
    let next = match assignment.kept(distances, moved, boxes, push.from) {
        Some((goal, more)) => {
            let mut next = assignment.clone();
            next.player = push.from;
            next.boxes[goal] = to;
            next.sum += more;
            next
        }
        None => assignment.moved(distances, moved, boxes, push.from),
    };
    (next.pushes(), next)
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
