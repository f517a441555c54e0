//! Packing: in which order goals are filled.

use std::collections::HashMap;

use super::super::direction::Direction;
use super::super::distances::{Parts, pulled};
use super::super::level::Level;
use super::super::rules::Sokoban;
use super::super::squares::{Square, Squares};

/// In which order goals are to be filled, with the boxes already there as walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// One order for the whole search, found backwards, by removing boxes from the full goals.
    Fixed,
    /// Any order in which the remaining goals can still be filled.
    Any,
}

/// How far the goals are filled: some goals, and what is known about filling the others.
#[derive(Clone, Debug)]
pub(super) struct Stage<const W: usize> {
    /// The number of filled goals that need not be emptied again: higher is better.
    pub(super) packed: u8,
    /// The number of empty goals that cannot be filled any more, and of filled ones that must be
    /// emptied before: lower is better.
    pub(super) stuck: u8,
    filled: Squares<W>,
    guide: Option<Guide<W>>,
}

/// Where boxes should be and go.
#[derive(Clone, Debug)]
struct Guide<const W: usize> {
    /// Boxes on other squares obstruct the packing.
    free: Squares<W>,
    /// The pushes to the nearest goal to fill next from each square, 255 if impossible.
    to_next: Vec<u8>,
}

/// The stages of packing the goals.
#[derive(Clone, Debug)]
pub(super) struct Packing<const W: usize> {
    /// The goals in their order, if it is fixed.
    order: Option<Vec<Square>>,
    stages: Vec<Stage<W>>,
    /// The areas measured: what takes the time.
    pub(super) work: u64,
    /// The numbers of the stages, by the filled goals.
    numbers: HashMap<Squares<W>, usize>,
}

impl<const W: usize> Packing<W> {
    /// Prepares the packing of a level.
    pub(super) fn of(space: &Sokoban<W>, order: Order) -> Self {
        let level = space.level();
        let goals = *level.goals();
        let mut packing =
            Self { order: None, stages: Vec::new(), work: 0, numbers: HashMap::new() };
        if order == Order::Any {
            return packing;
        }
        let (mut left, mut order) = (goals, Vec::new());
        while !left.is_empty() {
            // The box nearest to a start square is removed first, so its goal is filled last.
            let pulls = left
                .iter()
                .filter_map(|goal| Some((pulled_out(level, &left, goal, &mut 0)?, goal)));
            let nearest = pulls.min().map(|(_, goal)| goal);
            // If none can be removed, one that is there from the start, or any.
            let goal = nearest.or_else(|| left.and(level.boxes()).first()).or(left.first());
            let Some(goal) = goal else { break };
            left.remove(goal);
            order.push(goal);
        }
        order.reverse();
        let mut filled = Squares::EMPTY;
        for packed in 0..=order.len() {
            let next = order.get(packed).copied();
            let to_next = Guide::of(space, &filled, next.as_slice()).to_next;
            if let Some(next) = next {
                filled.insert(next);
            }
            // Boxes are in the way that the next filled goal would cut off.
            let free = match order.get(packed + 1..) {
                Some(later) => Guide::of(space, &filled, later).free,
                None => Squares::below(level.squares()),
            };
            let guide = Some(Guide { free, to_next });
            packing.stages.push(Stage { packed: packed as u8, stuck: 0, filled, guide });
        }
        packing.order = Some(order);
        packing
    }

