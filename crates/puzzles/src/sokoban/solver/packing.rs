//! The packing order: in which order goals are filled.

use super::super::distances::{Parts, pulled};
use super::super::rules::Sokoban;
use super::super::squares::{Square, Squares};

/// An order in which the goals can be filled one after another, with the boxes already there as
/// walls. It is found backwards, by removing boxes from the full goals.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    order: Vec<Square>,
    /// After this many goals: the squares from which a box can reach a remaining one.
    live: Vec<Squares>,
    /// After this many goals: the pushes to the next one from each square, 255 if impossible.
    pushes: Vec<Vec<u8>>,
}

impl Packing {
    /// Computes the packing order of a level.
    pub(super) fn of(space: &Sokoban) -> Self {
        let level = space.level();
        let mut left = *level.goals();
        let mut order = Vec::new();
        while !left.is_empty() {
            // The box nearest to a start square is removed first, so its goal is filled last.
            let mut best: Option<(u32, Square)> = None;
            for goal in left.iter() {
                let mut others = left;
                others.remove(goal);
                let sources = level.boxes().without(&others);
                let mut nearest = u32::MAX;
                let parts = Parts::of(level, &others);
                pulled(level, &parts, goal, &others, |square, _, pulls| {
                    if pulls > 0 && sources.contains(square) {
                        nearest = nearest.min(pulls.into());
                    }
                });
                if nearest < u32::MAX && best.is_none_or(|(pulls, _)| nearest < pulls) {
                    best = Some((nearest, goal));
                }
            }
            // If none can be removed, one that is there from the start, or any.
            let goal = best.map(|(_, goal)| goal).or_else(|| left.and(level.boxes()).first());
            let Some(goal) = goal.or_else(|| left.first()) else { break };
            left.remove(goal);
            order.push(goal);
        }
        order.reverse();
        let mut filled = Squares::EMPTY;
        let mut live = Vec::new();
        let mut pushes = Vec::new();
        for stage in 0..=order.len() {
            let parts = Parts::of(level, &filled);
            let mut squares = Squares::EMPTY;
            let mut to_next = vec![u8::MAX; level.squares()];
            for &goal in &order[stage..] {
                squares.insert(goal);
                let is_next = goal == order[stage];
                pulled(level, &parts, goal, &filled, |square, _, pulls| {
                    squares.insert(square);
                    let known = &mut to_next[usize::from(square)];
                    if is_next {
                        *known = (*known).min(pulls.min(254) as u8);
                    }
                });
            }
            live.push(squares);
            pushes.push(to_next);
            if let Some(&goal) = order.get(stage) {
                filled.insert(goal);
            }
        }
        Self { order, live, pushes }
    }

    /// The number of filled goals before the first empty one in the order.
    #[inline]
    pub(super) fn packed(&self, boxes: &Squares) -> usize {
        self.order.iter().take_while(|&&goal| boxes.contains(goal)).count()
    }

    /// The number of boxes that could no longer reach any goal if one more goal were filled:
    /// they obstruct the packing order.
    #[inline]
    pub(super) fn in_the_way(&self, boxes: &Squares, packed: usize) -> u32 {
        let Some(live) = self.live.get(packed + 1) else { return 0 };
        let filled: Squares = self.order[..=packed].iter().copied().collect();
        boxes.without(&filled).without(live).len()
    }

    /// The pushes to the next goal from `square`, 255 if impossible.
    #[inline]
    pub(super) fn to_next(&self, packed: usize, square: Square) -> u8 {
        self.pushes[packed][usize::from(square)]
    }

    /// The next goal.
    #[inline]
    pub(super) fn next(&self, packed: usize) -> Option<Square> {
        self.order.get(packed).copied()
    }
}
