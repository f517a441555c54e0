//! Lower bounds on the number of presses.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::{LightsOut, Press};

/// The lights that are on, divided by how many a press can turn off, rounded up: consistent.
///
/// A press turns off at most [`LightsOut::most_toggled`] lights, 5 on most rectangles. It is
/// very cheap but weak.
#[derive(Clone, Copy, Debug, Default)]
pub struct LightsOn;

/// The exact number of presses, infinite if the lights cannot be turned off: perfect.
///
/// It is the size of [`LightsOut::minimum_presses`]. With it a search expands only states on
/// shortest paths. Takes time proportional to the quiet patterns, at most 2¹⁶ of them and no
/// more than four on the 5×5 board.
#[derive(Clone, Copy, Debug, Default)]
pub struct FewestPresses;

impl Heuristic<LightsOut> for LightsOn {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, puzzle: &LightsOut, lights: &u64) -> u32 {
        lights.count_ones().div_ceil(puzzle.most_toggled())
    }

    #[inline]
    fn estimate_successor(
        &self,
        puzzle: &LightsOut,
        parent: &u64,
        _h: u32,
        (): &(),
        press: Press,
    ) -> Option<(u32, ())> {
        Some((self.estimate(puzzle, &(parent ^ puzzle.toggled(press))), ()))
    }
}

impl Heuristic<LightsOut> for FewestPresses {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, puzzle: &LightsOut, lights: &u64) -> u32 {
        let presses = puzzle.minimum_presses(*lights);
        presses.map_or(u32::INFINITY, |presses| presses.len() as u32)
    }

    #[inline]
    fn estimate_successor(
        &self,
        puzzle: &LightsOut,
        parent: &u64,
        _h: u32,
        (): &(),
        press: Press,
    ) -> Option<(u32, ())> {
        Some((self.estimate(puzzle, &(parent ^ puzzle.toggled(press))), ()))
    }
}
