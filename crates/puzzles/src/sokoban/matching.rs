//! A lower bound on pushes: a minimum matching of boxes to goals.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::distances::{LANES, PushDistances};
use super::freeze::freezes;
use super::rules::{Position, Push, Sokoban};
use super::squares::{Square, Squares};

const MOST: usize = 64;
/// The value for a goal without a box.
const NONE: Square = Square::MAX;
/// The cost of an impossible assignment: more than the total of all possible ones.
const NO_WAY: i32 = PushDistances::<1>::NEVER as i32;
const _: () = assert!(NO_WAY as usize > MOST * PushDistances::<1>::MOST as usize);
/// The number of bits of a goal's position in the key by which an augmenting path chooses; goals
/// without a box come first.
const PLACE_BITS: u32 = 7;
const HAS_BOX: i32 = 1 << (PLACE_BITS - 1);
const IS_USED: i32 = 1 << 30;
/// The predecessor of the first position of a path.
const NO_PLACE: i32 = -1;
const _: () = assert!(MOST <= HAS_BOX as usize);

/// A minimum-cost assignment of boxes to goals with its dual values (Kuhn 1955, in the form of
/// Jonker and Volgenant 1987).
///
/// When one box moves, one row of costs changes. Usually its goal still has the least cost above
/// its worth, which is checked in time proportional to the number of goals; otherwise one
/// augmenting path repairs the assignment in time proportional to its square.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The square of each goal's box.
    boxes: [Square; MOST],
    /// The player's square: pushes depend on the part of the floor the player is in.
    player: Square,
    /// The worth (dual value) of each goal. A box's goal is the one that costs least above its
    /// worth.
    worth: [i32; MOST],
    /// The total cost.
    sum: i32,
}

impl Default for Assignment {
    fn default() -> Self {
        Self { boxes: [NONE; MOST], player: 0, worth: [0; MOST], sum: 0 }
    }
}

impl Assignment {
    /// Computes the assignment of the boxes in `position`.
    pub(super) fn of<const W: usize>(distances: &PushDistances<W>, position: &Position<W>) -> Self {
        let mut assignment = Self { player: position.player, ..Self::default() };
        for square in position.boxes.iter() {
            assignment.place(distances, square);
        }
        assignment
    }

    /// The position of the goal of the box on `square`.
    #[inline]
    fn goal_of(&self, square: Square) -> usize {
        const LOW: u64 = u64::MAX / 0xffff;
        // Tests four squares at once: a borrow reaches the highest bit of one that becomes zero.
        let sought = LOW * u64::from(square);
        for (at, four) in self.boxes.as_chunks::<4>().0.iter().enumerate() {
            let [a, b, c, d] = *four;
            let word = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
            let left = word ^ sought;
            let found = left.wrapping_sub(LOW) & !left & (LOW << 15);
            if found != 0 {
                return at * 4 + found.trailing_zeros() as usize / 16;
            }
        }
        unreachable!("each box has a goal")
    }

    /// The goal position of a box pushed from `from`, where the player is then, to `to`, and the
    /// change of its cost, if all boxes keep their goals: only this box's pushes change, and no
    /// other goal costs less above its worth.
    #[inline]
    fn kept<const W: usize>(
        &self,
        distances: &PushDistances<W>,
        from: Square,
        to: Square,
        boxes: &Squares<W>,
    ) -> Option<(usize, i32)> {
        if !self.parted_otherwise(distances, to, boxes, from).is_empty() {
            return None;
        }
        let goal = self.goal_of(from);
        let prices = distances.lanes(to, distances.part(to, from));
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

    /// Updates the assignment after a push and the change of the player's part: boxes whose
    /// pushes have changed are assigned again.
    #[inline]
    fn moved<const W: usize>(
        &self,
        distances: &PushDistances<W>,
        from: Square,
        to: Square,
        boxes: &Squares<W>,
    ) -> Self {
        let mut next = Self { player: from, ..self.clone() };
        let others = self.parted_otherwise(distances, to, boxes, from);
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

    /// The boxes, except the one on `to`, whose pushes change with the player's square.
    #[inline]
    fn parted_otherwise<const W: usize>(
        &self,
        distances: &PushDistances<W>,
        to: Square,
        boxes: &Squares<W>,
        player: Square,
    ) -> Squares<W> {
        let mut others = distances.parted_otherwise(self.player, player).and(boxes);
        others.remove(to);
        others
    }

    /// The pushes of a box to each goal, in whole lanes.
    #[inline]
    fn prices<'a, const W: usize>(
        &self,
        distances: &'a PushDistances<W>,
        square: Square,
    ) -> &'a [[u16; LANES]] {
        distances.lanes(square, distances.part(square, self.player))
    }

