//! Features of positions: the coordinates of the feature space.

use super::super::direction::Direction;
use super::super::level::Level;
use super::super::rules::Sokoban;
use super::super::squares::{Square, Squares};
use super::packing::Stage;

/// The features of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Features {
    /// The number of goals filled in the packing order: higher is better.
    pub(super) packed: u8,
    /// The number of regions of the floor that the player cannot walk between: lower is better.
    pub(super) regions: u8,
    /// The number of passages with a box in them: lower is better.
    pub(super) blocked: u8,
    /// The number of boxes that obstruct the packing order: lower is better.
    pub(super) in_the_way: u8,
}

/// The data of a level for computing the features of its positions.
#[derive(Clone, Debug)]
pub(super) struct FeatureExtractor<const W: usize> {
    floor: Squares<W>,
    /// Passages one square wide, each a set of squares.
    passages: Vec<Squares<W>>,
    /// The union of all passages.
    narrow: Squares<W>,
}

impl<const W: usize> FeatureExtractor<W> {
    pub(super) fn of(space: &Sokoban<W>) -> Self {
        let level = space.level();
        let floor: Squares<W> = Squares::below(level.squares());
        let is_narrow = |&square: &Square| {
            let is_wall = |direction| level.next(square, direction) == Level::<W>::WALL;
            let [up, left, right, down] = Direction::ALL.map(is_wall);
            up && down && !left && !right || left && right && !up && !down
        };
        let narrow: Squares<W> = floor.iter().filter(is_narrow).collect();
        let (mut passages, mut left) = (Vec::new(), narrow);
        while let Some(first) = left.first() {
            let passage = level.reach(first, &floor.without(&narrow));
            left = left.without(&passage);
            passages.push(passage);
        }
        Self { floor, passages, narrow }
    }

    /// The features of a position with these boxes in which the player can reach `reach`.
    pub(super) fn features(
        &self,
        space: &Sokoban<W>,
        boxes: &Squares<W>,
        reach: &Squares<W>,
        stage: &Stage<W>,
    ) -> Features {
        let mut left = self.floor.without(boxes).without(reach);
        let mut regions = 1_u32;
        while let Some(first) = left.first() {
            left = left.without(&space.level().reach(first, boxes));
            regions += 1;
        }
        let in_passages = boxes.and(&self.narrow);
        let blocked = if in_passages.is_empty() {
            0
        } else {
            let is_blocked = |it: &&Squares<W>| !it.and(&in_passages).is_empty();
            self.passages.iter().filter(is_blocked).count()
        };
        Features {
            packed: stage.packed,
            regions: regions.min(255) as u8,
            blocked: blocked.min(255) as u8,
            in_the_way: stage.in_the_way(boxes).min(255) as u8,
        }
    }
}
