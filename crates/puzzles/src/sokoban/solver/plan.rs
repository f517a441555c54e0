//! Plans of walks, and how they are shortened.

use super::super::rules::{Position, Push, Sokoban};
use super::super::squares::Square;
use super::walks::{ANY, Walks};

/// A walk of a box: its squares before and after, and a square that the player can reach then.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxWalk {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) player: Square,
}

/// A plan that is made shorter: two walks of a box are made one, at the place of the first or of
/// the second, if all others are still possible and there are fewer pushes.
#[derive(Debug)]
pub(super) struct WalkPlan<const W: usize> {
    walks: Vec<BoxWalk>,
    pushes: Vec<Vec<Push>>,
    /// The position before each walk.
    before: Vec<Position<W>>,
    /// The walk to try next, and the number of walks tried since the last success.
    at: usize,
    tried: usize,
}

impl<const W: usize> WalkPlan<W> {
    /// The plan of these walks, which solve the level.
    pub(super) fn of(space: &Sokoban<W>, start: Position<W>, walks: Vec<BoxWalk>) -> Self {
        let mut plan =
            Self { walks: Vec::new(), pushes: Vec::new(), before: Vec::new(), at: 0, tried: 0 };
        let is_possible = plan.replace(space, start, 0, &walks, u32::MAX);
        debug_assert!(is_possible, "the walks were found");
        plan
    }

    /// The number of pushes.
    pub(super) fn cost(&self) -> u32 {
        self.pushes.iter().map(|pushes| pushes.len() as u32).sum()
    }

    /// All pushes.
    pub(super) fn all_pushes(&self) -> Vec<Push> {
        self.pushes.concat()
    }

    /// Whether nothing more can be gained.
    pub(super) fn is_short(&self) -> bool {
        self.tried >= self.walks.len()
    }

    /// Tries to join the next walk with the next one of the same box; returns whether the plan
    /// is shorter.
    pub(super) fn shorten(&mut self, space: &Sokoban<W>) -> bool {
        let first = self.at % self.walks.len();
        self.at = first;
        let BoxWalk { from, to: middle, .. } = self.walks[first];
        let later = &self.walks[first + 1..];
        if let Some(between) = later.iter().position(|walk| walk.from == middle) {
            let BoxWalk { to, player, .. } = later[between];
            let joined = BoxWalk { from, to, player };
            let joined: &[BoxWalk] = if from == to { &[] } else { &[joined] };
            let (between, rest) = (&later[..between], &later[between + 1..]);
            let trials = [[between, joined, rest].concat(), [joined, between, rest].concat()];
            let most: usize = self.pushes[first..].iter().map(Vec::len).sum();
            for walks in trials {
                if self.replace(space, self.before[first], first, &walks, most as u32) {
                    self.tried = 0;
                    return true;
                }
            }
        }
        self.at += 1;
        self.tried += 1;
        false
    }

    /// Continues with `walks` from a position on, if they are possible, solve the level, and
    /// have fewer than `most` pushes.
    fn replace(
        &mut self,
        space: &Sokoban<W>,
        start: Position<W>,
        at: usize,
        walks: &[BoxWalk],
        most: u32,
    ) -> bool {
        let mut finder = Walks::default();
        let (mut position, mut count) = (start, 0);
        let (mut kept, mut before, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for walk in walks {
            // A walk may bring the box back, with the player on another side.
            let returns = walk.from == walk.to;
            if returns && position.reach.contains(walk.player) {
                continue;
            }
            let is_free = returns || !position.boxes.contains(walk.to);
            if !position.boxes.contains(walk.from) || !is_free {
                return false;
            }
            finder.find(space, &position, walk.from, ANY);
            let pushes = finder.pushes(walk.to, walk.player);
            count += pushes.len() as u32;
            if pushes.is_empty() || count >= most {
                return false;
            }
            kept.push(*walk);
            before.push(position);
            all.push(pushes);
            let mut boxes = position.boxes;
            boxes.remove(walk.from);
            boxes.insert(walk.to);
            position = space.position(boxes, walk.player);
        }
        if position.boxes != *space.level().goals() {
            return false;
        }
        self.walks.truncate(at);
        self.walks.extend(kept);
        self.before.truncate(at);
        self.before.extend(before);
        self.pushes.truncate(at);
        self.pushes.extend(all);
        true
    }
}