    /// Assigns a goal to the box on `square` along a cheapest augmenting path.
    ///
    /// All lanes are processed without branches, including padding.
    fn place<const W: usize>(&mut self, distances: &PushDistances<W>, square: Square) {
        let goals = distances.goals().len();
        let lanes = goals.div_ceil(LANES);
        // A path seldom raises the goals' costs by more than a few pushes, but there may be
        // millions of paths.
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

    /// The total pushes of all boxes to their goals; infinite if some box has no goal.
    #[inline]
    pub(super) fn pushes(&self) -> u32 {
        pushes(self.sum)
    }
}

#[inline]
fn pushes(sum: i32) -> u32 {
    if sum < NO_WAY { sum as u32 } else { u32::INFINITY }
}

/// The pushes of a minimum-cost assignment of boxes to goals, where each box counts as if it
/// were alone with the player on the current square. Infinite if there is no assignment, or if a
/// frozen box is not on a goal (Junghanns and Schaeffer 2001). Consistent.
///
/// Takes time proportional to the cube of the number of boxes from scratch, and to its square
/// after a push.
///
/// ```
/// use tremaux::{Heuristic, StateSpace};
/// use tremaux::puzzles::sokoban::{MinimalMatching, Sokoban};
/// let level = Sokoban::parse("#######|#@$_.$#|#____.#|#######")?;
/// assert_eq!(MinimalMatching.estimate(&level, &level.initial_state()), u32::MAX, "in a corner");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MinimalMatching;

impl<const W: usize> Heuristic<Sokoban<W>> for MinimalMatching {
    type Memo = Assignment;

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, space: &Sokoban<W>, position: &Position<W>) -> u32 {
        self.root(space, position).0
    }

    #[inline]
    fn root(&self, space: &Sokoban<W>, position: &Position<W>) -> (u32, Assignment) {
        let assignment = Assignment::of(space.distances(), position);
        let pushes = if space.has_freeze_deadlock(&position.boxes) {
            u32::INFINITY
        } else {
            assignment.pushes()
        };
        (pushes, assignment)
    }

    #[inline]
    fn child(
        &self,
        space: &Sokoban<W>,
        h: u32,
        assignment: &Assignment,
        push: Push,
        child: &Position<W>,
    ) -> (u32, Assignment) {
        pushed(space, h, assignment, push, &child.boxes)
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &Sokoban<W>,
        parent: &Position<W>,
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

/// The estimate after a push that leads to `boxes`, and the assignment. The assignment is copied
/// only on request.
#[inline(always)]
fn pushed<const W: usize>(
    space: &Sokoban<W>,
    h: u32,
    assignment: &Assignment,
    push: Push,
    boxes: &Squares<W>,
) -> (u32, Assignment) {
    let to = space.level().next(push.from, push.direction);
    // A dead end stays one, whatever the assignment.
    if h == u32::INFINITY || freezes(space, boxes, to) {
        return (u32::INFINITY, assignment.clone());
    }
    let distances = space.distances();
    let next = match assignment.kept(distances, push.from, to, boxes) {
        Some((goal, more)) => {
            let mut next = assignment.clone();
            next.player = push.from;
            next.boxes[goal] = to;
            next.sum += more;
            next
        }
        None => assignment.moved(distances, push.from, to, boxes),
    };
    (next.pushes(), next)
}

/// The sum of the pushes from each box alone to its nearest goal; infinite if a box cannot reach
/// any goal. Consistent.
///
/// Weaker than [`MinimalMatching`], as boxes may share a goal, but cheaper: takes time
/// proportional to boxes times goals.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearestGoals;

impl<const W: usize> Heuristic<Sokoban<W>> for NearestGoals {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, space: &Sokoban<W>, position: &Position<W>) -> u32 {
        let distances = space.distances();
        let nearest = |square| {
            let part = distances.part(square, position.player);
            match distances.from(square, part).iter().min() {
                None | Some(&PushDistances::<1>::NEVER) => u32::INFINITY,
                Some(&pushes) => pushes.into(),
            }
        };
        let mut sum = 0_u32;
        for square in position.boxes.iter() {
            sum = sum.plus(nearest(square));
        }
        sum
    }
}
