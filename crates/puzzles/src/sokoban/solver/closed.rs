//! Dead ends behind boxes that stay for ever.

use std::collections::HashMap;

use super::super::distances::{Parts, pulled};
use super::super::rules::{Position, Sokoban};
use super::super::squares::{Square, Squares};

/// Detects dead ends by boxes that are frozen on goals: with these as walls, the other boxes must
/// be able to reach the remaining goals, each another one.
#[derive(Debug, Default)]
pub(super) struct ClosedGoals<const W: usize> {
    /// By the squares of frozen boxes, and those behind them: for each goal that is left, the
    /// squares from which a box can reach it.
    known: HashMap<Squares<W>, Vec<Squares<W>>>,
    bytes: usize,
    /// Memory of the matching: the box of each goal, and goals to find boxes for, each with its
    /// predecessor.
    box_of: Vec<Square>,
    queue: Vec<(usize, usize)>,
}

impl<const W: usize> ClosedGoals<W> {
    const MOST_KNOWN: usize = 1 << 12;

    /// The bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether a position is proved to be a dead end.
    pub(super) fn is_dead(&mut self, space: &Sokoban<W>, position: &Position<W>) -> bool {
        let &Position { ref boxes, player, .. } = position;
        let level = space.level();
        let mut walls = Squares::EMPTY;
        for square in boxes.and(level.goals()).iter() {
            if !walls.contains(square) {
                walls = walls.or(&space.frozen_with(boxes, square));
            }
        }
        if walls.is_empty() {
            return false;
        }
        let floor: Squares<W> = Squares::below(level.squares());
        walls = floor.without(&level.reach(player, &walls));
        if walls.and(boxes) != walls.and(level.goals()) {
            return true;
        }
        if !self.known.contains_key(&walls) {
            if self.known.len() >= Self::MOST_KNOWN {
                self.known.clear();
                self.bytes = 0;
            }
            let parts = Parts::of(level, &walls);
            let sources = level.goals().without(&walls).iter().map(|goal| {
                let mut sources = Squares::EMPTY;
                sources.insert(goal);
                pulled(level, &parts, goal, &walls, |square, _, _| sources.insert(square));
                sources
            });
            let sources: Vec<Squares<W>> = sources.collect();
            self.bytes += (sources.len() + 2) * size_of::<Squares<W>>();
            self.known.insert(walls, sources);
        }
        let sources = &self.known[&walls];
        let others = boxes.without(&walls);
        // Each goal gets a box, by augmenting paths.
        let (box_of, queue) = (&mut self.box_of, &mut self.queue);
        box_of.clear();
        box_of.resize(sources.len(), Square::MAX);
        !(0..sources.len()).all(|goal| augments(sources, &others, box_of, queue, goal))
    }
}

/// Finds a box for `goal`, by moving other goals' boxes if need be (breadth first).
fn augments<const W: usize>(
    sources: &[Squares<W>],
    boxes: &Squares<W>,
    box_of: &mut [Square],
    queue: &mut Vec<(usize, usize)>,
    goal: usize,
) -> bool {
    let mut tried = Squares::<W>::EMPTY;
    queue.clear();
    queue.push((goal, 0));
    let mut next = 0;
    while let Some(&(goal, _)) = queue.get(next) {
        for square in boxes.and(&sources[goal]).without(&tried).iter() {
            tried.insert(square);
            match box_of.iter().position(|&it| it == square) {
                Some(other) => queue.push((other, next)),
                None => {
                    let (mut at, mut given) = (next, square);
                    loop {
                        let (goal, before) = queue[at];
                        std::mem::swap(&mut box_of[goal], &mut given);
                        if at == 0 {
                            return true;
                        }
                        at = before;
                    }
                }
            }
        }
        next += 1;
    }
    false
}
