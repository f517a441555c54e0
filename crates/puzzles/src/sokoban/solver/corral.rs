//! Corral deadlocks: dead ends around an area that the player cannot enter.

use std::collections::HashMap;

use tremaux_core::StateSpace;

use super::super::rules::{Packed, Position, Sokoban};
use super::super::squares::{Square, Squares};
use super::seen::{ByCarriedHash, Seen};

/// Detects dead ends by the boxes around a corral, an area that the player cannot enter. All
/// other boxes are removed; if the remaining ones can neither be brought to goals nor the corral
/// opened, there is no plan with the other boxes either (Junghanns and Schaeffer 2001).
#[derive(Debug, Default)]
pub(super) struct Corrals<const W: usize> {
    known: HashMap<Packed<W>, bool, ByCarriedHash>,
    seen: Seen<W>,
}

impl<const W: usize> Corrals<W> {
    /// The maximum number of positions to visit for one corral.
    const MOST: usize = 400;
    /// The maximum number of cached answers.
    const MOST_KNOWN: usize = 1 << 20;

    /// The number of cached answers.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether a position is proved to be a dead end.
    pub(super) fn is_dead(&mut self, space: &Sokoban<W>, position: &Position<W>) -> bool {
        let &Position { ref boxes, player, ref reach, .. } = position;
        let level = space.level();
        let floor: Squares<W> = Squares::below(level.squares());
        let mut left = floor.without(boxes).without(reach);
        while let Some(first) = left.first() {
            // The corral and all boxes that touch it.
            let place = level.reach(first, boxes);
            left = left.without(&place);
            let mut fence = Squares::EMPTY;
            for square in place.iter() {
                for next in level.around(square) {
                    if boxes.contains(next) {
                        fence.insert(next);
                    }
                }
            }
            if fence.is_within(level.goals()) || fence.len() == boxes.len() && fence.len() > 8 {
                continue;
            }
            if self.is_closed_for_ever(space, &fence, &place, player) {
                return true;
            }
        }
        false
    }

    /// Whether the boxes of `fence` alone can neither be brought to goals nor `place` opened.
    fn is_closed_for_ever(
        &mut self,
        space: &Sokoban<W>,
        fence: &Squares<W>,
        place: &Squares<W>,
        player: Square,
    ) -> bool {
        let start = space.position(*fence, player);
        if place.is_within(&start.reach) {
            return false;
        }
        let key = space.pack(&start);
        if let Some(&is_dead) = self.known.get(&key) {
            return is_dead;
        }
        self.seen.clear();
        self.seen.insert(key);
        let mut waiting = vec![start];
        let mut actions = Vec::new();
        let mut is_dead = true;
        'search: while let Some(position) = waiting.pop() {
            actions.clear();
            space.actions(&position, &mut actions);
            for &push in &actions {
                let mut child = position;
                space.apply(&mut child, push);
                if space.has_freeze_deadlock(&child.boxes) || !self.seen.insert(space.pack(&child))
                {
                    continue;
                }
                let is_open = place.without(&child.boxes).is_within(&child.reach);
                let is_solved = child.boxes.is_within(space.level().goals());
                if is_open || is_solved || self.seen.len() > Self::MOST {
                    is_dead = false;
                    break 'search;
                }
                waiting.push(child);
            }
        }
        if self.known.len() < Self::MOST_KNOWN {
            self.known.insert(key, is_dead);
        }
        is_dead
    }
}
