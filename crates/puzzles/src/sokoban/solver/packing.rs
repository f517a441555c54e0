//! The packing order: in which order goals are filled.

use super::super::direction::Direction;
use super::super::distances::{Parts, pulled};
use super::super::level::Level;
use super::super::rules::Sokoban;
use super::super::squares::{Square, Squares};

/// An order in which the goals can be filled one after another, with the boxes already there as
/// walls. It is found backwards, by removing boxes from the full goals.
#[derive(Clone, Debug)]
pub(super) struct Packing<const W: usize> {
    order: Vec<Square>,
    /// After this many goals: the squares from which a box can reach a remaining one.
    live: Vec<Squares<W>>,
    /// After this many goals: the pushes to the next one from each square, 255 if impossible.
    pushes: Vec<Vec<u8>>,
}

impl<const W: usize> Packing<W> {
    /// Computes the packing order of a level.
    pub(super) fn of(space: &Sokoban<W>) -> Self {
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
                let nearest = pulls_out(level, goal, &others, &sources).unwrap_or(u32::MAX);
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
    pub(super) fn packed(&self, boxes: &Squares<W>) -> usize {
        self.order.iter().take_while(|&&goal| boxes.contains(goal)).count()
    }

    /// The number of boxes that could no longer reach any goal if one more goal were filled:
    /// they obstruct the packing order.
    #[inline]
    pub(super) fn in_the_way(&self, boxes: &Squares<W>, packed: usize) -> u32 {
        let Some(live) = self.live.get(packed + 1) else { return 0 };
        let filled: Squares<W> = self.order[..=packed].iter().copied().collect();
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

/// The fewest pulls of a box from `goal` around `fixed` to one of `sources`.
fn pulls_out<const W: usize>(
    level: &Level<W>,
    goal: Square,
    fixed: &Squares<W>,
    sources: &Squares<W>,
) -> Option<u32> {
    let mut found: Vec<(Square, Squares<W>, u32)> = Vec::new();
    let come = |found: &mut Vec<_>, square: Square, player: Square, pulls: u32| {
        let is_same = |it: &(Square, Squares<W>, u32)| it.0 == square && it.1.contains(player);
        if !found.iter().any(is_same) {
            let mut blocked = *fixed;
            blocked.insert(square);
            found.push((square, level.reach(player, &blocked), pulls));
        }
    };
    let is_free = |square| square != Level::<W>::WALL && !fixed.contains(square);
    for side in level.around(goal).into_iter().filter(|&side| is_free(side)) {
        come(&mut found, goal, side, 0);
    }
    let mut next = 0;
    while let Some(&(square, reach, pulls)) = found.get(next) {
        next += 1;
        if pulls > 0 && sources.contains(square) {
            return Some(pulls);
        }
        for direction in Direction::ALL {
            let player = level.next(square, direction);
            let behind = level.next(player, direction);
            if reach.contains(player) && is_free(behind) {
                come(&mut found, player, behind, pulls + 1);
            }
        }
    }
    None
}
