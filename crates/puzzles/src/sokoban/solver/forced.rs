//! Forced pushes: corrals that can be dealt with at once.

use super::super::direction::Direction;
use super::super::level::Level;
use super::super::rules::Sokoban;
use super::super::squares::{Square, Squares};
use super::walks::ANY;

/// The pushes one of which may come next, without loss of solutions.
///
/// A corral is an area that the player cannot enter, and its fence are the boxes around it. If
/// the first push of a fence box, whenever it comes, leads into the corral and can be made
/// already now, then it may as well come now: it takes nothing from the player (PI-corrals,
/// Damgaard, about 2000).
#[derive(Clone, Copy, Debug)]
pub(super) struct ForcedPushes<const W: usize> {
    /// For each direction, the boxes to push; `None` if all pushes may come next.
    boxes: Option<[Squares<W>; 4]>,
}

impl<const W: usize> ForcedPushes<W> {
    /// The forced pushes in a position. Of several corrals the one with the fewest is taken;
    /// where it has none the position is a dead end.
    pub(super) fn of(space: &Sokoban<W>, boxes: &Squares<W>, reach: &Squares<W>) -> Self {
        let level = space.level();
        let floor: Squares<W> = Squares::below(level.squares());
        let mut left = floor.without(boxes).without(reach);
        let mut best: Option<(u32, [Squares<W>; 4])> = None;
        while let Some(first) = left.first() {
            let area = level.reach(first, boxes);
            left = left.without(&area);
            if let Some(pushes) = into_corral(space, boxes, reach, area) {
                let count = pushes.iter().map(Squares::len).sum();
                if best.is_none_or(|(least, _)| count < least) {
                    best = Some((count, pushes));
                }
            }
        }
        Self { boxes: best.map(|(_, pushes)| pushes) }
    }

    /// The directions, as bits, in which the box on `square` may be pushed next.
    #[inline]
    pub(super) fn directions(&self, square: Square) -> u8 {
        let Some(boxes) = &self.boxes else { return ANY };
        let bit = |direction: Direction| {
            u8::from(boxes[direction as usize].contains(square)) << direction as u8
        };
        Direction::ALL.into_iter().map(bit).sum()
    }
}

/// The pushes into the corral `area`, if they may come now.
fn into_corral<const W: usize>(
    space: &Sokoban<W>,
    boxes: &Squares<W>,
    reach: &Squares<W>,
    mut area: Squares<W>,
) -> Option<[Squares<W>; 4]> {
    let level = space.level();
    let live = space.distances().live();
    let mut fence = Squares::EMPTY;
    for square in area.iter() {
        fence = fence.or(&level.beside(square).and(boxes));
    }
    'grown: loop {
        let mut pushes = [Squares::EMPTY; 4];
        for from in fence.iter() {
            let around = level.around(from);
            for direction in Direction::ALL {
                let to = around[direction as usize];
                let behind = around[direction.opposite() as usize];
                let is_impossible = to == Level::<W>::WALL
                    || behind == Level::<W>::WALL
                    || !live.contains(to)
                    || area.contains(behind)
                    || fence.contains(to)
                    || fence.contains(behind);
                if is_impossible {
                    continue;
                }
                // Other boxes in the way, and other corrals, are joined.
                for square in [to, behind] {
                    if boxes.contains(square) {
                        fence.insert(square);
                        continue 'grown;
                    }
                    if !area.contains(square) && !reach.contains(square) {
                        let other = level.reach(square, boxes);
                        area = area.or(&other);
                        for square in other.iter() {
                            fence = fence.or(&level.beside(square).and(boxes));
                        }
                        continue 'grown;
                    }
                }
                if !area.contains(to) {
                    return None;
                }
                pushes[direction as usize].insert(from);
            }
        }
        let goals = level.goals();
        let is_solved = fence.is_within(goals) && goals.and(&area).is_empty();
        return if is_solved { None } else { Some(pushes) };
    }
}
