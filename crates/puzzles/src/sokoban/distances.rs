//! The pushes that bring a single box to a goal.

use super::direction::Direction;
use super::level::Level;
use super::squares::{Square, Squares};

/// The number of goals per lane, which the processor compares at once.
pub(super) const LANES: usize = 8;

/// The number of pushes that a single box needs from each square to each goal, depending on the
/// part of the floor that the player is in; and the dead squares, from which it cannot reach any
/// goal.
///
/// It is computed by pulling a box backwards from each goal, with the player walking around it
/// if possible. Takes time and memory proportional to squares times goals, plus the square of
/// the number of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDistances<const W: usize> {
    goals: Vec<Square>,
    /// By square, then by part, then by goal, the last lane filled up.
    pushes: Vec<[u16; LANES]>,
    live: Squares<W>,
    /// Parts with the same numbers of pushes share one number.
    parts: Parts<W>,
    /// By the player's square, for each bit of a part's number: the box squares for which the
    /// player is in a part with that bit.
    bits: Vec<[Squares<W>; 2]>,
}

/// The most parts into which a box splits the floor.
const PARTS: usize = 4;

/// The parts into which a box on each square splits the floor: at most four, numbered. Indexed
/// by the player's square, then the box's, as many boxes are looked up at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts<const W: usize>(Vec<u8>);

impl<const W: usize> Parts<W> {
    const ROW: usize = 64 * W;

    /// Computes the parts of a level in which `fixed` are walls.
    pub(super) fn of(level: &Level<W>, fixed: &Squares<W>) -> Self {
        let mut parts = vec![0; level.squares() * Self::ROW];
        for square in 0..level.squares() {
            let mut blocked = *fixed;
            blocked.insert(square as Square);
            blocked.insert(Level::<W>::WALL);
            let mut number = 0;
            for side in level.around(square as Square) {
                if !blocked.contains(side) {
                    let reached = level.reach(side, &blocked);
                    for player in reached.iter() {
                        parts[usize::from(player) * Self::ROW + square] = number;
                    }
                    blocked = blocked.or(&reached);
                    number += 1;
                }
            }
        }
        Self(parts)
    }

    /// The part in which `player` is if there is a box on `square`.
    #[inline]
    pub(super) fn part(&self, square: Square, player: Square) -> usize {
        usize::from(self.0[usize::from(player) * Self::ROW + usize::from(square)])
    }
}

impl<const W: usize> PushDistances<W> {
    /// The value for unreachable goals.
    pub const NEVER: u16 = u16::MAX;
    /// The greatest distance: longer ones count as this, so that sums over all boxes stay below
    /// [`NEVER`](Self::NEVER). Levels of up to 255 squares have none.
    pub const MOST: u16 = 1023;

    /// Computes the distances of `level`.
    pub fn of(level: &Level<W>) -> Self {
        let parts = Parts::of(level, &Squares::EMPTY);
        let goals: Vec<Square> = level.goals().iter().collect();
        let lanes = goals.len().div_ceil(LANES);
        let mut pushes = vec![[Self::NEVER; LANES]; level.squares() * PARTS * lanes];
        let all = pushes.as_flattened_mut();
        let row = lanes * LANES;
        let mut live = Squares::EMPTY;
        for (at, &goal) in goals.iter().enumerate() {
            // The box is on the goal, wherever the player is.
            for part in 0..PARTS {
                all[(usize::from(goal) * PARTS + part) * row + at] = 0;
            }
            live.insert(goal);
            pulled(level, &parts, goal, &Squares::EMPTY, |square, part, distance| {
                live.insert(square);
                all[(usize::from(square) * PARTS + part) * row + at] = distance.min(Self::MOST);
            });
        }
        let mut distances = Self { goals, pushes, live, parts, bits: Vec::new() };
        distances.join_parts();
        let parts = &distances.parts;
        let squares = 0..level.squares();
        let bits_of = |player| {
            let mut bits = [Squares::EMPTY; 2];
            for square in squares.clone() {
                let part = parts.part(square as Square, player);
                for (bit, squares) in bits.iter_mut().enumerate() {
                    if part >> bit & 1 != 0 {
                        squares.insert(square as Square);
                    }
                }
            }
            bits
        };
        distances.bits = squares.clone().map(|player| bits_of(player as Square)).collect();
        distances
    }

    /// Gives equivalent parts the number of the first of them.
    fn join_parts(&mut self) {
        for square in 0..self.parts.0.len() / Parts::<W>::ROW {
            let first: [u8; PARTS] = std::array::from_fn(|part| {
                let pushes = self.lanes(square as Square, part);
                let first = (0..part).find(|&it| self.lanes(square as Square, it) == pushes);
                first.unwrap_or(part) as u8
            });
            for part in self.parts.0.iter_mut().skip(square).step_by(Parts::<W>::ROW) {
                *part = first[usize::from(*part)];
            }
        }
    }

    /// The goals, in ascending order.
    #[inline]
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// The pushes from `square` to each goal, or [`PushDistances::NEVER`], when the player is
    /// somewhere in `part`.
    #[inline]
    pub fn from(&self, square: Square, part: usize) -> &[u16] {
        &self.lanes(square, part).as_flattened()[..self.goals.len()]
    }

    /// The same in whole lanes, padded with [`PushDistances::NEVER`].
    #[inline]
    pub(super) fn lanes(&self, square: Square, part: usize) -> &[[u16; LANES]] {
        let lanes = self.goals.len().div_ceil(LANES);
        let start = (usize::from(square) * PARTS + part) * lanes;
        &self.pushes[start..start + lanes]
    }

    /// The live squares, from which a box can reach some goal.
    #[inline]
    pub const fn live(&self) -> &Squares<W> {
        &self.live
    }

    /// The box squares for which the player is in another part on `now` than on `before`.
    #[inline]
    pub(super) fn parted_otherwise(&self, before: Square, now: Square) -> Squares<W> {
        let (before, now) = (&self.bits[usize::from(before)], &self.bits[usize::from(now)]);
        before[0].symmetric_difference(&now[0]).or(&before[1].symmetric_difference(&now[1]))
    }

    /// The part of the floor that `player` is in if there is a box on `square`; equivalent parts
    /// count as one.
    #[inline]
    pub fn part(&self, square: Square, player: Square) -> usize {
        self.parts.part(square, player)
    }
}

/// Pulls a box from `goal` around `fixed`, and reports each reachable square with the player's
/// part and the number of pulls: each once, in order of increasing pulls.
pub(super) fn pulled<const W: usize>(
    level: &Level<W>,
    parts: &Parts<W>,
    goal: Square,
    fixed: &Squares<W>,
    mut tell: impl FnMut(Square, usize, u16),
) {
    let mut known = vec![0_u8; level.squares()];
    let mut queue: Vec<(Square, usize, u16)> = Vec::with_capacity(level.squares());
    let mut come = |square: Square, player: Square, distance: u16, queue: &mut Vec<_>| {
        let part = parts.part(square, player);
        if known[usize::from(square)] >> part & 1 == 0 {
            known[usize::from(square)] |= 1 << part;
            queue.push((square, part, distance));
        }
    };
    let is_free = |square| square != Level::<W>::WALL && !fixed.contains(square);
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
