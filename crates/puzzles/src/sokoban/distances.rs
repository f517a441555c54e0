//! How many pushes bring a box to a goal if it is the only one.

use super::direction::Direction;
use super::level::Level;
use super::squares::{Square, Squares};

/// The pushes that a box alone needs from each square to each goal, depending on which part of
/// the floor that it leaves the player is in; and those squares from which it gets to none.
///
/// Found by pulling a box backwards from each goal, the player walking round it where he can:
/// time and memory in proportion to squares times goals, and to the square of the squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDistances {
    goals: Vec<Square>,
    /// By square, then by part, then by goal.
    pushes: Vec<u16>,
    live: Squares,
    parts: Parts,
}

/// The parts into which a box on each square splits the floor: at most four, numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts(Vec<u8>);

impl Parts {
    const MOST: usize = 4;
    const ROW: usize = Level::MOST_SQUARES + 1;

    /// Those of a level in which `fixed` are walls.
    pub(super) fn of(level: &Level, fixed: &Squares) -> Self {
        let mut parts = vec![0; level.squares() * Self::ROW];
        for square in 0..level.squares() {
            let row = &mut parts[square * Self::ROW..][..Self::ROW];
            let mut blocked = *fixed;
            blocked.insert(square as Square);
            blocked.insert(Level::WALL);
            let mut number = 0;
            for side in level.around(square as Square) {
                if !blocked.contains(side) {
                    let reached = level.reach(side, &blocked);
                    reached.iter().for_each(|it| row[usize::from(it)] = number);
                    blocked = blocked.or(&reached);
                    number += 1;
                }
            }
        }
        Self(parts)
    }

    /// In which part `player` is when there is a box on `square`.
    #[inline]
    pub(super) fn part(&self, square: Square, player: Square) -> usize {
        usize::from(self.0[usize::from(square) * Self::ROW + usize::from(player)])
    }
}

impl PushDistances {
    /// No pushes lead there.
    pub const NEVER: u16 = u16::MAX;

    /// Those of `level`.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let parts = Parts::of(level, &Squares::EMPTY);
        let goals: Vec<Square> = level.goals().iter().collect();
        let mut pushes = vec![Self::NEVER; level.squares() * Parts::MOST * goals.len()];
        let mut live = Squares::EMPTY;
        for (at, &goal) in goals.iter().enumerate() {
            // However the player stands, the box is there.
            for part in 0..Parts::MOST {
                pushes[(usize::from(goal) * Parts::MOST + part) * goals.len() + at] = 0;
            }
            live.insert(goal);
            pulled(level, &parts, goal, &Squares::EMPTY, |square, part, distance| {
                live.insert(square);
                pushes[(usize::from(square) * Parts::MOST + part) * goals.len() + at] = distance;
            });
        }
        Self { goals, pushes, live, parts }
    }

    /// The goals, in rising order.
    #[must_use]
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// The pushes from `square` to each goal, or [`PushDistances::NEVER`], when the player is
    /// somewhere in `part`.
    #[inline]
    #[must_use]
    pub fn from(&self, square: Square, part: usize) -> &[u16] {
        let start = (usize::from(square) * Parts::MOST + part) * self.goals.len();
        &self.pushes[start..start + self.goals.len()]
    }

    /// The squares from which a box gets to some goal; on all others it is lost.
    #[inline]
    #[must_use]
    pub const fn live(&self) -> &Squares {
        &self.live
    }

    /// Which part of the floor `player` is in, of those that a box on `square` leaves.
    #[inline]
    #[must_use]
    pub fn part(&self, square: Square, player: Square) -> usize {
        self.parts.part(square, player)
    }
}

/// Pulls a box from `goal`, `fixed` being in the way, and tells each square it gets to, in
/// which part the player is then, and by how many pulls: each once, the fewest pulls first.
pub(super) fn pulled(
    level: &Level,
    parts: &Parts,
    goal: Square,
    fixed: &Squares,
    mut tell: impl FnMut(Square, usize, u16),
) {
    let mut known = [0_u8; Level::MOST_SQUARES + 1];
    let mut queue: Vec<(Square, usize, u16)> = Vec::with_capacity(level.squares());
    let mut come = |square: Square, player: Square, distance: u16, queue: &mut Vec<_>| {
        let part = parts.part(square, player);
        if known[usize::from(square)] >> part & 1 == 0 {
            known[usize::from(square)] |= 1 << part;
            queue.push((square, part, distance));
        }
    };
    let is_free = |square| square != Level::WALL && !fixed.contains(square);
    for side in level.around(goal).into_iter().filter(|&side| is_free(side)) {
        come(goal, side, 0, &mut queue);
    }
    let mut next = 0;
    while let Some(&(square, part, distance)) = queue.get(next) {
        next += 1;
        tell(square, part, distance);
        for direction in Direction::ALL {
            let player = level.next(square, direction);
            let behind = level.next(player, direction);
            if is_free(player) && is_free(behind) && parts.part(square, player) == part {
                come(player, behind, distance + 1, &mut queue);
            }
        }
    }
}
