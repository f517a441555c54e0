//! Freeze deadlocks: boxes that can never be moved again.

use super::direction::Direction;
use super::level::Level;
use super::rules::Sokoban;
use super::squares::{Square, Squares};

/// The two axes along which a box can be pushed, by one direction each.
const LINES: [Direction; 2] = [Direction::Up, Direction::Left];

/// Whether a box can never be pushed along an axis: there is a wall or a frozen box on one side,
/// or a dead square on both sides. Squares in `taken` (walls and some boxes) count as walls;
/// frozen boxes are added.
fn is_blocked<const W: usize>(
    space: &Sokoban<W>,
    boxes: &Squares<W>,
    square: Square,
    line: Direction,
    taken: &mut Squares<W>,
) -> bool {
    let around = space.level().around(square);
    let sides = [around[line as usize], around[line.opposite() as usize]];
    if sides.iter().any(|&it| taken.contains(it)) {
        return true;
    }
    if sides.iter().all(|&it| !space.distances().live().contains(it)) {
        return true;
    }
    // Each call adds one box, so the recursion depth is at most the number of boxes.
    let other = if line == LINES[0] { LINES[1] } else { LINES[0] };
    sides.iter().any(|&it| {
        if !boxes.contains(it) {
            return false;
        }
        let before = *taken;
        taken.insert(square);
        let is_blocked = is_blocked(space, boxes, it, other, taken);
        if is_blocked {
            taken.insert(it);
        } else {
            *taken = before;
        }
        is_blocked
    })
}

impl<const W: usize> Sokoban<W> {
    /// The boxes that are frozen together with the one on `square`, itself included; empty if the
    /// test finds that it can still be moved.
    #[inline]
    pub fn frozen_with(&self, boxes: &Squares<W>, square: Square) -> Squares<W> {
        let mut taken = Squares::EMPTY;
        taken.insert(Level::<W>::WALL);
        if LINES.into_iter().all(|line| is_blocked(self, boxes, square, line, &mut taken)) {
            taken.insert(square);
            taken.remove(Level::<W>::WALL);
            taken
        } else {
            Squares::EMPTY
        }
    }

    /// Whether some boxes are frozen and one of them is not on a goal: then the state is a dead
    /// end.
    #[inline]
    pub fn has_freeze_deadlock(&self, boxes: &Squares<W>) -> bool {
        let astray = boxes.without(self.level().goals());
        astray.iter().any(|square| !self.frozen_with(boxes, square).is_empty())
    }
}

/// [`Sokoban::has_freeze_deadlock`] for boxes that had no deadlock before one of them was pushed to
/// `square`.
#[inline]
pub(super) fn freezes<const W: usize>(
    space: &Sokoban<W>,
    boxes: &Squares<W>,
    square: Square,
) -> bool {
    let mut fixed = *boxes;
    fixed.insert(Level::<W>::WALL);
    let around = space.level().around(square);
    // Quick test: most boxes can be pushed along one of the axes.
    let may_be_blocked = |line: Direction| {
        let sides = [around[line as usize], around[line.opposite() as usize]];
        sides.iter().any(|&it| fixed.contains(it))
            || sides.iter().all(|&it| !space.distances().live().contains(it))
    };
    if !LINES.into_iter().all(may_be_blocked) {
        return false;
    }
    // Any newly frozen box is frozen because of this box, which is then frozen, too.
    let frozen = space.frozen_with(boxes, square);
    !frozen.is_within(space.level().goals())
        || !frozen.is_empty() && space.has_freeze_deadlock(boxes)
}
