//! Lights Out by linear algebra over GF(2): which presses turn all lights off, the fewest, or
//! why there are none.

use super::LightsOut;
use super::elimination::Elimination;
use super::press::Presses;

/// A proof that lights cannot be turned off: every press toggles an even number of these
/// cells, and an odd number of them is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParityObstacle {
    /// The cells, as a set of bits.
    pub cells: u64,
    pub(super) width: usize,
}

impl LightsOut {
    /// A basis of the *quiet patterns*: sets of presses that change no light.
    ///
    /// Their number is the *nullity*. It is at most the shorter side of a plain rectangle and
    /// twice that on a torus, hence at most 16: the first line of presses across the shorter
    /// side (the first two on a torus) determines all others.
    pub fn quiet_patterns(&self) -> &[u64] {
        &self.elimination.quiet
    }

    /// Presses that turn off `lights`, not always the fewest; `None` if there are none.
    ///
    /// Takes time proportional to the number of lights.
    pub fn presses(&self, lights: u64) -> Option<Presses> {
        let Elimination { by_pivot, pivots, .. } = &self.elimination;
        let (left, presses) = Presses(lights & pivots).fold((lights, 0), |(left, all), light| {
            let (toggled, presses) = by_pivot[light.cell()];
            (left ^ toggled, all ^ presses)
        });
        // No pivot is on any more, and every non-empty set of toggled lights contains a pivot.
        (left == 0).then_some(Presses(presses))
    }

    /// The fewest presses that turn off `lights`; `None` if none do. Of several sets, that
    /// whose bits are the smallest number.
    ///
    /// Two sets of presses that do the same differ by a quiet pattern. So all sets that turn
    /// off `lights` are one of them plus each quiet pattern, and the smallest of these is a
    /// proved minimum. There are at most 2¹⁶ of them; each takes a few instructions.
    pub fn minimum_presses(&self, lights: u64) -> Option<Presses> {
        let mut presses = self.presses(lights)?.0;
        let quiet = self.quiet_patterns();
        let mut best = (presses.count_ones(), presses);
        // Gray code: each set of basis vectors differs from the one before it by one vector.
        for count in 1_u32..1 << quiet.len() {
            presses ^= quiet[count.trailing_zeros() as usize];
            best = best.min((presses.count_ones(), presses));
        }
        Some(Presses(best.1))
    }

    /// A proof that `lights` cannot be turned off; `None` if they can.
    ///
    /// If one cell toggles another, that one toggles it, too. So a quiet pattern, which toggles
    /// every light an even number of times, shares an even number of cells with what each press
    /// toggles. The number of lights in it that are on stays even or stays odd: lights can be
    /// turned off only if it is even for every quiet pattern, and then they can, as the rank of
    /// a matrix is that of its transpose.
    pub fn parity_obstacle(&self, lights: u64) -> Option<ParityObstacle> {
        let is_odd = |pattern: &&u64| (*pattern & lights).count_ones() % 2 == 1;
        let cells = *self.quiet_patterns().iter().find(is_odd)?;
        Some(ParityObstacle { cells, width: self.width() })
    }
}
