//! The gap heuristic.

use tremaux_core::{Guarantees, Heuristic};

use super::{Flip, PancakePuzzle, Stack};

/// The number of adjacent pancakes whose sizes are not consecutive, where the plate counts as
/// the largest pancake (Helmert, *Landmark heuristics for the pancake problem*, 2010).
///
/// A flip changes only one adjacent pair, so each gap costs at least one flip: consistent, and
/// zero only at the goal. On random stacks it is so close to the optimum that fifty pancakes are
/// sorted optimally within a fraction of a second.
///
/// Takes time proportional to the number of pancakes for the first stack, and a few instructions
/// for each later one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap;

/// 1 if the sizes of two pancakes are not consecutive.
#[inline]
const fn gap(upper: usize, lower: usize) -> u32 {
    (upper.abs_diff(lower) != 1) as u32
}

/// The size of what lies below the pancake at `place`: the plate's size after the last.
#[inline]
fn size_or_plate<T: Stack>(puzzle: &PancakePuzzle<T>, stack: &T, place: usize) -> usize {
    if place < puzzle.pancakes() { stack.size(place) } else { puzzle.pancakes() }
}

impl<T: Stack> Heuristic<PancakePuzzle<T>> for Gap {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, puzzle: &PancakePuzzle<T>, stack: &T) -> u32 {
        let below = |place| size_or_plate(puzzle, stack, place + 1);
        (0..puzzle.pancakes()).map(|place| gap(stack.size(place), below(place))).sum()
    }

    #[inline]
    fn child(
        &self,
        puzzle: &PancakePuzzle<T>,
        h: u32,
        (): &(),
        flip: Flip,
        child: &T,
    ) -> (u32, ()) {
        let under = size_or_plate(puzzle, child, flip.count());
        let (before, after) = (child.size(0), child.size(flip.count() - 1));
        (h + gap(after, under) - gap(before, under), ())
    }

    #[inline]
    fn estimate_successor(
        &self,
        puzzle: &PancakePuzzle<T>,
        parent: &T,
        h: u32,
        (): &(),
        flip: Flip,
    ) -> Option<(u32, ())> {
        let under = size_or_plate(puzzle, parent, flip.count());
        let (before, after) = (parent.size(flip.count() - 1), parent.size(0));
        Some((h + gap(after, under) - gap(before, under), ()))
    }
}