    /// The bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let squares = self.stages.first().and_then(|stage| stage.guide.as_ref());
        let squares = squares.map_or(0, |guide| guide.to_next.len());
        self.stages.len() * (2 * size_of::<Stage<W>>() + squares)
    }

    /// The number of the stage of a position.
    pub(super) fn number(&mut self, space: &Sokoban<W>, boxes: &Squares<W>) -> usize {
        if let Some(order) = &self.order {
            return order.iter().take_while(|&&goal| boxes.contains(goal)).count();
        }
        let filled = boxes.and(space.level().goals());
        if let Some(&number) = self.numbers.get(&filled) {
            return number;
        }
        let stuck = stuck(space.level(), &filled, &mut self.work);
        let packed = (filled.len() as u8).saturating_sub(stuck);
        let number = self.stages.len();
        self.stages.push(Stage { packed, stuck, filled, guide: None });
        self.numbers.insert(filled, number);
        number
    }

    /// The stage of a number.
    #[inline]
    pub(super) fn stage(&self, number: usize) -> &Stage<W> {
        &self.stages[number]
    }

    /// Computes what guides boxes to the next goals at a stage.
    pub(super) fn prepare(&mut self, space: &Sokoban<W>, number: usize) {
        if self.stages[number].guide.is_none() {
            let Stage { stuck, filled, .. } = self.stages[number];
            let mut next = Vec::new();
            for goal in space.level().goals().without(&filled).iter() {
                let mut after = filled;
                after.insert(goal);
                let after = self.number(space, &after);
                if self.stages[after].stuck <= stuck {
                    next.push(goal);
                }
            }
            self.stages[number].guide = Some(Guide::of(space, &filled, &next));
        }
    }
}

impl<const W: usize> Stage<W> {
    /// The number of boxes that obstruct the packing: they could no longer reach a goal.
    #[inline]
    pub(super) fn in_the_way(&self, boxes: &Squares<W>) -> u32 {
        let astray = |guide: &Guide<W>| boxes.without(&self.filled).without(&guide.free).len();
        u32::from(self.stuck) + self.guide.as_ref().map_or(0, astray)
    }

    /// The pushes to the nearest goal to fill next from `square`, 255 if impossible or unknown.
    #[inline]
    pub(super) fn to_next(&self, square: Square) -> u8 {
        self.guide.as_ref().map_or(u8::MAX, |guide| guide.to_next[usize::from(square)])
    }
}

impl<const W: usize> Guide<W> {
    /// Guides boxes around the `filled` goals to the `next` ones.
    fn of(space: &Sokoban<W>, filled: &Squares<W>, next: &[Square]) -> Self {
        let level = space.level();
        let parts = Parts::of(level, filled);
        let mut free = Squares::EMPTY;
        let mut to_next = vec![u8::MAX; level.squares()];
        for &goal in next {
            free.insert(goal);
            pulled(level, &parts, goal, filled, |square, _, pulls| {
                free.insert(square);
                let known = &mut to_next[usize::from(square)];
                *known = (*known).min(pulls.min(254) as u8);
            });
        }
        Self { free, to_next }
    }
}

/// The number of goals that cannot be filled any more around the `filled` ones, and of those
/// that must be emptied before: found backwards, by removing boxes from the full goals.
fn stuck<const W: usize>(level: &Level<W>, filled: &Squares<W>, work: &mut u64) -> u8 {
    let mut fixed = *level.goals();
    let mut left = fixed.without(filled);
    let mut emptied = 0;
    while !left.is_empty() {
        let before = left;
        for goal in left.iter() {
            if pulled_out(level, &fixed, goal, work).is_some() {
                fixed.remove(goal);
                left.remove(goal);
            }
        }
        if left == before {
            let full = fixed.without(&left);
            let mut may_go = full.iter();
            let goal = may_go.find(|&goal| pulled_out(level, &fixed, goal, work).is_some());
            let Some(goal) = goal else { break };
            fixed.remove(goal);
            emptied += 1;
        }
    }
    left.len() as u8 + emptied
}

/// The fewest pulls of the box on `goal` around the other `boxes` to a start square.
fn pulled_out<const W: usize>(
    level: &Level<W>,
    boxes: &Squares<W>,
    goal: Square,
    work: &mut u64,
) -> Option<u32> {
    let mut fixed = *boxes;
    fixed.remove(goal);
    let sources = level.boxes().without(&fixed);
    let mut found: Vec<(Square, Squares<W>, u32)> = Vec::new();
    let mut come = |found: &mut Vec<_>, square: Square, player: Square, pulls: u32| {
        let is_same = |it: &(Square, Squares<W>, u32)| it.0 == square && it.1.contains(player);
        if !found.iter().any(is_same) {
            let mut blocked = fixed;
            blocked.insert(square);
            *work += 1;
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
