//! The gap heuristic.

use tremaux_core::{Guarantees, Heuristic};

use super::{Flip, PancakePuzzle, Stack};

/// The pairs of pancakes side by side whose sizes are not neighbours, the plate counted as
/// the largest pancake (Helmert, *Landmark heuristics for the pancake problem*, 2010).
///
/// A flip parts one such pair alone, so that each costs at least one flip: consistent, and
/// zero at the goal only. It is so near to the optimum on random piles that fifty pancakes are
/// sorted in the fewest flips within a blink.
///
/// Takes time in proportion to the pancakes for the first pile, and the same few
/// instructions for each after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap;

/// 1 if pancakes of these sizes are no neighbours.
#[inline]
const fn gap(upper: usize, lower: usize) -> u32 {
    (upper.abs_diff(lower) != 1) as u32
}

/// The size of what the pancake at `place` is to lie on: the plate's after the last.
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
    fn ahead(
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
