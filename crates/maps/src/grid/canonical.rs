//! Canonical orders: which steps are worth taking after which.

use super::cell::Direction;
use super::movement::Movement;

/// Used in place of the last step if there was none.
pub(super) const NO_STEP: usize = 8;

/// A set of directions as a list. All eight are copied at once and the surplus is cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) directions: [Direction; 8],
    pub(super) len: u8,
}

impl Row {
    /// The directions in the list.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Direction] {
        &self.directions[..usize::from(self.len)]
    }

    /// Appends the list to `directions`.
    #[inline]
    pub(super) fn append(&self, directions: &mut Vec<Direction>) {
        directions.extend_from_slice(&self.directions);
        directions.truncate(directions.len() - 8 + usize::from(self.len));
    }
}

/// The steps worth taking, by the last step or [`NO_STEP`], then by the steps that
/// [`Movement::mask`] has.
pub(super) type StepRows = [[Row; 256]; 9];

static FOUR: StepRows = step_rows(Movement::FourNeighbours);
static NO_CORNERS: StepRows = step_rows(Movement::NoCornerCutting);
static CORNERS: StepRows = step_rows(Movement::CornersAlways);

/// The table for a rule of movement.
#[inline]
pub(super) fn rows(movement: Movement) -> &'static StepRows {
    match movement {
        Movement::FourNeighbours => &FOUR,
        Movement::NoCornerCutting => &NO_CORNERS,
        Movement::OneSideFree | Movement::CornersAlways => &CORNERS,
    }
}

impl Movement {
    /// What is stored for a cell: the allowed steps, where `free` is the set of directions in
    /// which the next cell is free. If only straight steps are allowed it is `free` itself,
    /// because the corners determine which steps are worth taking.
    #[inline]
    pub(super) const fn mask(self, free: u8) -> u8 {
        match self {
            Self::FourNeighbours => free,
            _ => self.steps(free),
        }
    }

    /// Whether a step is among those that `mask` has, and allowed.
    #[inline]
    pub(super) const fn has_step(self, mask: u8, direction: Direction) -> bool {
        let is_step = !direction.is_diagonal() || !matches!(self, Self::FourNeighbours);
        is_step && mask & direction.bit() != 0
    }
}

/// The steps worth taking among those in `mask`.
///
/// Prunes steps whose target can be reached at the same cost around the cell: diagonal steps
/// come before straight ones (Harabor and Grastien 2011), and vertical before horizontal ones if
/// there are no diagonal steps. Only the order of the last two steps matters, so a search that
/// keeps one path per cell may use it.
const fn worthwhile(movement: Movement, last: usize, mask: u8) -> u8 {
    let allowed = match movement {
        Movement::FourNeighbours => movement.steps(mask),
        _ => mask,
    };
    if last == NO_STEP {
        return allowed;
    }
    let last = Direction::ALL[last];
    let mut kept = last.bit();
    let is_four = matches!(movement, Movement::FourNeighbours);
    if is_four && matches!(last, Direction::North | Direction::South) {
        kept |= last.turned(2).bit() | last.turned(6).bit();
    } else if last.is_diagonal() {
        kept |= last.turned(1).bit() | last.turned(7).bit() | forced_by_diagonal(last, mask);
    } else {
        let mut turn = 1;
        while turn <= 7 {
            let (ahead, side, behind) = match turn {
                1 => (last.turned(1), last.turned(2), last.turned(3)),
                _ => (last.turned(7), last.turned(6), last.turned(5)),
            };
            let is_free = mask & side.bit() != 0;
            match movement {
                // Past the corner of a blocked cell, diagonally.
                Movement::OneSideFree | Movement::CornersAlways if !is_free => kept |= ahead.bit(),
                Movement::OneSideFree | Movement::CornersAlways => {}
                // To the side, if the way there was blocked one step before.
                _ if is_free && mask & behind.bit() == 0 => kept |= side.bit() | ahead.bit(),
                _ => {}
            }
            turn += 6;
        }
    }
    kept & allowed
}

/// The diagonal steps to the sides of a diagonal step, past a blocked cell.
#[inline]
pub(super) const fn forced_by_diagonal(last: Direction, mask: u8) -> u8 {
    let mut kept = 0;
    if mask & last.turned(3).bit() == 0 {
        kept |= last.turned(2).bit();
    }
    if mask & last.turned(5).bit() == 0 {
        kept |= last.turned(6).bit();
    }
    kept & mask
}

const fn step_rows(movement: Movement) -> StepRows {
    let mut rows = [[Row { directions: Direction::ALL, len: 0 }; 256]; 9];
    let mut last = 0;
    while last < 9 {
        let mut mask = 0;
        while mask < 256 {
            let kept = worthwhile(movement, last, mask as u8);
            let row = &mut rows[last][mask];
            let mut direction = 0;
            while direction < 8 {
                if kept >> direction & 1 != 0 {
                    row.directions[row.len as usize] = Direction::ALL[direction];
                    row.len += 1;
                }
                direction += 1;
            }
            mask += 1;
        }
        last += 1;
    }
    rows
}
