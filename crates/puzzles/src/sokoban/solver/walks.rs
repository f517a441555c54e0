//! Whole walks of one box: all squares it can be pushed to while the others stay.

use super::super::direction::Direction;
use super::super::freeze::freezes;
use super::super::rules::{Position, Push, Sokoban};
use super::super::squares::{Square, Squares};

/// All directions, as bits.
pub(super) const ANY: u8 = 0b1111;

/// A walk: a box pushed along a path, with the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<const W: usize> {
    /// The box's square before.
    pub(super) from: Square,
    /// The box's square after.
    pub(super) to: Square,
    /// The player's square after the last push.
    pub(super) player: Square,
    /// The squares the player can walk to now.
    pub(super) reach: Squares<W>,
    /// The last push.
    direction: Direction,
    /// The walk without the last push, by its index.
    before: u32,
    /// Another walk to the same square, by its index plus one.
    other: u32,
}

impl<const W: usize> Walk<W> {
    /// The walk of no pushes of the box on `from`.
    fn empty(position: &Position<W>, from: Square) -> Self {
        let &Position { player, reach, .. } = position;
        Self { from, to: from, player, reach, direction: Direction::Up, before: 0, other: 0 }
    }
}

/// The walks of one box, with reusable memory.
#[derive(Clone, Debug)]
pub(super) struct Walks<const W: usize> {
    /// The walks; the first is the empty walk.
    walks: Vec<Walk<W>>,
    /// For each square the last walk to it, by its index plus one.
    last: Vec<u32>,
}

impl<const W: usize> Default for Walks<W> {
    fn default() -> Self {
        Self { walks: Vec::new(), last: vec![0; 64 * W] }
    }
}

impl<const W: usize> Walks<W> {
    /// Finds all walks of the box on `from`, each to another square or with the player on
    /// another side, except those that end with a frozen box that is not on a goal. The first
    /// push is in one of the directions in the bits of `first`.
    pub(super) fn find(
        &mut self,
        space: &Sokoban<W>,
        position: &Position<W>,
        from: Square,
        first: u8,
    ) -> &[Walk<W>] {
        let level = space.level();
        for walk in self.walks.drain(..) {
            self.last[usize::from(walk.to)] = 0;
        }
        let mut others = position.boxes;
        others.remove(from);
        self.walks.push(Walk::empty(position, from));
        self.last[usize::from(from)] = 1;
        let mut frozen = Squares::<W>::EMPTY;
        let mut next = 0;
        while let Some(&walk) = self.walks.get(next) {
            for direction in Direction::ALL {
                if next == 0 && first >> direction as u8 & 1 == 0 {
                    continue;
                }
                let to = level.next(walk.to, direction);
                let behind = level.next(walk.to, direction.opposite());
                let is_possible = walk.reach.contains(behind)
                    && space.distances().live().contains(to)
                    && !others.contains(to)
                    && !frozen.contains(to);
                if !is_possible || self.is_known(to, walk.to) {
                    continue;
                }
                let mut after = others;
                after.insert(to);
                if freezes(space, &after, to) {
                    frozen.insert(to);
                    continue;
                }
                let reach = level.reach_after(&walk.reach, walk.to, to, &after);
                let (before, other) = (next as u32, self.last[usize::from(to)]);
                let player = walk.to;
                self.walks.push(Walk { from, to, player, reach, direction, before, other });
                self.last[usize::from(to)] = self.walks.len() as u32;
            }
            next += 1;
        }
        &self.walks[1..]
    }

    /// Whether a walk to `square` was found after which the player can reach `player`.
    #[inline]
    fn is_known(&self, square: Square, player: Square) -> bool {
        let mut at = self.last[usize::from(square)];
        while at > 0 {
            let walk = &self.walks[at as usize - 1];
            if walk.reach.contains(player) {
                return true;
            }
            at = walk.other;
        }
        false
    }

    /// The pushes of the walk to `square` after which the player can reach `player`; empty if
    /// there is no such walk.
    #[inline]
    pub(super) fn pushes(&self, square: Square, player: Square) -> Vec<Push> {
        let mut at = self.last[usize::from(square)];
        while at > 0 && !self.walks[at as usize - 1].reach.contains(player) {
            at = self.walks[at as usize - 1].other;
        }
        let mut pushes = Vec::new();
        while at > 1 {
            let walk = &self.walks[at as usize - 1];
            pushes.push(Push { from: walk.player, direction: walk.direction });
            at = walk.before + 1;
        }
        pushes.reverse();
        pushes
    }
}
